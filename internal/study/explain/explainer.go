// Package explain says why: which rule instances imply a fact, step by step to the solution, and
// which contradict each other.
//
// Its unit is a rule instance, that is a rule with the values of its binders, or a piece of one
// ([model.Piece]). Facts are about variables of finds. A step is a set of units and the facts that
// they add. Its size is the number of its units, which is what makes a step easy or hard (Espasa,
// Gent, Hoffmann, Jefferson and Lynch, Using small MUSes to explain how to solve pen and paper puzzles, 2021).
//
// Steps of one unit come first, by propagation, then by search. Pairs that propagation finds are
// next, then short chains. What is about most of the board, such as one loop, is left for later: it is searched by
// itself only after propagation of everything has found nothing. Then the opposite of each open fact is refuted with
// all units. The units of the proof are deleted one by one until a minimal unsatisfiable subset is left, as far as
// counted work allows.
// Contradictions are made small in the same way. Implicit hitting sets prove where no smaller set would do.
//
// The caller hands in the engine. Nothing here knows a puzzle, or how it is drawn. The backbone
// ([FindBackbone]) is what all solutions have in common.
package explain

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"nazo/compile"
	"nazo/internal/model"
)

// Explainer reasons about one problem. It is for one goroutine.
type Explainer struct {
	*Words
	// Effort bounds the work.
	Effort     Effort
	reasons    model.Inquiry
	again      func(context.Context) (model.Inquiry, error)
	unswitched func(context.Context) (model.Inquiry, error) // one in which all units are on
	aside      *Explainer                                   // see beside; nil until it is needed
	plain      model.Inquiry                                // for derivations: it learns nothing; nil until it is needed
	cases      model.Inquiry                                // the same for arguments by contradiction
	all        []int32                                      // every unit: instances of the model
	fine       []int32                                      // all units and the pieces of wholes that say more closely what matters
	engine     model.Engine
	pieces     map[int32][]int32           // the pieces of a unit
	parted     []bool                      // for each instance whether it has pieces, which say more closely what some of it says
	about      map[model.VarID][]int32     // the units that are about a variable
	once       map[model.VarID][]int32     // see onceIn
	edgeEnds   map[model.VarID][]passedEnd // see lineEndsOf
	far        []bool                      // for each instance whether it is about most of the board
	joints     [][]int32                   // for each instance what it may share with others besides finds
	joined     map[int32][]int32           // the units that share it
	cores      map[model.Fact]candidate    // units with which the opposite of a fact was refuted before
	asked      int64                       // refutations
	worked     int64                       // see Effort.Work
	confirms   *confirmer                  // nil until it is needed
	loaded     int64                       // see mostLoaded
	enough     func()                      // ends a rating; nil if nothing does
	late       bool                        // whether the step at hand was found only by a look at all rules together
}

// Effort bounds the work of an explanation. It is counted, not timed, so that explanations are the same each time.
type Effort struct {
	// Conflicts bounds each refutation while a set of units is shrunk. One that needs more counts as failed.
	Conflicts int64
	// Tries is the number of facts whose units are shrunk before the smallest set becomes a step.
	Tries int
	// Alone bounds the variables of a unit whose open facts are tried one by one.
	Alone int
	// Work, if not 0, bounds a rating: it counts propagations, and some for each refutation.
	Work int64
}

// Usual is the effort made if none is asked for.
func Usual() Effort { return Effort{Conflicts: 20, Tries: 2, Alone: 200} }

// ErrNoReasons says that an engine can't explain.
var ErrNoReasons = errors.New("the engine tells no reasons")

// ErrTooLarge says that a problem can't be explained: its model is only small because rules rely on each other.
var ErrTooLarge = errors.New("the rules, each by itself, make too large a model")

