package lint

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/solve"
	"nazo/internal/study/compose"
)

// change says how to derive an instance from another.
type change struct {
	random *rand.Rand
	// Probabilities that a single value becomes none, or another of its type, and that none becomes a value.
	blank, other, fresh float64
	// of is the largest board of the instance. rows and cols are added to its size.
	of         *value.Board
	rows, cols int
	// single means that only one value changes: number at of those to come.
	single bool
	at     int
	// drew has the values drawn so far, which are often drawn again.
	drew []value.Value
}

// drawn makes a given's value from that in another instance, or nil. It implements [instance.Maker].
type drawn struct {
	*change
	from value.Value
}

// Make implements [instance.Maker].
func (d drawn) Make(t instance.Type) (value.Value, error) {
	v := d.vary(t, d.from)
	if v == nil {
		return nil, fmt.Errorf("no value of this type can be drawn")
	}
	w, ok := t.Fits(v)
	if !ok {
		return nil, fmt.Errorf("the value that was drawn does not fit")
	}
	return w, nil
}

// vary returns a value of a type like another, or nil if none can be drawn.
func (c *change) vary(t instance.Type, from value.Value) value.Value {
	switch t := t.(type) {
	case instance.Grid:
		return c.grid(t, from)
	case instance.Keyed:
		old, _ := from.(*value.Array)
		values := make([]value.Value, t.Keys.Len())
		for i, k := range t.Keys.List() {
			var was value.Value
			if old != nil {
				was, _ = old.At(k)
			}
			if values[i] = c.vary(t.Of[i], was); values[i] == nil {
				return nil
			}
		}
		return value.NewArray(t.Keys, values, value.BoardOf(t.Keys))
	case instance.List:
		return c.list(t.Of, value.Elements(from))
	case instance.Set:
		return value.NewSet(c.list(t.Of, value.Elements(from))...)
	case instance.Tuple:
		old, _ := from.(value.Tuple)
		out := make(value.Tuple, len(t.Parts))
		for i, part := range t.Parts {
			var was value.Value
			if i < len(old) {
				was = old[i]
			}
			if out[i] = c.vary(part, was); out[i] == nil {
				return nil
			}
		}
		return out
	}
	if c.single {
		if c.at--; c.at != -1 {
			return from
		}
	}
	if _, optional := t.Fits(value.None{}); optional {
		switch _, none := from.(value.None); {
		case (none || from == nil) && c.random.Float64() >= c.fresh, !none && from != nil && c.random.Float64() < c.blank:
			return value.None{}
		case none:
			from = nil
		}
	}
	if from != nil && c.random.Float64() >= c.other {
		if v, ok := c.keep(t, from); ok {
			return v
		}
	}
	return c.any(t, from)
}

// grid varies the values of a board. A growing board repeats its last row and column, so that areas stay whole. A
// changed value often becomes that of another cell, as names of areas have no other values.
func (c *change) grid(t instance.Grid, from value.Value) value.Value {
	old, _ := from.(*value.Array)
	rows, cols := 1+c.random.IntN(4), 1+c.random.IntN(4)
	if old != nil && old.Board != nil {
		rows, cols = max(old.Board.Rows+c.rows, 1), max(old.Board.Cols+c.cols, 1)
	}
	board := &value.Board{Rows: rows, Cols: cols}
	keys := value.BoardSet(board)
	values := make([]value.Value, keys.Len())
	for i, k := range keys.List() {
		var was value.Value
		if old != nil && old.Board != nil {
			at := k.(value.Cell)
			was, _ = old.At(old.Board.At(min(at.Row, old.Board.Rows), min(at.Col, old.Board.Cols)))
			if (!c.single || c.at == 0) && c.random.Float64() < c.other/2 {
				was = old.Values[c.random.IntN(len(old.Values))]
			}
		}
		if values[i] = c.vary(t.Of, was); values[i] == nil {
			return nil
		}
	}
	return value.NewArray(keys, values, board)
}

// list varies each member. A list with one for each row or column of the board grows with it.
func (c *change) list(of instance.Type, old []value.Value) value.List {
	length := c.resized(len(old))
	if len(old) == 0 && !c.single && c.random.Float64() < c.other {
		length = c.random.IntN(4)
		if c.of != nil && length < 2 {
			length = []int{c.of.Rows + c.rows, c.of.Cols + c.cols}[length]
		}
	}
	var out value.List
	for i := range length {
		var was value.Value
		if len(old) > 0 {
			was = old[min(i, len(old)-1)]
		}
		if v := c.vary(of, was); v != nil {
			out = append(out, v)
		}
	}
	return out
}

// resized adjusts a number that may be the board's number of rows or columns.
func (c *change) resized(n int) int {
	switch {
	case c.of == nil:
	case n == c.of.Rows:
		return max(n+c.rows, 1)
	case n == c.of.Cols:
		return max(n+c.cols, 1)
	}
	return n
}

