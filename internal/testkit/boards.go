// Package testkit has helpers for tests: random models and machines, an exhaustive search for their solutions,
// cases with a known number of solutions, clues of random boards, and checks of time.
package testkit

import (
	"math/rand/v2"
	"slices"

	"nazo/internal/alg"
)

// LoopClues makes clues for [Loop] from a random loop. A clue is the number of a cell's sides on the loop with the
// given probability, or else -1.
func LoopClues(rows, cols int, density float64, seed uint64) []int {
	random := rand.New(rand.NewPCG(seed, 0))
	inside := make([]bool, rows*cols)
	at := func(r, c int) bool {
		return r >= 0 && r < rows && c >= 0 && c < cols && inside[r*cols+c]
	}
	// A cell may be added if inside and outside each form one stretch around it. So the border stays one loop.
	addable := func(r, c int) bool {
		ring := []bool{at(r-1, c-1), at(r-1, c), at(r-1, c+1), at(r, c+1), at(r+1, c+1), at(r+1, c), at(r+1, c-1), at(r, c-1)}
		changes := 0
		for i := range ring {
			if ring[i] != ring[(i+1)%8] {
				changes++
			}
		}
		return changes == 2 && (ring[1] || ring[3] || ring[5] || ring[7])
	}
	inside[rows/2*cols+cols/2] = true
	for range 40 * rows * cols {
		r, c := random.IntN(rows), random.IntN(cols)
		if !inside[r*cols+c] && addable(r, c) && (random.IntN(3) > 0 || crowd(at, r, c) <= 1) && crowd(at, r, c) <= 2 {
			inside[r*cols+c] = true
		}
	}
	clues := make([]int, rows*cols)
	for i := range clues {
		r, c := i/cols, i%cols
		n := crowd(at, r, c)
		if inside[i] {
			n = 4 - n
		}
		clues[i] = n
		if random.Float64() >= density {
			clues[i] = -1
		}
	}
	return clues
}

// crowd returns the number of neighbours of a cell that are inside.
func crowd(at func(r, c int) bool, r, c int) int {
	return alg.Count([]bool{at(r-1, c), at(r+1, c), at(r, c-1), at(r, c+1)}, func(in bool) bool { return in })
}

// LinkLabels makes labels for [JoinedLabels] by cutting a random path through all cells into pieces. So there is a
// solution that fills the board.
func LinkLabels(rows, cols int, seed uint64) []int32 {
	random := rand.New(rand.NewPCG(seed, 1))
	path := make([]int, rows*cols)
	for i := range path {
		r, c := i/cols, i%cols
		if r%2 == 1 {
			c = cols - 1 - c
		}
		path[i] = r*cols + c
	}
	for range 100 * len(path) { // an end bites the path next to it
		if random.IntN(2) == 0 {
			slices.Reverse(path)
		}
		end := path[len(path)-1]
		r, c := end/cols, end%cols
		d := [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}[random.IntN(4)]
		if rr, cc := r+d[0], c+d[1]; rr >= 0 && rr < rows && cc >= 0 && cc < cols {
			slices.Reverse(path[slices.Index(path, rr*cols+cc)+1:])
		}
	}
	labels := slices.Repeat([]int32{-1}, len(path))
	label := int32(0)
	for start := 0; len(path)-start >= 3; label++ {
		length := 4 + random.IntN(14)
		if len(path)-start-length < 3 {
			length = len(path) - start
		}
		labels[path[start]], labels[path[start+length-1]] = label, label
		start += length
	}
	return labels
}
