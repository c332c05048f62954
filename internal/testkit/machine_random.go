package testkit

import (
	"fmt"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"pgregory.net/rapid"
)

// RandomMachine draws a small machine with arbitrary expressions for guards, effects, costs, goal and never. Some
// variables may begin with several values. Moves often cost little or nothing, so runs of different lengths cost
// the same. It has at most maxAssignments states.
func RandomMachine(t *rapid.T) *model.Model {
	r := &randomModel{t: t, m: model.New()}
	r.m.Finds = []model.Find{{Name: "a"}}
	size := int64(1)
	for range r.between(0, 3) {
		n := int64(r.between(2, 4))
		if size *= n; size > maxAssignments/8 {
			break
		}
		lo := int64(r.between(-2, 2))
		r.ints = append(r.ints, r.m.AddInt(model.Range(lo, lo+n-1), 0, r.oneIn(3)))
	}
	for range r.between(1, 4) {
		r.bools = append(r.bools, r.m.AddBool(0))
	}
	machine := &model.Machine{Kinds: []string{"a", "b"}, Goal: r.boolean(2), Never: model.False}
	if r.oneIn(3) { // bounds may be derived from facts
		machine.Goal = r.facts()
	}
	r.m.Machine = machine
	if r.oneIn(4) {
		machine.Never = r.boolean(2)
	}
	open := r.oneIn(3)
	for _, v := range r.m.Vars {
		b := v.Domain.Bounds()
		at := b.Lo + int64(r.between(0, int(b.Hi-b.Lo)))
		machine.Start = append(machine.Start, model.Range(at, at))
		if r.oneIn(8) || open && r.oneIn(2) {
			machine.Start[len(machine.Start)-1] = v.Domain
		}
	}
	if r.oneIn(6) {
		r.m.Rules = []model.Rule{{Name: "the start"}}
		r.m.Instances = []model.Instance{{}}
		r.m.Constrain(0, model.True, model.Assert{B: r.boolean(2)})
	}
	machine.Costs = max(0, r.between(-1, 2))
	dearest := r.between(1, 2)
	for i := range r.between(1, 5) {
		machine.Moves = append(machine.Moves, r.move(i, dearest))
	}
	if err := r.m.Validate(); err != nil {
		panic("modeltest: random machine: " + err.Error())
	}
	return r.m
}

// facts draws a conjunction of values of some variables.
func (r *randomModel) facts() model.Bool {
	var all []model.Bool
	for v, of := range r.m.Vars {
		if r.oneIn(3) {
			continue
		}
		if of.Bool {
			all = append(all, r.m.Iff(r.m.BoolVar(model.VarID(v)), model.Const(r.oneIn(2))))
			continue
		}
		b := of.Domain.Bounds()
		at := b.Lo + int64(r.between(0, int(b.Hi-b.Lo)))
		all = append(all, r.m.In(r.m.IntVar(model.VarID(v)), model.Range(at, at)))
	}
	return r.m.And(all...)
}

// move draws a move that is only possible where its effects and costs are in range. Constant costs are at most dearest.
func (r *randomModel) move(i, dearest int) model.Move {
	move := model.Move{Kind: int32(i % 2), Parameters: text(fmt.Sprint(i)), Guard: model.True}
	if !r.oneIn(5) {
		move.Guard = r.boolean(2)
	}
	for v, of := range r.m.Vars {
		if !r.oneIn(3) {
			continue
		}
		e := model.Effect{Var: model.VarID(v)}
		if of.Bool {
			e.B = r.boolean(r.between(0, 1))
		} else {
			e.X = r.integer(r.between(0, 1))
			move.Guard = r.m.And(move.Guard, r.m.In(e.X, of.Domain))
		}
		move.Effects = append(move.Effects, e)
	}
	for range r.m.Machine.Costs {
		c := r.m.Int(int64(r.between(0, dearest)))
		if r.oneIn(4) {
			c = r.integer(1)
			move.Guard = r.m.And(move.Guard, r.m.LessEq(r.m.Int(0), c))
		}
		move.Costs = append(move.Costs, c)
	}
	return move
}

// RandomPlayers draws players for a machine of [RandomMachine]. They prefer any moves under any conditions, some
// more than once, by any numbers.
func RandomPlayers(t *rapid.T, m *model.Model) {
	r := &randomModel{t: t, m: m}
	for v, of := range m.Vars {
		if of.Bool {
			r.bools = append(r.bools, model.VarID(v))
		} else {
			r.ints = append(r.ints, model.VarID(v))
		}
	}
	for i := range r.between(1, 2) {
		p := model.Player{Name: fmt.Sprint("player ", i), By: -1, Sample: r.between(0, 1)}
		for range r.between(1, 3) {
			var preference model.Preference
			for move := range m.Machine.Moves {
				if r.oneIn(3) {
					continue
				}
				o := model.Option{Move: int64(move), When: model.True, By: -1}
				if r.oneIn(2) {
					o.When = r.boolean(1)
				}
				if r.oneIn(2) {
					o.By = r.integer(1)
				}
				preference.Options = append(preference.Options, o)
			}
			p.Prefers = append(p.Prefers, preference)
		}
		m.Machine.Players = append(m.Machine.Players, p)
	}
	if err := m.Validate(); err != nil {
		panic("modeltest: random players: " + err.Error())
	}
}

