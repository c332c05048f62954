package explore

import (
	"iter"

	"nazo/machine"
)

// startSource yields the states that runs begin with, one at a time. It must be closed.
type startSource struct {
	next func() (machine.State, bool)
	stop func()
}

func (s *search) newSource() *startSource {
	next, stop := iter.Pull(s.starts())
	return &startSource{next, stop}
}

func (c *startSource) close() { c.stop() }
