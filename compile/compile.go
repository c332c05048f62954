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
	// MaxNodes bounds the nodes, variables and constraints of a model. 0 means the default of ten
	// million.
	MaxNodes int
	// MaxWork bounds the conditions, members of collections and alternatives of choices that
	// compiling visits. 0 means no bound.
	MaxWork int
	// LargeRule is from how many nodes, variables and constraints on a rule is warned of; 0 means a million.
	LargeRule int
	// LookUp says in which collections members are looked up. The model is the same.
	LookUp check.JoinWhen
	// Lint asks for warnings that cost time to find out.
	Lint bool
	// Seed is that of what shuffled draws.
	Seed int64
	// HiddenUnknown makes the hidden givens variables of the machine that are known
	// at the start, so that one machine serves all deals.
	HiddenUnknown bool
	// Seek, if not nil, gives the possible values of each part of the givens. A part with several
	// values becomes a variable ([Problem.UnknownGivens]). A part for which it returns nil stays as
	// it is. Puzzles that move can't have such variables.
	Seek func(instance.Part) []value.Value
	// SeekShape lets what is sought decide which values finds may have, and which keys: these then get variables for all that may be.
	SeekShape bool
	// Fill, if not nil, gives a value, by its type, to a given for which the input has none. nil
	// stands for its default.
	Fill func(name string, t instance.Type) value.Value
	// Separate has no rule count on what another says, which makes for a larger model; see [Problem.Separate].
	Separate bool
}

const (
	defaultNodes    = 10_000_000
	defaultElements = 4_000_000
	// defaultLargeRule is what takes a second or so to compile.
	defaultLargeRule = 1_000_000
)

func (o Options) limits() lower.Limits {
	l := lower.Limits{Nodes: o.MaxNodes, Work: o.MaxWork, Elements: defaultElements}
	if l.Nodes == 0 {
		l.Nodes = defaultNodes
	}
	return l
}

// Compile makes a model of a checked spec and an input.
// If the input does not fit, or a rule about the input alone is false, the problem is nil and the
// list has errors, several in one run. If ctx ends, the list has an error with the code
// "limit-time". If the model grows beyond the options, it has one with "limit-size".
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
	p.ruleSources, p.graphs, p.Work = ev.ruleSources, ev.Graphs, ev.Worked // a machine adds rules last
	if ev.BoundsParts() {
		p.separate = func(ctx context.Context) *Problem {
			opt.Separate = true
			apart, _ := Compile(ctx, spec, in, opt)
			return apart
		}
	}
	return p, ev.Problems
}

// Givens are the values of a spec's givens for an input, without a model. Where the input does not fit, or a
// limit is reached, the list has errors, as for [Compile].
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

// begin is the evaluator that nothing has been read into.
func begin(ctx context.Context, spec *check.Spec, opt Options) *evaluator {
	ev := newEvaluator(newProgram(spec), model.New())
	ev.Context, ev.Problems, ev.Limits = ctx, &diag.List{}, opt.limits()
	ev.lint, ev.seed, ev.made, ev.seek, ev.fill = opt.Lint, opt.Seed, &library.Memo{}, opt.Seek, opt.Fill
	ev.seekShape, ev.separate = opt.SeekShape, opt.Separate
	ev.lookup = check.NewLookup[value.Alternative](spec, opt.LookUp, ev.Limits.Elements)
	if ev.largeRule = opt.LargeRule; ev.largeRule == 0 {
		ev.largeRule = defaultLargeRule
	}
	return ev
}

// givens computes the givens, all of them before anything else, so that all that
// is wrong with the input is reported together.
func (ev *evaluator) givens() { ev.declare(isStmt[*dsl.Given]) }

// declareAll computes the finds or states, so that their variables come first,
// then what is left.
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

// describe fills in what others want to know of the problem.
func (ev *evaluator) describe(p *Problem) {
	p.Givens = ev.valuesOfGivens()
	p.sayings = map[string]*saying{}
	for _, name := range ev.program.order {
		g := ev.globals[name]
		switch s := g.decl.stmt.(type) {
		case *dsl.Find:
			p.Finds = append(p.Finds, Find{Name: name, layout: ev.layouts[name], span: s.Span(), source: g.decl.source})
			p.sayings[name] = ev.sayingOf(g.decl.source, s.Keys, s.Said)
		case *dsl.Choose:
			p.Finds = append(p.Finds, Find{Name: name, Chosen: true, layout: ev.layouts[name], span: s.Span(), source: g.decl.source})
			p.sayings[name] = ev.sayingOf(g.decl.source, s.Keys, s.Said)
		}
	}
	for _, name := range ev.program.order {
		if _, ok := ev.program.decls[name].stmt.(*dsl.State); ok {
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

// valuesOfGivens are in the order of the spec.
func (ev *evaluator) valuesOfGivens() (out []instance.Given) {
	for _, name := range ev.program.order {
		if isStmt[*dsl.Given](ev.program.decls[name].stmt) {
			out = append(out, instance.Given{Name: name, Value: ev.atHand(name)})
		}
	}
	return out
}

// atHand is the value of a name; of a given that is hidden, in the deal at hand.
func (ev *evaluator) atHand(name string) value.Value {
	for _, s := range ev.secrets {
		if s.name == name {
			return s.known
		}
	}
	return ev.globals[name].value
}

// NewExample is an example outside of a spec: an input, and a statement from another source that
// says what to expect.
func NewExample(name string, in instance.Input, stmt *dsl.Example, src *diag.Source) *Example {
	e := &Example{Name: name, Input: in, Source: src, Span: stmt.Span()}
	for _, x := range stmt.Expect {
		e.Expect = append(e.Expect, Expectation{x.Kind, x.UpToSymmetry, x.Span(), x, src})
	}
	return e
}

// Example is an instance in a spec and what the spec expects of it.
type Example struct {
	Name    string // "example at line 16" of one that has none
	Unnamed bool
	Input   instance.Input
	Expect  []Expectation
	Source  *diag.Source
	Span    diag.Span
}

// String is what the example is called in a sentence: `example "two by two"`, or "example at line 16".
func (e *Example) String() string {
	if e.Unnamed {
		return e.Name
	}
	return fmt.Sprintf("example %q", e.Name)
}

// Text is the example as the text of an instance: what it gives itself, as files have it. The error is of the context, or has diagnostics
// (*diag.List).
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
func Examples(spec *check.Spec) []*Example {
	var out []*Example
	for _, placed := range spec.Examples {
		stmt := placed.Stmt
		e := &Example{Source: placed.Source, Span: stmt.Span()}
		e.Input.Instance = &instance.Instance{Source: placed.Source, Entries: stmt.Givens}
		if stmt.Name != nil {
			e.Name = stmt.Name.Value
		} else {
			e.Name, e.Unnamed = fmt.Sprintf("example at line %d", placed.Source.Position(stmt.Span().Start).Line), true
		}
		for _, x := range stmt.Expect {
			e.Expect = append(e.Expect, Expectation{x.Kind, x.UpToSymmetry, x.Span(), x, placed.Source})
		}
		out = append(out, e)
	}
	return out
}
