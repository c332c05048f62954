package plan

import (
	"context"
	"encoding/binary"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// causeProjection is the projection of a machine onto some variables. The others may have any value, and
// another one at each moment.
type causeProjection struct {
	*finder
	vars  []model.VarID // ascending
	place []int         // the index of each variable in vars, or -1
	goal  []model.Bool  // conditions that must all hold in the end
	open  []model.VarID // those of vars that may begin with any value
	acts  []int32       // the transitions that change one of vars

	states []causeState
	index  map[string]bool
}

// causeState is a state of a projection, with the step that reached it first.
type causeState struct {
	values []int64
	from   int32 // -1 for the start
	by     int32 // the transition
}

const (
	// mostOutcomes bounds the outcomes of one transition in one state, mostStarts the initial states, mostStates
	// the states of a projection.
	mostOutcomes = 256
	mostStarts   = 1 << 12
	mostStates   = 1 << 18
)

func (f *finder) projection(vars []model.VarID, goal []model.Bool) *causeProjection {
	p := &causeProjection{finder: f, vars: vars, place: slices.Repeat([]int{-1}, len(f.m.Vars)), goal: goal, index: map[string]bool{}}
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

// causeOutcome is how a search of a projection ends.
type causeOutcome uint8

const (
	givenUp     causeOutcome = iota // out of work or time
	reached                         // the goal may hold in the last state
	unreachable                     // there is no run to the goal
)

// search looks for a shortest run to the goal.
func (p *causeProjection) search(ctx context.Context) causeOutcome {
	for v := range p.m.Vars {
		p.here.forget(model.VarID(v))
	}
	starts, few := p.starts(alg.Map(p.vars, func(v model.VarID) int64 { return p.start[v] }))
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

// starts returns the initial states. They differ from one only in open variables. few is false if there are too many.
func (p *causeProjection) starts(one []int64) (all [][]int64, few bool) {
	all = [][]int64{one}
	for _, v := range p.open {
		if p.m.Vars[v].Domain.Size() > mostStarts/int64(len(all)) {
			return nil, false
		}
		all = withEach(all, p.place[v], p.m.Vars[v].Domain)
	}
	return all, true
}

// withEach returns each state with each value in a place.
func withEach(states [][]int64, place int, values model.Domain) (out [][]int64) {
	for _, before := range states {
		for x := range values.Each {
			after := slices.Clone(before)
			after[place] = x
			out = append(out, after)
		}
	}
	return out
}

// add adds a state, unless it is known or forbidden. It returns true if the goal may hold there.
func (p *causeProjection) add(values []int64, from, by int32) (met bool) {
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
	p.states = append(p.states, causeState{values, from, by})
	return !slices.ContainsFunc(p.goal, func(b model.Bool) bool { return p.here.condition(b) == mayFail })
}

// enter sets the variables to the values of a state.
func (p *causeProjection) enter(values []int64) {
	for i, v := range p.vars {
		p.here.know(v, values[i])
	}
	p.here.changed()
}

// try adds all outcomes of a transition from a state.
func (p *causeProjection) try(at, by int32) causeOutcome {
	t, values := &p.transitions[by], p.states[at].values
	for _, f := range t.Needs {
		if i := p.place[f.Var]; i >= 0 && values[i] != f.Value {
			return unreachable
		}
	}
	p.enter(values)
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

// outcomes returns the possible values of the variables after a transition, given what is known before it.
// It returns nil if there are too many. The result may be empty.
func (p *causeProjection) outcomes(t *machine.Transition, values []int64) (next [][]int64, some bool) {
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
		next = withEach(next, i, may)
	}
	return next, len(next) > 0
}

// after returns the possible values of a variable after an effect.
func (p *causeProjection) after(e model.Effect) model.Domain {
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

// run returns the steps of the run that was found.
func (p *causeProjection) run() (out []causeState) {
	for at := int32(len(p.states) - 1); p.states[at].from >= 0; at = p.states[at].from {
		out = append(out, p.states[at])
	}
	slices.Reverse(out)
	return out
}

// possible is the set of truth values that a condition may have.
type possible uint8

const (
	mayFail possible = 1 << iota
	mayHold
	either = mayFail | mayHold
)

// knowledge evaluates nodes of which only some variables are known (Kleene's three-valued logic, and
// intervals). It may overestimate what is possible, never underestimate.
type knowledge struct {
	m    *model.Model
	vars []model.Interval // the possible values of each variable; 0 and 1 for booleans
	// now numbers the assignments of variables. A cached result is valid if its number is now.
	now               int32
	doneBool, doneInt []int32
	bools             []possible
	ints              []model.Interval
}

func newKnowledge(m *model.Model) *knowledge {
	return &knowledge{m: m, now: 1, doneBool: make([]int32, m.BoolCount()), doneInt: make([]int32, len(m.Ints)),
		bools: make([]possible, m.BoolCount()), ints: make([]model.Interval, len(m.Ints)),
		vars: alg.Map(m.Vars, func(v *model.Var) model.Interval { return v.Domain.Bounds() })}
}

// know fixes a variable to a value.
func (k *knowledge) know(v model.VarID, x int64) { k.vars[v] = model.Interval{Lo: x, Hi: x} }

// forget allows a variable all values of its domain.
func (k *knowledge) forget(v model.VarID) { k.vars[v] = k.m.Vars[v].Domain.Bounds() }

// changed must be called between setting variables and evaluating.
func (k *knowledge) changed() { k.now++ }

// condition returns the possible truth values of b.
func (k *knowledge) condition(b model.Bool) possible {
	i := b.Node()
	if k.doneBool[i] != k.now {
		k.bools[i] = k.conditionNode(k.m.BoolNode(i))
		k.doneBool[i] = k.now
	}
	is := k.bools[i]
	if b.Negated() {
		is = is>>1 | is<<1&mayHold
	}
	return is
}

func (k *knowledge) conditionNode(n model.BoolNode) possible {
	switch n := n.(type) {
	case model.Constant:
		return mayHold
	case model.BoolVar:
		return truth(k.vars[n.Var].Lo > 0, k.vars[n.Var].Hi < 1)
	case model.And:
		is := mayHold
		for _, a := range n.Args {
			switch k.condition(a) {
			case mayFail:
				return mayFail
			case either:
				is = either
			}
		}
		return is
	case model.Iff:
		a, b := k.condition(n.A), k.condition(n.B)
		return truth(a == b && a != either, a != b && a != either && b != either)
	case model.AtMost:
		sum := k.sum(n.Terms)
		return truth(sum.Hi <= n.Bound, sum.Lo > n.Bound)
	case model.Exactly:
		sum := k.sum(n.Terms)
		return truth(sum.Lo == n.Sum && sum.Hi == n.Sum, !sum.Contains(n.Sum))
	case model.In:
		x := k.number(n.X)
		common := model.Domain{x}.Intersect(n.Values).Size()
		return truth(common == x.Size(), common == 0)
	}
	panic("cause: unknown boolean node")
}

// truth returns the possible truth values of a condition that certainly holds, certainly fails, or neither.
func truth(holds, fails bool) possible {
	switch {
	case holds:
		return mayHold
	case fails:
		return mayFail
	}
	return either
}

func (k *knowledge) sum(terms []model.Term) (out model.Interval) {
	for _, t := range terms {
		x := k.number(t.X)
		out.Lo += min(t.Coef*x.Lo, t.Coef*x.Hi)
		out.Hi += max(t.Coef*x.Lo, t.Coef*x.Hi)
	}
	return out
}

// number returns bounds of x.
func (k *knowledge) number(x model.Int) model.Interval {
	if k.doneInt[x] != k.now {
		is, bounds := k.numberNode(x), k.m.Bounds(x)
		k.ints[x] = model.Interval{Lo: max(is.Lo, bounds.Lo), Hi: min(is.Hi, bounds.Hi)}
		k.doneInt[x] = k.now
	}
	return k.ints[x]
}

// mostItems bounds the items of an element that are evaluated.
const mostItems = 256

func (k *knowledge) numberNode(x model.Int) model.Interval {
	known := func(value func(a, b int64) int64, a, b model.Int) model.Interval {
		p, q := k.number(a), k.number(b)
		if p.Lo != p.Hi || q.Lo != q.Hi {
			return k.m.Bounds(x)
		}
		is := value(p.Lo, q.Lo)
		return model.Interval{Lo: is, Hi: is}
	}
	switch n := k.m.Ints[x].(type) {
	case model.IntConst:
		return model.Interval{Lo: n.Value, Hi: n.Value}
	case model.IntVar:
		return k.vars[n.Var]
	case model.ToInt:
		is := k.condition(n.B)
		return model.Interval{Lo: bit(is == mayHold), Hi: bit(is != mayFail)}
	case model.Linear:
		sum := k.sum(n.Terms)
		return model.Interval{Lo: sum.Lo + n.Const, Hi: sum.Hi + n.Const}
	case model.Product:
		return known(func(a, b int64) int64 { return a * b }, n.A, n.B)
	case model.Div:
		return known(alg.Quotient, n.A, n.B)
	case model.Mod:
		return known(alg.Remainder, n.A, n.B)
	case model.Min:
		is := k.number(n.Args[0])
		for _, a := range n.Args[1:] {
			other := k.number(a)
			is = model.Interval{Lo: min(is.Lo, other.Lo), Hi: min(is.Hi, other.Hi)}
		}
		return is
	case model.Max:
		is := k.number(n.Args[0])
		for _, a := range n.Args[1:] {
			other := k.number(a)
			is = model.Interval{Lo: max(is.Lo, other.Lo), Hi: max(is.Hi, other.Hi)}
		}
		return is
	case model.If:
		switch k.condition(n.Cond) {
		case mayHold:
			return k.number(n.Then)
		case mayFail:
			return k.number(n.Else)
		}
		return k.number(n.Then).Hull(k.number(n.Else))
	case model.Element:
		return k.element(n, k.m.Bounds(x))
	}
	panic("cause: unknown integer node")
}

func (k *knowledge) element(n model.Element, bounds model.Interval) model.Interval {
	at := k.number(n.Index)
	at = model.Interval{Lo: at.Lo - n.Base, Hi: at.Hi - n.Base}
	inside := model.Interval{Lo: max(at.Lo, 0), Hi: min(at.Hi, int64(len(n.Items))-1)}
	if inside.Size() > mostItems {
		return bounds
	}
	var out model.Interval
	for i := inside.Lo; i <= inside.Hi; i++ {
		item := k.number(n.Items[i])
		if i == inside.Lo && at == inside { // an index outside gives 0
			out = item
		} else {
			out = out.Hull(item)
		}
	}
	return out
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