// keep returns a value as it was, if the type still has it.
func (c *change) keep(t instance.Type, from value.Value) (value.Value, bool) {
	if n, ok := from.(value.Int); ok {
		from = value.Int(c.resized(int(n)))
	}
	v, ok := t.Fits(from)
	if one, isOne := t.(instance.OneOf); ok && isOne {
		if _, numbers := one.Values.(value.Range); !numbers { // use a cell of the present board
			for _, w := range one.Values.List() {
				if value.Equal(v, w) {
					return w, true
				}
			}
		}
	}
	return v, ok
}

// again is the probability that a drawn value repeats an earlier one, so that there are few kinds of clues.
const again = 0.8

// any returns some value of a type, or nil.
func (c *change) any(t instance.Type, from value.Value) value.Value {
	if len(c.drew) > 0 && c.random.Float64() < again {
		if v, ok := t.Fits(c.drew[c.random.IntN(len(c.drew))]); ok {
			return v
		}
	}
	v := c.anew(t, from)
	if v != nil {
		c.drew = append(c.drew, v)
	}
	return v
}

// fewNumbers is the size of a range of which any number may be drawn.
const fewNumbers = 20

// anew draws a value. Numbers are small or near from.
func (c *change) anew(t instance.Type, from value.Value) value.Value {
	near := int64(c.random.IntN(5))
	if n, ok := from.(value.Int); ok {
		near = max(int64(n)+int64(c.random.IntN(4))-2, 0)
		if c.random.IntN(2) == 0 {
			near = c.random.Int64N(max(int64(n), 1) + 1)
		}
	}
	switch t := t.(type) {
	case instance.Int:
		return value.Int(near)
	case instance.Bool:
		return value.Of(c.random.IntN(2) == 0)
	case instance.Optional:
		return c.anew(t.Of, from)
	case instance.Union:
		return c.anew(t.Parts[c.random.IntN(len(t.Parts))], from)
	case instance.OneOf:
		if r, numbers := t.Values.(value.Range); numbers && (r.Len() > fewNumbers || c.random.IntN(2) == 0) {
			if from == nil {
				near += r.Lo
			}
			return value.Int(min(max(near, r.Lo), r.Hi))
		}
		if all := t.Values.List(); len(all) > 0 {
			return all[c.random.IntN(len(all))]
		}
	case instance.Like:
		switch e := t.Example.(type) {
		case value.Bool:
			return value.Of(c.random.IntN(2) == 0)
		case value.Int:
			if from == nil {
				near = max(int64(e)+int64(c.random.IntN(4))-2, 0)
			}
			return value.Int(near)
		}
	case instance.Word:
		if from == nil {
			name := string(rune('A' + c.random.IntN(4)))
			return value.Label{Name: name, Print: name}
		}
	}
	return from
}

// as makes a given a fixed value.
type as struct{ value value.Value }

// Make implements [instance.Maker].
func (a as) Make(t instance.Type) (value.Value, error) {
	v, ok := t.Fits(a.value)
	if !ok {
		return nil, fmt.Errorf("the value does not fit")
	}
	return v, nil
}

func fixed(values []instance.Given) instance.Input {
	in := &instance.Instance{Source: diag.NewSource("drawn", "")}
	for _, g := range values {
		in.Entries = append(in.Entries, assign(g.Name, as{g.Value}))
	}
	return instance.Input{Instance: in}
}

// Bounds of varying givens.
const (
	variations   = 4   // of a given on an instance
	mostVaried   = 80  // instances
	mostCompared = 100 // solutions
	enoughVaried = 15  // unchanged instances for a finding
)

// idle reports givens whose other values change no solution.
func (l *linter) idle() {
	for _, g := range l.spec.Givens {
		if g.Source != l.spec.File.Source {
			continue
		}
		for _, part := range g.Stmt.Parts {
			if l.done() {
				l.report.Open = append(l.report.Open, "the given "+part.Name.Text)
				continue
			}
			l.vary(part)
		}
	}
}

// Bounds for remarks about finds with many candidates. A number in each cell up to the length of a line has the power
// 1.5 of the cells, which is usual. A cell's choice among all cells has the power 2.
const (
	mostGrowth   = 1.7
	enoughGrown  = 2  // by this the larger board has more cells
	enoughCells  = 12 // of the larger board
	enoughChoice = 10 // candidates for each cell, on average
)

