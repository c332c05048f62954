package explain

import (
	"cmp"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/model"
)

// Sentences for what a find is by itself: a line, a loop, lines between labels, areas. A spec says
// nothing of these, so the sentence depends on what was concluded, and from what.

// structural reports whether a unit is the structure of a find, or a rule that says the same, and the
// spec has no sentence for it.
func (x *Words) structural(u int32) bool {
	is, known := x.isStructural[u]
	if !known {
		is = x.findStructural(u)
		if x.isStructural == nil {
			x.isStructural = map[int32]bool{}
		}
		x.isStructural[u] = is
	}
	return is
}

func (x *Words) findStructural(u int32) bool {
	if x.m.Instances[u].Piece != nil || x.Problem.Silent(u) || x.Problem.SentenceBy(u, value.String) != "" {
		return false
	}
	return slices.ContainsFunc(x.constraints(u), func(c int32) bool {
		switch x.m.Constraints[c].Body.(type) {
		case model.Route, model.Links, model.Regions:
			return true
		}
		_, crosses := x.Problem.Crosses(c)
		return crosses
	}) || x.saysSizes(u)
}

// constraints are the indices of a unit's constraints.
func (x *Words) constraints(u int32) []int32 {
	if x.constraintsOf == nil {
		x.constraintsOf = map[int32][]int32{}
		for i, c := range x.m.Constraints {
			x.constraintsOf[c.Instance] = append(x.constraintsOf[c.Instance], int32(i))
		}
	}
	return x.constraintsOf[u]
}

// route reports whether a constraint says that there is one line or loop, and which.
func (x *Words) route(constraint int32) (closed, ok bool) {
	if b, ok := x.m.Constraints[constraint].Body.(model.Route); ok {
		return b.Closed, true
	}
	return x.Problem.Crosses(constraint)
}

// rings reports whether a constraint is about lines that close.
func (x *Words) rings(constraint int32) bool {
	_, acyclic := x.m.Constraints[constraint].Body.(model.Acyclic)
	_, route := x.route(constraint)
	return acyclic || route
}

// count is how many edges in the scope of a unit are on and off by the evidence of an inference, and
// how many would be if the opposite of its claims held.
type count struct{ on, off, against, without int }

// closes reports whether the trouble would be that a line closes: no edge is needed that is off.
func (n count) closes() bool { return n.off+n.without == 0 && n.on+n.against > 0 }

func (x *Explainer) count(u int32, in *Inference) (n count) {
	scope := x.reasons.Scope(u)
	add := func(c Claim, on, off *int) {
		if _, ok := slices.BinarySearch(scope, c.Var); !ok || c.Op > model.LinkIsNot {
			return
		}
		if m, ok := x.Meaning(c.Var); !ok || m.OnLine {
			return
		}
		if (c.Value == 1) == (c.Op == model.LinkIs) {
			*on++
		} else {
			*off++
		}
	}
	for _, c := range in.Evidence {
		add(c, &n.on, &n.off)
	}
	if in.Kind == Follows {
		for _, c := range in.Claims {
			add(c, &n.without, &n.against)
		}
	}
	return n
}

// mostPlaces bounds the places that are named for what a line does.
const mostPlaces = 7

// structure says why the structure of finds leads to an inference: one sentence for each kind of
// trouble that there would be otherwise, with the vertices where it would be.
func (x *Explainer) structure(in *Inference) (texts []string) {
	var says []string
	at := map[string][]string{}
	corners := map[string]bool{} // whether a sentence is about corners of the edges that are claimed
	say := func(text, where string) {
		if at[text] == nil {
			says = append(says, text)
		}
		if !slices.Contains(at[text], where) {
			at[text] = append(at[text], where)
		}
	}
	whole := slices.ContainsFunc(in.Units, x.structural)
	for _, u := range in.Units {
		if p := x.m.Instances[u].Piece; p != nil && p.At >= 0 {
			v := x.Problem.Vertex(p.Of, p.At)
			text, where := x.atVertex(u, p, in), x.Names().Of(v)
			if text == lineEndsAt && !x.endsAt(u, p, in) { // not at once
				if further := x.lineEnds(p.Of, in); further != "" {
					if !slices.Contains(says, further) {
						say(further, "")
					}
					continue
				}
			}
			if whole && strings.HasPrefix(text, p.Says) { // that lines go on goes without saying
				continue
			}
			if c, cell := v.(value.Cell); cell && c.Board.Points && in.Kind == Follows {
				corners[text] = true
			}
			say(text, where)
		} else if x.structural(u) {
			if text := x.asWhole(u, in); text != "" {
				say(text, "")
			}
		}
	}
	var would []string // what the line would do wrong, and where
	for _, text := range says {
		where := at[text]
		if corners[text] && (len(where) == 1 || len(where) > mostReasons) { // edges tell where it is
			where = []string{""}
		}
		if where[0] != "" && len(where) < mostPlaces || corners[text] && where[0] != "" {
			text += " " + value.And(gathered(where))
		} else if short, ok := strings.CutSuffix(text, " at"); ok {
			text = short
		} else if strings.Contains(text, " pass") {
			text += " there"
		}
		if wrong, ok := strings.CutPrefix(text, "the line would "); ok && !whole {
			would = append(would, wrong)
			continue
		}
		texts = append(texts, text)
	}
	if len(would) > 0 {
		texts = slices.Insert(texts, 0, "the line would "+or(would))
	}
	return texts
}

