package command

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"nazo/compile"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/study/explain"
)

// proseWidth is the width of paragraphs, in characters.
const proseWidth = 100

// wrapped breaks a text into lines. The first line and the others have beginnings of their own.
func wrapped(text, first, rest string) string {
	var out strings.Builder
	line := first
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			line += word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > proseWidth:
			out.WriteString(line + "\n")
			line = rest + word
		default:
			line += " " + word
		}
	}
	return out.String() + line + "\n"
}

// shownStep is the report on a step that was just found.
type shownStep struct {
	*explanation
	*numberedStep
}

func (s *shownStep) text(t *textPrinter) {
	e, step := s.explanation, s.numberedStep
	if e.only > 0 && step.number != e.only {
		return
	}
	if n := e.story.Given - len(e.begin); n > 0 && step.number == 1 && e.only == 0 && !e.why {
		t.out.WriteString(plural(n, "value") + " given.\n")
	}
	t.out.WriteString(e.paragraph(step))
	if e.show || e.only > 0 {
		t.boards(e.sections(t.draw, step.after(), step))
	}
}

func (e *explanation) paragraph(t *numberedStep) string {
	first := fmt.Sprintf("%3d. ", t.number)
	rest := strings.Repeat(" ", len(first))
	texts, lines := e.x.Lay(t.StoryStep, explain.Longest, e.verbose)
	out := ""
	for i, text := range texts {
		if i > 0 {
			first = rest
		}
		out += wrapped(text, first, rest)
	}
	for _, line := range lines {
		in := rest + strings.Repeat("  ", line.Depth)
		out += wrapped(line.Text, in+"- ", in+"  ")
	}
	return out
}

// boards prints sections without their headings.
func (t *textPrinter) boards(all []draw.Section) {
	for _, s := range all {
		t.out.WriteString(draw.Text(s.Items, s.Options))
	}
}

// sections draws the first facts that are known, with marks on those that a step finds and uses.
func (e *explanation) sections(d picture.Drawer, after int, step *numberedStep) []draw.Section {
	var fresh []model.Fact
	var units []int32
	if step != nil {
		fresh, units = step.Facts, step.Chain.Units()
	}
	return d.Reasoned(e.problem, e.x, e.story.Written[:after], fresh, units)
}

// text prints how an explanation ended.
func (e *explained) text(t *textPrinter) {
	switch {
	case e.only > 0:
	case e.end == explain.Contradicted:
		t.out.WriteString(e.ending())
	case e.why:
		t.out.WriteString(wrapped(plural(len(e.steps), "step")+": "+e.answered()+".", "", "   "))
	default:
		if len(e.steps) > 0 {
			t.out.WriteString(wrapped(e.summary(), "", "   "))
		}
		t.out.WriteString(e.ending())
	}
}

// summary counts the steps by kind.
func (e *explanation) summary() string {
	return e.x.Summary(alg.Map(e.steps, func(t *numberedStep) *explain.StoryStep { return t.StoryStep }))
}

// answered says what is known of the places that --why asks about.
func (e *explanation) answered() string {
	text := ""
	if len(e.goal) > 0 {
		text = e.x.Say(e.goal)
	}
	switch {
	case e.open == 0:
		return text
	case text != "":
		text += "; "
	}
	if e.end == explain.Several {
		return text + "the rest is not the same in all solutions" + e.leftOut()
	}
	return text + "the rest was not reached"
}

// outcome says how an explanation ended.
func (e *explanation) outcome() string {
	switch e.end {
	case explain.Solved:
		return "solved"
	case explain.Several:
		return "nothing more follows, as there are several solutions" + e.leftOut()
	case explain.Contradicted:
		return "there is no solution"
	}
	return "not finished"
}

// leftOut says that objectives are ignored, if there are any.
func (e *explanation) leftOut() string {
	if e.problem.Objectives == 0 {
		return ""
	}
	return " that obey the rules: which of them is best plays no part here (nazo unique asks whether one alone is)"
}

func (e *explanation) contradiction() string {
	switch {
	case e.mistaken != nil:
		return wrapped(e.x.Wrong(e.mistaken), "", "   ")
	case len(e.begin) > 0:
		return "No solution has what is known so far.\n"
	}
	return "There is no solution.\n"
}

