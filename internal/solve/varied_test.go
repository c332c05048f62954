package solve_test

import (
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/sat"
)

// TestVaried has both engines draw solutions of boards that have many. How much they share is the mean over all pairs of the
// part of what holds in either that holds in both.
func TestVaried(t *testing.T) {
	const drawn = 6
	for _, f := range []figure{
		{"queens", "", "n=12", 0, 0},
		{"knights_tour", "", "rows=6 cols=6 closed=true", 0, 0},
		{"langford", "", "n=11", 0, 0},
		{"magic_square", "", "n=4", 0, 0},
		{"graph_colouring", "south_america.txt", "colours=5", 0, 0},
	} {
		for _, by := range []model.Engine{native.New(), sat.New()} {
			t.Run(f.String()+" "+by.Name(), func(t *testing.T) {
				m := f.load(t).Model
				draw := func(task testkit.Task) (found []model.Solution) {
					task.Limit = drawn
					r := testkit.Run(t.Context(), by, m, task, func(s model.Solution) bool {
						found = append(found, testkit.Project(m, s))
						return true
					})
					if !r.Complete || r.Solutions != drawn {
						t.Fatalf("%+v", r)
					}
					return found
				}
				varied := testkit.Task{Seed: 3, Varied: true}
				found := draw(varied)
				for i := range found {
					for j := range i {
						if slices.Equal(found[i], found[j]) {
							t.Errorf("solutions %d and %d are the same", j, i)
						}
					}
				}
				if !slices.EqualFunc(found, draw(varied), slices.Equal) {
					t.Error("the same seed gives others")
				}
				if other := draw(testkit.Task{Seed: 4, Varied: true}); slices.EqualFunc(found, other, slices.Equal) {
					t.Error("another seed gives the same")
				}
				if varied, plain := shared(found), shared(draw(testkit.Task{Seed: 3})); varied > 0.9*plain {
					t.Errorf("they share %.2f, those of one search %.2f", varied, plain)
				}
			})
		}
	}
}

// shared is how much solutions have in common, 0..1.
func shared(found []model.Solution) float64 {
	sum, pairs := 0.0, 0.0
	for i := range found {
		for _, other := range found[:i] {
			both, either := 0.0, 0.0
			for v, x := range found[i] {
				if x == 0 && other[v] == 0 {
					continue
				}
				either++
				if x == other[v] {
					both++
				}
			}
			sum, pairs = sum+both/either, pairs+1
		}
	}
	return sum / pairs
}
