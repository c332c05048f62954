package lines

import (
	"sync/atomic"
	"time"

	"nazo/engine"
	"nazo/graph"
)

// search is the naive search with the stages that prune it.
//
// From the head of the current line it goes to the goal if that is near, else,
// or once that was tried, along each way in turn. When the goal is reached the
// next label begins. What it does is in the order of the ways only, so that the
// stages change which vertices are entered and nothing else.
type search struct {
	*board
	tried []int32 // for each vertex of path how many ways from it were tried: first the goal, then all

	// The stages; nil or false where they are not asked for.
	reach  *reach
	tidy   bool
	pocket *pocket
	forced *forced

	task       engine.SolveOptions
	stats      engine.Stats
	found      func() bool // is called at a solution, and reports whether to go on
	most       int64       // choices to make at most; 0 for any number
	stop       *atomic.Bool
	lastReport time.Time
	lines      [][]int32 // what Watch is shown
}

// outcome says how a search ended.
type outcome uint8

const (
	spaceDone outcome = iota // nothing is left to search
	enough                   // the receiver of solutions said so
	cancelled                // the context ended
	overMost                 // as many choices as allowed
)

// untilClock is after how many choices the clock is looked at.
const untilClock = 4096

func newSearch(b *board, stages []Stage, t engine.SolveOptions, stop *atomic.Bool) *search {
	s := &search{board: b, task: t, stop: stop, tried: make([]int32, 0, len(b.line)), lastReport: time.Now()}
	for _, stage := range stages {
		switch stage.Name {
		case Reach:
			s.reach = newReach(b, 1)
		case Alternate:
			if s.reach == nil {
				s.reach = newReach(b, 2)
			}
		case Tidy:
			s.tidy = true
		case Pocket:
			s.pocket = newPocket(b)
		case Forced:
			s.forced = newForced(b, stop)
		}
	}
	return s
}

// run searches from an empty board.
func (s *search) run() outcome {
	if !s.next() {
		return spaceDone
	}
	for len(s.path) > 0 {
		if s.stop.Load() {
			return cancelled
		}
		h, any := s.way()
		if !any {
			s.back()
			continue
		}
		if s.most > 0 && s.stats.Nodes == s.most {
			return overMost
		}
		s.enter(h)
		s.tried = append(s.tried, 0)
		s.stats.Nodes++
		s.tick()
		if !s.promising() {
			s.back()
			continue
		}
		if !s.complete() {
			continue
		}
		if int(s.label()) == len(s.ends)-1 {
			if s.missing == 0 && !s.found() {
				return enough
			}
			s.back()
		} else if !s.next() {
			s.back()
		}
	}
	return spaceDone
}

// next begins the next label, if there is one, and reports whether that may lead
// to anything.
func (s *search) next() bool {
	if len(s.ends) == 0 {
		if s.missing == 0 {
			s.found()
		}
		return false
	}
	if s.forced != nil && !s.forced.reserve(s.board) {
		s.forced.release(s.board)
		return false
	}
	s.start()
	s.tried = append(s.tried, 0)
	if s.reach != nil && len(s.first) == 1 && !s.reach.holds(s.board) {
		s.back()
		return false
	}
	return true
}

// way is the next from the head that was not tried.
func (s *search) way() (h graph.Half, any bool) {
	top := len(s.tried) - 1
	if s.complete() {
		return h, false
	}
	ways, goal, label := s.ways[s.head()], s.goal(), s.label()
	near := none
	if s.tried[top] == 0 || s.tidy {
		for i, h := range ways {
			if h.To == goal {
				near = i
			}
		}
	}
	if s.tried[top] == 0 {
		s.tried[top] = 1
		if near >= 0 {
			return ways[near], true
		}
	}
	if s.tidy && near >= 0 { // any other way would come to the goal past the head
		return h, false
	}
	for i := int(s.tried[top]) - 1; i < len(ways); i++ {
		h = ways[i]
		if h.To != goal && s.free(h.To, label) && !(s.tidy && s.touches(h.To)) {
			s.tried[top] = int32(i) + 2
			return h, true
		}
	}
	return h, false
}

// promising asks the stages that look at the board after each choice.
func (s *search) promising() bool {
	return (s.reach == nil || s.reach.holds(s.board)) && (s.pocket == nil || s.pocket.holds(s.board))
}

// back takes the last choice back, with the start of a line if no choice was
// made since.
func (s *search) back() {
	if s.edges[len(s.edges)-1] < 0 { // nothing came of the whole line
		s.pop()
		if s.forced != nil {
			s.forced.release(s.board)
		}
		if len(s.path) == 0 {
			return
		}
	}
	s.pop()
	s.stats.DeadEnds++
}

func (s *search) pop() {
	s.leave()
	s.tried = s.tried[:len(s.tried)-1]
}

// tick shows the search to whoever watches, and reports progress.
func (s *search) tick() {
	if t := s.task; t.Watch != nil && s.stats.Nodes%max(1, t.WatchEvery) == 0 {
		s.lines = s.lines[:0]
		for i, from := range s.first {
			to := len(s.path)
			if i+1 < len(s.first) {
				to = int(s.first[i+1])
			}
			s.lines = append(s.lines, s.path[from:to])
		}
		t.Watch(engine.Moment{Choices: s.stats.Nodes, Lines: s.lines})
	}
	if s.task.Progress == nil || s.stats.Nodes%untilClock != 0 {
		return
	}
	if now := time.Now(); now.Sub(s.lastReport) >= 100*time.Millisecond {
		s.lastReport = now
		s.task.Progress(engine.Progress{Stats: s.stats})
	}
}
