package frontier

// state is a partial choice, unpacked: what the open vertices still have to know.
type state struct {
	matching // for shapes of paths
	// degree and part, for other shapes: edges so far, and a slot of the same
	// component, the same for all of it; inner for one that is not open any more.
	degree, part [maxSlots]uint8
	// closed says that the cycle, path or component is done: no more edges.
	closed bool
	tally  int64
	rules  []int32
}

// inner is the component of a slot that is not open any more.
const inner = 255

// enter brings a vertex in, to a slot of which nothing is known.
func (c *course) enter(s *state, e entrant) {
	if !c.isMatched {
		s.part[e.slot], s.degree[e.slot] = e.slot, 0
		return
	}
	if c.Shape == Linked && c.Labels[e.vertex] >= 0 && !s.closed {
		s.marked |= 1 << e.slot
		s.mate[e.slot] = maxSlots + uint8(c.Labels[e.vertex])
	}
}

// retire lets a vertex go that has no undecided edges.
func (c *course) retire(s *state, st *step, at []int32, e entrant) bool {
	switch {
	case s.closed:
		return true // whoever closed it has looked
	case c.isMatched:
		return c.retireMatched(s, st, e)
	case c.allowed[e.vertex]>>s.degree[e.slot]&1 == 0:
		return false
	}
	return c.Shape != Joined || c.retirePart(s, st, at, e)
}

// accepts says that a state after the last step is one of solutions.
func (c *course) accepts(s *state) bool {
	return s.closed || c.Shape != OneCycle && c.Shape != OnePath
}
