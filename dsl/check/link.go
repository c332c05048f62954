package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/linkformat"
	"nazo/internal/alg"
)

// answerKinds are the kinds of answers in a link statement, each with the finds that it can draw.
var answerKinds = map[string]struct {
	expected string
	fits     func(*Type) bool
}{
	"shade":  {"a set of cells, or a value for each cell", onCells},
	"number": {"a set of cells, or a value for each cell", onCells},
	"line":   {"a path, a cycle, links, a set of edges, or a value for each edge", onEdges},
	"border": {"regions, a set of edges, or a value or a set for each cell", onBorders},
	"point":  {"a set of points", onCells},
	"slant":  {"a set of edges from corner to corner of a cell", onEdges},
}

func onCells(t *Type) bool {
	return t.Kind == Set && t.Elem.is(Cell) || t.Kind == Array && len(t.Keys) == 1 && t.Keys[0].is(Cell)
}

func onEdges(t *Type) bool {
	return t.Kind == Route || t.Kind == Set && t.Elem.is(Edge) || t.Kind == Array && len(t.Keys) == 1 && t.Keys[0].is(Edge)
}

func onBorders(t *Type) bool { return t.isWhole() || onEdges(t) || onCells(t) || t.Kind == Array }

// isTypeID reports whether a text can be the name of a puzzle type in a link.
func isTypeID(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-'
	})
}

// link checks how the site puzz.link writes the puzzle. Its words must be known, and they must refer to
// givens or finds.
func (c *checker) link(s *dsl.Link) {
	ids := map[string]bool{}
	for _, id := range s.IDs {
		if ids[id.Value] {
			c.warnf(id, "link-twice", "%q stands here twice", id.Value)
		}
		ids[id.Value] = true
		if !isTypeID(id.Value) && !ofOtherSite(id) {
			c.errorf(id, "link-id", "%q is no name of a type in a link", id.Value).Expect("letters, digits, - and _")
		}
	}
	if !c.linkSite(s) {
		return
	}
	for _, f := range s.Flags {
		c.linkFlag(f)
	}
	var layout linkformat.Layout
	for _, p := range s.Parts {
		known := c.linkPart(p)
		if IsBoardSize(p.Format.Text) || !known {
			continue
		}
		layout = append(layout, linkformat.Part{Format: p.Format.Text, Domain: nameOf(p.Domain)})
		if err := layout.Check(); err != nil {
			c.errorf(p, "link-part", "%v", err)
			return
		}
	}
	answers := map[[2]string]bool{}
	for _, a := range s.Answers {
		c.linkAnswer(a)
		c.linkBy(s, a)
		key := [2]string{a.Kind.Text, a.Find.Text}
		if answers[key] {
			c.warnf(a, "link-twice", "`%s` is drawn as %s already", a.Find.Text, a.Kind.Text)
		}
		answers[key] = true
	}
}

// ofOtherSite reports whether an id is the name of another site than puzz.link, maybe with a genre: "kudamono GENRE".
func ofOtherSite(id *dsl.StringLit) bool {
	site, _, _ := strings.Cut(id.Value, " ")
	return slices.Contains(linkformat.OtherSites(), site)
}

// linkSite checks that a statement for another site has bindings only, and one for puzz.link none. It returns false if
// nothing is left to check.
func (c *checker) linkSite(s *dsl.Link) bool {
	other := slices.ContainsFunc(s.IDs, ofOtherSite)
	if !other {
		for _, b := range s.Bindings {
			c.errorf(b.Kind, "link-site", "a part of a puzz.link address begins with a format, such as num16").
				Helpf("parts that begin with a text are for other sites: link %q", strings.Join(linkformat.OtherSites(), "\", \""))
		}
		return len(s.Bindings) == 0
	}
	for _, p := range s.Parts {
		c.errorf(p, "link-site", "a link of %s has no part `%s`", s.IDs[0].Value, p.Format.Text).
			Expect(`"KIND" FIELD GIVEN, such as "killercage" (value, cells) cage`)
	}
	for _, f := range s.Flags {
		c.errorf(f.Name, "link-site", "flags are for addresses of puzz.link")
	}
	for _, a := range s.Answers {
		c.errorf(a.Kind, "link-site", "answers are for addresses of puzz.link")
	}
	for _, b := range s.Bindings {
		if b.Target != nil {
			c.linkTable(b.Table, []*Type{c.linkTarget(b.Target)})
		}
	}
	return false
}

