package command

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"nazo/compile/layout"
	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/study/explain"
)

// proseWidth is how wide paragraphs are.
const proseWidth = 100

// wrapped breaks a text between words, with what each line begins with.
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

// prose is a text that is to be wrapped, with what its first line begins with, and the others.
type prose struct{ text, first, rest string }

func (p prose) wrapped() string { return wrapped(p.text, p.first, p.rest) }

// shownStep is a step of an explanation as it is found.
type shownStep struct {
	*explanation
	told
}

// text prints a step as soon as it is found: an easy one in a line, a larger one in a paragraph.
func (s *shownStep) text(t *textPrinter) {
	e, step := s.explanation, s.told
	if e.only > 0 {
		if step.number == e.only {
			t.legend(e, step.New)
			t.out.WriteString(e.paragraph(step) + t.board(e, step))
		}
		return
	}
	t.legend(e, step.New)
	if step.easy() {
		e.easy = append(e.easy, step)
		if say := e.easyProse(); say != nil {
			t.out.WriteString(say.wrapped())
		}
		return
	}
	t.out.WriteString(e.paragraph(step))
	if e.show {
		t.out.WriteString(t.board(e, step))
	}
}

// legend says what names of corners and sides mean, once, before the first facts about any.
func (t *textPrinter) legend(e *explanation, facts []model.Fact) {
	if e.legend == "" {
		if e.legend = e.x.Legend(facts); e.legend != "" {
			t.out.WriteString(wrapped(e.legend+".", "", "   "))
		}
	}
}

// board draws what is known after a step, with marks on what is new and used.
func (t *textPrinter) board(e *explanation, step told) string {
	var out strings.Builder
	for _, s := range e.sections(t.draw, step.after, step.New, step.Units) {
		out.WriteString(draw.Text(s.Items, s.Options))
	}
	return out.String()
}

// sections draw the board after so many known facts. New places and the places of used units are
// marked.
func (e *explanation) sections(d picture.Drawer, facts int, fresh []model.Fact, units []int32) []draw.Section {
	return d.Reasoned(e.problem, e.x, e.state.Facts[:facts], fresh, units)
}

// easyProse tells the easy steps that wait, and empties their list. It is nil if there are none.
func (e *explanation) easyProse() *prose {
	if len(e.easy) == 0 {
		return nil
	}
	var parts []string
	for _, step := range e.easy {
		if worth := e.worth(step); len(worth) > 0 {
			parts = append(parts, fmt.Sprintf("%s (%s)", e.x.Facts(worth), e.x.Reasons(step.units(), explain.Named)))
		}
	}
	first, last := e.easy[0].number, e.easy[len(e.easy)-1].number
	head := fmt.Sprintf("%d. ", first)
	if last > first {
		head = fmt.Sprintf("%d to %d. ", first, last)
	}
	e.easy = nil
	if len(parts) == 0 {
		return nil
	}
	return &prose{strings.Join(parts, ". ") + ".", head, "   "}
}

// worth are the facts of a step that are worth saying: all that are needed, if something was asked about.
func (e *explanation) worth(t told) []model.Fact {
	if e.goal != nil {
		return t.New
	}
	return e.x.Worth(t.New, e.state)
}

// fewFacts is how many facts that a step rests on are named.
const fewFacts = 12

// paragraph tells a larger step.
func (e *explanation) paragraph(t told) (text string) {
	for _, say := range e.prose(t) {
		text += say.wrapped()
	}
	return text
}

// prose tells a step: what follows, from which rules, and which facts were known.
func (e *explanation) prose(t told) []prose {
	found := e.worth(t)
	if len(found) == 0 {
		found = t.New
	}
	says := e.x.Facts(found) + "."
	if !t.easy() {
		says = fmt.Sprintf("%s: %s together%s.", e.x.Facts(found), plural(t.Size(), "rule instance"), e.least(t))
	}
	all := []prose{{says, fmt.Sprintf("%d. ", t.number), "   "}, {e.x.Reasons(t.units(), explain.Spoken) + ".", "   Since ", "     "}}
	if known := e.knownText(t.Since); known != "" {
		all = append(all, prose{known, "   Known: ", "     "})
	}
	return all
}

// least says whether a larger step is proved to be the smallest, where that was asked for.
func (e *explanation) least(t told) string {
	switch {
	case e.x.Effort.Proof == 0:
		return ""
	case t.Least:
		return ", and no fewer do"
	}
	return "; whether fewer do is not known"
}

// knownText says on which facts a step rests; "" if on none.
func (e *explanation) knownText(since []model.Fact) string {
	if len(since) == 0 {
		return ""
	}
	more := ""
	if len(since) > fewFacts {
		more = fmt.Sprintf(" and %d more", len(since)-fewFacts)
		since = since[:fewFacts]
	}
	return e.x.Facts(since) + more + "."
}

