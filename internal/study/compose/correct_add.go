package compose

import (
	"context"
	"errors"
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// add looks for clues that make a solution unique: single ones, then as few as possible for some solutions in turn.
func (w *correcting) add(ctx context.Context) error {
	a := &adding{correcting: w}
	complete, err := a.singles(ctx)
	if err != nil || len(w.All) > 0 {
		w.Least, w.More = len(w.All) > 0, !complete
		return err
	}
	for n, t := range a.known[:min(len(a.known), mostTargets)] {
		if len(a.problem.Model.Vars) > mostTargeted || n > 0 && a.budget.Work > 2*correctionWork {
			break
		}
		if err := a.towards(ctx, t); err != nil {
			return err
		}
		if len(w.All) > 0 && len(w.All[0].Changes) == 2 && complete {
			w.Least = true
			w.All = slices.DeleteFunc(w.All, func(c Correction) bool { return len(c.Changes) > 2 })
			break
		}
	}
	w.More = true
	w.All = w.All[:min(len(w.All), w.Most)]
	return ctx.Err()
}

// adding has the solutions found so far.
type adding struct {
	*correcting
	// further excludes the known solutions.
	further model.Inquiry
	known   []*target
}

// target is a solution.
type target struct {
	found []model.Fact
	// clue has, for each part that may be printed, a value that fits the solution, or nil.
	clue []value.Value
	only map[int]bool // for some parts, whether that is the only one
}

// meet records a solution and clues that fit it, as many at once as possible.
func (a *adding) meet(ctx context.Context, found []model.Fact) *target {
	t := &target{found: found, clue: make([]value.Value, len(a.Draft.Parts)), only: map[int]bool{}}
	a.known = append(a.known, t)
	printed := map[model.Fact]bool{}
	for _, i := range a.open {
		if f, ok := a.is(i, a.Draft.Parts[i].Value); ok {
			printed[f.Not()] = true
		}
	}
	for len(printed) > 0 {
		facts := append(a.given(a.open...), found...)
		for _, i := range a.open {
			f, _ := a.is(i, a.Draft.Parts[i].Value)
			if f = f.Not(); printed[f] {
				facts = append(facts, f)
			}
		}
		r := a.ask(ctx, a.q, facts...)
		if r.Solution != nil {
			for i, v := range a.printed(r.Solution) {
				if !value.Equal(v, a.Draft.Parts[i].Value) {
					t.clue[i] = v
				}
			}
			return t
		}
		before := len(printed)
		for _, f := range r.Supposed {
			delete(printed, f)
		}
		if len(printed) == before {
			break
		}
	}
	return t
}

// fits reports whether a clue fits a known solution, and whether that is known.
func (a *adding) fits(ctx context.Context, t *target, i int, v value.Value) (fits, known bool) {
	if t.clue[i] != nil && value.Equal(t.clue[i], v) {
		return true, true
	}
	if only, asked := t.only[i]; asked && only {
		return false, true
	}
	facts := append(a.given(i), t.found...)
	if _, asked := t.only[i]; !asked {
		again := facts
		for _, not := range []value.Value{a.Draft.Parts[i].Value, t.clue[i]} {
			if not == nil { // the search for one was given up
				continue
			}
			if f, ok := a.is(i, not); ok {
				again = append(again, f.Not())
			}
		}
		r := a.ask(ctx, a.q, again...)
		if t.only[i] = r.Refuted; r.Refuted {
			return false, true
		}
	}
	f, _ := a.is(i, v)
	r := a.ask(ctx, a.q, append(facts, f)...)
	return r.Solution != nil, !r.GivenUp()
}

// singles finds clues that leave one solution each, small numbers first. complete means that all clues were checked.
func (a *adding) singles(ctx context.Context) (complete bool, err error) {
	if a.further, err = a.inquire(ctx, a.Engine, nil, a.Seed); err != nil {
		return false, err
	}
	complete = true
	for _, c := range a.clues() {
		one, known := a.leavesOne(ctx, c.part, c.value)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if complete = complete && known; a.budget.Spent() {
			return false, nil
		}
		if !one {
			continue
		}
		values := a.Draft.Values()
		values[c.part] = c.value
		n, err := a.verify(ctx, values)
		if err != nil {
			return false, err
		}
		complete = complete && n.known
		if len(a.All) == a.Most {
			return false, nil
		}
	}
	return complete, nil
}

// clue is a value that may be printed.
type clue struct {
	part  int
	value value.Value
}

// clues returns all possible clues, large numbers last.
func (a *adding) clues() []clue {
	var small, large []clue
	for _, i := range a.open {
		for _, v := range a.others[i] {
			if n, ok := v.(value.Int); ok && int64(n) > int64(a.small()) {
				large = append(large, clue{i, v})
			} else {
				small = append(small, clue{i, v})
			}
		}
	}
	return append(small, large...)
}

// leavesOne reports whether exactly one solution fits a clue, and whether that is known.
func (a *adding) leavesOne(ctx context.Context, i int, v value.Value) (one, known bool) {
	n := alg.Count(a.known, func(t *target) bool { return t.clue[i] != nil && value.Equal(t.clue[i], v) })
	f, ok := a.is(i, v)
	if !ok {
		return false, true
	}
	for n < 2 {
		r := a.ask(ctx, a.further, append(a.given(i), f)...)
		if r.GivenUp() {
			return false, false
		}
		if r.Refuted {
			break
		}
		found := a.found(r.Solution)
		a.further.Exclude(found)
		t := a.meet(ctx, found)
		if t.clue[i] == nil || !value.Equal(t.clue[i], v) { // a second clue fits
			t.clue[i] = v
			t.only[i] = false
		}
		n++
	}
	unknown := false
	for _, t := range a.known {
		if n > 1 {
			break
		}
		if t.clue[i] != nil && value.Equal(t.clue[i], v) { // counted above
			continue
		}
		switch fits, known := a.fits(ctx, t, i, v); {
		case !known:
			unknown = true
		case fits:
			n++
		}
	}
	return n == 1 && !unknown, n > 1 || !unknown
}

// towards looks for few clues that leave one solution. If all clues that fit it leave others, it sharpens them first,
// as clues that only say that something is there.
func (a *adding) towards(ctx context.Context, t *target) error {
	err := a.leaving(ctx, t)
	if errors.Is(err, ErrSeveral) && a.sharpen(ctx, t) {
		err = a.leaving(ctx, t)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrSeveral), errors.Is(err, ErrNoSolution), errors.Is(err, ErrNoClues), errors.Is(err, ErrFixed), errors.Is(err, errEffort):
		return nil // another target may have more clues
	}
	return err
}

