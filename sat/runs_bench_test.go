package sat

import (
	"fmt"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// BenchmarkTowers finds the shortest run and proves that there is no shorter one.
func BenchmarkTowers(b *testing.B) {
	for _, discs := range []int{4, 5, 6} {
		b.Run(fmt.Sprint(discs), func(b *testing.B) {
			solveN(b, func() *model.Model { return testkit.Towers(discs, 3) }, 0, 1)
		})
	}
}

// BenchmarkJumpsToTheCentre leaves the last peg in the centre of the English board.
func BenchmarkJumpsToTheCentre(b *testing.B) {
	solveN(b, jumpsToTheCentre, 1, 1)
}

func jumpsToTheCentre() *model.Model {
	m := testkit.Jumps("##ooo##", "##ooo##", "ooooooo", "ooo_ooo", "ooooooo", "##ooo##", "##ooo##")
	goal := make([]model.Bool, len(m.Vars))
	for v := range goal {
		goal[v] = m.BoolVar(model.VarID(v))
		if v != len(goal)/2 {
			goal[v] = goal[v].Not()
		}
	}
	m.Machine.Goal = m.And(goal...)
	return m
}

func BenchmarkPickUp(b *testing.B) {
	for _, stones := range []int{12, 16, 20} {
		b.Run(fmt.Sprint(stones), func(b *testing.B) {
			solveN(b, func() *model.Model { return pickUp(pickable(stones/3+2, stones, 1)...) }, 1, 1)
		})
	}
}

// BenchmarkSlides finds the 31 moves that are needed at most, and proves that.
func BenchmarkSlides(b *testing.B) {
	solveN(b, func() *model.Model { return byMoves(slides(3, 8, 6, 7, 2, 5, 4, 3, 0, 1)) }, 1, 1)
}

// BenchmarkPushes finds the shortest run of a level.
func BenchmarkPushes(b *testing.B) {
	solveN(b, func() *model.Model {
		return byMoves(testkit.Pusher("####..", "#.o#..", "#..###", "#*@..#", "#..$.#", "#..###", "####.."))
	}, 1, 1)
}
