package compose

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// Errors of instances whose clues can't be removed.
var (
	ErrNoSolution = errors.New("there is no solution, with all clues that there are")
	ErrSeveral    = errors.New("there are several solutions, with all clues that there are")
	errEffort     = errors.New("the search takes longer than was asked for")
	ErrNoClues    = errors.New("no part of what is given can be left out: none has a type that ends in ? and is printed")
)

// Request says how to remove clues.
type Request struct {
	Draft  *Draft
	Engine model.Engine
	// Keep is the symmetry of the clues to preserve.
	Keep Symmetry
	// Seed decides the order in which clues are tried.
	Seed int64
	// Effort bounds the conflicts of each search for another solution. A clue that needs more stays. 0 is no bound.
	Effort int64
	// Removal, if not 0, bounds them from the first removal on: twice what the proof took with all clues, but at least this.
	Removal int64
	// AtLeast is how many clues have to remain; 0 asks for as few as possible.
	AtLeast int
	// Only, if not nil, says which parts of the draft may go.
	Only []bool
	// Work, if not 0, bounds the total work, as in [model.Budget]. Clues for which it does not suffice stay.
	Work int64
	// OneModel says that clues which decide what the finds can be stay.
	OneModel bool
	// Elements says that elements of lists may go, too, such as cages. They have no symmetry to keep.
	Elements bool
}

// Kept is a set of clues with exactly one solution.
type Kept struct {
	// Draft is the draft of the request, or what is left of it without some elements of lists.
	Draft *Draft
	// Values has the values of all parts of Draft.
	Values []value.Value
	// Before and After count the clues.
	Before, After int
	// Irreducible means that none of the clues, or of their orbits, can go. Least means that no set is smaller.
	Irreducible, Least bool
	// Asked counts questions to the engine. Work is in units of Request.Work.
	Asked int
	Work  int64
}

// clues are the removable parts in orbits, and what replaces a removed one.
type clues struct {
	draft  *Draft
	values []value.Value // of all parts
	gone   []value.Value // nil for a part that stays
	orbits [][]int
}

// without returns the values when only some orbits are left.
func (c *clues) without(on []bool) []value.Value {
	values := slices.Clone(c.values)
	for o, parts := range c.orbits {
		if !on[o] {
			for _, i := range parts {
				values[i] = c.gone[i]
			}
		}
	}
	return values
}

func (c *clues) sheet(ctx context.Context) (*sheet, *diag.List) {
	return c.draft.sheet(ctx, func(i int) []value.Value {
		if c.gone[i] == nil {
			return c.values[i : i+1]
		}
		return []value.Value{c.values[i], c.gone[i]}
	})
}

func (c *clues) count(on []bool) (n int) {
	for o, parts := range c.orbits {
		if on[o] {
			n += len(parts)
		}
	}
	return n
}

// referee decides whether a set of clues has one solution.
type referee interface {
	// unique reports whether the orbits that are on have one solution, the one of all clues. used are those of them
	// that it needs, or nil if unknown.
	unique(ctx context.Context, on []bool) (unique bool, used []bool, err error)
	asked() int
	// open reports whether a question was left open, so that more clues might go.
	open() bool
}

// Minimize removes orbits of clues one by one until none can go. If ctx ends before that, it returns what is left with
// the error. Other errors are ErrNoSolution, ErrSeveral, ErrNoClues, diagnostics, and reasons of the engine.
func Minimize(ctx context.Context, r Request) (*Kept, error) {
	c, ref, err := r.begin(ctx)
	var k *Kept
	switch {
	case err == nil:
		k, err = r.reduce(ctx, c, ref)
	case r.Elements && errors.Is(err, ErrNoClues):
		if all, _ := r.Draft.elements(ctx, r.Draft.Values()); len(all) > 0 {
			k, err = &Kept{Draft: r.Draft, Values: r.Draft.Values(), Irreducible: true}, nil
		}
	}
	if err != nil || !r.Elements || r.Keep != NoSymmetry {
		return k, err
	}
	if err = r.dropElements(ctx, k); err != nil {
		k.Irreducible = false
	}
	return k, err
}