// sharpen replaces each clue of a solution by the one that fits the fewest other known solutions. It reports a change.
func (a *adding) sharpen(ctx context.Context, t *target) (changed bool) {
	for _, i := range a.open {
		if t.clue[i] == nil {
			continue
		}
		best, least := t.clue[i], a.shared(ctx, t, i, t.clue[i])
		for _, v := range a.others[i] {
			if least == 0 || a.budget.Work > 2*correctionWork || ctx.Err() != nil {
				break
			}
			if fits, _ := a.fits(ctx, t, i, v); !fits || value.Equal(v, best) || isBlank(v) {
				continue
			}
			if n := a.shared(ctx, t, i, v); n < least {
				best, least, changed = v, n, true
			}
		}
		t.clue[i] = best
	}
	return changed
}

// shared counts the other known solutions that a clue fits or may fit.
func (a *adding) shared(ctx context.Context, t *target, i int, v value.Value) (n int) {
	for _, u := range a.known {
		if u == t {
			continue
		}
		if fits, known := a.fits(ctx, u, i, v); fits || !known {
			n++
		}
	}
	return n
}

// leaving looks for as few clues of a solution as possible that leave it alone. With ErrSeveral, all leave others.
func (a *adding) leaving(ctx context.Context, t *target) error {
	values := a.Draft.Values()
	only := make([]bool, len(values))
	for i, v := range t.clue {
		if v != nil {
			values[i], only[i] = v, true
		}
	}
	full, err := a.Draft.redraft(ctx, values)
	if err != nil {
		return ctx.Err()
	}
	r := Request{Draft: full, Engine: a.Engine, Keep: NoSymmetry, Seed: a.Seed, Effort: correctionEffort, Only: only, Work: correctionWork}
	kept, err := Minimize(ctx, r)
	if err == nil && kept.After <= mostLeast {
		if least, err := Least(ctx, r); err == nil && least.After < kept.After {
			least.Work += kept.Work
			kept = least
		}
	}
	if kept != nil {
		a.budget.Work += kept.Work
	}
	if err != nil {
		return err
	}
	_, err = a.verify(ctx, kept.Values)
	return err
}

// change finds smallest sets of parts whose change allows a solution (smallest correction sets) by implicit hitting
// sets (Davies and Bacchus, Solving MAXSAT by solving a sequence of simpler SAT instances, 2011). Each contradicting
// set of parts has one that must change. When a smallest set that hits all known ones changes, the rest either has a
// solution or yields another contradicting set.
func (w *correcting) change(ctx context.Context) error {
	var sets, banned [][]int
	size, attempts := -1, 0
	for ctx.Err() == nil {
		parts, any, ok := solve.SmallestHittingSet(ctx, w.Engine, sets, banned, nil, correctionWork)
		if !ok {
			w.More = true
			return ctx.Err()
		}
		if size >= 0 && (!any || len(parts) > size) {
			return nil // all smallest sets were tried
		}
		r := w.ask(ctx, w.q, w.given(parts...)...)
		switch {
		case r.GivenUp():
			w.More = true
			return ctx.Err()
		case r.Refuted:
			core := w.contradicting(ctx, r)
			if len(core) == 0 {
				return w.beyond()
			}
			sets = append(sets, core)
			continue
		}
		size, w.Least = len(parts), true
		banned = append(banned, parts)
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

// contradicting returns a small set of parts that can't all be as given, minimal as far as the effort allows.
func (w *correcting) contradicting(ctx context.Context, r model.Reply) []int {
	of := map[model.Fact]int{}
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
	return alg.Map(core, func(f model.Fact) int { return of[f] })
}

// values tries other values of some parts. Corrections have exactly one solution, or else are the first with any.
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
		var tried []model.Fact
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
