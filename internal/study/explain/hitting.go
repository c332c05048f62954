package explain

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"nazo/internal/model"
)

// hitting looks for smallest sets of units that refute something, by implicit hitting sets (Ignatiev, Previti, Liffiton and
// Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, 2015). Where some units have a solution, whatever refutes that has one of
// all others, a correction set. A smallest set that has one of each correction set known is asked about, and either it refutes what is supposed, and no
// smaller one does, or there is another correction set.
type hitting struct {
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
func (h *hitting) fewer(supposed []model.Fact, than int) (units []int32, proved bool) {
	var sets [][]int32
	for _, c := range h.corrections {
		if c.serves(supposed) {
			sets = append(sets, c.units)
		}
	}
	for size := 0; size < than; {
		set, any, ok := hit(sets, size)
		switch {
		case !ok:
			return nil, false
		case !any:
			size++
			continue
		case h.left <= 0 || h.ctx.Err() != nil:
			return nil, false
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
	return nil, true
}

func (h *hitting) ask(units []int32, supposed []model.Fact) model.Reply {
	h.left--
	return h.refute(h.ctx, h.known, units, supposed, h.most)
}

// correction is one that leaves some units, which have a solution, and as many others as can be added: halves of
// the others are added, and of halves that can't be, their halves. A set that is undecided is left out, which is allowed.
func (h *hitting) correction(on []int32, supposed []model.Fact, solution model.Solution) correction {
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

// prove looks for an open fact that follows from fewer units than those of a candidate, until there is none. All open facts
// share corrections.
func (w *way) prove(best candidate) (c candidate, proved bool) {
	h := hitting{Explainer: w.Explainer, ctx: w.ctx, known: w.state.Facts, most: w.Effort.Proof, left: unlimited}
	proved = true
	for _, f := range w.open.list() {
		supposed := []model.Fact{f.Not()}
		units, decided := h.fewer(supposed, len(best.units))
		proved = proved && decided
		if units == nil {
			continue
		}
		less, conflicts, _ := w.shrink(w.ctx, model.Question{Known: w.state.Facts, On: units, Supposed: supposed, Conflicts: w.Effort.Proof}, unlimited)
		best = candidate{fact: f, units: less, conflicts: conflicts, least: true, at: len(w.state.Facts), searched: true}
		w.cores[f] = best
	}
	return best, proved && w.ctx.Err() == nil
}

// mostNodes bounds the search for a hitting set.
const mostNodes = 200_000

// hit is a set of at most so many numbers that has one of each of some sets, if there is any. ok is false if the search was given up.
func hit(sets [][]int32, size int) (found []int32, any, ok bool) {
	nodes := 0
	chosen, banned := map[int32]bool{}, map[int32]bool{}
	var search func(left int) bool
	search = func(left int) bool {
		if nodes++; nodes > mostNodes {
			return false
		}
		var open [][]int32
		for _, s := range sets {
			if !slices.ContainsFunc(s, func(u int32) bool { return chosen[u] }) {
				open = append(open, slices.DeleteFunc(slices.Clone(s), func(u int32) bool { return banned[u] }))
			}
		}
		if len(open) == 0 {
			found = slices.Sorted(maps.Keys(chosen))
			return true
		}
		slices.SortStableFunc(open, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
		if apart(open) > left {
			return false
		}
		here := open[0]
		defer func() {
			for _, u := range here {
				delete(banned, u)
			}
		}()
		for _, u := range here {
			chosen[u] = true
			if search(left - 1) {
				return true
			}
			delete(chosen, u)
			banned[u] = true
		}
		return false
	}
	any = search(size)
	return found, any, any || nodes <= mostNodes
}

// apart is how many of the sets it takes at least to hit those: so many have nothing in common.
func apart(sets [][]int32) (n int) {
	met := map[int32]bool{}
	for _, s := range sets {
		if !slices.ContainsFunc(s, func(u int32) bool { return met[u] }) {
			n++
			for _, u := range s {
				met[u] = true
			}
		}
	}
	return n
}
