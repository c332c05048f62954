package compose

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"nazo/givens"
	"nazo/value"
)

// rooms is a partition of a board into connected rooms, drawn at random, of about the size that rooms have in the models; the value of each
// cell, in reading order, is the name of its room. Seeds are spread over the board and grow by a cell at a time.
func (b *blanks) rooms(name string, board *value.Board) []value.Value {
	n := board.Rows * board.Cols
	count := max(1, n/b.roomSize(name))
	room := make([]int, n)
	var border []int // cells of rooms that may grow
	for i, at := range b.random.Perm(n) {
		if i < count {
			room[at] = i + 1
			border = append(border, at)
		}
	}
	for len(border) > 0 {
		k := b.random.IntN(len(border))
		at := border[k]
		var free []int
		for _, to := range neighbours(board, at) {
			if room[to] == 0 {
				free = append(free, to)
			}
		}
		if len(free) == 0 {
			border[k] = border[len(border)-1]
			border = border[:len(border)-1]
			continue
		}
		to := free[b.random.IntN(len(free))]
		room[to] = room[at]
		border = append(border, to)
	}
	names := map[int]value.Value{} // in the order in which rooms come
	out := make([]value.Value, n)
	for i, r := range room {
		if names[r] == nil {
			text := roomName(len(names))
			names[r] = value.Label{Name: text, Print: text}
		}
		out[i] = names[r]
	}
	return out
}

// roomGrid is a given that is a partition of a board into rooms.
type roomGrid struct {
	board *value.Board
	parts []int // of the cells in reading order
}

// roomsOf is the first partition into rooms of a draft; nil if it has none.
func (m *models) roomsOf(d *Draft) *roomGrid {
	var g *roomGrid
	given := ""
	for i, p := range d.Parts {
		_, word := p.Type.(givens.Word)
		if !word || len(p.Path) != 1 || given != "" && p.Given != given {
			continue
		}
		board := boardOf(d.Input.Values[p.Given])
		if board == nil {
			continue
		}
		if g == nil {
			g, given = &roomGrid{board: board}, p.Given
		}
		g.parts = append(g.parts, i)
	}
	return g
}

// moved has a cell in the room of one beside it, where its own room still hangs together without it. After some draws it gives up.
func (g *roomGrid) moved(values []value.Value, random *rand.Rand) []value.Value {
	next := slices.Clone(values)
	for range 50 {
		at := random.IntN(len(g.parts))
		beside := neighbours(g.board, at)
		to := values[g.parts[beside[random.IntN(len(beside))]]]
		from := values[g.parts[at]]
		if value.Equal(to, from) {
			continue
		}
		next[g.parts[at]] = to
		if g.together(next, from) {
			return next
		}
		next[g.parts[at]] = from
	}
	return next
}

// together reports whether a room has cells, and these hang together.
func (g *roomGrid) together(values []value.Value, room value.Value) bool {
	in := func(at int) bool { return value.Equal(values[g.parts[at]], room) }
	total, first := 0, -1
	for at := range g.parts {
		if in(at) {
			total, first = total+1, at
		}
	}
	if total == 0 {
		return false
	}
	seen := map[int]bool{first: true}
	todo := []int{first}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		for _, to := range neighbours(g.board, at) {
			if in(to) && !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	return len(seen) == total
}

// roomName is A to Z, then A1 and so on.
func roomName(i int) string {
	text := string(rune('A' + i%26))
	if i >= 26 {
		text += strconv.Itoa(i / 26)
	}
	return text
}

// neighbours are the places beside one, all numbered in reading order.
func neighbours(board *value.Board, at int) (out []int) {
	r, c := at/board.Cols, at%board.Cols
	for _, d := range value.Directions() {
		if r, c := r+d.DRow, c+d.DCol; board.Has(r+1, c+1) {
			out = append(out, r*board.Cols+c)
		}
	}
	return out
}

// roomSize is how many cells a room of the models has in the mean.
func (b *blanks) roomSize(name string) int {
	cells, rooms := 0, 0
	for _, values := range b.values {
		if a, ok := values[name].(*value.Array); ok {
			cells += len(a.Values)
			rooms += value.NewSet(a.Values...).Len()
		}
	}
	if rooms == 0 {
		return 5
	}
	return max(1, cells/rooms)
}
