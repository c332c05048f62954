package fd

import (
	"context"
	"slices"

	"nazo/internal/model"
)

// Inquiry answers a series of queries, see [model.Inquiry]. Switches of units and selectors of facts
// are literals that the first levels of a search assume (Eén and Sörensson, Temporal induction by
// incremental SAT solving, 2003). Learned clauses do not depend on them and serve later queries.
type Inquiry struct {
	*search
	*Switchboard
	root *Root // where it begins
	seed int64

	impossible bool // there is no solution at all
	broken     bool // the store lacks conclusions
	switched   bool // units have switches

	switches []lit // for each instance, or True
	unitOf   map[lit]int32
	// selectors are the literals that stand for facts, and factOf the reverse.
	selectors map[model.Fact]lit
	factOf    map[lit]model.Fact
	owner     []model.VarID  // for each literal's node its variable, or -1
	intOwner  []model.VarID  // for each integer
	excluded  [][]model.Fact // for the next build of the store, with switches

	known   []model.Fact // the facts of the first level, unless they conflict
	isKnown map[model.Fact]bool
	said    mark         // how much of the first level has been reported
	unsaid  []model.Fact // conclusions not among the facts
	awake   []int32      // definitions that the second level wakes for [Inquiry.Follow], nil without it
	may     []bool       // for each unit whether the second level leaves it open; nil without that level
	mayBe   []int32      // the units that it leaves open
	on      []int32      // units of the third level, nil if there is none or they conflict

	seen      atomSet              // scratch
	preferred map[int32]model.Fact // of the current query, by variable
	told      []model.Fact         // scratch: see [model.Reply.Fixed]

	baseLevels int   // the number of levels of assumptions
	met        int64 // conflicts since the store was made
	totalized  bool
}

// rebuildAfter is the number of conflicts after which a store with switches is rebuilt. An old
// store has many useless clauses.
const rebuildAfter = 20_000

// Inquire begins a series of queries. The error is that of ctx.
func (r *Root) Inquire(ctx context.Context, seed int64) (*Inquiry, error) {
	q := &Inquiry{Switchboard: &Switchboard{}, root: r, seed: seed}
	return q, q.build(ctx)
}

// Switchboard is what all inquiries share that have a switch for each unit of a model. Nothing in it changes.
type Switchboard struct {
	model    *model.Model
	units    []int32
	scopes   [][]model.VarID // for each instance its variables of finds
	concerns [][]model.VarID // the same with helpers
	wides    []int32         // units with many variables
	near     [][]int32       // for each variable the units near it
	// definitions are constraints that define helpers. needs lists those of each unit.
	definitions []int32
	needs       [][]int32
	trees       []bool // see [Inquiry.Complete]
}

// NewSwitchboard returns the switchboard of a model that [Supports] admits.
func NewSwitchboard(m *model.Model) *Switchboard {
	b := &Switchboard{model: m, units: m.Units(), trees: trees(m)}
	b.scopes, b.concerns = model.Scopes(m)
	b.neighbours()
	b.defined()
	return b
}

// Inquire begins a series of queries. The error is that of ctx.
func (b *Switchboard) Inquire(ctx context.Context, o model.Options, seed int64) (*Inquiry, error) {
	o.AnyObjective = true
	q := &Inquiry{Switchboard: b, root: &Root{m: b.model, options: o}, seed: seed, switched: true}
	return q, q.build(ctx)
}

// InquireSwitched begins one with a switch for each unit, for a model that [Supports] admits. The
// error is that of ctx.
func InquireSwitched(ctx context.Context, m *model.Model, o model.Options, seed int64) (*Inquiry, error) {
	return NewSwitchboard(m).Inquire(ctx, o, seed)
}

