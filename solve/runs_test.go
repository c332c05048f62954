package solve_test

import (
	"math/big"
	"slices"
	"strings"

	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

const (
	mostStates   = 2000 // that brute force looks at
	mostBestRuns = 2000
)

// place is a state that moves lead to, and what leads on from it.
type place struct {
	state []value.Value
	won   bool
	ways  []way
	// rest is what is still to be paid, the number of moves last; nil if the goal
	// is out of reach.
	rest []*big.Int
}

type way struct {
	move judge.Move
	cost []*big.Int
	to   *place
}

// bruteForceRuns are all best runs of a puzzle that moves. It asks the referee,
// state by state, then the judge, and nobody else. It gives up, and ok is false,
// if the start is open or there is too much to look at.
func bruteForceRuns(p *solve.Problem) (runs []string, ok bool) {
	begin, err := p.Judge.Begin()
	if err != nil {
		return nil, false
	}
	places, ok := explore(p, begin)
	if !ok {
		return nil, false
	}
	for changed := true; changed; {
		changed = false
		for _, at := range places {
			changed = at.improve() || changed
		}
	}
	var follow func(at *place, steps []judge.Step) bool
	follow = func(at *place, steps []judge.Step) bool {
		if at.won {
			a := &judge.Answer{Run: &judge.Run{Start: begin, Steps: slices.Clone(steps)}}
			if p.Judge.Judge(a).Accepted {
				runs = append(runs, textOf(p, a))
			}
			return len(runs) < mostBestRuns
		}
		for _, w := range at.ways {
			if w.to.rest == nil || compareCosts(addCosts(w.cost, w.to.rest), at.rest) != 0 {
				continue
			}
			if !follow(w.to, append(steps, judge.Step{Move: w.move, After: w.to.state})) {
				return false
			}
		}
		return true
	}
	if places[0].rest != nil && !follow(places[0], nil) {
		return nil, false
	}
	slices.Sort(runs)
	return runs, true
}

// explore follows all moves from a state; the first place is that state.
func explore(p *solve.Problem, begin []value.Value) (places []*place, ok bool) {
	known := map[string]*place{}
	enter := func(state []value.Value) *place {
		key := value.String(value.List(state))
		if known[key] == nil {
			at := &place{state: state, won: p.Judge.Won(state)}
			if at.won {
				at.rest = slices.Repeat([]*big.Int{new(big.Int)}, p.Objectives+1)
			}
			known[key] = at
			places = append(places, at)
		}
		return known[key]
	}
	enter(begin)
	for i := 0; i < len(places); i++ {
		if len(places) > mostStates {
			return nil, false
		}
		at := places[i]
		if at.won {
			continue
		}
		for _, move := range p.Judge.Legal(at.state) {
			after, costs, err := p.Judge.Make(at.state, move)
			if err != nil {
				panic("a legal move is refused: " + err.Error())
			}
			w := way{move: move, to: enter(after)}
			for _, c := range append(costs, value.Int(1)) {
				n, _ := value.BigOf(c)
				w.cost = append(w.cost, n)
			}
			at.ways = append(at.ways, w)
		}
	}
	return places, true
}

// improve looks for a cheaper way to the goal.
func (at *place) improve() (better bool) {
	for _, w := range at.ways {
		if w.to.rest == nil {
			continue
		}
		if rest := addCosts(w.cost, w.to.rest); at.rest == nil || compareCosts(rest, at.rest) < 0 {
			at.rest, better = rest, true
		}
	}
	return better
}

func addCosts(a, b []*big.Int) []*big.Int {
	sum := make([]*big.Int, len(a))
	for i := range a {
		sum[i] = new(big.Int).Add(a[i], b[i])
	}
	return sum
}

func compareCosts(a, b []*big.Int) int { return slices.CompareFunc(a, b, (*big.Int).Cmp) }

// textOfRun is a run as what it begins with and its moves.
func textOfRun(p *solve.Problem, r *judge.Run) string {
	parts := []string{value.String(value.List(r.Start))}
	for _, s := range r.Steps {
		parts = append(parts, s.Move.String())
	}
	return strings.Join(parts, ", ")
}
