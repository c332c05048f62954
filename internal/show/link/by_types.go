package link

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/linkformat"
	"nazo/dsl/value"
	"nazo/internal/show/sites"
)

// completed returns the statement with bindings for all that a drawing has and the statement does not mention. They
// follow from the types of the givens, and from where links of puzz.link have them.
func (s *Statement) completed(doc *sites.Document) *Statement {
	text := s.bindingsByTypes(doc)
	if text == "" {
		return s
	}
	src := diag.NewSource("link "+doc.Site, fmt.Sprintf("link %q: %s\n", doc.Site, text))
	file, problems := dsl.Parse(src)
	if problems.Len() > 0 || len(file.Stmts) != 1 {
		panic(fmt.Sprintf("link: a statement that can't be read: %s: %v", src.Text, problems.Err()))
	}
	made := file.Stmts[0].(*dsl.Link)
	whole := *s.Link
	whole.Bindings = slices.Concat(s.Bindings, made.Bindings)
	return &Statement{Link: &whole, Spec: s.Spec, Source: s.Source, joined: s.joined}
}

// slot is a given, or an element of one, that may take what is drawn.
type slot struct {
	x      dsl.Expr
	target string
	typ    *check.Type
	elem   *check.Type // of one place
	where  []string    // the words for its places, as in [sites.Document.Where]
	part   *dsl.LinkPart
	looks  []look
	rooms  bool // taken by borders
	bound  bool // by the statement itself, so that the number of a style means nothing here
}

// presence reports whether the given is a set of places or a single one.
func (s *slot) presence() bool {
	is := func(t *check.Type) bool { return t.Kind == check.Cell || t.Kind == check.Edge }
	return is(s.typ) || s.typ.Kind == check.Set && is(s.typ.Elem)
}

func (s *slot) border() bool { return s.part != nil && linkformat.IsBorder(s.part.Format.Text) }

// words reports whether the given takes any words, as names of rooms are.
func (s *slot) words() bool {
	return s.elem != nil && s.elem.Kind == check.Label && len(s.elem.Enums) == 0
}

// slots returns the slots of a spec's givens, and those that take the size of the board. Those in a statement for
// puzz.link come first.
func (s *Statement) slots() (all []*slot, size map[string]string) {
	size = map[string]string{}
	known := map[string]bool{}
	looks := usualLooks()
	add := func(x dsl.Expr, p *dsl.LinkPart, where []string) {
		t := s.staticType(x)
		if t == nil {
			return
		}
		s := &slot{x: x, target: Target(x), typ: t, elem: elementOf(t), where: where, part: p, looks: looks}
		if where == nil {
			s.where = placesOf(t)
		}
		if p == nil && s.words() { // rooms, too
			s.where = append(s.where, "side")
		}
		all = append(all, s)
	}
	for _, of := range Statements(s.Spec) {
		for _, p := range of.Parts {
			groups := linkformat.GroupsOf(domainOf(p))
			for i, x := range p.Targets {
				name, _ := splitTarget(x)
				switch {
				case name == nil || Target(x) == "":
				case isSize(p):
					size[p.Format.Text] = Target(x)
				case len(groups) == len(p.Targets):
					add(x, p, []string{groupWords[groups[i]]})
				default:
					add(x, p, domainWords(domainOf(p)))
				}
				if name != nil {
					known[name.Text] = true
				}
			}
		}
	}
	for _, g := range s.Spec.Givens {
		for _, p := range g.Stmt.Parts {
			if !known[p.Name.Text] {
				add(p.Name, nil, nil)
			}
		}
	}
	return all, size
}

var groupWords = map[linkformat.Group]string{linkformat.Above: "above", linkformat.Below: "below", linkformat.Left: "left", linkformat.Right: "right"}

// domainWords returns the words for the places of a domain. They are nil if the domain has no places.
func domainWords(domain string) []string {
	switch domain {
	case "":
		return nil
	case "sides":
		return []string{"side"}
	case "allsides":
		return []string{"side", "frame"}
	case "points", "innerpoints":
		return []string{"point"}
	case "halves":
		return []string{"", "side", "point"}
	}
	return []string{""}
}

