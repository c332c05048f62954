package compile

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// ruleSource is the place of a rule of the model in the spec.
type ruleSource struct {
	source *diag.Source
	span   diag.Span
	rule   *dsl.Rule // nil unless it is a rule of the spec
}

// newRule adds a source of constraints.
func (ev *evaluator) newRule(name string, src *diag.Source, span diag.Span, structural bool) int32 {
	ev.Model.Rules = append(ev.Model.Rules, model.Rule{Name: name, Structural: structural})
	ev.ruleSources = append(ev.ruleSources, ruleSource{source: src, span: span})
	return int32(len(ev.Model.Rules) - 1)
}

// stated adds a rule of the spec to the model.
func (ev *evaluator) stated(r *ruleStmt) int32 {
	number := ev.newRule(r.Name.Value, r.source, r.Span(), false)
	ev.ruleSources[number].rule = r.Rule
	return number
}

// structure adds an instance of a rule that is not in the spec; see lower.Lowerer.Structure.
func (ev *evaluator) structure(name string, defines bool) int32 {
	rule := ev.newRule(name, ev.Source, diag.Span{}, true)
	ev.Model.Rules[rule].Defines = defines
	return ev.newInstance(rule, nil)
}

func (ev *evaluator) newInstance(rule int32, b *bindings) int32 {
	in := model.Instance{Rule: rule}
	if b != nil {
		in.Bindings = b
	}
	ev.Model.Instances = append(ev.Model.Instances, in)
	return int32(len(ev.Model.Instances) - 1)
}

// bindings are the values of a rule's binders, formatted only when shown.
type bindings struct{ scope *scope }

// all returns the names with their values, in the order of the text.
func (b *bindings) all() (out []Binding) {
	for sc := b.scope; sc != nil; sc = sc.Up {
		out = append(out, Binding{sc.Name, sc.Value})
	}
	slices.Reverse(out)
	return out
}

// String formats the bindings as in "c = r3c4, d = east".
func (b *bindings) String() string {
	parts := alg.Map(b.all(), func(bound Binding) string { return bound.Name + " = " + value.String(bound.Value) })
	return strings.Join(parts, ", ")
}

// eachInstance evaluates a rule for every binding of its names. guard says when the instance exists, holds is its
// condition.
func (ev *evaluator) eachInstance(r *ruleStmt, f func(b *bindings, guard, holds model.Bool) bool) {
	ev.Source = r.source
	sizes := ev.partSizes(r.Body)
	condition := func(sc *scope, guard model.Bool) model.Bool {
		if guard == model.True {
			ev.bounding = sizes
		}
		defer func() { ev.bounding = nil }()
		return ev.condition(r.Body, sc)
	}
	if r.Binders == nil {
		f(nil, model.True, condition(nil, model.True))
		return
	}
	ev.each(r.Binders, nil, func(sc *scope, guard model.Bool) bool {
		ev.Source = r.source
		return f(&bindings{sc}, guard, condition(sc, guard))
	})
}

// rule adds the constraints of a rule, given its number in the model.
func (ev *evaluator) rule(r *ruleStmt, index int32) {
	known := ev.isKnownRule(r)
	// Atoms made by the body are charged to the instance, so it is numbered first.
	ev.Instance = ev.newInstance(index, nil)
	var seen lintedRule
	defer func() { ev.lintRule(r, &seen) }()
	ev.eachInstance(r, func(b *bindings, guard, holds model.Bool) bool {
		if b != nil {
			ev.Model.Instances[ev.Instance].Bindings = b
			if ev.lint && seen.instances == 0 {
				ev.lintPair(r, b, holds)
			}
		}
		if known && guard == model.True && holds == model.False {
			ev.knownFalse(r, b)
		}
		says := ev.Or(guard.Not(), holds)
		seen.add(b, says)
		ev.Require(says)
		if b != nil {
			ev.Instance = ev.newInstance(index, nil)
		}
		return true
	})
}

func (ev *evaluator) mentionsUnknown(b *dsl.Binders) bool {
	unknown := func(x dsl.Expr) bool { return x != nil && ev.program.spec.Unknown(x) }
	return unknown(b.Where) || slices.ContainsFunc(b.Items, func(item *dsl.Binder) bool { return unknown(item.In) || unknown(item.Value) })
}