// crowded reports finds with as many candidates as a choice among all cells has for each cell. It compares the smallest
// and the largest board.
func (l *linter) crowded() {
	if len(l.pool) == 0 {
		return
	}
	small, large := l.pool[0].problem, l.pool[0].problem
	for _, t := range l.pool {
		if n := cells(t.problem); n > 1 && (n < cells(small) || cells(small) < 2) {
			small = t.problem
		} else if n > cells(large) {
			large = t.problem
		}
	}
	few, many := cells(small), cells(large)
	if few < 2 || many < max(enoughCells, enoughGrown*few) {
		return
	}
	for i, f := range l.spec.Finds {
		before, after := candidates(small, i), candidates(large, i)
		if f.Source != l.spec.File.Source || before == 0 || after < enoughChoice*many {
			continue
		}
		growth := math.Log(float64(after)/float64(before)) / math.Log(float64(many)/float64(few))
		if growth < mostGrowth {
			continue
		}
		d := l.say(f.Stmt, diag.Remarkf, "find-crowded", "this has %d candidates for %d cells, and %d for %d: a board of 20 by 20 may be slow", before, few, after, many)
		d.Helpf("find what a cell knows of its neighbours instead, such as a direction or a border, or bound the numbers: \"Fast ways to say it\" in docs/idioms.md")
	}
}

// blindly reports givens that shape the finds if no make statement says how boards are drawn.
func (l *linter) blindly() {
	if len(l.pool) == 0 || l.spec.Drawing != nil {
		return
	}
	names := compose.Blindly(l.ctx, l.spec, instance.Known(l.pool[0].problem.Givens), options)
	for _, g := range l.spec.Givens {
		for _, part := range g.Stmt.Parts {
			if g.Source == l.spec.File.Source && slices.Contains(names, part.Name.Text) {
				d := l.say(part.Name, diag.Remarkf, "make-blind", "what `%s` has shapes the finds, so `nazo make` draws it blindly and may need long", part.Name.Text)
				d.Helpf("say how boards are drawn: \"New boards\" in docs/language.md")
				return
			}
		}
	}
}

// cells is the number of values of the largest given that is a board, 0 if there is none.
func cells(p *solve.Problem) (most int) {
	for _, g := range p.Givens {
		if a, ok := g.Value.(*value.Array); ok {
			most = max(most, len(a.Values))
		}
	}
	return most
}

// candidates counts the values and members that a find can have.
func candidates(p *solve.Problem, find int) (n int) {
	for _, v := range p.Model.Vars {
		switch {
		case int(v.Find) != find:
		case v.Bool:
			n++
		default:
			n += int(v.Domain.Size())
		}
	}
	return n
}

// vary tries other values of one given.
func (l *linter) vary(part *dsl.GivenPart) {
	name := part.Name.Text
	var same []*try
	looked := 0
	for t := range l.tries {
		if looked == mostVaried {
			break
		}
		if !l.solved(t) {
			continue
		}
		looked++
		unchanged := false
		for range variations {
			differs, known := l.differs(t, name)
			if differs {
				return
			}
			unchanged = unchanged || known
		}
		if unchanged {
			same = append(same, t)
		}
	}
	if len(same) >= enoughVaried || len(same) > 0 && l.saturated() {
		l.say(part.Name, diag.Warnf, "given-idle", "other values of %s changed no solution %s", name, on(same))
	}
}

// differs reports whether a random other value of a given changes the solutions of an instance, and if that is known.
func (l *linter) differs(t *try, name string) (differs, known bool) {
	in := fixed(t.problem.Givens)
	i := slices.IndexFunc(t.problem.Givens, func(g instance.Given) bool { return g.Name == name })
	was := t.problem.Givens[i].Value
	c := &change{random: l.random, blank: 0.2, other: 0.5, fresh: 0.3}
	if !isCollection(was) {
		c.other = 1
	}
	in.Instance.Entries[i] = assign(name, drawn{c, was})
	// Values that are not explicit may depend on the changed one.
	in.Instance.Entries = slices.DeleteFunc(in.Instance.Entries, func(a *dsl.Assign) bool {
		return a.Names[0].Text != name && !t.said[a.Names[0].Text]
	})
	p, refused := l.compile(l.spec, in)
	switch {
	case refused:
		return true, true
	case p == nil || value.Equal(p.Givens[i].Value, was):
		return false, false
	}
	if !l.accepts(p, t.answer) {
		return true, true
	}
	theirs := l.solutions(p)
	for _, a := range theirs.Answers {
		if !l.accepts(t.problem, a) {
			return true, true
		}
	}
	if !theirs.Exhausted {
		return false, false
	}
	if t.solutions == nil {
		t.solutions = l.solutions(t.problem)
	}
	ours := t.solutions
	return ours.Count != theirs.Count, ours.Exhausted && ours.Count > 1 // a single answer may be the only possible one
}

func (l *linter) solutions(p *solve.Problem) *solve.Report {
	return l.ask(p, solve.Question{Limit: mostCompared})
}

// accepts reports whether an answer of one instance is one of another.
func (l *linter) accepts(p *solve.Problem, a *judge.Answer) bool {
	v := p.Judge.Judge(a)
	l.spent += v.Steps
	return v.Accepted || v.Err != nil
}
