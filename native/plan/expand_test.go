package plan_test

import (
	"container/heap"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/testkit"
)

// queue has states, the cheapest as a whole first.
type queue []candidate

type candidate struct {
	whole, paid []int64
	state       int
}

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return slices.Compare(q[i].whole, q[j].whole) < 0 }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(candidate)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// expansions looks for a best run from the first state, and says how many states were gone on
// from until it was found, and what it costs.
func expansions(m *model.Model, s *space, h *guide) (expanded int, costs []int64) {
	from := make([][]step, len(s.states))
	for _, e := range s.steps {
		from[e.from] = append(from[e.from], e)
	}
	best := make([][]int64, len(s.states))
	var q queue
	enter := func(state int, paid []int64) {
		if best[state] != nil && slices.Compare(best[state], paid) <= 0 {
			return
		}
		best[state] = paid
		whole := make([]int64, len(paid))
		if h != nil && h.estimate(s.states[state], whole) {
			return
		}
		for k := range whole {
			whole[k] += paid[k]
		}
		heap.Push(&q, candidate{whole, paid, state})
	}
	enter(0, make([]int64, m.Machine.Costs+1))
	for len(q) > 0 {
		c := heap.Pop(&q).(candidate)
		if !slices.Equal(c.paid, best[c.state]) {
			continue
		}
		if s.won[c.state] {
			return expanded, c.paid
		}
		expanded++
		for _, e := range from[c.state] {
			paid := slices.Clone(c.paid)
			for k := range paid {
				paid[k] += e.costs[k]
			}
			enter(e.to, paid)
		}
	}
	return expanded, nil
}

// TestExpansions counts from how many states a search has to go on, with the bound
// and without. What is found must cost the same.
func TestExpansions(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *model.Model
		most  int // expansions with the bound
	}{
		{"tiles", slide(2, 3, []int64{4, 5, 0, 1, 2, 3}, ordered(6)), 180},
		{"towers", testkit.Towers(5, 4), 1000},
		{"jumps", testkit.Jumps("oo_oo", "ooooo", "ooooo"), 60},
		{"room", testkit.Pusher("@...", ".$..", "...o"), 12},
		{"two crates", testkit.Pusher("@....", ".$.$.", "....o", "#.#.o"), 180},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := explore(c.model, 100_000)
			with, costs := expansions(c.model, s, newHeuristic(t, c.model))
			without, same := expansions(c.model, s, nil)
			if !slices.Equal(costs, same) {
				t.Fatalf("the run found costs %d, without the bound %d", costs, same)
			}
			if with > c.most {
				t.Errorf("%d states are expanded, want %d at most", with, c.most)
			}
			t.Logf("%d states, costs %d, %d expanded, without the bound %d", len(s.states), costs, with, without)
		})
	}
}
