package cause

import (
	"context"
	"encoding/binary"
	"slices"

	"nazo/machine"
	"nazo/model"
)

// projection is a machine of which only some variables are looked at: the others may have any value, and another one at each moment.
type projection struct {
	*finder
	vars  []model.VarID // ascending
	place []int         // of each variable among vars; -1 for the others
	goal  []model.Bool  // all of which are to hold in the end
	open  []model.VarID // those of vars that may begin with any value
	// acts are the transitions that change one of the variables.
	acts []int32

	states []state
	index  map[string]bool
}

// state is a state of a projection, and how it was reached first.
type state struct {
	values []int64
	from   int32 // -1 for the start
	by     int32 // the transition
}

const (
	// mostOutcomes bounds the states to which one transition may lead from one, mostStarts those to begin with, mostStates those of a projection.
	mostOutcomes = 256
	mostStarts   = 1 << 12
	mostStates   = 1 << 18
)

func (f *finder) projection(vars []model.VarID, goal []model.Bool) *projection {
	p := &projection{finder: f, vars: vars, place: slices.Repeat([]int{-1}, len(f.m.Vars)), goal: goal, index: map[string]bool{}}
	for i, v := range vars {
		p.place[v] = i
	}
	for i := range f.transitions {
		if slices.ContainsFunc(f.transitions[i].Effects, func(e model.Effect) bool { return p.place[e.Var] >= 0 }) {
			p.acts = append(p.acts, int32(i))
		}
	}
	return p
}

// outcome is how a search of a projection ends.
type outcome uint8

const (
	givenUp     outcome = iota // the work or the time was not enough
	reached                    // the goal may be met in the last state
	unreachable                // there is no run to it
)

// search looks for a run to the goal, a shortest one.
func (p *projection) search(ctx context.Context) outcome {
	for v := range p.m.Vars {
		p.here.forget(model.VarID(v))
	}
	start := make([]int64, len(p.vars))
	for i, v := range p.vars {
		start[i] = p.start[v]
	}
	starts, few := p.starts(start)
	if !few {
		return givenUp
	}
	for _, start := range starts {
		if p.work--; p.add(start, -1, -1) {
			return reached
		}
	}
	for at := 0; at < len(p.states); at++ {
		for _, t := range p.acts {
			if p.work--; p.work < 0 || len(p.states) > mostStates || p.work&1023 == 0 && ctx.Err() != nil {
				return givenUp
			}
			switch p.try(int32(at), t) {
			case reached:
				return reached
			case givenUp:
				return givenUp
			}
		}
	}
	return unreachable
}

// starts are the states to begin with: those that differ from one in open variables only; few is false if they are too many.
func (p *projection) starts(one []int64) (all [][]int64, few bool) {
	all = [][]int64{one}
	for _, v := range p.open {
		if p.m.Vars[v].Domain.Size() > mostStarts/int64(len(all)) {
			return nil, false
		}
		var next [][]int64
		for _, before := range all {
			for x := range p.m.Vars[v].Domain.Each {
				start := slices.Clone(before)
				start[p.place[v]] = x
				next = append(next, start)
			}
		}
		all = next
	}
	return all, true
}

// add adds a state that is new and may be allowed. It returns true if the goal may be met there.
func (p *projection) add(values []int64, from, by int32) (met bool) {
	key := make([]byte, 0, 2*len(values))
	for _, x := range values {
		key = binary.AppendVarint(key, x)
	}
	if p.index[string(key)] {
		return false
	}
	p.index[string(key)] = true
	p.enter(values)
	if p.here.condition(p.m.Machine.Never) == mayHold {
		return false
	}
	p.states = append(p.states, state{values, from, by})
	return !slices.ContainsFunc(p.goal, func(b model.Bool) bool { return p.here.condition(b) == mayFail })
}

// enter has the variables be those of a state.
func (p *projection) enter(values []int64) {
	for i, v := range p.vars {
		p.here.know(v, values[i])
	}
	p.here.changed()
}

// try takes a transition from a state wherever it may lead.
func (p *projection) try(at, by int32) outcome {
	t, values := &p.transitions[by], p.states[at].values
	for _, f := range t.Needs {
		if i := p.place[f.Var]; i >= 0 && values[i] != f.Value {
			return unreachable
		}
	}
	for i, v := range p.vars {
		p.here.know(v, values[i])
	}
	for _, f := range t.Needs {
		p.here.know(f.Var, f.Value)
	}
	p.here.changed()
	next, possible := [][]int64(nil), p.here.condition(t.Guard) != mayFail
	if possible {
		next, possible = p.outcomes(t, values)
	}
	for _, f := range t.Needs {
		if p.place[f.Var] < 0 {
			p.here.forget(f.Var)
		}
	}
	if !possible {
		return unreachable
	}
	if next == nil {
		return givenUp
	}
	for _, values := range next {
		if p.add(values, at, by) {
			return reached
		}
	}
	return unreachable
}

// outcomes are the values that the variables may have after a transition that is possible in the present knowledge; nil if they are too
// many. There may be none.
func (p *projection) outcomes(t *machine.Transition, values []int64) (next [][]int64, some bool) {
	next = [][]int64{values}
	for _, e := range t.Effects {
		i := p.place[e.Var]
		if i < 0 {
			continue
		}
		may := p.after(e)
		if may.Size()*int64(len(next)) > mostOutcomes {
			return nil, true
		}
		var all [][]int64
		for _, before := range next {
			for x := range may.Each {
				after := slices.Clone(before)
				after[i] = x
				all = append(all, after)
			}
		}
		next = all
	}
	return next, len(next) > 0
}

// after is what a variable may become by an effect.
func (p *projection) after(e model.Effect) model.Domain {
	domain := p.m.Vars[e.Var].Domain
	if !p.m.Vars[e.Var].Bool {
		return domain.Intersect(model.Domain{p.here.number(e.X)})
	}
	switch p.here.condition(e.B) {
	case mayHold:
		return model.Range(1, 1)
	case mayFail:
		return model.Range(0, 0)
	}
	return domain
}

// run are the transitions of the run that was found, with the states that they lead to.
func (p *projection) run() (out []state) {
	for at := int32(len(p.states) - 1); p.states[at].from >= 0; at = p.states[at].from {
		out = append(out, p.states[at])
	}
	slices.Reverse(out)
	return out
}
