package play

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// Games do what the definition of machines says.
func TestGameFollowsTheMachine(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := testkit.RandomMachine(rt)
		state := make(model.Solution, len(m.Vars))
		for v, d := range m.Machine.Start {
			state[v] = d.Bounds().Lo
		}
		if m.At(state).Forbidden() {
			return
		}
		for v := range m.Vars { // hidden are some that no move changes
			changes := slices.ContainsFunc(m.Machine.Moves, func(move model.Move) bool {
				return slices.ContainsFunc(move.Effects, func(e model.Effect) bool { return e.Var == model.VarID(v) })
			})
			if !changes {
				m.Machine.Hidden = append(m.Machine.Hidden, model.VarID(v))
			}
		}
		g := Begin(Deal{Table: NewTable(m), Start: state})
		for range 10 {
			at := m.At(state)
			var legal []int64
			for move := range m.Machine.Moves {
				if at.Possible(int64(move)) && !m.At(at.After(int64(move))).Forbidden() && !at.Won() {
					legal = append(legal, int64(move))
				}
			}
			if g.Won() != at.Won() || !slices.Equal(g.Legal(), legal) {
				rt.Fatalf("won %v, legal %v; want %v, %v", g.Won(), g.Legal(), at.Won(), legal)
			}
			if len(legal) == 0 {
				return
			}
			move := rapid.SampledFrom(legal).Draw(rt, "move")
			state = at.After(move)
			if _, err := g.Make(move); err != nil {
				rt.Fatal(err)
			}
			if !slices.Equal(g.state, state) {
				rt.Fatalf("state %v, want %v", g.state, state)
			}
		}
	})
}

// What a view shows does not depend on what is hidden and not revealed.
func TestViewKeepsSecrets(t *testing.T) {
	p := newPatience(8, 2)
	random := rand.New(rand.NewPCG(1, 2))
	for seed := range int64(50) {
		d := p.deal(seed)
		g := Begin(d)
		for range random.IntN(12) {
			if g.Over() {
				break
			}
			if _, err := g.Make(g.Legal()[random.IntN(len(g.Legal()))]); err != nil {
				t.Fatal(err)
			}
		}
		v := g.View()
		// Another deal with the same cards face up, and the same moves.
		other := Deal{Table: d.Table, Start: slices.Clone(d.Start)}
		var down []model.VarID
		for _, c := range p.deck {
			if !v.Known[c] {
				down = append(down, c)
			}
		}
		if want := len(p.deck) - int(g.state[p.drawn]); len(down) != want {
			t.Fatalf("%d cards are face down, want %d", len(down), want)
		}
		slices.Reverse(down)
		for i := range len(down) / 2 {
			a, b := down[i], down[len(down)-1-i]
			other.Start[a], other.Start[b] = other.Start[b], other.Start[a]
		}
		h := Begin(other)
		for _, move := range g.Moves() {
			if _, err := h.Make(move); err != nil {
				t.Fatal(err)
			}
		}
		w := h.View()
		if !slices.Equal(v.State, w.State) || !slices.Equal(v.Known, w.Known) || !slices.Equal(v.Legal, w.Legal) {
			t.Fatalf("deal %d: the views differ:\n%v\n%v", seed, v, w)
		}
		v.State[0], v.Legal = 99, nil // a player may do with it what he likes
		if g.state[0] == 99 || !g.Over() && len(g.Legal()) == 0 {
			t.Fatal("a view is no copy")
		}
	}
}

