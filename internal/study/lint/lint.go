// Package lint looks over a spec for what is probably not meant: rules that say nothing beyond the others, or that no example
// would miss, givens that change nothing, examples that hardly test anything.
//
// It proves nothing. It leaves a rule out, or turns it into its opposite, and asks the engine about instances: the examples of
// the spec, those that come with it, and others drawn from them ([tries]). What it says is true of those, and it says how many
// they were. How much it asks is bounded by counted work, so that it says the same on every machine.
package lint

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// Options say how thoroughly to look.
type Options struct {
	// Engine is asked all questions. It should heed [model.SolveOptions.Choices].
	Engine model.Engine
	// Examples are further ones beside the spec's own, such as of the instances that come with it, the best to begin with first.
	Examples []*compile.Example
	// Seed varies the instances that are drawn.
	Seed uint64
}

// Report is what was found.
type Report struct {
	// Findings are warnings and notes with their places.
	Findings *diag.List `json:"diagnostics"`
	// Examples and Instances count what the spec was held against.
	Examples  int `json:"examples"`
	Instances int `json:"instances"`
	// Suggested are statements, examples that need a rule which none of the spec does.
	Suggested []string `json:"suggested,omitempty"`
	// Open names what the work that may be done was not enough for, in words.
	Open []string `json:"open,omitempty"`
	// Stopped is the reason why ctx ended it; none if it came to its end.
	Stopped model.Reason `json:"-"`
}

// Look looks over a spec without mistakes; examples that have some ([Mistakes]) are left out. The error is a [solve.Fault]: engine
// and judge disagree.
func Look(ctx context.Context, spec *check.Spec, o Options) (report *Report, err error) {
	l := newLinter(ctx, spec, o)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *solve.Fault:
			report, err = nil, r
		default:
			panic(r)
		}
	}()
	l.share(2, l.examples)
	if !spec.Moving() {
		l.share(4, l.never)
		l.share(2, l.lone)
		l.idle()
		l.report.Instances = len(l.pool)
	}
	return l.finish(), nil
}

// The bounds of the work.
const (
	choicesEach  = 300        // of the engine, for one question; fewer of a large model
	choicesSize  = 3_000_000  // choices times the size of the model
	workEach     = 150_000    // of compiling one instance
	nodesEach    = 60_000     // of its model
	smallWork    = 30_000     // of compiling one that every rule is tried on
	conflictWork = 1_000      // where reasons are long it is more
	mostFurther  = 3          // examples beside the spec's own
	workInAll    = 20_000_000 // see spend
)

// options are those by which everything is compiled.
var options = compile.Options{Lint: true, MaxWork: workEach, MaxNodes: nodesEach}

// linter looks over one spec.
type linter struct {
	ctx    context.Context
	spec   *check.Spec
	o      Options
	report *Report
	rules  []*dsl.Rule // of the spec's own text, about what is to be found
	spent  int         // and most, see spend
	most   int

	pool   []*try
	bases  []*base
	draws  int
	random *rand.Rand

	known    map[string]*try // by the values of the givens
	repeated int             // draws of what is known

	missed map[*dsl.Rule]bool // by some example
}

func newLinter(ctx context.Context, spec *check.Spec, o Options) *linter {
	l := &linter{ctx: ctx, most: workInAll, spec: spec, o: o, known: map[string]*try{}, missed: map[*dsl.Rule]bool{}, report: &Report{Findings: &diag.List{Limit: 1000}}}
	for _, r := range spec.Rules {
		if r.Source == spec.File.Source && mentionsFinds(spec, r.Stmt) {
			l.rules = append(l.rules, r.Stmt)
		}
	}
	return l
}

// mentionsFinds reports whether a rule is about what is to be found, not about the input alone.
func mentionsFinds(spec *check.Spec, r *dsl.Rule) bool {
	found := spec.Unknown(r.Body)
	if r.Binders != nil {
		for _, b := range r.Binders.Items {
			found = found || b.In != nil && spec.Unknown(b.In) || b.Value != nil && spec.Unknown(b.Value)
		}
		found = found || r.Binders.Where != nil && spec.Unknown(r.Binders.Where)
	}
	return found
}

// done reports whether the time or the work that may be done is over.
func (l *linter) done() bool { return l.ctx.Err() != nil || l.spent >= l.most }

// share does one of several things with an even share of the work that is left.
func (l *linter) share(of int, do func()) {
	most := l.most
	l.most = l.spent + (most-l.spent)/of
	do()
	l.most = most
}

// spend counts what a search took, in steps that take about as long as one of compiling: a choice costs more the larger the model is.
func (l *linter) spend(p *solve.Problem, r *solve.Report) {
	judging := r.Count * p.Work / 5
	l.spent += judging + int(r.Stats.Nodes)*(100+modelSize(p)/4) + int(r.Stats.Conflicts)*conflictWork + int(r.Stats.Propagations)
}

