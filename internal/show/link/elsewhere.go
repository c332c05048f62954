package link

import (
	"fmt"
	"regexp"
	"slices"

	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/sites"
)

// PuzzLink is what links with a type of their own are called, where the names of other sites stand.
const PuzzLink = "puzz.link"

// Sites returns the names of the sites whose links can be written, for any spec.
func Sites() []string { return append([]string{PuzzLink}, sites.Writable()...) }

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
	after := byName(again)
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
	digits, _ := digitsOn(finds, values)
	return digits
}

// digitsOn returns the numbers of [Digits] and their board.
func digitsOn(finds []judge.Find, values []value.Value) ([]sites.Value, *value.Board) {
	for i, f := range finds {
		a, ok := values[i].(*value.Array)
		if !ok || f.Chosen || a.Board == nil || a.Board.Points || len(a.Values) != a.Board.Rows*a.Board.Cols {
			continue
		}
		out := alg.Map(a.Values, func(v value.Value) sites.Value {
			if n, ok := v.(value.Int); ok {
				return int(n)
			}
			return nil
		})
		if !slices.Contains(out, nil) {
			return out, a.Board
		}
	}
	return nil, nil
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

// Told compares the solution that a link tells with the answers that were found. same reports whether it is one of them.
// Otherwise note says so in a sentence. It is empty if nothing can be compared.
func Told(told []value.Value, finds []judge.Find, answers []*judge.Answer) (note string, same bool) {
	for _, found := range answers {
		if found.Values == nil {
			continue
		}
		digits, board := digitsOn(finds, found.Values)
		if len(told) == 0 || len(digits) != len(told) {
			return "", false
		}
		differs := func(v, digit sites.Value) bool { n, ok := v.(value.Int); return ok && digit != sites.Value(int(n)) }
		i := 0
		for i < len(told) && !differs(told[i], digits[i]) {
			i++
		}
		if i == len(told) {
			return "", true
		}
		note = fmt.Sprintf("the link has another solution: at r%dc%d it has %v, and nazo finds %v", i/board.Cols+1, i%board.Cols+1, told[i], digits[i])
	}
	return note, false
}
