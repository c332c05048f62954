// Package link stands between a spec's link statements and the addresses of puzzles on puzz.link: an
// address becomes the values of givens and the values of givens an address; an answer becomes what is
// drawn on the site's board, and a drawn board the values of finds.
//
// What the words of a link statement mean for the body of an address is for link/format, which
// knows no spec; how an instance is compiled and an answer judged is for others.
package link

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/link/format"
)

// Statement is a link statement, together with its spec.
type Statement struct {
	*dsl.Link
	Spec   *check.Spec
	Source *diag.Source // of the statement
}

// Statements are the link statements of a spec, in order; where it has none, those of the specs it uses.
func Statements(spec *check.Spec) []*Statement {
	var own, used []*Statement
	for _, l := range spec.Links {
		s := &Statement{l.Stmt, spec, l.Source}
		if l.Source == spec.File.Source {
			own = append(own, s)
		} else {
			used = append(used, s)
		}
	}
	if len(own) > 0 {
		return own
	}
	return used
}

// Names reports whether an id or alias of a type is one of the statement's.
func (s *Statement) Names(id string) bool {
	return slices.ContainsFunc(s.IDs, func(l *dsl.StringLit) bool { return l.Value == id })
}

// Declared are the ids and aliases of the types that the text of a spec has link statements for. They are found by its
// text: no spec is parsed to know which one an address is for.
func Declared(text string) (ids []string) {
	for line := range strings.Lines(text) {
		rest, found := strings.CutPrefix(line, "link ")
		for found {
			rest = strings.TrimLeft(rest, " \t,")
			var quoted string
			if rest, found = strings.CutPrefix(rest, `"`); found {
				quoted, rest, found = strings.Cut(rest, `"`)
			}
			if found {
				ids = append(ids, quoted)
			}
		}
	}
	return ids
}

// Declares reports whether the text of a spec has a link statement for a type.
func Declares(text, id string) bool { return slices.Contains(Declared(text), id) }

// Reading is what an address says.
type Reading struct {
	*Statement
	URL format.URL
	// Instance has the values of the givens that the statement mentions.
	Instance *instance.Instance
	// Notes say what of the address is ignored, as the site ignores it: sentences for people, with the place where it stands.
	Notes []string
}

// ParseURL reads the head of an address. The error is a diagnostic.
func ParseURL(src *diag.Source) (format.URL, error) {
	u, err := format.Parse(src.Text)
	return u, problemOf(src, 0, err)
}

// problemOf is the error of a text as a diagnostic at its place, which counts from an offset of the source.
func problemOf(src *diag.Source, from int, err error) error {
	var bad *format.Error
	if !errors.As(err, &bad) {
		return err
	}
	at := min(from+bad.Offset, len(src.Text))
	d := diag.Errorf(src, diag.Span{Start: at, End: min(at+1, len(src.Text))}, "bad-link", "%s", bad.Message)
	d.Help = bad.Advice
	return listOf(d)
}

func listOf(d *diag.Diagnostic) error {
	l := &diag.List{}
	l.Add(d)
	return l
}

// mostSigns bounds how many signs of the sentence around an address are taken off.
const mostSigns = 4

// Read reads an address for a spec that has a statement for its type. If that fails, quotes, brackets and marks
// of a sentence behind the address are taken off. The error has diagnostics.
func Read(spec *check.Spec, src *diag.Source) (*Reading, error) {
	r, err := readWhole(spec, src)
	for text, i := src.Text, 0; i < mostSigns && (err != nil || len(r.Notes) > 0); i++ {
		var ok bool
		if text, ok = format.Shortened(text); !ok {
			break
		}
		if shorter, shortErr := readWhole(spec, diag.NewSource(src.Name, text)); shortErr == nil && (len(shorter.Notes) == 0 || err == nil && len(shorter.Notes) < len(r.Notes)) {
			r, err = shorter, nil
		}
	}
	return r, err
}

func readWhole(spec *check.Spec, src *diag.Source) (*Reading, error) {
	u, err := ParseURL(src)
	if err != nil {
		return nil, err
	}
	var known []string
	for _, s := range Statements(spec) {
		if s.Names(u.Type) {
			return s.read(src, u)
		}
		for _, id := range s.IDs {
			known = append(known, id.Value)
		}
	}
	d := diag.Errorf(src, wordSpan(src, u.Type), "link-type", "this is a link to another type of puzzle: %s", u.Type)
	if len(known) == 0 {
		d.Helpf("the spec has no link statement, which would say how a link writes it")
	} else {
		d.Expect("a link to " + strings.Join(known, " or "))
	}
	return nil, listOf(d)
}

// wordSpan is where a piece of an address stands between its slashes.
func wordSpan(src *diag.Source, word string) diag.Span {
	at := 0
	for _, before := range []string{"?", "/", "="} {
		if i := strings.Index(src.Text, before+word); i >= 0 {
			at = i + 1
			break
		}
	}
	return diag.Span{Start: at, End: min(at+len(word), len(src.Text))}
}

