package play

import (
	"slices"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// View is the part of a game that a player may see. It is a copy: whatever is done to it
// changes nothing.
type View struct {
	// Turn is the number of moves that were made.
	Turn int
	// State has a value for every variable. Of hidden variables that are not
	// revealed the values are known, but not which is whose: they are in ascending
	// order.
	State model.Solution
	// Known has for each variable whether State has its value.
	Known []bool
	// StateValues has the value of each state variable of the spec, Givens those givens that may be
	// seen, as far as they may, at a table that has the rules.
	StateValues []value.Value
	Givens      []instance.Given
	// Legal are the moves that are possible, as indices in Machine.Moves, ascending.
	Legal []int64
}

// View is the view of a player now.
func (g *Game) View() *View {
	v := &View{Turn: len(g.steps), State: slices.Clone(g.state), Known: slices.Clone(g.known), Legal: slices.Clone(g.legal),
		StateValues: slices.Clone(g.tree), Givens: g.Givens()}
	for _, group := range g.table.groups {
		var values []int64
		for _, h := range group {
			if !v.Known[h] {
				values = append(values, v.State[h])
			}
		}
		slices.Sort(values)
		for _, h := range group {
			if !v.Known[h] {
				v.State[h], values = values[0], values[1:]
			}
		}
	}
	return v
}

// Givens are those givens that may be seen, as far as they may.
func (g *Game) Givens() []instance.Given {
	if g.deal.Seen == nil {
		return nil
	}
	return g.deal.Seen(g.known)
}

// StateValues has the value of each state variable of the spec, at a table that has the rules.
func (g *Game) StateValues() []value.Value { return slices.Clone(g.tree) }

// Rest is the machine of what is left of the game, for someone who sees all: it
// begins with the present state.
func (g *Game) Rest() *model.Model {
	m, machine := *g.table.m, *g.table.m.Machine
	m.Constraints = nil // they speak of the start
	machine.Hidden = nil
	machine.Start = make([]model.Domain, len(g.state))
	for v, x := range g.state {
		machine.Start[v] = model.Range(x, x)
	}
	m.Machine = &machine
	return &m
}

// Knows reports whether a variable is not hidden, or revealed.
func (g *Game) Knows(v model.VarID) bool { return g.known[v] }

// reveal notes what is seen of the hidden variables. Seen are outcomes: whether a
// move is possible, what the effects of a move that was made are, and its costs.
// Something was seen of every hidden variable that had to be read for an outcome
// (see machine.LazyEvaluator). It is revealed if it was the only one that was unknown, and
// with any other value that it could have had the outcome would have been another:
// the card that was turned up is, one that was only compared with it is not.
type reveal struct {
	reads []model.VarID // unknown ones, for the present outcome
	fresh []model.VarID // of which something was seen since the last move
	quiet bool          // notes nothing
	// posed is a variable that is supposed to have the value pose, while quiet.
	posed model.VarID
	pose  int64
}

// read is the value of a variable.
func (g *Game) read(v model.VarID) int64 {
	switch {
	case g.quiet && v == g.posed:
		return g.pose
	case !g.quiet && !g.known[v]:
		g.reads = append(g.reads, v)
	}
	return g.state[v]
}

// silent computes something that nobody sees.
func (g *Game) silent(compute func()) {
	was := g.reveal
	g.quiet, g.posed = true, -1
	g.question()
	compute()
	g.question()
	g.reveal = was
}

func (g *Game) question() {
	g.here.NextQuery()
	if g.next != nil {
		g.next.NextQuery()
	}
}

// outcome computes something that is seen, and notes what that reveals.
func (g *Game) outcome(compute func() int64) int64 {
	g.question()
	g.reads = g.reads[:0]
	seen := compute()
	if g.quiet || len(g.reads) == 0 {
		return seen
	}
	alone := true
	for _, v := range g.reads {
		alone = alone && v == g.reads[0]
		if !g.told[v] {
			g.told[v] = true
			g.fresh = append(g.fresh, v)
		}
	}
	if v := g.reads[0]; alone && g.decides(v, seen, compute) {
		g.known[v] = true
		if len(g.fresh) == 0 || g.fresh[len(g.fresh)-1] != v {
			g.fresh = append(g.fresh, v)
		}
	}
	return seen
}

// decides reports whether an outcome would have been another for each other value
// that a variable could have.
func (g *Game) decides(v model.VarID, seen int64, compute func() int64) bool {
	decides := true
	for _, group := range g.table.groups {
		if !slices.Contains(group, v) {
			continue
		}
		tried := map[int64]bool{g.state[v]: true}
		for _, other := range group {
			w := g.state[other]
			if g.known[other] || tried[w] || !decides {
				continue
			}
			tried[w] = true
			g.silent(func() {
				g.posed, g.pose = v, w
				decides = compute() != seen
			})
		}
	}
	return decides
}

// Secrets are the givens of a problem that are hidden.
type Secrets struct {
	finds []secretFind
	of    map[model.VarID]int // by hidden variable, the index in finds
}

// secretFind is one hidden given: which variables stand for it.
type secretFind struct {
	name string
	vars []model.VarID
}

// SecretsOf are the hidden givens of a problem that was compiled with
// compile.Options.HiddenUnknown.
func SecretsOf(p *compile.Problem) *Secrets {
	s := &Secrets{of: map[model.VarID]int{}}
	index := map[int32]int{}
	for _, v := range p.Model.Machine.Hidden {
		find := p.Model.Vars[v].Find
		i, known := index[find]
		if !known {
			i = len(s.finds)
			index[find] = i
			s.finds = append(s.finds, secretFind{p.Model.Finds[find].Name, p.Model.Finds[find].Vars})
		}
		s.of[v] = i
	}
	return s
}

// Names are the names of the hidden givens.
func (s *Secrets) Names() []string {
	var out []string
	for _, f := range s.finds {
		out = append(out, f.name)
	}
	return out
}

// Hides reports whether a given is hidden.
func (s *Secrets) Hides(given string) bool {
	return slices.ContainsFunc(s.finds, func(f secretFind) bool { return f.name == given })
}

// Seen are the givens of a deal as far as a player may see them, known telling for
// each variable whether he may: a hidden list or array has none in the place of
// what is not revealed, anything else is none until all of it is.
func (s *Secrets) Seen(dealt *compile.Problem, known []bool) []instance.Given {
	out := append([]instance.Given(nil), dealt.Givens...)
	for i, g := range out {
		for _, f := range s.finds {
			if f.name == g.Name {
				out[i].Value = f.seen(g.Value, known)
			}
		}
	}
	return out
}

func (f *secretFind) seen(v value.Value, known []bool) value.Value {
	all := true
	for _, x := range f.vars {
		all = all && known[x]
	}
	if all {
		return v
	}
	switch v := v.(type) {
	case value.List:
		if len(v) == len(f.vars) {
			return value.List(f.masked(v, known))
		}
	case value.Tuple:
		if len(v) == len(f.vars) {
			return value.Tuple(f.masked(v, known))
		}
	case *value.Array:
		if len(v.Values) == len(f.vars) {
			return value.NewArray(v.Keys, f.masked(v.Values, known), v.Board)
		}
	}
	return value.None{}
}

func (f *secretFind) masked(vs []value.Value, known []bool) []value.Value {
	out := make([]value.Value, len(vs))
	for i, v := range vs {
		out[i] = value.None{}
		if known[f.vars[i]] {
			out[i] = v
		}
	}
	return out
}

// Tell says what was seen of a hidden variable: what it is, as in "deck[3] = 7",
// or if it is not known "something about deck[3]".
func (s *Secrets) Tell(dealt *compile.Problem, v model.VarID, known bool) string {
	place, is := s.describe(dealt, v)
	switch {
	case !known:
		return "something about " + place
	case is == nil:
		return place
	}
	return place + " = " + value.String(is)
}

// describe says where a hidden variable stands and what it is; nil if that is no
// value by itself.
func (s *Secrets) describe(dealt *compile.Problem, v model.VarID) (where string, is value.Value) {
	f := s.finds[s.of[v]]
	place := 0
	for i, x := range f.vars {
		if x == v {
			place = i
		}
	}
	for _, g := range dealt.Givens {
		if g.Name != f.name {
			continue
		}
		switch of := g.Value.(type) {
		case value.List:
			if len(of) == len(f.vars) {
				return f.name + "[" + value.String(value.Int(place+1)) + "]", of[place]
			}
		case *value.Array:
			if len(of.Values) == len(f.vars) {
				return f.name + "[" + value.String(of.Keys.List()[place]) + "]", of.Values[place]
			}
		}
		if len(f.vars) == 1 {
			return f.name, g.Value
		}
	}
	return "a part of " + f.name, nil
}
