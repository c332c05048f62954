package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"nazo/parts"
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
	slices.SortFunc(here, func(a, b Refusal) int { return compareText(a.Worker, b.Worker) })
	slices.SortFunc(gone, func(a, b Refusal) int { return compareText(a.Worker, b.Worker) })
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
