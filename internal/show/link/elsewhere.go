package link

import (
	"fmt"
	"regexp"
	"slices"

	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/show/sites"
)

// PuzzLink is what links with a type of their own are called, where the names of other sites stand.
const PuzzLink = "puzz.link"

// Sites returns the names of the sites whose links can be written, for any spec.
func Sites() []string { return append([]string{PuzzLink}, sites.Writable()...) }

// SitesOf returns the names of the sites whose links a spec's instances may have.
func SitesOf(spec *check.Spec) (names []string) {
	for _, name := range Sites() {
		if slices.ContainsFunc(Statements(spec), func(s *Statement) bool { return s.isFor(name) }) {
			names = append(names, name)
		}
	}
	return names
}

// isFor reports whether a statement says how a site has the puzzle.
func (s *Statement) isFor(site string) bool {
	if site == PuzzLink {
		return len(s.Parts) > 0
	}
	return s.Names(site) && len(s.Bindings) > 0
}

// Lost returns the names of the givens that a link of a site does not have as they were when it was written. evaluate
// reads the givens from the instance of the link.
func Lost(spec *check.Spec, text string, values []instance.Given, evaluate func(*instance.Instance) ([]instance.Given, error)) (names []string, err error) {
	read, err := Read(spec, diag.NewSource("link", text))
	var again []instance.Given
	if err == nil {
		again, err = evaluate(read.Instance)
	}
	if err != nil {
		return nil, fmt.Errorf("the link that would be it can't be read back: %w", err)
	}
	after := map[string]value.Value{}
	for _, g := range again {
		after[g.Name] = g.Value
	}
	same := func(a, b string) bool { return a == b || unordered(a) == unordered(b) }
	never := func(value.Value) bool { return false }
	for _, g := range values {
		if !same(comparable(spec, g, never), comparable(spec, instance.Given{Name: g.Name, Value: after[g.Name]}, never)) {
			names = append(names, g.Name)
		}
	}
	return names, nil
}

// unordered returns the text of a list with the cells of each pair with a value in order. A dot between two cells does not
// tell which of them comes first.
func unordered(text string) string {
	valuedPair := regexp.MustCompile(`(?m)^( +\d+) (r\d+c\d+) (r\d+c\d+)$`) // two cells with a value, in a list
	return valuedPair.ReplaceAllStringFunc(text, func(line string) string {
		m := valuedPair.FindStringSubmatch(line)
		return m[1] + " " + min(m[2], m[3]) + " " + max(m[2], m[3])
	})
}

// Digits returns the numbers that an answer has in the cells, as sites check them: those of the first find with a number
// for each cell of a board, in reading order. It is nil if there is none.
func Digits(finds []judge.Find, values []value.Value) []sites.Value {
	for i, f := range finds {
		a, ok := values[i].(*value.Array)
		if !ok || f.Chosen || a.Board == nil || a.Board.Points || len(a.Values) != a.Board.Rows*a.Board.Cols {
			continue
		}
		out := make([]sites.Value, len(a.Values))
		for i, v := range a.Values {
			n, ok := v.(value.Int)
			if !ok {
				out = nil
				break
			}
			out[i] = int(n)
		}
		if out != nil {
			return out
		}
	}
	return nil
}

// solutionOf returns the solution in a document as values, or nil.
func solutionOf(doc *sites.Document) []value.Value {
	if len(doc.Solution) != doc.Rows*doc.Columns {
		return nil
	}
	out := make([]value.Value, len(doc.Solution))
	some := false
	for i, v := range doc.Solution {
		out[i] = value.None{}
		if n, ok := v.(int); ok && n > 0 {
			out[i], some = value.Int(n), true
		}
	}
	if !some {
		return nil
	}
	return out
}

// Differs returns a sentence if the solution that a link tells is not an answer that was found, or "".
func Differs(told []value.Value, finds []judge.Find, found []value.Value) string {
	digits := Digits(finds, found)
	if len(told) == 0 || len(digits) != len(told) {
		return ""
	}
	for i, v := range told {
		if n, ok := v.(value.Int); ok && digits[i] != sites.Value(int(n)) {
			columns := boardColumns(finds, found)
			return fmt.Sprintf("the link has another solution: at r%dc%d it has %d, and nazo finds %v", i/columns+1, i%columns+1, n, digits[i])
		}
	}
	return ""
}

// boardColumns returns the columns of the board of [Digits].
func boardColumns(finds []judge.Find, values []value.Value) int {
	for i, f := range finds {
		if a, ok := values[i].(*value.Array); ok && !f.Chosen && a.Board != nil && !a.Board.Points {
			return a.Board.Cols
		}
	}
	return 1
}
