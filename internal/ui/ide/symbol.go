package ide

import (
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/internal/alg"
)

// Highlight is a place where a symbol is named.
type Highlight struct {
	Span    Span `json:"span"`
	Declare bool `json:"declare,omitempty"` // it is declared there
}

// symbolAt returns the symbol that is named at an offset, and the name, or nil.
func (d *Document) symbolAt(offset int) (*check.Symbol, *dsl.Name) {
	if d.written {
		return d.givenAt(offset)
	}
	name, _ := d.nameAt(offset)
	if name == nil {
		return nil, nil
	}
	return d.found().record.SymbolOf(name), name
}

// Definition returns where the thing at an offset is declared. A used spec is declared by its whole text.
func (d *Document) Definition(offset int) (at Location, ok bool) {
	if s, _ := d.symbolAt(offset); s != nil {
		return Location{s.Source.Name, s.Name.Span()}, true
	}
	use, isUse := d.statementAt(offset).(*dsl.Use)
	if d.written || !isUse || use.Name == nil || d.uses == nil {
		return Location{}, false
	}
	src, ok := d.uses(use.Name.Text)
	if !ok {
		return Location{}, false
	}
	return Location{src.Name, Span{}}, true
}

// References lists where the symbol at an offset is named, in the text and in the specs that it uses.
func (d *Document) References(offset int, declaration bool) []Location {
	s, _ := d.symbolAt(offset)
	if s == nil {
		return nil
	}
	var out []Location
	for _, u := range d.record().Uses(s) {
		if declaration || u.Name != s.Name {
			out = append(out, Location{u.Source.Name, u.Name.Span()})
		}
	}
	return out
}

// Highlights lists where the symbol at an offset is named in this text.
func (d *Document) Highlights(offset int) []Highlight {
	s, _ := d.symbolAt(offset)
	if s == nil || d.written {
		return nil
	}
	return d.usesHere(s)
}

func (d *Document) usesHere(s *check.Symbol) (out []Highlight) {
	for _, u := range d.record().Uses(s) {
		if u.Source.Name == d.Source.Name {
			out = append(out, Highlight{u.Name.Span(), u.Name == s.Name})
		}
	}
	return out
}

// Renamable returns the name at an offset if this text declares it. The error says why it can't be renamed.
func (d *Document) Renamable(offset int) (Span, error) {
	s, name := d.symbolAt(offset)
	switch {
	case s == nil:
		return Span{}, fmt.Errorf("there is no name here that the spec declares")
	case s.Role == check.RoleValue:
		return Span{}, fmt.Errorf("`%s` is what the value of a find is called in all that is said of it", name.Text)
	case d.written || s.Source != d.Source:
		return Span{}, fmt.Errorf("`%s` is declared in %s", name.Text, s.Source.Name)
	}
	return name.Span(), nil
}

// Rename returns the edits that rename the symbol at an offset. The error says why that can't be: the new name is
// no name, or the text would then mean something else.
func (d *Document) Rename(offset int, to string) ([]Edit, error) {
	if _, err := d.Renamable(offset); err != nil {
		return nil, err
	}
	tokens := dsl.Scan(to)
	if len(tokens) != 1 || tokens[0].Kind != dsl.WordToken || tokens[0].Text != to {
		return nil, fmt.Errorf("%q is no name: a name has letters, digits and _, and begins with no digit", to)
	}
	if dsl.Reserved(to) {
		return nil, fmt.Errorf("`%s` is a word of the language", to)
	}
	s, name := d.symbolAt(offset)
	if name.Text == to {
		return nil, nil
	}
	edits := alg.Map(d.usesHere(s), func(u Highlight) Edit { return Edit{u.Span, to} })
	after := Open(diag.NewSource(d.Source.Name, Apply(d.Source.Text, edits)), d.uses)
	if !slices.Equal(d.bindings(), after.bindings()) {
		return nil, fmt.Errorf("`%s` already means something where `%s` is used", to, name.Text)
	}
	return edits, nil
}

// bindings returns, for each name of the text in order, the index of the name that declares it. It is -1 for
// names that mean nothing, and -2 for those declared elsewhere. Two texts with the same bindings mean the same.
func (d *Document) bindings() []int {
	place := map[*dsl.Name]int{}
	var names []*dsl.Name
	dsl.Visit(d.found().file, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok {
			place[name] = len(names)
			names = append(names, name)
		}
		return true
	})
	out := make([]int, 0, len(names)+1)
	for _, n := range names {
		at := -1
		if s := d.found().record.SymbolOf(n); s != nil {
			var own bool
			if at, own = place[s.Name]; !own {
				at = -2
			}
		}
		out = append(out, at)
	}
	errors := 0 // a name that is declared twice changes no binding
	for _, p := range d.found().checks.All() {
		if p.Severity == diag.Error {
			errors++
		}
	}
	return append(out, errors)
}

// Entry is a statement in the outline of a text.
type Entry struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`   // the word that begins the statement
	Detail string `json:"detail"` // the rest, on one line
	Span   Span   `json:"span"`
	Select Span   `json:"select"` // the name, or the first word
}

// Outline lists the named statements of a spec, or the values of a file of instances, in the order of the text.
func (d *Document) Outline() (out []Entry) {
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
		case *dsl.Technique:
			if s.Name != nil {
				add(s, s.Name.Span(), s.Name.Value, "technique")
			}
		case *dsl.Example:
			if s.Name != nil {
				add(s, s.Name.Span(), s.Name.Value, "example")
			} else {
				add(s, Span{Start: s.Start, End: s.Start + len("example")}, "example", "example")
			}
		case *dsl.Objective, *dsl.Goal, *dsl.Never, *dsl.Prose:
			word, _, _ := strings.Cut(d.Source.Slice(s.Span()), " ")
			add(s, Span{Start: s.Span().Start, End: s.Span().Start + len(word)}, word, word)
		}
	}
	return out
}

// firstLine returns the first line of a part of the text, without leading signs, shortened if it is long.
func (d *Document) firstLine(span Span) string {
	const most = 60
	text, _, _ := strings.Cut(strings.TrimLeft(d.Source.Slice(span), " \t\r\n:="), "\n")
	if r := []rune(strings.TrimSpace(text)); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return strings.TrimSpace(text)
}

// Fold is a run of lines that can be folded away, counted from 0, both ends included.
type Fold struct {
	First   int  `json:"first"`
	Last    int  `json:"last"`
	Comment bool `json:"comment,omitempty"`
}

// Folds lists statements, grids and comments of several lines.
func (d *Document) Folds() (out []Fold) {
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

// begins reports whether only blanks stand before an offset in its line.
func (d *Document) begins(offset int) bool {
	return strings.TrimSpace(d.Source.Text[d.Lines.Start(d.Lines.LineOf(offset)):offset]) == ""
}