func (c *checker) linkFlag(f *dsl.LinkFlag) {
	if len(f.Name.Text) != 1 || f.Name.Text < "a" || f.Name.Text > "z" {
		c.errorf(f.Name, "link-flag", "`%s` is no flag", f.Name.Text).Expect("a letter from a to z")
	}
	switch given := f.Given.(type) {
	case *dsl.Bad, *dsl.NoneLit:
		return
	case *dsl.BoolLit:
		if given.Value {
			return
		}
	case *dsl.Name:
		if t := c.linkGiven(given); !t.bad() && t.Kind != Bool {
			c.wrongType(given, "true or false", t)
		}
		return
	}
	c.errorf(f.Given, "link-flag", "this says nothing of the flag `%s`", f.Name.Text).
		Expect("a given that is true where the flag is there, none if the flag changes nothing, or true if it is always there")
}

// These words are the size of the board, which precedes the body of an address.
const (
	BoardColumns = "columns"
	BoardRows    = "rows"
)

// IsBoardSize reports whether a word is part of the size of the board rather than a format.
func IsBoardSize(word string) bool { return word == BoardColumns || word == BoardRows }

// linkPart checks a part of the body. known is false if one of its words is unknown.
func (c *checker) linkPart(p *dsl.LinkPart) (known bool) {
	known = c.linkWord(p.Format, "format", append(linkformat.Formats(), BoardColumns, BoardRows))
	if p.Domain != nil {
		known = c.linkWord(p.Domain, "domain", linkformat.Domains()) && known
	}
	types := alg.Map(p.Targets, c.linkTarget)
	if linkformat.IsBorder(p.Format.Text) && len(types) == 2 {
		if t := types[1]; !t.bad() && !t.isNone() && (t.Kind != Set || t.Elem.Kind != Edge) {
			c.wrongType(p.Targets[1], "a set of edges, the borders that end inside of a room", t)
		}
		types = types[:1]
	}
	domain := linkformat.DefaultDomain(p.Format.Text)
	if p.Domain != nil {
		domain = p.Domain.Text
	}
	if linkformat.GroupsOf(domain) != nil && len(types) > 1 { // each mark belongs to one of the targets
		types = types[:1]
	}
	c.linkTable(p.Table, types)
	return known
}

// linkWord checks a word of a fixed vocabulary and reports whether it is known.
func (c *checker) linkWord(word *dsl.Name, what string, known []string) bool {
	if slices.Contains(known, word.Text) {
		return true
	}
	d := c.errorf(word, "link-word", "there is no %s `%s`", what, word.Text).Suggest(diag.Nearest(word.Text, known))
	if d.Suggestion == "" {
		d.Expect("one of " + strings.Join(known, ", "))
	}
	return false
}

// linkTarget checks the target of a part: a given, maybe with a key, or a constant.
func (c *checker) linkTarget(x dsl.Expr) *Type {
	switch x := x.(type) {
	case *dsl.Name:
		return c.linkGiven(x)
	case *dsl.Index:
		if name, ok := x.X.(*dsl.Name); ok {
			if t := c.linkGiven(name); !t.bad() {
				return c.valueAt(name, t, x.Keys)
			}
			return badType
		}
		c.errorf(x, "unknown-given", "only a given has keys here").Expect("GIVEN[KEY]")
	}
	return badType
}

func (c *checker) linkGiven(name *dsl.Name) *Type {
	s := c.refer(name)
	if s == nil || s.role != RoleGiven {
		c.unknownGiven(name, s, "a link gives values to givens")
		return badType
	}
	return cmp.Or(s.typ, badType)
}

func (c *checker) linkAnswer(a *dsl.LinkAnswer) {
	kind, known := answerKinds[a.Kind.Text]
	if !known {
		c.linkWord(a.Kind, "kind of answer", AnswerKinds())
	}
	s := c.refer(a.Find)
	if s == nil || s.role != RoleFind {
		c.unknownFind(a.Find)
		return
	}
	c.spec.shown[a.Find.Text] = true
	t := cmp.Or(s.typ, badType)
	if known && !t.bad() && !kind.fits(t) {
		d := c.wrongType(a.Find, kind.expected, t)
		if t.Kind == Array && t.Elem.Kind == Set {
			d.Helpf("what is drawn does not say which cell is of which of these sets; find the set of all of them, too, with a rule `NAME = union(%s)`, and let that be drawn: "+
				"finds that are not drawn are looked for", a.Find.Text)
		}
	}
	if a.Optional && !t.bad() && t.Kind != Array {
		c.wrongType(a.Find, "a value for each cell, where some need not be drawn", t)
	}
	c.linkTable(a.Table, []*Type{t})
}

