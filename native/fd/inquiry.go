package fd

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// Inquiry is a search that is asked one question after another: see [engine.Inquiry]. Each unit may have a literal that switches it
// on, and each fact has one that stands for it; both are assumed in the first levels of a search (assumptions; Eén and
// Sörensson, Temporal induction by incremental SAT solving, 2003). Whatever follows then has reasons that lead back to them, and no
// learned clause depends on them, so all serve the questions that follow.
type Inquiry struct {
	*search
	root *Root // where it begins
	seed int64
	// impossible says that there is no solution, whatever is asked.
	impossible bool
	// broken says that the store lacks conclusions.
	broken   bool
	switched bool
	// Of the units, if they have switches:
	units    []int32
	scopes   [][]model.VarID // for each instance the variables of finds that it is about
	concerns [][]model.VarID // and with these the helpers
	switches []lit           // for each instance, or True
	unitOf   map[lit]int32
	wides    []int32   // those that are about much
	near     [][]int32 // for each variable the others that it matters for
	// definitions are constraints that say what helpers are, and needs has for each unit those that it needs.
	definitions []int32
	needs       [][]int32
	// selectors are the literals that stand for facts, and factOf the way back.
	selectors map[engine.Fact]lit
	factOf    map[lit]engine.Fact
	owner     []model.VarID   // for each literal's node its variable, or -1
	intOwner  []model.VarID   // for each integer
	excluded  [][]engine.Fact // if the store is made anew now and then

	known   []engine.Fact // the facts of the first level, if that met no conflict
	isKnown map[engine.Fact]bool
	said    mark          // up to where of the first level it is known what follows for finds
	unsaid  []engine.Fact // of that what is not among the facts
	may     []bool        // for each unit whether the second level leaves it open, if it is of a question; else nil
	mayBe   []int32       // those
	on      []int32       // those that the third level has on, if it met no conflict; else nil
	// baseLevels is how many levels are of assumptions.
	baseLevels int
	met        int64 // conflicts since the store was made
	totalized  bool
}

// rebuildAfter is how many conflicts a store with switches serves: one that lives long has many learned clauses that serve nothing any more.
const rebuildAfter = 20_000

// Inquire begins a series of questions. The error is that of ctx if it ends before that is done.
func (r *Root) Inquire(ctx context.Context, seed int64) (*Inquiry, error) {
	q := &Inquiry{root: r, seed: seed}
	return q, q.build(ctx)
}

// InquireSwitched begins one about a model that [Supports] admits, with a switch for each unit. The error is that of ctx.
func InquireSwitched(ctx context.Context, m *model.Model, o engine.Options, seed int64) (*Inquiry, error) {
	o.AnyObjective = true
	q := &Inquiry{root: &Root{m: m, options: o}, seed: seed, switched: true, units: m.Units()}
	q.scopes, q.concerns = scopes(m)
	q.neighbours()
	q.defined()
	return q, q.build(ctx)
}

// build makes the store; if ctx ends before that is done, the one that there was stays.
func (q *Inquiry) build(ctx context.Context) error {
	o := engine.SolveOptions{Limit: 2, Seed: q.seed} // of one solution it would be asked that it be without needless turns
	d := engine.NewDelivery(context.Background(), o, nil)
	release := context.AfterFunc(ctx, func() { d.Stop.Store(true) })
	defer release()
	var s *search
	var switches []lit
	var exact [][]lit
	possible := !q.root.impossible
	if q.switched {
		s, switches, possible = q.post(o, d)
	} else {
		s = q.root.newSearch(o, d)
		possible = possible && s.p.post(true) && s.s.propagate()
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
	q.selectors, q.factOf = map[engine.Fact]lit{}, map[lit]engine.Fact{}
	q.own()
	q.known, q.isKnown, q.baseLevels, q.met, q.broken, q.totalized = nil, map[engine.Fact]bool{}, 0, 0, false, false
	q.may, q.on, q.said, q.unsaid = nil, nil, mark{}, nil
	for _, facts := range q.excluded {
		q.exclude(facts)
	}
	return nil
}

// post posts the model with switches; possible is false if what can't be switched off contradicts itself.
func (q *Inquiry) post(o engine.SolveOptions, d *engine.Delivery) (s *search, switches []lit, possible bool) {
	p := newPoster(q.root.m, q.root.options, &d.Stop)
	p.streamliner = model.True
	switches = p.switchesFor(q.units, q.definitions)
	possible = p.restrict(q.root.options.Within) && p.post(true) && p.s.propagate()
	root := &Root{m: q.root.m, options: q.root.options, slots: p.slots}
	s = &search{Root: root, task: engine.Task{Options: root.options, SolveOptions: o}, d: d, interval: firstInterval, learning: true, p: p, s: p.s}
	return s, switches, possible
}

// own notes which literals and integers are variables of finds.
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

// Scope implements [engine.Inquiry].
func (q *Inquiry) Scope(unit int32) []model.VarID { return q.scopes[unit] }

// Span implements [engine.Inquiry].
func (q *Inquiry) Span(unit int32) int { return len(q.concerns[unit]) }

// wideFrom is how many variables matter at most for a unit that is about little.
const wideFrom = 200

func (q *Inquiry) wide(unit int32) bool { return len(q.concerns[unit]) > wideFrom }

// neighbours finds out which units share a variable.
func (q *Inquiry) neighbours() {
	q.near = make([][]int32, len(q.root.m.Vars))
	for _, u := range q.units {
		if q.wide(u) {
			q.wides = append(q.wides, u)
			continue
		}
		for _, v := range q.concerns[u] {
			q.near[v] = append(q.near[v], u)
		}
	}
}

// Exclude implements [engine.Inquiry].
func (q *Inquiry) Exclude(facts []engine.Fact) {
	if q.switched {
		q.excluded = append(q.excluded, slices.Clone(facts))
	}
	q.forgetKnown()
	q.exclude(facts)
}

// exclude adds a clause at the root.
func (q *Inquiry) exclude(facts []engine.Fact) {
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

// atomsOf are a fact as atoms that literals can say.
func (q *Inquiry) atomsOf(f engine.Fact) []atom {
	if slot := q.slots[f.Var]; f.Is && !q.m.Vars[f.Var].Bool && q.s.ints[slot].n == 0 {
		return []atom{geAtom(slot, f.Value), leAtom(slot, f.Value)}
	}
	return []atom{q.atomOf(f)}
}

// atomOf is a fact as an atom of the store.
func (q *Inquiry) atomOf(f engine.Fact) atom {
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