// build makes the store. If ctx ends first, the old one stays.
func (q *Inquiry) build(ctx context.Context) error {
	o := model.SolveOptions{Limit: 2, Seed: q.seed} // with limit 1 there would be a streamliner
	d := model.NewDelivery(context.Background(), o, nil)
	release := context.AfterFunc(ctx, func() { d.Stop.Store(true) })
	defer release()
	var s *search
	var switches []lit
	var exact [][]lit
	var possible bool
	if q.switched {
		s, switches, possible = q.post(o, d)
	} else {
		s = q.root.newSearch(o, d)
		possible = !q.root.impossible && s.p.post(true) && s.s.propagate()
		if possible && !d.Stopped() {
			exact, possible = s.s.coverSums()
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	q.search, q.switches, q.impossible = s, switches, !possible
	q.unitOf = map[lit]int32{}
	for _, u := range q.units {
		if q.switched {
			q.unitOf[q.switches[u]] = u
		}
	}
	q.b = newBrancher(q.p, q.seed)
	q.b.exact = q.p.choosable(exact)
	q.z = &analyzer{s: q.s, seen: q.b.bump}
	q.preferred = map[int32]model.Fact{}
	q.selectors, q.factOf = map[model.Fact]lit{}, map[lit]model.Fact{}
	q.own()
	q.known, q.isKnown, q.baseLevels, q.met, q.broken, q.totalized = nil, map[model.Fact]bool{}, 0, 0, false, false
	q.awake, q.may, q.on, q.said, q.unsaid = nil, nil, nil, mark{}, nil
	for _, facts := range q.excluded {
		q.exclude(facts)
	}
	return nil
}

// post posts the model with switches. possible is false if its fixed part is contradictory.
func (q *Inquiry) post(o model.SolveOptions, d *model.Delivery) (s *search, switches []lit, possible bool) {
	p := newPoster(q.root.m, q.root.options, &d.Stop)
	p.streamliner = model.True
	switches = p.switchesFor(q.units, q.definitions)
	possible = p.restrict(q.root.options.Within) && p.post(true) && p.s.propagate()
	root := &Root{m: q.root.m, options: q.root.options, slots: p.slots}
	s = &search{Root: root, task: model.Task{Options: root.options, SolveOptions: o}, d: d, interval: firstInterval, learning: true, p: p, s: p.s}
	return s, switches, possible
}

// own records which literals and integers are variables of finds.
func (q *Inquiry) own() {
	q.owner, q.intOwner = slices.Repeat([]model.VarID{-1}, len(q.s.val)/2), slices.Repeat([]model.VarID{-1}, len(q.s.ints))
	for v, slot := range q.slots {
		switch {
		case q.m.Vars[v].Find < 0:
		case q.m.Vars[v].Bool:
			q.owner[slot>>1] = model.VarID(v)
		default:
			q.intOwner[slot] = model.VarID(v)
		}
	}
}

// Scope implements [model.Inquiry].
func (q *Inquiry) Scope(unit int32) []model.VarID { return q.scopes[unit] }

// Span implements [model.Inquiry].
func (q *Inquiry) Span(unit int32) int { return len(q.concerns[unit]) }

// Complete implements [model.Inquiry].
func (q *Inquiry) Complete(unit int32) bool { return q.trees[unit] }

// wideFrom is the largest number of variables of a unit that is not wide.
const wideFrom = 200

func (b *Switchboard) wide(unit int32) bool { return len(b.concerns[unit]) > wideFrom }

// neighbours finds the units that share a variable.
func (b *Switchboard) neighbours() {
	b.near = make([][]int32, len(b.model.Vars))
	for _, u := range b.units {
		if b.wide(u) {
			b.wides = append(b.wides, u)
			continue
		}
		for _, v := range b.concerns[u] {
			b.near[v] = append(b.near[v], u)
		}
	}
}

// Exclude implements [model.Inquiry].
func (q *Inquiry) Exclude(facts []model.Fact) {
	if q.switched {
		q.excluded = append(q.excluded, slices.Clone(facts))
	}
	q.forgetKnown()
	q.exclude(facts)
}

// exclude adds a clause at the root.
func (q *Inquiry) exclude(facts []model.Fact) {
	if q.impossible {
		return
	}
	var clause []lit
	for _, f := range facts {
		for _, a := range q.atomsOf(f) {
			clause = append(clause, q.s.litOf(a.not()))
		}
	}
	q.s.cause = reason{by: byChoice}
	q.impossible = !q.s.clause(clause...) || !q.s.propagate()
}

// atomsOf returns a fact as atoms that literals can state.
func (q *Inquiry) atomsOf(f model.Fact) []atom {
	if slot := q.slots[f.Var]; f.Is && !q.m.Vars[f.Var].Bool && q.s.ints[slot].n == 0 {
		return []atom{geAtom(slot, f.Value), leAtom(slot, f.Value)}
	}
	return []atom{q.atomOf(f)}
}

// atomOf returns a fact as an atom of the store.
func (q *Inquiry) atomOf(f model.Fact) atom {
	slot := q.slots[f.Var]
	if q.m.Vars[f.Var].Bool {
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

// Assumptions fill the first levels: one for known facts, two for units, one for supposed facts.
// What two queries have in common need not be propagated again.

// selector returns the literal that stands for a fact.
func (q *Inquiry) selector(f model.Fact) lit {
	if l, ok := q.selectors[f]; ok {
		return l
	}
	l := q.s.newLit()
	q.selectors[f], q.factOf[l] = l, f
	return l
}

// open opens a level for assumptions.
func (q *Inquiry) open() {
	q.path = append(q.path, decision{atom: litAtom(model.True)})
	q.s.push()
	q.s.choices = append(q.s.choices, litAtom(model.True))
	q.baseLevels = len(q.path)
}

// close undoes levels until a number is left.
func (q *Inquiry) close(left int) {
	if len(q.path) > left {
		q.retreat(left)
	}
	q.baseLevels = min(q.baseLevels, left)
	if left < 2 {
		q.may, q.awake = nil, nil
	}
	if left < 3 {
		q.on = nil
	}
}

// assume makes a selector or switch true.
func (q *Inquiry) assume(l lit) bool {
	q.s.cause, q.s.clash = reason{by: byChoice}, atom{}
	return q.s.set(l)
}

// state asserts a fact, with its selector as the reason.
func (q *Inquiry) state(f model.Fact) bool {
	l := q.selector(f)
	if !q.assume(l) {
		return false
	}
	q.s.cause, q.s.clash = reason{byImplication, int32(l)}, atom{}
	return q.s.impose(q.atomOf(f))
}

// know asserts facts on the first level. It extends the level if the facts extend the previous ones.
func (q *Inquiry) know(facts []model.Fact) bool {
	n := len(q.known)
	if len(q.path) > 0 && same(q.known, facts) {
		return true
	}
	if len(q.path) == 0 || n > len(facts) || !same(q.known, facts[:n]) {
		q.forgetKnown()
		q.open()
		n = 0
	}
	q.close(1)
	q.s.queue.clear()
	for _, f := range facts[n:] {
		if !q.state(f) {
			return false
		}
		q.isKnown[f] = true
	}
	if !q.s.propagate() {
		return false
	}
	q.known = facts
	return true
}

// same reports whether two immutable lists are equal. Mostly they begin at the same address.
func same[T comparable](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}

// forgetKnown discards the first level.
func (q *Inquiry) forgetKnown() {
	q.close(0)
	q.known, q.said, q.unsaid = nil, mark{}, nil
	clear(q.isKnown)
}

// assumed returns the number of levels to keep for the next refutation.
func (q *Inquiry) assumed() int {
	switch {
	case q.on != nil:
		return 3
	case q.may != nil:
		return 2
	}
	return 1
}

// only switches some units on and all others off. It returns false on a conflict. Queries often
// repeat a small set of units, each time without some. So the second level switches off those
// outside the set.
func (q *Inquiry) only(units []int32) bool {
	if q.on != nil && same(q.on, units) {
		return true
	}
	if q.may == nil || len(q.mayBe) > farMore*len(units) || slices.ContainsFunc(units, func(u int32) bool { return !q.may[u] }) {
		if !q.restrict(units) {
			return false
		}
	}
	q.close(2)
	q.open()
	on := make(map[int32]bool, len(units))
	for _, u := range units {
		on[u] = true
	}
	for _, u := range q.mayBe {
		if !on[u] {
			q.turnOff(u)
		}
	}
	if !q.define(units) {
		return false
	}
	for _, whole := range []bool{false, true} { // pieces first, so that they are the reasons of what they imply
		for _, u := range units {
			if (q.m.Instances[u].Piece == nil) == whole && !q.assume(q.switches[u]) {
				return false
			}
		}
	}
	if !q.s.propagate() {
		return false
	}
	q.on = units
	return true
}

// farMore bounds the units that the second level leaves open, as a multiple of those that are on.
const farMore = 4

// restrict rebuilds the second level. It switches off the wide units and those that share variables
// with the given ones, except these. Units farther away stay open, since nothing reaches them. If a
// given unit is wide, all others are off. It returns false on a conflict.
func (q *Inquiry) restrict(units []int32) bool {
	q.close(1)
	q.open()
	may := make([]bool, len(q.m.Instances))
	for _, u := range units {
		may[u] = true
	}
	off := func(others []int32) {
		for _, u := range others {
			if !may[u] {
				q.turnOff(u)
			}
		}
	}
	off(q.wides)
	if slices.ContainsFunc(units, q.wide) {
		off(q.units)
	} else {
		met := make([]bool, len(q.near))
		for _, u := range units {
			for _, v := range q.concerns[u] {
				if !met[v] {
					met[v] = true
					off(q.near[v])
				}
			}
		}
	}
	if !q.s.propagate() {
		return false
	}
	q.may, q.mayBe = may, slices.Clone(units)
	return true
}

// turnOff switches a unit off, if it is open, so that no work is spent on it.
func (q *Inquiry) turnOff(u int32) {
	if l := q.switches[u]; q.s.val[l] == 0 {
		q.assume(l ^ 1)
	}
}

// Propagation of a unit finds everything that follows from it if its formula is a tree, in which no variable occurs
// twice, and each node's propagator is domain consistent (Freuder, A sufficient condition for backtrack-free search,
// 1982).

// tree visits the formulas of a unit.
type tree struct {
	m       *model.Model
	visited map[int32]bool // nodes: twice the boolean ones, and twice the integers plus 1
}

// trees reports for each instance whether its formulas are one tree.
func trees(m *model.Model) []bool {
	is := make([]bool, len(m.Instances))
	of := make([][]model.Constraint, len(m.Instances))
	for _, c := range m.Constraints {
		of[c.Instance] = append(of[c.Instance], c)
	}
	t := tree{m: m, visited: map[int32]bool{}}
	for u, all := range of {
		clear(t.visited)
		is[u] = len(all) > 0 && m.Instances[u].Piece == nil
		for _, c := range all {
			is[u] = is[u] && t.constraint(c)
		}
	}
	return is
}

// once reports whether a node was not visited before.
func (t *tree) once(id int32) bool {
	before := t.visited[id]
	t.visited[id] = true
	return !before
}

func (t *tree) constraint(c model.Constraint) bool {
	switch b := c.Body.(type) {
	case model.Assert:
		return (c.Guard == model.True || t.bool(c.Guard)) && t.bool(b.B)
	case model.Distinct:
		if c.Guard != model.True || b.Present != nil || b.Plain && len(b.Xs) > 2 {
			return false
		}
		values := model.Interval{}
		for i, x := range b.Xs {
			if !t.leaf(x) {
				return false
			}
			if d := t.m.Bounds(x); i == 0 {
				values = d
			} else {
				values = values.Hull(d)
			}
		}
		return len(b.Xs) <= 2 || values.Size() < widestMatching && int64(len(b.Xs))*values.Size() <= widestMatching
	}
	return false
}

// bool reports whether a literal is the root of a tree that was not visited before.
func (t *tree) bool(b model.Bool) bool {
	if !t.once(int32(2 * b.Node())) {
		return false
	}
	switch n := t.m.Node(b).(type) {
	case model.BoolVar:
		return t.m.Vars[n.Var].Find >= 0
	case model.And:
		return t.bools(n.Args)
	case model.Iff:
		return t.bool(n.A) && t.bool(n.B)
	case model.AtMost:
		return t.terms(n.Terms)
	case model.Exactly:
		return t.terms(n.Terms)
	case model.In:
		return t.leaf(n.X)
	}
	return false
}

func (t *tree) bools(all []model.Bool) bool {
	for _, b := range all {
		if !t.bool(b) {
			return false
		}
	}
	return true
}

// terms reports whether a sum only counts truth values. For other sums propagation finds only bounds.
func (t *tree) terms(terms []model.Term) bool {
	for _, term := range terms {
		n, counts := t.m.Ints[term.X].(model.ToInt)
		if !counts || term.Coef != 1 && term.Coef != -1 || !t.once(2*int32(term.X)+1) || !t.bool(n.B) {
			return false
		}
	}
	return true
}

// leaf reports whether an integer is a variable of a find, not visited before, with bits for all values.
func (t *tree) leaf(x model.Int) bool {
	n, ok := t.m.Ints[x].(model.IntVar)
	return ok && t.m.Vars[n.Var].Find >= 0 && t.once(2*int32(x)+1) && t.m.Bounds(x).Size() <= resultBitset
}
