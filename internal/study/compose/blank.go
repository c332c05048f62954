package compose

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Size is the size of boards; 0 is that of the first model.
type Size struct{ Rows, Cols int }

// MostSide bounds the rows and columns of boards.
const MostSide = 200

func (s Size) fits() bool { return min(s.Rows, s.Cols) >= 0 && max(s.Rows, s.Cols) <= MostSide }

// models are instances that shape a blank one: the relative sizes of givens, and the number and kinds of clues.
type models struct {
	spec   *check.Spec
	built  *built // nil if no board is built
	values []map[string]value.Value
	boards []*value.Board // of each: the built one, or else that of its first grid
}

// readModels reads the inputs that are valid.
func readModels(ctx context.Context, spec *check.Spec, inputs []instance.Input, o compile.Options) *models {
	m := &models{spec: spec, built: builtBoard(spec)}
	for _, in := range inputs {
		gs, problems := compile.Givens(ctx, spec, in, o)
		if problems.HasErrors() {
			continue
		}
		values, board := valuesOf(gs)
		board = cmp.Or(m.built.of(values), board)
		m.values, m.boards = append(m.values, values), append(m.boards, board)
	}
	return m
}

// valuesOf returns the values of givens by name, and the board of the first grid, or nil.
func valuesOf(gs []instance.Given) (values map[string]value.Value, board *value.Board) {
	values = map[string]value.Value{}
	for _, g := range gs {
		values[g.Name] = g.Value
		if b := boardOf(g.Value); board == nil && b != nil {
			board = b
		}
	}
	return values, board
}

// boardOf returns the board of a grid, or nil for other values.
func boardOf(v value.Value) *value.Board {
	if a, ok := v.(*value.Array); ok && a.Board != nil && a.Keys.Len() == a.Board.Rows*a.Board.Cols {
		return a.Board
	}
	return nil
}

// board returns the board of a blank instance, or nil if the spec has no grid.
func (m *models) board(s Size) *value.Board {
	rows, cols := s.Rows, s.Cols
	for _, b := range m.boards {
		if b != nil {
			rows, cols = cmp.Or(rows, b.Rows), cmp.Or(cols, b.Cols)
			break
		}
	}
	if b := m.built; b != nil && b.rows == b.cols { // one of the two may have been asked for
		rows, cols = cmp.Or(s.Rows, s.Cols, rows), cmp.Or(s.Cols, s.Rows, cols)
	}
	if rows == 0 || cols == 0 {
		return nil
	}
	return &value.Board{Rows: rows, Cols: cols}
}

// fits reports whether a board can have a size, as far as its sides come from one given.
func (m *models) fits(s Size) bool {
	b := m.board(s)
	return b == nil || m.built == nil || m.built.rows != m.built.cols || b.Rows == b.Cols
}

// length returns the related length (see related), or else that in the first model.
func (m *models) length(of func(values map[string]value.Value) (int, bool), board *value.Board, numbers numbers, lines []func(*value.Board) int) (int, bool) {
	if n, ok := m.related(of, board, numbers, lines); ok {
		return n, true
	}
	for _, values := range m.values {
		if n, ok := of(values); ok {
			return n, true
		}
	}
	return 0, false
}

// related finds a rule for a number that holds in all models: once or twice the length of a line, or a given number,
// plus -1, 0 or 1. It applies that rule to the board.
func (m *models) related(of func(values map[string]value.Value) (int, bool), board *value.Board, numbers numbers, lines []func(*value.Board) int) (int, bool) {
	fits := func(guess func(i int) (int, bool)) bool {
		some := false
		for i, values := range m.values {
			n, ok := of(values)
			if !ok {
				continue
			}
			some = true
			if want, known := guess(i); !known || want != n {
				return false
			}
		}
		return some
	}
	byLine := func() (int, bool) {
		for _, plus := range []int{0, 1, -1} {
			for factor := 1; board != nil && factor <= 2; factor++ {
				for _, line := range lines {
					if fits(func(i int) (int, bool) {
						if m.boards[i] == nil {
							return 0, false
						}
						return factor*line(m.boards[i]) + plus, true
					}) {
						return factor*line(board) + plus, true
					}
				}
			}
		}
		return 0, false
	}
	byNumber := func() (int, bool) {
		for _, plus := range []int{0, 1, -1} {
			for _, name := range slices.Sorted(maps.Keys(numbers.all)) {
				if fits(func(i int) (int, bool) {
					of, ok := m.values[i][name].(value.Int)
					return int(of) + plus, ok
				}) {
					return numbers.all[name] + plus, true
				}
			}
		}
		return 0, false
	}
	ways := []func() (int, bool){byNumber, byLine}
	if numbers.sized { // the size was asked for
		slices.Reverse(ways)
	}
	for _, way := range ways {
		if n, ok := way(); ok {
			return n, true
		}
	}
	return 0, false
}

