package plan_test

import (
	"slices"
	"strings"
	"testing"

	"nazo/internal/model"
)

// slide is a machine whose tiles slide into a gap. The first variable is where the gap is, the
// others say which tile each cell has, 0 for none. The goal speaks of the tiles only.
func slide(rows, cols int, start, wanted []int64) *model.Model {
	m := model.New()
	m.Finds = []model.Find{{Name: "gap"}, {Name: "tile"}}
	m.Machine = &model.Machine{Kinds: []string{"slide"}, Never: model.False}
	cells := int64(rows * cols)
	gap := m.AddInt(model.Range(0, cells-1), 0, true)
	empty := int64(slices.Index(start, 0))
	m.Machine.Start = []model.Domain{model.Range(empty, empty)}
	tile := make([]model.VarID, cells)
	var goal []model.Bool
	for c := range tile {
		tile[c] = m.AddInt(model.Range(0, cells-1), 1, true)
		m.Machine.Start = append(m.Machine.Start, model.Range(start[c], start[c]))
		goal = append(goal, m.In(m.IntVar(tile[c]), model.Range(wanted[c], wanted[c])))
	}
	m.Machine.Goal = m.And(goal...)
	for _, d := range [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		from := make([]model.Int, cells) // for each place of the gap the tile that comes
		where := make([]model.Int, cells)
		var possible []model.Bool
		next := map[int64]int64{}
		for c := range cells {
			row, col := int(c)/cols+d[0], int(c)%cols+d[1]
			from[c], where[c] = m.Int(0), m.Int(c)
			if row < 0 || row >= rows || col < 0 || col >= cols {
				continue
			}
			next[c] = int64(row*cols + col)
			from[c], where[c] = m.IntVar(tile[next[c]]), m.Int(next[c])
			possible = append(possible, m.In(m.IntVar(gap), model.Range(c, c)))
		}
		move := model.Move{Guard: m.Or(possible...), Effects: []model.Effect{{Var: gap, X: m.Element(m.IntVar(gap), 0, where)}}}
		for c := range cells {
			x := m.If(m.In(m.IntVar(gap), model.Range(c, c)), m.Element(m.IntVar(gap), 0, from), m.IntVar(tile[c]))
			for before, after := range next {
				if after == c {
					x = m.If(m.In(m.IntVar(gap), model.Range(before, before)), m.Int(0), x)
				}
			}
			move.Effects = append(move.Effects, model.Effect{Var: tile[c], X: x})
		}
		m.Machine.Moves = append(m.Machine.Moves, move)
	}
	return m
}

// ordered are the tiles in order, the gap last.
func ordered(cells int) []int64 {
	out := make([]int64, cells)
	for c := range cells - 1 {
		out[c] = int64(c + 1)
	}
	return out
}

// TestDistances holds the bound of tiles against the sum of their distances by
// rows and columns, and against what is really to be paid, from all states.
func TestDistances(t *testing.T) {
	t.Parallel()
	const rows, cols = 3, 3
	wanted := ordered(rows * cols)
	h := newHeuristic(t, slide(rows, cols, wanted, wanted))
	more, sums, bounds, truth := 0, int64(0), int64(0), int64(0)
	for state, real := range slideDistances(rows, cols, wanted) {
		values := make(model.Solution, 1+rows*cols)
		sum := int64(0)
		for c, tile := range []byte(state) {
			values[1+c] = int64(tile)
			if tile == 0 {
				values[0] = int64(c)
				continue
			}
			home := int(tile) - 1
			sum += int64(abs(c/cols-home/cols) + abs(c%cols-home%cols))
		}
		into := []int64{-1}
		if h.estimate(values, into) || into[0] < sum || into[0] > real {
			t.Fatalf("state %v: the bound is %d, the distances add up to %d, %d are to be paid", values, into[0], sum, real)
		}
		if into[0] > sum {
			more++
		}
		sums, bounds, truth = sums+sum, bounds+into[0], truth+real
	}
	if more == 0 {
		t.Error("tiles are never in each other's way")
	}
	t.Logf("distances %d, bounds %d, really %d; %d states with more than the distances", sums, bounds, truth, more)
}

// slideDistances are the numbers of moves to the wanted state, by the tiles of each
// state.
func slideDistances(rows, cols int, wanted []int64) map[string]int64 {
	first := make([]byte, len(wanted))
	for c, tile := range wanted {
		first[c] = byte(tile)
	}
	out := map[string]int64{string(first): 0}
	for queue := []string{string(first)}; len(queue) > 0; queue = queue[1:] {
		gap := strings.IndexByte(queue[0], 0)
		for _, d := range [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
			row, col := gap/cols+d[0], gap%cols+d[1]
			if row < 0 || row >= rows || col < 0 || col >= cols {
				continue
			}
			next := []byte(queue[0])
			next[gap], next[row*cols+col] = next[row*cols+col], 0
			if _, known := out[string(next)]; !known {
				out[string(next)] = out[queue[0]] + 1
				queue = append(queue, string(next))
			}
		}
	}
	return out
}

func abs(x int) int { return max(x, -x) }
