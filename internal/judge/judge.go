// Package judge decides by a spec's own rules whether an answer is right. It is a plain interpreter of the syntax
// tree over known values: those of givens, finds or states. It knows no model, compiler or engine, so that their
// faults can't confirm themselves.
//
// It is also the referee of puzzles that move. It knows which moves are possible in a state, where they lead, what they
// cost, and when the goal is met. It validates a run (a plan) by making its moves one after the other (moves.go).
//
// Package check has checked names and types before, and package instance has read the givens.
package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Judge judges answers to a spec with certain givens. Several goroutines may use it. It judges one answer at a time.
type Judge struct {
	// Finds and StateVars are the parts of answers, in the order of the spec. A spec has one or the other.
	Finds     []Find
	StateVars []StateVar
	// Objectives is the number of terms to minimise or maximise. In a puzzle that moves CostNames has the name of
	// each: "moves", a move's or a cost's.
	Objectives int
	CostNames  []string

	spec  *check.Spec
	given []instance.Given
	ctx   context.Context // of all calls; see With
	turn  chan struct{}   // held by the goroutine that evaluates
	ev    *evaluator
	moves []*possibility
	index map[string]int // from Move.Key to the index in moves
	start []value.Value  // for each state variable; nil is an open choice
	// anyStart exempts the start from the rules, as it is a later state.
	anyStart bool
}

// New returns the judge of a correct spec with a value for each given. memo, if not nil, has boards and graphs made
// by the library. The list has mistakes and limits met while evaluating the domains of finds and state variables.
func New(ctx context.Context, spec *check.Spec, inputs []instance.Given, memo *library.Memo) (*Judge, *diag.List) {
	return newJudge(ctx, check.Derived(spec, newProgram), inputs, check.WhenItPays, memo)
}

// LookingUp returns a judge of the same answers with another policy of lookups and its own memo. See New.
func (j *Judge) LookingUp(ctx context.Context, when check.JoinWhen) (*Judge, *diag.List) {
	return j.again(ctx, j.given, when, nil)
}

// Dealt returns the judge of the same spec with other givens; see New.
func (j *Judge) Dealt(ctx context.Context, inputs []instance.Given) (*Judge, *diag.List) {
	return j.again(ctx, inputs, j.ev.lookup.When(), j.ev.made)
}

func (j *Judge) again(ctx context.Context, inputs []instance.Given, when check.JoinWhen, memo *library.Memo) (*Judge, *diag.List) {
	other, problems := newJudge(ctx, j.ev.program, inputs, when, memo)
	if other != nil {
		other.ctx = j.ctx
	}
	return other, problems
}

func newJudge(ctx context.Context, program *program, inputs []instance.Given, when check.JoinWhen, made *library.Memo) (*Judge, *diag.List) {
	spec := program.spec
	j := &Judge{spec: spec, given: inputs, ctx: context.Background(), turn: make(chan struct{}, 1)}
	j.ev = &evaluator{program: program, givens: map[string]value.Value{}, constants: map[occurrence]value.Value{},
		known: map[string]value.Value{}, memo: newMemo(nil), made: made, lookup: check.NewLookup[value.Value](spec, when, library.DefaultMost)}
	for _, g := range inputs {
		j.ev.givens[g.Name] = g.Value
		j.ev.memo.keep(g.Value)
	}
	problems := &diag.List{}
	err := j.ev.with(ctx, nil, func(ev *evaluator) {
		for _, s := range spec.Stmts {
			ev.source = s.Source
			switch stmt := s.Stmt.(type) {
			case *dsl.Find:
				j.Finds = append(j.Finds, Find{stmt.Name.Text, false, ev.shape(stmt.Keys, stmt.Domain), place{s.Source, stmt.Span()}})
			case *dsl.Choose:
				j.Finds = append(j.Finds, Find{stmt.Name.Text, true, ev.shape(stmt.Keys, stmt.Domain), place{s.Source, stmt.Span()}})
			case *dsl.State:
				j.StateVars = append(j.StateVars, StateVar{stmt.Name.Text, ev.shape(stmt.Keys, stmt.Domain), place{s.Source, stmt.Span()}})
			}
		}
		if spec.Moving() {
			j.ground(ev)
			return
		}
		for _, o := range spec.Objectives {
			j.Objectives += len(o.Stmt.Terms)
		}
	})
	if err != nil {
		problems.Add(err)
		return nil, problems
	}
	return j, problems
}

// asked evaluates f for values of finds or state variables, one goroutine at a time. The diagnostic says why f did
// not finish.
func (j *Judge) asked(found map[string]value.Value, f func(*evaluator)) (d *diag.Diagnostic) {
	err := j.within(func() { d = j.ev.with(j.ctx, found, f) })
	var waited *Limit
	if errors.As(err, &waited) {
		d = waited.Diagnostic
	}
	return d
}

