package explain

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nazo/dsl/value"
	"nazo/internal/model"
)

// Reasons say why the claims of an inference hold. They name its rules, its lines, or what is left.

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
	places := x.among(u)
	if places == nil {
		return what, x.Problem.RuleName(u)
	}
	if _, named := n.Line(places); !named { // the sentence may have a name for them: "the diagonal must not repeat a digit"
		if who, _, ok := strings.Cut(x.Problem.SentenceBy(u, n.Of), " must not repeat "); ok {
			return what, who
		}
	}
	return what, n.List(places)
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
		name := x.line(u)
		if name == x.Problem.RuleName(u) {
			name = cmp.Or(x.thing(u), name)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// thing returns what the sentence of a unit is about: "the cage of 9 at R1C1", or "the palindrome" of places that must
// be equal on the palindrome. It is "" if that can't be seen.
func (x *Words) thing(u int32) string {
	who, what, must := strings.Cut(x.Problem.SentenceBy(u, x.Names().Of), " must ")
	switch {
	case !must || strings.Contains(what, " must "):
		return ""
	case strings.HasPrefix(who, "the ") || strings.HasPrefix(what, "not repeat "):
		return who
	}
	for _, between := range []string{" on the ", " at the "} {
		if i := strings.LastIndex(what, between); i >= 0 {
			return "the " + what[i+len(between):]
		}
	}
	return ""
}

// things returns what units are about, each once: "the cages at R1C1 and R1C3", "the white dots". It is not ok if that is
// not known of all of them, or is too much.
func (x *Explainer) things(units []int32) (names []string, ok bool) {
	times := map[string]int{}
	for _, u := range units {
		name := x.thing(u)
		switch times[name]++; {
		case x.Problem.Silent(u) || times[name] > 1:
			continue
		case name == "" || len(names) == mostReasons:
			return nil, false
		}
		names = append(names, name)
	}
	for i, name := range names {
		if last := name[strings.LastIndexByte(name, ' ')+1:]; times[name] > 1 && !isPlaceName(last) && last[0] > '9' {
			names[i] = strings.TrimSuffix(name, last) + plural(last)
		}
	}
	return gathered(names), len(names) > 0
}

// shortly names what units are about, or else their rules.
func (x *Explainer) shortly(units []int32) []string {
	rules := x.rulesIn(units)
	if names, ok := x.things(units); ok && !slices.ContainsFunc(rules, isPhrase) {
		return names
	}
	return rules
}

// mostReasons bounds the sentences of one inference. longestReason bounds their length if it claims several
// things.
const (
	mostReasons   = 4
	longestReason = 90
)

// reason says why an inference holds.
func (x *Explainer) reason(in *Inference) string { return cmp.Or(in.why, x.reasonBy(in, true)) }

// ground says it by what rules say in any case. Inferences with one ground are told together.
func (x *Explainer) ground(in *Inference) string { return x.reasonBy(in, false) }

// reasonBy says why an inference holds. If varied, sentences of rules depend on what the inference knows.
func (x *Explainer) reasonBy(in *Inference, varied bool) string {
	if varied {
		if text := x.bySums(in); text != "" {
			return text
		}
	}
	switch {
	case in.Left:
		return x.noOther(in, varied)
	case in.Tried:
		return x.tried(in)
	}
	if text := x.subset(in); text != "" {
		return text
	}
	if varied {
		if text := x.reach(in); text != "" {
			return text
		}
	}
	texts, plain := x.sentences(in, varied)
	dull := func(text string) bool { return slices.Contains(plain, text) }
	texts = together(slices.DeleteFunc(texts, dull))
	if x.isLong(in, texts) {
		return x.byRules(in, varied)
	}
	main := x.inOne(in, texts)
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
		return cmp.Or(x.which(in, via, main), via+", and "+main)
	}
	var also []string
	for _, u := range in.Also {
		if main != "" && (x.vertexPiece(u) || x.structural(u)) {
			continue
		}
		if text := x.Because(u); text != "" && !slices.Contains(texts, text) && !slices.Contains(also, text) && !dull(text) && len(also) < mostReasons {
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

// sentences returns what the rules of an inference say, the structure first. plain is how those would say it that are
// told by what the inference knows.
func (x *Explainer) sentences(in *Inference, varied bool) (texts, plain []string) {
	sentence := func(u int32) string {
		if varied {
			return x.toldBy(u, in)
		}
		return x.Because(u)
	}
	texts = x.structure(in)
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
				text = x.placesLeft(u, in)
			}
		default:
			text = sentence(u)
			if text != x.Because(u) {
				plain = append(plain, x.Because(u))
			}
		}
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		if len(texts) > value.MostNamed {
			break
		}
	}
	return texts, plain
}

