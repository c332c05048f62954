// Package lint looks over a spec for what is probably not meant: rules that say nothing beyond the others, or that no example
// would miss, givens that change nothing, examples that hardly test anything.
//
// It proves nothing. It leaves a rule out, or turns it into its opposite, and asks the engine about instances: the examples of
// the spec, those that come with it, and others drawn from them ([tries]). What it says is true of those, and it says how many
// they were. How much it asks is bounded by counted work, so that it says the same on every machine.
package lint

import (
	"context"
	"math/rand/v2"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/givens"
	"nazo/model"
	"nazo/solve"
)

// Options say how thoroughly to look.
type Options struct {
	// Engine is asked all questions. It should heed [engine.SolveOptions.Choices].
	Engine engine.Engine
	// Examples are further ones beside the spec's own, such as of the instances that come with it, the best to begin with first.
	Examples []*compile.Example
	// Seed varies the instances that are drawn.
	Seed uint64
}

// Report is what was found.
type Report struct {
	// Findings are warnings and notes with their places.
	Findings *diag.List
	// Examples and Instances count what the spec was held against.
	Examples, Instances int
	// Suggested are statements, examples that need a rule which none of the spec does.
	Suggested []string
	// Open names what the work that may be done was not enough for, in words.
	Open []string
	// Stopped is the reason why ctx ended it; none if it came to its end.
	Stopped engine.Reason
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
func (l *linter) compile(spec *check.Spec, in givens.Input) (p *solve.Problem, refused bool) {
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
	return solve.Team{Engines: []engine.Engine{l.o.Engine}, Mode: solve.InTurn, ChoicesEach: int64(choices)}
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
		l.report.Stopped = engine.Ended(l.ctx)
	}
	return l.report
}
