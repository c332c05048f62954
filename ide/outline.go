package ide

import (
	"strings"

	"nazo/dsl"
)

// Entry is a statement in the outline of a text.
type Entry struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`   // the word that begins the statement
	Detail string `json:"detail"` // what follows, on one line
	Span   Span   `json:"span"`
	Select Span   `json:"select"` // the name, or the first word
}

// Outline lists the statements of a spec that have something to be called by, in the order of the text; of a file of instances the values.
func (d *Document) Outline() []Entry {
	var out []Entry
	add := func(stmt dsl.Node, at Span, name, kind string) {
		if name != "" {
			out = append(out, Entry{name, kind, d.firstLine(Span{Start: at.End, End: stmt.Span().End}), stmt.Span(), at})
		}
	}
	named := func(stmt dsl.Stmt, name *dsl.Name, kind string) {
		if name != nil {
			add(stmt, name.Span(), name.Text, kind)
		}
	}
	if d.written {
		for _, a := range d.read().entries {
			add(a, a.Names[0].Span(), a.Names[0].Text, "given")
		}
		return out
	}
	for _, s := range d.found().file.Stmts {
		switch s := s.(type) {
		case *dsl.Puzzle:
			named(s, s.Name, "puzzle")
		case *dsl.Use:
			named(s, s.Name, "use")
		case *dsl.Given:
			for _, p := range s.Parts {
				named(s, p.Name, "given")
			}
		case *dsl.Let:
			for _, n := range s.Names() {
				named(s, n, "let")
			}
		case *dsl.Def:
			named(s, s.Name, "def")
		case *dsl.Find:
			named(s, s.Name, "find")
		case *dsl.Choose:
			named(s, s.Name, "choose")
		case *dsl.State:
			named(s, s.Name, "state")
		case *dsl.Move:
			named(s, s.Name, "move")
		case *dsl.Player:
			named(s, s.Name, "player")
		case *dsl.Rule:
			if s.Name != nil {
				add(s, s.Name.Span(), s.Name.Value, "rule")
			}
		case *dsl.Example:
			if s.Name != nil {
				add(s, s.Name.Span(), s.Name.Value, "example")
			} else {
				add(s, Span{Start: s.Start, End: s.Start + len("example")}, "example", "example")
			}
		case *dsl.Objective, *dsl.Goal, *dsl.Never:
			word, _, _ := strings.Cut(d.Source.Slice(s.Span()), " ")
			add(s, Span{Start: s.Span().Start, End: s.Span().Start + len(word)}, word, word)
		}
	}
	return out
}

// firstLine is the first line of a stretch of the text, without the signs before it, cut if it is long.
func (d *Document) firstLine(span Span) string {
	const most = 60
	text, _, _ := strings.Cut(strings.TrimLeft(d.Source.Slice(span), " \t\r\n:="), "\n")
	if r := []rune(strings.TrimSpace(text)); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return strings.TrimSpace(text)
}

// Fold is a run of lines that can be folded away, from 0, both included.
type Fold struct {
	First   int  `json:"first"`
	Last    int  `json:"last"`
	Comment bool `json:"comment,omitempty"`
}

// Folds lists statements, grids and comments of several lines.
func (d *Document) Folds() []Fold {
	var out []Fold
	add := func(span Span, comment bool) {
		if first, last := d.Lines.LineOf(span.Start), d.Lines.LineOf(span.End); last > first {
			out = append(out, Fold{first, last, comment})
		}
	}
	if d.written {
		for _, a := range d.read().entries {
			add(a.Span(), false)
		}
		return out
	}
	var comment Span
	tokens := d.tokens()
	for i, t := range tokens {
		if t.Kind == dsl.CommentToken && d.begins(t.Start) {
			if comment.Len() == 0 || d.Lines.LineOf(t.Start) > d.Lines.LineOf(comment.End)+1 {
				add(comment, true)
				comment = t.At.Span()
			}
			comment.End = t.End
		}
		if t.Kind != dsl.CommentToken || i == len(tokens)-1 {
			add(comment, true)
			comment = Span{}
		}
	}
	for _, s := range d.found().file.Stmts {
		add(s.Span(), false)
	}
	return out
}

// begins reports whether nothing but blanks stands before an offset in its line.
func (d *Document) begins(offset int) bool {
	return strings.TrimSpace(d.Source.Text[d.Lines.Start(d.Lines.LineOf(offset)):offset]) == ""
}