// isLong reports whether the sentences of an inference are too many or too long, so that its rules are named instead.
func (x *Explainer) isLong(in *Inference, texts []string) bool {
	if len(texts) > mostReasons {
		return true
	}
	if len(in.Claims) <= 1 || len(in.Units) <= 1 {
		return false
	}
	length, rules := len(value.And(texts)), x.rulesIn(in.Units)
	if length > 2*longestReason {
		return true
	}
	phrases := !slices.ContainsFunc(rules, func(r string) bool { return !isPhrase(r) })
	return phrases && (length > longestReason || len(texts) > max(1, len(rules))) // a rule that says it several times is named
}

// inOne makes one sentence of several, those about the claims first. The texts are put into that order.
func (x *Explainer) inOne(in *Inference, texts []string) string {
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
	return main
}

// sameEnd reports whether two sentences say the same of two things.
func sameEnd(a, b string) bool { return len(together([]string{a, b})) == 1 }

// failing says that what must be is not possible: by two things that can't be the same, or by the opposite of a sentence.
func (x *Explainer) failing(in *Inference, text string) string {
	text = strings.Replace(text, "nothing else ", "nothing ", 1)
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
	claims := x.viaClaims(in)
	if len(claims) == 0 {
		return ""
	}
	if why := x.sumBehind(in, claims); why != "" {
		return x.claims(claims) + " (" + why + ")"
	}
	return x.claims(claims)
}

// which puts what is said of one of two things that can't both be behind what would be wrong: "it would cross R1C1–R3C1, which has
// at least 1 bridge". It returns "" if the inference is not about the other one.
func (x *Explainer) which(in *Inference, via, main string) string {
	m, ok := x.Meaning(in.Claims[0].Var)
	both, would, two := strings.Cut(main, " would ")
	if !ok || m.Key == nil || !two || strings.Contains(would, " ") || len(in.Claims) > 1 {
		return ""
	}
	own := x.Names().Of(m.Key)
	for _, other := range strings.Split(both, " and ") {
		rest, said := strings.CutPrefix(via, other+" ")
		if said && other != own && (both == own+" and "+other || both == other+" and "+own) {
			return "it would " + would + " " + other + ", which " + rest
		}
	}
	return ""
}