// explained tells how the way ended.
func (e *explained) text(t *textPrinter) {
	if e.only > 0 {
		return
	}
	if e.show && e.end != explain.Contradicted {
		t.out.WriteString(t.board(e.explanation, told{after: len(e.state.Facts)}))
	}
	if e.end == explain.Contradicted {
		t.legend(e.explanation, e.wrong)
		t.out.WriteString(e.contradiction())
		return
	}
	steps := ""
	if largest := e.largest(); largest > 0 {
		steps = fmt.Sprintf("%s, the largest of %s: ", plural(len(e.steps), "step"), plural(largest, "rule instance"))
	}
	for i, units := range e.direct {
		if units != nil {
			t.out.WriteString(wrapped(fmt.Sprintf("%s (%s).", e.x.Facts(e.goal[i:i+1]), e.x.Reasons(units, explain.Named)),
				fmt.Sprintf("At once, from %s: ", plural(len(units), "rule instance")), "   "))
		}
	}
	if e.why {
		t.out.WriteString(wrapped(steps+e.answered(), "", "   "))
		return
	}
	t.out.WriteString(steps + e.outcome() + "\n")
}

// answered says what was asked about.
func (e *explanation) answered() string {
	text := e.x.Facts(e.goal)
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

// outcome says how the way ended.
func (e *explanation) outcome() string {
	switch e.end {
	case explain.Solved:
		return "all is known"
	case explain.Several:
		return "nothing more follows, as there are several solutions" + e.leftOut()
	case explain.Contradicted:
		return "there is no solution"
	}
	return "not finished"
}

// leftOut says that what is minimised or maximised plays no part, if anything is.
func (e *explanation) leftOut() string {
	if e.problem.Objectives == 0 {
		return ""
	}
	return " that obey the rules: which of them is best plays no part here (nazo unique asks whether one alone is)"
}

// contradiction says what can't be.
func (e *explanation) contradiction() string {
	switch {
	case e.conflict == nil && e.begin > 0:
		return "no solution has what is known so far\n"
	case e.conflict == nil:
		return "there is no solution\n"
	}
	if len(e.wrong) > 0 {
		return wrapped(e.x.Facts(e.wrong)+".", "There is a mistake in what is known so far: no solution has ", "   ") +
			wrapped(e.x.Reasons(e.conflict, explain.Conditions)+".", "   Since ", "     ")
	}
	return fmt.Sprintf("there is no solution: %s can't hold together\n", plural(len(e.conflict), "rule instance")) +
		wrapped(e.x.Reasons(e.conflict, explain.Conditions)+".", "   Since ", "     ")
}

// hint tells as much as is asked for.
func (h *hinted) text(t *textPrinter) {
	if len(h.steps) == 0 {
		if h.end == explain.Contradicted {
			t.legend(h.explanation, h.wrong)
			t.out.WriteString(h.contradiction())
		} else {
			t.out.WriteString(h.outcome() + "\n")
		}
		return
	}
	step := h.steps[0]
	if h.show {
		for _, s := range h.board(t.draw) {
			t.out.WriteString(draw.Text(s.Items, s.Options))
		}
	}
	t.out.WriteString(wrapped(h.where(), "look at ", "   "))
	if h.strength >= 3 {
		t.legend(h.explanation, step.New)
	}
	if h.strength >= 2 {
		t.out.WriteString(wrapped(h.x.Reasons(step.units(), explain.Spoken)+".", "Since ", "   "))
		if step.easy() {
			step.Since = nil
		}
		if known := h.knownText(step.Since); known != "" {
			t.out.WriteString(wrapped(known, "   Known: ", "     "))
		}
	}
	if h.strength >= 3 {
		t.out.WriteString(wrapped(h.x.Facts(h.x.Worth(step.New, h.state)), "so: ", "   "))
	} else {
		more := [...]string{1: "--strength 2 names the rules, --strength 3 what follows", 2: "--strength 3 tells what follows"}
		t.out.WriteString("(" + more[h.strength] + ")\n")
	}
}

// mostPlaces is how many places a hint names.
const mostPlaces = 12

// where names the places to look at.
func (h *hinted) where() string {
	places := h.places()
	var names []string
	for _, at := range places[:min(len(places), mostPlaces)] {
		names = append(names, value.String(at))
	}
	if len(places) > mostPlaces {
		names = append(names, fmt.Sprintf("and %d more", len(places)-mostPlaces))
	}
	if len(names) == 0 {
		return "the board as a whole"
	}
	return strings.Join(names, ", ")
}

// board draws as much as the strength of a hint allows: what is new last.
func (h *hinted) board(d picture.Drawer) []draw.Section {
	step := h.steps[0]
	if h.strength < 3 {
		return h.sections(d, step.known, nil, step.Units)
	}
	return h.sections(d, step.after, step.New, step.Units)
}

// contradictionOr says what can't be, or how the way ended.
func (e *explanation) contradictionOr() string {
	if e.end == explain.Contradicted {
		return e.contradiction()
	}
	return e.outcome() + "\n"
}

// fact is a fact about a find: a member is in it or not, or it has a value for a key or not.
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

// unit is a rule instance, or a part of the structure of a find.
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

// stepReport is a step. All of New follows from Units and Since together, as constraints. A step of
// one unit has no Since: its facts follow from that unit and everything known before.
type stepReport struct {
	Number  int    `json:"number"`
	Size    int    `json:"size"`
	Least   bool   `json:"least"` // no step has fewer units
	New     []fact `json:"new"`
	Main    fact   `json:"main"`
	Units   []unit `json:"units"`
	Since   []fact `json:"since,omitempty"`
	Checked *bool  `json:"checked,omitempty"` // for a larger step: engine sat confirms that New follows; false if its work did not suffice
}

// factOf is the fact that what m means has value x, or has not.
func factOf(text, find string, m layout.Meaning, x int64, is bool) fact {
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
			j := factOf(e.x.Fact(f), e.x.Find(f.Var), m, f.Value, f.Is)
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
	for _, u := range units {
		c := e.x.Cause(u)
		j := unit{Text: c.Text, Rule: c.Rule, Places: jsonOfAll(c.Places), Sentence: c.Sentence, Part: c.Part}
		if c.Source != nil {
			j.File, j.Line = c.Source.Name, c.Source.Position(c.Span.Start).Line
		}
		if c.Part == "" {
			for _, b := range e.x.ProblemOf(u).Bound(u) {
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

func (e *explanation) stepJSON(t told) stepReport {
	return stepReport{Number: t.number, Size: t.Size(), Least: t.easy() || t.Least, New: e.factsJSON(t.New), Main: e.factsJSON([]model.Fact{t.Main})[0],
		Units: e.unitsJSON(t.units()), Since: e.factsJSON(t.Since), Checked: t.confirmed()}
}

// confirmed says whether engine sat agrees. It is nil for an easy step, which is not checked.
func (t told) confirmed() *bool {
	if t.easy() {
		return nil
	}
	return &t.Checked
}

// endsJSON says how explanations end.
var endsJSON = map[explain.End]string{explain.Solved: "all known", explain.Several: "several solutions",
	explain.Contradicted: "no solution", explain.GivenUp: "not finished"}

// conflictJSON is what can't be.
type conflictJSON struct {
	Facts []fact `json:"facts"`
	Units []unit `json:"units"`
}

func (e *explanation) conflictJSON() *conflictJSON {
	if e.conflict == nil {
		return nil
	}
	return &conflictJSON{e.factsJSON(e.wrong), e.unitsJSON(e.conflict)}
}

// explained is how an explanation ended, with its steps.
type explained struct {
	*explanation `json:"-"`
	Puzzle       string       `json:"puzzle"`
	Given        []fact       `json:"from,omitempty"`
	Steps        []stepReport `json:"steps"`
	Largest      int          `json:"largest"`
	End          string       `json:"end"`
	// BestLeftOut: what is minimised or maximised plays no part.
	BestLeftOut bool          `json:"bestLeftOut,omitempty"`
	Why         []fact        `json:"why,omitempty"`
	Direct      [][]unit      `json:"direct,omitempty"` // for each of Why, null if it is no shorter than the steps
	Conflict    *conflictJSON `json:"conflict,omitempty"`
}

func (e *explained) fill() {
	e.Puzzle, e.Given, e.Steps, e.Largest, e.End = e.puzzle, e.factsJSON(e.state.Facts[:e.begin]), []stepReport{}, e.largest(), endsJSON[e.end]
	e.BestLeftOut, e.Why, e.Conflict = e.problem.Objectives > 0, e.factsJSON(e.goal), e.conflictJSON()
	for _, t := range e.steps {
		if e.only == 0 || t.number == e.only {
			e.Steps = append(e.Steps, e.stepJSON(t))
		}
	}
	for _, units := range e.direct {
		var reason []unit
		if units != nil {
			reason = e.unitsJSON(units)
		}
		e.Direct = append(e.Direct, reason)
	}
}

// largest is the size of the largest step.
func (e *explanation) largest() (size int) {
	for _, t := range e.steps {
		size = max(size, t.Size())
	}
	return size
}

func (h *hinted) fill() {
	h.Puzzle, h.Mistake = h.puzzle, h.conflictJSON()
	if len(h.steps) == 0 {
		h.End = endsJSON[h.end]
		return
	}
	t := h.steps[0]
	h.Where, h.Rules, h.Since, h.Follows = jsonOfAll(h.places()), h.unitsJSON(t.units()), h.factsJSON(t.Since), h.factsJSON(t.New)
	h.Checked = t.confirmed()
}
