package native

import (
	"slices"
	"strings"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// plain is Algorithm X with dancing links as one would write it for a single puzzle: the yardstick of BenchmarkCover.
type plain struct {
	head    *cell
	columns []*cell
}

type cell struct {
	left, right, up, down, column *cell
	size                          int
}

func newPlain(items int, rows [][]int) *plain {
	p := &plain{head: &cell{}}
	p.head.left, p.head.right = p.head, p.head
	for range items {
		c := &cell{left: p.head.left, right: p.head}
		c.up, c.down, c.left.right, p.head.left = c, c, c, c
		p.columns = append(p.columns, c)
	}
	for _, row := range rows {
		var first *cell
		for _, i := range row {
			column := p.columns[i]
			c := &cell{up: column.up, down: column, column: column}
			if c.up.down, column.up = c, c; first == nil {
				first, c.left, c.right = c, c, c
			}
			c.left, c.right = first.left, first
			c.left.right, first.left = c, c
			column.size++
		}
	}
	return p
}

func (c *cell) cover() {
	c.left.right, c.right.left = c.right, c.left
	for r := c.down; r != c; r = r.down {
		for x := r.right; x != r; x = x.right {
			x.up.down, x.down.up = x.down, x.up
			x.column.size--
		}
	}
}

func (c *cell) uncover() {
	for r := c.up; r != c; r = r.up {
		for x := r.left; x != r; x = x.left {
			x.up.down, x.down.up = x, x
			x.column.size++
		}
	}
	c.left.right, c.right.left = c, c
}

func (p *plain) search() (solutions int) {
	best := p.head.right
	if best == p.head {
		return 1
	}
	for c := best; c != p.head; c = c.right {
		if c.size < best.size {
			best = c
		}
	}
	best.cover()
	for r := best.down; r != best; r = r.down {
		for x := r.right; x != r; x = x.right {
			x.column.cover()
		}
		solutions += p.search()
		for x := r.left; x != r; x = x.left {
			x.column.uncover()
		}
	}
	best.uncover()
	return solutions
}

// exact is a puzzle as a model and as a table.
type exact struct {
	m     func() *model.Model
	plain func() *plain
	count int
	large bool
}

func puzzles() map[string]exact {
	pentominoes := strings.Fields(".##/##./.#. ##### #./#./#./## .#/.#/##/#. ##/##/#. ###/.#./.#. #.#/### #../#../### #../##./.## .#./###/.#. .#/##/.#/.# ##./.#./.##")
	soma := []string{"##/#.", "#../###", ".#./###", ".##/##.", "##/#.,#./..", "##/#.,.#/..", "##/#.,../#."}
	return map[string]exact{
		"pentominoes 3x20": packing(pentominoes, [3]int{1, 3, 20}, 8, false),
		"pentominoes 6x10": packing(pentominoes, [3]int{1, 6, 10}, 9356, true),
		"soma":             packing(soma, [3]int{3, 3, 3}, 11520, true),
		"latin square 4":   latin(4, 576, false),
		"latin square 5":   latin(5, 161280, true),
		"langford 7":       langford(7, 52, false),
		"langford 11":      langford(11, 35584, true),
	}
}

// packing puts each piece in its place in a box. Each piece is a variable: the number of its place.
func packing(pieces []string, box [3]int, count int, large bool) exact {
	cells := box[0] * box[1] * box[2]
	var places [][][]int
	var rows [][]int
	for k, piece := range pieces {
		places = append(places, placements(piece, box))
		for _, p := range places[k] {
			rows = append(rows, append([]int{cells + k}, p...))
		}
	}
	return exact{count: count, large: large, plain: func() *plain { return newPlain(cells+len(pieces), rows) }, m: func() *model.Model {
		m, xs := numbers(len(pieces), func(k int) (lo, hi int) { return 0, len(places[k]) - 1 })
		for c := range cells {
			var terms []model.Term
			for k, x := range xs {
				var values []int64
				for i, p := range places[k] {
					if slices.Contains(p, c) {
						values = append(values, int64(i))
					}
				}
				if values != nil {
					terms = append(terms, model.Term{Coef: 1, X: m.ToInt(m.In(x, model.Values(values...)))})
				}
			}
			m.Constrain(0, model.True, model.Assert{B: m.Equal(m.Sum(terms...), m.Int(1))})
		}
		return m
	}}
}

// placements lists the places of a piece, in all its turns, as cells of a box. Layers of a picture end with a comma.
func placements(piece string, box [3]int) (all [][]int) {
	var cubes [][3]int
	for z, layer := range strings.Split(piece, ",") {
		for y, row := range strings.Split(layer, "/") {
			for x, c := range row {
				if c == '#' {
					cubes = append(cubes, [3]int{z, y, x})
				}
			}
		}
	}
	seen := map[string]bool{}
	for _, axes := range [][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}} {
		for signs := range 8 {
			odd := axes == [3]int{0, 2, 1} || axes == [3]int{2, 1, 0} || axes == [3]int{1, 0, 2}
			if (signs&1+signs>>1&1+signs>>2)%2 == 1 != odd { // a mirror image
				continue
			}
			for at := range cellsOf(box) {
				var place []int
				for _, c := range cubes {
					var to [3]int
					inside := true
					for i, axis := range axes {
						to[i] = c[axis]
						if signs>>i&1 == 1 {
							to[i] = -to[i]
						}
						to[i] += at[i]
						inside = inside && 0 <= to[i] && to[i] < box[i]
					}
					if inside {
						place = append(place, (to[0]*box[1]+to[1])*box[2]+to[2])
					}
				}
				slices.Sort(place)
				var key strings.Builder
				for _, c := range place {
					key.WriteRune(rune(c))
				}
				if len(place) == len(cubes) && !seen[key.String()] {
					seen[key.String()] = true
					all = append(all, place)
				}
			}
		}
	}
	return all
}

