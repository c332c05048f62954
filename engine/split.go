package engine

import (
	"context"

	"nazo/model"
)

// Splitter is a job whose solutions can be parted among several who look for them (cube and conquer; Heule, Kullmann, Wieringa and
// Biere, Cube and conquer, 2012).
type Splitter interface {
	Job
	// Cube is the i-th of n cubes, counted from 1. No solution is in two of the n, each is in one, and the same build makes the same of the
	// same model and options. They are to take about equally long. There may be fewer than n: empty says that the i-th is not there.
	// Others may turn out to have no solution. Objectives don't count. The error is that of ctx, or a [Reason].
	Cube(ctx context.Context, i, n int) (cube Cube, empty bool, err error)
}

// Cube is all solutions whose finds' variables are as it says.
type Cube []Within

// CubesEach is into how many cubes the share of one is split that does not yet have several: what one of them takes more than
// expected, another takes less.
const CubesEach = 4

// Share is the i-th of n shares, counted from 1, of what an engine that can split finds in some cubes: cubes, too, perhaps none. Of the cube
// without restrictions, nil, it is that of the whole. Options are those that the model is to be opened with beside. The error is that of ctx,
// or a [Reason].
func Share(ctx context.Context, by Engine, m *model.Model, o Options, cubes []Cube, i, n int) (share []Cube, err error) {
	if n == 1 {
		return cubes, nil
	}
	each := 1
	if len(cubes) == 1 {
		each = CubesEach
	}
	for _, cube := range cubes {
		job, err := by.Open(ctx, m, cube.restrict(o))
		if err != nil {
			return nil, err
		}
		splitter, ok := job.(Splitter)
		if !ok {
			return nil, Because(Unsupported, "engine %s can't split its search", by.Name())
		}
		for k := range each {
			c, empty, err := splitter.Cube(ctx, i+k*n, each*n)
			if err != nil {
				return nil, err
			}
			if !empty {
				share = append(share, append(cube[:len(cube):len(cube)], c...))
			}
		}
	}
	return share, nil
}

// restrict has the options hold in the cube only.
func (c Cube) restrict(o Options) Options {
	o.Within = append(o.Within[:len(o.Within):len(o.Within)], c...)
	return o
}
