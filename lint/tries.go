package lint

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/givens"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// try is an instance that the spec is tried on.
type try struct {
	problem *solve.Problem
	said    map[string]bool // the givens that have a value of their own, rather than a default
	asked   bool
	verdict solve.Verdict // as far as it was asked
	answer  *judge.Answer // one, if it is solved
	// solutions are what was found when all were asked for, which some looks do; nil before the first.
	solutions *solve.Report
}

// How many instances are tried, and how many may be drawn for them.
const (
	mostBases = 16
	mostTries = 300
	mostDraws = 500
	// mostThinned is how often an instance without a solution is thinned out.
	mostThinned = 4
	// mostCells is the size of boards of which others of the same size are drawn.
	mostCells = 36
)

// tries goes through the instances: the examples and further ones, then what is drawn from these in turn.
func (l *linter) tries(yield func(*try) bool) {
	for i := 0; !l.done(); i++ {
		for i >= len(l.pool) && l.more() {
			continue
		}
		if i >= len(l.pool) || !yield(l.pool[i]) {
			return
		}
	}
}

// more draws one more instance, which may come to nothing; false if there are enough.
func (l *linter) more() bool {
	if l.random == nil {
		l.begin()
	}
	if len(l.bases) == 0 || l.draws >= mostDraws || len(l.pool) >= mostTries || l.done() {
		return false
	}
	b := l.bases[l.draws%len(l.bases)]
	in := b.changed(l.draws/len(l.bases), l.random)
	l.draws++
	for range mostThinned {
		p, _ := l.compile(l.spec, in)
		if p == nil || l.solved(l.add(p, in)) || l.done() {
			break
		}
		next := newBase(p, in)
		in = next.thinned(l.random)
	}
	return true
}

// begin takes the instances that are there as the first.
func (l *linter) begin() {
	l.random = rand.New(rand.NewPCG(l.o.Seed, 1))
	inputs := []givens.Input{}
	for _, e := range l.all() {
		inputs = append(inputs, e.Input)
	}
	for range mostBases / 4 { // these are no more than defaults and chance
		inputs = append(inputs, l.fromNothing())
	}
	for _, in := range inputs {
		if p, _ := l.compile(l.spec, in); p != nil && len(l.bases) < mostBases {
			l.hear(p)
			if p.Work <= smallWork {
				l.add(p, in)
			}
			l.bases = append(l.bases, newBase(p, in))
		}
	}
}

// fromNothing draws the givens that have no default.
func (l *linter) fromNothing() givens.Input {
	c := &change{random: l.random, fresh: 0.2}
	in := &instance.Instance{Source: diag.NewSource("drawn", "")}
	for _, g := range l.spec.Givens {
		for _, part := range g.Stmt.Parts {
			if g.Stmt.Value == nil {
				in.Entries = append(in.Entries, assign(part.Name.Text, drawn{c, nil}))
			}
		}
	}
	return givens.Input{Instance: in}
}

// add adds an instance, or finds that it is there already.
func (l *linter) add(p *solve.Problem, in givens.Input) *try {
	var key strings.Builder
	for _, g := range p.Givens {
		key.WriteString(value.String(g.Value) + ";")
	}
	if known := l.known[key.String()]; known != nil {
		l.repeated++
		return known
	}
	t := &try{problem: p, said: named(p, in)}
	l.known[key.String()] = t
	l.pool = append(l.pool, t)
	return t
}

// saturated reports whether what is drawn has been there many times: there are hardly any others.
func (l *linter) saturated() bool {
	return len(l.spec.Givens) == 0 || l.draws >= mostDraws && l.repeated > 4*len(l.pool)
}

// solved reports whether an instance has a solution, as far as that is soon found.
func (l *linter) solved(t *try) bool {
	if !t.asked {
		r := l.ask(t.problem, solve.Question{Limit: 1})
		if t.asked, t.verdict = true, r.Verdict; len(r.Answers) > 0 {
			t.answer = r.Answers[0]
		}
	}
	return t.verdict == solve.Solved
}

// size is that of the largest board of some instances, as in "5×5"; "" for none.
func size(tries []*try) string {
	text, most := "", 0
	for _, t := range tries {
		if b := largest(t.problem.Givens); b != nil && b.Rows*b.Cols > most {
			most, text = b.Rows*b.Cols, fmt.Sprintf("%d×%d", b.Rows, b.Cols)
		}
	}
	return text
}

