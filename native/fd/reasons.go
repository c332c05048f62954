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
	known     []engine.Fact // the facts of the first level, if that met no conflict
	on        []int32       // the units of the second level if it is open, is of a refutation and met no conflict; else nil
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
	r.known, r.baseLevels, r.met = nil, 0, 0
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
	if n == len(facts) && n > 0 && len(r.path) > 0 && slices.Equal(r.known, facts) {
		return true
	}
	if len(r.path) == 0 || n > len(facts) || !slices.Equal(r.known, facts[:n]) {
		r.close(0)
		r.known, n = nil, 0
		r.open()
	}
	r.close(1)
	r.s.queue.clear()
	for _, f := range facts[n:] {
		if !r.state(f) {
			return false
		}
	}
	if !r.s.propagate() {
		return false
	}
	r.known = slices.Clone(facts)
	return true
}

// Follow implements [engine.Reasons].
func (r *Reasons) Follow(facts []engine.Fact, units []int32) (conclusions []engine.Fact, ok bool) {
	if r.impossible || !r.know(facts) {
		r.forgetKnown()
		return nil, false
	}
	r.close(1)
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
	return r.conclusions(facts), true
}

// forgetKnown has the first level made anew, since it met a conflict.
func (r *Reasons) forgetKnown() {
	r.close(0)
	r.known = nil
}

// conclusions are all that is known of the finds but for the facts: what the first level made of the facts alone
// follows from what helpers mean, and belongs to any unit.
func (r *Reasons) conclusions(facts []engine.Fact) (out []engine.Fact) {
	given := map[engine.Fact]bool{}
	settled := map[model.VarID]bool{}
	for _, f := range facts {
		given[f] = true
		if f.Is || r.m.Vars[f.Var].Bool {
			settled[f.Var] = true
		}
	}
	seen := map[model.VarID]bool{}
	add := func(v model.VarID) {
		if v < 0 || seen[v] || settled[v] {
			return
		}
		seen[v] = true
		out = append(out, r.newsOf(v, given)...)
	}
	for _, l := range r.s.assigned {
		if i := int(l >> 1); i < len(r.owner) {
			add(r.owner[i])
		}
	}
	for i := range r.s.trail {
		if c := &r.s.trail[i]; c.kind != changedCell && int(c.at) < len(r.intOwner) {
			add(r.intOwner[c.at])
		}
	}
	slices.SortFunc(out, compareFacts)
	return out
}

// newsOf is what is known of a variable beside what is given.
func (r *Reasons) newsOf(v model.VarID, given map[engine.Fact]bool) (out []engine.Fact) {
	slot := r.slots[v]
	if r.m.Vars[v].Bool {
		switch r.s.val[slot] {
		case 1:
			out = append(out, engine.Fact{Var: v, Value: 1, Is: true})
		case -1:
			out = append(out, engine.Fact{Var: v, Value: 0, Is: true})
		}
		return out
	}
	if r.s.fixed(slot) {
		return append(out, engine.Fact{Var: v, Value: r.s.ints[slot].lo, Is: true})
	}
	for k := range r.m.Vars[v].Domain.Each {
		if f := (engine.Fact{Var: v, Value: k}); !r.s.has(slot, k) && !given[f] {
			out = append(out, f)
		}
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
