package frontier

import (
	"errors"
	"math/bits"
	"slices"
	"sort"
)

// The least and the most parts into which a layer is divided when the layers after it
// don't fit, and the share of the memory that they are meant to take.
const (
	leastParts, mostParts = 2, 64
	meantShare            = 0.75
)

var errFull = errors.New("the tables are full")

// pile is the states of a layer, or those with keys of a range, to be taken on to the
// end by themselves: the method is linear, so the sums of all piles are the whole.
type pile struct {
	layer  int
	states int64   // about as many, for choosing the number of workers
	share  float64 // of the whole work, about
	split  bool    // it has not been reduced to one part of Options.Parts yet
	// begun says that the next pile is what is left of the layer before, whose states so
	// far have come to this one: together they make one layer.
	begun bool
	// low and high bound the keys, high excluded; nil is no bound.
	low, high []uint64
	blocks    *cells  // nil if the pile is not in memory
	stored    *stored // nil if it is in no file
}

// cells are entries, used by one pile or more.
type cells struct {
	raw    [][]uint64
	users  int
	memory [][]uint64 // to be given back to the arena; nil for what is already
}

// newCells are entries in memory of the arena.
func newCells(raw [][]uint64) *cells {
	return &cells{raw: raw, users: 1, memory: slices.Clone(raw)}
}

func (b *cells) bytes() int64 {
	n := int64(0)
	for _, w := range b.raw {
		n += 8 * int64(len(w))
	}
	return n
}

// again is the same pile once more, for another user.
func (p pile) again() pile {
	if p.blocks != nil {
		p.blocks.users++
	}
	return p
}

// drop ends one use of a pile's blocks.
func (p pile) drop(a *arena) {
	if p.blocks == nil {
		return
	}
	p.blocks.users--
	if p.blocks.users == 0 {
		for _, w := range p.blocks.memory {
			a.put(w)
		}
		p.blocks.raw, p.blocks.memory = nil, nil
	}
}

// hand gives the cells of a table away; it must not be used any more.
func (t *table[K, C]) hand() *cells {
	var raw [][]uint64
	for i := range t.shards {
		if cells := t.shards[i].cells; len(cells) > 0 {
			raw = append(raw, asRaw(cells))
		}
	}
	return newCells(raw)
}

// spare is the memory that is not in use.
func (a *arena) spare() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.limit - a.held + a.keptBytes
}

