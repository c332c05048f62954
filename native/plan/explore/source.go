package explore

import (
	"iter"

	"nazo/machine"
)

// source hands out the states that runs begin with, one at a time. It must be
// closed.
type source struct {
	next func() (machine.State, bool)
	stop func()
}

func (s *search) newSource() *source {
	next, stop := iter.Pull(s.starts())
	return &source{next, stop}
}

func (c *source) close() { c.stop() }