// with evaluates f for values of finds or state variables. The diagnostic says why f did not finish.
func (ev *evaluator) with(ctx context.Context, found map[string]value.Value, f func(*evaluator)) (problem *diag.Diagnostic) {
	before := *ev
	ev.ctx, ev.found, ev.lets, ev.answer, ev.body, ev.steps, ev.depth = ctx, found, map[string]value.Value{}, nil, 0, 0, 0
	ev.lookup = before.lookup.ForAnswer()
	defer func() {
		ev.ctx, ev.found, ev.lets, ev.answer, ev.body = before.ctx, before.found, before.lets, before.answer, before.body
		ev.steps, ev.depth, ev.source = before.steps, before.depth, before.source
		ev.lookup = before.lookup
		switch r := recover().(type) {
		case nil:
		case stop:
			problem = r.d
		default:
			panic(r)
		}
	}()
	f(ev)
	return nil
}

// Spec returns the spec of the answers.
func (j *Judge) Spec() *check.Spec { return j.spec }

// Moving reports whether answers are runs.
func (j *Judge) Moving() bool { return j.spec.Moving() }

// Answer returns the answer with some values of finds. The error is a [Limit].
func (j *Judge) Answer(values []value.Value) (a *Answer, err error) {
	a = &Answer{Values: values}
	if j.Objectives > 0 {
		a.Objective, err = j.Objective(a)
	}
	return a, err
}

// valuesOf returns the values of finds by name, or those of state variables at the end of a run.
func (j *Judge) valuesOf(a *Answer) map[string]value.Value {
	found := map[string]value.Value{}
	if a == nil {
		return found
	}
	for i, f := range j.Finds {
		if a.Values[i] != nil {
			found[f.Name] = a.Values[i]
		}
	}
	if a.Run != nil {
		last := a.Run.Start
		for _, step := range a.Run.Steps {
			if step.After != nil {
				last = step.After
			}
		}
		for i, s := range j.StateVars {
			found[s.Name] = last[i]
		}
	}
	return found
}

// Objective computes the value of each objective for an answer. A value may be none, which the rules refuse. The
// error is a [Limit].
func (j *Judge) Objective(a *Answer) (values []value.Value, err error) {
	if a.Run != nil {
		return j.costs(a.Run)
	}
	d := j.asked(j.valuesOf(a), func(ev *evaluator) { values = ev.objectives() })
	return values, j.limit(d)
}

func (ev *evaluator) objectives() (values []value.Value) {
	for _, o := range ev.spec.Objectives {
		ev.source = o.Source
		values = append(values, ev.evalAll(o.Stmt.Terms, nil)...)
	}
	return values
}

// CompareObjectives is negative if the spec's objectives prefer a to b, positive if they prefer b, and 0 if they
// are equal.
func (j *Judge) CompareObjectives(a, b *Answer) int {
	i := 0
	for _, o := range j.spec.Objectives {
		for range o.Stmt.Terms {
			c := value.Compare(a.Objective[i], b.Objective[i])
			if o.Stmt.Maximize {
				c = -c
			}
			if c != 0 {
				return c
			}
			i++
		}
	}
	return 0
}

// MostViolations is how many violations a verdict names by default.
const MostViolations = 10

// Judge evaluates every rule of the spec for an answer and checks the shape of each find. It plays a run. If some
// values are unknown, it skips rules about them, and accepts the answer if no other rule is broken. An undirected
// path without a first vertex may begin at either end. The rules need to hold in one direction only.
func (j *Judge) Judge(a *Answer) (verdict Verdict) { return j.judge(a, named{most: MostViolations}) }

// JudgeAll judges like [Judge.Judge], but evaluates every instance of every rule. It names up to most violations of
// each rule, and counts the others.
func (j *Judge) JudgeAll(a *Answer, most int) (verdict Verdict) {
	return j.judge(a, named{most: most, ofEach: true})
}

// named is the number of violations to name, in all or of each rule.
type named struct {
	most   int
	ofEach bool
}

func (j *Judge) judge(a *Answer, n named) (verdict Verdict) {
	if err := j.within(func() { verdict = j.verdict(a, n) }); err != nil {
		return Verdict{Err: err}
	}
	return verdict
}

