package page

import (
	"context"
	"strings"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/internal/specs"
)

// table is a puzzle that is laid for a question.
type table struct {
	*laid
	question Question
}

// lay reads the texts of a question. The error has diagnostics if there is a mistake in one of them.
func lay(q Question) (*table, error) {
	l := &laid{texts: q.texts()}
	t := &table{l, q}
	spec, warnings, err := specs.Parse(q.name(), q.Spec)
	if err != nil {
		return nil, err
	}
	l.spec = spec
	l.found.Merge(warnings)
	if strings.TrimSpace(q.Instance) != "" {
		if l.instances, err = givens.Instances(spec, diag.NewSource(inInstance, q.Instance)); err != nil {
			return nil, err
		}
	}
	switch {
	case q.Which < len(l.instances) && q.Which >= 0:
		l.input.Instance = l.instances[q.Which]
	case len(l.instances) > 0:
		l.input.Instance = l.instances[0]
	case t.lacks():
		if all := compile.Examples(spec); len(all) > 0 {
			l.input, l.lent = all[0].Input, true
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

// says reports whether the instance has a value for a given.
func (t *table) says(name string) bool { return len(t.entries(name)) > 0 }
