package solve_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A function for boards returns the text of an n×n instance, n ≥ 4. The board has a solution by
// construction. The same size gives the same board.

// board holds the symbols of a square grid.
type board [][]string

func newBoard(n int, fill string) board {
	b := make(board, n)
	for r := range b {
		b[r] = make([]string, n)
		for c := range b[r] {
			b[r][c] = fill
		}
	}
	return b
}

// text writes the grid of an instance file.
func (b board) text(name string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s:\n", name)
	for _, row := range b {
		fmt.Fprintln(&out, strings.Join(row, " "))
	}
	return out.String()
}

func drawn(n int) *rand.Rand { return rand.New(rand.NewPCG(uint64(n), 7)) }

// spot is a row and a column, from 0.
type spot struct{ r, c int }

func (p spot) on(n int) bool { return 0 <= p.r && p.r < n && 0 <= p.c && p.c < n }

var sides = [4]spot{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

// round lists the eight neighbours of a spot, in order.
var round = [8]spot{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}

func (p spot) plus(q spot) spot { return spot{p.r + q.r, p.c + q.c} }

// shuffledSpots returns all places of a square in random order.
func shuffledSpots(random *rand.Rand, n int) []spot {
	out := make([]spot, n*n)
	for i, j := range random.Perm(n * n) {
		out[i] = spot{j / n, j % n}
	}
	return out
}

// label is the name of the i-th room.
func label(i int) string {
	name := string(rune('A' + i%26))
	if i /= 26; i > 0 {
		return label(i-1) + name
	}
	return name
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// lampsBoard puts lamps in random order wherever there is no light yet.
func lampsBoard(n int) string {
	random := drawn(n)
	block := newBoard(n, ".")
	walls, lit, lamp := newArea(n), newArea(n), newArea(n)
	for _, p := range shuffledSpots(random, n)[:n*n/5] {
		walls.add(p)
	}
	for _, p := range shuffledSpots(random, n) {
		if walls.has(p) || lit.has(p) {
			continue
		}
		lamp.add(p)
		lit.add(p)
		for _, d := range sides {
			for q := p.plus(d); q.on(n) && !walls.has(q); q = q.plus(d) {
				lit.add(q)
			}
		}
	}
	for i, wall := range walls.in {
		if p := (spot{i / n, i % n}); wall {
			block[p.r][p.c] = "#"
			if random.IntN(2) == 0 {
				block[p.r][p.c] = fmt.Sprint(lamp.beside(p))
			}
		}
	}
	return block.text("block")
}

// roomsBoard shades a lattice so that no four cells in a line are open. roomsBoard are at least three wide,
// so no open line crosses a whole room.
func roomsBoard(n int) string {
	random := drawn(n)
	room, clue := newBoard(n, "?"), newBoard(n, ".")
	next := 0
	var cut func(top, left, bottom, right int)
	cut = func(top, left, bottom, right int) {
		h, w := bottom-top, right-left
		switch {
		case h >= 6 && (h >= w || w < 6) && (h > 6 || random.IntN(2) == 0):
			at := top + 3 + random.IntN(h-5)
			cut(top, left, at, right)
			cut(at, left, bottom, right)
		case w >= 6 && (w > 6 || random.IntN(2) == 0):
			at := left + 3 + random.IntN(w-5)
			cut(top, left, bottom, at)
			cut(top, at, bottom, right)
		default:
			shaded := 0
			for r := top; r < bottom; r++ {
				for c := left; c < right; c++ {
					room[r][c] = label(next)
					if (2*r+c)%5 == 0 {
						shaded++
					}
				}
			}
			if next++; random.IntN(2) == 0 {
				clue[top][left] = fmt.Sprint(shaded)
			}
		}
	}
	cut(0, 0, n, n)
	return room.text("room") + "\n" + clue.text("clue")
}

// repeatsBoard writes a Latin square. Each shaded cell repeats a value of its row.
func repeatsBoard(n int) string {
	random := drawn(n)
	digit := newBoard(n, ".")
	symbols, columns := random.Perm(n), random.Perm(n)
	for r := range n {
		for c := range n {
			digit[r][c] = fmt.Sprint(symbols[(r+columns[c])%n])
		}
	}
	for i, black := range spread(random, n).in {
		if black {
			digit[i/n][i%n] = digit[i/n][(i+1+random.IntN(n-1))%n]
		}
	}
	return digit.text("digit")
}

// sightsBoard numbers a third of the open cells.
func sightsBoard(n int) string {
	random := drawn(n)
	clue := newBoard(n, ".")
	black := spread(random, n)
	for _, p := range shuffledSpots(random, n)[:n*n/5] {
		if black.has(p) {
			continue
		}
		seen := 1
		for _, d := range sides {
			for q := p.plus(d); q.on(n) && !black.has(q); q = q.plus(d) {
				seen++
			}
		}
		clue[p.r][p.c] = fmt.Sprint(seen)
	}
	return clue.text("clue")
}

// fenceBoard counts the sides of each cell that are on the outline of an area.
func fenceBoard(n int) string {
	random := drawn(n)
	clue := newBoard(n, ".")
	a := inner(random, n)
	for r := range n {
		for c := range n {
			p := spot{r, c}
			count := a.beside(p)
			if a.has(p) {
				count = 4 - count
			}
			if random.IntN(2) == 0 {
				clue[r][c] = fmt.Sprint(count)
			}
		}
	}
	return clue.text("clue")
}

// pearlsBoard puts pearls on the outline of an area, whose corners are the cells.
func pearlsBoard(n int) string {
	random := drawn(n)
	pearl := newBoard(n, ".")
	a := inner(random, n-1)
	// uses reports whether the loop leaves a cell in direction d.
	uses := func(p spot, d int) bool {
		left := [4]spot{{-1, -1}, {-1, 0}, {0, 0}, {0, -1}} // of the faces on both sides
		return p.on(n) && a.has(p.plus(left[d])) != a.has(p.plus(left[(d+1)%4]))
	}
	straight := func(p spot) bool { return uses(p, 0) && uses(p, 2) || uses(p, 1) && uses(p, 3) }
	for r := range n {
		for c := range n {
			p := spot{r, c}
			ends, turns := 0, 0
			for d, side := range sides {
				if uses(p, d) {
					ends++
					if !straight(p.plus(side)) {
						turns++
					}
				}
			}
			switch {
			case ends != 2 || random.IntN(3) > 0:
			case straight(p) && turns > 0:
				pearl[r][c] = "o"
			case !straight(p) && turns == 0:
				pearl[r][c] = "*"
			}
		}
	}
	return pearl.text("pearl")
}

// starsBoard puts two stars in each row and column, far from those of the next. A winding line through
// all cells is cut after every second star.
func starsBoard(n int) string {
	random := drawn(n)
	room := newBoard(n, "?")
	half := n / 2
	star := newArea(n)
	step := half/2 + 1
	for gcd(step, n) > 1 {
		step++
	}
	shift := random.IntN(n)
	for r := range n {
		star.add(spot{r, (r*step + shift) % n})
		star.add(spot{r, (r*step + shift + half) % n})
	}
	met := 0
	for top := 0; top < n; top += 4 { // in strips of four rows, up and down
		for k := range n {
			c := k
			if top%8 != 0 {
				c = n - 1 - k
			}
			height := min(4, n-top)
			for i := range height {
				r := top + i
				if k%2 != 0 {
					r = top + height - 1 - i
				}
				if star.has(spot{r, c}) {
					met++
				}
				room[r][c] = label(max(0, met-1) / 2)
			}
		}
	}
	return room.text("room") + "\nstars = 2\n"
}

// islandsBoard puts islands of up to nine cells into every second row; the sea is the rest.
func islandsBoard(n int) string {
	random := drawn(n)
	clue := newBoard(n, ".")
	for r := 0; r < n; r += 2 {
		for c := 1; c < n; {
			size := min(1+random.IntN(9), n-c)
			clue[r][c+random.IntN(size)] = fmt.Sprint(size)
			c += size + 1
		}
	}
	return clue.text("clue")
}

// rectanglesBoard cuts the board into rectangles of up to about twelve cells.
func rectanglesBoard(n int) string {
	random := drawn(n)
	clue := newBoard(n, ".")
	var cut func(top, left, h, w int)
	cut = func(top, left, h, w int) {
		switch {
		case h*w > 12 && h >= w:
			at := 1 + random.IntN(h-1)
			cut(top, left, at, w)
			cut(top+at, left, h-at, w)
		case h*w > 12:
			at := 1 + random.IntN(w-1)
			cut(top, left, h, at)
			cut(top, left+at, h, w-at)
		default:
			clue[top+random.IntN(h)][left+random.IntN(w)] = fmt.Sprint(h * w)
		}
	}
	cut(0, 0, n, n)
	return clue.text("clue")
}

// area is a set of places of a square.
type area struct {
	n  int
	in []bool
}

func newArea(n int) *area { return &area{n, make([]bool, n*n)} }

func (a *area) has(p spot) bool { return p.on(a.n) && a.in[p.r*a.n+p.c] }
func (a *area) add(p spot)      { a.in[p.r*a.n+p.c] = true }

// beside counts the neighbours of a spot that are in the area.
func (a *area) beside(p spot) (count int) {
	for _, d := range sides {
		if a.has(p.plus(d)) {
			count++
		}
	}
	return count
}

// spread returns places of which no two are adjacent and whose complement stays connected. No spot
// joins, by its corners, two that already hang together or touch the edge.
func spread(random *rand.Rand, n int) *area {
	out := newArea(n)
	parent := make([]int, n*n+1) // the last is the edge
	for i := range parent {
		parent[i] = i
	}
	var root func(i int) int
	root = func(i int) int {
		if parent[i] != i {
			parent[i] = root(parent[i])
		}
		return parent[i]
	}
	for _, p := range shuffledSpots(random, n) {
		if out.beside(p) > 0 {
			continue
		}
		touched := map[int]bool{}
		free, edge := true, false
		for _, d := range round {
			switch q := p.plus(d); {
			case !q.on(n):
				edge = true
			case out.has(q):
				i := root(q.r*n + q.c)
				free = free && !touched[i]
				touched[i] = true
			}
		}
		if edge {
			free = free && !touched[root(n*n)]
			touched[root(n*n)] = true
		}
		if free {
			out.add(p)
			for i := range touched {
				parent[i] = root(p.r*n + p.c)
			}
		}
	}
	return out
}

// inner returns a connected area without holes and with a connected outside. Its outline is one
// loop.
func inner(random *rand.Rand, n int) *area {
	out := newArea(n)
	start := spot{n / 2, n / 2}
	out.add(start)
	open := []spot{start}
	for len(open) > 0 {
		i := random.IntN(len(open))
		p := open[i]
		open[i] = open[len(open)-1]
		open = open[:len(open)-1]
		for _, d := range sides {
			if q := p.plus(d); q.on(n) && !out.has(q) && random.IntN(4) > 0 && out.stretches(q) == 1 && out.beside(q) == 1 {
				out.add(q)
				open = append(open, q, p)
			}
		}
	}
	return out
}

// stretches counts the runs of area cells around a spot.
func (a *area) stretches(p spot) (count int) {
	for i, d := range round {
		if a.has(p.plus(d)) && !a.has(p.plus(round[(i+7)%8])) {
			count++
		}
	}
	return count
}