// atVertex says what a line does at a vertex, or what would be wrong with it there if an inference did
// not hold. The name of the vertex follows.
func (x *Explainer) atVertex(u int32, p *model.Piece, in *Inference) string {
	goesOn := p.Says + " at"
	most := 2
	switch b := x.m.Constraints[p.Of].Body.(type) {
	case model.Route:
		if b.Graph.Directed {
			return x.atArrows(x.Problem.Vertex(p.Of, p.At), in)
		}
	case model.Links:
		if b.Labels[p.At] >= 0 {
			most = 1
		}
	}
	n := x.count(u, in)
	if _, crosses := x.Problem.Crosses(p.Of); crosses && in.Kind == Follows && n.on == 3 && n.without > 0 {
		return "the line crosses itself at"
	}
	switch {
	case most == 1 && (n.on > 1 || n.against > 0 && n.on > 0):
		return "only one line begins at"
	case most == 1:
		return "a line begins at"
	case in.Kind == Contradicts && n.on > most, n.against > 0 && n.on >= most:
		return "the line would branch at"
	case in.Kind == Contradicts && n.on == 1, n.against > 0 && n.off > 0:
		return lineEndsAt
	case in.Kind == Contradicts && n.on == 0:
		return "the line could not pass"
	case n.against > 0:
		return "the line does not pass"
	case n.without == 0 && n.on > 0:
		return "the line passes"
	case n.without == 0:
		return "the line could not pass"
	}
	return goesOn
}

// lineEndsAt is what is wrong at a vertex where one edge of a line is on and no other can be.
const lineEndsAt = "the line would end at"

// endsAt reports whether that is so by the evidence of an inference.
func (x *Explainer) endsAt(u int32, p *model.Piece, in *Inference) bool {
	b, ok := x.m.Constraints[p.Of].Body.(model.Route)
	n := x.count(u, in)
	return !ok || n.off+n.on+n.against == len(b.Graph.Out[p.At])
}

// atArrows is what a line of arrows does at a vertex, or what would be wrong with it there if an inference did not
// hold. The name of the vertex follows.
func (x *Explainer) atArrows(at value.Value, in *Inference) string {
	var leaving, entering count
	add := func(claims []Claim, on, off func(*count) *int) {
		for _, c := range claims {
			m, ok := x.Meaning(c.Var)
			e, arrow := m.Member.(value.Edge)
			if !ok || !arrow || c.Op > model.LinkIsNot {
				continue
			}
			field := off
			if (c.Value == 1) == (c.Op == model.LinkIs) {
				field = on
			}
			switch {
			case value.Equal(e.A, at):
				*field(&leaving)++
			case value.Equal(e.B, at):
				*field(&entering)++
			}
		}
	}
	add(in.Evidence, func(n *count) *int { return &n.on }, func(n *count) *int { return &n.off })
	if in.Kind == Follows {
		add(in.Claims, func(n *count) *int { return &n.without }, func(n *count) *int { return &n.against })
	}
	switch {
	case leaving.on > 1, leaving.against > 0 && leaving.on > 0:
		return "the line would branch at"
	case entering.on > 1, entering.against > 0 && entering.on > 0:
		return "two lines would meet at"
	case leaving.without+entering.without > 0:
		return "the line goes on at"
	case in.Kind == Contradicts && leaving.on+entering.on > 0, leaving.against > 0 && entering.off > 0, entering.against > 0 && leaving.off > 0:
		return "the line would end at"
	}
	return "the line does not pass"
}

