package explain

import (
	"context"
	"slices"

	"nazo/internal/model"
	"nazo/internal/solve"
)

// smallest finds smallest sets of units that refute something, by implicit hitting sets (Ignatiev, Previti,
// Liffiton and Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, 2015). Where some
// units have a solution, the others are a correction set: each refutation has one of them. A smallest set that
// hits all known correction sets is asked about. Either it is a smallest refutation, or it yields another
// correction set.
type smallest struct {
	*Explainer
	ctx         context.Context
	known       []model.Fact
	most        int64 // conflicts that a question may meet
	left        int   // questions that may still be asked
	corrections []correction
}

// correction is a set of units without which the others have a solution. It serves every supposition that holds in
// that solution.
type correction struct {
	units    []int32
	solution model.Solution
}

func (c correction) serves(supposed []model.Fact) bool {
	return !slices.ContainsFunc(supposed, func(f model.Fact) bool { return !f.Holds(c.solution) })
}

// fewer returns a smallest set of units that refutes what is supposed, if it has fewer than so many units, else
// nil. It is proved that there is none, unless the work did not suffice.
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

// correction extends units that have a solution by as many others as possible, and returns the rest. It adds
// halves of the others, and of a half that fails its halves. An undecided set counts as failed, which is sound.
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
