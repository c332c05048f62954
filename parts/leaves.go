package parts

import (
	"fmt"
	"slices"
)

// Gap is parts of a split that are not there: those from From to To, of Of parts of Of.
type Gap struct {
	Of       Path // what was split
	From, To int
	Shares   int    // into so many
	State    string // from which checkpoint; "" if there is none
}

// String is the first and the last part of a gap.
func (g Gap) String() string {
	if g.Shares == 1 {
		return g.Of.String()
	}
	first, last := g.share(g.From).String(), g.share(g.To).String()
	if g.From == g.To {
		return first
	}
	return first + " to " + last
}

func (g Gap) share(i int) Path { return append(slices.Clip(g.Of), Share{i, g.Shares, g.State}) }

// Clash is two parts that can't be leaves of one tree of splits. First and Second are
// their places in what Leaves was given.
type Clash struct {
	First, Second int
	why           string
}

// Error says why two parts don't go together.
func (c *Clash) Error() string { return c.why }

// Leaves holds parts, in any order, against the tree of splits that they come from: each
// split is into the same number of parts, and of the same checkpoint, wherever it shows, no part is there twice, and
// none beside a part of itself. The error of others is a *Clash. The gaps are what is missing
// to the whole, in order; there are none if the parts together are the whole, as one attempt at it is.
func Leaves(paths []Path) ([]Gap, error) {
	order := make([]int, len(paths))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return paths[a].Compare(paths[b]) })
	t := tree{paths: paths}
	if err := t.visit(order, 0); err != nil {
		return nil, err
	}
	return t.gaps, nil
}

// tree collects the gaps of a tree of splits.
type tree struct {
	paths []Path
	gaps  []Gap
}

// visit looks at parts, in order, that have the first depth shares in common.
func (t *tree) visit(order []int, depth int) error {
	switch {
	case len(order) == 0: // at the root
		t.gaps = append(t.gaps, Gap{nil, 1, 1, 1, ""})
		return nil
	case len(t.paths[order[0]]) == depth: // a part comes before those that it is split into
		if len(order) == 1 {
			return nil
		}
		one, other := t.paths[order[0]], t.paths[order[1]]
		why := fmt.Sprintf("there is part %s, and a part of it, %s, too", one, other)
		if len(other) == depth {
			why = fmt.Sprintf("part %s comes twice", one)
		}
		return &Clash{order[0], order[1], why}
	}
	first, whose := t.paths[order[0]], order[0]
	split, next := first[depth], 1
	for len(order) > 0 {
		share := t.paths[order[0]][depth]
		if share.Of != split.Of || (share.From == Whole) != (split.From == Whole) {
			return &Clash{whose, order[0], fmt.Sprintf("parts %s and %s are of different splits", first, t.paths[order[0]])}
		}
		if share.From != split.From {
			return &Clash{whose, order[0], fmt.Sprintf("parts %s and %s don't begin from the same checkpoint", first, t.paths[order[0]])}
		}
		same := 1
		for same < len(order) && t.paths[order[same]][depth] == share {
			same++
		}
		t.miss(first[:depth], next, share.Number-1, split)
		next = share.Number + 1
		if err := t.visit(order[:same], depth+1); err != nil {
			return err
		}
		order = order[same:]
	}
	t.miss(first[:depth], next, split.Of, split)
	return nil
}

// miss notes that the parts from one to another of a split are not there, if they are any.
func (t *tree) miss(of Path, from, to int, split Share) {
	if from <= to && split.From != Whole { // of attempts there is one, which is enough
		t.gaps = append(t.gaps, Gap{of, from, to, split.Of, split.From})
	}
}
