// Package lint looks for probable mistakes in a spec: rules that the others imply or that no example needs, givens
// that change nothing, and examples that hardly test anything.
//
// It proves nothing. It drops or negates a rule and asks the engine about instances: the spec's examples, those that
// come with it, and others drawn from them ([tries]). Its findings hold for these, and it says how many they were. Its
// work is bounded by counted steps, so it says the same on every machine.
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

// Options configure a check.
type Options struct {
	// Engine answers all questions. It should obey [model.SolveOptions.Choices].
	Engine model.Engine
	// Examples are further ones, such as of the instances that come with the spec, the best first.
	Examples []*compile.Example
	// Techniques also asks for techniques that no example of the spec shows.
	Techniques bool
	// Seed varies the drawn instances.
	Seed uint64
}

// Report has the results.
type Report struct {
	// Findings are warnings and notes with their places.
	Findings *diag.List `json:"diagnostics"`
	// Examples and Instances count what the spec was checked against.
	Examples  int `json:"examples"`
	Instances int `json:"instances"`
	// Suggested are example statements that need a rule which no example of the spec needs.
	Suggested []string `json:"suggested,omitempty"`
	// Open names in words what there was not enough work for.
	Open []string `json:"open,omitempty"`
	// Stopped is the reason if ctx ended the check.
	Stopped model.Reason `json:"-"`
}

// Look checks a spec and those of its examples without [Mistakes]. The error is a [solve.Fault].
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
		l.crowded()
		l.blindly()
		if o.Techniques {
			l.techniques()
		}
		l.report.Instances = len(l.pool)
	}
	if ctx.Err() != nil {
		l.report.Stopped = model.Ended(ctx)
	}
	return l.report, nil
}

// Bounds of the work.
const (
	choicesEach  = 300        // of the engine for a question; fewer for a large model
	choicesSize  = 3_000_000  // choices times the size of the model
	workEach     = 150_000    // of compiling an instance
	nodesEach    = 60_000     // of its model
	smallWork    = 30_000     // of compiling an instance that every rule is tried on
	conflictWork = 1_000      // for each conflict of the engine
	mostFurther  = 3          // examples beside the spec's own
	workInAll    = 20_000_000 // see spend
)

// options are used for all compiling.
var options = compile.Options{Lint: true, MaxWork: workEach, MaxNodes: nodesEach}

// linter checks one spec.
type linter struct {
	ctx    context.Context
	spec   *check.Spec
	o      Options
	report *Report
	rules  []*dsl.Rule // of the spec's own text, about finds
	spent  int         // work so far, see spend
	most   int         // its bound

	pool   []*try
	bases  []*base
	draws  int
	random *rand.Rand

	known    map[string]*try // by the values of the givens
	repeated int             // draws of known instances

	missed map[*dsl.Rule]bool // rules that some example needs
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

// mentionsFinds reports whether a rule is about finds, not about the input alone.
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

// done reports whether time or work is used up.
func (l *linter) done() bool { return l.ctx.Err() != nil || l.spent >= l.most }

// share gives one of several tasks an even share of the remaining work.
func (l *linter) share(of int, do func()) {
	most := l.most
	l.most = l.spent + (most-l.spent)/of
	do()
	l.most = most
}

// spend counts the work of a search in steps of compiling. A choice costs more for a larger model.
func (l *linter) spend(p *solve.Problem, r *solve.Report) {
	judging := r.Count * p.Work / 5
	l.spent += judging + int(r.Stats.Nodes)*(100+modelSize(p)/4) + int(r.Stats.Conflicts)*conflictWork + int(r.Stats.Propagations)
}

func modelSize(p *solve.Problem) int { return p.Model.BoolCount() + len(p.Model.Ints) }

// compile returns a spec with an input, or nil if that does not fit, breaks a rule about it (refused), or is too much.
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

func (l *linter) ask(p *solve.Problem, q solve.Question) *solve.Report {
	q.AnyObjective = true
	r := solve.Ask(l.ctx, p, l.team(p), q)
	l.spend(p, r)
	if r.Fault != nil {
		panic(r.Fault)
	}
	return r
}

// trivial reports whether the model of an instance has nothing of a rule, so that no answer can break it there.
func trivial(m *model.Model, name string) bool {
	return !slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool {
		return m.Rules[m.Instances[c.Instance].Rule].Name == name
	})
}

func (l *linter) all() []*compile.Example {
	return append(compile.Examples(l.spec), l.o.Examples[:min(len(l.o.Examples), mostFurther)]...)
}

// enough is the number of instances that support a finding. After fitAfter, one is fitted to an answer. The best of
// mostSuggested examples is suggested.
const (
	enough        = 40
	fitAfter      = 40
	mostSuggested = 6
)

// on says how many instances were tried, as in "on 12 instances up to 5×5".
func on(tries []*try) string {
	text := "on " + diag.Count(len(tries), "instance")
	if s := size(tries); s != "" {
		text += " up to " + s
	}
	return text
}

func (l *linter) say(at dsl.Node, what func(*diag.Source, diag.Span, string, string, ...any) *diag.Diagnostic, code, format string, args ...any) *diag.Diagnostic {
	d := what(l.spec.File.Source, at.Span(), code, format, args...)
	l.report.Findings.Add(d)
	return d
}

// lone tries the rules that no example is known to need: whether the others imply them, and what example needs them.
func (l *linter) lone() {
	lone := slices.DeleteFunc(slices.Clone(l.rules), func(r *dsl.Rule) bool { return l.missed[r] })
	for i, r := range lone {
		l.share(len(lone)-i, func() { l.tryRule(r) })
	}
}

// tried groups instances by what became of a rule there.
type tried struct {
	mute    []*try // nothing of the rule is left
	implied []*try // there are solutions without the rule, none of which breaks it
	broken  []*try // a solution without the rule breaks it
	unclear int    // none of these
}

func (l *linter) tryRule(r *dsl.Rule) {
	v := breaking(l.spec, r)
	if v == nil {
		return // the rule is more than a condition
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

// tautology reports whether the compiler proves for each instance that nothing can break the rule.
func (l *linter) tautology(r *dsl.Rule, tries []*try) bool {
	return !slices.ContainsFunc(tries, func(t *try) bool {
		return !slices.ContainsFunc(t.problem.Warnings.All(), func(d *diag.Diagnostic) bool {
			return d.Code == "rule-always-true" && d.Span == r.Name.Span()
		})
	})
}

func hold(examples int) string {
	if examples == 1 {
		return "the only one holds"
	}
	return fmt.Sprintf("all %d hold", examples)
}

// breakRule looks for instances with an answer that breaks only this rule, and suggests the best as an example.
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

// impliedBy returns another rule that alone implies a rule on instances, or nil.
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

// only returns the spec with no rules about finds of its own but these.
func (l *linter) only(rules ...*dsl.Rule) *check.Spec {
	rest := slices.DeleteFunc(slices.Clone(l.rules), func(r *dsl.Rule) bool { return slices.Contains(rules, r) })
	return without(l.spec, rest...)
}

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

// never reports rules that nothing meets, if the spec has no solution anywhere.
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

// valueless reports objectives that have a value in no solution of the rules.
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
