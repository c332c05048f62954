package compile_test

import (
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/value"
)

// drawn is a grid as it is written.
func drawn(a *value.Array, none string) string {
	var rows []string
	for r := 1; r <= a.Board.Rows; r++ {
		row := ""
		for c := 1; c <= a.Board.Cols; c++ {
			v, _ := a.At(a.Board.At(r, c))
			switch v := v.(type) {
			case value.Label:
				row += v.Print
			case value.None:
				row += none
			default:
				row += value.String(v)
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "\n")
}

// A legend draws the start as it was given, and any later state with the labels
// that would give it.
func TestLegend(t *testing.T) {
	const warehouse = `puzzle warehouse
given board: grid of {brick "#", crate "$", mark ".", keeper "@", stored "*", ready "+"}?
let floor = { c in cells(board) where board[c] != brick }
let marks = { c in floor where board[c] in {mark, stored, ready} }
state man: floor = first c in floor: board[c] in {keeper, ready}
state crates: set of floor = { c in floor where board[c] in {crate, stored} }
move push(d in directions)
  let to = next(man, d)
  let beyond = next(to, d)
  when to in floor and (to in crates implies beyond in floor - crates)
  then man := to, crates := if to in crates then crates - {to} + {beyond} else crates
goal crates = marks
`
	const meadow = `puzzle meadow
given board: grid of {flower "o"}?
state left: set of clues(board) = clues(board)
state at: cells(board)? = none
move pick(c in clues(board))
  when c in left
  then left := left - {c}, at := c
goal left = {}
`
	const fields = `puzzle fields
given board: grid of {wall "#", man "@"} or 0..9
state at: cells(board) = first c in cells(board): board[c] = man
move go(c in cells(board))
  when board[c] != wall
  then at := c
goal at = cell(board, 1, 1)
`
	for _, c := range []struct {
		name, spec, board, none string
		moves                   []string // directions of pushes, or cells
		after                   string
		shows                   []bool
		ground, pieces          string // of what it is after
	}{
		{"crates on marks and off them", warehouse, "#######\n#@$. *#\n#######", " ", []string{"east", "east"}, "#######\n#  +$*#\n#######", []bool{true, true},
			"#######\n#  . .#\n#######", "       \n   @$$ \n       "},
		{"a man on a mark", warehouse, "#######\n#+$  *#\n#######", " ", []string{"east"}, "#######\n#.@$ *#\n#######", []bool{true, true},
			"#######\n#.   .#\n#######", "       \n  @$ $ \n       "},
		{"numbers stay", fields, "#@2\n034", ".", []string{"r2c3"}, "#.2\n03@", []bool{true}, "#.2\n034", "...\n..@"},
		{"what is gone", meadow, "oo\n.o", ".", []string{"r1c2"}, "o.\n.o", []bool{true, false}, "..\n..", "o.\n.o"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := movingText(t, c.spec, "board:\n"+c.board, compile.Options{})
			legends := p.Legends()
			if len(legends) != 1 {
				t.Fatalf("%d legends", len(legends))
			}
			l := legends[0]
			for i, want := range c.shows {
				if l.Shows(i) != want {
					t.Errorf("it shows the state %s: %t", p.StateVars[i].Name, !want)
				}
			}
			state, err := p.Judge.Begin()
			if err != nil {
				t.Fatal(err)
			}
			if got := drawn(l.Picture(state), l.None); got != c.board {
				t.Errorf("the start is drawn as\n%s", got)
			}
			for _, name := range c.moves {
				for i := range p.Model.Machine.Moves {
					if strings.HasSuffix(p.MoveText(int64(i)), "("+name+")") {
						if state, _, err = p.Make(state, int64(i)); err != nil {
							t.Fatal(err)
						}
						break
					}
				}
			}
			ground, pieces := l.Layers(state)
			if g, p := drawn(ground, l.None), drawn(pieces, l.None); g != c.ground || p != c.pieces {
				t.Errorf("after %v the ground is\n%s\nwith\n%s", c.moves, g, p)
			}
			if got := drawn(l.Picture(state), l.None); got != c.after {
				t.Errorf("after %v it is drawn as\n%s\nwant\n%s", c.moves, got, c.after)
			}
		})
	}
}

// Labels that tell no state from another, or that don't tell where it begins, are
// no legend: their grid stays as it is.
func TestNoLegend(t *testing.T) {
	const maze = `puzzle maze
given board: grid of {wall "#"}?
state at: cells(board) = first c in cells(board): board[c] = none
state home: set of cells(board) = { cell(board, 1, 1) }
move go(c in cells(board))
  when board[c] = none
  then at := c, home := home - {c}
goal home = {}
`
	p := movingText(t, maze, "board:\n.#.\n...", compile.Options{})
	if got := len(p.Legends()); got != 0 {
		t.Errorf("%d legends", got)
	}
}