// placesOf returns the words for the places that a type has values for.
func placesOf(t *check.Type) []string {
	if t.Kind == check.Array && len(t.Keys) == 1 {
		t = t.Keys[0]
	} else if t.Kind == check.Set {
		t = t.Elem
	}
	switch t.Kind {
	case check.Cell:
		return []string{""}
	case check.Edge:
		return []string{"side"}
	}
	return []string{}
}

// elementOf returns the type of the value at one place.
func elementOf(t *check.Type) *check.Type {
	switch t.Kind {
	case check.Array, check.List:
		if t.Elem.Kind == check.List && t.Kind == check.List {
			return t.Elem.Elem
		}
		return t.Elem
	}
	return t
}

// drawn are the items of a kind, which all stand at places of one sort.
type drawn struct {
	kind  string
	items []sites.Item
	where string
}

// word returns the first word of the kind.
func (d *drawn) word() string {
	word, _, _ := strings.Cut(d.kind, " ")
	return word
}

// families are the first words of kinds in the order of their bindings. Rooms claim their given before words do. What
// comes later replaces what is in the same cell: a number the ground below it.
var families = [][]string{{"board"}, {"edge", "freeedge", "deleteedge"}, {"surface", "deleted"}, {"symbol", "halfline"}}

func familyOf(d *drawn) int {
	i := slices.IndexFunc(families, func(words []string) bool { return slices.Contains(words, d.word()) })
	if i < 0 {
		return len(families)
	}
	return i
}

// bindingsByTypes returns the text of the bindings that complete a statement.
func (s *Statement) bindingsByTypes(doc *sites.Document) string {
	var kinds []*drawn
	taken := map[sites.Place]bool{}
	for _, it := range doc.Items {
		if len(s.bindingsOf(it)) > 0 {
			if at, ok := it.Fields["cell"].(sites.Place); ok {
				taken[at] = true
			}
			continue
		}
		i := slices.IndexFunc(kinds, func(d *drawn) bool { return d.kind == it.Kind })
		if i < 0 {
			i = len(kinds)
			kinds = append(kinds, &drawn{kind: it.Kind})
			if at, ok := it.Fields["cell"].(sites.Place); ok {
				kinds[i].where = doc.Where(at)
			}
			if slices.Contains(strings.Fields(it.Kind), "frame") { // the rim of the board
				kinds[i].where = "frame"
			}
		}
		kinds[i].items = append(kinds[i].items, it)
	}
	slices.SortStableFunc(kinds, func(a, b *drawn) int { return familyOf(a) - familyOf(b) })
	slots, size := s.slots()
	for _, slot := range slots {
		slot.bound = slices.ContainsFunc(s.bindings(), func(b *dsl.LinkBinding) bool { return b.Target != nil && Target(b.Target) == slot.target })
	}
	var out []string
	var left []*drawn
	for _, d := range kinds {
		if d.kind == "board" {
			for _, word := range []string{check.BoardColumns, check.BoardRows} {
				if size[word] != "" {
					out = append(out, fmt.Sprintf("%q %s %s", d.kind, word, size[word]))
				}
			}
			continue
		}
		bindings := d.bind(slots)
		if len(bindings) == 0 {
			left = append(left, d)
			continue
		}
		out = append(out, bindings...)
		for _, it := range d.items {
			if at, ok := it.Fields["cell"].(sites.Place); ok {
				taken[at] = true
			}
		}
	}
	for _, d := range left {
		if d.onlyDrawn(taken, doc) || d.legend(slots) {
			out = append(out, strconv.Quote(d.kind))
		}
	}
	return strings.Join(out, ", ")
}

// onlyDrawn reports whether items of a kind add nothing to clues: a blank, a frame around clues, or a ground below all
// of a kind or with the same value.
func (d *drawn) onlyDrawn(taken map[sites.Place]bool, doc *sites.Document) bool {
	if strings.HasSuffix(d.kind, " blank") {
		return true
	}
	ground := map[sites.Place]bool{}
	for _, it := range d.items {
		at, ok := it.Fields["cell"].(sites.Place)
		if ok && (at.X%2 == 0) != (at.Y%2 == 0) {
			before, after := at.Beside()
			if !taken[before] && !taken[after] && !taken[at] {
				return false
			}
			continue
		}
		if !ok || !taken[at] {
			return false
		}
		ground[at] = true
	}
	on, off := map[string]bool{}, map[string]bool{} // the ground
	for _, it := range doc.Items {
		at, ok := it.Fields["cell"].(sites.Place)
		if group := fmt.Sprint(it.Kind, " ", it.Fields["value"]); ok && !it.Is(d.kind) {
			on[group] = on[group] || ground[at]
			off[group] = off[group] || !ground[at]
		}
	}
	for group, is := range on {
		if is && off[group] {
			return false
		}
	}
	return true
}

