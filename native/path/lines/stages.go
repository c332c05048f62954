package lines

import (
	"fmt"
	"slices"
	"strings"
)

// Stage is a named search: naive, or what prunes it.
type Stage struct {
	Name, About, Source string
	// Exhaustive is true if no solution is ever lost.
	Exhaustive bool
}

// The names of the stages.
const (
	Naive     = "naive"
	Reach     = "reach"
	Alternate = "alternate"
	Tidy      = "tidy"
	Pocket    = "pocket"
	Forced    = "forced"
)

const source = "nanopico, 1980s"

// Stages lists all stages in the order of their source.
func Stages() []Stage {
	return []Stage{
		{Naive, "draws label after label in a fixed order of ways, to the goal as soon as it is near", source, true},
		{Reach, "gives up when the ends of a label are no longer connected", source + ", pruning (a)", true},
		{Alternate, "reach, tested on every other choice only", source + ", on the cost of (a)", true},
		{Tidy, "lets no line touch itself", source + ", pruning (b)", false},
		{Pocket, "lets no line go around a dead end that it could go through", source + ", pruning (c)", false},
		{Forced, "reserves, whenever a line is complete, what a label can't do without", source + ", fixing ahead (3)", true},
	}
}

// Ladder lists the combinations of stages that the source goes through, from
// the plain search to all stages together.
func Ladder() [][]string {
	return [][]string{
		{Naive}, {Reach}, {Tidy}, {Reach, Tidy}, {Alternate, Tidy}, {Reach, Tidy, Pocket},
		{Reach, Tidy, Forced}, {Reach, Tidy, Pocket, Forced}, {Alternate, Tidy, Pocket, Forced},
	}
}

// known looks a combination of stages up; the error says what is wrong with it,
// as a clause.
func known(names []string) ([]Stage, error) {
	all := Stages()
	var out []Stage
	for _, name := range names {
		i := slices.IndexFunc(all, func(s Stage) bool { return s.Name == name })
		if i < 0 {
			var there []string
			for _, s := range all {
				there = append(there, s.Name)
			}
			return nil, fmt.Errorf("for links there is no search %q, only %s", name, strings.Join(there, ", "))
		}
		if name == Naive && len(names) > 1 {
			return nil, fmt.Errorf("search %s prunes nothing and stands alone", name)
		}
		out = append(out, all[i])
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no search is named")
	}
	return out, nil
}

// lossy names the stages that may lose solutions, as the subject of a clause;
// "" if there are none.
func lossy(stages []Stage) string {
	var names []string
	for _, s := range stages {
		if !s.Exhaustive && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "search " + names[0]
	}
	return "searches " + strings.Join(names, ", ")
}
