package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"nazo/internal/solve/parts"
)

// tracker is what the coordinator knows of one job: a fold over its results, and over what went wrong. It sends and
// receives nothing.
type tracker struct {
	job      Job
	leaves   *leaves
	head     *parts.Head // of the first result
	state    State
	troubles map[string]trouble // by part
	hopeless *trouble           // one for which the job ends; nil if there is none
	orphans  []*Result          // of tasks that the tree doesn't have yet
	spent    []string           // states from which nothing begins any more
	wall     time.Duration      // of all results
	refused  []Refusal          // who took no tasks of it when that was looked at last
	dirty    bool               // the state is another than was written
	unjudged bool               // nobody can say whether what was found is enough, so it isn't
}

func newTracker(job Job) *tracker {
	return &tracker{job: job, leaves: job.leaves(), state: State{Job: job.ID, Phase: Running, Left: -1}, troubles: map[string]trouble{}}
}

// result takes the next result. The fault is nil if there is nothing wrong with it.
func (t *tracker) result(r *Result) *fault {
	if r.Divided > 1 {
		if reason := t.job.indivisible(r); reason != "" {
			return &fault{Task: r.Part.String(), Reason: reason, Second: r}
		}
		first, known := t.leaves.divide(r.Part, r.Divided, r.From)
		t.dirty = true
		switch {
		case !known:
			t.orphans = append(t.orphans, r)
		case first:
			delete(t.troubles, r.Part.String())
			t.state.Divided++
			t.spend(r.Part)
			return t.adopt()
		}
		return nil
	}
	first, known := t.leaves.finish(r.Part)
	if !known {
		t.orphans = append(t.orphans, r)
	}
	if !first {
		return nil
	}
	t.dirty = true
	delete(t.troubles, r.Part.String())
	t.spend(r.Part)
	t.state.CPU += r.CPU
	t.wall += r.Wall
	if t.job.Race { // they find the same
		t.state.Found = max(t.state.Found, r.found())
	} else {
		t.state.Found += r.found()
	}
	if t.head == nil {
		t.head, t.state.Enough = r.Head, r.Head.Enough
	}
	if !t.head.Alike(*r.Head) {
		return &fault{Task: r.Part.String(), Reason: "it is a part of other work than the first result", Second: r}
	}
	return nil
}

// spend notes that the state from which a part began is of no use any more, if all that begin from it have results.
func (t *tracker) spend(part parts.Path) {
	if s, _, _, ok := t.leaves.find(part); ok && part.Checkpoint() != "" && s.left == 0 {
		t.spent = append(t.spent, s.from)
	}
}

// adopt takes results again whose tasks were not in the tree.
func (t *tracker) adopt() (wrong *fault) {
	orphans := t.orphans
	t.orphans = nil
	for _, r := range orphans {
		wrong = cmp.Or(wrong, t.result(r))
	}
	return wrong
}

// trouble takes what went wrong with a task.
func (t *tracker) trouble(part parts.Path, now trouble) {
	text := part.String()
	before := t.troubles[text]
	t.state.Lost += max(now.Lost-before.Lost, 0)
	t.state.Failed += max(now.Failed-before.Failed, 0)
	if now.Failed > 0 && t.state.First == nil {
		t.state.First = &Failure{text, now.Failed, cut(now.last(), mostListedFor), now.Status}
	}
	t.dirty = true
	if s, i, leaf, ok := t.leaves.find(part); !ok || !leaf || s.done.has(i) {
		return // it has a result all the same
	}
	t.troubles[text] = now
	if now.Aside {
		t.leaves.setAside(part)
	}
	if now.hopeless() {
		t.hopeless = &now
	}
}

// forgive forgets what went wrong with a task: it is to be tried again.
func (t *tracker) forgive(part parts.Path) {
	if t.troubles[part.String()].Aside {
		t.leaves.again(part)
	}
	delete(t.troubles, part.String())
	t.hopeless, t.dirty = nil, true
}

// enough reports whether tasks that are open are superfluous, if what was found is right.
func (t *tracker) enough() bool {
	if t.job.Race {
		return t.leaves.done > 0
	}
	return t.state.Enough > 0 && t.state.Found >= t.state.Enough
}

// over is the phase that the job has come to.
func (t *tracker) over() (Phase, string) {
	switch l := t.leaves; {
	case t.enough() && l.open > 0 && !t.unjudged:
		return Enough, ""
	case l.open == 0:
		return Done, ""
	case t.hopeless != nil:
		t.state.Status = t.hopeless.Status
		return Cancelled, t.hopeless.last()
	case l.open == l.aside:
		for _, trouble := range t.troubles {
			t.state.Status = max(t.state.Status, trouble.Status)
		}
		return Incomplete, fmt.Sprintf("%d tasks were set aside", l.aside)
	}
	return Running, ""
}

// summary is the state of the job with what workers say of it.
func (t *tracker) summary(workers map[string]*seen) State {
	s := t.state
	l := t.leaves
	s.Done, s.Total = l.done, l.done+l.open
	s.Aside, s.SetAside = l.aside, t.setAside()
	s.Workers, s.Slots, s.Running, s.Refusing = 0, 0, 0, t.refusals(workers)
	var under time.Duration // what running tasks have behind them
	for _, w := range workers {
		if _, refuses := w.Refusing[s.Job]; refuses {
			continue
		}
		s.Workers++
		s.Slots += t.job.atOnce(w.Slots, 0)
		for _, d := range w.Running[s.Job] {
			s.Running++
			under += d.For
		}
	}
	left := l.open - l.aside
	s.Running = min(s.Running, left)
	s.Waiting = left - s.Running
	s.Left = -1
	if l.done > 0 {
		s.Mean = t.wall / time.Duration(l.done)
		if s.Slots > 0 {
			s.Left = max(s.Mean*time.Duration(left)-under, 0) / time.Duration(min(s.Slots, max(left, 1)))
		}
	}
	if s.Phase.Ended() {
		s.Running, s.Left = 0, 0
	}
	return s
}

// refusals is who takes no tasks of the job, and who did not when he was there: one who looks later is to know of it, too.
func (t *tracker) refusals(workers map[string]*seen) []Refusal {
	var here, gone []Refusal
	for _, r := range t.refused {
		if workers[r.Worker] == nil {
			r.Gone = true
			gone = append(gone, r)
		}
	}
	for name, w := range workers {
		if reason, refuses := w.Refusing[t.job.ID]; refuses {
			here = append(here, Refusal{Worker: name, Reason: reason})
		}
	}
	slices.SortFunc(here, func(a, b Refusal) int { return strings.Compare(a.Worker, b.Worker) })
	slices.SortFunc(gone, func(a, b Refusal) int { return strings.Compare(a.Worker, b.Worker) })
	t.refused = append(here, gone...)
	t.refused = t.refused[:min(len(t.refused), mostListed)]
	return t.refused
}

// A state says of so many tasks and workers, at most, what is wrong with them, and with so many bytes each: it is a message of the
// server, and has to fit into one however much goes wrong. The keys of the tasks have all of it.
const (
	mostListed    = 20
	mostListedFor = 500
)

// setAside is the first of the tasks that were set aside.
func (t *tracker) setAside() (out []Failure) {
	var aside []string
	for part, trouble := range t.troubles {
		if trouble.Aside {
			aside = append(aside, part)
		}
	}
	slices.SortFunc(aside, comparePaths)
	for _, part := range aside[:min(len(aside), mostListed)] {
		trouble := t.troubles[part]
		out = append(out, Failure{part, trouble.Failed, cut(trouble.last(), mostListedFor), trouble.Status})
	}
	return out
}

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