// Open makes an explainer of a problem that does not move. Objectives play no part: it explains why there are no
// other solutions, not why there are no better ones. In its Problem no rule relies on another
// ([compile.Problem.Separate]), and constraints have pieces ([compile.Problem.Split]). The error is ErrNoReasons,
// ErrTooLarge, that of ctx or a [model.Reason].
func Open(ctx context.Context, p *compile.Problem, e model.Engine) (*Explainer, error) {
	if p = p.Separate(ctx); p == nil {
		return nil, cmp.Or(ctx.Err(), ErrTooLarge)
	}
	p = p.Split()
	job, err := e.Open(ctx, p.Model, model.Options{AnyObjective: true})
	if err != nil {
		return nil, err
	}
	r, ok := job.(model.Inquirer)
	if !ok {
		return nil, ErrNoReasons
	}
	again := func(ctx context.Context) (model.Inquiry, error) {
		return r.Inquire(ctx, model.InquiryOptions{Switches: true})
	}
	unswitched := func(ctx context.Context) (model.Inquiry, error) { return r.Inquire(ctx, model.InquiryOptions{}) }
	x := &Explainer{Words: WordsOf(p), engine: e, Effort: Usual(), again: again, unswitched: unswitched, cores: map[model.Fact]candidate{}, about: map[model.VarID][]int32{}}
	if x.reasons, err = again(ctx); err != nil {
		return nil, err
	}
	x.fine, x.parted, x.pieces = x.m.Units(), make([]bool, len(x.m.Instances)), map[int32][]int32{}
	for _, u := range x.fine {
		if whole := x.m.Whole(u); whole != u {
			x.parted[whole] = true
			x.pieces[whole] = append(x.pieces[whole], u)
		}
		if p := x.m.Instances[u].Piece; p == nil || p.At >= 0 {
			x.all = append(x.all, u)
		}
	}
	for _, u := range x.fine {
		for _, v := range x.reasons.Scope(u) {
			x.about[v] = append(x.about[v], u)
		}
	}
	x.joints, x.joined = model.Joints(x.m), map[int32][]int32{}
	for _, u := range x.fine {
		for _, id := range x.joints[u] {
			x.joined[id] = append(x.joined[id], u)
		}
	}
	x.far = make([]bool, len(x.m.Instances))
	for _, u := range x.fine {
		n := len(x.reasons.Scope(u))
		x.far[u] = n > smallBoard && 2*n > len(x.about)
	}
	return x, nil
}

// Asked returns the number of refutations asked so far.
func (x *Explainer) Asked() int64 { return x.asked }

// smallBoard is a number of variables that a player takes in at a glance.
const smallBoard = 8

// Step is the next conclusion.
type Step struct {
	// New are the conclusions, in an order in which one may rest on another.
	New []model.Fact
	// Units imply New together with what was known. None of them can go, as far as counted work shows (see
	// shrink). That is not verified.
	Units []int32
	// Main is the fact for which the units were found, the first of New.
	Main model.Fact
}

// Size returns the number of units of a step.
func (s Step) Size() int { return len(s.Units) }

// End says how a way ended.
type End uint8

// The ends.
const (
	Solved       End = iota // everything is known
	Several                 // what is left differs between solutions
	Contradicted            // there is no solution
	GivenUp                 // the effort, or the time, did not suffice
)

// Way goes from what is known to the solution, the easiest step first. It ends early if step returns false. State
// grows on the way. The returned solution is one that was found, or nil.
func (x *Explainer) Way(ctx context.Context, state *State, step func(Step) bool) (end End, solution model.Solution) {
	w := x.Walk(ctx, state)
	for {
		s, end := w.Next(ctx)
		if s == nil {
			return end, w.solution
		}
		if !step(*s) {
			return GivenUp, w.solution
		}
	}
}

// Walk is a way whose steps are asked for one by one. An explainer has one walk at a time.
type Walk struct {
	way      *way // nil if it ends where it begins
	end      End
	solution model.Solution
}

// Walk begins a way from what is known. State grows with it.
func (x *Explainer) Walk(ctx context.Context, state *State) *Walk {
	clear(x.cores)
	x.loaded = 0
	found := x.reasons.Ask(ctx, model.Query{Known: state.Facts, On: x.all, Conflicts: fewConflicts})
	if found.GivenUp() && ctx.Err() == nil { // without switches a search is much faster
		if q, err := x.unswitched(ctx); err == nil {
			found = q.Ask(ctx, model.Query{Known: state.Facts, Conflicts: model.Unlimited})
		}
	}
	switch {
	case found.Refuted:
		return &Walk{end: Contradicted}
	case found.Solution == nil:
		return &Walk{end: GivenUp}
	}
	return &Walk{way: x.newWay(state, found.Solution), solution: found.Solution}
}

// fewConflicts is how many are worth meeting for a solution, since what they teach serves later questions.
const fewConflicts = 300

// Next returns the next step, or nil at the end. If ctx ends first, the walk is over.
func (w *Walk) Next(ctx context.Context) (*Step, End) {
	if w.way == nil {
		return nil, w.end
	}
	var s *Step
	if w.way.ctx, w.end = ctx, GivenUp; ctx.Err() == nil {
		s, w.end = w.way.next()
	}
	if s != nil {
		return s, w.end
	}
	if len(w.way.variants) > 0 && w.end == Solved {
		w.end = Several
	}
	w.way = nil
	return nil, w.end
}

