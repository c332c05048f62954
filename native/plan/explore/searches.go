package explore

import (
	"errors"
	"fmt"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// Search is a named search. Searches differ in its fields alone: nothing else asks for their names.
type Search struct {
	Name   string
	About  string // what it does, in one line
	Source string // where it comes from; "" if it is our own
	// Exhaustive is true if the search can list all best runs, and so count them.
	Exhaustive bool

	satisficing bool // it finds some run, which need not be the best
	unitCost    bool // it finds best runs only where all moves cost the same
	keepsDepth  bool // it bounds the number of moves without a length in the state
	guided      bool // by the heuristic
	// new makes the search. It returns nil and the reason if the search does not apply.
	new func(*search) (stepper, string)
}

// Searches are the searches, from the plainest on. Each stands alone.
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

// named is the search with this name; false if there is none.
func named(name string) (Search, bool) {
	all := Searches()
	if i := slices.IndexFunc(all, func(s Search) bool { return s.Name == name }); i >= 0 {
		return all[i], true
	}
	return Search{}, false
}

// Open prepares a machine. The error is the reason why the searches that the options name can't
// be had, as a clause.
func Open(m *model.Model, o engine.Options) (*Machine, error) {
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

// Refuses is the reason why the named search is not for what is asked for, as [engine.Job]
// describes. A search that is asked for all runs is only refused by Solve.
func (j *Machine) Refuses(o engine.SolveOptions) engine.Reason {
	if o.Limit == 0 {
		return engine.Reason{}
	}
	return j.suits(o)
}

// suits is the reason why the named search is not for what is asked for; none if it is.
func (j *Machine) suits(o engine.SolveOptions) engine.Reason {
	if len(j.options.Search) == 0 {
		return engine.Reason{}
	}
	t := engine.Task{Options: j.options, SolveOptions: o}
	switch s, _ := named(t.Search[0]); {
	case !s.Exhaustive && t.Limit != 1:
		return engine.Because(engine.Unsupported, "search %s finds one run, not all", s.Name)
	case s.satisficing && !t.AsksForAnyRun(j.m.Machine):
		return engine.Because(engine.Unsupported, "search %s finds some run, not the best", s.Name)
	}
	return engine.Reason{}
}