// blanks fills in givens without a value in the input. Nothing is printed in them, and rooms are drawn at random.
type blanks struct {
	*models
	board   *value.Board
	numbers numbers
	random  *rand.Rand
	lists   int // number of lists so far whose length may be that of a row or a column
}

func rowsOf(b *value.Board) int { return b.Rows }
func colsOf(b *value.Board) int { return b.Cols }

// numbers are the values of givens that are a number. sized means that a size of the board was asked for.
type numbers struct {
	all   map[string]int
	sized bool
}

// fill implements compile.Options.Fill. What can't be blank, as shapes to be placed, is taken from the first model.
func (b *blanks) fill(name string, t instance.Type) value.Value {
	if v := b.blank(name, t); v != nil {
		return v
	}
	return b.scalar(name)
}

func (b *blanks) blank(name string, t instance.Type) value.Value {
	if n, ok := b.built.decides(name, false, b.board); ok {
		return value.Int(n)
	}
	switch t := t.(type) {
	case instance.Grid:
		return b.grid(name, t)
	case instance.Keyed:
		values := make([]value.Value, len(t.Of))
		for i, of := range t.Of {
			key := t.Keys.List()[i]
			if values[i] = b.inner(of, func(values map[string]value.Value) value.Value {
				a, ok := values[name].(*value.Array)
				if !ok {
					return nil
				}
				if v, ok := a.At(key); ok {
					return v
				}
				return a.Values[0]
			}); values[i] == nil {
				return nil
			}
		}
		return value.NewArray(t.Keys, values, value.BoardOf(t.Keys))
	case instance.List:
		if n, ok := b.built.decides(name, true, b.board); ok {
			if empty := blankOf(t.Of); empty != nil {
				return value.List(slices.Repeat([]value.Value{empty}, n))
			}
		}
		return b.inner(t, func(values map[string]value.Value) value.Value { return values[name] })
	case instance.Set:
		return value.NewSet()
	}
	return nil
}

// scalar returns the value of a given without parts in the first model, unless its default is computed.
func (m *models) scalar(name string) value.Value {
	for _, g := range m.spec.Givens {
		for _, part := range g.Stmt.Parts {
			if part.Name.Text != name {
				continue
			}
			switch g.Stmt.Value.(type) {
			case nil, *dsl.IntLit, *dsl.BoolLit:
			default:
				return nil
			}
		}
	}
	for _, values := range m.values {
		if v := values[name]; v != nil {
			return v
		}
	}
	return nil
}

// grid returns a blank grid with the relative size that it has in the models.
func (b *blanks) grid(name string, t instance.Grid) value.Value {
	size := func(line func(*value.Board) int) (int, bool) {
		return b.length(func(values map[string]value.Value) (int, bool) {
			own := boardOf(values[name])
			if own == nil {
				return 0, false
			}
			return line(own), true
		}, b.board, b.numbers, []func(*value.Board) int{line})
	}
	rows, okRows := size(rowsOf)
	cols, okCols := size(colsOf)
	if (!okRows || !okCols) && b.board != nil {
		rows, cols = b.board.Rows, b.board.Cols
	}
	if rows < 1 || cols < 1 {
		return nil
	}
	board := &value.Board{Rows: rows, Cols: cols}
	cells := value.NewSet(board.Cells()...)
	if _, named := t.Of.(instance.Word); named {
		return value.NewArray(cells, b.rooms(name, board), board)
	}
	if o, optional := t.Of.(instance.Optional); optional && b.joined(name) {
		if _, named := o.Of.(instance.Word); named {
			return value.NewArray(cells, b.pairs(board), board)
		}
	}
	empty := blankOf(t.Of)
	if _, list := empty.(value.List); list {
		empty = value.None{} // as where a dot stands
	}
	if empty == nil {
		return nil
	}
	values := slices.Repeat([]value.Value{empty}, cells.Len())
	return value.NewArray(cells, values, board)
}

