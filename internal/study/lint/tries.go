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
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/solve"
)

// try is an instance that the spec is tried on.
type try struct {
	problem *solve.Problem
	said    map[string]bool // givens with an explicit value
	asked   bool
	verdict solve.Verdict // once asked
	answer  *judge.Answer // if it is solved
	// solutions is the report on all solutions, which some checks need; nil before the first.
	solutions *solve.Report
}

// Bounds on the instances tried and drawn.
const (
	mostBases = 16
	mostTries = 300
	mostDraws = 500
	// mostThinned is how often an instance without a solution is thinned out.
	mostThinned = 4
	// mostCells is the largest board that is varied in its own size.
	mostCells = 36
)

// tries yields the instances: examples and further ones, then those drawn from them in turn.
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

// more draws an instance, perhaps without success. It returns false if there are enough.
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
		in = newBase(p, in).input(&change{random: l.random, blank: 0.5}) // about half of the values go
	}
	return true
}

// begin takes the existing instances as bases.
func (l *linter) begin() {
	l.random = rand.New(rand.NewPCG(l.o.Seed, 1))
	inputs := alg.Map(l.all(), func(e *compile.Example) instance.Input { return e.Input })
	for range mostBases / 4 { // instances of defaults and chance
		inputs = append(inputs, l.fromNothing())
	}
	for _, in := range inputs {
		if p, _ := l.compile(l.spec, in); p != nil && len(l.bases) < mostBases {
			for _, d := range p.Warnings.All() { // others are about one instance
				if d.Source == l.spec.File.Source && d.Code == "pair-order" {
					l.report.Findings.Add(d)
				}
			}
			if p.Work <= smallWork {
				l.add(p, in)
			}
			l.bases = append(l.bases, newBase(p, in))
		}
	}
}

// fromNothing draws the givens without a default.
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

// add adds an instance unless it is known.
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

// saturated reports whether most draws repeat known instances, so that there are hardly any others.
func (l *linter) saturated() bool {
	return len(l.spec.Givens) == 0 || l.draws >= mostDraws && l.repeated > 4*len(l.pool)
}

// solved reports whether a solution of an instance is found soon.
func (l *linter) solved(t *try) bool {
	if !t.asked {
		r := l.ask(t.problem, solve.Question{Limit: 1})
		if t.asked, t.verdict = true, r.Verdict; len(r.Answers) > 0 {
			t.answer = r.Answers[0]
		}
	}
	return t.verdict == solve.Solved
}

// size returns the size of the largest board, as in "5×5", or "".
func size(tries []*try) string {
	text, most := "", 0
	for _, t := range tries {
		if b := largest(t.problem.Givens); b != nil && b.Rows*b.Cols > most {
			most, text = b.Rows*b.Cols, fmt.Sprintf("%d×%d", b.Rows, b.Cols)
		}
	}
	return text
}

// largest returns the largest board of a grid, or nil.
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
	explicit map[string]bool // givens with an explicit value
	board    *value.Board    // the largest; may be nil
}

func newBase(p *solve.Problem, in instance.Input) *base {
	return &base{values: p.Givens, explicit: named(p, in), board: largest(p.Givens)}
}

// named returns the givens for which an input has a value.
func named(p *solve.Problem, in instance.Input) map[string]bool {
	names := alg.Map(p.Givens, func(g instance.Given) string { return g.Name })
	out := map[string]bool{}
	entries, _ := instance.Entries(names, in)
	for name := range entries {
		out[name] = true
	}
	return out
}

// changed draws an input from the base. First come some nearly blank boards, where few other rules apply. Then values
// are kept, changed or removed on a board of any size, or a few are strewn over a small board.
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

// resize changes the size of the largest board.
func (c *change) resize(rows, cols int) {
	if c.of != nil {
		c.rows, c.cols = rows-c.of.Rows, cols-c.of.Cols
	}
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
	switch v.(type) {
	case *value.Array, value.List, *value.Set:
		return true
	}
	return false
}

func assign(name string, m instance.Maker) *dsl.Assign {
	return &dsl.Assign{Names: []*dsl.Name{{Text: name}}, Value: &dsl.Foreign{Value: m}}
}

// Random instances with many clues seldom have an answer that breaks just one rule. So the linter also takes an answer
// that breaks the rule and one other, and changes the instance until only the rule is broken. This is local search over
// single values (min-conflicts; Minton, Johnston, Philips, Laird 1992), guided by the judge's count of violations.

// Bounds of fitting: instances for each rule, and changes of values.
const (
	mostFitted = 40
	mostSteps  = 200
)

// fit looks for an instance with an answer that breaks only this rule; nil if none. opposite has the rule negated.
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

// adapt changes an instance value by value until the answer breaks nothing of the spec, or returns nil.
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

// step returns the instance with one value changed, or nil if that is impossible.
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

func countLeaves(v value.Value) (n int) {
	elements := value.Elements(v)
	switch v := v.(type) {
	case *value.Array:
		elements = v.Values
	case value.List, value.Tuple, *value.Set:
	default:
		return 1
	}
	for _, e := range elements {
		n += countLeaves(e)
	}
	return n
}

// broken counts what an answer breaks on an instance, as far as the judge does; -1 if it can't tell.
func (l *linter) broken(t *try, spec *check.Spec, values []instance.Given, a *judge.Answer) int {
	l.spent += t.problem.Work // roughly that of creating a judge
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