// modelSize is how many conditions and numbers a model has.
func modelSize(p *solve.Problem) int { return p.Model.BoolCount() + len(p.Model.Ints) }

// compile is a spec with an input, or nil if the input does not fit, breaks a rule about the input, or is too much to be tried;
// refused says that it is a rule that the input breaks.
func (l *linter) compile(spec *check.Spec, in instance.Input) (p *solve.Problem, refused bool) {
	p, problems := solve.Compile(l.ctx, spec, in, options)
	if p == nil {
		l.spent += 1000
		for _, d := range problems.All() {
			refused = refused || d.Code == "rule-false"
			if strings.HasPrefix(d.Code, "limit-") {
				l.spent += workEach
			}
		}
		return nil, refused
	}
	l.spent += p.Work + 5*modelSize(p)
	return p, false
}

func (l *linter) team(p *solve.Problem) solve.Team {
	choices := min(choicesEach, 1+choicesSize/modelSize(p))
	return solve.Team{Engines: []model.Engine{l.o.Engine}, Mode: solve.InTurn, ChoicesEach: int64(choices)}
}

// ask puts a question to the engine. A fault ends the whole.
func (l *linter) ask(p *solve.Problem, q solve.Question) *solve.Report {
	q.AnyObjective = true
	r := solve.Ask(l.ctx, p, l.team(p), q)
	l.spend(p, r)
	if r.Fault != nil {
		panic(r.Fault)
	}
	return r
}

// trivial reports whether nothing of a rule is left in the model of an instance: no answer can break it there.
func trivial(m *model.Model, name string) bool {
	for _, c := range m.Constraints {
		if m.Rules[m.Instances[c.Instance].Rule].Name == name {
			return false
		}
	}
	return true
}

// all are the examples of the spec, and the first of the further ones.
func (l *linter) all() []*compile.Example {
	return append(compile.Examples(l.spec), l.o.Examples[:min(len(l.o.Examples), mostFurther)]...)
}

// finish completes the report.
func (l *linter) finish() *Report {
	if l.ctx.Err() != nil {
		l.report.Stopped = model.Ended(l.ctx)
	}
	return l.report
}

// enough is on how many instances something must be so for it to be said, fitAfter after how many one is fitted to an answer, and
// mostSuggested of how many examples are made to suggest the best.
const (
	enough        = 40
	fitAfter      = 40
	mostSuggested = 6
)

// on says on what something was tried, as in "on 12 instances up to 5×5".
func on(tries []*try) string {
	text := "on " + diag.Count(len(tries), "instance")
	if s := size(tries); s != "" {
		text += " up to " + s
	}
	return text
}

// say adds a finding about a place in the spec.
func (l *linter) say(at dsl.Node, what func(*diag.Source, diag.Span, string, string, ...any) *diag.Diagnostic, code, format string, args ...any) *diag.Diagnostic {
	d := what(l.spec.File.Source, at.Span(), code, format, args...)
	l.report.Findings.Add(d)
	return d
}

// lone looks at the rules that no example is known to need: whether the others imply them, and what example would need them.
func (l *linter) lone() {
	var lone []*dsl.Rule
	for _, r := range l.rules {
		if !l.missed[r] {
			lone = append(lone, r)
		}
	}
	for i, r := range lone {
		l.share(len(lone)-i, func() { l.tryRule(r) })
	}
}

// tried is what came of a rule on some instances.
type tried struct {
	mute    []*try // nothing of the rule is left
	implied []*try // the others have solutions, and none of them breaks the rule
	broken  []*try // others have a solution that breaks it
	unclear int    // none of these
}

func (l *linter) tryRule(r *dsl.Rule) {
	v := breaking(l.spec, r)
	if v == nil {
		return // such a rule is more than a condition
	}
	var t tried
	var suggested *suggestion
	l.share(2, func() { t, suggested = l.breakRule(r, v) })
	name := r.Name.Value
	mute := len(t.broken)+len(t.implied)+t.unclear == 0 && len(t.mute) > 0
	switch {
	case mute && (len(t.mute) >= enough || l.saturated()) && l.tautology(r, t.mute):
		l.say(r.Name, diag.Warnf, "rule-always-true", "nothing can break the rule %q", name)
	case len(t.broken) > 0 || len(t.implied) == 0 || len(t.implied) < enough && !l.saturated():
		if l.report.Examples == 0 {
			if mute && len(t.mute) >= enough {
				l.say(r.Name, diag.Warnf, "rule-mute", "nothing could break the rule %q %s", name, on(t.mute))
			}
			break
		}
		d := l.say(r.Name, diag.Warnf, "rule-without-example", "no example needs the rule %q: %s without it", name, hold(l.report.Examples))
		switch {
		case suggested != nil:
			d.Helpf("`nazo lint --examples` writes one that does")
			l.report.Suggested = append(l.report.Suggested, suggested.text)
		case mute:
			d.Helpf("nor could anything break it %s", on(t.mute))
		}
	default:
		d := l.say(r.Name, diag.Remarkf, "rule-implied", "%s, the other rules imply %q", on(t.implied), name)
		d.Helpf("this is no proof; if it stands here on purpose, an example that needs it is missing, or there can be none")
		if other := l.impliedBy(r, t.implied); other != nil {
			d.Note(l.spec.File.Source, other.Name.Span(), "there this rule alone implies it")
		}
	}
}

