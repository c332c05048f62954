package compose

import (
	"context"
	"math/rand/v2"
	"slices"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Draft is an instance in the making: an input of a spec whose parts may get other values.
type Draft struct {
	Spec    *check.Spec
	Input   instance.Input
	Options compile.Options
	// Parts of all givens, with their values in the input.
	Parts []instance.Part
	index map[string]int
}

// NewDraft reads an input. The list has errors if it does not fit the spec.
func NewDraft(ctx context.Context, spec *check.Spec, in instance.Input, o compile.Options) (*Draft, *diag.List) {
	parts, problems := compile.Parts(ctx, spec, in, o)
	if problems.HasErrors() {
		return nil, problems
	}
	d := &Draft{Spec: spec, Input: in, Options: o, Parts: parts, index: map[string]int{}}
	for i, p := range parts {
		d.index[nameOf(p)] = i
	}
	return d, problems
}

func nameOf(p instance.Part) string { return p.Given + value.String(value.List(p.Path)) }

// options returns options for compiling with the possible values of each part.
func (d *Draft) options(values func(i int) []value.Value) compile.Options {
	o := d.Options
	o.Seek = func(p instance.Part) []value.Value { return values(d.index[nameOf(p)]) }
	return o
}

// With returns the values of all givens when the parts have some values.
func (d *Draft) With(ctx context.Context, values []value.Value) ([]instance.Given, *diag.List) {
	return compile.Givens(ctx, d.Spec, d.Input, d.options(func(i int) []value.Value { return values[i : i+1] }))
}

// Values returns the values of the parts in the input.
func (d *Draft) Values() []value.Value {
	return alg.Map(d.Parts, func(p instance.Part) value.Value { return p.Value })
}

func (d *Draft) names() map[string]bool {
	out := map[string]bool{}
	for _, p := range d.Parts {
		out[p.Given] = true
	}
	return out
}

// shaping returns the givens that can't be sought, each by itself. possible says whether those outside a set can be.
func (d *Draft) shaping(possible func(but map[string]bool) bool) map[string]bool {
	out := map[string]bool{}
	for name := range d.names() {
		but := d.names()
		delete(but, name)
		if !possible(but) {
			out[name] = true
		}
	}
	return out
}

// sheet is a draft compiled with some of its parts as variables.
type sheet struct {
	problem *compile.Problem
	sought  []*compile.UnknownGiven // for each part of the draft; nil for one with a single value
	finds   []model.VarID
}

// sheet compiles the draft with the possible values of each part.
func (d *Draft) sheet(ctx context.Context, values func(i int) []value.Value) (*sheet, *diag.List) {
	p, problems := compile.Compile(ctx, d.Spec, d.Input, d.options(values))
	if p == nil { // a mistake, or the end of ctx
		return nil, problems
	}
	s := newSheet(p)
	s.sought = make([]*compile.UnknownGiven, len(d.Parts))
	for i := range p.UnknownGivens {
		s.sought[d.index[nameOf(p.UnknownGivens[i].Part)]] = &p.UnknownGivens[i]
	}
	return s, problems
}

// newSheet returns the sheet of a problem in which nothing is sought.
func newSheet(p *compile.Problem) *sheet {
	s := &sheet{problem: p}
	for _, f := range p.Model.Finds {
		s.finds = append(s.finds, f.Vars...)
	}
	return s
}

// tie makes sought places of an orbit all blank or all printed.
func (s *sheet) tie(d *Draft, sym Symmetry, values [][]value.Value) {
	m := s.problem.Model
	for _, orbit := range d.orbits(sym) {
		if len(orbit) < 2 || !slices.ContainsFunc(orbit, func(i int) bool { return s.sought[i] != nil }) {
			continue
		}
		first := s.bare(d, orbit[0], values[orbit[0]])
		for _, i := range orbit[1:] {
			require(m, m.Iff(first, s.bare(d, i, values[i])))
		}
	}
}

// require adds a condition to a model. It belongs to an instance, as all do, but to no rule.
func require(m *model.Model, b model.Bool) {
	if b != model.True {
		m.Constrain(int32(len(m.Instances)), model.True, model.Assert{B: b})
		m.Instances = append(m.Instances, model.Instance{})
	}
}

// bare is the condition that nothing is printed in a part, which may have some values.
func (s *sheet) bare(d *Draft, i int, values []value.Value) model.Bool {
	m := s.problem.Model
	if s.sought[i] == nil {
		return model.Const(d.bare(i, values[0]))
	}
	var any []model.Bool
	for _, v := range values {
		f, ok := s.is(i, v)
		switch {
		case !ok || !d.bare(i, v):
		case m.Vars[f.Var].Bool && f.Value == 0:
			any = append(any, m.BoolVar(f.Var).Not())
		case m.Vars[f.Var].Bool:
			any = append(any, m.BoolVar(f.Var))
		default:
			any = append(any, m.In(m.IntVar(f.Var), model.Values(f.Value)))
		}
	}
	return m.Or(any...)
}

// is returns the fact that a part has a value. ok is false if it has a single value or can't have this one.
func (s *sheet) is(i int, v value.Value) (f model.Fact, ok bool) {
	if s.sought[i] == nil {
		return f, false
	}
	f.Is = true
	f.Var, f.Value, ok = s.sought[i].Fix(v)
	return f, ok
}

// are returns the facts that parts have some values. nil may be any.
func (s *sheet) are(values []value.Value) (out []model.Fact) {
	for i, v := range values {
		if v == nil {
			continue
		}
		if f, ok := s.is(i, v); ok {
			out = append(out, f)
		}
	}
	return out
}

func (s *sheet) found(solution model.Solution) []model.Fact {
	out := make([]model.Fact, len(s.finds)) // not nil, which means no solution
	for i, v := range s.finds {
		out[i] = model.Fact{Var: v, Value: solution[v], Is: true}
	}
	return out
}

func (s *sheet) alike(a, b []value.Value) bool {
	for i, f := range s.problem.Finds {
		if !f.Chosen && !value.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// inquire begins a series of questions with some fixed facts. The error is that of ctx, or what the engine can't do.
func (s *sheet) inquire(ctx context.Context, e model.Engine, fixed []model.Fact, seed int64) (model.Inquiry, error) {
	return s.begin(ctx, e, fixed, model.InquiryOptions{Seed: seed})
}

func (s *sheet) begin(ctx context.Context, e model.Engine, fixed []model.Fact, options model.InquiryOptions) (model.Inquiry, error) {
	within := alg.Map(fixed, func(f model.Fact) model.Within { return model.Fix(f.Var, f.Value) })
	job, err := e.Open(ctx, s.problem.Model, model.Options{AnyObjective: true, Within: within})
	if err != nil {
		return nil, err
	}
	asked, ok := job.(model.Inquirer)
	if !ok {
		return nil, model.Because(model.Unsupported, "engine %s answers no series of questions", e.Name())
	}
	return asked.Inquire(ctx, options)
}

func ask(ctx context.Context, q model.Inquiry, conflicts int64, facts []model.Fact) model.Reply {
	return q.Ask(ctx, model.Query{Supposed: facts, Conflicts: conflicts})
}

// wander looks for a solution away from the one that a plain search finds first. As many wished facts as possible hold
// in it. It returns nil if there is none, or none is found within some conflicts.
func (m *Maker) wander(ctx context.Context, s *sheet, wanted []model.Fact, effort int64, random *rand.Rand) (model.Solution, error) {
	q, err := s.inquire(ctx, m.order.Engine, nil, random.Int64())
	if err != nil {
		return nil, err
	}
	return wishing(ctx, q, nil, wanted, effort)
}

// wishing looks for a solution in which as many wished facts as possible hold. Then it gives up facts that it should keep,
// if there is none with all of them. It returns nil if there is none at all, or none is found within some conflicts.
func wishing(ctx context.Context, q model.Inquiry, kept, wanted []model.Fact, effort int64) (model.Solution, error) {
	for {
		most := effort
		if len(wanted) > 0 {
			most = min(effort, mostWandering)
		}
		r := ask(ctx, q, most, slices.Concat(kept, wanted))
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case r.Solution != nil:
			return r.Solution, nil
		case r.GivenUp() && len(wanted) == 0:
			return nil, nil
		case r.GivenUp():
			wanted = wanted[:len(wanted)/2]
			continue
		}
		possible := func(facts []model.Fact) []model.Fact {
			return alg.Filter(facts, func(f model.Fact) bool { return !slices.Contains(r.Supposed, f) })
		}
		if left := possible(wanted); len(left) < len(wanted) {
			wanted = left
		} else if left := possible(kept); len(left) < len(kept) {
			kept = left
		} else {
			return nil, nil
		}
	}
}

// drawn wishes random values for an eighth of the variables of finds.
func (s *sheet) drawn(random *rand.Rand) []model.Fact { return s.wished(random, 8, s.finds) }

// wished wishes random values for one of so many variables.
func (s *sheet) wished(random *rand.Rand, of int, vars []model.VarID) (wanted []model.Fact) {
	for _, i := range random.Perm(len(vars))[:len(vars)/of] {
		v := vars[i]
		d := s.problem.Model.Vars[v].Domain.Bounds()
		wanted = append(wanted, model.Fact{Var: v, Value: d.Lo + random.Int64N(d.Hi-d.Lo+1), Is: true})
	}
	return wanted
}

// solution returns a solution to be clued, which is like that of another attempt if there is one. Else it is one of
// the board with nothing printed, if possible, which is found fastest. Else it has any clues.
func (m *Maker) solution(ctx context.Context, d *Draft, s *sheet, choices [][]value.Value, like *attempt, random *rand.Rand) ([]model.Fact, error) {
	if like != nil && like.found != nil {
		return m.nearby(ctx, d, s, choices, like, random)
	}
	if len(m.way.shaping) == 0 {
		if blank, _ := m.sheet(ctx, d, slices.Collect(slices.Chunk(d.Values(), 1))); blank != nil && len(blank.finds) == len(s.finds) {
			found, err := m.wander(ctx, blank, blank.drawn(random), mostSearched, random)
			if err != nil {
				return nil, err
			}
			if found != nil {
				values := blank.found(found)
				for i := range values {
					values[i].Var = s.finds[i]
				}
				return values, nil
			}
		}
	}
	found, err := m.wander(ctx, s, s.drawn(random), mostSearched, random)
	if found == nil || err != nil {
		return nil, err
	}
	return s.found(found), nil
}

// nearby returns the solution of another board, or one that differs from it only near where the boards do, or nil.
func (m *Maker) nearby(ctx context.Context, d *Draft, s *sheet, choices [][]value.Value, like *attempt, random *rand.Rand) ([]model.Fact, error) {
	q, err := s.inquire(ctx, m.order.Engine, nil, random.Int64())
	if err != nil {
		return nil, err
	}
	var changed []spot
	for i := range choices {
		if !slices.EqualFunc(choices[i], like.choices[i], value.Equal) {
			for _, k := range d.Parts[i].Path {
				changed = append(changed, spotsOf(k)...)
			}
		}
	}
	meanings := s.problem.Meanings()
	wanted, _ := s.named(like.sheet.byName(like.found))
	around := slices.DeleteFunc(slices.Clone(wanted), func(a model.Fact) bool {
		w := meanings[a.Var]
		return within(mostChanged, changed, w.Key, w.Member)
	})
	for _, wanted := range [][]model.Fact{wanted, around} {
		for _, printed := range [][]model.Fact{s.blank(choices), nil} { // first without clues, which is faster
			r := ask(ctx, q, mostNearby, append(slices.Clip(printed), wanted...))
			if r.Solution != nil {
				return s.found(r.Solution), nil
			}
			if !slices.ContainsFunc(r.Supposed, func(a model.Fact) bool { return slices.Contains(printed, a) }) {
				break
			}
		}
	}
	return nil, ctx.Err()
}

// blank returns the facts that nothing is printed, where that is possible.
func (s *sheet) blank(choices [][]value.Value) (out []model.Fact) {
	for i := range choices {
		for _, v := range choices[i] {
			if a, ok := s.is(i, v); ok && isNone(v) {
				out = append(out, a)
			}
		}
	}
	return out
}

// fill adds a random clue wherever some fit a solution and the printed clues, preferably numbers; nil if none fit.
func (m *Maker) fill(ctx context.Context, s *sheet, found []model.Fact, printed []value.Value, choices [][]value.Value, random *rand.Rand) (values []value.Value, err error) {
	if len(s.problem.UnknownGivens) == 0 {
		for i := range choices {
			values = append(values, choices[i][0])
		}
		return values, nil
	}
	q, err := s.inquire(ctx, m.order.Engine, found, random.Int64())
	if err != nil {
		return nil, err
	}
	f := &filling{sheet: s, q: q, values: slices.Clone(printed), decided: s.are(printed)}
	var rest []int
	for _, i := range random.Perm(len(choices)) {
		if s.sought[i] == nil {
			f.values[i] = choices[i][0]
		} else if f.values[i] == nil {
			rest = append(rest, i)
		}
	}
	for _, but := range []func(value.Value) bool{func(v value.Value) bool { return !isNumber(v) }, isNone} {
		if rest = f.settle(ctx, rest, choices, but); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	r := ask(ctx, q, mostEffort, f.decided)
	if r.Solution == nil {
		return nil, ctx.Err()
	}
	for _, i := range rest {
		f.values[i] = s.sought[i].In(r.Solution)
	}
	return f.values, nil
}

// filling adds clues that fit a solution.
type filling struct {
	*sheet
	q       model.Inquiry
	values  []value.Value
	decided []model.Fact
}

// settle adds clues, none of a kind, at as many of some places as possible, and returns the others. It asks for all at
// once. Of those that are not possible together, it leaves one out and asks for it alone at the end.
func (f *filling) settle(ctx context.Context, places []int, choices [][]value.Value, but func(value.Value) bool) (left []int) {
	wishes := map[int][]model.Fact{}
	of := map[model.VarID]int{}
	var wished []int
	for _, i := range places {
		if !slices.ContainsFunc(choices[i], func(v value.Value) bool { return !but(v) }) {
			left = append(left, i)
			continue
		}
		wished = append(wished, i)
		for _, v := range choices[i] {
			if a, ok := f.is(i, v); ok && but(v) {
				wishes[i] = append(wishes[i], a.Not())
				of[a.Var] = i
			}
		}
	}
	together := func(places []int) model.Reply {
		wanted := slices.Clip(f.decided)
		for _, i := range places {
			wanted = append(wanted, wishes[i]...)
		}
		return ask(ctx, f.q, mostEffort, wanted)
	}
	settled := func(places []int, r model.Reply) {
		for _, i := range places {
			f.values[i] = f.sought[i].In(r.Solution)
			if a, ok := f.is(i, f.values[i]); ok {
				f.decided = append(f.decided, a)
			}
		}
	}
	var again []int
	for len(wished) > 0 {
		r := together(wished)
		if r.Solution != nil {
			settled(wished, r)
			break
		}
		var blamed []int
		for _, a := range r.Supposed {
			if i, ok := of[a.Var]; ok && slices.Contains(wished, i) && !slices.Contains(blamed, i) {
				blamed = append(blamed, i)
			}
		}
		if len(blamed) == 0 { // the printed clues are impossible, or there was no time
			return append(left, append(wished, again...)...)
		}
		if len(blamed) == 1 {
			left = append(left, blamed[0])
		} else {
			again = append(again, blamed[0])
		}
		wished = slices.DeleteFunc(wished, func(i int) bool { return i == blamed[0] })
	}
	for _, i := range again {
		if r := together([]int{i}); r.Solution != nil {
			settled([]int{i}, r)
		} else {
			left = append(left, i)
		}
	}
	return left
}

func isNumber(v value.Value) bool {
	_, number := v.(value.Int)
	return number
}
