package sat

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"nazo/internal/model"
)

// label is the text of a move's parameters.
type label string

func (l label) String() string { return string(l) }

// still makes a machine in which all is known at the start.
func startsAt(kind string) *model.Model {
	m := model.New()
	m.Machine = &model.Machine{Kinds: []string{kind}, Goal: model.False, Never: model.False}
	m.Finds = []model.Find{{Name: "state"}}
	return m
}

func addInt(m *model.Model, domain model.Domain, start int64) model.Int {
	m.Machine.Start = append(m.Machine.Start, model.Range(start, start))
	return m.IntVar(m.AddInt(domain, 0, true))
}

func varOf(m *model.Model, x model.Int) model.VarID { return m.Ints[x].(model.IntVar).Var }

// slides is a board of numbered tiles around a gap, 0, that are to come into order,
// the gap first. A move is a direction in which the gap goes.
func slides(width int, tiles ...int64) *model.Model {
	m := startsAt("slide")
	n := len(tiles)
	at := make([]model.Int, n)
	var ordered []model.Bool
	for c := range at {
		at[c] = addInt(m, model.Range(0, int64(n-1)), tiles[c])
		ordered = append(ordered, m.Equal(at[c], m.Int(int64(c))))
	}
	var gap model.Int
	for c, k := range tiles {
		if k == 0 {
			gap = addInt(m, model.Range(0, int64(n-1)), int64(c))
		}
	}
	m.Machine.Goal = m.And(ordered...)
	for _, d := range [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		next, inside := make([]model.Int, n), []model.Bool{}
		for c := range n {
			row, col := c/width+d[0], c%width+d[1]
			next[c] = m.Int(-1)
			if row >= 0 && row < n/width && col >= 0 && col < width {
				next[c] = m.Int(int64(row*width + col))
				inside = append(inside, m.Equal(gap, m.Int(int64(c))))
			}
		}
		from := m.Element(gap, 0, next)
		move := model.Move{Parameters: label(fmt.Sprint(d)), Guard: m.Or(inside...), Effects: []model.Effect{{Var: varOf(m, gap), X: from}}}
		for c := range n {
			here := m.Int(int64(c))
			move.Effects = append(move.Effects, model.Effect{Var: varOf(m, at[c]),
				X: m.If(m.Equal(gap, here), m.Element(from, 0, at), m.If(m.Equal(from, here), m.Int(0), at[c]))})
		}
		m.Machine.Moves = append(m.Machine.Moves, move)
	}
	return m
}

// pickUp is a board of stones, 'o', that are all to be taken, each the next in a
// straight line from the last, without turning back.
func pickUp(rows ...string) *model.Model {
	m := startsAt("pick")
	type place struct{ row, col int }
	index := map[place]int{}
	var stones []place
	width := 0
	for r, row := range rows {
		width = max(width, len(row))
		for c, k := range row {
			if k == 'o' {
				index[place{r, c}] = len(stones)
				stones = append(stones, place{r, c})
			}
		}
	}
	n := int64(len(stones))
	at, heading := addInt(m, model.Range(0, n), n), addInt(m, model.Range(0, 4), 4)
	left := make([]model.Bool, n)
	m.Finds = append(m.Finds, model.Find{Name: "left"})
	for i := range left {
		left[i] = m.BoolVar(m.AddBool(1))
		m.Machine.Start = append(m.Machine.Start, model.Range(1, 1))
	}
	taken := make([]model.Bool, n)
	for i := range left {
		taken[i] = left[i].Not()
		stone := m.Int(int64(i))
		m.Machine.Moves = append(m.Machine.Moves, model.Move{Parameters: label(fmt.Sprint("start ", i)), Guard: m.Equal(at, m.Int(n)),
			Effects: []model.Effect{{Var: varOf(m, at), X: stone}, {Var: model.VarID(2 + i), B: model.False}}})
	}
	m.Machine.Goal = m.And(taken...)
	for d, step := range []place{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		first := make([]model.Int, n+1)
		first[n] = m.Int(-1)
		for i, p := range stones {
			var ray []int
			for r, c := p.row+step.row, p.col+step.col; r >= 0 && r < len(rows) && c >= 0 && c < width; r, c = r+step.row, c+step.col {
				if j, isStone := index[place{r, c}]; isStone {
					ray = append(ray, j)
				}
			}
			first[i] = m.Int(-1)
			for k := len(ray) - 1; k >= 0; k-- {
				first[i] = m.If(left[ray[k]], m.Int(int64(ray[k])), first[i])
			}
		}
		s := m.Element(at, 0, first)
		back := m.Int(int64((d + 2) % 4))
		move := model.Move{Parameters: label(fmt.Sprint("pick ", d)),
			Guard:   m.And(m.Equal(s, m.Int(-1)).Not(), m.Equal(heading, back).Not(), m.Equal(at, m.Int(n)).Not()),
			Effects: []model.Effect{{Var: varOf(m, at), X: s}, {Var: varOf(m, heading), X: m.Int(int64(d))}}}
		for i := range left {
			move.Effects = append(move.Effects, model.Effect{Var: model.VarID(2 + i), B: m.And(left[i], m.Equal(s, m.Int(int64(i))).Not())})
		}
		m.Machine.Moves = append(m.Machine.Moves, move)
	}
	return m
}

// pickable draws a board for pickUp that can be cleared.
func pickable(size, stones int, seed uint64) []string {
	random := rand.New(rand.NewPCG(seed, 0))
	steps := [4][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}
	for {
		rows := make([][]byte, size) // ' ' is free, '.' is not to be used, 'o' a stone
		for r := range rows {
			rows[r] = []byte(strings.Repeat(" ", size))
		}
		r, c, heading := random.IntN(size), random.IntN(size), -1
		rows[r][c] = 'o'
		n := 1
		for range 40 * stones {
			d, far := random.IntN(4), 1+random.IntN(3)
			y, x := r+far*steps[d][0], c+far*steps[d][1]
			if heading >= 0 && d == (heading+2)%4 || y < 0 || y >= size || x < 0 || x >= size || rows[y][x] != ' ' {
				continue
			}
			for k := 1; k < far; k++ {
				if p := &rows[r+k*steps[d][0]][c+k*steps[d][1]]; *p == ' ' {
					*p = '.'
				}
			}
			r, c, heading = y, x, d
			rows[r][c] = 'o'
			if n++; n == stones {
				out := make([]string, size)
				for i, row := range rows {
					out[i] = string(row)
				}
				return out
			}
		}
	}
}

// byMoves has every move cost 1, and nothing else.
func byMoves(m *model.Model) *model.Model {
	m.Machine.Costs = 1
	for i := range m.Machine.Moves {
		m.Machine.Moves[i].Costs = []model.Int{m.Int(1)}
	}
	return m
}