func (j *Judge) verdict(a *Answer, n named) (verdict Verdict) {
	if j.Moving() {
		return j.judgeRun(a.Run)
	}
	var found []Violation
	hidden := names{}
	for i, f := range j.Finds {
		if a.Values[i] == nil {
			hidden[f.Name] = true
		} else if !f.Shape.Admits(a.Values[i]) {
			v := f.at.violation(f.Name + " has its structure")
			if s, ok := f.Shape.(*RouteShape); ok {
				v.Why, v.About = s.whyNot(a.Values[i])
			}
			found = append(found, v)
		}
	}
	if len(found) > 0 {
		return Verdict{Violations: found}
	}
	for turned := range j.directions(a) {
		var found []Violation
		pass(j.ev.with(j.ctx, j.valuesOf(turned), func(ev *evaluator) {
			found = ev.judge(hidden, n)
			verdict.Steps += ev.steps
		}))
		if len(found) == 0 {
			return Verdict{Accepted: true, Steps: verdict.Steps}
		}
		if verdict.Violations == nil {
			verdict.Violations = found
		}
	}
	return verdict
}

func (p place) violation(rule string) Violation {
	return Violation{Rule: rule, Source: p.source, Span: p.span}
}

// judge names violations for the current values, ignoring rules that mention hidden finds.
func (ev *evaluator) judge(hidden names, n named) []Violation {
	found := ev.brokenRules(hidden, n)
	if len(hidden) == 0 && slices.ContainsFunc(ev.objectives(), value.IsNone) {
		o := ev.spec.Objectives[0]
		found = append(found, Violation{Rule: "the objective is a number", Source: o.Source, Span: o.Stmt.Span()})
	}
	return found
}

// brokenRules names violated rules that don't mention hidden finds.
func (ev *evaluator) brokenRules(hidden names, n named) (found []Violation) {
	for _, r := range ev.spec.Rules {
		before := 0 // violations that don't count towards the limit
		if n.ofEach {
			before = len(found)
		}
		if len(hidden) > 0 && hidden.any(ev.spec.Mentioned(r.Stmt.Binders, r.Stmt.Body)) {
			continue
		}
		ev.source = r.Source
		violation := Violation{Rule: r.Stmt.Name.Value, Source: r.Source, Span: diag.Span{Start: r.Stmt.Span().Start, End: r.Stmt.Body.Span().End}}
		if r.Stmt.Binders == nil {
			if !ev.condition(r.Stmt.Body, nil) {
				violation.Why, violation.About = ev.why(r.Stmt.Body, nil)
				found = append(found, violation)
			}
			continue
		}
		ev.each(r.Stmt.Binders, nil, func(sc *scope) bool {
			full := len(found)-before >= n.most
			switch {
			case ev.condition(r.Stmt.Body, sc):
			case !full:
				violation.Bindings, violation.Bound = bindings(r.Stmt.Binders, sc)
				violation.Why, violation.About = ev.why(r.Stmt.Body, sc)
				found = append(found, violation)
			case n.ofEach:
				found[len(found)-1].More++
			}
			return n.ofEach || len(found) < n.most
		})
	}
	if n.ofEach {
		return found
	}
	return found[:min(len(found), n.most)]
}

// bindings formats the current bindings, as in "c = r3c4, d = east", and returns the values.
func bindings(b *dsl.Binders, sc *scope) (text string, bound []value.Value) {
	var parts []string
	for _, item := range b.Items {
		for _, n := range item.Names {
			v, _ := sc.Lookup(n.Text)
			parts, bound = append(parts, n.Text+" = "+value.String(v)), append(bound, v)
		}
	}
	return strings.Join(parts, ", "), bound
}

// Shown evaluates the show statements about finds for an answer, or for the end of a run. The error is a diagnostic
// or a [Limit].
func (j *Judge) Shown(a *Answer) ([]Picture, error) { return j.shown(j.valuesOf(a), false) }

// Printed evaluates the show statements about givens alone.
func (j *Judge) Printed() ([]Picture, error) { return j.shown(nil, true) }

func (j *Judge) shown(found map[string]value.Value, printed bool) (out []Picture, err error) {
	d := j.asked(found, func(ev *evaluator) {
		for _, s := range j.spec.Shows {
			if j.spec.Printed(s.Stmt) != printed {
				continue
			}
			ev.source = s.Source
			picture := Picture{Title: s.Source.Slice(s.Stmt.What.Span()), Of: j.spec.Pictured(s.Stmt), Value: ev.eval(s.Stmt.What, nil), Style: alg.Map(s.Stmt.Style, func(n *dsl.Name) string { return n.Text })}
			if s.Stmt.As != nil {
				picture.As = s.Stmt.As.Value
			}
			out = append(out, picture)
		}
	})
	return out, j.errorOf(d)
}

// ShownWith returns the value of a show statement, by its number, if one find has a value. ok is false if the
// result depends on other finds, or can't be computed.
func (j *Judge) ShownWith(show int, find string, v value.Value) (shown value.Value, ok bool) {
	s := j.spec.Shows[show]
	others := names{}
	for _, f := range j.Finds {
		others[f.Name] = f.Name != find
	}
	delete(others, find)
	d := j.asked(map[string]value.Value{find: v}, func(ev *evaluator) {
		if ok = !others.any(ev.spec.Mentioned(s.Stmt.What)); ok {
			ev.source = s.Source
			shown = ev.eval(s.Stmt.What, nil)
		}
	})
	return shown, ok && d == nil
}

