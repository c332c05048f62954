package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nazo/compile/layout"
	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// Sentences say facts and reasons in the words of a spec, or in good ones where it has none.

// Say says facts in words and joins those that say the same: "R1C1, R1C3 and R2C2 are open".
func (x *Words) Say(facts []model.Fact) string {
	claims := make([]Claim, len(facts))
	for i, f := range facts {
		claims[i] = claimOf(x.m, f)
	}
	return x.claims(claims)
}

// said is a claim in words: a sentence with a hole for its subject, which others may share, and one for a value that
// the subject has not.
type said struct {
	text, subject, not string
}

// The holes of a sentence, and the ends of what stands there.
const (
	subjectHole, subjectEnd = "\x01", "\x02"
	valueHole, valueEnd     = "\x03", "\x04"
)

// claims puts claims into words.
func (x *Words) claims(claims []Claim) string {
	claims = slices.Clone(claims)
	slices.SortStableFunc(claims, func(a, b Claim) int { return int(a.Var - b.Var) })
	valued := map[model.VarID]bool{}
	for _, c := range claims {
		if c.Op == model.LinkIs {
			valued[c.Var] = true
		}
	}
	if points := func(c Claim) bool { return x.onLine(c) }; slices.ContainsFunc(claims, points) && slices.ContainsFunc(claims, func(c Claim) bool { return !points(c) }) {
		claims = slices.DeleteFunc(claims, points) // the lines say it
	}
	claims, areas := x.areas(claims)
	var all []said
	for i := 0; i < len(claims); {
		of := claims[i:]
		if end := slices.IndexFunc(of, func(c Claim) bool { return c.Var != of[0].Var }); end >= 0 {
			of = of[:end]
		}
		i += len(of)
		if valued[of[0].Var] {
			of = slices.DeleteFunc(slices.Clone(of), func(c Claim) bool { return c.Op != model.LinkIs })
		}
		all = append(all, x.of(of)...)
	}
	var order []string
	subjects := map[string][]string{}
	for _, s := range all {
		if subjects[s.text] == nil {
			order = append(order, s.text)
		}
		if !slices.Contains(subjects[s.text], s.subject) {
			subjects[s.text] = append(subjects[s.text], s.subject)
		}
	}
	var out, whole []string
	for _, text := range order {
		who := subjects[text]
		switch predicate, begins := strings.CutPrefix(text, subjectHole); {
		case !strings.Contains(text, subjectHole):
			whole = append(whole, text)
		case begins && len(who) > 1:
			out = append(out, value.And(who)+plurally(predicate))
		default:
			out = append(out, strings.ReplaceAll(text, subjectHole, value.And(who)))
		}
	}
	return value.And(slices.Concat(areas, whole, out))
}

// onLine reports whether a claim is that a line passes a corner of the board's cells.
func (x *Words) onLine(c Claim) bool {
	m, ok := x.Meaning(c.Var)
	cell, isCell := m.Member.(value.Cell)
	return ok && m.OnLine && isCell && cell.Board.Points
}

// mostNots bounds the values that one thing is said not to be. fewLeft is how many values are named instead if no
// others are left.
const (
	mostNots = 4
	fewLeft  = 3
)

// of puts claims about one variable into words. Many values that it has not are told by those that are left.
func (x *Words) of(claims []Claim) (all []said) {
	v := claims[0].Var
	gone := map[int64]bool{}
	for _, c := range claims {
		if c.Op == model.LinkIsNot {
			gone[c.Value] = true
		}
	}
	var left []int64
	if size := x.m.Vars[v].Domain.Size(); len(gone) > 0 && size <= mostListed && int64(len(gone)) < size {
		for k := range x.m.Vars[v].Domain.Each {
			if !gone[k] {
				left = append(left, k)
			}
		}
		var inner []Claim // what is not, between those that are left
		for _, c := range claims {
			if c.Op == model.LinkIsNot && left[0] < c.Value && c.Value < left[len(left)-1] {
				inner = append(inner, c)
			}
		}
		m, ok := x.Meaning(v)
		_, number := x.valueOf(m, left[0]).(value.Int)
		outer := len(gone) - len(inner)
		few := len(left) <= fewLeft && len(gone) > mostNots && (len(inner) > 0 || len(left) == 1)
		switch {
		case ok && number && outer > 0 && len(inner) <= mostNots && !few && (len(gone) > 2 && (len(inner) == 0 || len(gone) > mostNots) || len(inner) == 0 && x.Problem.HasWords(x.Find(v))):
			all, claims = append(all, x.bounds(v, left)...), inner
		case len(gone) > mostNots && (len(left) <= fewLeft || len(left) <= 2*fewLeft && len(inner) > mostNots):
			for _, k := range left {
				all = append(all, x.said(Claim{v, model.LinkIs, k}))
			}
			all, claims = either(all), nil
		case len(gone) > mostNots && ok && number && outer > 0:
			all, claims = append(all, x.bounds(v, left)...), nil
		}
	}
	nots := map[said][]string{}
	var order []said
	claims = slices.SortedStableFunc(slices.Values(claims), func(a, b Claim) int { return cmp.Compare(a.Value, b.Value) })
	for _, c := range claims {
		s := x.said(c)
		if s.not == "" {
			all = append(all, s)
			continue
		}
		key := said{text: s.text, subject: s.subject}
		if nots[key] == nil {
			order = append(order, key)
		}
		nots[key] = append(nots[key], s.not)
	}
	for _, s := range order {
		values := nots[s]
		if len(values) > mostNots {
			values = append(values[:mostNots-1:mostNots-1], fmt.Sprintf("%d others", len(values)-mostNots+1))
		}
		s.text = strings.ReplaceAll(s.text, valueHole, or(values))
		all = append(all, s)
	}
	return all
}

