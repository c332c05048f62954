package model

import (
	"fmt"
	"slices"

	"nazo/internal/alg"
)

// SameShape says that the components of two vertices lie on a grid as figures of one shape, turned and mirrored as may
// be. Components are joined by edges that are on. Directions are ignored.
type SameShape struct {
	Graph  *alg.Graph
	Edges  []Bool
	Places [][2]int32 // for each vertex its row and column
	Of     [2]int32   // vertices
	// Counted has for each of the two which vertices belong to its figure, or nil if all do. The vertex itself does.
	Counted [2][]bool
	// Whole says that, as in [Regions], also no edge that is off joins two vertices of one of the components.
	Whole bool
}

// InFigure reports whether a vertex of the component belongs to the figure.
func (b SameShape) InFigure(of int, v int32) bool { return b.Counted[of] == nil || b.Counted[of][v] }

// Holds implements [Body].
func (b SameShape) Holds(e *Evaluation) bool {
	sets, _ := e.components(b.Graph, nil, b.Edges)
	for i, edge := range b.Graph.Edges {
		u := sets.Find(edge.U)
		if b.Whole && !e.Bool(b.Edges[i]) && u == sets.Find(edge.V) && (u == sets.Find(b.Of[0]) || u == sets.Find(b.Of[1])) {
			return false
		}
	}
	return b.Same(func(of int, v int32) bool { return sets.Find(v) == sets.Find(b.Of[of]) && b.InFigure(of, v) })
}

// Same compares two figures, given by their vertices.
func (b SameShape) Same(has func(of int, v int32) bool) bool {
	var figures [2][][2]int32
	for of := range figures {
		for v, place := range b.Places {
			if has(of, int32(v)) {
				figures[of] = append(figures[of], place)
			}
		}
		figures[of] = atOrigin(figures[of])
	}
	for turn := range Turns {
		turned := atOrigin(alg.Map(figures[0], func(p [2]int32) [2]int32 { return Turn(turn, p) }))
		if slices.Equal(turned, figures[1]) {
			return true
		}
	}
	return false
}

// atOrigin moves a figure to the top left corner and sorts its places.
func atOrigin(figure [][2]int32) [][2]int32 {
	if len(figure) == 0 {
		return nil
	}
	least := figure[0]
	for _, p := range figure {
		least = [2]int32{min(least[0], p[0]), min(least[1], p[1])}
	}
	moved := alg.Map(figure, func(p [2]int32) [2]int32 { return [2]int32{p[0] - least[0], p[1] - least[1]} })
	slices.SortFunc(moved, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	return moved
}

// Turns is how many ways there are to turn and mirror a figure.
const Turns = 8

// Turn turns and mirrors a vector of rows and columns in one of the ways.
func Turn(way int, p [2]int32) [2]int32 {
	if way&1 != 0 {
		p[0] = -p[0]
	}
	if way&2 != 0 {
		p[1] = -p[1]
	}
	if way&4 != 0 {
		p[0], p[1] = p[1], p[0]
	}
	return p
}

// TurnBack undoes Turn.
func TurnBack(way int, p [2]int32) [2]int32 {
	if way&4 != 0 {
		p[0], p[1] = p[1], p[0]
	}
	return Turn(way&3, p)
}

// Key implements [Body].
func (b SameShape) Key() string {
	k := newKey("same shape").graph(b.Graph).bools(b.Edges...).labels(b.Of[:]).flag(b.Whole)
	for _, p := range b.Places {
		k = k.labels(p[:])
	}
	for _, counted := range b.Counted {
		k = k.flag(counted == nil)
		for _, in := range counted {
			k = k.flag(in)
		}
	}
	return k.String()
}

// Rewrite implements [Body].
func (b SameShape) Rewrite(r *Rewriter) Body {
	b.Edges = r.each(b.Edges)
	return b
}

// Validate implements [Body].
func (b SameShape) Validate() error {
	n := b.Graph.Order()
	if len(b.Places) != n {
		return fmt.Errorf("same shape has %d places for a graph of %d", len(b.Places), n)
	}
	for i, v := range b.Of {
		switch {
		case v < 0 || int(v) >= n:
			return fmt.Errorf("same shape is about vertex %d of %d", v, n)
		case b.Counted[i] != nil && len(b.Counted[i]) != n:
			return fmt.Errorf("same shape counts among %d vertices in a graph of %d", len(b.Counted[i]), n)
		case !b.InFigure(i, v):
			return fmt.Errorf("same shape does not count its own vertex %d", v)
		}
	}
	return checkEdges("same shape", b.Graph, b.Edges)
}