// knownFalse reports a false rule about the input.
func (ev *evaluator) knownFalse(r *ruleStmt, b *bindings) {
	where := ""
	if b != nil {
		where = " for " + b.String()
	}
	panic(lower.Refusal(diag.Errorf(r.source, r.Name.Span(), "rule-false", "the input breaks the rule %q%s", r.Name.Value, where).
		Note(r.source, r.Body.Span(), "it depends on nothing that is to be found")))
}

// objectives adds what is to be minimised or maximised. A long number is compared digit by digit, the highest first.
func (ev *evaluator) objectives() (count int) {
	for _, o := range ev.program.spec.Objectives {
		ev.Source = o.Source
		for _, term := range o.Stmt.Terms {
			ev.Attempt(func() { ev.objective(term, o.Stmt.Maximize) })
			count++
		}
	}
	return count
}

func (ev *evaluator) objective(term dsl.Expr, maximize bool) {
	add := func(x model.Int) {
		if _, constant := ev.Model.Constant(x); !constant {
			ev.Model.Objectives = append(ev.Model.Objectives, model.Objective{X: x, Maximize: maximize})
		}
	}
	v := ev.eval(term, nil)
	if l, long := v.(value.Long); long {
		ev.requireNumber(term, l.Defined)
		digits, carry := ev.Columns(term, l)
		add(carry)
		for i := len(digits) - 1; i >= 0; i-- {
			add(digits[i])
		}
		return
	}
	if value.Known(v) {
		ev.requireNumber(term, model.Const(!lower.Absent(v)))
		return
	}
	x, defined := ev.Number(term, v)
	ev.requireNumber(term, defined)
	add(x)
}

// requireNumber adds the constraint that an objective is not none, which can't be compared.
func (ev *evaluator) requireNumber(term dsl.Expr, defined model.Bool) {
	if defined != model.True {
		ev.Instance = ev.newInstance(ev.newRule("the objective is a number", ev.Source, term.Span(), true), nil)
		ev.Require(defined)
	}
}

// A short rule may become millions of nodes, which shows only when the solver is slow. So the nodes of each rule
// are counted. A large rule is reported, with a cheaper way to say it if one is known.

// CodeLarge is the code of the warning that a rule becomes large.
const CodeLarge = "large-rule"

// workOfNode is the number of work steps that take as long as a node.
const workOfNode = 25

// isLarge reports whether a rule has many nodes, or took as much work.
func (ev *evaluator) isLarge(c *ruleCost) bool {
	return max(c.nodes, c.work/workOfNode) >= ev.largeRule
}

// ruleCost counts the nodes and work of a rule.
type ruleCost struct {
	rule        *ruleStmt
	nodes, work int
	functions   map[string]int       // nodes by function of the library
	bindings    map[*dsl.Binders]int // how often each bound
	met         []*dsl.Binders       // the keys of bindings, in order
}

// bound counts bindings.
func (c *ruleCost) bound(b *dsl.Binders, times *int) {
	if _, before := c.bindings[b]; !before {
		c.met = append(c.met, b)
	}
	c.bindings[b] += *times
}

// costed evaluates a rule by f and records its cost if large. It adds advice to the error if a limit ends it.
func (ev *evaluator) costed(r *ruleStmt, f func()) {
	c := &ruleCost{rule: r, functions: map[string]int{}, bindings: map[*dsl.Binders]int{}}
	ev.cost, ev.Charged = c, c.functions
	nodes, work := ev.Size(), ev.Worked
	defer func() {
		ev.cost, ev.Charged = nil, nil
		c.nodes, c.work = ev.Size()-nodes, ev.Worked-work
		reason := recover()
		if stop, ok := reason.(lower.Stop); ok && (stop.D.Code == lower.CodeSize || stop.D.Code == lower.CodeTime && ev.isLarge(c)) {
			stop.D.Note(r.source, r.Name.Span(), "the rule %q became %s so far, in %s steps of work", r.Name.Value, nodesText(c.nodes), inMillions(c.work))
			if stop.D.Help == "" {
				stop.D.Help = c.advice()
			}
		}
		if reason != nil {
			panic(reason)
		}
		if ev.isLarge(c) {
			ev.large = append(ev.large, c)
		}
	}()
	f()
}

