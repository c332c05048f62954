package compose

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// rooms partitions a board at random into connected rooms with about the models' sizes. It returns the room name of
// each cell in reading order. Seeds are spread over the board and grow by a cell at a time. Rooms smaller than any
// model's grow first, and larger ones last.
func (b *blanks) rooms(name string, board *value.Board) []value.Value {
	n := board.Rows * board.Cols
	usual := b.roomsOfModels(name, board)
	room := make([]int, n)
	size := make([]int, usual.count+1)
	var border []int // cells that may have free neighbours
	for i, at := range b.random.Perm(n) {
		if i < usual.count {
			room[at] = i + 1
			size[i+1] = 1
			border = append(border, at)
		}
	}
	for len(border) > 0 {
		k := b.random.IntN(len(border))
		for range 4 { // prefer rooms that are too small
			if size[room[border[k]]] < usual.least {
				break
			}
			if other := b.random.IntN(len(border)); size[room[border[other]]] < usual.least || size[room[border[k]]] >= usual.most {
				k = other
			}
		}
		at := border[k]
		free := alg.Filter(neighbours(board, at), func(to int) bool { return room[to] == 0 })
		if len(free) == 0 {
			border[k] = border[len(border)-1]
			border = border[:len(border)-1]
			continue
		}
		to := free[b.random.IntN(len(free))]
		room[to] = room[at]
		size[room[at]]++
		border = append(border, to)
	}
	names := map[int]value.Value{} // by first cell
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

// roomGrid is a given that partitions a board into rooms.
type roomGrid struct {
	board *value.Board
	parts []int // of the cells in reading order
}

// roomsOf returns the first partition into rooms of a draft, or nil.
func (m *models) roomsOf(d *Draft) (g *roomGrid) {
	given := ""
	for i, p := range d.Parts {
		_, word := p.Type.(instance.Word)
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

// moved moves a random one of some cells into a neighbouring room, if its own stays connected; nil after failures.
func (g *roomGrid) moved(values []value.Value, asked func(part int) bool, random *rand.Rand) []value.Value {
	next := slices.Clone(values)
	for range 200 {
		at := random.IntN(len(g.parts))
		if !asked(g.parts[at]) {
			continue
		}
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
	return nil
}

// together reports whether a room has cells and is connected.
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

func roomName(i int) string {
	text := string(rune('A' + i%26))
	if i >= 26 {
		text += strconv.Itoa(i / 26)
	}
	return text
}

// neighbours returns the adjacent cells, numbered in reading order.
func neighbours(board *value.Board, at int) (out []int) {
	r, c := at/board.Cols, at%board.Cols
	for _, d := range value.Directions() {
		if r, c := r+d.DRow, c+d.DCol; board.Has(r+1, c+1) {
			out = append(out, r*board.Cols+c)
		}
	}
	return out
}

// roomsUsual is how many rooms a board should have, and how small and large.
type roomsUsual struct{ count, least, most int }

// roomsOfModels scales the models' rooms to a board. Their number is related, or else keeps the mean size.
func (b *blanks) roomsOfModels(name string, board *value.Board) roomsUsual {
	cells, rooms, least, most := 0, 0, 0, 0
	for _, values := range b.values {
		a, ok := values[name].(*value.Array)
		if !ok {
			continue
		}
		sizes := map[string]int{}
		for _, v := range a.Values {
			sizes[value.String(v)]++
		}
		cells += len(a.Values)
		rooms += len(sizes)
		for _, n := range sizes {
			most = max(most, n)
			if least == 0 || n < least {
				least = n
			}
		}
	}
	n := board.Rows * board.Cols
	if rooms == 0 {
		return roomsUsual{max(1, n/5), 1, n}
	}
	many := max(1, n*rooms/cells)
	if n, ok := b.related(func(values map[string]value.Value) (int, bool) {
		a, ok := values[name].(*value.Array)
		if !ok {
			return 0, false
		}
		return value.NewSet(a.Values...).Len(), true
	}, board, b.numbers, []func(*value.Board) int{rowsOf, colsOf}); ok && 2*n >= many && n <= 2*many {
		many = n
	}
	scaled := func(size int) int { return size * n * rooms / (many * cells) }
	return roomsUsual{min(many, n), scaled(least), scaled(most)}
}
