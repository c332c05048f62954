package check

import (
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// Resolver finds the spec of a use statement by its name.
type Resolver func(name string) (*dsl.File, error)

// merger puts the statements of a spec and of those it uses into one list.
type merger struct {
	spec  *Spec
	uses  Resolver
	diags *diag.List
	open  []string        // the specs that are being merged, outermost first
	done  map[string]bool // the specs that have been
}

// merge builds the list of statements. Each used spec is merged once, where it
// is used first.
func merge(file *dsl.File, uses Resolver, diags *diag.List) *Spec {
	m := &merger{spec: &Spec{File: file}, uses: uses, diags: diags, done: map[string]bool{}}
	m.header(file)
	m.open = append(m.open, m.spec.Name)
	for _, stmt := range file.Stmts {
		m.add(stmt, file.Source, true)
	}
	return m.spec
}

// header reads the puzzle statement, which is the first.
func (m *merger) header(file *dsl.File) {
	var first *dsl.Puzzle
	for i, stmt := range file.Stmts {
		p, ok := stmt.(*dsl.Puzzle)
		if !ok {
			continue
		}
		switch {
		case first != nil:
			m.diags.Add(diag.Errorf(file.Source, p.Span(), "second-puzzle", "a spec has one puzzle statement").
				Note(file.Source, first.Span(), "the first is here"))
		case i > 0:
			m.diags.Add(diag.Errorf(file.Source, p.Span(), "late-puzzle", "the puzzle statement comes first"))
		}
		if first == nil && p.Name != nil {
			first, m.spec.Name = p, p.Name.Text
			if p.About != nil {
				m.spec.About = p.About.Value
			}
		}
	}
	if first == nil {
		var at diag.Span
		if len(file.Stmts) > 0 {
			at = diag.Span{Start: file.Stmts[0].Span().Start, End: file.Stmts[0].Span().Start}
		}
		m.diags.Add(diag.Errorf(file.Source, at, "missing-puzzle", "the spec does not say which puzzle it is").
			Expect(`puzzle NAME "what it is" as the first statement`))
	}
}

func (m *merger) add(stmt dsl.Stmt, src *diag.Source, own bool) {
	switch stmt := stmt.(type) {
	case *dsl.Use:
		m.use(stmt, src)
	case *dsl.Puzzle:
		if own {
			m.spec.add(stmt, src)
		}
	case *dsl.Example:
		if own {
			m.spec.add(stmt, src)
		}
	default:
		m.spec.add(stmt, src)
	}
}

func (m *merger) use(use *dsl.Use, src *diag.Source) {
	if use.Name == nil {
		return
	}
	name := use.Name.Text
	if slices.Contains(m.open, name) {
		d := diag.Errorf(src, use.Name.Span(), "use-cycle", "`%s` would use itself", name)
		if len(m.open) > 1 {
			d.Help = fmt.Sprintf("the chain of uses is %s", chain(append(slices.Clone(m.open), name)))
		}
		m.diags.Add(d)
		return
	}
	if m.done[name] {
		return
	}
	m.done[name] = true
	if m.uses == nil {
		m.diags.Add(diag.Errorf(src, use.Name.Span(), "unknown-spec", "there is no other spec here to use"))
		return
	}
	file, err := m.uses(name)
	if err != nil || file == nil {
		d := diag.Errorf(src, use.Name.Span(), "unknown-spec", "the spec `%s` can't be used", name)
		if err != nil {
			d.Help = err.Error()
		}
		m.diags.Add(d)
		return
	}
	m.open = append(m.open, name)
	for _, stmt := range file.Stmts {
		m.add(stmt, file.Source, false)
	}
	m.open = m.open[:len(m.open)-1]
}

func chain(names []string) string { return strings.Join(names, " → ") }
