package compose

import (
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

// drawn reports whether something of a draft is drawn at random: rooms.
func (m *models) drawn(d *Draft) bool {
	return slices.ContainsFunc(d.Parts, func(p givens.Part) bool {
		_, word := p.Type.(givens.Word)
		return word && len(p.Path) == 1 && boardOf(d.Input.Values[p.Given]) != nil
	})
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
