package frontier

import (
	"errors"
	"math/big"
	"math/rand/v2"
)

var (
	errOverflow = errors.New("frontier: a count doesn't fit its words")
	errTooLarge = errors.New("there are more solutions than a number of 2,048 bits says; --modulo counts what remains of it")
)

// sized works with keys and counts of some size.
type sized interface {
	// advance finishes pile after pile of the run's stack.
	advance(r *run) error
	// draw draws samples from the layers that the run has kept.
	draw(r *run, n int, random *rand.Rand) ([][]bool, *big.Int, error)
}

// sizes is the engine with keys of type K and counts of type C.
type sizes[K, C words] struct{}

// mostCountWords bounds the words of a count.
const mostCountWords = 32

// engineOf is the implementation for so many words.
func engineOf(key, count int) sized {
	switch key {
	case 1:
		return withKey[[1]uint64](count)
	case 2:
		return withKey[[2]uint64](count)
	}
	return withKey[[4]uint64](count)
}

func withKey[K words](count int) sized {
	switch count {
	case 1:
		return sizes[K, [1]uint64]{}
	case 2:
		return sizes[K, [2]uint64]{}
	case 4:
		return sizes[K, [4]uint64]{}
	case 8:
		return sizes[K, [8]uint64]{}
	case 16:
		return sizes[K, [16]uint64]{}
	}
	return sizes[K, [32]uint64]{}
}

func (sizes[K, C]) advance(r *run) error { return advance[K, C](r) }

func (sizes[K, C]) draw(r *run, n int, random *rand.Rand) ([][]bool, *big.Int, error) {
	return backwards[K, C](r, n, random)
}
