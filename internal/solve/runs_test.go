package solve_test

import (
	"context"
	"math/big"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
)

const (
	mostStates   = 2000 // that brute force looks at
	mostStarts   = mostRandomStates
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

// bestRuns are all best runs of a puzzle that moves.
type bestRuns struct {
	texts []string // sorted
	// costs are those of each run, its length last; nil if there is none.
	costs []*big.Int
}

// bruteForceRuns finds the best runs: of those that pay the least the shortest. It asks
// the judge which starts there are, then the referee, state by state, then the judge again,
// and nobody else. It gives up, and ok is false, if there is too much to look at.
func bruteForceRuns(p *solve.Problem) (best bestRuns, ok bool) {
	starts, ok := startsOf(p)
	if !ok {
		return best, false
	}
	places, ok := explore(p, starts)
	if !ok {
		return best, false
	}
	for changed := true; changed; {
		changed = false
		for _, at := range places {
			changed = at.improve() || changed
		}
	}
	for _, at := range places[:len(starts)] {
		if at.rest != nil && (best.costs == nil || compareCosts(at.rest, best.costs) < 0) {
			best.costs = at.rest
		}
	}
	var begin []value.Value
	var follow func(at *place, steps []judge.Step) bool
	follow = func(at *place, steps []judge.Step) bool {
		if at.won {
			a := &judge.Answer{Run: &judge.Run{Start: begin, Steps: slices.Clone(steps)}}
			if p.Judge.Judge(a).Accepted {
				best.texts = append(best.texts, textOf(p, a))
			}
			return len(best.texts) < mostBestRuns
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
	for _, at := range places[:len(starts)] {
		if begin = at.state; at.rest != nil && compareCosts(at.rest, best.costs) == 0 && !follow(at, nil) {
			return best, false
		}
	}
	slices.Sort(best.texts)
	return best, true
}

// startsOf are the states that runs may begin with: all values of what is open that the
// judge has nothing against but that the goal is not met yet.
func startsOf(p *solve.Problem) (starts [][]value.Value, ok bool) {
	least := make(model.Solution, len(p.Model.Vars))
	combinations := 1.0
	for v, d := range p.Model.Machine.Start {
		least[v] = d.Bounds().Lo
		combinations *= float64(d.Size())
	}
	if combinations > mostStarts {
		return nil, false
	}
	known := must(p.Decode(context.Background(), least)).Run.Start
	state := make([]value.Value, len(p.Judge.StateVars))
	var assign func(i int)
	assign = func(i int) {
		if i == len(state) {
			verdict := p.Judge.Judge(&judge.Answer{Run: &judge.Run{Start: slices.Clone(state)}})
			if !slices.ContainsFunc(verdict.Violations, func(v judge.Violation) bool { return v.Rule != "the run ends with the goal" }) {
				starts = append(starts, slices.Clone(state))
			}
			return
		}
		open := slices.ContainsFunc(p.Model.Finds[i].Vars, func(v model.VarID) bool { return p.Model.Machine.Start[v].Size() > 1 })
		if !open {
			state[i] = known[i]
			assign(i + 1)
			return
		}
		for state[i] = range valuesOf(p.Judge.StateVars[i].Shape) {
			assign(i + 1)
		}
	}
	assign(0)
	return starts, true
}

// explore follows all moves from some states; these are the first places.
func explore(p *solve.Problem, starts [][]value.Value) (places []*place, ok bool) {
	known := map[string]*place{}
	enter := func(state []value.Value) *place {
		key := value.String(value.List(state))
		if known[key] == nil {
			at := &place{state: state, won: must(p.Judge.Won(state))}
			if at.won {
				at.rest = slices.Repeat([]*big.Int{new(big.Int)}, p.Objectives+1)
			}
			known[key] = at
			places = append(places, at)
		}
		return known[key]
	}
	for _, begin := range starts {
		enter(begin)
	}
	for i := 0; i < len(places); i++ {
		if len(places) > mostStates {
			return nil, false
		}
		at := places[i]
		if at.won {
			continue
		}
		for _, move := range must(p.Judge.Legal(at.state)) {
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

// must is a value of the judge, who meets no limit here.
func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}
