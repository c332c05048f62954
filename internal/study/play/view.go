package play

import (
	"slices"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// View is a copy of what a player may see.
type View struct {
	// Turn is the number of moves that were made.
	Turn int
	// State has a value for every variable. Unrevealed values are sorted, as it isn't known whose they are.
	State model.Solution
	// Known says for each variable whether State has its value.
	Known []bool
	// StateValues has the values of the spec's states, and Givens the visible parts of givens, if the table has rules.
	StateValues []value.Value
	Givens      []instance.Given
	// Legal are the legal moves as ascending indices in Machine.Moves.
	Legal []int64
}

// View returns the present view of a player.
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

// Givens returns the visible parts of givens.
func (g *Game) Givens() []instance.Given {
	if g.deal.Seen == nil {
		return nil
	}
	return g.deal.Seen(g.known)
}

// StateValues returns the values of the spec's states, if the table has rules.
func (g *Game) StateValues() []value.Value { return slices.Clone(g.tree) }

// Rest returns a machine that starts in the present state, for someone who sees all.
func (g *Game) Rest() *model.Model {
	m, machine := *g.table.m, *g.table.m.Machine
	m.Constraints = nil // they are about the start
	machine.Hidden = nil
	machine.Start = make([]model.Domain, len(g.state))
	for v, x := range g.state {
		machine.Start[v] = model.Range(x, x)
	}
	m.Machine = &machine
	return &m
}

// Knows reports whether a variable is open or revealed.
func (g *Game) Knows(v model.VarID) bool { return g.known[v] }

// reveal notes what is seen of hidden variables. Players see outcomes: which moves are legal, effects and costs. An
// outcome shows something of every hidden variable that it had to read (model.Evaluation). It reveals the only
// unknown one if every other possible value would change the outcome: a card that is turned up, but not one that is
// only compared.
type reveal struct {
	reads []model.VarID // unknown variables read for the present outcome
	fresh []model.VarID // variables of which the last move showed something
	quiet bool          // notes nothing
	// posed is a variable that has the value pose while quiet.
	posed model.VarID
	pose  int64
}

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

// outcome computes something visible, and notes what it reveals.
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

// decides reports whether every other possible value of a variable would change an outcome.
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

// Secrets are the hidden givens of a problem.
type Secrets struct{ finds []secretFind }

// secretFind is a hidden given and its variables.
type secretFind struct {
	name string
	vars []model.VarID
}

// SecretsOf returns the hidden givens of a problem that was compiled with compile.Options.HiddenUnknown.
func SecretsOf(p *compile.Problem) *Secrets {
	s := &Secrets{}
	for _, v := range p.Model.Machine.Hidden {
		if find := p.Model.Finds[p.Model.Vars[v].Find]; !s.Hides(find.Name) {
			s.finds = append(s.finds, secretFind{find.Name, find.Vars})
		}
	}
	return s
}

// Names returns the names of the hidden givens.
func (s *Secrets) Names() []string {
	return alg.Map(s.finds, func(f secretFind) string { return f.name })
}

// Hides reports whether a given is hidden.
func (s *Secrets) Hides(given string) bool {
	return slices.ContainsFunc(s.finds, func(f secretFind) bool { return f.name == given })
}

// Seen returns the givens of a deal as seen by a player who knows the marked variables. In hidden lists and arrays,
// unrevealed elements are none. Any other hidden value is none until all of it is revealed.
func (s *Secrets) Seen(dealt *compile.Problem, known []bool) []instance.Given {
	out := slices.Clone(dealt.Givens)
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
	if !slices.ContainsFunc(f.vars, func(x model.VarID) bool { return !known[x] }) {
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

// Tell says what was seen of a hidden variable, as in "deck[3] = 7" or, if it is not known, "something about deck[3]".
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

// describe returns the place and value of a hidden variable; nil if that is no value by itself.
func (s *Secrets) describe(dealt *compile.Problem, v model.VarID) (where string, is value.Value) {
	f := s.finds[slices.IndexFunc(s.finds, func(f secretFind) bool { return slices.Contains(f.vars, v) })]
	place := slices.Index(f.vars, v)
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
