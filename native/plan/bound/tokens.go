package bound

import (
	"slices"

	"nazo/model"
)

// payment has distances to each wanted place, and the entries for which they are those.
type payment struct {
	to      [][]int64 // for each wanted place, by node
	entries []int
}

func (f *family) graph() *graph { return &f.g }

func (f *family) know(distances [][][]int64) {
	f.tables = nil
	for k, d := range distances {
		same := slices.IndexFunc(f.tables, func(p payment) bool {
			return slices.EqualFunc(p.to, d, slices.Equal[[]int64])
		})
		if same >= 0 {
			f.tables[same].entries = append(f.tables[same].entries, k)
		} else {
			f.tables = append(f.tables, payment{d, []int{k}})
		}
	}
}

func (f *family) informs() bool {
	informs := f.fragile // tokens that are missing are dead ends
	for _, t := range f.tables {
		for _, d := range t.to {
			informs = informs || informative(d, true)
		}
	}
	return informs
}

func (f *family) least(value func(model.VarID) int64, into []int64) (dead bool) {
	return f.bring(f.tokens(value), value, into)
}

// tokens are the places of the tokens.
func (f *family) tokens(value func(model.VarID) int64) []int32 {
	var out []int32
	for p, at := range f.places {
		if value(at.v) == at.value {
			out = append(out, int32(p))
		}
	}
	return out
}

// bring adds what it costs at least to bring tokens to all wanted places. It
// makes use of tokens for itself.
func (f *family) bring(tokens []int32, value func(model.VarID) int64, into []int64) (dead bool) {
	if len(tokens) < len(f.wanted) {
		return true
	}
	if f.stuck != nil && len(tokens) == len(f.wanted) && f.stuck.any(tokens, value) {
		return true
	}
	if f.mover >= 0 {
		mover := value(f.mover)
		for i, p := range tokens {
			tokens[i] = f.node(p, mover)
		}
	}
	for _, t := range f.tables {
		cost := assign(t.to, tokens)
		if cost == infinite {
			return true
		}
		for _, k := range t.entries {
			into[k] += cost
		}
	}
	return false
}

// crowd reads the tokens of several families that live in the same variables.
type crowd struct {
	vars     []model.VarID
	lo       []int64
	holds    [][]holding // for each variable, by value minus lo
	families []*family
	duels    []duels
	// single says that each family is about one token, and about nothing but
	// its place.
	single bool
}

// holding is a place of a family; the family is -1 where there is none.
type holding struct{ family, place int32 }

// crowds puts families together that share variables of one find.
func crowds(m *model.Model, families []*family) []*crowd {
	var out []*crowd
	of := map[int32]*crowd{}
	for _, f := range families {
		find := m.Vars[f.places[0].v].Find
		c := of[find]
		if c == nil {
			c = &crowd{}
			of[find] = c
			out = append(out, c)
		}
		c.families = append(c.families, f)
	}
	for _, c := range out {
		index := map[model.VarID]int{}
		for number, f := range c.families {
			for p, at := range f.places {
				i, known := index[at.v]
				if !known {
					i = len(c.vars)
					index[at.v] = i
					b := m.Vars[at.v].Domain.Bounds()
					c.vars, c.lo = append(c.vars, at.v), append(c.lo, b.Lo)
					c.holds = append(c.holds, slices.Repeat([]holding{{-1, -1}}, int(b.Size())))
				}
				c.holds[i][at.value-c.lo[i]] = holding{int32(number), int32(p)}
			}
		}
	}
	return out
}

func (c *crowd) least(value func(model.VarID) int64, into []int64) (dead bool) {
	if c.single {
		if dead, ok := c.leastOfSingles(value, into); ok {
			return dead
		}
	}
	var room [128]struct{ next, place int32 } // tokens, in a list for each family
	var first [64]int32
	heads, tokens := first[:0], room[:0]
	for range c.families {
		heads = append(heads, -1)
	}
	for i, v := range c.vars {
		if h := c.holds[i][value(v)-c.lo[i]]; h.family >= 0 {
			tokens = append(tokens, struct{ next, place int32 }{heads[h.family], h.place})
			heads[h.family] = int32(len(tokens) - 1)
		}
	}
	var list [64]int32
	for i, f := range c.families {
		mine := list[:0]
		for t := heads[i]; t >= 0; t = tokens[t].next {
			mine = append(mine, tokens[t].place)
		}
		if f.errand != nil {
			f.errand.run(mine, value, into)
		}
		if f.bring(mine, value, into) {
			return true
		}
	}
	return false
}

// leastOfSingles is least for families of one token each. It returns ok false, and
// has added nothing, if some family has several.
func (c *crowd) leastOfSingles(value func(model.VarID) int64, into []int64) (dead, ok bool) {
	var room [maxRivals]int32
	at := room[:len(c.families)]
	for i := range at {
		at[i] = -1
	}
	found := 0
	for i, v := range c.vars {
		if h := c.holds[i][value(v)-c.lo[i]]; h.family >= 0 {
			if at[h.family] >= 0 {
				return false, false
			}
			at[h.family] = h.place
			found++
		}
	}
	if found < len(at) {
		return true, true
	}
	for i, p := range at {
		for _, t := range c.families[i].tables {
			d := t.to[0][p]
			if d == infinite {
				return true, true
			}
			for _, k := range t.entries {
				into[k] += d
			}
		}
	}
	for i := range c.duels {
		c.duels[i].add(at, into)
	}
	return false, true
}
