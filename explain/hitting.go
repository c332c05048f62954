package explain

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"nazo/engine"
)

// hitting looks for the smallest conflict by implicit hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS
// extraction with minimal hitting set dualization, 2015). Where some units have a solution, each conflict has one of all others, a
// correction set. A smallest set that has one of each correction set known is asked about, and either it is a conflict, and none is
// smaller, or there is another correction set.
type hitting struct {
	*Explainer
	ctx   context.Context
	known []engine.Fact
	most  int64 // conflicts that a refutation may meet
	left  int   // refutations that may still be asked for
	sets  [][]int32
}

// smallest is a smallest conflict, if that is proved; else the one that is known.
func (h *hitting) smallest(best []int32) (units []int32, proved bool) {
	for size := 1; size < len(best); {
		set, any, ok := hit(h.sets, size)
		switch {
		case !ok:
			return best, false
		case !any:
			size++
			continue
		case h.left <= 0 || h.ctx.Err() != nil:
			return best, false
		}
		r := h.ask(set)
		switch {
		case r.Refuted:
			return set, true
		case r.Solution == nil:
			return best, false
		}
		h.sets = append(h.sets, h.correction(set))
	}
	return best, true
}

func (h *hitting) ask(units []int32) engine.Reply {
	h.left--
	return h.refute(h.ctx, h.known, units, nil, h.most)
}

// correction are the units that are left out where as many as can be are added to some that have a solution: halves of
// the others are added, and of halves that can't be, their halves. A set that is undecided is left out, which is allowed.
func (h *hitting) correction(on []int32) []int32 {
	in := make([]bool, len(h.m.Instances))
	for _, u := range on {
		in[u] = true
	}
	var rest []int32
	for _, u := range h.all {
		if !in[u] {
			rest = append(rest, u)
		}
	}
	var left []int32
	var add func(more []int32)
	add = func(more []int32) {
		with := slices.Sorted(slices.Values(slices.Concat(on, more)))
		if r := h.ask(with); r.Solution != nil {
			on = with
			return
		}
		if len(more) == 1 || h.left <= 0 {
			left = append(left, more...)
			return
		}
		add(more[:len(more)/2])
		add(more[len(more)/2:])
	}
	for len(rest) > 0 { // the whole rest is known to be too much
		half := (len(rest) + 1) / 2
		add(rest[:half])
		rest = rest[half:]
	}
	slices.Sort(left)
	return left
}

// mostNodes bounds the search for a hitting set.
const mostNodes = 100_000

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
