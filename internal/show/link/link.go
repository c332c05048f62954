// Package link reads and writes puzz.link addresses by a spec's link statements. It turns an address
// into values of givens and back, and a drawing on the site's board into values of finds and back.
//
// Package linkformat knows the formats in the body of an address, and no spec. Package link maps its
// marks to the spec's values. Compiling and judging are done elsewhere.
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
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/show/sites"
)

// Statement is a link statement with its spec.
type Statement struct {
	*dsl.Link
	Spec   *check.Spec
	Source *diag.Source // the source of the statement

	joined []*Statement // those for the same site in specs that the spec uses, whose bindings it has, too
}

// Statements returns the link statements of a spec, in order. If it has none, it returns those of the specs it uses.
func Statements(spec *check.Spec) []*Statement {
	var own, used []*Statement
	for _, l := range spec.Links {
		s := &Statement{Link: l.Stmt, Spec: spec, Source: l.Source}
		if l.Source == spec.File.Source {
			own = append(own, s)
		} else {
			used = append(used, s)
		}
	}
	if len(own) == 0 {
		return used
	}
	for _, s := range own {
		for _, u := range used {
			if len(s.Bindings) > 0 && slices.ContainsFunc(s.IDs, func(id *dsl.StringLit) bool { return u.Names(id.Value) }) {
				s.joined = append(s.joined, u)
			}
		}
	}
	return own
}

// Names reports whether the statement is for a type, by its id or an alias.
func (s *Statement) Names(id string) bool {
	return slices.ContainsFunc(s.IDs, func(l *dsl.StringLit) bool { return l.Value == id })
}

// Declared returns the ids and aliases of the types for which the text of a spec has link statements. It parses no
// spec, so that finding the spec for an address is fast.
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

// Reading is the content of an address.
type Reading struct {
	*Statement
	URL      linkformat.URL
	Document *sites.Document    // the content of a link of another site, or nil
	Instance *instance.Instance // the values of the givens that the statement mentions
	Notes    []string           // sentences about what is ignored in the address, as the site ignores it, with places
}

// IsLink reports whether a text is meant as a link of puzz.link or of another site.
func IsLink(text string) bool { return linkformat.IsLink(text) || sites.Recognize(text) != "" }

// IsBare reports whether a text is a link only by its letters and digits, and so may be something else.
func IsBare(text string) bool { return sites.Recognize(text) == sites.Digits }

// Names reports whether a spec has a statement for a type.
func Names(spec *check.Spec, id string) bool {
	return slices.ContainsFunc(Statements(spec), func(s *Statement) bool { return s.Names(id) })
}

// Pasted returns the link in a copied text, without the quotes or brackets around it.
func Pasted(text string) string {
	if sites.Recognize(text) != "" {
		return text
	}
	if plain := strings.Trim(text, " \t\r\n\"'<>()“”‘’"); sites.Recognize(plain) != "" {
		return plain
	}
	return linkformat.Pasted(text)
}

// TypeOf returns what the statement for a link is called: the type of a puzz.link address, or the name of another site.
// The error is a diagnostic.
func TypeOf(src *diag.Source) (string, error) {
	if site := sites.TypeOf(src.Text); site != "" {
		return site, nil
	}
	u, err := ParseURL(src)
	return u.Type, err
}

// ParseURL reads the head of an address. The error is a diagnostic.
func ParseURL(src *diag.Source) (linkformat.URL, error) {
	u, err := linkformat.Parse(src.Text)
	return u, problemOf(src, 0, err)
}

// problemOf returns the error of a text as a diagnostic at its place, counted from an offset of the source.
func problemOf(src *diag.Source, from int, err error) error {
	var bad *linkformat.Error
	if !errors.As(err, &bad) {
		return err
	}
	at := min(from+bad.Offset, len(src.Text))
	d := diag.Errorf(src, diag.Span{Start: at, End: min(at+1, len(src.Text))}, "bad-link", "%s", bad.Message)
	d.Help = bad.Advice
	return listOf(d)
}

// mistake returns a diagnostic as an error.
func mistake(src *diag.Source, at diag.Span, code, message string, args ...any) error {
	return listOf(diag.Errorf(src, at, code, message, args...))
}

func listOf(d *diag.Diagnostic) error {
	l := &diag.List{}
	l.Add(d)
	return l
}

const mostSigns = 4 // bounds the signs that are removed from the end of an address

// Read reads an address for a spec that has a statement for its type. If that fails, it removes quotes, brackets and
// punctuation at the end. The error has diagnostics.
func Read(spec *check.Spec, src *diag.Source) (*Reading, error) {
	r, err := readWhole(spec, src)
	for text, i := src.Text, 0; i < mostSigns && (err != nil || len(r.Notes) > 0); i++ {
		var ok bool
		if text, ok = linkformat.Shortened(text); !ok {
			break
		}
		if shorter, shortErr := readWhole(spec, diag.NewSource(src.Name, text)); shortErr == nil && (len(shorter.Notes) == 0 || err == nil && len(shorter.Notes) < len(r.Notes)) {
			r, err = shorter, nil
		}
	}
	return r, err
}

