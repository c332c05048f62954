package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// A step is told as a paragraph, or with a line for each inference.

// From returns an explainer that names sides and corners by the cells that a chain names.
func (x *Explainer) From(chain Chain) *Explainer {
	sides := func(c Claim) bool {
		m, ok := x.Meaning(c.Var)
		e, edge := m.Member.(value.Edge)
		if !ok || !edge {
			return false
		}
		p, cell := e.A.(value.Cell)
		return cell && p.Board != nil && p.Board.Points
	}
	var cells []value.Cell
	some := false
	for i := range chain {
		some = some || slices.ContainsFunc(chain[i].Claims, sides)
		for _, u := range chain[i].Units {
			for _, p := range x.Places(u) {
				if c, ok := p.(value.Cell); ok && c.Board != nil && !c.Board.Points {
					cells = append(cells, c)
				}
			}
		}
	}
	if !some || len(cells) == 0 {
		return x
	}
	words, near := *x.Words, *x
	words.names, words.sentences = x.Names().From(cells), nil
	near.Words = &words
	return &near
}

// Text tells a step in one paragraph: what is found, then why.
func (x *Explainer) Text(s *StoryStep) string { return strings.Join(x.Paragraphs(s), " ") }

// Paragraphs tells a step with a paragraph for each reason of a single inference, or in one.
func (x *Explainer) Paragraphs(s *StoryStep) (texts []string) {
	x = x.From(s.Chain)
	if len(s.Chain) == 1 {
		if pairs := x.paired(&s.Chain[0]); len(pairs) > 1 {
			for _, p := range pairs {
				text := capital(x.claims(p.claims))
				texts = append(texts, text+": "+briefly(text, p.why)+".")
			}
			return texts
		}
	}
	return []string{x.paragraph(s)}
}

