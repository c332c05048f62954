// Package boards makes legal boards of any size, for tests of how compiling and judging
// grow with them: each has a solution, by construction, and maybe many. A function gives
// the text of an instance file for a board of n by n, 4 or more; the same size gives the
// same board.
package boards

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// board is a square of what is printed in its cells.
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

// text is a grid of an instance file.
func (b board) text(name string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s:\n", name)
	for _, row := range b {
		fmt.Fprintln(&out, strings.Join(row, " "))
	}
	return out.String()
}

func drawn(n int) *rand.Rand { return rand.New(rand.NewPCG(uint64(n), 7)) }

// place is a row and a column, from 0.
type place struct{ r, c int }

func (p place) on(n int) bool { return 0 <= p.r && p.r < n && 0 <= p.c && p.c < n }

var sides = [4]place{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

// round are the eight places round one, in order.
var round = [8]place{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}

func (p place) plus(q place) place { return place{p.r + q.r, p.c + q.c} }

// shuffledPlaces are all places of a square in a random order.
func shuffledPlaces(random *rand.Rand, n int) []place {
	out := make([]place, n*n)
	for i, j := range random.Perm(n * n) {
		out[i] = place{j / n, j % n}
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