// compareKey compares a key with one that a range ends at.
func compareKey[K words](a *K, b []uint64) int {
	for i := range b {
		if x := (*a)[i]; x != b[i] {
			if x < b[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

func inRange[K words](p *pile, key *K) bool {
	return (p.low == nil || compareKey(key, p.low) >= 0) && (p.high == nil || compareKey(key, p.high) < 0)
}

// eachEntry visits the entries of a pile.
func eachEntry[K, C words](p *pile, visit func(e *entry[K, C])) {
	var none C
	for _, raw := range p.blocks.raw {
		block := asEntries[K, C](raw)
		for i := range block {
			if e := &block[i]; e.count != none && inRange(p, &e.key) {
				visit(e)
			}
		}
	}
}

// divide pushes so many parts of a pile whose layers didn't fit into memory. States that
// agree in the vertices that stay as they are longest stay together.
func divide[K words](r *run, p pile, parts int) error {
	bounds, err := quantiles[K](r, &p, parts, 1<<14)
	if err != nil {
		return err
	}
	if len(bounds) == 0 {
		r.stack = append(r.stack, p)
		return ErrMemory
	}
	low := p.low
	for i := 0; i <= len(bounds); i++ {
		part := p
		part.low = low
		if i < len(bounds) {
			part.high = bounds[i]
			low = bounds[i]
			part = part.again()
		}
		part.states = p.states/int64(len(bounds)+1) + 1
		part.share = p.share / float64(len(bounds)+1)
		r.stack = append(r.stack, part)
	}
	return nil
}

// quantiles are bounds that cut a pile into n parts of about the same size, by a
// sample of about so many keys (all of them if 0). Where it makes little difference they
// lie where the keys change in their first bits. None is its least key.
func quantiles[K words](r *run, p *pile, n, sample int) (out [][]uint64, err error) {
	count := 0
	if err := r.eachRaw(p, func([]uint64) { count++ }); err != nil {
		return nil, err
	}
	stride := 1
	if sample > 0 {
		stride = max(1, count/sample)
	}
	var keys []K
	at := 0
	err = r.eachRaw(p, func(e []uint64) {
		if at++; at%stride == 0 {
			var k K
			for i := range len(k) {
				k[i] = e[i]
			}
			keys = append(keys, k)
		}
	})
	if err != nil {
		return nil, err
	}
	sort.Slice(keys, func(i, j int) bool { return compareKeys(&keys[i], &keys[j]) < 0 })
	for i := 1; i < n; i++ {
		at := i * len(keys) / n
		if at == 0 || at >= len(keys) {
			continue
		}
		bound := wordsOf(keys[at])
		if reach := len(keys) / n / cutReach; reach > 0 {
			bound = coarsest(keys[at-reach : at+reach])
		}
		if len(out) == 0 || !slices.Equal(out[len(out)-1], bound) {
			out = append(out, bound)
		}
	}
	return out, nil
}

// cutReach is the share of a part, one in so many, by which it may be larger or smaller
// for the sake of a better cut.
const cutReach = 4

// coarsest is the bound between two of the ascending keys that have the fewest first
// bits in common.
func coarsest[K words](keys []K) []uint64 {
	best, place := 1<<30, 0
	for i := 1; i < len(keys); i++ {
		if common := commonBits(&keys[i-1], &keys[i]); common < best {
			best, place = common, i
		}
	}
	bound := wordsOf(keys[place])
	for i := range bound {
		if keep := min(max(best+1-64*i, 0), 64); keep < 64 {
			bound[i] &^= ^uint64(0) >> keep
		}
	}
	return bound
}

// commonBits is the number of first bits in which two keys agree.
func commonBits[K words](a, b *K) int {
	for i := 0; i < len(*a); i++ {
		if x := (*a)[i] ^ (*b)[i]; x != 0 {
			return 64*i + bits.LeadingZeros64(x)
		}
	}
	return 64 * len(*a)
}

func compareKeys[K words](a, b *K) int {
	for i := 0; i < len(*a); i++ {
		if (*a)[i] != (*b)[i] {
			if (*a)[i] < (*b)[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

func wordsOf[K words](k K) []uint64 {
	out := make([]uint64, len(k))
	for i := range out {
		out[i] = k[i]
	}
	return out
}

// statesPerPart is how many states of a layer, at least, make up a part of a count
// that is spread over machines.
const statesPerPart = 256

// enough says that the layer has states enough to be split into Options.Parts.
func enough[K, C words](r *run, p *pile) bool {
	return p.states >= statesPerPart*int64(r.options.Parts)
}

// choosePart bounds the pile to the part asked for.
func choosePart[K words](r *run, p *pile) error {
	bounds, err := quantiles[K](r, p, r.options.Parts, 0)
	if err != nil {
		return err
	}
	if i := r.options.Part - 1; i > 0 {
		p.low = bounds[i-1]
	}
	if i := r.options.Part - 1; i < len(bounds) {
		p.high = bounds[i]
	}
	p.states = p.states/int64(r.options.Parts) + 1
	return nil
}

// widen gives all counts of the stack twice the words. If that doesn't fit into
// memory, all is as it was.
func (r *run) widen() error {
	from := r.course.words + r.countWords
	to := from + r.countWords
	wide := map[*cells][][]uint64{}
	for _, p := range r.stack {
		if p.blocks == nil || wide[p.blocks] != nil {
			continue
		}
		list := make([][]uint64, len(p.blocks.raw))
		wide[p.blocks] = list
		for i, old := range p.blocks.raw {
			n := len(old) / from
			if list[i] = r.memory.get(n * to); list[i] == nil {
				for _, list := range wide {
					for _, w := range list {
						r.memory.put(w)
					}
				}
				return ErrMemory
			}
			for j := range n {
				copy(list[i][j*to:], old[j*from:(j+1)*from])
			}
		}
	}
	for b, list := range wide {
		for _, old := range b.memory {
			r.memory.put(old)
		}
		b.raw, b.memory = list, slices.Clone(list)
	}
	r.countWords *= 2
	return nil
}
