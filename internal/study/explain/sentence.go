package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// said is a claim in words: a subject that others may share, and what is said of it.
type said struct {
	subject, predicate string
	not                string // the value that the subject has not, where the predicate says nothing else
}

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
	var all []said
	nots := map[string]int{} // the claim that says which values a subject has not
	claims, areas := x.areas(claims)
	for _, c := range claims {
		if valued[c.Var] && c.Op != model.LinkIs {
			continue
		}
		s := x.said(c)
		if s.not != "" {
			if i, met := nots[s.subject]; met {
				all[i].not += "\x00" + s.not
				continue
			}
			nots[s.subject] = len(all)
		}
		all = append(all, s)
	}
	var order []string
	subjects := map[string][]string{}
	for _, s := range all {
		if s.not != "" {
			s.predicate = " is not " + or(strings.Split(s.not, "\x00"))
		}
		if s.subject != "" && slices.Contains(subjects[s.predicate], s.subject) {
			continue
		}
		if subjects[s.predicate] == nil {
			order = append(order, s.predicate)
		}
		subjects[s.predicate] = append(subjects[s.predicate], s.subject)
	}
	var out, whole []string
	for _, predicate := range order {
		who := subjects[predicate]
		if len(who) > 1 {
			predicate = plurally(predicate)
		}
		if who[0] == "" {
			whole = append(whole, predicate)
			continue
		}
		out = append(out, value.And(who)+predicate)
	}
	return value.And(slices.Concat(areas, excluded(whole), out))
}

// mostNots bounds the values that one thing is said not to be.
const mostNots = 4

// excluded joins sentences that say of one thing what it is not: "the colour of R1C1 is not red or blue".
func excluded(texts []string) (out []string) {
	const isNot = " is not "
	values := map[string][]string{}
	for _, text := range texts {
		head, v, ok := strings.Cut(text, isNot)
		if ok && values[head] == nil {
			out = append(out, head+isNot)
		} else if !ok {
			out = append(out, text)
		}
		values[head] = append(values[head], v)
	}
	for i, text := range out {
		head, ok := strings.CutSuffix(text, isNot)
		if all := values[head]; ok {
			if len(all) > mostNots {
				all = append(slices.Clone(all[:mostNots-1]), fmt.Sprintf("%d others", len(all)-mostNots+1))
			}
			out[i] = text + or(all)
		}
	}
	return out
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
		return said{"", "something hidden holds", ""}
	}
	n := x.Names()
	find := x.Find(c.Var)
	holds := c.Op == model.LinkIs
	var v value.Value
	subject := m.Key
	if m.Member != nil {
		holds = (c.Value == 1) == holds
		subject = m.Member
	} else {
		v = m.Values(c.Value)
	}
	if _, none := v.(value.None); none {
		has := " has no "
		if !holds {
			has = " has a "
		}
		if subject == nil {
			return said{strings.ReplaceAll(find, "_", " "), map[bool]string{true: " is none", false: " is not none"}[holds], ""}
		}
		return said{n.Of(subject), has + strings.ReplaceAll(find, "_", " "), ""}
	}
	if c.Op <= model.LinkIsNot {
		var keys []value.Value
		if m.Key != nil {
			keys = []value.Value{m.Key}
		}
		text, ok := x.Problem.Said(find, keys, m.Member, v, holds, func(w value.Value) string {
			if subject != nil && value.Equal(w, subject) {
				return "\x01" + n.Of(w) + "\x02"
			}
			return n.Of(w)
		})
		if rest, first := strings.CutPrefix(text, "\x01"); ok && first {
			who, predicate, _ := strings.Cut(rest, "\x02")
			return said{who, unmarked(predicate), ""}
		}
		if ok {
			return said{"", unmarked(text), ""}
		}
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
			return said{"", n.Of(edge.A) + " and " + n.Of(edge.B) + " are in one area", ""}
		case isEdge && x.regions(c.Var):
			return said{"", n.Of(edge.A) + " and " + n.Of(edge.B) + " are in different areas", ""}
		case isEdge || m.OnLine:
			return said{n.Of(m.Member), is + "on the " + noun, ""}
		}
		if strings.HasSuffix(noun, "s") && !strings.HasSuffix(noun, "ss") { // it is named for all of them
			noun = "among the " + noun
		}
		return said{n.Of(m.Member), is + noun, ""}
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
	what := n.Of(v)
	switch b, truth := v.(value.Bool); {
	case truth && (b == value.True) == holds:
		return said{n.Of(subject), " is " + noun, ""}
	case truth:
		return said{n.Of(subject), " is not " + noun, ""}
	case c.Op == model.LinkAtLeast:
		return said{who, " is at least " + what, ""}
	case c.Op == model.LinkAtMost:
		return said{who, " is at most " + what, ""}
	case holds:
		return said{who, " = " + what, ""}
	}
	return said{who, "", what}
}

// isNumber reports whether a key is a number or a name, which means nothing without the name of its find.
func isNumber(key value.Value) bool {
	switch key.(type) {
	case value.Int, value.Label:
		return true
	}
	return false
}

func unmarked(text string) string {
	return strings.NewReplacer("\x01", "", "\x02", "").Replace(text)
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
		case i > 0 || w == "=":
		case w == "is":
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
	case in.Left && in.Kind == Contradicts:
		return "no value is left"
	case in.Left:
		return x.noOther(in)
	case in.Tried:
		return "every other case breaks a rule (" + strings.Join(x.rulesIn(in.Units), ", ") + ")"
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
	if len(in.Claims) > 1 && len(in.Units) > 1 { // a rule that says it several times is named
		long = long || len(value.And(texts)) > longestReason || len(texts) > max(1, len(x.rulesIn(in.Units)))
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
	return value.And(together(texts))
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

// noOther says which lines exclude all other values of a variable. A few units that are no lines have their
// sentences instead.
func (x *Explainer) noOther(in *Inference) string {
	units := slices.Sorted(slices.Values(slices.Concat(in.Units, in.Also)))
	if len(units) == 0 {
		return "no other value is left"
	}
	names := x.lines(units)
	if len(units) <= mostReasons && slices.ContainsFunc(units, func(u int32) bool { return slices.Contains(names, x.Problem.RuleName(u)) }) {
		var texts []string
		for _, u := range units {
			if text := x.Because(u); text != "" && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
		if len(texts) > 0 {
			return value.And(together(texts))
		}
	}
	return "no other value is left by " + value.And(names)
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
