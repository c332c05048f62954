package plan

import (
	"errors"
	"fmt"
	"slices"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// choose makes the search that the task names, or the one that suits it. If the named one does not apply, it
// returns nil and the reason.
func (s *search) choose(m *model.Model) (stepper, string) {
	if len(s.task.Search) > 0 {
		n, _ := named(s.task.Search[0])
		return s.chosen(n)
	}
	if s.task.Limit == 1 && s.task.AsksForAnyRun(m.Machine) {
		return s.anyRun(), ""
	}
	return s.bestRun(), ""
}

// chosen makes a named search, as choose does.
func (s *search) chosen(n Search) (stepper, string) {
	if n.unitCost && !s.unitCost() {
		return nil, fmt.Sprintf("moves cost different amounts, which search %s does not know", n.Name)
	}
	s.setLengthInState(s.task.MaxMoves > 0 && !n.keepsDepth)
	if n.guided {
		s.useHeuristic()
	}
	return n.new(s)
}

// unitCost reports whether the shortest runs are the best.
func (s *search) unitCost() bool { return s.encoding.unitCost || s.task.AnyObjective }

func (s *search) breadthFirst() *breadthFirst {
	b := newBreadthFirst(s)
	b.allShortest = s.task.Limit != 1
	return b
}

func (s *search) bestFirst() *bestFirst {
	b := newBestFirst(s)
	b.allOptimal = s.task.Limit != 1
	return b
}

func (s *search) bidirectional() (stepper, string) {
	b, reason := newBidirectional(s)
	if b == nil {
		return nil, reason
	}
	return b, ""
}

// newGreedy is greedy best-first search.
func newGreedy(s *search) *bestFirst {
	b := newBestFirst(s)
	b.greedy = true
	return b
}

// anyRun returns a portfolio for some run: depth-first, breadth-first and, with a heuristic, greedy best-first search.
// Bidirectional search replaces breadth-first search where it applies, and its backward side serves the others as a
// perimeter. With players, half of the work is limited discrepancy search along their preferences.
func (s *search) anyRun() stepper {
	s.useHeuristic()
	plain := s.anyRunUnguided()
	if len(s.specialized.Machine.Players) == 0 {
		return plain
	}
	guided := *s
	guided.prepare()
	guided.setLengthInState(s.task.MaxMoves > 0)
	return newRoundRobin(s.limits, plain, newLimitedDiscrepancy(&guided))
}

// anyRunUnguided is anyRun without players.
func (s *search) anyRunUnguided() *roundRobin {
	s.setLengthInState(false)
	d, g := newDepthFirst(s), (*bestFirst)(nil)
	var others []stepper
	if s.heuristic != nil && s.task.MaxMoves == 0 {
		g = newGreedy(s)
		others = append(others, g)
	}
	b, _ := newBidirectional(s)
	if b == nil {
		return newRoundRobin(s.limits, append(others, s.breadthFirst(), d)...)
	}
	meet := func(goals *direction) {
		d.goals = goals
		if g != nil {
			g.goals = goals
		}
	}
	t := newRoundRobin(s.limits, append(others, b, d)...)
	if s.task.MaxMoves == 0 {
		meet(&b.backward)
		t.dropped = func(dropped stepper) {
			if dropped == stepper(b) {
				meet(nil)
			}
		}
	}
	return t
}

// bestRun searches best runs: A* with the heuristic, uniform-cost search without one, or breadth-first search
// where all moves cost the same. For one run with few goal states and inverse moves, bidirectional search
// then shares the work with A* or replaces breadth-first search.
func (s *search) bestRun() stepper {
	unitCost := s.unitCost()
	s.useHeuristic()
	if !unitCost {
		s.leaveOutDeadEnds()
		s.setLengthInState(s.task.MaxMoves > 0)
		if s.task.Limit == 1 && s.task.MaxMoves == 0 && s.canonicalizer == nil {
			s.reachSets = newReachSets(s)
		}
		return s.bestFirst()
	}
	guided := s.heuristic != nil && s.task.MaxMoves == 0
	if s.task.Limit == 1 {
		b, _ := newBidirectional(s)
		switch {
		case b != nil && guided:
			return newRoundRobin(s.limits, b, s.bestFirst())
		case b != nil:
			return b
		}
	}
	if guided {
		return s.bestFirst()
	}
	return s.breadthFirst()
}

// Search is a named search. Nothing else depends on its name.
type Search struct {
	Name   string
	About  string // what it does, in one line
	Source string // its publication; "" if it is our own
	// Exhaustive is true if the search can list all best runs, and so count them.
	Exhaustive bool

	satisficing bool // it finds some run, which need not be the best
	unitCost    bool // it finds best runs only where all moves cost the same
	keepsDepth  bool // it bounds the number of moves without a length in the state
	guided      bool // it uses the heuristic
	// new makes the search. It returns nil and the reason if the search does not apply.
	new func(*search) (stepper, string)
}

// Searches returns the searches, the plainest first.
func Searches() []Search {
	return []Search{
		{Name: "breadth", About: "breadth-first search: all states by their distance from the start; shortest runs, if moves cost the same",
			Source: "Moore 1959", Exhaustive: true, unitCost: true, keepsDepth: true,
			new: func(s *search) (stepper, string) { return s.breadthFirst(), "" }},
		{Name: "bidirectional", About: "bidirectional breadth-first search: from the start and, moves taken back, from the goal, until they meet",
			Source: "Pohl 1969", unitCost: true, keepsDepth: true, new: (*search).bidirectional},
		{Name: "depth", About: "depth-first search: goes on from the state met last, from none twice; some run, not the best",
			Source: "Tarjan 1972", satisficing: true, keepsDepth: true, guided: true,
			new: func(s *search) (stepper, string) { return newDepthFirst(s), "" }},
		{Name: "deepening", About: "iterative-deepening A* (IDA*): depth-first up to a cost, then up to the next higher one, with a heuristic",
			Source: "Korf 1985", guided: true,
			new: func(s *search) (stepper, string) { return newIDAStar(s), "" }},
		{Name: "uniform", About: "uniform-cost search: the cheapest states first",
			Source: "Dijkstra 1959", Exhaustive: true,
			new: func(s *search) (stepper, string) { return s.bestFirst(), "" }},
		{Name: "astar", About: "A*: the states first that look cheapest with a heuristic, a bound on what is still to be paid",
			Source: "Hart, Nilsson, Raphael 1968", Exhaustive: true, guided: true,
			new: func(s *search) (stepper, string) { return s.bestFirst(), "" }},
		{Name: "greedy", About: "greedy best-first search: the states first for which that bound is least; some run, not the best",
			Source: "Doran, Michie 1966", satisficing: true, guided: true,
			new: func(s *search) (stepper, string) { return newGreedy(s), "" }},
		{Name: "discrepancy", About: "limited discrepancy search: the moves that a player of the spec prefers, with few departures, then with more; some run, not the best",
			Source: "Harvey, Ginsberg 1995", satisficing: true, guided: true,
			new: func(s *search) (stepper, string) { return newLimitedDiscrepancy(s), "" }},
	}
}

// named returns the search with this name. It returns false if there is none.
func named(name string) (Search, bool) {
	all := Searches()
	if i := slices.IndexFunc(all, func(s Search) bool { return s.Name == name }); i >= 0 {
		return all[i], true
	}
	return Search{}, false
}

// Open prepares a machine. The error says, as a clause, why the searches that the options name don't apply.
func Open(m *model.Model, o model.Options) (*Machine, error) {
	if len(o.Search) > 1 {
		return nil, errors.New("searches for runs stand alone")
	}
	for _, name := range o.Search {
		if _, ok := named(name); !ok {
			return nil, fmt.Errorf("search %s is not for runs", name)
		}
	}
	return &Machine{m: m, options: o}, nil
}

// Refuses returns the reason why the named search does not apply, as [model.Job] describes. Only Solve
// refuses a search that is asked for all runs.
func (j *Machine) Refuses(o model.SolveOptions) model.Reason {
	if o.Limit == 0 {
		return model.Reason{}
	}
	return j.suits(o)
}

// suits returns the reason why the named search does not fit the task, or no reason if it fits.
func (j *Machine) suits(o model.SolveOptions) model.Reason {
	if len(j.options.Search) == 0 {
		return model.Reason{}
	}
	t := model.Task{Options: j.options, SolveOptions: o}
	switch s, _ := named(t.Search[0]); {
	case !s.Exhaustive && t.Limit != 1:
		return model.Because(model.Unsupported, "search %s finds one run, not all", s.Name)
	case s.satisficing && !t.AsksForAnyRun(j.m.Machine):
		return model.Because(model.Unsupported, "search %s finds some run, not the best", s.Name)
	}
	return model.Reason{}
}

// roundRobin is a portfolio of searches that take turns of growing length. When half of the memory is used,
// the largest searches are dropped one after another, but never the last in the list.
type roundRobin struct {
	limits   *limits
	searches []stepper
	bytes    []int64 // the bytes that each has reserved
	turn     int     // the states of a turn
	next     int
	winner   stepper
	// dropped, if not nil, is called after a search was dropped.
	dropped func(stepper)
}

// firstTurn is the number of states of the first turns.
const firstTurn = 512

// newRoundRobin makes a portfolio. The last search is never dropped.
func newRoundRobin(l *limits, searches ...stepper) *roundRobin {
	return &roundRobin{limits: l, searches: searches, bytes: make([]int64, len(searches)), turn: firstTurn}
}

func (t *roundRobin) step(budget int) status {
	for budget > 0 {
		s, before := t.searches[t.next], t.limits.used
		result := s.step(t.turn)
		t.bytes[t.next] += t.limits.used - before
		if result != running {
			t.winner = s
			return result
		}
		budget -= t.turn
		if t.limits.used > t.limits.memory/2 && len(t.searches) > 1 {
			t.drop()
		}
		if t.next++; t.next >= len(t.searches) {
			t.next = 0
			t.turn = min(t.turn+t.turn/2, longestTurn)
		}
	}
	return running
}

// longestTurn bounds turns, so that one can't use up the memory.
const longestTurn = 1 << 16

// drop ends the search that takes the most memory, except the last.
func (t *roundRobin) drop() {
	largest := 0
	for i := range t.searches[:len(t.searches)-1] {
		if t.bytes[i] > t.bytes[largest] {
			largest = i
		}
	}
	s := t.searches[largest]
	s.close()
	t.limits.free(t.bytes[largest])
	t.searches = slices.Delete(t.searches, largest, largest+1)
	t.bytes = slices.Delete(t.bytes, largest, largest+1)
	if t.next >= largest {
		t.next--
	}
	if t.dropped != nil {
		t.dropped(s)
	}
}

func (t *roundRobin) run() []machine.State { return t.winner.run() }

func (t *roundRobin) replay(states []machine.State) model.Solution { return t.winner.replay(states) }

func (t *roundRobin) close() {
	for _, s := range t.searches {
		s.close()
	}
}