// warnLarge warns of large rules. It runs last, as it names the total.
func (ev *evaluator) warnLarge() {
	for _, c := range ev.large {
		text := fmt.Sprintf("becomes %s on this instance, of %s in all", nodesText(c.nodes), inMillions(ev.Size()))
		if c.nodes < ev.largeRule {
			text = fmt.Sprintf("takes %s steps of work on this instance, to become %s", inMillions(c.work), nodesText(c.nodes))
		}
		d := diag.Warnf(c.rule.source, c.rule.Name.Span(), CodeLarge, "the rule %q %s", c.rule.Name.Value, text)
		d.Help = c.advice()
		ev.Warnings.Add(d)
	}
}

// mostOfBinding is how many nodes for each binding still blame the bindings for a rule's size.
const mostOfBinding = 20

// advice suggests a cheaper way to say the costly part of a rule, or "".
func (c *ruleCost) advice() string {
	for _, f := range library.All() {
		if f.Cheaper != "" && 2*c.functions[f.Name] >= max(c.nodes, 1) {
			return fmt.Sprintf("%s of them come from `%s`: %s", inMillions(c.functions[f.Name]), f.Name, f.Cheaper)
		}
	}
	times, ranging := c.busiest()
	if max(c.nodes, c.work/workOfNode) > mostOfBinding*times {
		return ""
	}
	for _, item := range ranging {
		if call, ok := item.In.(*dsl.Call); ok {
			if f := library.Find(call.Func.Text); f != nil && f.Cheaper != "" {
				return fmt.Sprintf("it goes through %s bindings, and %s", inMillions(times), f.Cheaper)
			}
		}
	}
	if len(ranging) < 2 {
		return ""
	}
	return fmt.Sprintf("it goes through %s bindings of several names: bind the next by the one before, as in `b in neighbors(g, a)` or `where row(b) = row(a)`, take each two once, `{a, b} in pairs(xs)`, or say it of all together by `distinct`, `count` or `size(a & b)`", inMillions(times))
}

// busiest returns the highest number of bindings, and the binders over collections there and around it.
func (c *ruleCost) busiest() (times int, ranging []*dsl.Binder) {
	var most *dsl.Binders
	for _, b := range c.met {
		if n := c.bindings[b]; n > times {
			most, times = b, n
		}
	}
	var descend func(n dsl.Node, around []*dsl.Binder)
	descend = func(n dsl.Node, around []*dsl.Binder) {
		b := bindersOf(n)
		if b != nil {
			for _, item := range b.Items {
				if item.In != nil {
					around = append(slices.Clip(around), item)
				}
			}
		}
		if b == most && b != nil {
			ranging = around
		}
		dsl.Children(n, func(child dsl.Node) { descend(child, around) })
	}
	descend(c.rule.Rule, nil)
	if ranging == nil && most != nil { // the binders are in a def
		descend(&dsl.Quantifier{Binders: most}, nil)
	}
	return times, ranging
}

// bindersOf returns the binders of a node, or nil.
func bindersOf(n dsl.Node) *dsl.Binders {
	switch n := n.(type) {
	case *dsl.Rule:
		return n.Binders
	case *dsl.Quantifier:
		return n.Binders
	case *dsl.Comprehension:
		return n.Binders
	}
	return nil
}

func nodesText(n int) string { return inMillions(n) + " nodes" }

// inMillions formats a number for people, rounded if it is large.
func inMillions(n int) string {
	if n >= 1_000_000 {
		return fmt.Sprintf("%.1f million", float64(n)/1e6)
	}
	digits := fmt.Sprint(n)
	if n >= 1000 {
		digits = digits[:len(digits)-3] + "," + digits[len(digits)-3:]
	}
	return digits
}

// lintedRule summarises the instances of a rule.
type lintedRule struct {
	instances, breakable int
	never                int       // instances that are always false
	first                *bindings // the first of those
}

func (l *lintedRule) add(b *bindings, says model.Bool) {
	l.instances++
	if says != model.True {
		l.breakable++
	}
	if says == model.False {
		if l.never++; l.never == 1 {
			l.first = b
		}
	}
}

