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
	// Exhaustive says that it can list all best runs, and so count them.
	Exhaustive bool
}

// Searches are the searches, from the plainest on. Each stands alone.
func Searches() []Search {
	return []Search{
		{"breadth", "all states by their distance from the start; shortest runs, if moves cost the same",
			"Moore 1959", true},
		{"bidirectional", "breadth from the start and, moves taken back, from the goal, until they meet",
			"Pohl 1969", false},
		{"depth", "goes on from the state met last, from none twice; some run, not the best",
			"Tarjan 1972", false},
		{"deepening", "depth up to a price, then up to the next higher one, with a bound on what is still to be paid",
			"Korf 1985", false},
		{"uniform", "the cheapest states first",
			"Dijkstra 1959", true},
		{"astar", "the states first that look cheapest with a bound on what is still to be paid",
			"Hart, Nilsson, Raphael 1968", true},
		{"greedy", "the states first for which that bound is least; some run, not the best",
			"Doran, Michie 1966", false},
		{"discrepancy", "the moves that a player of the spec prefers, with few departures, then with more; some run, not the best",
			"Harvey, Ginsberg 1995", false},
	}
}

// Supports says whether the package can take up a task about a machine: nil, or
// why not, as a clause that can follow "engine … can't: ". Whether the searches that
// the task names suit its limit on solutions is not asked where it has none: [Solve] refuses
// those that don't.
func Supports(m *model.Model, t engine.Task) error {
	if len(t.Search) > 1 {
		return errors.New("searches for runs stand alone")
	}
	for _, name := range t.Search {
		if !slices.ContainsFunc(Searches(), func(s Search) bool { return s.Name == name }) {
			return fmt.Errorf("search %s is not for runs", name)
		}
	}
	if t.Limit == 0 {
		return nil
	}
	return suits(m, t)
}

// suits says why the search that a task names is not for what the task asks, or nil.
func suits(m *model.Model, t engine.Task) error {
	for _, s := range Searches() {
		switch {
		case !slices.Contains(t.Search, s.Name):
		case !s.Exhaustive && t.Limit != 1:
			return fmt.Errorf("search %s finds one run, not all", s.Name)
		case slices.Contains([]string{"depth", "greedy", "discrepancy"}, s.Name) && !t.AsksForAnyRun(m.Machine):
			return fmt.Errorf("search %s finds some run, not the best", s.Name)
		}
	}
	return nil
}

// refuses says why the package refuses a task, or "".
func refuses(m *model.Model, t engine.Task) string {
	err := Supports(m, t)
	if err == nil {
		err = suits(m, t)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}
