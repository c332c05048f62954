package packed

import (
	"cmp"
	"math/bits"
	"slices"

	"nazo/compile/model"
)

// Symmetry maps states to states by tables over a few bits at a time.
type Symmetry struct {
	chunks []chunk
	// fixed is the part of every image that depends on nothing.
	fixed State
}

// chunk is some bits of a word: the image's words that they contribute stand in
// table, one after the other for each value of the bits.
type chunk struct {
	word  int32
	shift uint8
	mask  uint64
	table []uint64
	// bad tells values that have no image; nil if all do.
	bad []bool
}

const (
	// chunkBits is the width of chunks that have several variables, widestChunk
	// of one that has a single one.
	chunkBits   = 8
	widestChunk = 16
)

// Symmetry compiles a permutation of the machine. It returns false if it leaves the
// states of the machine, as it gives a variable that never changes another value,
// or if a variable has too many values (beyond 2^16) for a table.
func (p *Program) Symmetry(perm *model.Permutation) (*Symmetry, bool) {
	y := &Symmetry{fixed: make(State, p.words)}
	var changing []model.VarID
	for v := range p.fields {
		f := &p.fields[v]
		if f.mask != 0 {
			changing = append(changing, model.VarID(v))
			continue
		}
		value, ok := image(perm, v, f.low)
		to := perm.Vars[v]
		if !ok || !p.admits(to, value) {
			return nil, false
		}
		p.fields[to].put(y.fixed, value)
	}
	slices.SortFunc(changing, func(a, b model.VarID) int {
		return cmp.Or(cmp.Compare(p.fields[a].word, p.fields[b].word), cmp.Compare(p.fields[a].shift, p.fields[b].shift))
	})
	for len(changing) > 0 {
		n, width := 1, p.width(changing[0])
		if width > widestChunk {
			return nil, false
		}
		for n < len(changing) && p.fields[changing[n]].word == p.fields[changing[0]].word && width+p.width(changing[n]) <= chunkBits {
			width += p.width(changing[n])
			n++
		}
		y.chunks = append(y.chunks, p.chunk(perm, changing[:n], width))
		changing = changing[n:]
	}
	return y, true
}

func (p *Program) width(v model.VarID) int { return bits.Len64(p.fields[v].mask) }

// image is the value that a variable's value becomes.
func image(perm *model.Permutation, v int, value int64) (int64, bool) {
	if perm.Values[v] == nil {
		return value, true
	}
	value, ok := perm.Values[v][value]
	return value, ok
}

// admits says whether the variable may ever have the value.
func (p *Program) admits(v model.VarID, value int64) bool {
	if f := &p.fields[v]; f.mask == 0 {
		return value == f.low
	}
	return p.m.Vars[v].Domain.Contains(value)
}

// chunk makes the table of variables whose fields lie one after the other.
func (p *Program) chunk(perm *model.Permutation, vars []model.VarID, width int) chunk {
	first := p.fields[vars[0]]
	c := chunk{word: first.word, shift: first.shift, mask: 1<<width - 1}
	scratch := make(State, p.words)
	for digits := uint64(0); digits <= c.mask; digits++ {
		scratch[c.word] = digits << c.shift
		out := make(State, p.words)
		for _, v := range vars {
			old := p.fields[v].get(scratch)
			value, ok := image(perm, int(v), old)
			switch to := perm.Vars[v]; {
			case !p.m.Vars[v].Domain.Contains(old): // no state has it
			case !ok || !p.admits(to, value):
				if c.bad == nil {
					c.bad = make([]bool, c.mask+1)
				}
				c.bad[digits] = true
			default:
				p.fields[to].put(out, value)
			}
		}
		c.table = append(c.table, out...)
	}
	return c
}

// Image makes into the image of s. It returns false if s has none.
func (y *Symmetry) Image(s, into State) bool {
	copy(into, y.fixed)
	for i := range y.chunks {
		c := &y.chunks[i]
		digits := s[c.word] >> c.shift & c.mask
		if c.bad != nil && c.bad[digits] {
			return false
		}
		for w, part := range c.table[int(digits)*len(into) : (int(digits)+1)*len(into)] {
			into[w] |= part
		}
	}
	return true
}
