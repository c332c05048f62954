package explore

// costColumn has a cost for each state of a table: in four bytes each as long as the costs are small, in
// eight from the first greater one on.
type costColumn struct {
	encoding *costEncoding
	narrow   *column[uint32] // nil if costs take eight bytes
	wide     *column[lexCost]
}

// narrowDeadEnd stands for deadEndCost in four bytes, and for no other cost.
const narrowDeadEnd = 1<<32 - 1

func newCostColumn(l *limits, e *costEncoding) *costColumn {
	return &costColumn{encoding: e, narrow: newColumn[uint32](l, 4)}
}

// set gives a state its cost; the state is in the column or the next one. It returns false if there is no
// memory left.
func (c *costColumn) set(id int32, cost lexCost) bool {
	if c.narrow != nil {
		if small, ok := c.encoding.narrow(cost); ok {
			return c.narrow.set(id, small)
		}
		if !c.widen() {
			return false
		}
	}
	return c.wide.set(id, cost)
}

func (c *costColumn) get(id int32) lexCost {
	if c.narrow == nil {
		return c.wide.get(id)
	}
	return c.encoding.widen(c.narrow.get(id))
}

// widen goes over to eight bytes for each state.
func (c *costColumn) widen() bool {
	wide := newColumn[lexCost](c.narrow.limits, 8)
	for page, costs := range c.narrow.pages {
		for i, small := range costs {
			if !wide.set(int32(page<<pageBits+i), c.encoding.widen(small)) {
				return false
			}
		}
		c.narrow.pages[page] = nil
		c.narrow.limits.free(pageSize * 4)
	}
	c.narrow, c.wide = nil, wide
	return true
}

// narrow is a cost in 32 bits, divided among its parts as in a lexCost; ok is false if it is too great.
func (t *costEncoding) narrow(p lexCost) (small uint32, ok bool) {
	if p == deadEndCost {
		return narrowDeadEnd, true
	}
	width := 32 / len(t.shifts)
	for _, shift := range t.shifts {
		part := int64(p>>shift) & t.maxValue
		if part>>width > 0 {
			return 0, false
		}
		small = small<<width | uint32(part)
	}
	return small, small != narrowDeadEnd
}

// widen is a cost from 32 bits.
func (t *costEncoding) widen(small uint32) (p lexCost) {
	if small == narrowDeadEnd {
		return deadEndCost
	}
	width := 32 / len(t.shifts)
	for i := len(t.shifts) - 1; i >= 0; i-- {
		p |= lexCost(small&(1<<width-1)) << t.shifts[i]
		small >>= width
	}
	return p
}