// mostListed bounds the values of a variable that are looked through for what is left.
const mostListed = 2_000

// valueOf returns a value of a variable with a meaning, or nil.
func (x *Words) valueOf(m layout.Meaning, k int64) value.Value {
	if m.Values == nil || m.Member != nil {
		return nil
	}
	return m.Values(k)
}

// bounds says that a number is one of consecutive values.
func (x *Words) bounds(v model.VarID, left []int64) (all []said) {
	domain := x.m.Vars[v].Domain.Bounds()
	if left[0] > domain.Lo {
		all = append(all, x.said(Claim{v, model.LinkAtLeast, left[0]}))
	}
	if last := left[len(left)-1]; last < domain.Hi {
		all = append(all, x.said(Claim{v, model.LinkAtMost, last}))
	}
	if len(all) == 2 {
		const least = " is at least "
		if a, b := all[0].text, all[1].text; a == subjectHole+least+strings.TrimPrefix(a, subjectHole+least) && strings.HasPrefix(b, subjectHole+" is at most ") && all[0].subject == all[1].subject {
			return []said{{text: subjectHole + " is " + strings.TrimPrefix(a, subjectHole+least) + " to " + strings.TrimPrefix(b, subjectHole+" is at most "), subject: all[0].subject}}
		}
	}
	return all
}

// either joins sentences that differ in their last words: "R1C1 is red", "R1C1 is blue" → "R1C1 is red or blue".
func either(all []said) []said {
	if len(all) < 2 {
		return all
	}
	first := strings.Fields(all[0].text)
	same := len(first)
	for _, s := range all {
		if s.subject != all[0].subject {
			return all
		}
		words := strings.Fields(s.text)
		for i := range same {
			if i >= len(words) || words[i] != first[i] {
				same = i
				break
			}
		}
	}
	var ends []string
	for _, s := range all {
		ends = append(ends, strings.Join(strings.Fields(s.text)[same:], " "))
	}
	text := strings.Join(append(first[:same:same], or(ends)), " ")
	return []said{{text: strings.Replace(text, subjectHole+" = ", subjectHole+" is ", 1), subject: all[0].subject}}
}

// value is what a value of a variable is called: as the spec says it, or by the name of its find, if that is a word.
func (x *Words) value(v model.VarID) string {
	if m, _ := x.Meaning(v); m.Key != nil && m.Values != nil {
		said := x.said(Claim{v, model.LinkIs, x.m.Vars[v].Domain.Bounds().Lo}).text
		if noun, _, ok := strings.Cut(strings.TrimPrefix(said, "the "), " of "+subjectHole); ok && !strings.Contains(noun, " ") {
			return noun
		}
	}
	name := strings.ReplaceAll(x.Find(v), "_", " ")
	m, _ := x.Meaning(v)
	_, number := x.valueOf(m, x.m.Vars[v].Domain.Bounds().Lo).(value.Int)
	switch {
	case number && name != "digit" && name != "height":
		return "number"
	case len(name) < 3, strings.HasSuffix(name, "s"), name == "cell":
		return "value"
	}
	return name
}