// ending says why there is no further step.
func (e *explanation) ending() string {
	switch {
	case e.end == explain.Contradicted:
		return e.contradiction()
	case e.end == explain.Solved && len(e.steps) == 0:
		return "The board is finished.\n"
	}
	text := e.outcome()
	return strings.ToUpper(text[:1]) + text[1:] + ".\n"
}

func (h *hinted) text(t *textPrinter) {
	if len(h.steps) == 0 {
		t.out.WriteString(h.ending())
		return
	}
	step := h.steps[0]
	if h.show {
		t.boards(h.board(t.draw))
	}
	hints := h.x.Hints(step.StoryStep)
	for _, text := range hints[:min(h.strength, explain.MostHints-1)] {
		t.out.WriteString(wrapped(text, "", "   "))
	}
	if h.strength >= 5 {
		t.out.WriteString(h.paragraph(step))
		return
	}
	more := [...]string{1: "2 tells the rule", 2: "3 tells the technique", 3: "4 tells what follows", 4: "5 tells why"}
	t.out.WriteString("(--strength " + more[h.strength] + ")\n")
}

// board draws the board. New facts are only shown from strength 4 on.
func (h *hinted) board(d picture.Drawer) []draw.Section {
	step := h.steps[0]
	if h.strength < 4 {
		hidden := *step.StoryStep
		hidden.Facts = nil
		return h.sections(d, step.Known, &numberedStep{StoryStep: &hidden})
	}
	return h.sections(d, step.after(), step)
}

// fact is a fact about a find: whether it has a member, or a value for a key.
type fact struct {
	Text   string          `json:"text"`
	Find   string          `json:"find"`
	Of     string          `json:"of,omitempty"` // the part of the find, with all its keys, if it has any
	Key    json.RawMessage `json:"key,omitempty"`
	Member json.RawMessage `json:"member,omitempty"`
	In     *bool           `json:"in,omitempty"`
	Value  json.RawMessage `json:"value,omitempty"`
	Is     *bool           `json:"is,omitempty"`
}

// unit is an instance of a rule, or a part of the structure of a find.
type unit struct {
	Text     string                     `json:"text"`
	Rule     string                     `json:"rule"`
	For      map[string]json.RawMessage `json:"for,omitempty"`
	Places   []json.RawMessage          `json:"places,omitempty"`
	Sentence string                     `json:"sentence,omitempty"`
	Part     string                     `json:"part,omitempty"`
	File     string                     `json:"file,omitempty"`
	Line     int                        `json:"line,omitempty"`
}

// stepReport is a step. New follows from Units and Since, by the inferences of Chain.
type stepReport struct {
	Number    int             `json:"number"`
	Text      string          `json:"text"`
	Size      int             `json:"size"` // the number of units
	Cost      float64         `json:"cost"`
	Technique string          `json:"technique,omitempty"`
	Note      bool            `json:"note,omitempty"` // it only helps later steps
	New       []fact          `json:"new"`
	Units     []unit          `json:"units"`
	Since     []fact          `json:"since,omitempty"`
	Chain     []inferenceJSON `json:"chain"`
	Checked   *bool           `json:"checked,omitempty"` // with --twice: engine sat confirms that New follows
}

// inferenceJSON is an inference. From and Under are indices of earlier ones.
type inferenceJSON struct {
	Kind  string `json:"kind"` // follows, supposes or contradicts
	Text  string `json:"text,omitempty"`
	Why   string `json:"why,omitempty"`
	From  []int  `json:"from,omitempty"`
	Under *int   `json:"under,omitempty"`
}

// factOf returns the fact that the variable with meaning m has value x, or has another.
func factOf(text, find string, m compile.Meaning, x int64, is bool) fact {
	f := fact{Text: text, Find: find}
	if m.Key != nil {
		f.Key = jsonOf(m.Key)
	}
	if in := (x == 1) == is; m.Member != nil {
		f.Member, f.In = jsonOf(m.Member), &in
	} else {
		f.Value, f.Is = jsonOf(m.Values(x)), &is
	}
	return f
}

func (e *explanation) factsJSON(facts []model.Fact) []fact {
	out := []fact{}
	for _, f := range facts {
		if m, ok := e.x.Meaning(f.Var); ok {
			j := factOf(e.x.Say([]model.Fact{f}), e.x.Find(f.Var), m, f.Value, f.Is)
			if m.Of != j.Find {
				j.Of = m.Of
			}
			out = append(out, j)
		}
	}
	return out
}

