package explore

import (
	"errors"
	"fmt"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// Search is a named search.
type Search struct {
	Name   string
	About  string // what it does, in one line
	Source string // where it comes from; "" if it is our own
	// Exhaustive is true if the search can list all best runs, and so count them.
	Exhaustive bool
}

// Searches are the searches, from the plainest on. Each stands alone.
func Searches() []Search {
	return []Search{
		{"breadth", "breadth-first search: all states by their distance from the start; shortest runs, if moves cost the same",
			"Moore 1959", true},
		{"bidirectional", "bidirectional breadth-first search: from the start and, moves taken back, from the goal, until they meet",
			"Pohl 1969", false},
		{"depth", "depth-first search: goes on from the state met last, from none twice; some run, not the best",
			"Tarjan 1972", false},
		{"deepening", "iterative-deepening A* (IDA*): depth-first up to a cost, then up to the next higher one, with a heuristic",
			"Korf 1985", false},
		{"uniform", "uniform-cost search: the cheapest states first",
			"Dijkstra 1959", true},
		{"astar", "A*: the states first that look cheapest with a heuristic, a bound on what is still to be paid",
			"Hart, Nilsson, Raphael 1968", true},
		{"greedy", "greedy best-first search: the states first for which that bound is least; some run, not the best",
			"Doran, Michie 1966", false},
		{"discrepancy", "limited discrepancy search: the moves that a player of the spec prefers, with few departures, then with more; some run, not the best",
			"Harvey, Ginsberg 1995", false},
	}
}

// Machine is a model with a machine whose states are to be searched.
type Machine struct {
	m       *model.Model
	options engine.Options
}

// Open prepares a machine. The error is the reason why the searches that the options name can't
// be had, as a clause.
func Open(m *model.Model, o engine.Options) (*Machine, error) {
	if len(o.Search) > 1 {
		return nil, errors.New("searches for runs stand alone")
	}
	for _, name := range o.Search {
		if !slices.ContainsFunc(Searches(), func(s Search) bool { return s.Name == name }) {
			return nil, fmt.Errorf("search %s is not for runs", name)
		}
	}
	return &Machine{m, o}, nil
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
	t := engine.Task{Options: j.options, SolveOptions: o}
	for _, s := range Searches() {
		switch {
		case !slices.Contains(t.Search, s.Name):
		case !s.Exhaustive && t.Limit != 1:
			return engine.Because(engine.Unsupported, "search %s finds one run, not all", s.Name)
		case slices.Contains([]string{"depth", "greedy", "discrepancy"}, s.Name) && !t.AsksForAnyRun(j.m.Machine):
			return engine.Because(engine.Unsupported, "search %s finds some run, not the best", s.Name)
		}
	}
	return engine.Reason{}
}
