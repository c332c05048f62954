package native

import (
	"slices"

	"nazo/engine"
	"nazo/native/path"
	"nazo/native/path/lines"
	"nazo/native/path/tour"
	"nazo/native/plan/explore"
)

// Search is a named search, which [engine.Options.Search] can ask for.
type Search struct {
	Name, About string
	// Source is the text that the search comes from, "" if it is our own.
	Source string
	// For says what it finds: "path, cycle", "links" or "run".
	For string
	// Exhaustive is true if it loses no solution, so that it may count and say
	// that there is none.
	Exhaustive bool
}

// Default is the name of the search that the engine uses of its own accord.
const Default = "default"

// Searches lists the named searches of the engine, those for paths and cycles
// first, those for runs last, in the order of their sources. Those for paths, cycles and runs
// each stand alone; of those for links, all but the first and the last may be asked for together.
func Searches() []Search {
	var all []Search
	for _, s := range tour.Searches() {
		all = append(all, Search{s.Name, s.About, s.Source, "path, cycle", s.Exhaustive})
	}
	all = append(all, Search{Default, "switches edges on and off, at the ends of all lines; in a large graph factor finds the first",
		"", "path, cycle", true})
	for _, s := range lines.Stages() {
		all = append(all, Search{s.Name, s.About, s.Source, "links", s.Exhaustive})
	}
	all = append(all, Search{Default, "propagation; first, where no vertex has to be used, short runs of reach+tidy+forced",
		"", "links", true})
	for _, s := range explore.Searches() {
		all = append(all, Search{s.Name, s.About, s.Source, "run", s.Exhaustive})
	}
	return append(all, Search{Default, "depth, breadth, greedy and, by players, discrepancy in turns for some run; astar, bidirectional, breadth or uniform for the best",
		"", "run", true})
}

// Ladder lists the searches, and those of their combinations that their sources
// speak of, from the plainest on. What a search is for decides which of them
// apply to a model; [Default] is the last and always does.
func Ladder() [][]string {
	all := path.Ladder()
	for _, s := range explore.Searches() {
		all = append(all, []string{s.Name})
	}
	return append(all, []string{Default})
}

// asksByName reports whether options ask for more than the engine's own search.
func asksByName(o engine.Options) bool {
	return len(o.Search) > 0 && !slices.Equal(o.Search, []string{Default})
}

// mixesDefault reports whether options ask for the engine's own search together with others.
func mixesDefault(o engine.Options) bool { return asksByName(o) && slices.Contains(o.Search, Default) }