func (c *clues) all() []bool { return slices.Repeat([]bool{true}, len(c.orbits)) }

// reduce removes orbits until none can go.
func (r Request) reduce(ctx context.Context, c *clues, ref referee) (*Kept, error) {
	on := c.all()
	k := &Kept{Draft: r.Draft, Before: c.count(on)}
	order := rand.New(rand.NewPCG(uint64(r.Seed), 0x6d696e696d697a65)).Perm(len(c.orbits))
	_, used, err := ref.unique(ctx, on)
	if err == nil && used != nil && c.count(used) >= r.AtLeast {
		var unique bool
		if unique, _, err = ref.unique(ctx, used); unique {
			on = used
		}
	}
	for gone := true; gone && err == nil; { // repeated: the removal of a clue may make another superfluous
		gone = false
		for _, o := range order {
			if !on[o] || c.count(on)-len(c.orbits[o]) < r.AtLeast {
				continue
			}
			fewer := slices.Clone(on)
			fewer[o] = false
			var unique bool
			var used []bool
			if unique, used, err = ref.unique(ctx, fewer); err != nil {
				break
			}
			if !unique {
				continue
			}
			on, gone = fewer, true
			if used == nil || c.count(used) < r.AtLeast || slices.Equal(used, fewer) {
				continue
			}
			if unique, _, err = ref.unique(ctx, used); err != nil {
				break
			}
			if unique {
				on = used
			}
		}
	}
	k.Values, k.After, k.Irreducible, k.Asked = c.without(on), c.count(on), err == nil && r.AtLeast == 0 && !ref.open(), ref.asked()
	if m, one := ref.(*oneModel); one {
		k.Work = m.budget.Work
	}
	return k, err
}