// largest is the largest board that a given has a value for each cell of; nil for none.
func largest(values []givens.Given) (board *value.Board) {
	for _, g := range values {
		if a, ok := g.Value.(*value.Array); ok && a.Board != nil && (board == nil || a.Board.Rows*a.Board.Cols > board.Rows*board.Cols) {
			board = a.Board
		}
	}
	return board
}

// base is an instance from which others are drawn.
type base struct {
	values   []givens.Given
	explicit map[string]bool // which of them the instance has, rather than a default
	board    *value.Board    // the largest; nil for none
}

func newBase(p *solve.Problem, in givens.Input) *base {
	return &base{values: p.Givens, explicit: named(p, in), board: largest(p.Givens)}
}

// named are the givens that an input has a value for.
func named(p *solve.Problem, in givens.Input) map[string]bool {
	var names []string
	for _, g := range p.Givens {
		names = append(names, g.Name)
	}
	out := map[string]bool{}
	entries, _ := givens.Entries(names, in)
	for name := range entries {
		out[name] = true
	}
	return out
}

// changed draws an input from the base: what is there is kept, changed or taken away, on a board as large, smaller or larger; or a
// few values are strewn over a small board. First come some boards as blank as can be: rules that little else is said beside show best there.
func (b *base) changed(n int, random *rand.Rand) givens.Input {
	c := &change{random: random, of: b.board, blank: 1}
	switch {
	case b.board != nil && n < len(plain):
		c.resize(plain[n].rows, plain[n].cols)
	case n%2 == 0:
		c.fresh = pick(random, 0.05, 0.15, 0.3)
		c.other = pick(random, 0, 0.1, 0.3)
		c.resize(1+random.IntN(4), 1+random.IntN(5))
	default:
		c.blank = pick(random, 0, 0.3, 0.6, 0.9)
		c.other = pick(random, 0, 0.05, 0.3)
		c.fresh = pick(random, 0, 0.05)
		if b.board != nil && (b.board.Rows*b.board.Cols > mostCells || random.IntN(3) > 0) {
			c.resize(1+random.IntN(6), 1+random.IntN(6))
		}
	}
	return b.input(c)
}

// plain are sizes of blank boards.
var plain = []struct{ rows, cols int }{{3, 3}, {2, 5}, {4, 4}, {1, 6}, {5, 5}, {6, 1}, {5, 3}}

func pick[T any](random *rand.Rand, from ...T) T { return from[random.IntN(len(from))] }

// resize has the largest board become one of another size.
func (c *change) resize(rows, cols int) {
	if c.of != nil {
		c.rows, c.cols = rows-c.of.Rows, cols-c.of.Cols
	}
}

// thinned is the base with about half of what is there become none.
func (b *base) thinned(random *rand.Rand) givens.Input {
	return b.input(&change{random: random, blank: 0.5})
}

func (b *base) input(c *change) givens.Input {
	in := &instance.Instance{Source: diag.NewSource("drawn", "")}
	for _, g := range b.values {
		anew := c.other > 0 && c.random.IntN(3) == 0
		collection := isCollection(g.Value)
		switch {
		case anew && !collection:
			in.Entries = append(in.Entries, assign(g.Name, drawn{&change{random: c.random, other: 1}, g.Value}))
		case anew && !b.explicit[g.Name]:
			more := *c
			more.other, more.blank, more.fresh = 0.5, 0, 0.5
			in.Entries = append(in.Entries, assign(g.Name, drawn{&more, g.Value}))
		case b.explicit[g.Name]:
			in.Entries = append(in.Entries, assign(g.Name, drawn{c, g.Value}))
		}
	}
	return givens.Input{Instance: in}
}

func isCollection(v value.Value) bool {
	_, array := v.(*value.Array)
	return array || hasMembers(v)
}

func hasMembers(v value.Value) bool {
	switch v.(type) {
	case value.List, *value.Set:
		return true
	}
	return false
}

// assign is an entry of an instance.
func assign(name string, m givens.Maker) *dsl.Assign {
	return &dsl.Assign{Names: []*dsl.Name{{Text: name}}, Value: &dsl.Foreign{Value: m}}
}

// hear takes over what the compiler says of pairs, wherever it does; what else it says is of one instance.
func (l *linter) hear(p *solve.Problem) {
	for _, d := range p.Warnings.All() {
		if d.Source == l.spec.File.Source && d.Code == "pair-order" {
			l.report.Findings.Add(d)
		}
	}
}