// Begin returns a state in which some facts are known.
func (x *Explainer) Begin(facts ...model.Fact) *State {
	s := newState(x.m)
	s.add(facts)
	return s
}

// way is one way to a solution.
type way struct {
	*Explainer
	ctx      context.Context // of the step that is looked for
	state    *State
	solution model.Solution
	open     *aims              // what the solution has and is not known
	variants []model.Fact       // of what was open, what other solutions have not
	fresh    []int32            // units about which something is known that they were not asked about
	wholes   []int32            // those of them that are far, or have pieces, which come first
	isFresh  []bool             // whether a unit is one of them
	vertices []model.VarID      // of a line, whose edges show which it passes; nil until they are needed
	askedAt  map[model.Fact]int // how many facts were known when it was asked last whether all units refute the opposite of one
	touched  []int              // for each unit how many facts were known when it was last touched
	untried  pending            // the units that were not tried fact by fact since something new was known
	shown    *witnesses         // what was found when they were
	probed   [2]probes          // near and far
	unpaired pending            // the units that were not tried with each other since something new was known
	// note, if there is one, is told what each step found and what was known before it.
	note func(ctx context.Context, before []model.Fact, units []int32, found []model.Fact)
}

func (x *Explainer) newWay(state *State, solution model.Solution) *way {
	n := len(x.m.Instances)
	w := &way{Explainer: x, state: state, solution: solution, open: aimsOf(x.m, x.open(state, solution)),
		isFresh: make([]bool, n), askedAt: map[model.Fact]int{}, touched: make([]int, n),
		untried: newPending(n), shown: newWitnesses(n, x.reasons.Scope), unpaired: newPending(n)}
	near := slices.DeleteFunc(slices.Clone(x.fine), func(u int32) bool { return x.far[u] })
	w.probed = [2]probes{{on: near, of: map[model.Fact]candidate{}}, {on: x.fine, of: map[model.Fact]candidate{}}}
	w.touch(x.fine)
	return w
}

// near and far select the units to look at: those about a part of the board, which a player takes in at a glance,
// or all.
const near, far = false, true

// next returns the next step, or nil at the end.
func (w *way) next() (*Step, End) {
	w.late = false
	if s := w.single(near); s != nil {
		return s, Solved
	}
	if s := w.tryAlone(near); s != nil {
		return s, Solved
	}
	if s := w.pair(); s != nil {
		return s, Solved
	}
	if slices.Contains(w.far, true) {
		facts, _ := w.nearest(w.open.list())
		if c, ok := w.probe(facts, near); ok {
			return w.conclude(c), Solved
		}
	}
	if s := w.single(far); s != nil {
		return s, Solved
	}
	w.late = true
	return w.larger()
}

// touch marks units to be looked at.
func (w *way) touch(units []int32) {
	for _, u := range units {
		w.untried.add(u)
		w.unpaired.add(u)
		w.touched[u] = len(w.state.Facts)
		if !w.isFresh[u] {
			w.isFresh[u] = true
			if w.parted[u] || w.far[u] {
				w.wholes = append(w.wholes, u)
			} else {
				w.fresh = append(w.fresh, u)
			}
		}
	}
}

// step adds facts, the main one first, and what follows from them for their own variables.
func (w *way) step(found []model.Fact, units []int32) *Step {
	if w.note != nil {
		w.note(w.ctx, w.state.Facts, units, found)
	}
	s := &Step{New: w.state.add(found), Units: units, Main: normal(w.m, found[0])}
	if more, ok := w.reasons.Follow(w.state.Facts, nil); ok {
		if w.note != nil && len(more) > 0 {
			w.note(w.ctx, w.state.Facts, nil, more)
		}
		s.New = append(s.New, w.state.add(more)...)
	}
	for _, f := range s.New {
		w.open.drop(f.Var, w.state.knows)
		w.touch(w.about[f.Var])
		for _, u := range w.about[f.Var] {
			w.shown.learn(u, f)
		}
	}
	return s
}

// vary drops the open facts that another solution does not have. No step leads to them.
func (w *way) vary(other model.Solution) {
	for _, v := range w.open.vars {
		w.open.drop(v, func(f model.Fact) bool {
			if !f.Holds(other) {
				w.variants = append(w.variants, f)
				return true
			}
			return false
		})
	}
}

// State is what is known of a problem: facts in the order in which they became known.
type State struct {
	m     *model.Model
	Facts []model.Fact
	has   map[model.Fact]bool
	left  map[model.VarID]int64 // of variables that are no truth values how many values are left
	fixed map[model.VarID]bool
}

func newState(m *model.Model) *State {
	return &State{m: m, has: map[model.Fact]bool{}, left: map[model.VarID]int64{}, fixed: map[model.VarID]bool{}}
}