// paragraph tells what is found, then why.
func (x *Explainer) paragraph(s *StoryStep) string {
	text := capital(x.sayFacts(s))
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

// Why tells the chain of a step, a long one by its turning points.
func (x *Explainer) Why(s *StoryStep) string {
	x = x.From(s.Chain)
	var b strings.Builder
	chain, _ := x.turns(s.Chain, false)
	for i := range chain {
		in := &chain[i]
		last := i == len(chain)-1
		if i > 0 {
			switch prev := &chain[i-1]; {
			case in.Kind == Supposes:
				b.WriteString(". ")
			case in.Kind == Contradicts:
				b.WriteString(", but ")
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
			if closes := chain.closing(i); closes == len(chain)-1 && !x.isCase(in, &chain[closes]) {
				word := "otherwise"
				if i > 0 {
					word = "Otherwise"
				}
				b.WriteString(word)
				continue
			}
			word := "if "
			if i > 0 {
				word = "If "
			}
			b.WriteString(word + x.claims(in.said()) + ", then")
		case Contradicts:
			b.WriteString(cmp.Or(x.reason(in), "that can't be"))
			if !last {
				b.WriteString("; so " + x.claims(in.said()))
			}
		case Follows:
			if last {
				why := cmp.Or(x.reason(in), "that is how it must be")
				if i > 0 && chain[i-1].Kind == Follows {
					why = strings.TrimPrefix(why, otherwise)
				}
				b.WriteString(why)
				continue
			}
			var texts []string
			for _, p := range x.paired(in) {
				text := x.claimsBy(in, p.claims)
				if p.why != "" {
					text += within(briefly(text, p.why))
				}
				texts = append(texts, text)
			}
			b.WriteString(value.And(texts))
		}
	}
	return b.String()
}

// within puts a reason in parentheses.
func within(why string) string {
	if rest, ok := strings.CutPrefix(why, otherwise); ok {
		why = "else " + rest
	}
	return " (" + why + ")"
}

// isCase reports whether a supposition is one value of a number, and what ends it shows another value.
func (x *Words) isCase(in, end *Inference) bool {
	return len(end.Claims) == 1 && len(in.Claims) == 1 && end.Claims[0].Op == model.LinkIs && in.Claims[0].Op == model.LinkIs &&
		end.Claims[0].Var == in.Claims[0].Var && end.Claims[0].Value != in.Claims[0].Value && !x.m.Vars[in.Claims[0].Var].Bool
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

// mostLines bounds the lines of a step. Nobody holds more in mind. Of a longer step only the result is told.
const mostLines = 20

// isSearch reports whether a step with these lines is told as a search.
func isSearch(s *StoryStep, lines []Line) bool { return len(lines) > mostLines && s.Chain.tries() }

// toldAsSearch reports whether a step is told as a search, so that none of its inferences is told.
func (x *Explainer) toldAsSearch(s *StoryStep) bool {
	return isSearch(s, x.From(s.Chain).lined(s, false))
}

// Lines tells a step with a line for each inference. With all, each line also says which known facts it uses. Without,
// a step of very many lines is told as a search.
func (x *Explainer) Lines(s *StoryStep, all bool) (head string, lines []Line) {
	x = x.From(s.Chain)
	lines = x.lined(s, all)
	head = capital(x.sayFacts(s))
	if !all && isSearch(s, lines) {
		head += fmt.Sprintf(": the opposite fails, but only after a search of %d inferences.", len(s.Chain))
		return head + " (" + cmp.Or(s.Technique, dsl.ByTrying) + ")", nil
	}
	if s.Technique != "" {
		head += " (" + s.Technique + ")"
	}
	return head + ":", lines
}

// Longest bounds the characters of a step in one paragraph where lines are wide. Several reasons have a line each from
// shortStep on.
const (
	Longest   = 400
	shortStep = 100
)

// Lay lays a step out: in paragraphs, or, if it is longer or has more in it than a reader takes in at once, as a head with
// lines.
func (x *Explainer) Lay(s *StoryStep, longest int, all bool) (texts []string, lines []Line) {
	texts = x.Paragraphs(s)
	text := strings.Join(texts, " ")
	switch length := utf8.RuneCountInString(text); {
	case all:
	case len(texts) > 1 && length > shortStep:
		return texts, nil
	case len(s.Chain) == 1 || length <= longest && s.Chain.Nested() < 2 && !x.Pairs(s):
		return []string{text}, nil
	}
	text, lines = x.Lines(s, all)
	return []string{text}, lines
}

// lined tells the inferences of a step.
func (x *Explainer) lined(s *StoryStep, all bool) (lines []Line) {
	chain, of := s.Chain, places(s.Chain)
	if !all {
		chain, of = x.turns(s.Chain, true)
	}
	depth := 0
	told := 0
	for i := range chain {
		if of[i] < told {
			continue
		}
		in := &chain[i]
		if end, n, claims := s.again(of[i]); n >= shortRun && !all {
			lines = append(lines, Line{depth, x.reference(s.As[of[i]], claims)})
			told = end
			continue
		}
		text, why := x.Inference(in)
		switch in.Kind {
		case Supposes:
			lines = append(lines, Line{depth, "If " + text + ":"})
			depth++
			continue
		case Contradicts:
			lines = append(lines, Line{depth, "But " + cmp.Or(why, "that can't be") + "."})
			depth--
			if i < len(chain)-1 {
				lines = append(lines, Line{depth, "So " + text + "."})
			}
			continue
		}
		pairs := x.paired(in)
		for j, p := range pairs {
			switch {
			case i == len(chain)-1 && len(pairs) == 1:
				text = capital(why)
			case p.why != "":
				text = capital(x.claimsBy(in, p.claims))
				text += within(briefly(text, p.why))
			default:
				text = capital(x.claimsBy(in, p.claims))
			}
			if all && len(in.Since) > 0 && j == len(pairs)-1 {
				text += ", from " + x.Say(in.Since)
			}
			lines = append(lines, Line{depth, text + "."})
		}
	}
	if len(s.Facts) > 1 && chain[len(chain)-1].Kind == Contradicts {
		lines = append(lines, Line{0, "The others likewise."})
	}
	return lines
}

// Inference says what an inference claims, and why.
func (x *Explainer) Inference(in *Inference) (text, why string) {
	if in.Kind != Supposes {
		why = x.reason(in)
	}
	if len(in.Claims) > 0 {
		text = x.claims(in.said())
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
