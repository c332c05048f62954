package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// Shape is the structure that the chosen edges must form as a whole.
type Shape uint8

// The shapes.
const (
	// AnyEdges: only degrees and rules matter.
	AnyEdges Shape = iota
	// OneCycle: exactly one cycle; degrees allow 0 or 2.
	OneCycle
	// OnePath: exactly one path with one edge or more.
	OnePath
	// Linked: disjoint paths that join equal labels, as model.Links.
	Linked
	// Forest: no cycle.
	Forest
	// Connected: the chosen edges, with the vertices that must have one, are connected.
	Connected
)

// Problem asks for the number of assignments of booleans (Unknowns). The first of them are the edges of the graph.
// The chosen edges must have the shape and the degrees, and all unknowns must meet the rules.
type Problem struct {
	Graph *alg.Graph
	Shape Shape
	// Degrees has for each vertex the allowed numbers of chosen edges as bits: 1<<2 for exactly two. A directed graph
	// counts both directions together. If the shape doesn't bound degrees by two, a vertex may have at most 63 edges.
	Degrees []uint64
	// Labels has the label of each vertex, -1 for none. Only Linked uses it.
	Labels []int32
	// First and Last restrict OnePath: nil, or for each vertex whether it may be that end. An
	// undirected path may be read from either end.
	First, Last []bool
	// Unknowns counts the edges and the further booleans, the switches. A switch is decided with the
	// last edge of the first rule about it.
	Unknowns int
	// Rules must all hold.
	Rules []Rule
	// Weights, if not nil, has what each unknown adds to a solution's weight. Solutions are counted
	// by weight, which is one more dimension of the state.
	Weights []int64
	// Gains, if not nil, has what each unknown adds to the gain that [Maximize] maximizes.
	Gains []int64
}

// Rule is a condition on a few unknowns.
type Rule struct {
	Unknowns []int32 // ascending
	// Holds is a node of Model over its boolean variables. Variable i stands for Unknowns[i].
	Model *model.Model
	Holds model.Bool
}

// Order is a vertex elimination order: a sequence of all vertices.
type Order []int32

// Counts has the number of solutions of each weight. Without weights the one entry has weight 0.
type Counts map[int64]*big.Int

// Valid reports whether o has each of n vertices once.
func (o Order) Valid(n int) bool {
	if len(o) != n {
		return false
	}
	seen := make([]bool, n)
	for _, v := range o {
		if v < 0 || int(v) >= n || seen[v] {
			return false
		}
		seen[v] = true
	}
	return true
}

// usesMates reports whether states of the shape have a mate array, which pairs path ends.
func (p *Problem) usesMates() bool {
	return p.Shape == OneCycle || p.Shape == OnePath || p.Shape == Linked
}

// allowedDegrees returns the degrees of each vertex that the shape allows.
func (p *Problem) allowedDegrees() []uint64 {
	allowed := make([]uint64, len(p.Degrees))
	mustEnd := 0
	for v := range allowed {
		allowed[v] = p.Degrees[v] & p.shapeDegrees(v)
		if allowed[v] == 0b010 {
			mustEnd++
		}
	}
	if p.Shape == OnePath && mustEnd >= 2 { // they are the ends
		for v, degrees := range allowed {
			if degrees != 0b010 {
				allowed[v] &^= 0b010
			}
		}
	}
	return allowed
}

// shapeDegrees returns the degrees of a vertex that the shape allows.
func (p *Problem) shapeDegrees(v int) uint64 {
	switch {
	case p.Shape == OneCycle:
		return 0b101
	case p.Shape == OnePath && p.First != nil && p.Last != nil && !p.First[v] && !p.Last[v]:
		return 0b101
	case p.Shape == OnePath && (onlyOne(p.First, v) || onlyOne(p.Last, v)):
		return 0b010
	case p.Shape == OnePath:
		return 0b111
	case p.Shape == Linked && p.Labels[v] >= 0:
		return 0b010
	case p.Shape == Linked:
		return 0b101
	}
	return ^uint64(0)
}

// onlyOne reports whether v alone is in the set.
func onlyOne(set []bool, v int) bool {
	return set != nil && set[v] && !slices.Contains(set[:v], true) && !slices.Contains(set[v+1:], true)
}

// degreesUpTo returns the set of degrees from 0 to a number of edges, as bits.
func degreesUpTo(left int) uint64 {
	if left >= 63 {
		return anyDegree
	}
	return 1<<(left+1) - 1
}

// lastEdgeForced reports whether no two allowed degrees are consecutive. Then the other edges of a vertex determine
// its last one.
func lastEdgeForced(degrees uint64) bool { return degrees&(degrees>>1) == 0 }

// lowest returns the least degree of a set.
func lowest(degrees uint64) int32 { return int32(bits.TrailingZeros64(degrees)) }

// maxRuleStates bounds the states of a rule between two decisions.
const maxRuleStates = 1 << 14

