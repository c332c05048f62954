package compose

import (
	"errors"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/value"
)

// built is the board that a spec makes by grid(ROWS, COLUMNS): which givens its size comes from.
type built struct{ rows, cols side }

// side is the number of rows or columns of a built board: a given number, or how long a given list is.
type side struct {
	given string
	list  bool
}

// ErrSquare means that one given decides both sides of a board.
var ErrSquare = errors.New("its board is square: it has as many rows as columns")

// builtBoard finds the first let of a spec whose value is grid(ROWS, COLUMNS), where each of the two is a given or the size
// of one. It returns nil if there is none.
func builtBoard(spec *check.Spec) *built {
	sideOf := func(x dsl.Expr) side {
		s := side{}
		if call, ok := x.(*dsl.Call); ok && call.Func.Text == "size" && len(call.Args) == 1 {
			s.list, x = true, call.Args[0]
		}
		if name, ok := x.(*dsl.Name); ok {
			s.given = name.Text
		}
		return s
	}
	isGiven := map[string]bool{}
	for _, g := range spec.Givens {
		for _, part := range g.Stmt.Parts {
			isGiven[part.Name.Text] = true
		}
	}
	for _, p := range spec.Stmts {
		let, ok := p.Stmt.(*dsl.Let)
		if !ok {
			continue
		}
		call, ok := let.Bind.Value.(*dsl.Call)
		if !ok || call.Func.Text != "grid" || len(call.Args) != 2 {
			continue
		}
		if b := (built{sideOf(call.Args[0]), sideOf(call.Args[1])}); isGiven[b.rows.given] && isGiven[b.cols.given] {
			return &b
		}
	}
	return nil
}

// of returns the board for the values of givens, or nil.
func (b *built) of(values map[string]value.Value) *value.Board {
	if b == nil {
		return nil
	}
	length := func(s side) int {
		switch v := values[s.given].(type) {
		case value.Int:
			if !s.list {
				return int(v)
			}
		case value.List:
			if s.list {
				return len(v)
			}
		}
		return 0
	}
	if rows, cols := length(b.rows), length(b.cols); min(rows, cols) >= 1 && max(rows, cols) <= MostSide {
		return &value.Board{Rows: rows, Cols: cols}
	}
	return nil
}

// decides returns the number that a given has, or how long it is, so that the board gets its size.
func (b *built) decides(name string, list bool, board *value.Board) (n int, ok bool) {
	switch {
	case b == nil || board == nil:
		return 0, false
	case b.rows == side{name, list}:
		return board.Rows, true
	case b.cols == side{name, list}:
		return board.Cols, true
	}
	return 0, false
}