// inner returns a blank value within a given. A list is as long as in the models.
func (b *blanks) inner(t instance.Type, of func(values map[string]value.Value) value.Value) value.Value {
	list, ok := t.(instance.List)
	if !ok {
		return blankOf(t)
	}
	lines := []func(*value.Board) int{colsOf, rowsOf}
	if b.lists++; b.lists%2 == 0 { // of two lists that could be either, the columns' comes first
		lines = []func(*value.Board) int{rowsOf, colsOf}
	}
	n, ok := b.length(func(values map[string]value.Value) (int, bool) {
		l, ok := of(values).(value.List)
		return len(l), ok
	}, b.board, b.numbers, lines)
	if !ok {
		return nil
	}
	out := make(value.List, n)
	for i := range out {
		if out[i] = b.inner(list.Of, func(values map[string]value.Value) value.Value {
			if l, ok := of(values).(value.List); ok && i < len(l) {
				return l[i]
			}
			return nil
		}); out[i] == nil {
			return nil
		}
	}
	return out
}

// blankOf returns none if a type has it, or else its first value. It returns nil if its values can't be listed.
func blankOf(t instance.Type) value.Value {
	values, optional, finite := instance.Finite(t)
	if _, o := t.(instance.Optional); o || optional {
		return value.None{}
	}
	switch {
	case finite && values.Len() > 0:
		return values.List()[0]
	case finite:
		return nil
	}
	if _, list := t.(instance.List); list {
		return value.List(nil)
	}
	if tuple, ok := t.(instance.Tuple); ok {
		out := make(value.Tuple, len(tuple.Parts))
		for i, p := range tuple.Parts {
			if out[i] = blankOf(p); out[i] == nil {
				return nil
			}
		}
		return out
	}
	return nil
}

// blank returns an instance with nothing printed, for an input with some values. The list has errors on failure.
func (m *models) blank(ctx context.Context, in instance.Input, size Size, o compile.Options, random *rand.Rand) (*Draft, *diag.List) {
	b := &blanks{models: m, board: m.board(size), numbers: numbers{map[string]int{}, size != Size{}}, random: random}
	for _, g := range m.spec.Givens {
		for _, part := range g.Stmt.Parts {
			if n, ok := m.scalar(part.Name.Text).(value.Int); ok {
				b.numbers.all[part.Name.Text] = int(n)
			}
			if n, ok := m.built.decides(part.Name.Text, false, b.board); ok {
				b.numbers.all[part.Name.Text] = n
			}
		}
	}
	for _, over := range in.Overrides {
		if n, err := strconv.Atoi(over.Text); err == nil {
			b.numbers.all[over.Name] = n
		}
	}
	o.Fill = b.fill
	gs, problems := compile.Givens(ctx, m.spec, in, o)
	if problems.HasErrors() {
		return nil, problems
	}
	o.Fill = nil
	return NewDraft(ctx, m.spec, instance.Known(gs), o)
}

// Blank returns the givens of an instance in which nothing is printed, shaped by models, of a size. The error is a
// list of diagnostics, [ErrSize], [ErrNoBoard] or [ErrSquare].
func Blank(ctx context.Context, spec *check.Spec, models []instance.Input, size Size, o compile.Options) ([]instance.Given, error) {
	if !size.fits() {
		return nil, ErrSize
	}
	m := readModels(ctx, spec, models, o)
	if m.board(size) == nil {
		return nil, ErrNoBoard
	}
	if !m.fits(size) {
		return nil, ErrSquare
	}
	d, problems := m.blank(ctx, instance.Input{}, size, o, rand.New(rand.NewPCG(0, 0)))
	if problems.HasErrors() {
		return nil, problems
	}
	gs, problems := compile.Givens(ctx, spec, d.Input, o)
	if problems.HasErrors() {
		return nil, problems
	}
	return gs, nil
}

