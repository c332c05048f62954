package explain

import (
	"context"
	"slices"

	"nazo/internal/model"
	"nazo/internal/solve"
)

// smallest looks for smallest sets of units that refute something, by implicit hitting sets (Ignatiev, Previti, Liffiton and
// Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, 2015). Where some units have a solution, whatever refutes that has one of
// all others, a correction set. A smallest set that has one of each correction set known is asked about, and either it refutes what is supposed, and no
// smaller one does, or there is another correction set.
type smallest struct {
	*Explainer
	ctx         context.Context
	known       []model.Fact
	most        int64 // conflicts that a question may meet
	left        int   // questions that may still be asked
	corrections []correction
}

// correction is a set of units without which the others have a solution that is as all known facts are. It serves all that is supposed
// and so in the solution.
type correction struct {
	units    []int32
	solution model.Solution
}

func (c correction) serves(supposed []model.Fact) bool {
	return !slices.ContainsFunc(supposed, func(f model.Fact) bool { return !f.Holds(c.solution) })
}

// fewer is a smallest set of units that refutes what is supposed, if it takes fewer than so many; else nil. It is proved that there is none
// unless the work did not suffice.
func (h *smallest) fewer(supposed []model.Fact, than int) (units []int32, proved bool) {
	var sets [][]int32
	for _, c := range h.corrections {
		if c.serves(supposed) {
			sets = append(sets, c.units)
		}
	}
	for {
		if h.left <= 0 || h.ctx.Err() != nil {
			return nil, false
		}
		set, any, ok := solve.SmallestHittingSet(h.ctx, h.engine, sets, nil, nil, mostChoices)
		if !ok {
			return nil, false
		}
		if !any || len(set) >= than {
			return nil, true
		}
		r := h.ask(set, supposed)
		switch {
		case r.Refuted:
			return set, true
		case r.Solution == nil:
			return nil, false
		}
		c := h.correction(set, supposed, r.Solution)
		h.corrections, sets = append(h.corrections, c), append(sets, c.units)
	}
}

func (h *smallest) ask(units []int32, supposed []model.Fact) model.Reply {
	h.left--
	return h.refute(h.ctx, h.known, units, supposed, h.most)
}

// correction is one that leaves some units, which have a solution, and as many others as can be added: halves of
// the others are added, and of halves that can't be, their halves. A set that is undecided is left out, which is allowed.
func (h *smallest) correction(on []int32, supposed []model.Fact, solution model.Solution) correction {
	in := make([]bool, len(h.m.Instances))
	for _, u := range on {
		in[u] = true
	}
	rest := slices.DeleteFunc(slices.Clone(h.all), func(u int32) bool { return in[u] })
	var out []int32
	var add func(more []int32)
	add = func(more []int32) {
		with := slices.Sorted(slices.Values(slices.Concat(on, more)))
		if r := h.ask(with, supposed); r.Solution != nil {
			on, solution = with, r.Solution
			return
		}
		if len(more) == 1 || h.left <= 0 {
			out = append(out, more...)
			return
		}
		add(more[:len(more)/2])
		add(more[len(more)/2:])
	}
	for len(rest) > 0 { // the whole rest is most often too much
		half := (len(rest) + 1) / 2
		add(rest[:half])
		rest = rest[half:]
	}
	slices.Sort(out)
	return correction{out, solution}
}

// mostChoices bounds the search for a hitting set.
const mostChoices = 200_000
