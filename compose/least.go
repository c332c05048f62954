package compose

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// ErrShaping ends a search for the smallest set of clues where these shape the board.
var ErrShaping = errors.New("a smallest set of clues can't be proved here: what is given shapes the board, so that each set of clues is a board of its own")

// Least is a smallest set of clues with which the solution remains the only one, by implicit hitting sets (Chandrasekaran, Karp,
// Moreno-Centeno, Vempala, Algorithms for implicit hitting set problems, 2011): what another solution contradicts of the clues, an
// unavoidable set, has a clue in each set that does. A smallest set that hits all unavoidable sets known is asked about, and
// either it suffices or gives another of them. That rests on a clue that is gone never excluding a solution.
//
// If ctx ends before that, the irreducible set that it began with is returned with its error; other errors as of [Minimize].
func Least(ctx context.Context, r Request) (*Kept, error) {
	c, ref, err := r.begin(ctx)
	if err != nil {
		return nil, err
	}
	m, ok := ref.(*oneModel)
	if !ok {
		return nil, ErrShaping
	}
	on := make([]bool, len(c.orbits))
	for o := range on {
		on[o] = true
	}
	best, err := r.reduce(ctx, c, ref, on)
	if err != nil {
		return best, err
	}
	h := &hitting{m: m, engine: r.Engine, effort: r.Effort, random: rand.New(rand.NewPCG(uint64(r.Seed), 0x6c65617374))}
	for _, parts := range m.orbits {
		h.weights = append(h.weights, len(parts))
	}
	for {
		chosen := h.greedy()
		least := false
		other, ended := h.another(ctx, chosen)
		if other == nil && !ended { // a small set that hits all: now one that is proved smallest
			if chosen, ended = h.smallest(ctx); !ended {
				other, ended = h.another(ctx, chosen)
				least = other == nil
			}
		}
		switch {
		case ended:
			return best, ctx.Err()
		case least:
			best.Values, best.After, best.Least = c.without(chosen), c.count(chosen), true
			best.Asked = m.n
			return best, nil
		}
		h.sets = append(h.sets, other)
	}
}

// hitting collects sets of which each must be hit: unavoidable sets of orbits, or parts that contradict each other.
type hitting struct {
	m       *oneModel
	engine  engine.Engine
	random  *rand.Rand
	weights []int // of what hits
	sets    [][]int
	banned  [][]int // sets of which not all are to be taken
	effort  int64   // choices of the search for a smallest set; 0 is no bound
}

// another is an unavoidable set that has none of the orbits that are on, made small: as many further clues as can be are kept beside
// another solution. It is nil if with those on there is no other solution.
func (h *hitting) another(ctx context.Context, on []bool) (set []int, ended bool) {
	m := h.m
	kept := slices.Clone(on)
	r := m.ask(ctx, m.others, m.without(kept))
	if r.GivenUp() {
		return nil, true
	}
	if r.Solution == nil {
		return nil, false
	}
	for _, o := range h.random.Perm(len(on)) {
		if kept[o] {
			continue
		}
		kept[o] = true
		r := m.ask(ctx, m.others, m.without(kept))
		if r.GivenUp() {
			return nil, true
		}
		if r.Solution == nil {
			kept[o] = false
			set = append(set, o)
		}
	}
	slices.Sort(set)
	return set, false
}

// greedy takes the orbit that hits most of the sets that are left, for its size.
func (h *hitting) greedy() []bool {
	on := make([]bool, len(h.m.orbits))
	left := slices.Clone(h.sets)
	for len(left) > 0 {
		hits := make([]int, len(on))
		for _, set := range left {
			for _, o := range set {
				hits[o]++
			}
		}
		best := 0
		for o := range hits {
			if hits[o]*len(h.m.orbits[best]) > hits[best]*len(h.m.orbits[o]) {
				best = o
			}
		}
		on[best] = true
		left = slices.DeleteFunc(left, func(set []int) bool { return slices.Contains(set, best) })
	}
	return on
}

// smallest is a set that hits all sets, proved smallest by the engine; nil if there is none.
func (h *hitting) smallest(ctx context.Context) (on []bool, ended bool) {
	p := model.New()
	p.Rules, p.Instances = []model.Rule{{Name: "a clue of each unavoidable set"}}, []model.Instance{{}}
	p.Finds = []model.Find{{Name: "clues"}}
	var vars []model.Bool
	var terms []model.Term
	for _, weight := range h.weights {
		b := p.BoolVar(p.AddBool(0))
		vars = append(vars, b)
		terms = append(terms, model.Term{Coef: int64(weight), X: p.ToInt(b)})
	}
	for _, set := range h.sets {
		var any []model.Bool
		for _, o := range set {
			any = append(any, vars[o])
		}
		p.Constrain(0, model.True, model.Assert{B: p.Or(any...)})
	}
	for _, set := range h.banned {
		var not []model.Bool
		for _, o := range set {
			not = append(not, vars[o].Not())
		}
		p.Constrain(0, model.True, model.Assert{B: p.Or(not...)})
	}
	p.Objectives = []model.Objective{{X: p.Sum(terms...)}}
	job, err := h.engine.Open(ctx, p, engine.Options{})
	if err != nil {
		return nil, true
	}
	r := job.Solve(ctx, engine.SolveOptions{Limit: 1, Choices: h.effort}, func(s model.Solution) bool {
		on = make([]bool, len(vars))
		for o := range on {
			on[o] = s[o] != 0
		}
		return true
	})
	return on, !r.Complete
}