// ErrRule is wrapped by errors about a rule with too many states, which isn't local to any part of the order.
var ErrRule = errors.New("the rule can't be localised")

// automaton is a decision diagram of a rule, by levels. It reads the unknowns in the order of decisions. Its states
// are residuals of the rule, with equivalent ones merged.
type automaton struct {
	unknowns []int32
	// next[depth][2*state+bit] is the state after one more decision, or -1 if the rule is broken.
	next [][]int32
	// states[depth] is the number of states before a decision. There is one at the beginning and one at the end.
	states []int
}

// makeAutomata schedules the switches and makes the automata.
func (sched *schedule) makeAutomata(ctx context.Context) error {
	when := make([]int, sched.Unknowns) // step
	place := make([]int, sched.Unknowns)
	at := 0
	for i, s := range sched.steps {
		for _, d := range s.edges {
			when[d.edge], place[d.edge] = i, at
			at++
		}
	}
	edges := len(sched.Graph.Edges)
	for u := edges; u < sched.Unknowns; u++ {
		when[u] = -1
	}
	for _, r := range sched.localRules {
		last := 0
		for _, u := range r.Unknowns {
			if int(u) < edges {
				last = max(last, when[u])
			}
		}
		for _, u := range r.Unknowns {
			if int(u) >= edges && (when[u] < 0 || when[u] > last) {
				when[u] = last
			}
		}
	}
	for u := edges; u < sched.Unknowns; u++ {
		if when[u] < 0 {
			weighs := sched.Weights != nil && sched.Weights[u] != 0 || sched.Gains != nil && sched.Gains[u] != 0
			if !weighs || len(sched.steps) == 0 {
				sched.free = append(sched.free, int32(u))
				continue
			}
			when[u] = len(sched.steps) - 1
		}
		if len(sched.steps) > 0 {
			place[u] = at // switches of a step follow its edges: compared after when
			at++
			sched.steps[when[u]].switches = append(sched.steps[when[u]].switches, int32(u))
		}
	}
	sched.readers = make([][]reader, sched.Unknowns)
	for i, r := range sched.localRules {
		if err := ctx.Err(); err != nil {
			return err
		}
		order := slices.Clone(r.Unknowns)
		slices.SortFunc(order, func(a, b int32) int {
			return cmp.Or(cmp.Compare(when[a], when[b]), cmp.Compare(place[a], place[b]))
		})
		a, err := newAutomaton(r, order)
		if err != nil {
			return fmt.Errorf("rule %d: %w", i, err)
		}
		sched.automata = append(sched.automata, a)
		for depth, u := range order {
			sched.readers[u] = append(sched.readers[u], reader{int32(i), int32(depth)})
		}
	}
	return nil
}

// newAutomaton makes the automaton of a rule that reads its unknowns in the given order.
func newAutomaton(r Rule, order []int32) (automaton, error) {
	m, holds, support := copied(r)
	layer := []model.Bool{holds}
	a := automaton{unknowns: order, states: []int{1}}
	for _, u := range order {
		next := make([]int32, 2*len(layer))
		var after []model.Bool
		number := map[model.Bool]int32{}
		v := support[slices.Index(r.Unknowns, u)]
		for bit := range 2 {
			residuals := substitution(m, v, bit == 1)
			for i, b := range layer {
				j := 2*i + bit
				residual := residuals.Bool(b)
				if residual == model.False {
					next[j] = -1
					continue
				}
				id, known := number[residual]
				if !known {
					id = int32(len(after))
					number[residual] = id
					after = append(after, residual)
				}
				next[j] = id
			}
		}
		if len(after) > maxRuleStates {
			return a, fmt.Errorf("%w: it has more than %d states", ErrRule, maxRuleStates)
		}
		a.next = append(a.next, next)
		a.states = append(a.states, len(after))
		layer = after
	}
	if len(order) == 0 && layer[0] == model.False {
		a.states[0] = 0
	}
	a.minimise()
	return a, nil
}

// minimise merges equivalent states, from the end.
func (a *automaton) minimise() {
	for depth := len(a.next) - 1; depth >= 0; depth-- {
		next := a.next[depth]
		number := map[[2]int32]int32{}
		became := make([]int32, len(next)/2)
		var images []int32
		for i := range became {
			pair := [2]int32{next[2*i], next[2*i+1]}
			if pair == [2]int32{-1, -1} {
				became[i] = -1
				continue
			}
			id, known := number[pair]
			if !known {
				id = int32(len(images) / 2)
				number[pair] = id
				images = append(images, pair[0], pair[1])
			}
			became[i] = id
		}
		a.next[depth], a.states[depth] = images, len(images)/2
		if depth > 0 {
			for j, id := range a.next[depth-1] {
				if id >= 0 {
					a.next[depth-1][j] = became[id]
				}
			}
		}
	}
}