// BestRuns has all best runs of a machine, and facts about its states.
type BestRuns struct {
	Best [][]int64 // as solutions, sorted
	// Costs are the costs of the best runs, with the length last. It is nil if there are none.
	Costs  []int64
	Survey model.Survey
}

// BruteForceRuns explores a machine state by state, by the meaning of the model alone. It must have few states and
// few best runs.
func BruteForceRuns(m *model.Model) BestRuns { return bruteForce(m, true) }

// BruteForceRun returns one best run from each start instead of all. Machines with many equivalent moves have very
// many.
func BruteForceRun(m *model.Model) BestRuns { return bruteForce(m, false) }

func bruteForce(m *model.Model, all bool) (out BestRuns) {
	starts := startsOf(m)
	distance := map[string]int{}
	layer := starts
	for d := 0; len(layer) > 0; d++ {
		var next []model.Solution
		for _, s := range layer {
			if _, seen := distance[fmt.Sprint(s)]; seen {
				continue
			}
			distance[fmt.Sprint(s)] = d
			for len(out.Survey.ByDistance) <= d {
				out.Survey.ByDistance = append(out.Survey.ByDistance, 0)
				out.Survey.Goals = append(out.Survey.Goals, 0)
			}
			out.Survey.ByDistance[d]++
			here := look(m, s)
			if here.won {
				out.Survey.Goals[d]++
			}
			next = append(next, alg.Map(here.moves, func(made made) model.Solution { return made.after })...)
		}
		layer = next
	}
	out.Survey.Complete = true
	for _, s := range starts {
		for _, run := range bestRuns(m, s, all) {
			c := slices.Compare(run.costs, out.Costs)
			if out.Costs == nil || c < 0 {
				out.Costs, out.Best = run.costs, nil
			} else if c > 0 {
				continue
			}
			out.Best = append(out.Best, append(slices.Clone(s), run.moves...))
		}
	}
	out.Best = Sorted(out.Best)
	return out
}

// startsOf returns the states at which runs may begin.
func startsOf(m *model.Model) (out []model.Solution) {
	eachAssignment(m.Machine.Start, func(state model.Solution) {
		if at := m.At(state); !at.Forbidden() && len(at.Violated(nil)) == 0 {
			out = append(out, slices.Clone(state))
		}
	})
	return out
}

type run struct {
	moves, costs []int64
}

// observation describes one state.
type observation struct {
	won   bool
	moves []made
}

// made is a possible move, its costs and the state after it.
type made struct {
	move  int64
	costs []int64
	after model.Solution
	key   string
}

// look evaluates a state.
func look(m *model.Model, state model.Solution) observation {
	at := m.At(state)
	out := observation{won: at.Won()}
	for i := range int64(len(m.Machine.Moves)) {
		if !at.Possible(i) {
			continue
		}
		if after := at.After(i); !m.At(after).Forbidden() {
			out.moves = append(out.moves, made{i, at.Costs(i), after, fmt.Sprint(after)})
		}
	}
	return out
}

// bestRuns finds the cheapest runs from a start in rounds. In each round every state learns the best runs that
// reach it with one more move. Each state is evaluated once. Without all, the first of several equally cheap runs
// to a state stands for the others.
func bestRuns(m *model.Model, start model.Solution, all bool) []run {
	seen := map[string]observation{}
	best := map[string][]int64{} // the costs of the best runs so far, by where they lead
	var goals []run
	var goalCosts []int64
	type entry struct {
		state model.Solution
		key   string
		run   run
	}
	front := []entry{{start, fmt.Sprint(start), run{costs: make([]int64, m.Machine.Costs+1)}}}
	for len(front) > 0 {
		var next []entry
		for _, e := range front {
			here, known := seen[e.key]
			if !known {
				here = look(m, e.state)
				seen[e.key] = here
			}
			if here.won {
				if goalCosts == nil || slices.Compare(e.run.costs, goalCosts) < 0 {
					goals, goalCosts = nil, e.run.costs
				}
				if slices.Equal(e.run.costs, goalCosts) && (all || goals == nil) {
					goals = append(goals, e.run)
				}
				continue
			}
			for _, made := range here.moves {
				costs := slices.Clone(e.run.costs)
				for k, c := range made.costs {
					costs[k] += c
				}
				costs[len(costs)-1]++
				if old, known := best[made.key]; known {
					if c := slices.Compare(old, costs); c < 0 || c == 0 && !all {
						continue
					}
				}
				best[made.key] = costs
				next = append(next, entry{made.after, made.key, run{append(slices.Clone(e.run.moves), made.move), costs}})
			}
		}
		front = next
	}
	// Runs that were overtaken later are still listed. The least costs at the goal count.
	return goals
}