// From returns the judge of runs that begin in another state. The rules about starts don't apply.
func (j *Judge) From(state []value.Value) *Judge {
	from := *j
	from.start, from.anyStart = slices.Clone(state), true
	return &from
}

// Calls returns the values of the calls of a library function in the rules, in order, except those that depend on
// an answer or a binder. The error is a diagnostic or a [Limit].
func (j *Judge) Calls(function string) (values []value.Value, err error) {
	d := j.asked(nil, func(ev *evaluator) {
		for _, r := range j.spec.Rules {
			ev.source = r.Source
			dsl.VisitMeaning(r.Stmt, func(n dsl.Node) bool {
				if call, ok := n.(*dsl.Call); ok && call.Func.Text == function && ev.constant[call] {
					values = append(values, ev.eval(call, nil))
				}
				return true
			})
		}
	})
	return values, j.errorOf(d)
}

// why explains why a condition is false, and returns the values in the reason. It is "" if the condition itself
// says as much. Of several reasons it gives the first.
func (ev *evaluator) why(x dsl.Expr, sc *scope) (text string, about []value.Value) {
	switch x := x.(type) {
	case *dsl.Binary:
		switch {
		case x.Op == dsl.OpAnd && !ev.condition(x.X, sc):
			return ev.why(x.X, sc)
		case x.Op == dsl.OpAnd, x.Op == dsl.OpImplies:
			return ev.why(x.Y, sc)
		}
	case *dsl.If:
		if ev.condition(x.Cond, sc) {
			return ev.why(x.Then, sc)
		}
		return ev.why(x.Else, sc)
	case *dsl.Quantifier:
		if x.Op != dsl.OpAll {
			break
		}
		ev.eachThat(x.Binders, x.Body, true, sc, func(sc *scope) bool {
			if ev.condition(x.Body, sc) {
				return true
			}
			text, about = ev.why(x.Body, sc)
			if text == "" {
				text, about = bindings(x.Binders, sc)
				text = "not for " + text
			}
			return false
		})
	case *dsl.Call:
		return ev.whyCall(x, sc)
	}
	return text, about
}

func (ev *evaluator) whyCall(x *dsl.Call, sc *scope) (text string, about []value.Value) {
	if def, ok := ev.defs[x.Func.Text]; ok {
		var local *scope
		for i, v := range ev.evalAll(x.Args, sc) {
			local = local.With(def.node.Params[i].Text, v)
		}
		ev.inside(x, def.source, ev.spec.Callee(x, ev.body), func() value.Value {
			text, about = ev.why(def.node.Body, local)
			return nil
		})
		return text, about
	}
	switch x.Func.Text {
	case "connected":
		parts := library.Pieces(&library.Call{Name: x.Func.Text, Args: ev.evalAll(x.Args, sc)})
		least := parts[0]
		for _, p := range parts {
			if len(p) < len(least) {
				least = p
			}
		}
		other := parts[0]
		if value.Equal(other[0], least[0]) {
			other = parts[1]
		}
		return fmt.Sprintf("%s does not hang together with %s", value.Named(least[0]), value.Named(other[0])), least
	case "distinct":
		return ev.whyEqual(x.Args[0], sc)
	}
	return "", nil
}

// whyEqual names two members of a collection that are equal, or their keys in an array.
func (ev *evaluator) whyEqual(x dsl.Expr, sc *scope) (text string, about []value.Value) {
	var keys []value.Value
	v := ev.eval(x, sc)
	switch i, isIndex := x.(*dsl.Index); {
	case isIndex && len(i.Keys) == 1:
		if _, isArray := ev.eval(i.X, sc).(*value.Array); isArray {
			keys, _ = value.Members(ev.eval(i.Keys[0], sc)) // nothing for a single key
		}
	default:
		if a, isArray := v.(*value.Array); isArray {
			keys = a.Keys.List()
		}
	}
	first := map[value.Key]int{}
	members := ev.members(x, v)
	for i, m := range members {
		at, met := first[value.KeyOf(m)]
		switch {
		case value.IsNone(m):
		case !met:
			first[value.KeyOf(m)] = i
		case len(keys) == len(members):
			about = []value.Value{keys[at], keys[i]}
			return fmt.Sprintf("%s and %s have %s", value.Named(keys[at]), value.Named(keys[i]), value.Named(m)), about
		default:
			return fmt.Sprintf("%s is there twice", value.Named(m)), []value.Value{m}
		}
	}
	return "", nil
}