// cellsOf yields the places at which a turned piece may begin.
func cellsOf(box [3]int) func(yield func([3]int) bool) {
	return func(yield func([3]int) bool) {
		for z := range box[0] {
			for y := range box[1] {
				for x := range box[2] {
					if !yield([3]int{z, y, x}) {
						return
					}
				}
			}
		}
	}
}

// latin has the Latin squares of order n.
func latin(n, count int, large bool) exact {
	var rows [][]int
	for i := range n {
		for j := range n {
			for k := range n {
				rows = append(rows, []int{i*n + j, n*n + i*n + k, 2*n*n + j*n + k})
			}
		}
	}
	return exact{func() *model.Model { return testkit.Latin(n) }, func() *plain { return newPlain(3*n*n, rows) }, count, large}
}

// langford has the rows of twice 1..n in which k others stand between the two k.
func langford(n, count int, large bool) exact {
	var rows [][]int
	for k := 1; k <= n; k++ {
		for i := 0; i+k+1 < 2*n; i++ {
			rows = append(rows, []int{k - 1, n + i, n + i + k + 1})
		}
	}
	return exact{count: count, large: large, plain: func() *plain { return newPlain(3*n, rows) }, m: func() *model.Model {
		m, xs := numbers(n, func(k int) (lo, hi int) { return 0, 2*n - k - 3 })
		for k, x := range xs[:n] {
			xs = append(xs, m.Plus(x, m.Int(int64(k+2))))
		}
		m.Constrain(0, model.True, model.Distinct{Xs: xs})
		return m
	}}
}

// numbers makes a model with n numbers and no rules.
func numbers(n int, bounds func(k int) (lo, hi int)) (m *model.Model, xs []model.Int) {
	m = model.New()
	m.Finds, m.Rules, m.Instances = []model.Find{{Name: "find"}}, []model.Rule{{Name: "rule"}}, []model.Instance{{}}
	for k := range n {
		lo, hi := bounds(k)
		xs = append(xs, m.IntVar(m.AddInt(model.Range(int64(lo), int64(hi)), 0, false)))
	}
	return m, xs
}
