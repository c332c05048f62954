package machine

import (
	"context"
	"slices"

	"nazo/internal/model"
)

// Starts calls yield for each state that a run may begin with, until yield returns false. Variables that
// Machine.Start and o.Within leave open take all values that meet the constraints, except those of o.Off.
// Forbidden states are left out. The state is only valid during the call. The error is that of ctx.
func (p *Program) Starts(ctx context.Context, o model.Options, yield func(State) bool) error {
	st := &starter{p: p, ctx: ctx, off: o.Off, scratch: p.NewScratch(), yield: yield, state: make(State, p.words)}
	for v, d := range p.m.Machine.Start {
		for _, f := range o.Within {
			if int(f.Var) == v {
				d = d.Intersect(f.Values)
			}
		}
		if len(d) == 0 {
			return ctx.Err()
		}
		if _, single := d.Single(); single {
			p.fields[v].put(st.state, d.Bounds().Lo)
		} else {
			st.open = append(st.open, model.VarID(v))
			st.domains = append(st.domains, d)
		}
	}
	st.arrange()
	st.assign(0)
	return ctx.Err()
}

// starter gives values to the variables that are open at the start, one after the other, and checks each
// condition as soon as it can.
type starter struct {
	p       *Program
	ctx     context.Context
	off     []int32
	scratch *Scratch
	yield   func(State) bool
	state   State
	open    []model.VarID
	domains []model.Domain
	// checks[i] has what can be checked once i of the open variables have values.
	checks [][]check
	// others is true if there are constraints besides plain conditions. They are checked last.
	others bool
}

// check is a condition that must hold where guard does.
type check struct{ guard, body *BoolProgram }

// arrange puts each condition where the last of its variables has its value.
func (s *starter) arrange() {
	m := s.p.m
	place := make([]int, len(m.Vars))
	for i, v := range s.open {
		place[v] = i + 1
	}
	s.checks = make([][]check, len(s.open)+1)
	compiler := s.p.Compiler(m)
	compiler.room = 0 // mostly evaluated a few times only
	for _, c := range m.Constraints {
		if slices.Contains(s.off, c.Instance) {
			continue
		}
		a, plain := c.Body.(model.Assert)
		if !plain {
			s.others = true
			continue
		}
		at := 0
		for _, v := range m.VarsBelow([]model.Bool{c.Guard, a.B}, nil) {
			at = max(at, place[v])
		}
		s.checks[at] = append(s.checks[at], check{compiler.BoolProgram(c.Guard), compiler.BoolProgram(a.B)})
	}
}

// assign gives values to the open variables from depth on. It returns false if the work must end.
func (s *starter) assign(depth int) bool {
	for _, c := range s.checks[depth] {
		if c.guard.Holds(s.state, s.scratch) && !c.body.Holds(s.state, s.scratch) {
			return true
		}
	}
	if depth == len(s.open) {
		if s.p.Forbidden(s.state, s.scratch) ||
			s.others && len(model.Evaluate(s.p.m, s.p.Unpack(s.state)).Violated(s.off)) > 0 {
			return true
		}
		return s.yield(s.state)
	}
	for value := range s.domains[depth].Each {
		if s.ctx.Err() != nil {
			return false
		}
		s.p.fields[s.open[depth]].put(s.state, value)
		if !s.assign(depth + 1) {
			return false
		}
	}
	return true
}
