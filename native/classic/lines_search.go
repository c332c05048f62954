package classic

import (
	"slices"
	"sync/atomic"
	"time"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// search is the naive search with the named ones that prune it.
//
// From the head of the current line it goes to the goal if that is adjacent, then along each way in turn. At the
// goal the next label begins. Pruning changes which vertices are entered, never the order of ways.
type search struct {
	*linkBoard
	tried []int32 // by vertex of path: how many ways were tried; the goal is the first

	// The pruning searches, nil or false unless asked for.
	reach  *reach
	tidy   bool
	pocket *pocket
	forced *forced

	task       model.SolveOptions
	stats      model.Stats
	found      func() bool // called at a solution; reports whether to go on
	most       int64       // limit of choices, 0 for none
	stop       *atomic.Bool
	lastReport time.Time
	lines      [][]int32 // scratch for Watch
}

// outcome is how a search ended.
type outcome uint8

const (
	spaceDone outcome = iota // nothing is left
	enough                   // the receiver stopped it
	cancelled                // the context ended
	overMost                 // the limit of choices
)

// untilClock is the number of choices between two looks at the clock.
const untilClock = 4096

func newSearch(b *linkBoard, stages []LinkSearch, t model.SolveOptions, stop *atomic.Bool) *search {
	s := &search{linkBoard: b, task: t, stop: stop, tried: make([]int32, 0, len(b.line)), lastReport: time.Now()}
	for _, stage := range stages {
		switch stage.Name {
		case ReachLinks:
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
		if s.reach != nil && !s.reach.holds(s.linkBoard) || s.pocket != nil && !s.pocket.holds(s.linkBoard) {
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

// next begins the next label, if any, and reports whether that can succeed.
func (s *search) next() bool {
	if len(s.ends) == 0 {
		if s.missing == 0 {
			s.found()
		}
		return false
	}
	if s.forced != nil && !s.forced.reserve(s.linkBoard) {
		s.forced.release(s.linkBoard)
		return false
	}
	s.start()
	s.tried = append(s.tried, 0)
	if s.reach != nil && len(s.first) == 1 && !s.reach.holds(s.linkBoard) {
		s.back()
		return false
	}
	return true
}

// way returns the next untried way from the head.
func (s *search) way() (h alg.Half, any bool) {
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
	if s.tidy && near >= 0 { // any other way would reach the goal past the head
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

// back undoes the last choice, and the start of a line without choices.
func (s *search) back() {
	if s.edges[len(s.edges)-1] < 0 { // the whole line failed
		s.pop()
		if s.forced != nil {
			s.forced.release(s.linkBoard)
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

// tick shows the search to Watch and reports progress.
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
		t.Watch(model.Moment{Choices: s.stats.Nodes, Lines: s.lines})
	}
	if s.task.Progress == nil || s.stats.Nodes%untilClock != 0 {
		return
	}
	if now := time.Now(); now.Sub(s.lastReport) >= 100*time.Millisecond {
		s.lastReport = now
		s.task.Progress(model.Progress{Stats: s.stats})
	}
}

const none = -1

// linkBoard is a graph with the lines drawn so far. Vertices and edges keep their numbers. A vertex that is off has
// no ways.
type linkBoard struct {
	ways [][]alg.Half // from each vertex, in the order to try
	ends [][2]int32   // by label: its start and goal
	// line has the label of each vertex's line, or none. Ends belong to their line from the beginning.
	line  []int32
	owner []int32 // by vertex: the label that it is reserved for, or none

	path  []int32 // the vertices of all lines, one after another
	edges []int32 // by place in path: the edge that leads there, or none at a start
	first []int32 // by started label: where its line begins in path
	at    []int32 // by vertex: its place in path

	// wantedVertex and wantedEdge must be used. missing counts those that are not yet.
	wantedVertex, wantedEdge []bool
	missing                  int
}

func newBoard(n, edges, labels int) *linkBoard {
	b := &linkBoard{ways: make([][]alg.Half, n), ends: slices.Repeat([][2]int32{{none, none}}, labels),
		line: slices.Repeat([]int32{none}, n), owner: slices.Repeat([]int32{none}, n), at: make([]int32, n),
		path: make([]int32, 0, n), edges: make([]int32, 0, n), first: make([]int32, 0, labels),
		wantedVertex: make([]bool, n), wantedEdge: make([]bool, edges)}
	return b
}

// label returns the label being drawn.
func (b *linkBoard) label() int32 { return int32(len(b.first)) - 1 }

func (b *linkBoard) head() int32 { return b.path[len(b.path)-1] }

func (b *linkBoard) goal() int32 { return b.ends[b.label()][1] }

// complete reports whether the current line has reached its goal.
func (b *linkBoard) complete() bool { return b.head() == b.goal() }

// open reports whether v is on no line and no end.
func (b *linkBoard) open(v int32) bool { return b.line[v] < 0 }

// free reports whether the line of a label may go through v.
func (b *linkBoard) free(v, label int32) bool {
	return b.line[v] < 0 && (b.owner[v] < 0 || b.owner[v] == label)
}

// drawn reports whether v is on the drawn part of the current line.
func (b *linkBoard) drawn(v int32) bool {
	i := int(b.at[v])
	return b.line[v] == b.label() && i < len(b.path) && b.path[i] == v
}

// pending reports whether a line goes on from v or must still arrive there. Then v is an end of a label that has
// not begun, or the head or goal of an incomplete line.
func (b *linkBoard) pending(v int32) bool {
	if l := b.line[v]; l != b.label() {
		return l > b.label()
	}
	return !b.complete() && (v == b.head() || v == b.goal())
}

// start begins the line of the next label.
func (b *linkBoard) start() {
	b.first = append(b.first, int32(len(b.path)))
	v := b.ends[b.label()][0]
	b.put(v, none)
}

// enter extends the current line along an edge.
func (b *linkBoard) enter(h alg.Half) {
	if b.line[h.To] < 0 { // goals were counted from the beginning
		b.line[h.To] = b.label()
		if b.wantedVertex[h.To] {
			b.missing--
		}
	}
	if b.wantedEdge[h.Edge] {
		b.missing--
	}
	b.put(h.To, h.Edge)
}

func (b *linkBoard) put(v, edge int32) {
	b.at[v] = int32(len(b.path))
	b.path = append(b.path, v)
	b.edges = append(b.edges, edge)
}

// leave takes back the head of the current line, or the whole line if it is the start.
func (b *linkBoard) leave() {
	v, edge := b.head(), b.edges[len(b.edges)-1]
	isGoal := b.complete()
	b.path, b.edges = b.path[:len(b.path)-1], b.edges[:len(b.edges)-1]
	if edge < 0 {
		b.first = b.first[:len(b.first)-1]
		return
	}
	if !isGoal {
		b.line[v] = none
		if b.wantedVertex[v] {
			b.missing++
		}
	}
	if b.wantedEdge[edge] {
		b.missing++
	}
}

// LinkRestarts looks for one solution of links that may leave out vertices. It uses reach, tidy and forced, with
// another order of labels and ways at each restart. A good order succeeds at once and a bad one never, so many
// short runs beat a long one. Their lengths follow Luby, Sinclair and Zuckerman (Optimal speedup of Las Vegas
// algorithms, 1993).
type LinkRestarts struct {
	work  *LinkJob
	seed  int64
	runs  int
	Stats model.Stats // the choices of all runs
}

// shortest is the number of choices of the shortest runs.
const shortest = 1000

// NewLinkRestarts prepares the runs. It returns nil if a vertex or edge must be used, or if the board is very large.
func NewLinkRestarts(m *LinkModel, seed int64) *LinkRestarts {
	stages, _ := known([]string{ReachLinks, Tidy, Forced})
	work, err := m.by(stages)
	if err != nil || m.impossible || m.board(0).missing > 0 {
		return nil
	}
	return &LinkRestarts{work: work, seed: seed}
}

// Try runs for a number of choices, or until stop is set. It returns a solution or nil, which proves nothing.
func (r *LinkRestarts) Try(most int64, stop *atomic.Bool) (solution model.Solution) {
	for end := r.Stats.Nodes + most; solution == nil && r.Stats.Nodes < end && !stop.Load(); {
		r.runs++
		b := r.work.board(r.seed + int64(r.runs-1)<<32)
		s := newSearch(b, r.work.searches, model.SolveOptions{}, stop)
		s.most = shortest * alg.Luby(r.runs)
		s.found = func() bool {
			solution = r.work.solution(b)
			return false
		}
		outcome := s.run()
		r.Stats.Nodes += s.stats.Nodes
		r.Stats.DeadEnds += s.stats.DeadEnds
		if outcome == spaceDone { // no order will do better
			break
		}
	}
	return solution
}