// holds reports whether the first claim of an inference is that something is so.
func (x *Explainer) holds(in *Inference) bool {
	c := in.Claims[0]
	return (c.Value == 1) == (c.Op == model.LinkIs)
}

// asWhole says what is wrong with a loop, a line, lines between labels or areas if an inference does
// not hold.
func (x *Explainer) asWhole(u int32, in *Inference) string {
	n := x.count(u, in)
	closes := n.closes()
	for _, c := range x.constraints(u) {
		if closed, ok := x.route(c); ok {
			what := "the line"
			if closed {
				what = "the loop"
			}
			if closes {
				return what + " would close too early"
			}
			return cmp.Or(x.lineEnds(c, in), x.linePart(c, in, what), what+" would be in two pieces")
		}
		switch x.m.Constraints[c].Body.(type) {
		case model.Links:
			return x.pairs(c, in, closes)
		case model.Regions:
			if in.Kind == Follows && x.holds(in) && n.off == 0 {
				return "they are in one area by another way"
			}
			return "a border would end within an area"
		}
	}
	if x.sized(u) {
		if text := x.areaSizes(in); text != "" || in.Left {
			return text
		}
		return "the areas could not have their sizes"
	}
	return x.Problem.RuleName(u)
}

// ruleName is the name of a unit's rule, or of what it says of a find by itself.
func (x *Words) ruleName(u int32) string {
	if x.structural(u) {
		for _, c := range x.constraints(u) {
			if closed, ok := x.route(c); ok && closed {
				return "one loop"
			} else if ok {
				return "one line"
			}
			switch x.m.Constraints[c].Body.(type) {
			case model.Links:
				return "lines between equal labels"
			case model.Regions:
				return "areas"
			}
		}
	}
	return x.Problem.RuleName(u)
}

// together makes one sentence of those that differ only in their subject or in their last word:
// "row 5 and box 2 have 1 star", "the line goes on at R1C1 and R2C2".
func together(texts []string) []string {
	texts = joinedPairs(pairwise(texts))
	for i := 0; i < len(texts); i++ {
		subject, predicate := parts(texts[i])
		begin, end := cutLast(texts[i])
		subjects, ends := []string{subject}, []string{end}
		var rest []string
		for _, other := range texts[i+1:] {
			s, p := parts(other)
			b, e := cutLast(other)
			switch {
			case subject != "" && s != "" && p == predicate && len(ends) == 1:
				subjects = append(subjects, s)
			case begin != "" && b == begin && len(subjects) == 1:
				ends = append(ends, e)
			default:
				rest = append(rest, other)
			}
		}
		switch {
		case len(subjects) > 1:
			texts[i] = value.And(gathered(subjects)) + plurally(predicate)
		case len(ends) > 1:
			texts[i] = begin + value.And(ends)
		}
		texts = append(texts[:i+1], rest...)
	}
	return texts
}

// pairwise makes one sentence of those that end with two places, which differ: "equal numbers would touch at R1C1" if
// that is one of the places of each, or "equal numbers would touch at R1C1 and R1C2, at R3C4 and R3C5".
func pairwise(texts []string) (out []string) {
	at := map[string]int{}
	pairs := map[string][][2]string{}
	for _, text := range texts {
		begin, first, last := cutPair(text)
		if begin == "" {
			out = append(out, text)
			continue
		}
		if pairs[begin] == nil {
			at[begin] = len(out)
			out = append(out, text)
		}
		pairs[begin] = append(pairs[begin], [2]string{first, last})
	}
	for begin, all := range pairs {
		if len(all) < 2 {
			continue
		}
		in := func(place string) bool {
			return !slices.ContainsFunc(all, func(p [2]string) bool { return p[0] != place && p[1] != place })
		}
		switch first := all[0]; {
		case in(first[0]):
			out[at[begin]] = begin + first[0]
		case in(first[1]):
			out[at[begin]] = begin + first[1]
		default:
			var names []string
			for _, p := range all {
				names = append(names, p[0]+" and "+p[1])
			}
			words := strings.Fields(begin)
			out[at[begin]] = begin + strings.Join(names, ", "+words[len(words)-1]+" ")
		}
	}
	return out
}

// joinedPairs makes one sentence of those, if they are few, that say the same of two places each: "R1C1 and R1C2, and R3C4
// and R3C5 must add up to 10".
func joinedPairs(texts []string) (out []string) {
	subjects := map[string][]string{}
	for _, text := range texts {
		if who, what := couple(text); who != "" {
			subjects[what] = append(subjects[what], who)
		}
	}
	for _, text := range texts {
		who, what := couple(text)
		all := subjects[what]
		switch last := len(all) - 1; {
		case who == "" || last == 0 || last >= mostReasons:
			out = append(out, text)
		case who == all[0]:
			out = append(out, strings.Join(all[:last], ", ")+", and "+all[last]+" must "+what)
		}
	}
	return out
}

