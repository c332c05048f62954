package page

import (
	"strings"

	"nazo/dsl"
	"nazo/givens"
	"nazo/solve"
)

// kept is what was found out about a puzzle: it stays true while only comments, pictures, examples and links of its spec change.
type kept struct {
	key    string
	report *solve.Report // of the question for its verdict
	count  *Count
	open   *open
	// searches are those that can be watched; nil if nobody has asked yet.
	searches []string
}

// mostKept is about how many puzzles something is kept: whoever takes an edit back gets the verdict at once.
const mostKept = 16

// key says what the solutions of a puzzle depend on.
func (t *table) key(values []givens.Given) string {
	var b strings.Builder
	for _, s := range t.spec.Stmts {
		switch s.Stmt.(type) {
		case *dsl.Show, *dsl.Example, *dsl.Link, *dsl.Puzzle:
			continue
		}
		span := s.Stmt.Span()
		b.WriteString(dsl.Essence(s.Source.Slice(span)))
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	b.WriteString(givens.Text(t.spec, values))
	return b.String()
}

// about is what is kept of a puzzle, with room for more.
func (d *Desk) about(key string) *kept {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, k := range d.kept {
		if k.key == key {
			return k
		}
	}
	k := &kept{key: key}
	if d.kept = append(d.kept, k); len(d.kept) > mostKept {
		d.kept = d.kept[1:]
	}
	return k
}

// note changes what is kept.
func (d *Desk) note(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
}
