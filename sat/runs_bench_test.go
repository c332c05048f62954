package sat

import (
	"testing"

	"nazo/compile/model"
	"nazo/compile/model/modeltest"
)

func BenchmarkTowers(b *testing.B) {
	for _, discs := range []int{4, 5, 6} {
		b.Run(size(discs), func(b *testing.B) {
			solveN(b, func() *model.Model { return modeltest.Towers(discs, 3) }, 0, 1)
		})
	}
}