// tautology reports whether the compiler finds of each instance, whatever is given, that nothing can break the rule.
func (l *linter) tautology(r *dsl.Rule, tries []*try) bool {
	for _, t := range tries {
		if !slices.ContainsFunc(t.problem.Warnings.All(), func(d *diag.Diagnostic) bool {
			return d.Code == "rule-always-true" && d.Span == r.Name.Span()
		}) {
			return false
		}
	}
	return true
}

// hold says that all examples do.
func hold(examples int) string {
	if examples == 1 {
		return "the only one holds"
	}
	return fmt.Sprintf("all %d hold", examples)
}

// breakRule looks for instances with an answer that breaks the rule and no other, and makes an example of the best; opposite is the
// spec with the rule turned round.
func (l *linter) breakRule(r *dsl.Rule, opposite *check.Spec) (out tried, best *suggestion) {
	left := without(l.spec, r)
	seen := 0
	for t := range l.tries {
		if seen++; seen == fitAfter && len(out.broken) == 0 {
			var fitted *try
			l.share(2, func() { fitted = l.fit(r, opposite) })
			if fitted != nil {
				out.broken = append(out.broken, fitted)
				return out, l.suggest(r, left, fitted)
			}
		}
		if trivial(t.problem.Model, r.Name.Value) {
			out.mute = append(out.mute, t)
			continue
		}
		out.unclear++
		p, _ := l.compile(opposite, fixed(t.problem.Givens))
		if p == nil {
			continue
		}
		switch l.ask(p, solve.Question{Limit: 1}).Verdict {
		case solve.Solved:
			out.broken = append(out.broken, t)
			if s := l.suggest(r, left, t); s != nil && (best == nil || s.rank < best.rank) {
				best = s
			}
			if len(out.broken) >= mostSuggested {
				return out, best
			}
		case solve.NoSolution:
			if l.solved(t) {
				out.implied = append(out.implied, t)
				out.unclear--
			}
		}
	}
	return out, best
}

// impliedBy is the one other rule that implies a rule on instances; nil if it takes several.
func (l *linter) impliedBy(r *dsl.Rule, tries []*try) *dsl.Rule {
	for _, other := range l.rules {
		if other == r {
			continue
		}
		if v := l.only(r, other); v != nil {
			if v = breaking(v, r); v != nil && l.none(v, tries) {
				return other
			}
		}
	}
	return nil
}

// only is the spec with these rules alone, of its own that are about finds.
func (l *linter) only(rules ...*dsl.Rule) *check.Spec {
	var rest []*dsl.Rule
	for _, r := range l.rules {
		keep := false
		for _, k := range rules {
			keep = keep || k == r
		}
		if !keep {
			rest = append(rest, r)
		}
	}
	return without(l.spec, rest...)
}

// none reports whether no instance has a solution in a variant of the spec.
func (l *linter) none(v *check.Spec, tries []*try) bool {
	for _, t := range tries {
		if l.done() {
			return false
		}
		p, _ := l.compile(v, fixed(t.problem.Givens))
		if p == nil || l.ask(p, solve.Question{Limit: 1}).Verdict != solve.NoSolution {
			return false
		}
	}
	return true
}

// never reports rules that nothing meets, where the spec has no solution anywhere.
func (l *linter) never() {
	var all []*try
	for t := range l.tries {
		if l.solved(t) {
			return
		}
		all = append(all, t)
	}
	if len(all) == 0 || l.done() {
		return
	}
	if l.valueless(all) {
		return
	}
	for _, r := range l.rules {
		if v := l.only(r); v != nil && l.none(v, all) {
			l.say(r.Name, diag.Warnf, "rule-never-true", "nothing meets the rule %q %s, even without the others", r.Name.Value, on(all))
		}
	}
}

// valueless reports objectives if the rules have a solution, but none for which these have a value.
func (l *linter) valueless(all []*try) bool {
	objectives := l.spec.Objectives
	v := withoutObjectives(l.spec)
	if len(objectives) == 0 || v == nil || l.none(v, all) {
		return false
	}
	for _, o := range objectives {
		if o.Source == l.spec.File.Source {
			l.say(o.Stmt, diag.Warnf, "objective-without-value", "this has no value in any answer that the rules allow, %s", on(all))
		}
	}
	return true
}