// legend reports whether items are signs outside of the board where no given has anything.
func (d *drawn) legend(slots []*slot) bool {
	return (d.word() == "symbol" || d.word() == "surface") && slices.Contains([]string{"above", "below", "left", "right", "beyond"}, d.where) &&
		!slices.ContainsFunc(slots, func(s *slot) bool { return slices.Contains(s.where, d.where) })
}

// bind returns the binding of a kind to the first slot that takes all its items. An arrow with a number is for two
// slots.
func (d *drawn) bind(slots []*slot) (out []string) {
	for _, field := range []string{"direction", "directions", "values", ""} {
		if field != "" && slices.ContainsFunc(d.items, func(it sites.Item) bool { return it.Fields[field] == nil }) {
			continue
		}
		for _, s := range slots {
			if !slices.Contains(s.where, d.where) && s.target != d.word() || slices.ContainsFunc(out, func(b string) bool { return strings.HasSuffix(b, " "+s.target) }) {
				continue
			}
			table, ok := d.fits(field, s)
			if !ok {
				continue
			}
			out = append(out, strings.Join(slices.DeleteFunc([]string{strconv.Quote(d.kind), field, s.target, table}, func(w string) bool { return w == "" }), " "))
			s.rooms = d.word() == "edge" || d.word() == "freeedge"
			if !s.border() { // a border may be for rooms and for the ends within them
				break
			}
		}
		if len(out) > 0 && (d.word() != "number" || field != "direction") {
			break
		}
	}
	return out
}

// fits reports whether a slot takes a field of all items, and with which table.
func (d *drawn) fits(field string, s *slot) (table string, ok bool) {
	word := d.word()
	switch word {
	case "edge", "freeedge":
		if s.border() {
			return "", field == ""
		}
		return "", s.part == nil && field == "" && (s.words() && s.typ.Kind == check.Array || s.presence())
	case "deleteedge", "symbol", "surface", "deleted", "halfline", "number":
		// by their values
	default:
		return "", s.typ.Kind == check.List && s.target == word
	}
	switch {
	case s.border(), s.rooms:
		return "", false
	case field == "direction":
		return "", alternative(s.elem, check.Direction) != nil
	case field == "directions":
		return "", s.elem.Elem != nil && alternative(s.elem.Elem, check.Direction) != nil
	case field == "values":
		return "", word == "number" && s.elem.Elem != nil
	case s.presence():
		return "", word != "number"
	}
	return d.table(s)
}