// linkBy checks the name after "by", which tells what need not be drawn: a given, or another drawn find.
func (c *checker) linkBy(s *dsl.Link, a *dsl.LinkAnswer) {
	if a.By == nil {
		return
	}
	if a.Kind.Text != "shade" && a.Kind.Text != "border" {
		c.errorf(a.By, "link-by", "`by` is for what is drawn as shade or border, and this is drawn as %s", a.Kind.Text)
		return
	}
	var names []string
	for _, other := range s.Answers {
		if other != a && other.By == nil {
			names = append(names, other.Find.Text)
		}
	}
	by := c.refer(a.By)
	if by == nil || by.role != RoleGiven && !slices.Contains(names, a.By.Text) {
		c.errorf(a.By, "link-by", "`%s` is no given, and no other find that is drawn", a.By.Text).
			Suggest(diag.Nearest(a.By.Text, append(names, c.namesOf(RoleGiven)...)))
		return
	}
	if t := cmp.Or(by.typ, badType); !t.bad() && !onCells(t) {
		c.wrongType(a.By, "a set of cells, or a value for each cell", t)
	}
}

// linkTable checks a table of marks and values. Names in a mark are variables for numbers, or
// directions. Other names in a value are labels or directions.
func (c *checker) linkTable(table []*dsl.LinkCase, types []*Type) {
	for _, l := range table {
		numbers := map[string]bool{}
		c.linkPattern(l.Mark, func(n *dsl.Name) {
			if s := c.values[n.Text]; s != nil && s.role == RoleLabel {
				c.errorf(n, "link-mark", "`%s` is a label, and here stands what the link has", n.Text).
					Helpf("a table is {MARK: VALUE, …}")
			}
			if _, direction := constants[n.Text]; !direction {
				numbers[n.Text] = true
			}
		})
		c.linkPattern(l.Value, func(n *dsl.Name) {
			s := c.values[n.Text]
			if !numbers[n.Text] && s != nil && s.role == RoleLabel {
				c.record.use(n, c.src, s)
			}
			if _, constant := constants[n.Text]; !numbers[n.Text] && !constant && (s == nil || s.role != RoleLabel) && !wordsIn(types) {
				c.errorf(n, "unknown-name", "there is no label `%s`, and the mark has no number of that name", n.Text).
					Suggest(diag.Nearest(n.Text, c.visibleValues()))
			}
		})
		if tuple, ok := l.Value.(*dsl.Tuple); len(types) > 1 && (!ok || len(tuple.Elems) != len(types)) {
			c.errorf(l.Value, "wrong-count", "this is one value for %s", counted(len(types), "given")).
				Expect("a tuple: (VALUE, VALUE)")
		}
	}
}

// wordsIn reports whether a type has words without a declaration: any labels, or letters of shapes.
func wordsIn(types []*Type) bool {
	return slices.ContainsFunc(types, func(t *Type) bool {
		for t.elements() != nil && t.elements() != t {
			t = t.elements()
		}
		label := t.alternative(Label)
		return t.bad() || label != nil && len(label.Enums) == 0 || t.alternative(Shape) != nil
	})
}

// linkPattern checks one side of a case: numbers, texts, names, their sums and products, and tuples and
// lists. It calls name for each name.
func (c *checker) linkPattern(x dsl.Expr, name func(*dsl.Name)) {
	all := func(parts ...dsl.Expr) {
		for _, p := range parts {
			c.linkPattern(p, name)
		}
	}
	switch x := x.(type) {
	case *dsl.IntLit, *dsl.BoolLit, *dsl.NoneLit, *dsl.StringLit, *dsl.Bad:
		return
	case *dsl.Name:
		if x.Text != "?" {
			name(x)
		}
		return
	case *dsl.Tuple:
		all(x.Elems...)
		return
	case *dsl.ListLit:
		all(x.Elems...)
		return
	case *dsl.Binary:
		if x.Op == dsl.OpAdd || x.Op == dsl.OpSub || x.Op == dsl.OpMul {
			all(x.X, x.Y)
			return
		}
	}
	c.errorf(x, "link-pattern", "this is no part of a table").
		Expect("a number, ?, a label, none, true, false, a sum or product such as 2 * n + 1, or a tuple or a list of these")
}

// AnswerKinds lists the kinds of answers in a link statement, sorted.
func AnswerKinds() []string { return slices.Sorted(maps.Keys(answerKinds)) }
