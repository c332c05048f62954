package plan_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/model/machine"
	"nazo/internal/testkit"
	"nazo/native/plan"
	"pgregory.net/rapid"
)

// guide is the heuristic of a machine, asked about valuations.
type guide struct {
	*plan.Heuristic
	layout *machine.Layout
}

// newHeuristic derives the heuristic of a machine; nil if there is none.
func newHeuristic(t interface {
	Helper()
	Fatal(args ...any)
}, m *model.Model) *guide {
	t.Helper()
	special, ts, err := machine.Transitions(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	return derived(plan.NewHeuristic, m, special, ts)
}

// derived is the heuristic that is derived of transitions of m, whose nodes are those of special; nil if there is none.
func derived(derive func(context.Context, *model.Model, *machine.Layout, []machine.Transition) *plan.Heuristic, m, special *model.Model, ts []machine.Transition) *guide {
	layout := machine.Packed(m)
	h := derive(context.Background(), special, layout, ts)
	if h == nil {
		return nil
	}
	return &guide{h, layout}
}

// estimate is the estimate of a state.
func (g *guide) estimate(state model.Solution, into []int64) (deadEnd bool) {
	return g.Estimate(g.layout.Pack(state), into)
}

// step is a transition of the explicit graph of states.
type step struct {
	from, to int
	costs    []int64
}

// space is the explicit graph of the states that runs may reach.
type space struct {
	states []model.Solution
	index  map[string]int
	steps  []step
	won    []bool
}

// explore visits all states by the meaning of the model alone. It gives up on more
// than limit states.
func explore(m *model.Model, limit int) *space {
	s := &space{index: map[string]int{}}
	add := func(state model.Solution) int {
		key := fmt.Sprint(state)
		i, known := s.index[key]
		if !known {
			i = len(s.states)
			s.index[key] = i
			s.states = append(s.states, state)
		}
		return i
	}
	state := make(model.Solution, len(m.Vars))
	var assign func(v int)
	assign = func(v int) {
		if v == len(state) {
			if at := m.At(state); !at.Forbidden() && len(at.Violated(nil)) == 0 {
				add(slices.Clone(state))
			}
			return
		}
		for x := range m.Machine.Start[v].Each {
			state[v] = x
			assign(v + 1)
		}
	}
	assign(0)
	for i := 0; i < len(s.states); i++ {
		if i > limit {
			return nil
		}
		at := m.At(s.states[i])
		s.won = append(s.won, at.Won())
		for move := range int64(len(m.Machine.Moves)) {
			if !at.Possible(move) {
				continue
			}
			if next := at.After(move); !m.At(next).Forbidden() {
				s.steps = append(s.steps, step{i, add(next), append(at.Costs(move), 1)})
			}
		}
	}
	return s
}

const never = math.MaxInt64

// remaining is for each state the least that is still to be paid in one entry.
func (s *space) remaining(entry int) []int64 {
	out := make([]int64, len(s.states))
	for i := range out {
		if out[i] = never; s.won[i] {
			out[i] = 0
		}
	}
	for news := true; news; {
		news = false
		for i := len(s.steps) - 1; i >= 0; i-- {
			e := s.steps[i]
			if out[e.to] != never && out[e.to]+e.costs[entry] < out[e.from] {
				out[e.from], news = out[e.to]+e.costs[entry], true
			}
		}
	}
	return out
}

type fataler interface {
	Fatalf(format string, args ...any)
}

// checkSound holds the bound of every state against what is really to be paid. It
// returns how many states are dead, of how many that is known, and the sums
// of what is to be paid and of the bounds, by entry.
func checkSound(t fataler, m *model.Model, h *guide, s *space) (dead, known int, truth, bounds []int64) {
	entries := m.Machine.Costs + 1
	truth, bounds = make([]int64, entries), make([]int64, entries)
	remaining := make([][]int64, entries)
	for k := range remaining {
		remaining[k] = s.remaining(k)
	}
	into := make([]int64, entries)
	for i, state := range s.states {
		lost := h.estimate(state, into) || h.DeadEnds().Dead(h.layout.Pack(state))
		if remaining[0][i] == never {
			dead++
			if lost {
				known++
			}
			continue
		}
		if lost {
			t.Fatalf("state %v is called dead; there are %d to be paid", state, remaining[0][i])
		}
		for f := range plan.DeadPlaces(h.Heuristic) {
			if state[f.Var] == f.Value {
				t.Fatalf("state %v has a token that is called lost, %v; there are %d to be paid", state, f, remaining[0][i])
			}
		}
		for k := range remaining {
			if into[k] > remaining[k][i] || into[k] < 0 {
				t.Fatalf("state %v: entry %d is bounded by %d, the least is %d", state, k, into[k], remaining[k][i])
			}
			truth[k] += remaining[k][i]
			bounds[k] += into[k]
		}
	}
	return dead, known, truth, bounds
}

func TestSound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		model *model.Model
		// known is how many dead states must be recognised, bounds is what the bounds of all
		// other states must add up to, at least.
		known  int
		bounds []int64
	}{
		{"towers", testkit.Towers(4, 3), 0, []int64{810}},
		{"towers on four pegs", testkit.Towers(4, 4), 0, []int64{1515}},
		{"larger towers on four pegs", testkit.Towers(7, 4), 0, []int64{150_000}},
		{"jumps", testkit.Jumps("oo_oo", "ooooo", "ooooo"), 0, []int64{3146}},
		{"corridor", testkit.Pusher("@.$.o"), 0, []int64{7, 10, 10}},
		{"room", testkit.Pusher("@...", ".$..", "...o"), 66, []int64{99, 252, 252}},
		{"two crates", testkit.Pusher("@....", ".$.$.", "....o", "#.#.o"), 1891, []int64{2316, 4215, 4215}},
	} {
		if c.name == "larger towers on four pegs" && !testkit.Thorough() {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			s := explore(c.model, 100_000)
			dead, known, truth, bounds := checkSound(t, c.model, newHeuristic(t, c.model), s)
			for k, least := range c.bounds {
				if bounds[k] < least {
					t.Errorf("the bounds of entry %d add up to %d, want %d", k, bounds[k], least)
				}
			}
			if known < c.known {
				t.Errorf("%d dead states are known, want %d", known, c.known)
			}
			t.Logf("%d states, %d of %d dead known, %d of %d", len(s.states), known, dead, bounds, truth)
		})
	}
}

func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := testkit.RandomMachine(t)
		s := explore(m, math.MaxInt)
		if h := newHeuristic(t, m); h != nil {
			checkSound(t, m, h, s)
		}
		if h := derived(plan.NewHeuristic, m, m, plain(m)); h != nil {
			checkSound(t, m, h, s)
		}
		if h := derived(plan.Coarse, m, m, plain(m)); h != nil {
			checkSound(t, m, h, s)
		}
	})
}
