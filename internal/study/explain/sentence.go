package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nazo/compile"
	"nazo/dsl/value"
	"nazo/internal/alg"
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
	return x.claimsInOrder(claims)
}

// claimsInOrder puts claims into words, those of one variable after each other.
func (x *Words) claimsInOrder(claims []Claim) string {
	claims = slices.Clone(claims)
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
			out = append(out, severally(who, predicate))
		default:
			out = append(out, strings.ReplaceAll(text, subjectHole, value.And(who)))
		}
	}
	return value.And(slices.Concat(areas, whole, out))
}

// severally says the same of several things: "R1C1 and R2C2 are open", "no side of R3C3 is on the loop", "R1C1–R1C4 and
// R1C4–R3C4 have 2 bridges each".
func severally(who []string, predicate string) string {
	who = sidesOf(who)
	if !slices.ContainsFunc(who, func(name string) bool { return !strings.HasPrefix(name, allSides) }) {
		cells := alg.Map(who, func(name string) string { return strings.TrimPrefix(name, allSides) })
		if is, not := strings.CutPrefix(predicate, " is not "); not {
			return "no side of " + or(cells) + " is " + is
		}
		return allSides + value.And(cells) + plurally(predicate)
	}
	said := value.And(who) + plurally(predicate)
	if words := strings.Fields(predicate); len(words) == 3 && words[0] == "has" && words[1][0] >= '1' && words[1][0] <= '9' {
		said += " each"
	}
	return said
}

const allSides = "all four sides of "

// sidesOf names the sides of one cell together: "top and left of R1C1".
func sidesOf(names []string) (out []string) {
	at := map[string]int{}
	of := map[string][]string{}
	for _, name := range names {
		side, cell, ok := strings.Cut(name, " of ")
		if !ok || !slices.Contains([]string{"top", "bottom", "left", "right"}, side) {
			out = append(out, name)
			continue
		}
		if of[cell] == nil {
			at[cell] = len(out)
			out = append(out, name)
		}
		of[cell] = append(of[cell], side)
	}
	for cell, sides := range of {
		if out[at[cell]] = value.And(sides) + " of " + cell; len(sides) == 4 {
			out[at[cell]] = allSides + cell
		}
	}
	return out
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
		few := len(gone) > mostNots && (len(left) <= fewLeft && (len(inner) > 0 || len(left) <= 2) || number && len(left) <= fewDigits && len(inner) > 0)
		switch {
		case ok && number && outer > 0 && len(inner) <= mostNots && !few && (len(gone) > 2 && (len(inner) == 0 || len(gone) > mostNots) || len(inner) == 0 && x.Problem.HasWords(x.Find(v))):
			all, claims = append(all, x.bounds(v, left)...), inner
		case few, len(gone) > mostNots && (len(left) <= fewLeft || len(left) <= 2*fewLeft && len(inner) > mostNots):
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
func (x *Words) valueOf(m compile.Meaning, k int64) value.Value {
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
			to := " to "
			if len(left) == 2 {
				to = " or "
			}
			return []said{{text: subjectHole + " is " + strings.TrimPrefix(a, subjectHole+least) + to + strings.TrimPrefix(b, subjectHole+" is at most "), subject: all[0].subject}}
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
	case strings.HasSuffix(noun, "ms"): // the arms
		return noun
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
