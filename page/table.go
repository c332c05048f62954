package page

import (
	"context"
	"strings"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/givens"
	"nazo/internal/specs"
	"nazo/solve"
)

// table is the puzzle of a question: its spec, and the instance that is meant.
type table struct {
	question  Question
	spec      *check.Spec
	instances []*instance.Instance
	// input is the instance that is meant. Where the text has none it is that of the first example, if the spec needs one: lent is true then.
	input givens.Input
	lent  bool
	// warnings about the texts.
	warnings diag.List
}

// lay reads the texts of a question. The error has diagnostics if there is a mistake in one of them.
func lay(q Question) (*table, error) {
	t := &table{question: q}
	spec, warnings, err := specs.Parse(q.name(), q.Spec)
	if err != nil {
		return nil, err
	}
	t.spec = spec
	t.warnings.Merge(warnings)
	if strings.TrimSpace(q.Instance) != "" {
		if t.instances, err = givens.Instances(spec, diag.NewSource(inInstance, q.Instance)); err != nil {
			return nil, err
		}
	}
	switch {
	case q.Which < len(t.instances) && q.Which >= 0:
		t.input.Instance = t.instances[q.Which]
	case len(t.instances) > 0:
		t.input.Instance = t.instances[0]
	case t.lacks():
		if all := compile.Examples(spec); len(all) > 0 {
			t.input, t.lent = all[0].Input, true
		}
	}
	return t, nil
}

// lacks reports whether some given has no value unless an instance has one.
func (t *table) lacks() bool {
	for _, g := range t.spec.Givens {
		if g.Stmt.Value == nil {
			return true
		}
	}
	return false
}

// givens are the values of the givens, without a model.
func (t *table) givens(ctx context.Context) ([]givens.Given, error) {
	values, problems := compile.Givens(ctx, t.spec, t.input, compile.Options{})
	if problems.HasErrors() {
		return nil, problems
	}
	return values, nil
}

// compiled is the problem, with its warnings.
func (t *table) compiled(ctx context.Context) (*solve.Problem, error) {
	p, problems := solve.Compile(ctx, t.spec, t.input, compile.Options{})
	if problems.HasErrors() {
		return nil, problems
	}
	t.warnings.Merge(problems)
	t.warnings.Merge(p.Warnings)
	return p, nil
}

// says reports whether the instance has a value for a given.
func (t *table) says(name string) bool { return len(t.entries(name)) > 0 }
