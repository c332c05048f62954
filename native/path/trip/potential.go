package trip

// Pace says how long potentials are looked for.
type Pace struct {
	// Rounds bounds the 1-trees that are made.
	Rounds int
	// Patience is after how many rounds without a better bound the steps become half as long.
	Patience int
	// Step is how long the first steps are, in parts of 64 of what would lead to the goal if degrees
	// stayed as they are. The search ends when steps are shorter than 1/16 of that.
	Step int64
}

// Raise looks for potentials that make the cheapest 1-tree dear, by subgradient steps (Held and
// Karp 1971; their length by Held, Wolfe, Crowder 1974; directions half remembered by Volgenant and
// Jonker 1982). It ends when the bound exceeds limit, when the 1-tree is a round trip, or when
// stop says so, and leaves the best potentials and their 1-tree. The result is the bound, which
// exceeds any limit if there is no 1-tree.
func (b *Bound) Raise(limit int64, p Pace, stop func() bool) (bound int64) {
	if !b.tree() {
		return unlimited
	}
	bound = b.cost
	copy(b.best, b.Potential)
	clear(b.previous)
	step, idle := p.Step, 0
	for range p.Rounds {
		if b.cost > limit || stop() {
			break
		}
		square := int64(0) // of the length of the direction
		for v, d := range b.degree {
			b.direction[v] = 6*(d-2) + 4*b.previous[v]
			b.previous[v] = d - 2
			square += int64(b.direction[v]) * int64(b.direction[v])
		}
		if b.isTour() {
			break
		}
		length := 10 * step * ((b.goal(limit)-b.cost)/64 + 1) / max(square, 1)
		for v, d := range b.direction {
			p := b.Potential[v] + max(length, 1)*int64(d)
			b.Potential[v] = min(max(p, -maxPotential), maxPotential)
		}
		b.tree()
		if b.cost > bound {
			bound, idle = b.cost, 0
			copy(b.best, b.Potential)
			continue
		}
		if idle++; idle >= p.Patience {
			idle = 0
			if step /= 2; step < 4 {
				break
			}
			copy(b.Potential, b.best)
			clear(b.previous)
			b.tree()
		}
	}
	if b.cost < bound {
		copy(b.Potential, b.best)
		b.tree()
	}
	return bound
}

// goal is what the bound may come to: limit, or a little more than now if there is none.
func (b *Bound) goal(limit int64) int64 {
	if limit < unlimited {
		return limit
	}
	return b.cost + max(b.cost, -b.cost)/32 + int64(b.g.Order)
}

// isTour reports whether the 1-tree is a round trip: each vertex has two edges.
func (b *Bound) isTour() bool {
	for _, d := range b.degree {
		if d != 2 {
			return false
		}
	}
	return true
}