// table returns the table for the values of items that a slot does not take as they are. It is false if one has no meaning.
func (d *drawn) table(s *slot) (table string, ok bool) {
	var cases []string
	label, looks := s.looksLike(d.kind)
	_, clue := labelsOf(s.typ)
	number := d.word() == "number"
	for _, it := range d.items {
		v := it.Fields["value"]
		meaning, ok := s.meaning(v)
		_, isInt := v.(int)
		switch {
		case number && (isInt || !ok || clue != nil) && s.takes(v):
			continue
		case !number && looks:
			meaning, ok = label, true
		case !number && !ok && !s.bound:
			meaning, ok = s.only(d.kind)
		}
		if !ok {
			return "", false
		}
		mark := "none"
		switch v := v.(type) {
		case int:
			mark = strconv.Itoa(v)
		case string:
			mark = strconv.Quote(v)
		}
		if c := mark + ": " + meaning; !slices.Contains(cases, c) {
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		return "", true
	}
	return "{" + strings.Join(cases, ", ") + "}", true
}

// alternative returns the type, or the part of a union, of a kind. It is nil if there is none.
func alternative(t *check.Type, kind check.Kind) *check.Type {
	for _, p := range append([]*check.Type{t}, t.Parts...) {
		if p.Kind == kind && (t.Kind == check.Union || p == t) {
			return p
		}
	}
	return nil
}

// takes reports whether a number or a text is a value of the slot as it is written.
func (s *slot) takes(v sites.Value) bool {
	if alternative(s.innermost(), check.Int) != nil {
		text, isText := v.(string)
		if !isText || len(text) == 1 && text[0] >= 'A' && text[0] <= 'Z' || text == unknown.Print && s.elem.Optional {
			return true
		}
	}
	label := alternative(s.innermost(), check.Label)
	if label == nil {
		return false
	}
	written := fmt.Sprint(v)
	labels, clue := labelsOf(label)
	return len(label.Enums) == 0 || clue != nil && written == clue.Print ||
		slices.ContainsFunc(labels, func(l value.Label) bool { return l.Print == written || l.Name == written })
}

// innermost returns the type of an element, in a list or set of them.
func (s *slot) innermost() *check.Type {
	if s.elem.Elem != nil && (s.elem.Kind == check.List || s.elem.Kind == check.Set) {
		return s.elem.Elem
	}
	return s.elem
}

// meaning returns the label that the table for puzz.link has for a number, or for a clue without one.
func (s *slot) meaning(v sites.Value) (label string, ok bool) {
	if s.part == nil || len(s.part.Targets) > 1 {
		return "", false
	}
	var mark value.Value
	switch v := v.(type) {
	case int:
		mark = value.Int(v)
	case string:
		if v != unknown.Print {
			return "", false
		}
		mark = unknown
	}
	for _, c := range s.part.Table {
		name, plain := c.Value.(*dsl.Name)
		if _, variable := c.Mark.(*dsl.Name); plain && (!variable || mark == value.Value(unknown)) && mark != nil && match(c.Mark, mark, true, nil, numbers{}) {
			return name.Text, true
		}
	}
	return "", false
}

// looksLike returns the label that is usually drawn like a kind. Labels have their usual names, or print as signs of a
// similar look.
func (s *slot) looksLike(kind string) (label string, ok bool) {
	labels, _ := labelsOf(s.typ)
	for _, look := range s.looks {
		if !look.kind.MatchString(kind) {
			continue
		}
		for _, l := range labels {
			if slices.Contains(look.words, l.Name) || slices.Contains(look.words, l.Print) {
				return l.Name, true
			}
		}
	}
	return "", false
}

// only returns the only label, or the one with the number of a style.
func (s *slot) only(kind string) (label string, ok bool) {
	if s.elem.Kind == check.Bool {
		return "true", true
	}
	labels, _ := labelsOf(s.typ)
	if len(labels) == 1 {
		return labels[0].Name, true
	}
	words := strings.Fields(kind)
	if n, err := strconv.Atoi(words[len(words)-1]); err == nil && n >= 1 && n <= len(labels) {
		return labels[n-1].Name, true
	}
	return "", false
}

// look has the words for labels that are drawn like a kind: their names and what they print as.
type look struct {
	kind  *regexp.Regexp
	words []string
}

// usualLooks returns the looks of labels. It is no variable, since that would link regular expressions into programs
// that read no links.
func usualLooks() []look {
	return []look{
		{regexp.MustCompile(`^symbol (circle|ox)_\S+( \w+)? 1$`), []string{"white", "o", "circle", "ring", "light"}},
		{regexp.MustCompile(`^symbol circle_\S+( \w+)? 2$`), []string{"black", "*", "dark"}},
		{regexp.MustCompile(`^symbol circle_\S+( \w+)? [358]$`), []string{"grey"}},
		{regexp.MustCompile(`^symbol ox_\S+( \w+)? 2$`), []string{"triangle"}},
		{regexp.MustCompile(`^symbol (ox_\S+( \w+)? 3|square_.*)$`), []string{"square"}},
		{regexp.MustCompile(`^symbol ox_\S+( \w+)? 4$`), []string{"cross", "x"}},
		{regexp.MustCompile(`^symbol star`), []string{"star"}},
		{regexp.MustCompile(`^(deleted|surface black)`), []string{"wall", "black", "hole", "block", "shaded", "#"}},
		{regexp.MustCompile(`^surface (dark|light)?grey`), []string{"grey", "wall", "hole", "block", "shaded", "#"}},
		{regexp.MustCompile(`^surface blue`), []string{"ice", "ice_", "water", "blue", "#"}},
	}
}