func (e *explanation) unitsJSON(units []int32) []unit {
	out := []unit{}
	p := e.x.Problem
	for _, u := range units {
		j := unit{Text: e.x.Says(u), Rule: p.RuleName(u), Places: jsonOfAll(e.x.Places(u))}
		if src, span := p.Where(u); src != nil {
			j.File, j.Line = src.Name, src.Position(span.Start).Line
		}
		if j.Part = pieceOf(p.Model.Instances[u]); j.Part == "" {
			j.Sentence = p.SentenceBy(u, e.x.Names().Of)
			for _, b := range p.Bound(u) {
				if j.For == nil {
					j.For = map[string]json.RawMessage{}
				}
				j.For[b.Name] = jsonOf(b.Value)
			}
		}
		out = append(out, j)
	}
	return out
}

func (e *explanation) stepJSON(t *numberedStep) stepReport {
	out := stepReport{Number: t.number, Text: e.x.Text(t.StoryStep), Size: len(t.Chain.Units()), Cost: hundredths(t.Cost), Technique: t.Technique,
		Note: t.Note, New: e.factsJSON(t.Facts), Units: e.unitsJSON(t.Chain.Units()), Since: e.factsJSON(t.Chain.Since()), Chain: []inferenceJSON{}}
	x := e.x.From(t.Chain)
	for i := range t.Chain {
		in := &t.Chain[i]
		j := inferenceJSON{Kind: [...]string{"follows", "supposes", "contradicts"}[in.Kind], From: in.From}
		j.Text, j.Why = x.Inference(in)
		if in.Under >= 0 {
			j.Under = &in.Under
		}
		out.Chain = append(out.Chain, j)
	}
	if e.twice {
		out.Checked = &t.checked
	}
	return out
}

// endsJSON are the words for [explain.End].
var endsJSON = map[explain.End]string{explain.Solved: "all known", explain.Several: "several solutions",
	explain.Contradicted: "no solution", explain.GivenUp: "not finished"}

// conflictJSON says why there is no solution.
type conflictJSON struct {
	Facts []fact `json:"facts"`
	Units []unit `json:"units"`
	Text  string `json:"text"`
}

func (e *explanation) conflictJSON() *conflictJSON {
	if e.mistaken == nil {
		return nil
	}
	return &conflictJSON{e.factsJSON(e.mistaken.Facts), e.unitsJSON(e.mistaken.Units), e.x.Wrong(e.mistaken)}
}

// explained is the report of nazo explain.
type explained struct {
	*explanation `json:"-"`
	Puzzle       string       `json:"puzzle"`
	Given        []fact       `json:"from,omitempty"`
	Steps        []stepReport `json:"steps"`
	Largest      int          `json:"largest"`
	Summary      string       `json:"summary,omitempty"`
	End          string       `json:"end"`
	// BestLeftOut is true if objectives were ignored.
	BestLeftOut bool          `json:"bestLeftOut,omitempty"`
	Why         []fact        `json:"why,omitempty"`
	Conflict    *conflictJSON `json:"conflict,omitempty"`
}

func (e *explained) fill() {
	e.Puzzle, e.Given, e.Steps, e.End = e.puzzle, e.factsJSON(e.begin), []stepReport{}, endsJSON[e.end]
	e.BestLeftOut, e.Why, e.Conflict = e.problem.Objectives > 0, e.factsJSON(e.goal), e.conflictJSON()
	for _, t := range e.steps {
		e.Largest = max(e.Largest, len(t.Chain.Units()))
		if e.only == 0 || t.number == e.only {
			e.Steps = append(e.Steps, e.stepJSON(t))
		}
	}
	if len(e.steps) > 0 {
		e.Summary = e.summary()
	}
}

func (h *hinted) fill() {
	h.Puzzle, h.Mistake = h.puzzle, h.conflictJSON()
	if len(h.steps) == 0 {
		h.End = endsJSON[h.end]
		return
	}
	t := h.steps[0]
	h.Where, h.Rules, h.Since, h.Follows = jsonOfAll(h.x.LookAt(t.StoryStep)), h.unitsJSON(t.Chain.Units()), h.factsJSON(t.Chain.Since()), h.factsJSON(t.Facts)
	h.Technique, h.Text = t.Technique, h.x.Text(t.StoryStep)
}
