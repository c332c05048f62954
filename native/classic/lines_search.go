package classic

import (
	"math/rand/v2"
	"sync/atomic"
	"time"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// search is the naive search with the stages that prune it.
//
// From the head of the current line it goes to the goal if that is near, else,
// or once that was tried, along each way in turn. When the goal is reached the
// next label begins. What it does is in the order of the ways only, so that the
// stages change which vertices are entered and nothing else.
type search struct {
	*linkBoard
	tried []int32 // for each vertex of path how many ways from it were tried: first the goal, then all

	// The stages; nil or false where they are not asked for.
	reach  *reach
	tidy   bool
	pocket *pocket
	forced *forced

	task       model.SolveOptions
	stats      model.Stats
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

// way is the next from the head that was not tried.
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
	return (s.reach == nil || s.reach.holds(s.linkBoard)) && (s.pocket == nil || s.pocket.holds(s.linkBoard))
}

// back takes the last choice back, with the start of a line if no choice was
// made since.
func (s *search) back() {
	if s.edges[len(s.edges)-1] < 0 { // nothing came of the whole line
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

// linkBoard is a graph with the lines drawn so far. Vertices and edges keep their
// numbers; what is off has no ways.
type linkBoard struct {
	ways [][]alg.Half // from each vertex, in the order in which to try them
	ends [][2]int32   // for each label where its line starts and its goal
	// line has for each vertex the label whose line it is on, or none. Ends
	// belong to their line from the beginning.
	line  []int32
	owner []int32 // for each vertex the label that it is reserved for, or none

	path  []int32 // the vertices of all lines drawn so far, one after the other
	edges []int32 // for each of them the edge that leads to it, or none at a start
	first []int32 // for each label begun where its line begins in path
	at    []int32 // for each vertex its place in path, if it is there

	// wantedVertex and wantedEdge have to be used; missing counts those that are not.
	wantedVertex, wantedEdge []bool
	missing                  int
}

func newBoard(n, edges, labels int) *linkBoard {
	b := &linkBoard{ways: make([][]alg.Half, n), ends: make([][2]int32, labels),
		line: make([]int32, n), owner: make([]int32, n), at: make([]int32, n),
		path: make([]int32, 0, n), edges: make([]int32, 0, n), first: make([]int32, 0, labels),
		wantedVertex: make([]bool, n), wantedEdge: make([]bool, edges)}
	for v := range n {
		b.line[v], b.owner[v] = none, none
	}
	return b
}

// label is the one whose line is being drawn.
func (b *linkBoard) label() int32 { return int32(len(b.first)) - 1 }

func (b *linkBoard) head() int32 { return b.path[len(b.path)-1] }

func (b *linkBoard) goal() int32 { return b.ends[b.label()][1] }

// complete reports whether the current line has come to its goal.
func (b *linkBoard) complete() bool { return b.head() == b.goal() }

// open reports whether no line is on v and v is not the end of one.
func (b *linkBoard) open(v int32) bool { return b.line[v] < 0 }

// free reports whether the line of a label may be drawn through v.
func (b *linkBoard) free(v, label int32) bool {
	return b.line[v] < 0 && (b.owner[v] < 0 || b.owner[v] == label)
}

// drawn reports whether v is on the part of the current line that is drawn.
func (b *linkBoard) drawn(v int32) bool {
	i := int(b.at[v])
	return b.line[v] == b.label() && i < len(b.path) && b.path[i] == v
}

// pending reports whether v is where a line goes on or still has to arrive: an
// end of a label that has not begun, or the head or goal of the current line
// while that is not complete.
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

// enter draws the current line along an edge to v.
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

// leave takes the head of the current line back, and with a start the line.
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

// shuffle varies the order of a search. Without random it changes nothing.
type shuffle struct {
	random *rand.Rand
	order  []int // for each label its new number
}

func newShuffle(seed int64, labels int) shuffle {
	if seed == 0 {
		return shuffle{}
	}
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	return shuffle{random, random.Perm(labels)}
}

func (s shuffle) label(l int32) int32 {
	if s.random == nil {
		return l
	}
	return int32(s.order[l])
}

func (s shuffle) ways(ways []alg.Half) []alg.Half {
	if s.random != nil {
		s.random.Shuffle(len(ways), func(i, k int) { ways[i], ways[k] = ways[k], ways[i] })
	}
	return ways
}

func (s shuffle) ends(ends [][2]int32) {
	if s.random == nil {
		return
	}
	for l, e := range ends {
		if s.random.IntN(2) == 0 {
			ends[l] = [2]int32{e[1], e[0]}
		}
	}
}

// LinkRestarts looks for one solution of links that may leave vertices out, by the
// stages reach, tidy and forced, with another order of labels and ways each
// time it starts again. A good order finds lines at once, a bad one never, so
// many short runs do better than a long one; their lengths are those that Luby,
// Sinclair and Zuckerman (Optimal speedup of Las Vegas algorithms, 1993) prove best.
type LinkRestarts struct {
	work  *LinkJob
	seed  int64
	runs  int
	Stats model.Stats // the choices of all runs
}

// shortest is how many choices the shortest runs may make.
const shortest = 1000

// NewLinkRestarts prepares the runs for a model; it returns nil where a vertex or an edge has
// to be used, or the board is very large.
func NewLinkRestarts(m *LinkModel, seed int64) *LinkRestarts {
	stages, _ := known([]string{ReachLinks, Tidy, Forced})
	work, err := m.by(stages)
	if err != nil || m.impossible || m.board(0).missing > 0 {
		return nil
	}
	return &LinkRestarts{work: work, seed: seed}
}

// Try runs until so many more choices were made, or stop is set. It returns a
// solution, or nil if it found none, which proves nothing.
func (r *LinkRestarts) Try(most int64, stop *atomic.Bool) model.Solution {
	var solution model.Solution
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
