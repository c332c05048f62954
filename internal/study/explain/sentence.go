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
	between := false // a value that is gone has some that are left on both sides
	if size := x.m.Vars[v].Domain.Size(); len(gone) > 2 && size <= mostListed && int64(len(gone)) < size {
		last := false
		for k := range x.m.Vars[v].Domain.Each {
			if !gone[k] {
				between = between || last && len(left) > 0
				left = append(left, k)
			}
			last = gone[k]
		}
		m, ok := x.Meaning(v)
		if _, number := x.valueOf(m, left[0]).(value.Int); ok && number && !between {
			all = append(all, x.bounds(v, left)...)
		} else if len(gone) > mostNots && len(left) <= fewLeft {
			for _, k := range left {
				s := x.said(Claim{v, model.LinkIs, k})
				all = append(all, s)
			}
			all = either(all)
		} else if len(gone) > mostNots {
			who := strings.ReplaceAll(x.Find(v), "_", " ")
			if m.Key != nil {
				who = x.Names().Of(m.Key)
			}
			all = append(all, said{text: fmt.Sprintf("%d %s do not fit %s", len(gone), x.values(v), subjectHole), subject: who})
		}
		if len(all) > 0 {
			claims = slices.DeleteFunc(slices.Clone(claims), func(c Claim) bool { return c.Op == model.LinkIsNot })
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
	return []said{{text: strings.Join(append(first[:same:same], or(ends)), " "), subject: all[0].subject}}
}

// values is what the values of a variable are called, in the plural.
func (x *Words) values(v model.VarID) string { return plural(x.value(v)) }

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
	if !slices.ContainsFunc(in.Units, x.isPlace) {
		for _, u := range in.Also {
			if len(texts) > 0 && (x.vertexPiece(u) || x.structural(u)) {
				continue
			}
			if text := x.Because(u); text != "" && !slices.Contains(texts, text) && len(texts) < mostReasons {
				texts = append(texts, text)
			}
		}
	}
	if len(texts) == 0 {
		return x.silently(in)
	}
	return value.And(together(texts))
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
		return "nothing else works"
	case 1, 2:
		return value.And(texts)
	}
	return "nothing else works with these: " + strings.Join(texts, "; ")
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

// Text tells a step in one paragraph: what is found, then why.
func (x *Explainer) Text(s *StoryStep) string {
	text := capital(x.Say(s.Facts))
	if len(s.Chain) == 1 && x.reason(&s.Chain[0]) == "" {
		return text + "."
	}
	if why := x.Why(s); why != "" {
		text += ": " + why
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
			b.WriteString(x.claims(in.Claims))
			if why := x.reason(in); why != "" {
				b.WriteString(" (" + why + ")")
			}
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
		if i == len(s.Chain)-1 {
			text = capital(why)
		} else if text = capital(text); why != "" {
			text += " (" + why + ")"
		}
		if all && len(in.Since) > 0 {
			text += ", from " + x.Say(in.Since)
		}
		lines = append(lines, Line{depth, text + "."})
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