// Guards reveal what they read, and only that: a comparison with the next card
// does, the rest of the deck stays hidden; a condition that is false before does not.
func TestRevealing(t *testing.T) {
	m := model.New()
	m.Finds = []model.Find{{Name: "deck"}, {Name: "state"}}
	add := func(lo, hi, start int64, find int32) model.Int {
		if m.Machine == nil {
			m.Machine = &model.Machine{Never: model.False, Kinds: []string{"low", "high", "peek"}}
		}
		m.Machine.Start = append(m.Machine.Start, model.Range(start, start))
		return m.IntVar(m.AddInt(model.Range(lo, hi), find, false))
	}
	deck := []model.Int{add(1, 9, 5, 0), add(1, 9, 3, 0), add(1, 9, 7, 0)}
	at, armed := add(0, 3, 0, 1), add(0, 1, 0, 1)
	m.Machine.Hidden = []model.VarID{0, 1, 2}
	card := m.Element(at, 0, deck)
	on := model.Effect{Var: 3, X: m.Plus(at, m.Int(1))}
	isArmed := m.Equal(armed, m.Int(1))
	m.Machine.Moves = []model.Move{
		{Kind: 0, Guard: m.And(isArmed, m.Less(card, m.Int(5)), m.Less(at, m.Int(3))), Effects: []model.Effect{on}},
		{Kind: 1, Guard: m.And(isArmed, m.Less(m.Int(4), card), m.Less(at, m.Int(3))), Effects: []model.Effect{on}},
		{Kind: 2, Guard: isArmed.Not(), Effects: []model.Effect{{Var: 4, X: m.Int(1)}}},
	}
	m.Machine.Goal = m.Equal(at, m.Int(3))
	start := model.Solution{5, 3, 7, 0, 0}
	g := Begin(Deal{Table: NewTable(m), Start: start})
	steps := []struct {
		move     int64
		revealed []model.VarID
		legal    []int64
	}{
		{2, []model.VarID{0}, []int64{1}},
		{1, []model.VarID{1}, []int64{0}},
		{0, []model.VarID{2}, []int64{1}},
		{1, nil, nil},
	}
	if slices.Contains(g.known[:3], true) {
		t.Fatalf("the start reveals %v", g.known[:3])
	}
	for i, s := range steps {
		revealed, err := g.Make(s.move)
		if err != nil || !slices.Equal(revealed, s.revealed) || !slices.Equal(g.Legal(), s.legal) {
			t.Fatalf("step %d reveals %v, then %v is possible (%v); want %v, %v", i, revealed, g.Legal(), err, s.revealed, s.legal)
		}
	}
	if !g.Won() {
		t.Fatal("not won")
	}
	if _, err := g.Make(0); err == nil {
		t.Error("a move after the end is possible")
	}
	// The last move revealed nothing, the one before did.
	if revealed := g.Undo(); revealed != nil || g.Won() || len(g.Moves()) != 3 {
		t.Errorf("undoing the last move: %v, %v", revealed, g.Moves())
	}
	if revealed := g.Undo(); !slices.Equal(revealed, []model.VarID{2}) || len(g.Moves()) != 3 {
		t.Errorf("undoing a move that revealed: %v, %v", revealed, g.Moves())
	}
}

// A value is revealed where it alone decides what is seen.
func TestWhatIsRevealed(t *testing.T) {
	// Three hidden numbers, 1, 5 and 7 in this deal, and what a move makes of them.
	type maker func(m *model.Model, cards []model.Int) model.Int
	tests := []struct {
		name  string
		made  maker
		told  []model.VarID // of which something is seen
		known []model.VarID // that are revealed
	}{
		{"a copy", func(m *model.Model, c []model.Int) model.Int { return c[1] }, []model.VarID{1}, []model.VarID{1}},
		{"one to one", func(m *model.Model, c []model.Int) model.Int { return m.Minus(m.Int(9), c[2]) }, []model.VarID{2}, []model.VarID{2}},
		{"a comparison", func(m *model.Model, c []model.Int) model.Int { return m.ToInt(m.Less(c[1], m.Int(7))) }, []model.VarID{1}, nil},
		{"one that leaves one", func(m *model.Model, c []model.Int) model.Int { return m.ToInt(m.Less(c[0], m.Int(5))) }, []model.VarID{0}, []model.VarID{0}},
		{"a sum", func(m *model.Model, c []model.Int) model.Int { return m.Plus(c[0], c[1]) }, []model.VarID{0, 1}, nil},
		{"an if", func(m *model.Model, c []model.Int) model.Int { return m.If(m.Equal(c[0], m.Int(1)), c[1], c[2]) }, []model.VarID{0, 1}, nil},
		{"nothing", func(m *model.Model, c []model.Int) model.Int { return m.Int(4) }, nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := model.New()
			m.Finds = []model.Find{{Name: "cards"}, {Name: "state"}}
			m.Machine = &model.Machine{Kinds: []string{"look"}, Never: model.False, Hidden: []model.VarID{0, 1, 2}}
			var cards []model.Int
			for range 3 {
				cards = append(cards, m.IntVar(m.AddInt(model.Range(1, 7), 0, false)))
			}
			made := m.AddInt(model.Range(0, 14), 1, false)
			m.Machine.Moves = []model.Move{{Guard: m.Equal(m.IntVar(made), m.Int(0)), Effects: []model.Effect{{Var: made, X: test.made(m, cards)}}}}
			m.Machine.Goal = m.And(m.Equal(cards[0], cards[1]), m.Equal(m.IntVar(made), m.Int(13))) // tells nothing
			g := Begin(Deal{Table: NewTable(m), Start: model.Solution{1, 5, 7, 0}})
			told, err := g.Make(0)
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(told)
			var known []model.VarID
			for v := range model.VarID(3) {
				if g.Knows(v) {
					known = append(known, v)
				}
			}
			if !slices.Equal(told, test.told) || !slices.Equal(known, test.known) {
				t.Errorf("something is seen of %v, revealed are %v; want %v, %v", told, known, test.told, test.known)
			}
		})
	}
}