// normal returns the one form in which a fact about a truth value is kept: that it has a value.
func normal(m *model.Model, f model.Fact) model.Fact {
	if m.Vars[f.Var].Bool && !f.Is {
		return model.Fact{Var: f.Var, Value: 1 - f.Value, Is: true}
	}
	return f
}

// knows reports whether a fact is known, or follows from what is known of its variable.
func (s *State) knows(f model.Fact) bool {
	f = normal(s.m, f)
	return s.has[f] || !f.Is && s.fixed[f.Var] && !s.has[model.Fact{Var: f.Var, Value: f.Value, Is: true}]
}

// add adds facts that are consistent with what is known. If one value of a variable is left, it adds that, too. It
// returns the new facts.
func (s *State) add(facts []model.Fact) (added []model.Fact) {
	note := func(f model.Fact) {
		s.has[f] = true
		s.Facts = append(s.Facts, f)
		added = append(added, f)
	}
	for _, f := range facts {
		f = normal(s.m, f)
		if s.knows(f) {
			continue
		}
		note(f)
		if f.Is {
			s.fixed[f.Var] = true
			continue
		}
		if _, begun := s.left[f.Var]; !begun {
			s.left[f.Var] = s.m.Vars[f.Var].Domain.Size()
		}
		if s.left[f.Var]--; s.left[f.Var] > 1 {
			continue
		}
		for k := range s.m.Vars[f.Var].Domain.Each {
			if last := (model.Fact{Var: f.Var, Value: k, Is: true}); !s.has[last.Not()] {
				s.fixed[f.Var] = true
				note(last)
			}
		}
	}
	return added
}

// shownByEdges returns the variables of line vertices that have an edge in a solution. The edges show which
// vertices a line passes, except for a path of one vertex.
func (x *Explainer) shownByEdges(solution model.Solution) map[model.VarID]bool {
	edges := map[string]bool{} // of which lines an edge is on
	var vertices []model.VarID
	for v := range x.m.Vars {
		switch m, ok := x.Meaning(model.VarID(v)); {
		case !ok || m.Member == nil:
		case m.OnLine:
			vertices = append(vertices, m.Var)
		default:
			edges[m.Of] = edges[m.Of] || solution[v] != 0
		}
	}
	out := map[model.VarID]bool{}
	for _, v := range vertices {
		if m, _ := x.Meaning(v); edges[m.Of] {
			out[v] = true
		}
	}
	return out
}

// open lists the facts of a solution that are not known: for a truth value its value, for others that they have no
// other value. Vertices of a line are shown by its edges and are no aims of their own.
func (x *Explainer) open(s *State, solution model.Solution) (out []model.Fact) {
	shown := x.shownByEdges(solution)
	for i, v := range s.m.Vars {
		id := model.VarID(i)
		switch {
		case v.Find < 0 || s.fixed[id] || shown[id]:
		case v.Bool:
			out = append(out, model.Fact{Var: id, Value: solution[i], Is: true})
		default:
			for k := range v.Domain.Each {
				if f := (model.Fact{Var: id, Value: k}); k != solution[i] && !s.has[f] {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// aims are the open facts of a solution, by their variables.
type aims struct {
	of   [][]model.Fact // for each variable
	vars []model.VarID  // those that had some when they were listed last, ascending
}

// aimsOf orders facts by their variables.
func aimsOf(m *model.Model, facts []model.Fact) *aims {
	a := &aims{of: make([][]model.Fact, len(m.Vars))}
	for _, f := range facts {
		if len(a.of[f.Var]) == 0 {
			a.vars = append(a.vars, f.Var)
		}
		a.of[f.Var] = append(a.of[f.Var], f)
	}
	return a
}

// list returns all of them. The slice stays valid while they change.
func (a *aims) list() (facts []model.Fact) {
	vars := a.vars[:0]
	for _, v := range a.vars {
		if len(a.of[v]) > 0 {
			vars = append(vars, v)
			facts = append(facts, a.of[v]...)
		}
	}
	a.vars = vars
	return facts
}

// about returns those about some variables.
func (a *aims) about(vars []model.VarID) (facts []model.Fact) {
	for _, v := range vars {
		facts = append(facts, a.of[v]...)
	}
	return facts
}

// drop removes the facts about a variable that the function selects.
func (a *aims) drop(v model.VarID, gone func(model.Fact) bool) {
	kept := a.of[v][:0]
	for _, f := range a.of[v] {
		if !gone(f) {
			kept = append(kept, f)
		}
	}
	a.of[v] = kept
}