// begin finds the removable clues and their referee. A removed clue becomes none. If that would change the board, a
// number becomes a label of its type, as a wall without its number. If nothing is removable in this way, each set of
// clues is a board of its own.
func (r Request) begin(ctx context.Context) (*clues, referee, error) {
	noneOf := func(p instance.Part) []value.Value {
		if r.Only != nil && !r.Only[r.Draft.index[nameOf(p)]] {
			return nil
		}
		return noneOf(p)
	}
	blank := r.Draft.clues(r.Keep, noneOf)
	if blank == nil {
		return nil, nil, ErrNoClues
	}
	but := func(shaping map[string]bool, labels bool) *clues {
		return r.Draft.clues(r.Keep, func(p instance.Part) []value.Value {
			switch {
			case !shaping[p.Given]:
				return noneOf(p)
			case labels:
				return labelsOf(p)
			}
			return nil
		})
	}
	compiles := func(c *clues) bool {
		s, _ := c.sheet(ctx)
		return s != nil
	}
	c := blank
	if !compiles(c) {
		c = but(r.Draft.shaping(func(shaping map[string]bool) bool {
			one := but(shaping, false)
			return one == nil || compiles(one)
		}), r.Only == nil)
	}
	if c != nil {
		ref, err := newOneModel(ctx, r, c)
		if err != nil || ref != nil {
			return c, ref, err
		}
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if r.OneModel {
		return nil, nil, ErrNoClues
	}
	if r.Work > 0 { // it does not cover compiling
		return nil, nil, ErrFixed
	}
	each := &eachModel{clues: blank, engine: r.Engine, effort: r.most()}
	switch n, err := each.solutions(ctx, blank.all()); {
	case err != nil:
		return nil, nil, err
	case n == 0:
		return nil, nil, ErrNoSolution
	case n > 1:
		return nil, nil, ErrSeveral
	}
	return blank, each, nil
}

func (r Request) most() int64 {
	if r.Effort == 0 {
		return model.Unlimited
	}
	return r.Effort
}

// oneModel asks one model, in which the clues are variables.
type oneModel struct {
	*clues
	*sheet
	// others looks for further solutions, same for the known one.
	others, same model.Inquiry
	left         bool // a question was left open
	effort       int64
	budget       model.Budget
	random       *rand.Rand
	of           map[model.Fact]int // the orbit of each clue's fact
}

// newOneModel compiles the clues as variables. It returns nil if that is impossible.
func newOneModel(ctx context.Context, r Request, c *clues) (*oneModel, error) {
	s, _ := c.sheet(ctx)
	if s == nil {
		return nil, ctx.Err()
	}
	m := &oneModel{clues: c, sheet: s, effort: r.most(), budget: model.Budget{MostWork: r.Work}, of: map[model.Fact]int{}, random: rand.New(rand.NewPCG(uint64(r.Seed), 0x61736b))}
	for o, parts := range c.orbits {
		for _, i := range parts {
			if f, ok := s.is(i, c.values[i]); ok {
				m.of[f] = o
			}
		}
	}
	var err error
	if m.others, err = s.inquire(ctx, r.Engine, nil, r.Seed); err != nil {
		return nil, err
	}
	first := m.ask(ctx, m.others, c.values)
	if first.GivenUp() {
		return nil, cmp.Or(ctx.Err(), errEffort)
	}
	if first.Solution == nil {
		return nil, ErrNoSolution
	}
	found := s.found(first.Solution)
	if m.same, err = s.inquire(ctx, r.Engine, found, r.Seed); err != nil {
		return nil, err
	}
	m.others.Exclude(found)
	switch second := m.ask(ctx, m.others, c.values); {
	case second.GivenUp():
		return nil, cmp.Or(ctx.Err(), errEffort)
	case second.Solution != nil:
		return nil, ErrSeveral
	default:
		if r.Removal > 0 {
			m.effort = min(m.effort, max(r.Removal, 2*second.Conflicts))
		}
	}
	return m, nil
}

func (m *oneModel) ask(ctx context.Context, q model.Inquiry, values []value.Value) model.Reply {
	supposed := m.are(values) // shuffled: the first facts would occur in more cores
	m.random.Shuffle(len(supposed), func(i, j int) { supposed[i], supposed[j] = supposed[j], supposed[i] })
	return m.budget.Ask(ctx, m.problem.Model, q, model.Query{Supposed: supposed, Conflicts: m.effort})
}

func (m *oneModel) asked() int { return int(m.budget.Questions) }

func (m *oneModel) open() bool { return m.left }

// unique asks whether the known solution fits the clues that are on, and whether another one does.
func (m *oneModel) unique(ctx context.Context, on []bool) (bool, []bool, error) {
	values := m.without(on)
	switch r := m.ask(ctx, m.same, values); {
	case r.GivenUp():
		m.left = true
		return false, nil, ctx.Err()
	case r.Solution == nil:
		return false, nil, nil
	}
	r := m.ask(ctx, m.others, values)
	if r.GivenUp() || r.Solution != nil {
		m.left = m.left || r.GivenUp()
		return false, nil, ctx.Err()
	}
	used := make([]bool, len(m.orbits))
	for _, f := range r.Supposed {
		if o, ok := m.of[f]; ok {
			used[o] = true
		}
	}
	return true, used, nil
}

// eachModel compiles each set of clues by itself.
type eachModel struct {
	*clues
	engine model.Engine
	effort int64
	n      int
	left   bool // a question was left open
	// first has the finds of the first solution of the first question, which was about all clues.
	first []value.Value
}

func (m *eachModel) asked() int { return m.n }

func (m *eachModel) open() bool { return m.left }

func (m *eachModel) unique(ctx context.Context, on []bool) (bool, []bool, error) {
	n, err := m.solutions(ctx, on)
	return n == 1, nil, err
}

// solutions counts up to two. A solution other than the very first counts as two, as the board may have changed.
func (m *eachModel) solutions(ctx context.Context, on []bool) (int, error) {
	m.n++
	values := m.without(on)
	s, problems := m.clues.draft.sheet(ctx, func(i int) []value.Value { return values[i : i+1] })
	if s == nil {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if m.n == 1 {
			return 0, problems
		}
		return 0, nil // without these clues, it is no puzzle
	}
	q, err := s.inquire(ctx, m.engine, nil, 0)
	if err != nil {
		return 0, err
	}
	for n := range 2 {
		r := q.Ask(ctx, model.Query{Conflicts: m.effort})
		if r.GivenUp() {
			m.left = true
			return 2, ctx.Err()
		}
		if r.Solution == nil {
			return n, nil
		}
		if values := s.problem.Decode(r.Solution); m.first == nil {
			m.first = values
		} else if !s.alike(m.first, values) {
			return 2, nil
		}
		q.Exclude(s.found(r.Solution))
	}
	return 2, nil
}

// ErrShaping means that a least set of clues can't be proved, as clues shape the board.
var ErrShaping = errors.New("a smallest set of clues can't be proved here: what is given shapes the board, so that each set of clues is a board of its own")

// Least returns a smallest set of clues that keeps the solution unique, by implicit hitting sets (Chandrasekaran,
// Karp, Moreno-Centeno, Vempala, Algorithms for implicit hitting set problems, 2011). The clues that another solution
// contradicts are an unavoidable set: one of them has to stay. A smallest set that hits all known unavoidable sets
// either suffices or yields another one. This requires that a removed clue never excludes a solution.
//
// If ctx ends before that, it returns the irreducible set that it began with and the error. Other errors are as of
// [Minimize].
func Least(ctx context.Context, r Request) (*Kept, error) {
	c, ref, err := r.begin(ctx)
	if err != nil {
		return nil, err
	}
	m, ok := ref.(*oneModel)
	if !ok {
		return nil, ErrShaping
	}
	best, err := r.reduce(ctx, c, ref)
	if err != nil {
		return best, err
	}
	h := &unavoidable{m: m, random: rand.New(rand.NewPCG(uint64(r.Seed), 0x6c65617374))}
	for {
		chosen := h.greedy()
		least := false
		other, ended := h.another(ctx, chosen)
		if other == nil && !ended { // a small set suffices: now prove a smallest one
			all, _, ok := solve.SmallestHittingSet(ctx, r.Engine, h.sets, nil, func(o int) int { return len(m.orbits[o]) }, r.Effort)
			if ended = !ok; ok {
				clear(chosen)
				for _, o := range all {
					chosen[o] = true
				}
				other, ended = h.another(ctx, chosen)
				least = other == nil
			}
		}
		switch {
		case ended:
			return best, ctx.Err()
		case least:
			best.Values, best.After, best.Least = c.without(chosen), c.count(chosen), true
			best.Asked = m.asked()
			return best, nil
		}
		h.sets = append(h.sets, other)
	}
}

// unavoidable collects sets of orbits, each of which has to be hit.
type unavoidable struct {
	m      *oneModel
	random *rand.Rand
	sets   [][]int
}

// another returns an unavoidable set without the orbits that are on. It makes the set small by keeping as many further
// clues as possible beside another solution. It returns nil if there is no other solution.
func (h *unavoidable) another(ctx context.Context, on []bool) (set []int, ended bool) {
	m := h.m
	kept := slices.Clone(on)
	r := m.ask(ctx, m.others, m.without(kept))
	if r.GivenUp() {
		return nil, true
	}
	if r.Solution == nil {
		return nil, false
	}
	for _, o := range h.random.Perm(len(on)) {
		if kept[o] {
			continue
		}
		kept[o] = true
		r := m.ask(ctx, m.others, m.without(kept))
		if r.GivenUp() {
			return nil, true
		}
		if r.Solution == nil {
			kept[o] = false
			set = append(set, o)
		}
	}
	slices.Sort(set)
	return set, false
}

// greedy hits all sets. It repeatedly takes the orbit that hits most of the remaining sets for its size.
func (h *unavoidable) greedy() []bool {
	on := make([]bool, len(h.m.orbits))
	left := slices.Clone(h.sets)
	for len(left) > 0 {
		hits := make([]int, len(on))
		for _, set := range left {
			for _, o := range set {
				hits[o]++
			}
		}
		best := 0
		for o := range hits {
			if hits[o]*len(h.m.orbits[best]) > hits[best]*len(h.m.orbits[o]) {
				best = o
			}
		}
		on[best] = true
		left = slices.DeleteFunc(left, func(set []int) bool { return slices.Contains(set, best) })
	}
	return on
}

// element is a clue that is an element of a list, such as a cage or a thermometer.
type element struct {
	given string
	at    int // from 0
}

// elements returns the clues of a draft that are elements of lists and have several cells. Elsewhere the position in
// a list may mean something.
func (d *Draft) elements(ctx context.Context, parts []value.Value) (all []element, givens []instance.Given) {
	givens, _ = d.With(ctx, parts)
	for _, g := range givens {
		list, ok := g.Value.(value.List)
		if !ok {
			continue
		}
		for i, v := range list {
			switch v.(type) {
			case value.List, value.Tuple, *value.Set:
				if hasCell(v) {
					all = append(all, element{g.Name, i})
				}
			}
		}
	}
	return all, givens
}

// hasCell reports whether a value is a cell or has one in it.
func hasCell(v value.Value) bool {
	switch v := v.(type) {
	case value.Cell:
		return true
	case value.List:
		return slices.ContainsFunc(v, hasCell)
	case value.Tuple:
		return slices.ContainsFunc(v, hasCell)
	case *value.Set:
		return slices.ContainsFunc(v.List(), hasCell)
	}
	return false
}

// dropElements takes elements of lists away one by one as long as the solution stays the only one. Each set of them is
// a board of its own.
func (r Request) dropElements(ctx context.Context, k *Kept) error {
	of := func(d *Draft) *eachModel {
		return &eachModel{clues: &clues{draft: d, values: d.Values(), gone: make([]value.Value, len(d.Parts))}, engine: r.Engine, effort: r.most()}
	}
	elements, givens := k.Draft.elements(ctx, k.Values)
	if len(elements) == 0 {
		return nil
	}
	k.Before += len(elements)
	k.After += len(elements)
	values := instance.Known(givens).Values
	reread := func() (*Draft, *diag.List) {
		return NewDraft(ctx, r.Draft.Spec, instance.Input{Values: maps.Clone(values)}, compile.Options{Seed: r.Draft.Options.Seed})
	}
	d, problems := reread()
	if problems.HasErrors() {
		return problems
	}
	all := of(d)
	if n, err := all.solutions(ctx, nil); n != 1 || err != nil {
		return cmp.Or(err, ErrSeveral)
	}
	slices.Reverse(elements) // so that the others keep their places
	for _, e := range elements {
		list := values[e.given].(value.List)
		values[e.given] = slices.Delete(slices.Clone(list), e.at, e.at+1)
		k.Asked++
		n := 0 // without the element it may be no puzzle
		if d, problems = reread(); !problems.HasErrors() {
			fewer := of(d)
			fewer.n, fewer.first = 1, all.first
			var err error
			if n, err = fewer.solutions(ctx, nil); err != nil {
				return err
			}
			k.Irreducible = k.Irreducible && !fewer.left
		}
		if n == 1 {
			k.Draft, k.Values, k.After = d, d.Values(), k.After-1
		} else {
			values[e.given] = list
		}
	}
	return ctx.Err()
}
