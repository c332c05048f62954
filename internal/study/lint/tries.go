package lint

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/solve"
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
	inputs := []instance.Input{}
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
func (l *linter) fromNothing() instance.Input {
	c := &change{random: l.random, fresh: 0.2}
	in := &instance.Instance{Source: diag.NewSource("drawn", "")}
	for _, g := range l.spec.Givens {
		for _, part := range g.Stmt.Parts {
			if g.Stmt.Value == nil {
				in.Entries = append(in.Entries, assign(part.Name.Text, drawn{c, nil}))
			}
		}
	}
	return instance.Input{Instance: in}
}

// add adds an instance, or finds that it is there already.
func (l *linter) add(p *solve.Problem, in instance.Input) *try {
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
func largest(values []instance.Given) (board *value.Board) {
	for _, g := range values {
		if a, ok := g.Value.(*value.Array); ok && a.Board != nil && (board == nil || a.Board.Rows*a.Board.Cols > board.Rows*board.Cols) {
			board = a.Board
		}
	}
	return board
}

// base is an instance from which others are drawn.
type base struct {
	values   []instance.Given
	explicit map[string]bool // which of them the instance has, rather than a default
	board    *value.Board    // the largest; nil for none
}

func newBase(p *solve.Problem, in instance.Input) *base {
	return &base{values: p.Givens, explicit: named(p, in), board: largest(p.Givens)}
}

// named are the givens that an input has a value for.
func named(p *solve.Problem, in instance.Input) map[string]bool {
	var names []string
	for _, g := range p.Givens {
		names = append(names, g.Name)
	}
	out := map[string]bool{}
	entries, _ := instance.Entries(names, in)
	for name := range entries {
		out[name] = true
	}
	return out
}

// changed draws an input from the base: what is there is kept, changed or taken away, on a board as large, smaller or larger; or a
// few values are strewn over a small board. First come some boards as blank as can be: rules that little else is said beside show best there.
func (b *base) changed(n int, random *rand.Rand) instance.Input {
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
func (b *base) thinned(random *rand.Rand) instance.Input {
	return b.input(&change{random: random, blank: 0.5})
}

func (b *base) input(c *change) instance.Input {
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
	return instance.Input{Instance: in}
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
func assign(name string, m instance.Maker) *dsl.Assign {
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

// Instances that are drawn blindly seldom have an answer that breaks just one rule, where many clues have to fit. So the other way round, too: an
// answer is taken that breaks the rule and, on the instance at hand, one other, and the instance is changed until that one holds: local
// search by single values of givens (min-conflicts; Minton, Johnston, Philips, Laird 1992), in which the judge counts what the answer breaks.

// How many instances are begun from for each rule, and how often a value is changed.
const (
	mostFitted = 40
	mostSteps  = 200
)

// fit looks for an instance with an answer that breaks the rule and no other; opposite is the spec with the rule turned round. It is nil if
// none was found.
func (l *linter) fit(r *dsl.Rule, opposite *check.Spec) *try {
	var relaxed []*check.Spec // without one further rule each
	for _, other := range l.rules {
		if other != r {
			if v := without(opposite, other); v != nil {
				relaxed = append(relaxed, v)
			}
		}
	}
	begun := 0
	for t := range l.tries {
		if begun == mostFitted || len(relaxed) == 0 {
			return nil
		}
		if b := largest(t.problem.Givens); b != nil && b.Rows*b.Cols > mostCells {
			continue
		}
		v := relaxed[begun%len(relaxed)]
		begun++
		p, _ := l.compile(v, fixed(t.problem.Givens))
		if p == nil {
			continue
		}
		found := l.ask(p, solve.Question{Limit: 1})
		if len(found.Answers) == 0 {
			continue
		}
		if fitted := l.adapt(t, opposite, found.Answers[0]); fitted != nil {
			return fitted
		}
	}
	return nil
}

// adapt changes the instance value by value until the answer breaks nothing of the spec; nil if it does not come to that.
func (l *linter) adapt(t *try, spec *check.Spec, a *judge.Answer) *try {
	values := t.problem.Givens
	broken := l.broken(t, spec, values, a)
	for range mostSteps {
		if broken == 0 || broken < 0 || l.done() {
			break
		}
		next := l.step(t, values)
		if next == nil {
			continue
		}
		if n := l.broken(t, spec, next, a); n >= 0 && n <= broken {
			values, broken = next, n
		}
	}
	if broken != 0 {
		return nil
	}
	p, _ := l.compile(l.spec, fixed(values))
	if p == nil {
		return nil
	}
	return &try{problem: p, said: t.said}
}

// step is the instance with one value changed; nil if that can't be.
func (l *linter) step(t *try, values []instance.Given) []instance.Given {
	leaves := 0
	for _, g := range values {
		if t.said[g.Name] {
			leaves += countLeaves(g.Value)
		}
	}
	if leaves == 0 {
		return nil
	}
	in := fixed(values)
	at := l.random.IntN(leaves)
	for i, g := range values {
		if !t.said[g.Name] {
			continue
		}
		if n := countLeaves(g.Value); at >= n {
			at -= n
			continue
		}
		c := &change{random: l.random, blank: 0.3, other: 1, fresh: 1, single: true, at: at}
		in.Instance.Entries[i] = assign(g.Name, drawn{c, g.Value})
		break
	}
	next, problems := compile.Givens(l.ctx, l.spec, in, options)
	l.spent += 100
	if problems.HasErrors() {
		return nil
	}
	return next
}

// countLeaves is how many single values a value consists of.
func countLeaves(v value.Value) int {
	if a, ok := v.(*value.Array); ok {
		n := 0
		for _, e := range a.Values {
			n += countLeaves(e)
		}
		return n
	}
	switch v.(type) {
	case value.List, value.Tuple, *value.Set:
		n := 0
		for _, e := range value.Elements(v) {
			n += countLeaves(e)
		}
		return n
	}
	return 1
}

// broken counts what an answer breaks on an instance, as far as the judge does; -1 if he can't tell.
func (l *linter) broken(t *try, spec *check.Spec, values []instance.Given, a *judge.Answer) int {
	l.spent += t.problem.Work // about what it takes to call a judge
	j, problems := judge.New(l.ctx, spec, values, nil)
	if problems.HasErrors() {
		return -1
	}
	v := j.Judge(a)
	l.spent += v.Steps
	if v.Err != nil {
		return -1
	}
	return len(v.Violations)
}
