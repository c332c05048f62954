package fd

import (
	"context"
	"slices"
	"sync/atomic"

	"nazo/engine"
	"nazo/model"
)

// Reasons answers which units of a model something follows from: see [engine.Reasons]. Each unit has a literal that switches it
// on, and each fact one that stands for it; both are assumed in the first levels of a search (assumptions; Eén and
// Sörensson, Temporal induction by incremental SAT solving, 2003). Whatever follows then has reasons that lead back to them.
type Reasons struct {
	m        *model.Model
	units    []engine.Unit
	scopes   [][]model.VarID // for each unit the variables of finds that it is about
	concerns [][]model.VarID // and with these the helpers
	switches []lit
	*search
	unitOf map[lit]int32
	// selectors are the literals that stand for facts, and factOf the way back.
	selectors map[engine.Fact]lit
	factOf    map[lit]engine.Fact
	owner     []model.VarID // for each literal's node its variable, or -1
	intOwner  []model.VarID // for each integer
	told      []engine.Fact // the facts of the question at hand
	known     []engine.Fact // the facts of the first level, if that met no conflict
	isKnown   map[engine.Fact]bool
	may       []bool  // for each unit whether the second level leaves it open, if it is of a refutation; else nil
	mayBe     []int32 // those
	on        []int32 // those that the third level has on, if it met no conflict; else nil
	// baseLevels is how many levels are of assumptions.
	baseLevels int
	met        int64 // conflicts since the store was made
}

// rebuildAfter is how many conflicts a store serves: one that lives long has many learned clauses that serve nothing any more.
const rebuildAfter = 20_000

// NewReasons posts a model that [Supports] admits, with a switch for each unit. The error is that of ctx.
func NewReasons(ctx context.Context, m *model.Model, o engine.Options) (*Reasons, error) {
	r := &Reasons{m: m, units: engine.Units(m)}
	o.AnyObjective = true
	if err := r.build(ctx, o); err != nil {
		return nil, err
	}
	r.scopes, r.concerns = scopes(m, r.units)
	return r, nil
}

// build makes the store.
func (r *Reasons) build(ctx context.Context, o engine.Options) error {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	p := newPoster(r.m, o, &stop)
	p.streamliner = model.True
	r.switches = p.switchesFor(r.units)
	possible := p.fix(o.Fixed) && p.post(true) && p.s.propagate()
	if err := ctx.Err(); err != nil {
		return err
	}
	d := engine.NewDelivery(context.Background(), engine.SolveOptions{Limit: 1}, func(model.Solution) bool { return true })
	p.s.stop = &d.Stop
	root := &Root{m: r.m, options: o, slots: p.slots, impossible: !possible}
	r.search = &search{Root: root, task: engine.Task{Options: o}, d: d, interval: firstInterval, learning: true, p: p, s: p.s}
	r.b = newBrancher(p, 0)
	r.z = &analyzer{s: p.s, seen: r.b.bump}
	r.unitOf, r.selectors, r.factOf = map[lit]int32{}, map[engine.Fact]lit{}, map[lit]engine.Fact{}
	for i, l := range r.switches {
		r.unitOf[l] = int32(i)
	}
	r.own()
	r.known, r.isKnown, r.baseLevels, r.met = nil, map[engine.Fact]bool{}, 0, 0
	r.may, r.on = nil, nil
	return nil
}

// own notes which literals and integers are variables of finds.
func (r *Reasons) own() {
	r.owner, r.intOwner = slices.Repeat([]model.VarID{-1}, len(r.s.val)/2), slices.Repeat([]model.VarID{-1}, len(r.s.ints))
	for v, slot := range r.slots {
		switch {
		case r.m.Vars[v].Find < 0:
		case r.m.Vars[v].Bool:
			r.owner[slot>>1] = model.VarID(v)
		default:
			r.intOwner[slot] = model.VarID(v)
		}
	}
}

// Units implements [engine.Reasons].
func (r *Reasons) Units() []engine.Unit { return r.units }

// Scope implements [engine.Reasons].
func (r *Reasons) Scope(unit int32) []model.VarID { return r.scopes[unit] }

// atomOf is a fact as an atom of the store.
func (r *Reasons) atomOf(f engine.Fact) atom {
	slot := r.slots[f.Var]
	if r.m.Vars[f.Var].Bool {
		return litAtom(lit(slot) ^ lit(1-f.Value) ^ sign(!f.Is))
	}
	if f.Is {
		return eqAtom(slot, f.Value)
	}
	return neAtom(slot, f.Value)
}

func sign(negative bool) lit {
	if negative {
		return 1
	}
	return 0
}

