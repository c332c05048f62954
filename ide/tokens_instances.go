package ide

import (
	"slices"
	"strings"

	"nazo/dsl"
)

// instanceTokens lists the tokens within a stretch of a file of instances: names of givens, values and comments. Rows are values, with whatever they begin.
func (d *Document) instanceTokens(within Span) []SemanticToken {
	var out []SemanticToken
	add := func(at Span, t TokenType) {
		for _, one := range d.byLines(SemanticToken{at, t, 0}) {
			if one.Span.End >= within.Start && one.Span.Start <= within.End {
				out = append(out, one)
			}
		}
	}
	used := map[int]bool{} // lines that an entry has something on
	for _, e := range d.read().entries {
		for _, n := range e.Names {
			add(n.Span(), VariableType)
		}
		value := e.Value.Span()
		last := max(d.Lines.LineOf(value.End), d.Lines.LineOf(e.Start))
		for line := d.Lines.LineOf(e.Start); line <= last; line++ {
			used[line] = true
		}
		if _, rows := e.Value.(*dsl.GridLit); rows {
			add(value, StringType)
			continue
		}
		for _, t := range dsl.Scan(d.Source.Text[value.Start:max(value.Start, d.Lines.end(last))]) { // with a comment behind the value
			if typ, _, ok := d.tokenType(t, nil); ok {
				add(Span{Start: value.Start + t.Start, End: value.Start + t.End}, typ)
			}
		}
	}
	for line := range d.Lines.Count() {
		at := Span{Start: d.Lines.Start(line), End: d.Lines.end(line)}
		if !used[line] && strings.HasPrefix(strings.TrimSpace(d.Source.Slice(at)), "#") {
			add(at, CommentType)
		}
	}
	slices.SortStableFunc(out, func(a, b SemanticToken) int { return a.Span.Start - b.Span.Start })
	return out
}
