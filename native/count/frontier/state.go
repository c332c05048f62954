package frontier

// state is a partial choice of edges, unpacked: what the undecided rest has to know about it.
type state struct {
	mateArray // for cycles, paths and links
	// For other shapes: degree is the number of chosen edges at a slot, component the name of
	// its component, a slot; noComponent if it has left the frontier.
	degree, component [maxSlots]uint8
	// closed is set when the cycle, path or component is complete: no more edges may be chosen.
	closed bool
	weight int64
	rules  []int32
	// excluded are the undecided edges that a chosen one excludes, by their bits in the step.
	excluded uint64
}

// noComponent is the component of a slot that is not in the frontier any more.
const noComponent = 255

// enter brings a vertex into the frontier, to a slot of which nothing is known.
func (sched *schedule) enter(s *state, fv frontierVertex) {
	if !sched.usesMates {
		s.component[fv.slot], s.degree[fv.slot] = fv.slot, 0
		return
	}
	if sched.Shape == Linked && sched.Labels[fv.vertex] >= 0 && !s.closed {
		s.marked |= 1 << fv.slot
		s.mate[fv.slot] = maxSlots + uint8(sched.Labels[fv.vertex])
	}
}

// leave takes a vertex without undecided edges out of the frontier. It reports whether the state
// remains possible.
func (sched *schedule) leave(s *state, st *step, at []int32, fv frontierVertex) bool {
	switch {
	case s.closed:
		return true // it was checked when the shape was closed
	case sched.usesMates:
		return sched.leaveMates(s, st, fv)
	case sched.allowed[fv.vertex]>>s.degree[fv.slot]&1 == 0:
		return false
	}
	return sched.Shape != Connected || sched.leaveComponent(s, st, at, fv)
}

// accepts reports whether a state after the last step stands for solutions.
func (sched *schedule) accepts(s *state) bool {
	return s.closed || sched.Shape != OneCycle && sched.Shape != OnePath
}
