package compile

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// secret is a hidden given whose value is variables of the machine, so that the machine serves all deals.
type secret struct {
	name   string
	layout layout
	known  value.Value // in the current deal
}

// hide replaces hidden givens by variables. The checker ensures that nothing that must be known depends on them.
func (ev *evaluator) hide() {
	for _, h := range ev.program.hidden {
		g := ev.globals[h.node.Text]
		ev.Attempt(func() {
			ev.Source = g.decl.source
			l := ev.layoutOfType(h.node, ev.givenType(h.node), g.value)
			find := int32(len(ev.Model.Finds))
			ev.Model.Finds = append(ev.Model.Finds, model.Find{Name: h.node.Text})
			ev.secrets = append(ev.secrets, secret{h.node.Text, l, g.value})
			g.value = l.Unknown(ev.Lowerer, h.node, find)
			ev.Model.Machine.Hidden = append(ev.Model.Machine.Hidden, ev.Model.Finds[find].Vars...)
		})
	}
}

// layoutOfType returns the layout of a given, with v as an example for the lengths of lists and sizes of grids.
func (ev *evaluator) layoutOfType(at dsl.Node, t instance.Type, v value.Value) layout {
	switch t := t.(type) {
	case instance.List:
		if list, ok := v.(value.List); ok {
			return ev.layoutOfList(at, list, false, func(int) instance.Type { return t.Of })
		}
	case instance.Tuple:
		if tuple, ok := v.(value.Tuple); ok {
			return ev.layoutOfList(at, tuple, true, func(i int) instance.Type { return t.Parts[i] })
		}
	case instance.Grid:
		if a, ok := v.(*value.Array); ok {
			return ev.layoutOfArray(at, a, func(int) instance.Type { return t.Of })
		}
	case instance.Keyed:
		if a, ok := v.(*value.Array); ok {
			return ev.layoutOfArray(at, a, func(i int) instance.Type { return t.Of[i] })
		}
	case instance.Set:
		if values, _, ok := instance.Finite(t.Of); ok {
			return &setLayout{Universe: value.NewSet(values.List()...)}
		}
	case instance.Like:
		// Other deals have the same things in another order.
		same := instance.OneOf{Values: value.NewSet(value.Elements(v)...)}
		if list, ok := v.(value.List); ok {
			return ev.layoutOfList(at, list, false, func(int) instance.Type { return same })
		}
	default:
		if values, optional, ok := instance.Finite(t); ok {
			return newScalar(values, optional)
		}
	}
	d := diag.Errorf(ev.Source, at.Span(), "hidden-type", "%s is hidden, and its type doesn't say which values it may have", at.(*dsl.Name).Text).
		Expect("a type with an end, such as given " + at.(*dsl.Name).Text + ": 1..9").
		Helpf("a game can be played on all deals only if all values that may be hidden are known")
	panic(lower.Refusal(d))
}

func (ev *evaluator) layoutOfList(at dsl.Node, parts []value.Value, tuple bool, of func(int) instance.Type) layout {
	l := &listLayout{Tuple: tuple}
	for i, v := range parts {
		l.Elems = append(l.Elems, ev.layoutOfType(at, of(i), v))
	}
	return l
}

func (ev *evaluator) layoutOfArray(at dsl.Node, a *value.Array, of func(int) instance.Type) layout {
	l := &arrayLayout{Keys: a.Keys, Board: a.Board}
	for i, v := range a.Values {
		l.Elems = append(l.Elems, ev.layoutOfType(at, of(i), v))
	}
	return l
}

