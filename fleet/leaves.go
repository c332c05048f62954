package fleet

import (
	"slices"

	"nazo/parts"
)

// leaves is the tree of splits of a job: which tasks there are, which of them have a result, and which were sent to
// the queue. It holds a million tasks in some hundred kilobytes.
type leaves struct {
	root   split // of one: the whole
	open   int   // leaves without a result
	done   int   // leaves with one
	aside  int   // of the open ones: those that were set aside
	unsent int   // of the open ones: those that next has still to come to
	queue  []*cursor
}

// split is what something was split into.
type split struct {
	done, sent, aside bits
	n                 int
	left              int    // shares that neither have a result nor were split
	from              string // the state from which they begin, or parts.Whole; "" if it is neither
	below             map[int]*split
}

// bits is a set of small numbers.
type bits []uint64

func (b bits) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }
func (b bits) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bits) clear(i int)    { b[i/64] &^= 1 << (i % 64) }

func newSplit(n int, from string) split {
	size := (n + 63) / 64
	return split{done: make(bits, size), sent: make(bits, size), aside: make(bits, size), n: n, left: n, from: from}
}

// cursor goes through the shares of a split.
type cursor struct {
	of   *split
	path parts.Path // what was split
	next int
}

// newLeaves is the tree of a job that is divided into n, or of n attempts at it if from is parts.Whole.
func newLeaves(n int, from string) *leaves {
	l := &leaves{root: newSplit(1, ""), open: 1}
	if n == 1 {
		l.queue, l.unsent = []*cursor{{of: &l.root}}, 1
		return l
	}
	l.root.sent.set(0)
	l.divide(nil, n, from)
	return l
}

// find is where a leaf is; ok is false if the path isn't one of the tree, and leaf if it was divided.
func (l *leaves) find(path parts.Path) (s *split, i int, leaf, ok bool) {
	s, i = &l.root, 0
	for _, share := range path {
		below := s.below[i]
		if below == nil || below.n != share.Of || below.from != share.From {
			return nil, 0, false, false
		}
		s, i = below, share.Number-1
	}
	return s, i, s.below[i] == nil, true
}

// finish notes that a leaf has a result; first is false if it has one already, or was divided; known is
// false if there is no such leaf.
func (l *leaves) finish(path parts.Path) (first, known bool) {
	s, i, leaf, ok := l.find(path)
	if !ok {
		return false, false
	}
	if !leaf || s.done.has(i) {
		return false, true
	}
	l.keep(s, i)
	s.done.set(i)
	s.left--
	l.open, l.done = l.open-1, l.done+1
	if !s.sent.has(i) {
		l.unsent--
	}
	return true, true
}

// divide notes that a leaf was split into n, 2 at least, which begin from a state if that is not ""; the parts are next to be sent.
func (l *leaves) divide(path parts.Path, n int, from string) (first, known bool) {
	s, i, leaf, ok := l.find(path)
	if !ok {
		return false, false
	}
	if !leaf || s.done.has(i) {
		return false, true
	}
	l.keep(s, i)
	below := newSplit(n, from)
	if s.below == nil {
		s.below = map[int]*split{}
	}
	s.below[i] = &below
	s.left--
	if !s.sent.has(i) {
		l.unsent--
	}
	l.open, l.unsent = l.open+n-1, l.unsent+n
	l.queue = append(l.queue, &cursor{of: &below, path: path})
	return true, true
}

// next is a leaf that has no result and was not sent, and is now.
func (l *leaves) next() (parts.Path, bool) {
	for len(l.queue) > 0 {
		c := l.queue[len(l.queue)-1]
		for c.next < c.of.n {
			i := c.next
			c.next++
			if c.of.done.has(i) || c.of.sent.has(i) || c.of.below[i] != nil {
				continue
			}
			c.of.sent.set(i)
			l.unsent--
			return l.path(c, i), true
		}
		l.queue = l.queue[:len(l.queue)-1]
	}
	return nil, false
}

// path is that of a share of what a cursor goes through.
func (l *leaves) path(c *cursor, i int) parts.Path {
	if c.of == &l.root {
		return nil
	}
	return append(slices.Clip(c.path), parts.Share{Number: i + 1, Of: c.of.n, From: c.of.from})
}

// again has next come to a leaf once more, if it was sent and has no result.
func (l *leaves) again(path parts.Path) {
	s, i, leaf, ok := l.find(path)
	if !ok || !leaf || s.done.has(i) || !s.sent.has(i) {
		return
	}
	s.sent.clear(i)
	l.keep(s, i)
	l.unsent++
	c := &cursor{of: s, next: i}
	if len(path) > 0 {
		c.path = path[:len(path)-1]
	}
	l.queue = append(l.queue, c)
}

// setAside notes that nobody is to do a leaf; first is false if that is known, or it has a result.
func (l *leaves) setAside(path parts.Path) (first bool) {
	s, i, leaf, ok := l.find(path)
	if !ok || !leaf || s.done.has(i) || s.aside.has(i) {
		return false
	}
	if !s.sent.has(i) {
		s.sent.set(i)
		l.unsent--
	}
	s.aside.set(i)
	l.aside++
	return true
}

// keep takes back that a leaf was set aside.
func (l *leaves) keep(s *split, i int) {
	if s.aside.has(i) {
		s.aside.clear(i)
		l.aside--
	}
}

// out is how many leaves were sent and have neither a result nor were they set aside.
func (l *leaves) out() int { return l.open - l.unsent - l.aside }

// sent calls each with the leaves that are out, in order.
func (l *leaves) sent(each func(parts.Path)) {
	var visit func(c *cursor)
	visit = func(c *cursor) {
		for i := range c.of.n {
			path := l.path(c, i)
			if below := c.of.below[i]; below != nil {
				visit(&cursor{of: below, path: path})
			} else if c.of.sent.has(i) && !c.of.done.has(i) && !c.of.aside.has(i) {
				each(path)
			}
		}
	}
	visit(&cursor{of: &l.root})
}