func readWhole(spec *check.Spec, src *diag.Source) (*Reading, error) {
	id, err := TypeOf(src)
	if err != nil {
		return nil, err
	}
	var known []string
	site := sites.Recognize(src.Text)
	for _, s := range Statements(spec) {
		if s.Names(id) {
			if site != "" {
				return s.readSite(src)
			}
			u, err := ParseURL(src)
			if err != nil {
				return nil, err
			}
			return s.read(src, u)
		}
		known = append(known, alg.Map(s.IDs, func(id *dsl.StringLit) string { return id.Value })...)
	}
	if sites.IsDrawing(site) {
		return bare(spec).readSite(src)
	}
	d := diag.Errorf(src, wordSpan(src, id), "link-type", "this is a link to another type of puzzle: %s", id)
	if len(known) == 0 {
		d.Helpf("the spec has no link statement, which would say how a link writes it")
	} else {
		d.Expect("a link to " + strings.Join(known, " or "))
	}
	return nil, listOf(d)
}

// wordSpan returns where a piece of an address stands between its slashes.
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

func (s *Statement) read(src *diag.Source, u linkformat.URL) (*Reading, error) {
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
	b.setReadings(read, u.Start)
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

// tellsEnds reports whether the second target has the borders inside rooms, which words for rooms can't tell.
func tellsEnds(p *dsl.LinkPart) bool {
	return linkformat.IsBorder(p.Format.Text) && len(p.Targets) == 2
}

// notes lists what is ignored in the address: surplus or missing signs of the body, and borders inside rooms.
func (b *board) notes(of []linkformat.Note) (out []string) {
	out = alg.Map(of, func(n linkformat.Note) string { return n.Message })
	for i, p := range b.body() {
		if len(p.Targets) == 1 && linkformat.IsBorder(p.Format.Text) && b.hasWords(p.Targets[0]) {
			if ends := deadEnds(b.Board, marked(b.readings[i].at), b.holes()); len(ends) > 0 {
				out = append(out, b.endsText(ends))
			}
		}
	}
	return out
}

// hasWords reports whether a target has words for the rooms.
func (s *Statement) hasWords(target dsl.Expr) bool {
	t := s.staticType(target)
	labels, clue := labelsOf(t)
	return t != nil && elementKind(t) == check.Label && len(labels) == 0 && clue == nil
}

// deadEnds returns the borders with the same room on both sides, in order.
func deadEnds(b linkformat.Board, borders, holes map[linkformat.Place]bool) (ends []linkformat.Place) {
	rooms := linkformat.Rooms(b, borders, holes)
	for p, is := range borders {
		before, after := p.Beside()
		if !is || !b.Has(before) || !b.Has(after) {
			continue
		}
		if n := rooms[before.Y/2][before.X/2]; n >= 0 && n == rooms[after.Y/2][after.X/2] {
			ends = append(ends, p)
		}
	}
	slices.SortFunc(ends, linkformat.Place.Compare)
	return ends
}

const mostEnds = 3 // bounds the borders inside rooms that a note names

func (b *board) endsText(ends []linkformat.Place) string {
	if len(ends) == 1 {
		return "the border " + b.placeText(ends[0]) + " ends inside of a room, and is ignored"
	}
	names := alg.Map(ends[:min(len(ends), mostEnds)], b.placeText)
	more := ""
	if n := len(ends) - mostEnds; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return "borders end inside of a room, and are ignored: " + strings.Join(names, ", ") + more
}

// flags reads the flags of an address. An unknown flag is a mistake, for it may change the rules.
func (s *Statement) flags(src *diag.Source, u linkformat.URL) (map[string]bool, error) {
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

func (s *Statement) layout() (l linkformat.Layout) {
	for _, p := range s.body() {
		part := linkformat.Part{Format: p.Format.Text, Optional: p.Optional}
		if p.Domain != nil {
			part.Domain = p.Domain.Text
		}
		l = append(l, part)
	}
	return l
}

// body returns the parts in the body of an address. Columns and rows stand before it.
func (s *Statement) body() []*dsl.LinkPart {
	return slices.DeleteFunc(slices.Clone(s.Parts), func(p *dsl.LinkPart) bool { return isSize(p) })
}

func isSize(p *dsl.LinkPart) bool { return check.IsBoardSize(p.Format.Text) }

// domainOf returns the domain of a part: the one that it names, or that of its format.
func domainOf(p *dsl.LinkPart) string {
	if p.Domain == nil {
		return linkformat.DefaultDomain(p.Format.Text)
	}
	return p.Domain.Text
}

// Exact returns the address of an instance if the address keeps all of the instance. evaluate reads the givens
// from the instance of the address, for comparison. The errors are those of [Of], and [Inexact] with a
// [*diag.List] or another error.
func Exact(spec *check.Spec, values []instance.Given, evaluate func(*instance.Instance) ([]instance.Given, error)) (linkformat.URL, error) {
	u, err := Of(spec, values)
	if err != nil {
		return u, err
	}
	read, err := Read(spec, diag.NewSource("link", u.Path()))
	if err != nil {
		return u, &Inexact{URL: u, Err: err}
	}
	again, err := evaluate(read.Instance)
	if err != nil {
		return u, &Inexact{URL: u, Err: err}
	}
	if name := lost(spec, u, values, again); name != "" {
		return u, &Inexact{URL: u, Given: name}
	}
	return u, nil
}

// Inexact is the error of an address that does not keep all of an instance.
type Inexact struct {
	URL   linkformat.URL
	Given string // the given that differs, "" if the address can't be read back
	Err   error  // why not
}

const mostPath = 60 // bounds the characters of an address in messages

// Error is a sentence.
func (e *Inexact) Error() string {
	path := e.URL.Path()
	if len(path) > mostPath {
		path = path[:mostPath-1] + "…"
	}
	if e.Given != "" {
		return fmt.Sprintf("a link can't say what `%s` is: %s, which would be it, has it otherwise", e.Given, path)
	}
	return fmt.Sprintf("a link can't say this instance: %s, which would be it, can't be read back: %v", path, e.Err)
}

// Unwrap returns why the address can't be read back.
func (e *Inexact) Unwrap() error { return e.Err }

// lost returns the name of the first given that an address doesn't keep, by comparing the values written with those
// read. Names of rooms may change, and the place of a clue within its room.
func lost(spec *check.Spec, u linkformat.URL, written, read []instance.Given) string {
	after := byName(read)
	again, err := Of(spec, read)
	same := err == nil && again.Path() == u.Path()
	holes := slices.ContainsFunc(Statements(spec), func(s *Statement) bool { return s.Names(u.Type) && slices.ContainsFunc(s.Parts, isHoles) })
	for _, g := range written {
		parts := partsFor(spec, u.Type, g.Name)
		if same && slices.ContainsFunc(parts, func(p *dsl.LinkPart) bool { return domainOf(p) == "rooms" }) {
			continue
		}
		if holes {
			g.Value = withoutHoles(g.Value, after[g.Name])
		}
		blank := blanks(parts)
		if before, now := comparable(spec, g, blank), comparable(spec, instance.Given{Name: g.Name, Value: after[g.Name]}, blank); before != now {
			return g.Name
		}
	}
	return ""
}

// byName returns the values of givens by their names.
func byName(givens []instance.Given) map[string]value.Value {
	out := map[string]value.Value{}
	for _, g := range givens {
		out[g.Name] = g.Value
	}
	return out
}

// withoutHoles removes words of rooms from the cells that the address puts in no room. They mean nothing there.
func withoutHoles(written, read value.Value) value.Value {
	a, ok := written.(*value.Array)
	b, okRead := read.(*value.Array)
	if !ok || !okRead || !isWords(a) || len(a.Values) != len(b.Values) {
		return written
	}
	values := slices.Clone(a.Values)
	for i, w := range b.Values {
		if value.IsNone(w) {
			values[i] = w
		}
	}
	return value.NewArray(a.Keys, values, a.Board)
}

// partsFor returns the parts about a given in the statements for a type of link.
func partsFor(spec *check.Spec, id, name string) (out []*dsl.LinkPart) {
	for _, s := range Statements(spec) {
		for _, p := range s.Parts {
			for _, target := range p.Targets {
				if x, ok := target.(*dsl.Name); ok && x.Text == name && s.Names(id) {
					out = append(out, p)
				}
			}
		}
	}
	return out
}

// blanks reports whether a table has the mark of nothing for an element of a list. A link leaves these out.
func blanks(parts []*dsl.LinkPart) func(value.Value) bool {
	return func(v value.Value) bool {
		return slices.ContainsFunc(parts, func(p *dsl.LinkPart) bool {
			mark, ok := written(p.Table, v)
			return ok && value.IsNone(mark)
		})
	}
}

// comparable returns the same text for values that a link may confuse, on any board. blank reports what may be
// left out of lists in a list.
func comparable(spec *check.Spec, g instance.Given, blank func(value.Value) bool) string {
	switch v := g.Value.(type) {
	case *value.Array:
		if !isWords(v) {
			break
		}
		text, number := "", map[value.Key]int{}
		for _, w := range v.Values {
			n, met := number[value.KeyOf(w)]
			if value.IsNone(w) {
				n = -1
			} else if !met {
				n = len(number)
				number[value.KeyOf(w)] = n
			}
			text += fmt.Sprint(n, " ")
		}
		return text
	case value.List:
		clues, some := make(value.List, len(v)), false
		for i, w := range v {
			l, nested := w.(value.List)
			if nested {
				w = slices.DeleteFunc(slices.Clone(l), blank)
			}
			clues[i] = w
			some = some || !value.IsNone(w) && (!nested || len(w.(value.List)) > 0)
		}
		if some {
			return instance.Text(spec, []instance.Given{{Name: g.Name, Value: clues}})
		}
		return "" // no clues, however long the side is
	}
	return instance.Text(spec, []instance.Given{g})
}
