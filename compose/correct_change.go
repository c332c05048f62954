package compose

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/value"
)

// change finds smallest sets of parts of which others must be the values for there to be a solution, smallest correction sets, by implicit
// hitting sets (Davies and Bacchus, Solving MAXSAT by solving a sequence of simpler SAT instances, 2011): each set of parts that contradict
// each other has one that must change. A smallest set that hits all that are known is asked about; either the rest has a solution, or
// gives another that contradict each other.
func (w *correcting) change(ctx context.Context) error {
	h := &hitting{engine: w.Engine, weights: make([]int, len(w.Draft.Parts)), effort: correctionWork}
	for i := range h.weights {
		h.weights[i] = 1
	}
	size, attempts := -1, 0
	for ctx.Err() == nil {
		on, ended := h.smallest(ctx)
		if ended {
			w.More = true
			return ctx.Err()
		}
		parts := chosen(on)
		if size >= 0 && (on == nil || len(parts) > size) {
			return nil // all smallest ones were looked at
		}
		r := w.ask(ctx, w.q, w.given(parts...)...)
		switch {
		case r.GivenUp():
			w.More = true
			return ctx.Err()
		case r.Refuted:
			core := w.contradicting(ctx, r, parts)
			if len(core) == 0 {
				return w.beyond()
			}
			h.sets = append(h.sets, core)
			continue
		}
		size, w.Least = len(parts), true
		h.banned = append(h.banned, parts)
		if err := w.values(ctx, parts, &attempts); err != nil {
			return err
		}
		if w.uniques() >= w.Most || attempts >= mostAttempts {
			w.More = true
			return nil
		}
	}
	return ctx.Err()
}

func chosen(on []bool) (out []int) {
	for i, b := range on {
		if b {
			out = append(out, i)
		}
	}
	return out
}

// contradicting are parts that can't all be as they are given, made small: without one of them they could, as far as the effort shows.
func (w *correcting) contradicting(ctx context.Context, r engine.Reply, but []int) []int {
	of := map[engine.Fact]int{}
	for _, i := range w.open {
		if f, ok := w.is(i, w.Draft.Parts[i].Value); ok {
			of[f] = i
		}
	}
	core := r.Supposed
	for n := 0; n < len(core); {
		fewer := slices.Delete(slices.Clone(core), n, n+1)
		if again := w.ask(ctx, w.q, fewer...); again.Refuted {
			core = again.Supposed
			n = min(n, len(core))
			continue
		}
		n++
	}
	var parts []int
	for _, f := range core {
		parts = append(parts, of[f])
	}
	return parts
}

// values tries other values of some parts: those with exactly one solution are corrections, and if there are none the first with any.
func (w *correcting) values(ctx context.Context, parts []int, attempts *int) error {
	var several []value.Value
	checked := false
	facts := w.given(parts...)
	for _, i := range parts {
		if f, ok := w.is(i, w.Draft.Parts[i].Value); ok {
			facts = append(facts, f.Not())
		}
	}
	some := false
	for ctx.Err() == nil && w.uniques() < w.Most && *attempts < mostAttempts {
		r := w.ask(ctx, w.q, facts...)
		if r.Solution == nil {
			break
		}
		*attempts++
		values := w.printed(r.Solution)
		var tried []engine.Fact
		for _, i := range parts {
			if f, ok := w.is(i, values[i]); ok {
				tried = append(tried, f)
			}
		}
		w.q.Exclude(tried)
		n, err := w.verify(ctx, values)
		switch {
		case err != nil:
			return err
		case !n.known:
			w.More = true
		case n.solutions == 1:
			some = true
		case n.solutions > 1 && several == nil:
			several, checked = values, n.checked
		}
	}
	if !some && several != nil {
		w.note(several, false, checked)
	}
	return ctx.Err()
}