// Deal reads an input again with another seed, which deals hidden values anew. It returns the start for the
// machine, with hidden variables, and the states. The problem must have been compiled with Options.HiddenUnknown,
// unless nothing is hidden. Givens that are not hidden must stay the same.
func (p *Problem) Deal(ctx context.Context, in instance.Input, seed int64) (start model.Solution, state []value.Value, problems *diag.List) {
	ev := p.program.ofInput(ctx)
	ev.seed = seed
	start = make(model.Solution, len(p.Model.Vars))
	finished := ev.Guard(func() {
		ev.readInput(in)
		ev.givens()
		if ev.Problems.HasErrors() {
			return
		}
		ev.Attempt(func() { p.dealHidden(ev, start) })
		if ev.Problems.HasErrors() {
			return
		}
		ev.knownRules()
		for _, s := range p.StateVars {
			d := p.program.decls[s.Name]
			ev.Source = d.source
			ev.Attempt(func() { state = append(state, ev.begin(s, d.stmt.(*dsl.State), start)) })
		}
	})
	if !finished || ev.Problems.HasErrors() {
		return nil, nil, ev.Problems
	}
	for i, v := range state {
		if v == nil {
			d := p.program.decls[p.StateVars[i].Name]
			ev.Problems.Add(diag.Errorf(d.source, d.stmt.Span(), "open-start", "the start of %s is open: there is not one state to begin with", d.name))
		}
	}
	return start, state, ev.Problems
}

// dealHidden encodes the hidden givens. The others must be unchanged.
func (p *Problem) dealHidden(ev *evaluator, start model.Solution) {
	for _, given := range p.Givens {
		d := p.program.decls[given.Name]
		v := ev.globals[given.Name].value
		ev.Source = d.source
		if s := p.secretOf(given.Name); s != nil {
			if !encode(s.layout, v, start) {
				ev.Fail(d.stmt, "other-deal", "the hidden given %s is of another size or has other values here: %s", given.Name, value.String(v))
			}
		} else if !value.Equal(v, given.Value) {
			ev.Fail(d.stmt, "other-deal", "the given %s is not hidden, but differs from deal to deal", given.Name)
		}
	}
}

func (p *Problem) secretOf(name string) *secret {
	if i := slices.IndexFunc(p.secrets, func(s secret) bool { return s.name == name }); i >= 0 {
		return &p.secrets[i]
	}
	return nil
}

// Dealt returns the problem for another deal, whose start has the hidden values.
func (p *Problem) Dealt(start model.Solution) (*Problem, error) {
	dealt := *p
	dealt.known = maps.Clone(p.known)
	dealt.secrets = nil
	for _, s := range p.secrets {
		s.known = s.layout.Decode(start)
		dealt.secrets = append(dealt.secrets, s)
		dealt.known[s.name] = s.known
	}
	for _, name := range p.hiddenLets {
		delete(dealt.known, name)
	}
	dealt.Givens = slices.Clone(p.Givens)
	for i, g := range dealt.Givens {
		dealt.Givens[i].Value = dealt.known[g.Name]
	}
	if err := dealt.knowLets(); err != nil {
		return nil, fmt.Errorf("this deal does not fit the puzzle: %w", err)
	}
	moves := *p.moves
	moves.start = make([]value.Value, len(p.StateVars))
	for i, s := range p.StateVars {
		if p.moves.start[i] != nil {
			moves.start[i] = s.layout.Decode(start)
		}
	}
	dealt.moves = &moves
	return &dealt, nil
}

// knowLets computes the lets that depend on hidden givens but on no state.
func (p *Problem) knowLets() error {
	return p.withInput(func(ev *evaluator) {
		for _, name := range p.hiddenLets {
			g := ev.globals[name]
			ev.Attempt(func() { p.known[name] = ev.force(g, g.decl.stmt) })
		}
	})
}

// withInput runs f with an evaluator that knows the input.
func (p *Problem) withInput(f func(*evaluator)) error {
	ev := p.knowing(context.Background())
	ev.Guard(func() { f(ev) })
	return ev.Problems.Err()
}

// knowing returns an evaluator for the input that has all known values.
func (p *Problem) knowing(ctx context.Context) *evaluator {
	ev := p.program.ofInput(ctx)
	for name, v := range p.known {
		ev.globals[name] = &global{decl: ev.globals[name].decl, value: v, state: ready}
	}
	return ev
}
