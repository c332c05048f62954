package lint

import (
	"fmt"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/givens"
	"nazo/solve"
)

// mostExpected is the most solutions that a suggested example expects.
const mostExpected = 20

// suggestion is an example that some rule is missed in.
type suggestion struct {
	text string
	rank int // the lower the better
}

// suggest makes an example of an instance in which an answer breaks nothing but one rule; nil if it expects too many solutions,
// can't be written, or does not miss the rule after all. without is the spec without the rule.
func (l *linter) suggest(r *dsl.Rule, without *check.Spec, t *try) *suggestion {
	if without == nil || len(l.spec.Objectives) > 0 {
		return nil
	}
	found := l.ask(t.problem, solve.Question{Limit: mostExpected + 1, Keep: 1})
	if !found.Exhausted {
		return nil
	}
	expected := "no solution"
	if found.Count > 0 {
		expected = plural(found.Count, "solution")
	}
	text := fmt.Sprintf("example %s %s: expect %s\n", `"`+r.Name.Value+`"`, assignments(l.spec, t), expected)
	e := exampleOf(text)
	if e == nil || l.outcome(l.spec, e) != met || l.outcome(without, e) != missed {
		return nil
	}
	return &suggestion{text, 100*max(found.Count-1, 1-found.Count) + unhandy(t)}
}

// unhandy is how far from one that is quickly looked over a board is.
func unhandy(t *try) int {
	const handy = 12 // cells
	b := largest(t.problem.Givens)
	switch {
	case b == nil:
		return 0
	case min(b.Rows, b.Cols) == 1:
		return 20 + b.Rows*b.Cols
	}
	return max(b.Rows*b.Cols-handy, handy-b.Rows*b.Cols)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// assignments are the values of an instance as an example has them.
func assignments(spec *check.Spec, t *try) string {
	var said []givens.Given
	for _, g := range t.problem.Givens {
		if t.said[g.Name] {
			said = append(said, g)
		}
	}
	var parts []string
	for line := range strings.SplitSeq(strings.TrimSpace(givens.Text(spec, said)), "\n") {
		switch name, rows := strings.CutSuffix(line, ":"); {
		case strings.HasPrefix(line, " "): // one of the rows of the part before
			last := &parts[len(parts)-1]
			*last = strings.TrimSuffix(*last, quotes) + line + "\n" + quotes
		case rows:
			parts = append(parts, name+" = "+quotes+"\n"+quotes)
		case line != "":
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, ", ")
}

// quotes are what rows stand in.
const quotes = `"""`

// exampleOf reads an example; nil if it can't be read.
func exampleOf(text string) *compile.Example {
	src := diag.NewSource("suggested", text)
	file, problems := dsl.Parse(src)
	if problems.HasErrors() || len(file.Stmts) != 1 {
		return nil
	}
	stmt, ok := file.Stmts[0].(*dsl.Example)
	if !ok {
		return nil
	}
	in := givens.Input{Instance: &instance.Instance{Source: src, Entries: stmt.Givens}}
	return compile.NewExample("suggested", in, stmt, src)
}