// viaClaims returns these numbers.
func (x *Explainer) viaClaims(in *Inference) []Claim {
	if len(in.Units) != 1 || slices.ContainsFunc(in.Units, func(u int32) bool {
		return x.structural(u) || x.vertexPiece(u) || x.Problem.SentenceBy(u, value.String) == ""
	}) {
		return nil
	}
	if _, _, once := x.lineOf(in.Units[0]); once {
		return nil
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
		if x.placedBy(in, c) { // the sentence of the sum has its value
			continue
		}
		if x.m.Vars[c.Var].Bool {
			return nil
		}
		if m, ok := x.Meaning(c.Var); !ok || !x.writes(c.Var) || m.Member != nil {
			return nil
		} else if _, number := x.valueOf(m, c.Value).(value.Int); !number {
			return nil
		}
		vars[c.Var] = true
		if !slices.Contains(claims, c) {
			claims = append(claims, c)
		}
	}
	if len(vars) > mostVia {
		return nil
	}
	return claims
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
func (x *Explainer) byRules(in *Inference, varied bool) string {
	rest := Inference{Kind: in.Kind, Claims: in.Claims, Evidence: in.Evidence}
	names := x.structure(in)
	for _, u := range in.Units {
		if !x.vertexPiece(u) && !x.structural(u) {
			rest.Units = append(rest.Units, u)
		}
	}
	rules := x.shortly(rest.Units)
	if varied && len(names) == 0 && len(rules) == 1 && isPhrase(rules[0]) && len(in.Evidence) > 0 && len(in.Evidence) <= mostFacts &&
		(len(in.Since) > 0 || len(in.From) > 1 || len(in.From) == 1 && in.From[0] != in.Under) && // what was just supposed goes without saying
		!slices.ContainsFunc(in.Units, func(u int32) bool { return !x.isPair(u) }) {
		return x.claims(in.Evidence) + ", and " + rules[0]
	}
	text := value.And(append(names, rules...))
	if in.Kind == Contradicts && len(names) == 0 && !slices.ContainsFunc(rules, isPhrase) {
		text += " can't be met"
	}
	return text
}

// mostFacts bounds the facts that are named beside a rule about pairs.
const mostFacts = 3

// isPair reports whether a unit is about two things that a player writes.
func (x *Explainer) isPair(u int32) bool {
	scope := x.reasons.Scope(u)
	return len(scope) == 2 && x.writes(scope[0]) && x.writes(scope[1])
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

// tried says by which rules every other case fails, if these are few.
func (x *Explainer) tried(in *Inference) string {
	units := slices.DeleteFunc(slices.Clone(in.Units), x.vertexPiece)
	var texts []string
	for _, u := range units {
		text := ""
		switch line, ok, _ := x.lineOf(u); {
		case x.structural(u):
			text = x.ruleName(u)
		case ok && x.Problem.SentenceBy(u, value.String) == "":
			text = x.Problem.RuleName(u) + " in " + line
		default:
			text = x.Because(u)
		}
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 || len(units) > mostTried {
		return "any other way fails, but only after many steps"
	}
	return value.And(together(texts))
}

// mostTried bounds the rules that are named where every case was tried. Nobody sees what more of them lead to together.
const mostTried = 2

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
	if len(in.Parts) == 1 {
		why = x.reason(&in.Parts[0])
	}
	all := []because{{in.said(), why}}
	if len(in.Parts) < 2 || in.Kind != Follows || in.Left || in.Tried {
		return all
	}
	var pairs []because
	var parts []Inference
	for _, part := range in.Parts { // what one rule says of one thing stays together
		if i := slices.IndexFunc(parts, func(p Inference) bool {
			return slices.Equal(p.Units, part.Units) && len(p.Claims) > 0 && len(part.Claims) > 0 && p.Claims[0].Var == part.Claims[0].Var
		}); i >= 0 {
			evidence, says := slices.Concat(parts[i].Evidence, part.Evidence), slices.Concat(parts[i].said(), part.said())
			parts[i] = parts[i].with(&part)
			parts[i].Evidence, parts[i].Says = evidence, says
		} else {
			parts = append(parts, part)
		}
	}
	for i := range parts {
		part := &parts[i]
		why := x.reason(part)
		if j := slices.IndexFunc(pairs, func(b because) bool { return b.why == why }); j >= 0 {
			pairs[j].claims = append(slices.Clip(pairs[j].claims), part.said()...)
		} else if j, each := x.each(pairs, part, why); j >= 0 {
			pairs[j] = because{append(slices.Clip(pairs[j].claims), part.said()...), each}
		} else {
			pairs = append(pairs, because{part.said(), why})
		}
	}
	slices.SortStableFunc(pairs, func(a, b because) int { return int(first(a.claims) - first(b.claims)) })
	if len(pairs) == 1 && x.subsetOf(&in.Parts[0]).vars != 0 {
		return pairs // one subset for all
	}
	if len(pairs) < 2 || slices.ContainsFunc(pairs, func(b because) bool { return b.why == "" }) || x.evident(in, why) && (len(in.said()) < 3*len(pairs) || len(x.claims(in.said())) <= longSaid) {
		return all
	}
	return pairs
}

// longSaid bounds what a reader takes in at once. Of more, where each reason says several things, each is told by itself.
const longSaid = 120

// each finds the reason that says of another place what a reason says of the place of a part: "the cage leaves 3 for R1C1"
// and "the cage leaves 3 for R1C2" are "the cage leaves 3 for each".
func (x *Explainer) each(pairs []because, part *Inference, why string) (at int, text string) {
	start := func(claims []Claim, why string) string {
		m, ok := x.Meaning(claims[0].Var)
		if !ok || m.Key == nil {
			return ""
		}
		if begin, ok := strings.CutSuffix(why, " for each"); ok {
			return begin
		}
		begin, _ := strings.CutSuffix(why, " for "+x.Names().Of(m.Key))
		return begin
	}
	begin := start(part.said(), why)
	if begin == "" || begin == why {
		return -1, ""
	}
	return slices.IndexFunc(pairs, func(b because) bool { return start(b.claims, b.why) == begin }), begin + " for each"
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
	x = x.From(s.Chain)
	chain, _ := x.turns(s.Chain, true)
	return slices.ContainsFunc(chain, func(in Inference) bool { return len(in.Parts) > 1 && len(x.paired(&in)) > 1 })
}

// first returns the first variable of some claims.
func first(claims []Claim) model.VarID {
	return slices.MinFunc(claims, func(a, b Claim) int { return int(a.Var - b.Var) }).Var
}

// evident reports whether one reason for all parts of an inference shows which part follows from what: by a rule about
// two things, of which a claim names one, or by one sentence with the places that the claims name.
func (x *Explainer) evident(in *Inference, why string) bool {
	sentence := !strings.Contains(why, " and the ") && !repeats(why)
	if strings.HasPrefix(why, "the line would ") && strings.Contains(why, " or ") {
		return false // each part has one of these reasons
	}
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
