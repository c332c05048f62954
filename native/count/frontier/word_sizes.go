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

// wordSizes is the engine for keys and counts of certain sizes.
type wordSizes interface {
	// advance works on the run's stack until it is empty.
	advance(r *run) error
	// takePart has the stack of a checkpoint split.
	takePart(r *run) error
	// checker tells which entries may stand in a layer of a checkpoint.
	checker(r *run, layer int) func(entry []uint64) bool
	// draw draws samples from the layers that the run has kept.
	draw(r *run, n int, random *rand.Rand) ([][]bool, *big.Int, error)
	// maximize looks for the greatest gain, and bound bounds it; numbers have one word.
	maximize(r *run, g gainBound, opt MaximizeOptions, out *Maximum) error
	// sample makes the layers of about so many states of each.
	sample(r *run, most int, seed uint64) (layerSample, bool)
	bound(r *run, o Order, pause func(int64) (*int64, bool)) (most []int64, states int64, err error)
}

// withWords is the engine with keys of type K and counts of type C.
type withWords[K, C words] struct{}

// mostCountWords bounds the words of a count.
const mostCountWords = 32

// wordSizesFor is the engine for keys and counts of so many words.
func wordSizesFor(key, count int) wordSizes {
	switch key {
	case 1:
		return withKey[[1]uint64](count)
	case 2:
		return withKey[[2]uint64](count)
	}
	return withKey[[4]uint64](count)
}

func withKey[K words](count int) wordSizes {
	switch count {
	case 1:
		return withWords[K, [1]uint64]{}
	case 2:
		return withWords[K, [2]uint64]{}
	case 4:
		return withWords[K, [4]uint64]{}
	case 8:
		return withWords[K, [8]uint64]{}
	case 16:
		return withWords[K, [16]uint64]{}
	}
	return withWords[K, [32]uint64]{}
}

func (withWords[K, C]) advance(r *run) error { return advance[K, C](r) }

func (withWords[K, C]) takePart(r *run) error { return takePart[K](r) }

func (withWords[K, C]) checker(r *run, layer int) func(entry []uint64) bool {
	return newKeyChecker[K](r.schedule, layer, r.options.Modulo).check
}

func (withWords[K, C]) draw(r *run, n int, random *rand.Rand) ([][]bool, *big.Int, error) {
	return drawBackwards[K, C](r, n, random)
}

func (withWords[K, C]) maximize(r *run, g gainBound, opt MaximizeOptions, out *Maximum) error {
	return maximizeBy[K](r, g, opt, out)
}

func (withWords[K, C]) bound(r *run, o Order, pause func(int64) (*int64, bool)) ([]int64, int64, error) {
	return boundLeft[K](r, o, pause)
}

func (withWords[K, C]) sample(r *run, most int, seed uint64) (layerSample, bool) {
	return sampleBy[K](r, most, seed)
}
