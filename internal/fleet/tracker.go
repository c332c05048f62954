package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"nazo/internal/solve/parts"
)

// tracker is the coordinator's knowledge of one job: a fold over its results and failures, without any I/O.
type tracker struct {
	job      Job
	leaves   *leaves
	head     *parts.Head // of the first result
	state    State
	troubles map[string]trouble // by part
	hopeless *trouble           // a trouble that ends the job; may be nil
	orphans  []*Result          // results of tasks that the tree doesn't have yet
	spent    []string           // states that are no longer needed
	wall     time.Duration      // of all results
	refused  []Refusal          // as last computed
	dirty    bool               // the state has changed since it was written
	unjudged bool               // whether enough was found can't be judged, so everything is done
}

func newTracker(job Job) *tracker {
	return &tracker{job: job, leaves: job.leaves(), state: State{Job: job.ID, Phase: Running, Left: -1}, troubles: map[string]trouble{}}
}

// result counts a result, and returns what is wrong with it.
func (t *tracker) result(r *Result) (wrong *fault) {
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
			orphans := t.orphans // retry results whose tasks were not in the tree
			t.orphans = nil
			for _, orphan := range orphans {
				wrong = cmp.Or(wrong, t.result(orphan))
			}
			return wrong
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
	if t.job.Race { // all find the same
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

// spend notes that a state is no longer needed if all parts that begin from it have results.
func (t *tracker) spend(part parts.Path) {
	if s, _, _, ok := t.leaves.find(part); ok && part.Checkpoint() != "" && s.left == 0 {
		t.spent = append(t.spent, s.from)
	}
}

func (t *tracker) trouble(part parts.Path, now trouble) {
	text := part.String()
	before := t.troubles[text]
	t.state.Lost += max(now.Lost-before.Lost, 0)
	t.state.Failed += max(now.Failed-before.Failed, 0)
	if now.Failed > 0 && t.state.First == nil {
		t.state.First = &Failure{text, now.Failed, cut(now.last(), mostListedFor), now.Status}
	}
	t.dirty = true
	if _, _, open, _ := t.leaves.find(part); !open {
		return // it has a result or was divided
	}
	t.troubles[text] = now
	if now.Aside {
		t.leaves.setAside(part)
	}
	if now.hopeless() {
		t.hopeless = &now
	}
}

// forgive forgets what went wrong with a task, which will be tried again.
func (t *tracker) forgive(part parts.Path) {
	if t.troubles[part.String()].Aside {
		t.leaves.again(part)
	}
	delete(t.troubles, part.String())
	t.hopeless, t.dirty = nil, true
}

// enough reports whether the open tasks are superfluous, if the results are right.
func (t *tracker) enough() bool {
	if t.job.Race {
		return t.leaves.done > 0
	}
	return t.state.Enough > 0 && t.state.Found >= t.state.Enough
}

// over returns the present phase of the job and its reason.
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

func (t *tracker) summary(workers map[string]*seen) State {
	s := t.state
	l := t.leaves
	s.Done, s.Total = l.done, l.done+l.open
	s.Aside, s.SetAside = l.aside, t.setAside()
	s.Workers, s.Slots, s.Running, s.Refusing = 0, 0, 0, t.refusals(workers)
	var under time.Duration // spent on running tasks so far
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

// refusals returns who refuses the job: first present workers, then those that have left.
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
	byName := func(a, b Refusal) int { return strings.Compare(a.Worker, b.Worker) }
	all := append(slices.SortedFunc(slices.Values(here), byName), slices.SortedFunc(slices.Values(gone), byName)...)
	t.refused = all[:min(len(all), mostListed)]
	return t.refused
}

// Limits of the lists in a state, in entries and in bytes of each: a state has to fit into a message. The tasks' own
// keys have all of it.
const (
	mostListed    = 20
	mostListedFor = 500
)

// setAside returns the first of the tasks that were set aside.
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

// leaves is the tree of a job's splits, with results and sent tasks. A million tasks take some hundred kilobytes.
type leaves struct {
	root   split // has one share: the whole
	open   int   // leaves without a result
	done   int   // leaves with a result
	aside  int   // open leaves that were set aside
	unsent int   // open leaves that next has not returned
	queue  []*cursor
}

// split is the division of a task into n shares.
type split struct {
	done, sent, aside bits
	n                 int
	left              int    // shares with neither a result nor a split
	from              string // the digest of the state from which they begin, parts.Whole, or ""
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

// cursor visits the shares of a split.
type cursor struct {
	of   *split
	path parts.Path // what was split
	next int
}

// newLeaves returns the tree of a job of n tasks, or of n attempts if from is parts.Whole.
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

// find locates a path of the tree. open means that it is a leaf without a result, and known that the tree has it.
func (l *leaves) find(path parts.Path) (s *split, i int, open, known bool) {
	s, i = &l.root, 0
	for _, share := range path {
		below := s.below[i]
		if below == nil || below.n != share.Of || below.from != share.From {
			return nil, 0, false, false
		}
		s, i = below, share.Number-1
	}
	return s, i, s.below[i] == nil && !s.done.has(i), true
}

// settle takes a leaf from those without a result. first is false if it is none of them.
func (l *leaves) settle(path parts.Path) (s *split, i int, first, known bool) {
	if s, i, first, known = l.find(path); first {
		l.keep(s, i)
		s.left--
		l.open--
		if !s.sent.has(i) {
			l.unsent--
		}
	}
	return s, i, first, known
}

// finish records a leaf's result. known is false for an unknown path, and first if it has one or was divided.
func (l *leaves) finish(path parts.Path) (first, known bool) {
	s, i, first, known := l.settle(path)
	if first {
		s.done.set(i)
		l.done++
	}
	return first, known
}

// divide records that a leaf was split into n ≥ 2 parts, which begin from a state if from isn't "". They are next.
func (l *leaves) divide(path parts.Path, n int, from string) (first, known bool) {
	s, i, first, known := l.settle(path)
	if !first {
		return false, known
	}
	below := newSplit(n, from)
	if s.below == nil {
		s.below = map[int]*split{}
	}
	s.below[i] = &below
	l.open, l.unsent = l.open+n, l.unsent+n
	l.queue = append(l.queue, &cursor{of: &below, path: path})
	return true, true
}

// next returns an open leaf that was not sent, and marks it as sent.
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

func (l *leaves) path(c *cursor, i int) parts.Path {
	if c.of == &l.root {
		return nil
	}
	return append(slices.Clip(c.path), parts.Share{Number: i + 1, Of: c.of.n, From: c.of.from})
}

// again makes next return a leaf once more, if it was sent and has no result.
func (l *leaves) again(path parts.Path) {
	s, i, open, _ := l.find(path)
	if !open || !s.sent.has(i) {
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

// setAside marks a leaf as done by nobody. first is false if it is marked already or has a result.
func (l *leaves) setAside(path parts.Path) (first bool) {
	s, i, open, _ := l.find(path)
	if !open || s.aside.has(i) {
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

// keep unmarks a leaf that was set aside.
func (l *leaves) keep(s *split, i int) {
	if s.aside.has(i) {
		s.aside.clear(i)
		l.aside--
	}
}

// out returns how many leaves are sent, without a result, and not set aside.
func (l *leaves) out() int { return l.open - l.unsent - l.aside }

// sent calls each with those leaves, in order.
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