// selector is the literal that stands for a fact.
func (r *Reasons) selector(f engine.Fact) lit {
	if l, ok := r.selectors[f]; ok {
		return l
	}
	l := r.s.newLit()
	r.selectors[f], r.factOf[l] = l, f
	return l
}

// open opens a level for assumptions.
func (r *Reasons) open() {
	r.path = append(r.path, decision{slot: model.Int(model.True), kind: chooseLit})
	r.s.push()
	r.s.choices = append(r.s.choices, litAtom(model.True))
	r.baseLevels = len(r.path)
}

// close goes back until so many levels are left.
func (r *Reasons) close(left int) {
	if len(r.path) > left {
		r.retreat(left)
	}
	r.baseLevels = min(r.baseLevels, left)
	if left < 2 {
		r.may = nil
	}
	if left < 3 {
		r.on = nil
	}
}

// assume makes a literal true that stands for itself.
func (r *Reasons) assume(l lit) bool {
	r.s.cause, r.s.clash = reason{by: byChoice}, atom{}
	return r.s.set(l)
}

// state makes a fact true, for the reason that its selector is.
func (r *Reasons) state(f engine.Fact) bool {
	l := r.selector(f)
	if !r.assume(l) {
		return false
	}
	r.s.cause, r.s.clash = reason{byImplication, int32(l)}, atom{}
	return r.s.impose(r.atomOf(f))
}

// know states the facts on the first level. What it has in common with what was known before is kept.
func (r *Reasons) know(facts []engine.Fact) bool {
	n := len(r.known)
	if len(r.path) > 0 && n == len(facts) && same(r.known, facts) {
		return true
	}
	if len(r.path) == 0 || n > len(facts) || !same(r.known, facts[:n]) {
		r.forgetKnown()
		r.open()
		n = 0
	}
	r.close(1)
	r.s.queue.clear()
	for _, f := range facts[n:] {
		if !r.state(f) {
			return false
		}
		r.isKnown[f] = true
	}
	if !r.s.propagate() {
		return false
	}
	r.known = facts
	return true
}

// same reports whether two lists of facts, which nobody changes, are the same; most often it is one list that has grown.
func same(a, b []engine.Fact) bool { return len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b) }

// forgetKnown has the first level made anew.
func (r *Reasons) forgetKnown() {
	r.close(0)
	r.known = nil
	clear(r.isKnown)
}

// Follow implements [engine.Reasons].
func (r *Reasons) Follow(facts []engine.Fact, units []int32) (conclusions []engine.Fact, ok bool) {
	if r.impossible || !r.know(facts) {
		r.forgetKnown()
		return nil, false
	}
	r.close(1)
	if len(units) == 0 {
		return r.conclusions(mark{}), true
	}
	r.open()
	defer r.close(1)
	for _, u := range units {
		if !r.assume(r.switches[u]) {
			return nil, false
		}
	}
	if !r.s.propagate() {
		return nil, false
	}
	return r.conclusions(r.s.levels[1]), true
}

// conclusions are all that became known of the finds since a time, but for the facts.
func (r *Reasons) conclusions(since mark) (out []engine.Fact) {
	seen := map[model.VarID]bool{}
	add := func(v model.VarID) {
		if v >= 0 && !seen[v] {
			seen[v] = true
			out = r.newsOf(v, out)
		}
	}
	for _, l := range r.s.assigned[since.lits:] {
		if i := int(l >> 1); i < len(r.owner) {
			add(r.owner[i])
		}
	}
	for i := range r.s.trail[since.changes:] {
		if c := &r.s.trail[int(since.changes)+i]; c.kind != changedCell && int(c.at) < len(r.intOwner) {
			add(r.intOwner[c.at])
		}
	}
	slices.SortFunc(out, compareFacts)
	return out
}

// newsOf adds what is known of a variable beside the facts.
func (r *Reasons) newsOf(v model.VarID, out []engine.Fact) []engine.Fact {
	slot := r.slots[v]
	add := func(f engine.Fact) {
		if !r.isKnown[f] {
			out = append(out, f)
		}
	}
	switch {
	case !r.m.Vars[v].Bool && !r.s.fixed(slot):
		for k := range r.m.Vars[v].Domain.Each {
			if !r.s.has(slot, k) {
				add(engine.Fact{Var: v, Value: k})
			}
		}
	case !r.m.Vars[v].Bool:
		add(engine.Fact{Var: v, Value: r.s.ints[slot].lo, Is: true})
	case r.s.val[slot] != 0:
		add(engine.Fact{Var: v, Value: int64(r.s.val[slot]+1) / 2, Is: true})
	}
	return out
}

func compareFacts(a, b engine.Fact) int {
	switch {
	case a.Var != b.Var:
		return int(a.Var - b.Var)
	case a.Value < b.Value:
		return -1
	case a.Value > b.Value:
		return 1
	}
	return 0
}