// plural is the plural of a noun.
func plural(noun string) string {
	switch {
	case strings.HasSuffix(noun, "y") && len(noun) > 1 && !strings.ContainsAny(noun[len(noun)-2:len(noun)-1], "aeiou"):
		return noun[:len(noun)-1] + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// areas says which cells are in one area and which are not. It returns the other claims.
func (x *Words) areas(claims []Claim) (rest []Claim, texts []string) {
	type pair struct{ a, b value.Value }
	var same, different []pair
	for _, c := range claims {
		m, ok := x.Meaning(c.Var)
		edge, isEdge := m.Member.(value.Edge)
		if !ok || !isEdge || c.Op > model.LinkIsNot || !x.regions(c.Var) || x.Problem.HasWords(x.Find(c.Var)) {
			rest = append(rest, c)
		} else if (c.Value == 1) == (c.Op == model.LinkIs) {
			same = append(same, pair{edge.A, edge.B})
		} else {
			different = append(different, pair{edge.A, edge.B})
		}
	}
	var groups [][]value.Value // cells in one area
	of := func(v value.Value) int {
		return slices.IndexFunc(groups, func(g []value.Value) bool {
			return slices.ContainsFunc(g, func(w value.Value) bool { return value.Equal(v, w) })
		})
	}
	for _, p := range same {
		i, j := of(p.a), of(p.b)
		switch {
		case i < 0 && j < 0:
			groups = append(groups, []value.Value{p.a, p.b})
		case i < 0:
			groups[j] = append(groups[j], p.a)
		case j < 0:
			groups[i] = append(groups[i], p.b)
		case i != j:
			groups[i] = append(groups[i], groups[j]...)
			groups = slices.Delete(groups, j, j+1)
		}
	}
	for _, g := range groups {
		slices.SortFunc(g, value.Compare)
		texts = append(texts, x.Names().List(g)+" are in one area")
	}
	for len(different) > 0 {
		often := map[value.Key]int{}
		var middle value.Value
		for _, p := range different {
			for _, v := range []value.Value{p.a, p.b} {
				if often[value.KeyOf(v)]++; middle == nil || often[value.KeyOf(v)] > often[value.KeyOf(middle)] {
					middle = v
				}
			}
		}
		var others []value.Value
		different = slices.DeleteFunc(different, func(p pair) bool {
			switch {
			case value.Equal(p.a, middle):
				others = append(others, p.b)
			case value.Equal(p.b, middle):
				others = append(others, p.a)
			default:
				return false
			}
			return true
		})
		if n := x.Names(); len(others) == 1 {
			texts = append(texts, n.Of(middle)+" and "+n.Of(others[0])+" are in different areas")
		} else {
			texts = append(texts, n.Of(middle)+" is in another area than "+n.List(others))
		}
	}
	return rest, texts
}

// or joins alternatives.
func or(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// said puts a claim into the words of its find.
func (x *Words) said(c Claim) said {
	m, ok := x.Meaning(c.Var)
	if !ok {
		return said{text: "something hidden holds"}
	}
	n := x.Names()
	find := x.Find(c.Var)
	holds := c.Op != model.LinkIsNot
	var v value.Value
	subject := m.Key
	if m.Member != nil {
		holds = (c.Value == 1) == holds
		subject = m.Member
	} else {
		v = m.Values(c.Value)
	}
	of := func(who, predicate string) said { return said{text: subjectHole + predicate, subject: who} }
	if _, none := v.(value.None); none {
		has := " has no "
		if !holds {
			has = " has a "
		}
		if subject == nil {
			return of(strings.ReplaceAll(find, "_", " "), map[bool]string{true: " is none", false: " is not none"}[holds])
		}
		return of(n.Of(subject), has+strings.ReplaceAll(find, "_", " "))
	}
	bound := map[model.LinkOp]string{model.LinkAtLeast: "at least ", model.LinkAtMost: "at most "}[c.Op]
	var keys []value.Value
	if m.Key != nil {
		keys = []value.Value{m.Key}
	}
	text, ok := x.Problem.Said(find, keys, m.Member, v, holds, bound, func(w value.Value) string {
		switch {
		case subject != nil && value.Equal(w, subject):
			return subjectHole + n.Of(w) + subjectEnd
		case !holds && v != nil && value.Equal(w, v):
			return valueHole + x.whole(w) + valueEnd
		case v != nil && value.Equal(w, v):
			return x.whole(w)
		}
		return n.Of(w)
	})
	if ok {
		s := said{}
		s.text, s.subject = hollow(text, subjectHole, subjectEnd)
		s.text, s.not = hollow(s.text, valueHole, valueEnd)
		return s
	}
	noun := strings.ReplaceAll(find, "_", " ")
	is := " is "
	if !holds {
		is = " is not "
	}
	if m.Member != nil {
		edge, isEdge := m.Member.(value.Edge)
		switch {
		case isEdge && x.regions(c.Var) && holds:
			return said{text: n.Of(edge.A) + " and " + n.Of(edge.B) + " are in one area"}
		case isEdge && x.regions(c.Var):
			return said{text: n.Of(edge.A) + " and " + n.Of(edge.B) + " are in different areas"}
		case x.onLine(c) && holds:
			return of("the "+noun, " passes "+n.Of(m.Member))
		case x.onLine(c):
			return of("the "+noun, " does not pass "+n.Of(m.Member))
		case isEdge || m.OnLine:
			return of(n.Of(m.Member), is+"on the "+noun)
		}
		if strings.HasSuffix(noun, "s") && !strings.HasSuffix(noun, "ss") { // it is named for all of them
			noun = "among the " + noun
		}
		return of(n.Of(m.Member), is+noun)
	}
	who := noun
	switch {
	case isNumber(m.Key): // "2 = 3" says nothing
		who = noun + " " + n.Of(m.Key)
	case m.Key != nil && x.several(find):
		who = "the " + noun + " of " + n.Of(m.Key)
	case m.Key != nil:
		who = n.Of(m.Key)
	}
	what := x.whole(v)
	switch b, truth := v.(value.Bool); {
	case truth && (b == value.True) == holds:
		return of(n.Of(subject), " is "+noun)
	case truth:
		return of(n.Of(subject), " is not "+noun)
	case bound != "":
		return of(who, " is "+bound+what)
	case holds:
		return of(who, " = "+what)
	}
	return said{text: subjectHole + " is not " + valueHole, subject: who, not: what}
}

// whole is the name of a value. Several places that have no name are one thing: R1C1+R1C2+R2C1.
func (x *Words) whole(v value.Value) string {
	n := x.Names()
	name := n.Of(v)
	if _, set := v.(*value.Set); !set {
		return name
	}
	all := value.Elements(v)
	if !strings.Contains(name, " and ") {
		if _, cells := all[0].(value.Cell); cells && len(all) > 1 {
			top, left, bottom, right := value.Extent(all)
			if top < bottom && left < right && !strings.HasPrefix(name, "the ") { // it has the shape of a part of the board by chance
				return "the cells from " + n.Of(all[0]) + " to " + n.Of(all[len(all)-1])
			}
		}
		return name
	}
	var parts []string
	for _, e := range all {
		parts = append(parts, n.Of(e))
	}
	return strings.Join(parts, "+")
}

// hollow takes what stands in a hole of a text out, if it stands there once.
func hollow(text, hole, end string) (rest, what string) {
	before, after, ok := strings.Cut(text, hole)
	if !ok {
		return text, ""
	}
	what, after, _ = strings.Cut(after, end)
	if strings.Contains(after, hole) {
		return strings.NewReplacer(hole, "", end, "").Replace(text), ""
	}
	return before + hole + after, what
}

// isNumber reports whether a key is a number or a name, which means nothing without the name of its find.
func isNumber(key value.Value) bool {
	switch key.(type) {
	case value.Int, value.Label:
		return true
	}
	return false
}

// regions reports whether a variable says that the ends of an edge are in one area.
func (x *Words) regions(v model.VarID) bool { return x.Problem.Regions(x.Find(v)) }

// several reports whether other finds have values at keys, so that a find must be named.
func (x *Words) several(find string) bool {
	if x.keyed == nil {
		x.keyed = map[string]bool{}
		for v := range x.m.Vars {
			if m, ok := x.Meaning(model.VarID(v)); ok && m.Member == nil && m.Key != nil && x.writes(model.VarID(v)) {
				x.keyed[x.Find(model.VarID(v))] = true
			}
		}
	}
	return len(x.keyed) > 1 || !x.keyed[find]
}

// plurally turns a predicate into the plural.
func plurally(predicate string) string {
	words := strings.Fields(predicate)
	for i, w := range words {
		switch {
		case i > 0 && w == "it":
			words[i] = "them"
		case i > 0 && w == "its":
			words[i] = "their"
		case i > 0:
		case w == "is", w == "=":
			words[i] = "are"
		case w == "has":
			words[i] = "have"
		case w == "does":
			words[i] = "do"
		case w == "goes":
			words[i] = "go"
		case w == "was":
			words[i] = "were"
		case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
			words[i] = strings.TrimSuffix(w, "s")
		}
	}
	return " " + strings.Join(words, " ")
}

// capital makes the first letter upper case.
func capital(text string) string {
	if text == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// Because returns the sentence of a unit's rule, or one made of the rule's name and its places.
func (x *Words) Because(u int32) string {
	text, known := x.sentences[u]
	if !known {
		text = x.because(u)
		if x.sentences == nil {
			x.sentences = map[int32]string{}
		}
		x.sentences[u] = text
	}
	return text
}

func (x *Words) because(u int32) string {
	n := x.Names()
	if p := x.m.Instances[u].Piece; p != nil && p.Says != "" {
		if p.At >= 0 {
			return p.Says + " at " + n.Of(x.Problem.Vertex(p.Of, p.At))
		}
		what, where := x.place(u)
		return what + " needs a place in " + where
	}
	if text := x.Problem.SentenceBy(u, n.Of); text != "" {
		return text
	}
	if x.Problem.Silent(u) {
		return ""
	}
	text := x.Problem.RuleName(u)
	if places := x.Problem.BoundPlaces(u); len(places) > 0 {
		text += " (" + n.List(places) + ")"
	}
	return text
}

// place returns the value that needs a place by a unit, and where.
func (x *Words) place(u int32) (what, where string) {
	n := x.Names()
	p := x.m.Instances[u].Piece
	if m, ok := x.Meaning(p.Var); ok && m.Values != nil {
		what = n.Of(m.Values(p.Value))
	}
	if places := x.among(u); places != nil {
		return what, n.List(places)
	}
	return what, x.Problem.RuleName(u)
}

// isPlace reports whether a unit says that a value needs a place.
func (x *Words) isPlace(u int32) bool {
	p := x.m.Instances[u].Piece
	return p != nil && p.At < 0 && p.Says != ""
}

// line returns a short name for a unit: its line or area, or its rule.
func (x *Explainer) line(u int32) string {
	n := x.Names()
	var places []value.Value
	for _, v := range x.reasons.Scope(u) {
		m, ok := x.Meaning(v)
		if !ok {
			continue
		}
		at := m.Key
		if m.Member != nil {
			at = m.Member
		}
		if c, cell := at.(value.Cell); cell {
			places = append(places, c)
		}
	}
	if len(places) > 2 {
		if name, ok := n.Line(places); ok {
			return name
		}
	}
	return x.Problem.RuleName(u)
}

// lines returns the short names of units, each once.
func (x *Explainer) lines(units []int32) (names []string) {
	for _, u := range units {
		if name := x.line(u); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// mostReasons bounds the sentences of one inference. longestReason bounds their length if it claims several
// things.
const (
	mostReasons   = 4
	longestReason = 90
)

// reason says why an inference holds.
func (x *Explainer) reason(in *Inference) string {
	switch {
	case in.Left:
		return x.noOther(in)
	case in.Tried:
		return x.tried(in)
	}
	texts := x.structure(in)
	for _, u := range in.Units {
		text := ""
		switch {
		case x.vertexPiece(u) || x.structural(u):
			continue
		case x.isPlace(u):
			what, where := x.place(u)
			switch {
			case in.Kind == Contradicts:
				text = "no place is left for " + what + " in " + where
			case len(in.Claims) == 1 && in.Claims[0].Op == model.LinkIs:
				text = "the only place for " + what + " in " + where
			default:
				text = what + " needs a place in " + where
			}
		default:
			text = x.Because(u)
		}
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		if len(texts) > value.MostNamed {
			break
		}
	}
	texts = together(texts)
	long := len(texts) > mostReasons
	if len(in.Claims) > 1 && len(in.Units) > 1 && !long {
		rules := x.rulesIn(in.Units)
		if long = len(value.And(texts)) > 2*longestReason; !long && !slices.ContainsFunc(rules, func(r string) bool { return !isPhrase(r) }) {
			long = len(value.And(texts)) > longestReason || len(texts) > max(1, len(rules)) // a rule that says it several times is named
		}
	}
	if long {
		return x.byRules(in)
	}
	main := value.And(texts)
	if len(texts) == 2 && len(in.Claims) > 0 {
		said := x.claims(in.Claims)
		if rank := func(text string) int { return shared(said, text) }; rank(texts[1]) > rank(texts[0]) {
			texts[0], texts[1] = texts[1], texts[0]
		}
		main = value.And(texts)
		if words := strings.Fields(texts[0]); len(words) > 3 && words[0] == "the" && doing[words[2]] != "" {
			if rest, ok := strings.CutPrefix(texts[1], words[0]+" "+words[1]+" "); ok {
				main = texts[0] + ", and it " + rest
			}
		}
	}
	if len(texts) > 1 && len(in.Parts) < 2 && !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(text, " would ") }) {
		main = strings.Join(texts[:len(texts)-1], ", ") + ", or " + texts[len(texts)-1] // whichever way, one of them is wrong
	}
	if in.Kind == Contradicts {
		main = x.failing(in, main)
	}
	if slices.ContainsFunc(in.Units, x.isPlace) {
		return main
	}
	if via := x.via(in); via != "" && main != "" {
		if in.Kind == Contradicts {
			return via + ", so " + main
		}
		return via + ", and " + main
	}
	var also []string
	for _, u := range in.Also {
		if main != "" && (x.vertexPiece(u) || x.structural(u)) {
			continue
		}
		if text := x.Because(u); text != "" && !slices.Contains(texts, text) && len(also) < mostReasons {
			also = append(also, text)
		}
	}
	switch also = together(also); {
	case main == "" && len(also) == 0:
		return x.silently(in)
	case main == "":
		return value.And(also)
	case len(also) == 1 && sameEnd(main, also[0]):
		return value.And(together(append(texts, also...)))
	case len(also) == 1:
		return main + ", as " + also[0]
	case len(also) > 0:
		return value.And(together(append(texts, also...)))
	}
	return main
}

// sameEnd reports whether two sentences say the same of two things.
func sameEnd(a, b string) bool { return len(together([]string{a, b})) == 1 }

// failing says that what must be is not possible: by two things that can't be the same, or by the opposite of a sentence.
func (x *Explainer) failing(in *Inference, text string) string {
	for _, u := range in.Units {
		if !x.distinct(u) {
			continue
		}
		scope := x.reasons.Scope(u)
		at := map[int64]Claim{}
		for _, c := range in.Evidence {
			if _, in := slices.BinarySearch(scope, c.Var); !in || c.Op != model.LinkIs || x.m.Vars[c.Var].Bool {
				continue
			}
			if other, again := at[c.Value]; again && other.Var != c.Var {
				return strings.Replace(strings.Replace(x.claims([]Claim{other, c}), " are ", " can't both be ", 1), " have ", " can't both have ", 1)
			}
			at[c.Value] = c
		}
	}
	if !strings.Contains(text, " must ") && !strings.Contains(text, " would ") {
		return couldNot(text)
	}
	if strings.Count(text, " must ") != 1 || strings.Contains(text, " must not ") {
		return text
	}
	all := ""
	switch {
	case len(in.Units) == 2:
		all = "both "
	case len(in.Units) > 2:
		all = "all "
	}
	return strings.Replace(text, " must ", " could not "+all, 1)
}

// doing are verbs of sentences that say what a thing does.
var doing = map[string]string{"goes": "go", "turns": "turn", "passes": "pass", "takes": "take", "visits": "visit", "crosses": "cross", "enters": "enter", "stops": "stop"}

// shared counts the places that both texts name.
func shared(a, b string) (n int) {
	for _, w := range strings.FieldsFunc(b, func(r rune) bool { return r == ' ' || r == '–' || r == ',' || r == ':' }) {
		if isPlaceName(w) && names(a, w) {
			n++
		}
	}
	return n
}

// couldNot says that one thing can't do what a sentence says of it.
func couldNot(text string) string {
	words := strings.Split(text, " ")
	at := slices.IndexFunc(words, func(w string) bool { return doing[w] != "" })
	if at < 1 || at > 3 || words[0] != "the" || slices.ContainsFunc(words[at+1:], func(w string) bool { return doing[w] != "" }) {
		return text
	}
	return strings.Join(words[:at], " ") + " could not " + doing[words[at]] + " " + strings.Join(words[at+1:], " ")
}

// distinct reports whether a unit says, among others, that variables differ.
func (x *Explainer) distinct(u int32) bool {
	return slices.ContainsFunc(x.constraints(x.m.Whole(u)), func(c int32) bool {
		_, is := x.m.Constraints[c].Body.(model.Distinct)
		return is
	})
}

// mostVia bounds the things that are said as premises of an inference.
const mostVia = 3

// via says which numbers other rules leave, if an inference by a rule that counts with them rests on few of these.
func (x *Explainer) via(in *Inference) string {
	if len(in.Units) != 1 || slices.ContainsFunc(in.Units, func(u int32) bool {
		return x.structural(u) || x.vertexPiece(u) || x.Problem.SentenceBy(u, value.String) == ""
	}) {
		return ""
	}
	if _, _, once := x.lineOf(in.Units[0]); once {
		return ""
	}
	var claims []Claim
	vars := map[model.VarID]bool{}
	scope := x.reasons.Scope(in.Units[0])
	var own []model.VarID
	for _, c := range in.Claims {
		if in.Kind == Follows {
			own = append(own, c.Var)
		}
	}
	all := in.Via
	if in.Kind == Contradicts {
		all = slices.Concat(in.Via, in.Against)
	}
	for _, c := range all {
		if _, in := slices.BinarySearch(scope, c.Var); !in || slices.Contains(own, c.Var) {
			continue
		}
		if x.m.Vars[c.Var].Bool {
			return ""
		}
		if m, ok := x.Meaning(c.Var); !ok || !x.writes(c.Var) || m.Member != nil {
			return ""
		} else if _, number := x.valueOf(m, c.Value).(value.Int); !number {
			return ""
		}
		vars[c.Var] = true
		if !slices.Contains(claims, c) {
			claims = append(claims, c)
		}
	}
	if len(claims) == 0 || len(vars) > mostVia {
		return ""
	}
	return x.claims(claims)
}

// silently says why an inference holds whose rules say nothing: by what the board shows already.
func (x *Explainer) silently(in *Inference) string {
	var shown []model.Fact
	for _, f := range in.Since {
		if !slices.Contains(shown, f) {
			shown = append(shown, f)
		}
	}
	if slices.ContainsFunc(shown, x.written) {
		shown = slices.DeleteFunc(shown, func(f model.Fact) bool { return !x.written(f) })
	}
	if len(shown) == 0 || len(shown) > mostReasons {
		return ""
	}
	return x.Say(shown)
}

// byRules names the rules of an inference, and says what the structure of finds does.
func (x *Explainer) byRules(in *Inference) string {
	rest := Inference{Kind: in.Kind, Claims: in.Claims, Evidence: in.Evidence}
	names := x.structure(in)
	for _, u := range in.Units {
		if !x.vertexPiece(u) && !x.structural(u) {
			rest.Units = append(rest.Units, u)
		}
	}
	return value.And(append(names, x.rulesIn(rest.Units)...))
}

// noOther says what excludes all other values of a variable, or all of them: lines that have them, and the sentences
// of other rules.
func (x *Explainer) noOther(in *Inference) string {
	v, which, is, leaves := in.Empty, "no ", " is left", " leaves "
	one := in.Kind == Follows && in.Claims[0].Var == v && in.Claims[0].Op == model.LinkIs
	of := ""
	if one {
		which = "no other "
	} else if m, _ := x.Meaning(v); m.Key != nil {
		of = " for " + x.Names().Of(m.Key)
	}
	if in.Kind == Follows && !one {
		is, leaves = " would be left", " would leave "
	}
	nothing := which + x.value(v) + is + of
	texts := x.structure(in)
	var lines []string
	taken := map[int64]bool{}
	for _, f := range in.Since {
		taken[f.Value] = taken[f.Value] || f.Is
	}
	uses := len(in.From) == 0 && one && int64(len(taken)) >= x.m.Vars[v].Domain.Size()-1
	units := slices.Sorted(slices.Values(slices.Concat(in.Units, in.Also)))
	m, _ := x.Meaning(v)
	_, counts := x.valueOf(m, x.m.Vars[v].Domain.Bounds().Lo).(value.Int)
	for _, u := range in.Rest {
		if _, about := slices.BinarySearch(x.reasons.Scope(u), v); about && counts && !slices.Contains(units, u) && len(units) < mostReasons {
			if _, line, _ := x.lineOf(u); !line {
				units = append(units, u)
			}
		}
	}
	for _, u := range units {
		text, line, once := x.lineOf(u)
		uses = uses && (once || !line)
		switch {
		case x.vertexPiece(u) || x.structural(u):
		case line && !slices.Contains(lines, text):
			lines = append(lines, text)
		case line:
		default:
			if text = x.Because(u); text != "" && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	texts = together(texts)
	if len(texts)+len(lines) > mostReasons || len(value.And(texts)) > 2*longestReason {
		texts = x.rulesIn(slices.DeleteFunc(units, func(u int32) bool { _, line, _ := x.lineOf(u); return line }))
		if len(texts) > 0 {
			return nothing + ", by " + value.And(append(lines, quoted(texts)...))
		}
	}
	if len(lines) > 0 {
		has, have := " has every other ", " have every other "
		if !uses {
			has, have = leaves+which, plurally(leaves)+" "+which
		}
		if len(lines) > 1 || strings.Contains(lines[0], " to ") {
			has = have
		}
		return value.And(append([]string{value.And(lines) + has + x.value(v) + of}, texts...))
	}
	if len(texts) == 1 {
		if who, what, ok := strings.Cut(texts[0], " must "); ok && strings.HasPrefix(who, "the ") && !strings.Contains(what, " must ") {
			if strings.Contains(who, " and ") {
				leaves = plurally(leaves) + " "
			}
			rest := which + x.value(v)
			if x.Problem.HasWords(x.Find(v)) {
				rest = map[bool]string{true: "nothing else", false: "nothing"}[one]
			}
			return who + leaves + rest + of
		}
	}
	switch {
	case len(texts) == 0:
		return nothing
	case len(in.From) > 0 || !one || slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, " would ") }):
		return nothing + ", as " + value.And(texts)
	}
	return value.And(texts)
}

// quoted puts names of rules that are sentences in quotes.
func quoted(names []string) (out []string) {
	for _, name := range names {
		if isPhrase(name) {
			name = strconv.Quote(name)
		}
		out = append(out, name)
	}
	return out
}

// lineOf returns the name of a unit's line or area if that says enough: each value stands there once, or the rule has
// no sentence.
func (x *Explainer) lineOf(u int32) (line string, ok, once bool) {
	once = x.isPlace(u) || !slices.ContainsFunc(x.constraints(x.m.Whole(u)), func(c int32) bool {
		_, distinct := x.m.Constraints[c].Body.(model.Distinct)
		return !distinct
	})
	if !once && (x.Problem.Silent(u) || x.Problem.SentenceBy(u, value.String) != "") {
		return "", false, false
	}
	line = x.line(u)
	return line, line != x.Problem.RuleName(u), once
}

// tried says by which rules every other case fails.
func (x *Explainer) tried(in *Inference) string {
	var texts []string
	for _, u := range in.Units {
		text := ""
		switch line, ok, _ := x.lineOf(u); {
		case x.vertexPiece(u):
			continue
		case x.structural(u):
			text = x.ruleName(u)
		case ok:
			text = x.Problem.RuleName(u) + " in " + line
		default:
			text = x.Because(u)
		}
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	texts = together(texts)
	if len(texts) > mostReasons || len(value.And(texts)) > 2*longestReason {
		texts = x.rulesIn(in.Units)
	}
	switch len(texts) {
	case 0:
		return "any other way fails, but only after many steps"
	case 1, 2:
		return value.And(texts)
	}
	return "any other way fails, but only after many steps"
}

// vertexPiece reports whether a unit says something of a line at one vertex.
func (x *Explainer) vertexPiece(u int32) bool {
	p := x.m.Instances[u].Piece
	return p != nil && p.At >= 0
}

// rulesIn returns the names of the rules of units, each once.
func (x *Explainer) rulesIn(units []int32) (names []string) {
	for _, u := range units {
		if x.Problem.Silent(u) {
			continue
		}
		name := x.ruleName(u)
		if p := x.m.Instances[u].Piece; p != nil && p.At >= 0 {
			name = p.Says
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// because is some claims with their reason.
type because struct {
	claims []Claim
	why    string
}

// paired returns the claims of an inference with their reasons: one for all, or one for those of each part if a reader
// would have to find out which belongs to which.
func (x *Explainer) paired(in *Inference) []because {
	why := x.reason(in)
	all := []because{{in.Claims, why}}
	if len(in.Parts) < 2 || in.Kind != Follows || in.Left || in.Tried {
		return all
	}
	var pairs []because
	var parts []Inference
	for _, part := range in.Parts { // what one rule says of one thing stays together
		if i := slices.IndexFunc(parts, func(p Inference) bool {
			return slices.Equal(p.Units, part.Units) && len(p.Claims) > 0 && len(part.Claims) > 0 && p.Claims[0].Var == part.Claims[0].Var
		}); i >= 0 {
			evidence := slices.Concat(parts[i].Evidence, part.Evidence)
			parts[i] = parts[i].with(&part)
			parts[i].Evidence = evidence
		} else {
			parts = append(parts, part)
		}
	}
	for i := range parts {
		part := &parts[i]
		why := x.reason(part)
		if j := slices.IndexFunc(pairs, func(b because) bool { return b.why == why }); j >= 0 {
			pairs[j].claims = append(slices.Clip(pairs[j].claims), part.Claims...)
		} else {
			pairs = append(pairs, because{part.Claims, why})
		}
	}
	slices.SortStableFunc(pairs, func(a, b because) int { return int(first(a.claims) - first(b.claims)) })
	if len(pairs) < 2 || slices.ContainsFunc(pairs, func(b because) bool { return b.why == "" }) || x.evident(in, why) {
		return all
	}
	return pairs
}

// briefly returns a reason for a text, with a pronoun if both begin with the same things.
func briefly(text, why string) string {
	words := strings.Split(why, " ")
	for i, w := range words {
		if i == 0 || !slices.Contains(verbs, w) {
			continue
		}
		who := strings.Join(words[:i], " ")
		said, same := strings.CutPrefix(text, who+" ")
		if verb, _, _ := strings.Cut(said, " "); !same || !slices.Contains(verbs, verb) && !slices.Contains([]string{"are", "have", "="}, verb) {
			return why
		}
		rest := strings.Join(words[i:], " ")
		if strings.Contains(who, " and ") || strings.Contains(who, " to ") {
			return "they " + rest
		}
		return "it " + rest
	}
	return why
}

// Pairs reports whether an inference of a step has more than one reason, each for some of its claims.
func (x *Explainer) Pairs(s *StoryStep) bool {
	return slices.ContainsFunc(s.Chain, func(in Inference) bool { return len(in.Parts) > 1 && len(x.paired(&in)) > 1 })
}

// first returns the first variable of some claims.
func first(claims []Claim) model.VarID {
	return slices.MinFunc(claims, func(a, b Claim) int { return int(a.Var - b.Var) }).Var
}

// evident reports whether one reason for all parts of an inference shows which part follows from what: by a rule about
// two things, of which a claim names one, or by one sentence with the places that the claims name.
func (x *Explainer) evident(in *Inference, why string) bool {
	sentence := !strings.Contains(why, " and the ") && !repeats(why)
	for i := range in.Parts {
		part := &in.Parts[i]
		if len(part.Also) > 0 || slices.ContainsFunc(part.Units, func(u int32) bool { return !x.vertexPiece(u) && len(x.reasons.Scope(u)) > 2 }) {
			said := x.claims(part.Claims)
			if !sentence || len(part.Units) != 1 || !slices.ContainsFunc(x.Places(part.Units[0]), func(p value.Value) bool { return names(said, x.Names().Of(p)) && names(why, x.Names().Of(p)) }) {
				return false
			}
		}
	}
	return true
}

// repeats reports whether three words follow each other twice in a text.
func repeats(text string) bool {
	words := strings.Fields(text)
	met := map[string]bool{}
	for i := 2; i < len(words); i++ {
		if slices.ContainsFunc(words[i-2:i+1], isPlaceName) {
			continue
		}
		three := strings.Join(words[i-2:i+1], " ")
		if met[three] {
			return true
		}
		met[three] = true
	}
	return false
}

// names reports whether a text has the name of a place.
func names(text, name string) bool {
	for rest := text; ; {
		_, after, ok := strings.Cut(rest, name)
		if !ok {
			return false
		}
		if r, _ := utf8.DecodeRuneInString(after); !unicode.IsDigit(r) {
			return true
		}
		rest = after
	}
}

// Text tells a step in one paragraph: what is found, then why.
func (x *Explainer) Text(s *StoryStep) string {
	if len(s.Chain) == 1 {
		if pairs := x.paired(&s.Chain[0]); len(pairs) > 1 {
			var texts []string
			for _, p := range pairs {
				text := capital(x.claims(p.claims))
				texts = append(texts, text+": "+briefly(text, p.why)+".")
			}
			return strings.Join(texts, " ")
		}
	}
	text := capital(x.Say(s.Facts))
	if len(s.Chain) == 1 && x.reason(&s.Chain[0]) == "" {
		return text + "."
	}
	if why := x.Why(s); why != "" {
		text += ": " + briefly(text, why)
	}
	text += "."
	if s.Technique != "" && !(len(s.Chain) == 1 && slices.Contains(dsl.GeneralCauses(), s.Technique)) { // else the reason says it
		text += " (" + s.Technique + ")"
	}
	return text
}

// Why tells the chain of a step.
func (x *Explainer) Why(s *StoryStep) string {
	var b strings.Builder
	chain := s.Chain
	depth := 0
	for i := range chain {
		in := &chain[i]
		last := i == len(chain)-1
		if i > 0 {
			switch prev := &chain[i-1]; {
			case in.Kind == Supposes && depth == 0 && prev.Kind != Supposes:
				b.WriteString(". ")
			case in.Kind == Contradicts:
				b.WriteString(", but ")
			case in.Kind == Supposes && prev.Kind == Supposes:
				b.WriteString(", ")
			case in.Kind == Supposes:
				b.WriteString("; ")
			case prev.Kind == Supposes:
				b.WriteString(" ")
			case prev.Kind == Contradicts:
				b.WriteString("; ")
			case !slices.Contains(in.From, i-1) && in.Under == prev.Under:
				b.WriteString(", and ")
			default:
				b.WriteString(", so ")
			}
		}
		switch in.Kind {
		case Supposes:
			depth++
			if closes := chain.closing(i); depth == 1 && closes == len(chain)-1 {
				word := "otherwise"
				if i > 0 {
					word = "Otherwise"
				}
				b.WriteString(word)
				continue
			}
			if i > 0 && chain[i-1].Kind == Supposes {
				b.WriteString("if " + x.claims(in.Claims) + ", then")
				continue
			}
			word := "if "
			if i > 0 && depth == 1 {
				word = "If "
			}
			b.WriteString(word + x.claims(in.Claims) + ", then")
		case Contradicts:
			depth--
			b.WriteString(cmp.Or(x.reason(in), "that can't be"))
			if !last {
				b.WriteString("; so " + x.claims(in.Claims))
			}
		case Follows:
			if last {
				b.WriteString(cmp.Or(x.reason(in), "that is how it must be"))
				continue
			}
			var texts []string
			for _, p := range x.paired(in) {
				text := x.claims(p.claims)
				if p.why != "" {
					text += " (" + briefly(text, p.why) + ")"
				}
				texts = append(texts, text)
			}
			b.WriteString(value.And(texts))
		}
	}
	return b.String()
}

// closing returns the index of the contradiction that ends a supposition, or -1.
func (c Chain) closing(at int) int {
	for i := len(c) - 1; i > at; i-- {
		if c[i].Kind == Contradicts && c[i].Under == at {
			return i
		}
	}
	return -1
}

// Line is an inference in words, with its depth of nesting.
type Line struct {
	Depth int
	Text  string
}

// Lines tells a step with a line for each inference. With all, each line also says which known facts it uses.
func (x *Explainer) Lines(s *StoryStep, all bool) (head string, lines []Line) {
	head = capital(x.Say(s.Facts))
	if s.Technique != "" {
		head += " (" + s.Technique + ")"
	}
	head += ":"
	depth := 0
	for i := range s.Chain {
		in := &s.Chain[i]
		text, why := x.Inference(in)
		switch in.Kind {
		case Supposes:
			lines = append(lines, Line{depth, "If " + text + ":"})
			depth++
			continue
		case Contradicts:
			lines = append(lines, Line{depth, "But " + cmp.Or(why, "that can't be") + "."})
			depth--
			if i < len(s.Chain)-1 {
				lines = append(lines, Line{depth, "So " + text + "."})
			}
			continue
		}
		pairs := x.paired(in)
		for j, p := range pairs {
			switch {
			case i == len(s.Chain)-1 && len(pairs) == 1:
				text = capital(why)
			case p.why != "":
				text = capital(x.claims(p.claims))
				text += " (" + briefly(text, p.why) + ")"
			default:
				text = capital(x.claims(p.claims))
			}
			if all && len(in.Since) > 0 && j == len(pairs)-1 {
				text += ", from " + x.Say(in.Since)
			}
			lines = append(lines, Line{depth, text + "."})
		}
	}
	return head, lines
}

// Inference says what an inference claims, and why.
func (x *Explainer) Inference(in *Inference) (text, why string) {
	if in.Kind != Supposes {
		why = x.reason(in)
	}
	if len(in.Claims) > 0 {
		text = x.claims(in.Claims)
	}
	return text, why
}

// Causes joins the sentences of units.
func (x *Words) Causes(units []int32) string {
	var texts []string
	for _, u := range units {
		if text := x.Because(u); text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return value.And(texts)
}

// Named names places in a sentence.
func (x *Words) Named(places []value.Value) string { return x.Names().List(places) }

// Lined names the lines or areas of units.
func (x *Explainer) Lined(units []int32) string {
	if names := x.lines(units); len(names) > 0 {
		return value.And(names)
	}
	return "the board as a whole"
}
