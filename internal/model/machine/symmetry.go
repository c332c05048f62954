package machine

import (
	"cmp"
	"math/bits"
	"slices"

	"nazo/internal/model"
)

// Symmetry maps states to states. Variables that only change places are moved by rotating words, others by
// tables over a few bits at a time.
type Symmetry struct {
	shifts [][]shift // by target word
	chunks []chunk
	// fixed is the constant part of every image.
	fixed State
}

// shift rotates a word to the left and copies the bits under mask.
type shift struct {
	word   int32
	rotate uint8
	mask   uint64
}

// chunk is some bits of a word. table has, for each value of the bits, the words that they contribute to the
// image, one after the other.
type chunk struct {
	word  int32
	shift uint8
	mask  uint64
	table []uint64
	// bad marks values without image. It is nil if all have one.
	bad []bool
}

const (
	// chunkBits is the width of chunks of several variables, widestChunk that of a chunk of one.
	chunkBits   = 8
	widestChunk = 16
)

// Symmetry compiles a permutation of the machine. It returns false if the permutation leaves the states of
// the machine: it gives a variable that never changes another value, or one of several that only the start
// leaves open. It also returns false if a variable has too many values (beyond 2^16) for a table.
func (p *Program) Symmetry(perm *model.Permutation) (*Symmetry, bool) {
	y := &Symmetry{fixed: make(State, p.words)}
	var changing []model.VarID
	for v := range p.fields {
		f := &p.fields[v]
		if f.mask != 0 {
			if p.fields[perm.Vars[v]].mask == 0 && !p.changes(model.VarID(v)) {
				return nil, false
			}
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
	y.shifts, changing = p.shifts(perm, changing)
	for len(changing) > 0 {
		first := &p.fields[changing[0]]
		n, width := 1, p.width(changing[0])
		if width > widestChunk {
			return nil, false
		}
		for ; n < len(changing); n++ { // bits of other variables may lie between
			f := &p.fields[changing[n]]
			end := int(f.shift-first.shift) + p.width(changing[n])
			if f.word != first.word || end > chunkBits {
				break
			}
			width = end
		}
		y.chunks = append(y.chunks, p.chunk(perm, changing[:n], width))
		changing = changing[n:]
	}
	return y, true
}

// changes reports whether some move changes the variable.
func (p *Program) changes(v model.VarID) bool {
	return slices.ContainsFunc(p.m.Machine.Moves, func(move model.Move) bool {
		return slices.ContainsFunc(move.Effects, func(e model.Effect) bool { return e.Var == v })
	})
}

// shifts compiles the variables that only change places, if that is less work than tables. It returns the
// other variables.
func (p *Program) shifts(perm *model.Permutation, vars []model.VarID) (shifts [][]shift, others []model.VarID) {
	shifts = make([][]shift, p.words)
	groups, width := 0, 0
	for _, v := range vars {
		from, to := &p.fields[v], &p.fields[perm.Vars[v]]
		here, there := p.m.Vars[v].Domain, p.m.Vars[perm.Vars[v]].Domain
		if perm.Values[v] != nil || from.low != to.low || from.mask != to.mask || here.Intersect(there).Size() != here.Size() {
			others = append(others, v)
			continue
		}
		width += p.width(v)
		rotate := (to.shift - from.shift) & 63
		of := shifts[to.word]
		i := slices.IndexFunc(of, func(s shift) bool { return s.word == from.word && s.rotate == rotate })
		if i < 0 {
			i = len(of)
			of = append(of, shift{word: from.word, rotate: rotate})
			groups++
		}
		of[i].mask |= to.mask << to.shift
		shifts[to.word] = of
	}
	if groups > width/chunkBits*p.words {
		return nil, vars
	}
	return shifts, others
}

func (p *Program) width(v model.VarID) int { return bits.Len64(p.fields[v].mask) }

// image returns the image of a variable's value.
func image(perm *model.Permutation, v int, value int64) (int64, bool) {
	if perm.Values[v] == nil {
		return value, true
	}
	value, ok := perm.Values[v][value]
	return value, ok
}

// admits reports whether the variable may ever have the value.
func (p *Program) admits(v model.VarID, value int64) bool {
	if f := &p.fields[v]; f.mask == 0 {
		return value == f.low
	}
	return p.m.Vars[v].Domain.Contains(value)
}

// chunk makes the table of variables whose fields lie in the next width bits of a word.
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

// Image sets into to the image of s. It returns false if s has none.
func (y *Symmetry) Image(s, into State) bool {
	for w := range into {
		into[w] = y.word(s, w)
	}
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

// word returns a word of the image without the contributions of chunks.
func (y *Symmetry) word(s State, w int) uint64 {
	word := y.fixed[w]
	if y.shifts != nil {
		for _, shift := range y.shifts[w] {
			word |= bits.RotateLeft64(s[shift.word], int(shift.rotate)) & shift.mask
		}
	}
	return word
}

// Less reports whether s has an image that is less than another state in the order of [slices.Compare]. If so,
// into becomes the image.
func (y *Symmetry) Less(s, than, into State) bool {
	if len(y.chunks) > 0 {
		return y.Image(s, into) && slices.Compare(into, than) < 0
	}
	for w := range into { // mostly the first word decides
		into[w] = y.word(s, w)
		if into[w] < than[w] {
			for w++; w < len(into); w++ {
				into[w] = y.word(s, w)
			}
			return true
		}
		if into[w] > than[w] {
			return false
		}
	}
	return false
}