// joined reports whether a find joins equal labels of a given, each of which is printed twice.
func (m *models) joined(name string) bool {
	return slices.ContainsFunc(m.spec.Stmts, func(s check.Placed[dsl.Stmt]) bool {
		f, ok := s.Stmt.(*dsl.Find)
		if !ok {
			return false
		}
		links, ok := f.Domain.(*dsl.LinksIn)
		if !ok {
			return false
		}
		ends, ok := links.Ends.(*dsl.Name)
		return ok && ends.Text == name
	})
}

// pairs draws lines that fill a board and returns the labels at their ends. Each line starts at the free cell with the
// fewest free neighbours and continues to such cells. A left-over cell is appended to a line that ends beside it.
func (b *blanks) pairs(board *value.Board) []value.Value {
	out := make([]value.Value, board.Rows*board.Cols)
	for i := range out {
		out[i] = value.None{}
	}
	for range 1000 {
		if lines, ok := lines(board, b.random); ok {
			for i, line := range lines {
				text := strconv.Itoa(i + 1)
				label := value.Label{Name: text, Print: text}
				out[line[0]], out[line[len(line)-1]] = label, label
			}
			break
		}
	}
	return out
}

// lines cuts a board into paths of at least two cells. ok is false if a cell is left over.
func lines(board *value.Board, random *rand.Rand) (lines [][]int, ok bool) {
	n := board.Rows * board.Cols
	taken := make([]bool, n)
	free := func(at int) (out []int) {
		out = append(out, alg.Filter(neighbours(board, at), func(to int) bool { return !taken[to] })...)
		return out
	}
	narrowest := func(of []int) int {
		best, least := of[0], 5
		for _, i := range random.Perm(len(of)) {
			if k := len(free(of[i])); k < least {
				best, least = of[i], k
			}
		}
		return best
	}
	for {
		var open []int
		for at := range n {
			if !taken[at] {
				open = append(open, at)
			}
		}
		if len(open) == 0 {
			return lines, true
		}
		at := narrowest(open)
		taken[at] = true
		line := []int{at}
		longest := 3 + random.IntN(board.Rows+board.Cols)
		for len(line) < longest {
			to := slices.DeleteFunc(free(at), func(next int) bool { return touches(board, line[:len(line)-1], next) })
			if len(to) == 0 {
				break
			}
			if at = narrowest(to); random.IntN(3) == 0 {
				at = to[random.IntN(len(to))]
			}
			taken[at] = true
			line = append(line, at)
		}
		if len(line) > 1 {
			lines = append(lines, line)
			continue
		}
		i := slices.IndexFunc(lines, func(l []int) bool {
			return slices.Contains(neighbours(board, l[len(l)-1]), at) && !touches(board, l[:len(l)-1], at)
		})
		if i < 0 {
			return nil, false
		}
		lines[i] = append(lines[i], at)
	}
}

// touches reports whether a cell is next to one of a line. A line through it would have a shortcut, and not be unique.
func touches(board *value.Board, line []int, at int) bool {
	return slices.ContainsFunc(neighbours(board, at), func(to int) bool { return slices.Contains(line, to) })
}

// words reports whether a blank draft has drawn names, of rooms or pairs.
func words(d *Draft) bool {
	return slices.ContainsFunc(d.Parts, func(p instance.Part) bool {
		return isWord(p.Type) && len(p.Path) > 0 && !isNone(p.Value)
	})
}

// isWord reports whether values of a type are names, or none.
func isWord(t instance.Type) bool {
	if o, optional := t.(instance.Optional); optional {
		t = o.Of
	}
	_, word := t.(instance.Word)
	return word
}