// read reads the rest of an address.
func (s *Statement) read(src *diag.Source, u format.URL) (*Reading, error) {
	if u.Variant != "" {
		d := diag.Errorf(src, wordSpan(src, "v:"+u.Variant), "link-variant", "this link has rules of its own, called %q", u.Variant)
		return nil, listOf(d.Helpf("no spec knows the rules of variants"))
	}
	flags, err := s.flags(src, u)
	if err != nil {
		return nil, err
	}
	layout := s.layout()
	read, notes, err := layout.Read(u.Board(), u.Body)
	if err != nil {
		return nil, problemOf(src, u.Start, err)
	}
	body := diag.Span{Start: u.Start, End: min(u.Start+len(u.Body), len(src.Text))}
	b := &board{Statement: s, Board: u.Board(), src: src}
	b.hear(read, u.Start)
	if err := b.constants(); err != nil {
		return nil, err
	}
	r := &Reading{Statement: s, URL: u, Notes: b.notes(notes), Instance: &instance.Instance{Source: src, At: dsl.At(body)}}
	entry := func(name *dsl.Name, keys []dsl.Expr, v any) {
		a := &dsl.Assign{At: dsl.At(body), Names: []*dsl.Name{{At: dsl.At(body), Text: name.Text}}, Keys: keys, Value: &dsl.Foreign{At: dsl.At(body), Value: v}}
		r.Instance.Entries = append(r.Instance.Entries, a)
	}
	for _, f := range s.Flags {
		if name, ok := f.Given.(*dsl.Name); ok {
			entry(name, nil, constant(flags[f.Name.Text]))
		}
	}
	for _, m := range b.makers() {
		entry(m.name, m.keys, m)
	}
	return r, nil
}

// tellsEnds reports whether the second target of a part has the borders that end inside of a room, which words for rooms can't tell.
func tellsEnds(p *dsl.LinkPart) bool { return format.IsBorder(p.Format.Text) && len(p.Targets) == 2 }

// notes say what of the address is ignored: what the body has too much of, or leaves out, and borders that part nothing.
func (b *board) notes(of []format.Note) (out []string) {
	for _, n := range of {
		out = append(out, n.Message)
	}
	for i, p := range b.body() {
		if len(p.Targets) == 1 && format.IsBorder(p.Format.Text) && b.hasWords(p.Targets[0]) {
			if ends := b.deadEnds(marked(b.said[i].at)); len(ends) > 0 {
				out = append(out, b.endsText(ends))
			}
		}
	}
	return out
}

// hasWords reports whether a target is words for the rooms that borders make.
func (s *Statement) hasWords(target dsl.Expr) bool {
	t := s.staticType(target)
	labels, clue := labelsOf(t)
	return t != nil && elementKind(t) == check.Label && len(labels) == 0 && clue == nil
}

// deadEnds are the borders on whose two sides the same room is. Words for rooms can't tell them.
func (b *board) deadEnds(borders map[format.Place]bool) (ends []format.Place) {
	rooms := format.Rooms(b.Board, borders, b.holes())
	room := func(p format.Place) int { return rooms[p.Y/2][p.X/2] }
	for y := 1; y < 2*b.Rows; y++ {
		for x := 1; x < 2*b.Columns; x++ {
			p := format.Place{X: x, Y: y}
			if before, after := sides(p); borders[p] && room(before) >= 0 && room(before) == room(after) {
				ends = append(ends, p)
			}
		}
	}
	return ends
}

// mostEnds is how many borders that part nothing are named.
const mostEnds = 3

func (b *board) endsText(ends []format.Place) string {
	if len(ends) == 1 {
		return "the border " + b.placeText(ends[0]) + " ends inside of a room, and is ignored"
	}
	var names []string
	for _, p := range ends[:min(len(ends), mostEnds)] {
		names = append(names, b.placeText(p))
	}
	more := ""
	if n := len(ends) - mostEnds; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return "borders end inside of a room, and are ignored: " + strings.Join(names, ", ") + more
}

// flags finds out which flags an address has; one that the statement doesn't know is a mistake, for
// it may change the rules.
func (s *Statement) flags(src *diag.Source, u format.URL) (map[string]bool, error) {
	has := map[string]bool{}
	var known []string
	for _, f := range s.Flags {
		known = append(known, f.Name.Text)
		has[f.Name.Text] = strings.Contains(u.Flags, f.Name.Text)
		if _, always := f.Given.(*dsl.BoolLit); always && !has[f.Name.Text] {
			d := diag.Errorf(src, wordSpan(src, u.Type), "link-flag", "links of this type have the flag %q before the number of columns", f.Name.Text)
			return nil, listOf(d.Helpf("without it the link means something else"))
		}
	}
	for i, c := range u.Flags {
		if slices.Contains(known, string(c)) {
			continue
		}
		span := wordSpan(src, u.Flags)
		d := diag.Errorf(src, diag.Span{Start: span.Start + i, End: span.Start + i + 1}, "link-flag", "the flag %q may change the rules, and the spec says nothing of it", string(c))
		if len(known) > 0 {
			d.Expect("flags " + strings.Join(known, ", "))
		}
		return nil, listOf(d)
	}
	return has, nil
}

// layout is what the body of an address consists of.
func (s *Statement) layout() format.Layout {
	var l format.Layout
	for _, p := range s.body() {
		l = append(l, format.Part{Format: p.Format.Text, Domain: nameOf(p.Domain), Optional: p.Optional})
	}
	return l
}

// body are the parts that stand in the body of an address; columns and rows stand before it.
func (s *Statement) body() []*dsl.LinkPart {
	return slices.DeleteFunc(slices.Clone(s.Parts), func(p *dsl.LinkPart) bool { return isSize(p) })
}

func isSize(p *dsl.LinkPart) bool { return check.IsBoardSize(p.Format.Text) }

// domainOf is the domain of a part: the one that it names, or that of its format.
func domainOf(p *dsl.LinkPart) string {
	if p.Domain == nil {
		return format.DefaultDomain(p.Format.Text)
	}
	return p.Domain.Text
}

func nameOf(n *dsl.Name) string {
	if n == nil {
		return ""
	}
	return n.Text
}