// couple parts a sentence about two places that must do something; "" if it is none.
func couple(text string) (who, what string) {
	who, what, _ = strings.Cut(text, " must ")
	a, b, _ := strings.Cut(who, " and ")
	if !isPlaceName(a) || !isPlaceName(b) || strings.ContainsAny(b, " ,") || strings.Contains(what, " must ") {
		return "", ""
	}
	return who, what
}

// cutPair parts a sentence before its last words, which name two places; "" if they do not.
func cutPair(text string) (begin, first, second string) {
	words := strings.Split(text, " ")
	n := len(words)
	if n < 5 || words[n-2] != "and" || !slices.Contains(placing, words[n-4]) || !isPlaceName(words[n-1]) || !isPlaceName(words[n-3]) {
		return "", "", ""
	}
	return strings.Join(words[:n-3], " ") + " ", words[n-3], words[n-1]
}

// isPlaceName reports whether a word is the name of a cell, or begins with it.
func isPlaceName(word string) bool {
	return len(word) > 2 && word[0] == 'R' && word[1] >= '0' && word[1] <= '9'
}

// placing are words between a thing and its place.
var placing = []string{"at", "of", "in", "on", "below", "above", "beside", "under", "from"}

// gathered makes one thing of those that differ only in their places, "the arrows at R1C1 and R2C2", and of the corners
// of one place, "the top left and top right corners of R1C1".
func gathered(names []string) (out []string) {
	at := map[string]int{}
	places := map[string][]string{}
	corners := map[string][]string{} // by their places
	for _, name := range names {
		if corner, ok := cornerOf(name); ok {
			corners[corner[1]] = append(corners[corner[1]], corner[0])
		}
	}
	met := map[string]bool{}
	for _, name := range names {
		if corner, ok := cornerOf(name); ok && len(corners[corner[1]]) > 1 {
			if of := corner[1]; !met[of] {
				met[of] = true
				out = append(out, "the "+value.And(corners[of])+" corners of "+of)
			}
			continue
		}
		begin, place := cutLast(name)
		words := strings.Fields(begin)
		if n := len(words); n < 3 || words[0] != "the" || !slices.Contains(placing, words[n-1]) || n > 3 && words[n-2] != "corner" {
			out = append(out, name)
			continue
		}
		if places[begin] == nil {
			at[begin] = len(out)
			out = append(out, name)
		}
		places[begin] = append(places[begin], place)
	}
	for begin, all := range places {
		if words := strings.Fields(begin); len(all) > 1 {
			last := len(words) - 1
			out[at[begin]] = strings.Join(words[:last-1], " ") + " " + plural(words[last-1]) + " " + words[last] + " " + value.And(all)
		}
	}
	return out
}

// cornerOf parts the name of a corner: which one it is, and of what.
func cornerOf(name string) (parts [2]string, ok bool) {
	which, of, ok := strings.Cut(name, " corner of ")
	return [2]string{strings.TrimPrefix(which, "the "), of}, ok && strings.HasPrefix(which, "the ")
}

// verbs part the subject of a sentence from what is said of it.
var verbs = []string{"has", "is", "must", "would", "needs", "sees", "can", "can't", "goes"}

// parts are the subject of a sentence, which is one thing, and the rest; "" if no verb is found.
func parts(text string) (subject, predicate string) {
	words := strings.Split(text, " ")
	for i, w := range words {
		if slices.Contains(verbs, w) && i > 0 {
			subject = strings.Join(words[:i], " ")
			rest := strings.Join(words[i:], " ")
			if strings.Contains(subject, " and ") || strings.Contains(subject, ",") {
				return "", ""
			}
			return subject, " " + rest
		}
	}
	return "", ""
}

// cutLast parts a sentence before its last word, which names a place; "" if it does not.
func cutLast(text string) (begin, place string) {
	i := strings.LastIndexByte(text, ' ')
	if i < 0 || !isPlaceName(text[i+1:]) || strings.HasSuffix(text[:i], " and") || strings.HasSuffix(text[:i], " to") || strings.HasSuffix(text[:i], ",") {
		return "", ""
	}
	return text[:i+1], text[i+1:]
}