// lintRule warns of a tautology: a rule that no values of finds can break, whatever the input. It also warns of a
// contradiction: an instance that no values make true.
func (ev *evaluator) lintRule(r *ruleStmt, seen *lintedRule) {
	ev.Source = r.source
	if seen.instances > 0 && seen.breakable == 0 && ev.program.spec.Unknown(r.Body) && !ev.mentionsGiven(r) {
		ev.Warn(r.Name, "rule-always-true", "nothing can break the rule %q", r.Name.Value)
	}
	if seen.never == 0 || slices.ContainsFunc(ev.Warnings.All(), func(d *diag.Diagnostic) bool { return d.Code == "empty-domain" }) {
		return // reported already
	}
	where := ""
	if seen.first != nil {
		where = " for " + seen.first.String()
	}
	if seen.never > 1 {
		where += fmt.Sprintf(" and %d more", seen.never-1)
	}
	ev.Warn(r.Name, "rule-always-false", "the rule %q is false%s, whatever is found: there is no solution", r.Name.Value, where)
}

// lintIndex warns of an index in numbers that a find does not have. Its value is always none.
func (ev *evaluator) lintIndex(x *dsl.Index, of value.Value, sc *scope) {
	a, isArray := of.(*value.Array)
	name, isName := x.X.(*dsl.Name)
	if !isArray || !isName || a.Keys.Len() == 0 || slices.ContainsFunc(x.Keys, func(k dsl.Expr) bool { return !spelled(k) }) {
		return
	}
	if _, local := sc.Lookup(name.Text); local {
		return
	}
	if _, find := ev.program.decls[name.Text].stmt.(*dsl.Find); !find {
		return
	}
	keys := a.Keys.List()
	ev.Warnings.Add(diag.Warnf(ev.Source, x.Span(), "index-outside", "there is no %s: this is always none", ev.Source.Slice(x.Span())).
		Helpf("what `%s` has goes from %s to %s", name.Text, value.String(keys[0]), value.String(keys[len(keys)-1])))
}

// spelled reports whether an expression is a number literal with or without a sign.
func spelled(x dsl.Expr) bool {
	if minus, ok := x.(*dsl.Unary); ok {
		x = minus.X
	}
	_, ok := x.(*dsl.IntLit)
	return ok
}

// mentionsGiven reports whether a rule mentions a given, also through lets and defs.
func (ev *evaluator) mentionsGiven(r *ruleStmt) bool {
	names := slices.Collect(maps.Keys(ev.program.spec.Mentioned(r.Binders, r.Body)))
	return slices.ContainsFunc(names, ev.isGiven)
}

// pairTrials and pairTrialSize bound the work of lintPair.
const (
	pairTrials    = 32
	pairTrialSize = 50_000
)

// lintPair warns of a rule over unordered pairs {a, b} that changes its meaning when a and b are swapped. Different
// nodes may mean the same, so the two are compared under random values.
func (ev *evaluator) lintPair(r *ruleStmt, b *bindings, holds model.Bool) {
	items := r.Binders.Items
	last := items[len(items)-1]
	if last.Pattern != dsl.PatternPair || last.In == nil || len(last.Names) != 2 {
		return
	}
	first, second := last.Names[0].Text, last.Names[1].Text
	x, _ := b.scope.Lookup(first)
	y, _ := b.scope.Lookup(second)
	variables := len(ev.Model.Vars)
	swapped := ev.condition(r.Body, b.scope.With(first, y).With(second, x))
	if swapped == holds || len(ev.Model.Vars) != variables || ev.Model.BoolCount()+len(ev.Model.Ints) > pairTrialSize {
		return // the same, or with helpers whose values are unknown
	}
	for _, v := range ev.Model.VarsBelow([]model.Bool{holds, swapped}, nil) {
		if ev.Model.Vars[v].Find < 0 {
			return // such a helper
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	values := make(model.Solution, len(ev.Model.Vars))
	for range pairTrials {
		for i, v := range ev.Model.Vars {
			values[i] = pick(v.Domain, random)
		}
		if e := model.Evaluate(ev.Model, values); e.Bool(holds) != e.Bool(swapped) {
			ev.Source = r.source
			ev.Warn(last, "pair-order", "the rule %q says something else when %s and %s change places, but {%s, %s} has no order",
				r.Name.Value, first, second, first, second)
			return
		}
	}
}

func pick(d model.Domain, random *rand.Rand) int64 {
	n := random.Int64N(d.Size())
	for _, i := range d {
		if n < i.Size() {
			return i.Lo + n
		}
		n -= i.Size()
	}
	panic("compile: an empty domain")
}
