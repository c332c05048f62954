package play

import (
	"fmt"
	"math/rand/v2"

	"nazo/internal/model"
)

// patience is a small solitaire: the numbers 1 to n lie face down in any order.
// Turn one up; put it on the pile, which wants them in order, or on top of one of
// some stacks, from which the pile may take the top ones later.
type patience struct {
	m           *model.Model
	deck        []model.VarID
	drawn, hand model.VarID
	pile        model.VarID
	size        []model.VarID
	slot        [][]model.VarID
	kinds       map[string][]int64 // moves by kind, in the order of their parameters
	texts       []string
}

type name string

func (n name) String() string { return string(n) }

func newPatience(n, stacks int) *patience {
	m := model.New()
	m.Machine = &model.Machine{Never: model.False}
	m.Finds = []model.Find{{Name: "deck"}, {Name: "state"}}
	p := &patience{m: m, kinds: map[string][]int64{}}
	add := func(d model.Domain, start model.Domain, find int32) model.VarID {
		m.Machine.Start = append(m.Machine.Start, start)
		return m.AddInt(d, find, false)
	}
	var cards []model.Int
	ranks, none := model.Range(1, int64(n)), model.Range(0, 0)
	for range n {
		v := add(ranks, ranks, 0)
		p.deck = append(p.deck, v)
		cards = append(cards, m.IntVar(v))
	}
	m.Machine.Hidden = p.deck
	p.drawn = add(model.Range(0, int64(n)), none, 1)
	p.hand = add(model.Range(0, int64(n)), none, 1)
	p.pile = add(model.Range(0, int64(n)), none, 1)
	hand, pile, drawn := m.IntVar(p.hand), m.IntVar(p.pile), m.IntVar(p.drawn)
	empty := m.Equal(hand, m.Int(0))
	next := m.Plus(pile, m.Int(1))
	stack := 0
	move := func(kind string, guard model.Bool, effects ...model.Effect) {
		p.kinds[kind] = append(p.kinds[kind], int64(len(m.Machine.Moves)))
		text := kind + "()"
		if stack > 0 {
			text = fmt.Sprintf("%s(%d)", kind, stack)
		}
		p.texts = append(p.texts, text)
		m.Machine.Moves = append(m.Machine.Moves, model.Move{Kind: int32(len(m.Machine.Kinds)), Parameters: name(kind), Guard: guard, Effects: effects})
		m.Machine.Kinds = append(m.Machine.Kinds, kind)
	}
	move("draw", m.And(empty, m.Less(drawn, m.Int(int64(n)))),
		model.Effect{Var: p.hand, X: m.Element(drawn, 0, cards)}, model.Effect{Var: p.drawn, X: m.Plus(drawn, m.Int(1))})
	move("play", m.And(empty.Not(), m.Equal(hand, next)), model.Effect{Var: p.pile, X: next}, model.Effect{Var: p.hand, X: m.Int(0)})
	for stack = 1; stack <= stacks; stack++ {
		size := add(model.Range(0, int64(n)), none, 1)
		var slots []model.VarID
		var tops []model.Int
		for range n {
			v := add(model.Range(0, int64(n)), none, 1)
			slots = append(slots, v)
			tops = append(tops, m.IntVar(v))
		}
		p.size, p.slot = append(p.size, size), append(p.slot, slots)
		s := m.IntVar(size)
		keep := []model.Effect{{Var: size, X: m.Plus(s, m.Int(1))}, {Var: p.hand, X: m.Int(0)}}
		take := []model.Effect{{Var: size, X: m.Minus(s, m.Int(1))}, {Var: p.pile, X: next}}
		for i, v := range slots {
			at := m.Equal(s, m.Int(int64(i)))
			keep = append(keep, model.Effect{Var: v, X: m.If(at, hand, tops[i])})
			take = append(take, model.Effect{Var: v, X: m.If(m.Equal(s, m.Int(int64(i+1))), m.Int(0), tops[i])})
		}
		move("keep", m.And(empty.Not(), m.Less(s, m.Int(int64(n)))), keep...)
		move("take", m.And(empty, m.Less(m.Int(0), s), m.Equal(m.Element(s, 1, tops), next)), take...)
	}
	m.Machine.Goal = m.Equal(pile, m.Int(int64(n)))
	if err := m.Validate(); err != nil {
		panic(err)
	}
	return p
}

// deal shuffles the deck, for a game at a table of its own.
func (p *patience) deal(seed int64) Deal { return p.dealAt(NewTable(p.m), seed) }

func (p *patience) dealAt(t *Table, seed int64) Deal {
	d := Deal{Table: t, Seed: seed}
	for _, start := range p.m.Machine.Start {
		d.Start = append(d.Start, start.Bounds().Lo)
	}
	for i, k := range rand.New(rand.NewPCG(uint64(seed), 0)).Perm(len(p.deck)) {
		d.Start[p.deck[i]] = int64(k + 1)
	}
	return d
}

// tableFor sets up a table with other players than the machine's.
func tableFor(m *model.Model, players ...model.Player) *Table {
	with, machine := *m, *m.Machine
	machine.Players = players
	with.Machine = &machine
	return NewTable(&with)
}

func (p *patience) notation() *Notation {
	return NewNotation(len(p.texts), func(move int64) string { return p.texts[move] })
}

// line is a preference for all moves of a kind, with the same condition and
// score.
func (p *patience) line(kind string, when model.Bool, by ...model.Int) model.Preference {
	var out model.Preference
	for i, move := range p.kinds[kind] {
		o := model.Option{Move: move, When: when, By: -1}
		if i < len(by) {
			o.By = by[i]
		}
		out.Options = append(out.Options, o)
	}
	return out
}

// greedy plays what it can and keeps on the smallest stack.
func (p *patience) greedy(name string, sample int) *model.Player {
	var sizes []model.Int
	for _, v := range p.size {
		sizes = append(sizes, p.m.IntVar(v))
	}
	return &model.Player{Name: name, Sample: sample, By: -1, Prefers: []model.Preference{
		p.line("play", model.True), p.line("take", model.True), p.line("keep", model.True, sizes...), p.line("draw", model.True),
	}}
}
