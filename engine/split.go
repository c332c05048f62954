package engine

import (
	"context"

	"nazo/model"
)

// Splitter is a job whose solutions can be parted among several who look for them (cube and conquer; Heule, Kullmann, Wieringa and
// Biere, Cube and conquer, 2012).
type Splitter interface {
	Job
	// Split parts what lies in some cubes, nil for all, into at most n cubes, or leaves them if these are no fewer: no solution is in two
	// of the new ones, each that is in an old one is in one of them. They are to take about equally long, though some may turn out to
	// have no solution. The same build makes the same of the same model, options and cubes. Objectives don't count. The error is that of
	// ctx, or a [Reason].
	Split(ctx context.Context, cubes []Cube, n int) ([]Cube, error)
}

// Cube is all solutions whose finds' variables are as it says.
type Cube []Within

// Holds reports whether a solution lies in the cube.
func (c Cube) Holds(s model.Solution) bool {
	for _, w := range c {
		if !w.Holds(s) {
			return false
		}
	}
	return true
}

// CubesEach is how many cubes each share has of what is split: what one of them takes more than expected, another takes less, and a share
// that is divided again need not be split anew.
const CubesEach = 4

// mostShares is how many shares are made by one split at most: everybody makes all of its cubes, to choose his own. More are made by splitting
// shares again.
const mostShares = 64

// Share is the i-th of n shares, counted from 1, of what lies in some cubes, nil for all: cubes, too, perhaps none, and nil only for all. The error is that
// of ctx, or a [Reason].
func Share(ctx context.Context, by Splitter, cubes []Cube, i, n int) (share []Cube, err error) {
	if n == 1 {
		return cubes, nil
	}
	of := min(n, mostShares)
	if cubes == nil || len(cubes) < of {
		if cubes, err = by.Split(ctx, cubes, CubesEach*of); err != nil {
			return nil, err
		}
	}
	share = []Cube{}
	first := (i - 1) % of
	for k := first; k < len(cubes); k += of {
		share = append(share, cubes[k])
	}
	return Share(ctx, by, share, (i-1)/of+1, (n-1-first)/of+1)
}
