package compile

import (
	"context"
	"fmt"
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// Options bound the work of compiling.
type Options struct {
	// MaxNodes bounds the nodes, variables and constraints of a model. 0 means ten million.
	MaxNodes int
	// MaxWork bounds the conditions, members of collections and alternatives of choices that compiling visits. 0
	// means no bound.
	MaxWork int
	// LargeRule is the size in nodes, variables and constraints from which a rule gets a warning. 0 means a million.
	LargeRule int
	// LookUp says in which collections members are looked up. It doesn't affect the model.
	LookUp check.JoinWhen
	// Lint asks for warnings that are costly to find.
	Lint bool
	// Seed is the seed for what shuffled draws.
	Seed int64
	// HiddenUnknown makes hidden givens variables of the machine that are known at the start. So one machine serves
	// all deals.
	HiddenUnknown bool
	// Seek, if not nil, returns the possible values of each part of the givens. A part with several values becomes a
	// variable ([Problem.UnknownGivens]). nil leaves the part as it is. Puzzles that move can't have such variables.
	Seek func(instance.Part) []value.Value
	// SeekShape lets sought givens decide the values and keys of finds. Finds then get variables for all possible ones.
	SeekShape bool
	// Fill, if not nil, returns a value, by its type, for a given without one in the input. nil means its default.
	Fill func(name string, t instance.Type) value.Value
	// Separate makes each rule independent of others, which enlarges the model; see [Problem.Separate].
	Separate bool
}

const (
	defaultNodes    = 10_000_000
	defaultElements = 4_000_000
	// defaultLargeRule takes about a second to compile.
	defaultLargeRule = 1_000_000
)

func (o Options) limits() lower.Limits {
	l := lower.Limits{Nodes: o.MaxNodes, Work: o.MaxWork, Elements: defaultElements}
	if l.Nodes == 0 {
		l.Nodes = defaultNodes
	}
	return l
}

// Compile makes a model of a checked spec and an input. If the input does not fit, or a rule about the input alone
// is false, the problem is nil and the list has errors, several in one run. If ctx ends, the list has an error with
// the code "limit-time". If the model exceeds the options, it has one with "limit-size".
func Compile(ctx context.Context, spec *check.Spec, in instance.Input, opt Options) (*Problem, *diag.List) {
	ev := begin(ctx, spec, opt)
	p := &Problem{Name: spec.Name, About: spec.About, Model: ev.Model, program: ev.program, Memo: ev.made, Warnings: &diag.List{}, scopes: &scopes{}}
	ev.Warnings = p.Warnings
	finished := ev.Guard(func() {
		ev.readInput(in)
		if spec.Moving() {
			ev.Model.Machine = &model.Machine{}
		}
		ev.givens()
		if ev.Problems.HasErrors() {
			return
		}
		if spec.Moving() && opt.HiddenUnknown {
			ev.hide()
		}
		ev.declareAll()
		if ev.Problems.HasErrors() {
			return
		}
		if spec.Moving() {
			ev.describe(p)
			ev.machine(p)
			return
		}
		ev.rules()
		p.Objectives = ev.objectives()
		ev.PostAtoms()
		ev.warnLarge()
		ev.describe(p)
	})
	if !finished || ev.Problems.HasErrors() {
		return nil, ev.Problems
	}
	p.starts, p.graphs, p.labels, p.crossing = ev.Starts, ev.Graphs, ev.Labels, ev.Crossing
	p.ruleSources, p.Work = ev.ruleSources, ev.Worked // last, as a machine adds rules
	if ev.BoundsParts() {
		p.separate = func(ctx context.Context) *Problem {
			opt.Separate = true
			apart, _ := Compile(ctx, spec, in, opt)
			return apart
		}
	}
	return p, ev.Problems
}

// Givens returns the values of a spec's givens for an input, without a model. The list has errors as for [Compile].
func Givens(ctx context.Context, spec *check.Spec, in instance.Input, opt Options) ([]instance.Given, *diag.List) {
	ev := begin(ctx, spec, opt)
	ev.Warnings = &diag.List{}
	finished := ev.Guard(func() {
		ev.readInput(in)
		ev.givens()
	})
	if !finished || ev.Problems.HasErrors() {
		return nil, ev.Problems
	}
	return ev.valuesOfGivens(), ev.Problems
}

// begin returns a fresh evaluator.
func begin(ctx context.Context, spec *check.Spec, opt Options) *evaluator {
	ev := newEvaluator(check.Derived(spec, newProgram), model.New())
	ev.Context, ev.Problems, ev.Limits = ctx, &diag.List{}, opt.limits()
	ev.lint, ev.seed, ev.made, ev.seek, ev.fill = opt.Lint, opt.Seed, &library.Memo{}, opt.Seek, opt.Fill
	ev.seekShape, ev.separate = opt.SeekShape, opt.Separate
	ev.lookup = check.NewLookup[value.Alternative](spec, opt.LookUp, ev.Limits.Elements)
	if ev.largeRule = opt.LargeRule; ev.largeRule == 0 {
		ev.largeRule = defaultLargeRule
	}
	return ev
}

// givens computes all givens first, so that all mistakes in the input are reported together.
func (ev *evaluator) givens() { ev.declare(isStmt[*dsl.Given]) }

// declareAll computes the finds or states, so that their variables come first, then the rest.
func (ev *evaluator) declareAll() {
	ev.declare(isStmt[*dsl.Find])
	ev.declare(isStmt[*dsl.State])
	ev.declare(func(dsl.Stmt) bool { return true })
}

func (ev *evaluator) declare(wanted func(dsl.Stmt) bool) {
	for _, name := range ev.program.order {
		g := ev.globals[name]
		if wanted(g.decl.stmt) {
			ev.Attempt(func() { ev.force(g, g.decl.stmt) })
		}
	}
}

func isStmt[S dsl.Stmt](s dsl.Stmt) bool { _, ok := s.(S); return ok }

// describe fills in the public parts of the problem.
func (ev *evaluator) describe(p *Problem) {
	p.Givens = ev.valuesOfGivens()
	p.sayings = map[string]*saying{}
	for _, name := range ev.program.order {
		g := ev.globals[name]
		find := func(keys *dsl.Binders, said *dsl.Said, chosen bool) {
			p.Finds = append(p.Finds, Find{name, chosen, ev.layouts[name], g.decl.stmt.Span(), g.decl.source})
			p.sayings[name] = ev.sayingOf(g.decl.source, keys, said)
		}
		switch s := g.decl.stmt.(type) {
		case *dsl.Find:
			find(s.Keys, s.Said, false)
		case *dsl.Choose:
			find(s.Keys, s.Said, true)
		case *dsl.State:
			p.StateVars = append(p.StateVars, StateVar{Name: name, layout: ev.layouts[name]})
		}
	}
	p.UnknownGivens = ev.soughts
	p.known = map[string]value.Value{}
	for name, g := range ev.globals {
		if v := ev.atHand(name); g.state == ready && value.Known(v) {
			p.known[name] = v
		}
	}
}

// valuesOfGivens returns the givens in the order of the spec.
func (ev *evaluator) valuesOfGivens() (out []instance.Given) {
	for _, name := range ev.program.order {
		if isStmt[*dsl.Given](ev.program.decls[name].stmt) {
			out = append(out, instance.Given{Name: name, Value: ev.atHand(name)})
		}
	}
	return out
}

// atHand returns the value of a name. For a hidden given it is that of the current deal.
func (ev *evaluator) atHand(name string) value.Value {
	for _, s := range ev.secrets {
		if s.name == name {
			return s.known
		}
	}
	return ev.globals[name].value
}

// NewExample returns an example outside of a spec: an input, and a statement from another source with the expectations.
func NewExample(name string, in instance.Input, stmt *dsl.Example, src *diag.Source) *Example {
	e := &Example{Name: name, Input: in, Source: src, Span: stmt.Span()}
	for _, x := range stmt.Expect {
		e.Expect = append(e.Expect, Expectation{x.Kind, x.UpToSymmetry, x.Span(), x, src})
	}
	return e
}

// Example is an instance in a spec and what the spec expects of it.
type Example struct {
	Name    string // "example at line 16" if it has none
	Unnamed bool
	Input   instance.Input
	Expect  []Expectation
	Source  *diag.Source
	Span    diag.Span
}

// String names the example in a sentence: `example "two by two"`, or "example at line 16".
func (e *Example) String() string {
	if e.Unnamed {
		return e.Name
	}
	return fmt.Sprintf("example %q", e.Name)
}

// Text returns the givens of the example as the text of an instance file. The error is that of the context, or has
// diagnostics (*diag.List).
func (e *Example) Text(ctx context.Context, spec *check.Spec) (string, error) {
	values, problems := Givens(ctx, spec, e.Input, Options{})
	if problems.HasErrors() {
		return "", problems
	}
	own := slices.DeleteFunc(slices.Clone(values), func(g instance.Given) bool { return len(e.Input.Instance.Of(g.Name)) == 0 })
	if len(own) == 0 {
		return "", nil
	}
	return instance.Text(spec, own), nil
}

// Expectation is one thing that an example expects.
type Expectation struct {
	Kind         dsl.ExpectKind
	UpToSymmetry bool
	Span         diag.Span
	Stmt         *dsl.Expectation
	Source       *diag.Source
}

// Examples lists the examples of a spec.
func Examples(spec *check.Spec) (out []*Example) {
	for _, placed := range spec.Examples {
		stmt, unnamed := placed.Stmt, placed.Stmt.Name == nil
		name := fmt.Sprintf("example at line %d", placed.Source.Position(stmt.Span().Start).Line)
		if !unnamed {
			name = stmt.Name.Value
		}
		in := instance.Input{Instance: &instance.Instance{Source: placed.Source, Entries: stmt.Givens}}
		e := NewExample(name, in, stmt, placed.Source)
		e.Unnamed = unnamed
		out = append(out, e)
	}
	return out
}
