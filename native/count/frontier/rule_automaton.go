package frontier

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nazo/model"
)

// maxRuleStates bounds the states that a rule may have between two decisions.
const maxRuleStates = 1 << 14

// ErrRule is wrapped by errors about a rule with too many states: it isn't local to any part of
// the order.
var ErrRule = errors.New("the rule can't be localised")

// automaton reads the unknowns of a rule in the order in which they are decided: a decision
// diagram by levels. Its states are the residuals of the rule once some unknowns are known;
// equivalent ones are merged.
type automaton struct {
	unknowns []int32
	// next[depth][2*state+bit] is the state after one more decision, -1 where the
	// rule is broken.
	next [][]int32
	// states[depth] is their number before decision depth; there is one at the
	// beginning and one at the end.
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
			if when[a] != when[b] {
				return when[a] - when[b]
			}
			return place[a] - place[b]
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

// newAutomaton makes the automaton of a rule that reads its unknowns in the order.
func newAutomaton(r Rule, order []int32) (automaton, error) {
	m := model.New()
	vars := make([]model.Bool, len(r.Unknowns))
	for i := range vars {
		vars[i] = m.BoolVar(m.AddBool(-1))
	}
	variable := map[int32]int{}
	for i, u := range r.Unknowns {
		variable[u] = i
	}
	copied := &model.Rewriter{From: r.Model, To: m, BoolVar: func(v model.VarID) model.Bool { return vars[v] }}
	layer := []model.Bool{copied.Bool(r.Holds)}
	a := automaton{unknowns: order, states: []int{1}}
	for _, u := range order {
		var next []int32
		var after []model.Bool
		number := map[model.Bool]int32{}
		fixed := variable[u]
		for _, bit := range []bool{false, true} {
			rw := &model.Rewriter{From: m, To: m, BoolVar: func(v model.VarID) model.Bool {
				if int(v) == fixed {
					return model.Const(bit)
				}
				return vars[v]
			}}
			if next == nil {
				next = make([]int32, 2*len(layer))
			}
			for i, b := range layer {
				j := 2 * i
				if bit {
					j++
				}
				residual := rw.Bool(b)
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

// minimise merges, from the end, the states that lead to the same.
func (a *automaton) minimise() {
	for depth := len(a.next) - 1; depth >= 0; depth-- {
		next := a.next[depth]
		number := map[[2]int32]int32{}
		became := make([]int32, len(next)/2)
		var kept []int32
		for i := range became {
			pair := [2]int32{next[2*i], next[2*i+1]}
			if pair == [2]int32{-1, -1} {
				became[i] = -1
				continue
			}
			id, known := number[pair]
			if !known {
				id = int32(len(kept) / 2)
				number[pair] = id
				kept = append(kept, pair[0], pair[1])
			}
			became[i] = id
		}
		a.next[depth], a.states[depth] = kept, len(kept)/2
		if depth > 0 {
			for j, id := range a.next[depth-1] {
				if id >= 0 {
					a.next[depth-1][j] = became[id]
				}
			}
		}
	}
}
