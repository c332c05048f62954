package plan_test

import (
	"context"
	"fmt"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

var english = []string{"##ooo##", "##ooo##", "ooooooo", "ooo_ooo", "ooooooo", "##ooo##", "##ooo##"}

// toCentre is the board whose last peg must stand in the middle; its turns and
// mirrors are symmetries.
func toCentre(symmetric bool) *model.Model {
	m := testkit.Jumps(english...)
	centre := model.VarID(16)
	m.Machine.Goal = m.And(m.Machine.Goal, m.BoolVar(centre))
	if symmetric {
		m.Machine.Symmetries = boardSymmetries(english)
	}
	return m
}

// boardSymmetries are the turns and mirrors of a square board whose fields other
// than '#' are variables.
func boardSymmetries(rows []string) []model.Permutation {
	n := len(rows)
	index := map[[2]int]model.VarID{}
	for r, row := range rows {
		for c, k := range row {
			if k != '#' {
				index[[2]int{r, c}] = model.VarID(len(index))
			}
		}
	}
	var out []model.Permutation
	for k := 1; k < 8; k++ {
		p := model.Permutation{Name: fmt.Sprintf("image %d", k), Vars: make([]model.VarID, len(index)), Values: make([]map[int64]int64, len(index))}
		for at, v := range index {
			r, c := at[0], at[1]
			for range k % 4 {
				r, c = c, n-1-r
			}
			if k >= 4 {
				c = n - 1 - c
			}
			p.Vars[v] = index[[2]int{r, c}]
		}
		out = append(out, p)
	}
	return out
}

// sliding is a board of tiles, 0 for the gap, that slide into it, and the order wanted.
func sliding(rows, cols int, start, wanted []int64) *model.Model {
	m := model.New()
	m.Machine = &model.Machine{Kinds: []string{"slide"}, Never: model.False}
	m.Finds = []model.Find{{Name: "tile"}, {Name: "gap"}}
	n := rows * cols
	var goal []model.Bool
	var tiles []model.VarID
	gapAt := int64(0)
	for i := range n {
		v := m.AddInt(model.Range(0, int64(n-1)), 0, true)
		tiles = append(tiles, v)
		m.Machine.Start = append(m.Machine.Start, model.Range(start[i], start[i]))
		goal = append(goal, m.In(m.IntVar(v), model.Range(wanted[i], wanted[i])))
		if start[i] == 0 {
			gapAt = int64(i)
		}
	}
	gap := m.AddInt(model.Range(0, int64(n-1)), 1, true)
	m.Machine.Start = append(m.Machine.Start, model.Range(gapAt, gapAt))
	m.Machine.Goal = m.And(goal...)
	for k, d := range [][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		var possible []model.Bool
		table := make([]model.Int, n)
		from := make([]model.Bool, n) // the tile at i moves
		for i := range n {
			table[i] = m.Int(int64(i))
			r, c := i/cols+d[0], i%cols+d[1]
			from[i] = model.False
			if 0 <= r && r < rows && 0 <= c && c < cols {
				table[i] = m.Int(int64(r*cols + c))
				possible = append(possible, m.In(m.IntVar(gap), model.Range(int64(i), int64(i))))
			}
		}
		next := m.Element(m.IntVar(gap), 0, table)
		var items []model.Int
		for _, v := range tiles {
			items = append(items, m.IntVar(v))
		}
		moved := m.Element(next, 0, items)
		effects := []model.Effect{}
		for i, v := range tiles {
			isGap := m.In(m.IntVar(gap), model.Range(int64(i), int64(i)))
			isFrom := m.In(next, model.Range(int64(i), int64(i)))
			effects = append(effects, model.Effect{Var: v, X: m.If(isGap, moved, m.If(isFrom, m.Int(0), m.IntVar(v)))})
		}
		effects = append(effects, model.Effect{Var: gap, X: next})
		m.Machine.Moves = append(m.Machine.Moves, model.Move{Parameters: direction(k), Guard: m.Or(possible...), Effects: effects})
	}
	return m
}

type direction int

func (d direction) String() string { return []string{"up", "right", "down", "left"}[d] }

// hardest takes 31 moves, the most of all positions of eight tiles.
func hardest() *model.Model {
	return sliding(3, 3, []int64{8, 6, 7, 2, 5, 4, 3, 0, 1}, []int64{1, 2, 3, 4, 5, 6, 7, 8, 0})
}

// fifteen takes 42 moves: it is the 79th of the hundred positions of R. E. Korf,
// Depth-first iterative-deepening, 1985.
func fifteen() *model.Model {
	return sliding(4, 4, []int64{0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15}, []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
}

// fewest asks for the fewest moves.
func fewest(m *model.Model) *model.Model {
	m.Machine.Costs = 1
	for i := range m.Machine.Moves {
		m.Machine.Moves[i].Costs = []model.Int{m.Int(1)}
	}
	return m
}

// depthFrame is the first of the levels that D. W. Skinner published as Microban.
func depthFrame() *model.Model {
	return testkit.Pusher("####..", "#.o#..", "#..###", "#*@..#", "#..$.#", "#..###", "####..")
}

// BenchmarkSearches measures whole tasks, compiling to packed states and the bound
// included, on machines known from the literature: `go test -run - -bench . -benchtime 3x`.
// The states are those that tables took up, of all searches that take turns.
func BenchmarkSearches(b *testing.B) {
	for _, c := range []struct {
		name   string
		model  *model.Model
		task   testkit.Task
		survey bool
	}{
		{"pegs to the centre", toCentre(false), testkit.Task{Limit: 1}, false},
		{"pegs to the centre, symmetric", toCentre(true), testkit.Task{Limit: 1}, false},
		{"eight tiles, all states", hardest(), testkit.Task{}, true},
		{"eight tiles, any run", hardest(), testkit.Task{Limit: 1}, false},
		{"eight tiles, 31 moves", fewest(hardest()), testkit.Task{Limit: 1}, false},
		{"eight tiles, breadth", hardest(), testkit.Task{Limit: 1, Search: []string{"breadth"}}, false},
		{"eight tiles, bidirectional", hardest(), testkit.Task{Limit: 1, Search: []string{"bidirectional"}}, false},
		{"eight tiles, all of 31 moves", hardest(), testkit.Task{}, false},
		{"fifteen tiles, any run", fifteen(), testkit.Task{Limit: 1}, false},
		{"fifteen tiles, 42 moves", fewest(fifteen()), testkit.Task{Limit: 1}, false},
		{"10 discs, all states", testkit.Towers(10, 3), testkit.Task{}, true},
		{"10 discs", fewest(testkit.Towers(10, 3)), testkit.Task{Limit: 1}, false},
		{"10 discs on 4 pegs, all states", testkit.Towers(10, 4), testkit.Task{}, true},
		{"10 discs on 4 pegs, breadth", testkit.Towers(10, 4), testkit.Task{Limit: 1, Search: []string{"breadth"}}, false},
		{"10 discs on 4 pegs, any run", testkit.Towers(10, 4), testkit.Task{Limit: 1}, false},
		{"10 discs on 4 pegs", fewest(testkit.Towers(10, 4)), testkit.Task{Limit: 1}, false},
		{"one crate and a stored one", depthFrame(), testkit.Task{Limit: 1}, false},
		{"one crate and a stored one, all", depthFrame(), testkit.Task{}, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			states := int64(0)
			for b.Loop() {
				if c.survey {
					states += survey(context.Background(), c.model, c.task).Stats.States
					continue
				}
				r := testkit.Run(context.Background(), machines, c.model, c.task, func(model.Solution) bool { return true })
				if !r.Complete || r.Solutions == 0 {
					b.Fatal(r)
				}
				states += r.Stats.States
			}
			b.ReportMetric(float64(states)/float64(b.N), "states")
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
