package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"nazo/dsl/check"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
)

// report is a result of a verb. Its exported fields are the document of --format json. Its methods write other formats.
type report interface{ text(*textPrinter) }

// Optional methods of a report.
type (
	// unfilled computes fields that only the document needs.
	unfilled interface{ fill() }
	// listed has a list that may be long. It is the last empty list of the document, and is written entry by entry.
	listed interface {
		list() (field string, n int, entry func(int) []byte)
	}
	// pictured draws itself for a page.
	pictured interface{ svg(*svgPrinter) }
	// exchanged writes itself in the format of puzz.link's answer checker.
	exchanged interface{ puzzlink(*linkPrinter) }
	// judging has a verdict of a word or two. Its kind is the verdict without numbers.
	judging interface{ finding() (verdict, kind string) }
)

// printer writes reports in one output format.
type printer interface {
	// document reports whether the output is one document that is written at the end. It then has everything, even
	// mistakes in a spec. Otherwise findings are printed as they come, and mistakes go to standard error.
	document() bool
	print(report)
	// finish writes output that had to wait for the last report.
	finish()
}

// formats are the values of --format and their printers.
var formats = []struct {
	name string
	open func(*outbox, picture.Drawer) printer
}{
	{"text", func(out *outbox, d picture.Drawer) printer { return &textPrinter{out, d} }},
	{"svg", func(out *outbox, d picture.Drawer) printer { return &svgPrinter{textPrinter: textPrinter{out, d}} }},
	{"json", func(out *outbox, _ picture.Drawer) printer { return &jsonPrinter{out} }},
	{puzzlink, func(out *outbox, d picture.Drawer) printer { return &linkPrinter{textPrinter{out, d}} }},
}

func (f formatFlag) printer(s *session, d picture.Drawer) printer {
	for _, known := range formats {
		if known.name == f.Format {
			return known.open(s.out, d)
		}
	}
	panic("the flag should have refused format " + f.Format)
}

// verdictPrinter keeps the verdict of a question about one of several instances. It passes reports on to the printer of
// a document, if there is one.
type verdictPrinter struct {
	printer
	verdict, kind string
	found         *outcome // nil without answers
	errs          io.Writer
}

func (v *verdictPrinter) document() bool { return true }

func (v *verdictPrinter) print(r report) {
	v.verdict, v.kind = r.(judging).finding()
	switch r := r.(type) {
	case *solutions:
		v.found = r.outcome
	case *uniqueness:
		v.found = r.outcome
	case *checked:
		if v.printer == nil {
			fmt.Fprint(v.errs, r.Diagnostics.Text(false))
		}
	}
	if v.printer != nil {
		v.printer.print(r)
	}
}

// jsonPrinter writes each report as one line of JSON.
type jsonPrinter struct{ out *outbox }

func (*jsonPrinter) document() bool { return true }
func (*jsonPrinter) finish()        {}

func (j *jsonPrinter) print(r report) {
	if r, ok := r.(unfilled); ok {
		r.fill()
	}
	text := encode(r)
	if r, ok := r.(listed); ok {
		field, n, entry := r.list()
		at := bytes.LastIndex(text, fmt.Appendf(nil, "%q:[]", field)) + len(field) + len(`"":[`)
		j.out.Write(text[:at])
		for i := 0; i < n && j.out.goesOn(); i++ {
			if i > 0 {
				j.out.WriteString(",")
			}
			j.out.Write(entry(i))
		}
		text = text[at:]
	}
	j.out.Write(append(text, '\n'))
}

// encode returns a value as JSON. Names, texts, finite numbers and lists of these never fail.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

func jsonOf(v value.Value) json.RawMessage { return picture.AppendJSON(nil, v) }

// jsonOfAll returns values as JSON, or nil if there are none.
func jsonOfAll(values []value.Value) []json.RawMessage { return alg.Map(values, jsonOf) }

// decimals writes a number with so many digits after the point.
func decimals(x float64, digits int) json.Number {
	return json.Number(strconv.FormatFloat(x, 'f', digits, 64))
}

// stats has the time and the work. Only some fields are left out if they are 0.
type stats struct {
	Seconds      json.Number `json:"seconds"`
	Variables    int64       `json:"variables"`
	Clauses      int64       `json:"clauses"`
	Conflicts    int64       `json:"conflicts"`
	Nodes        int64       `json:"nodes"`
	Solves       int64       `json:"solves,omitempty"`
	Cuts         int64       `json:"cuts,omitempty"`
	DeadEnds     int64       `json:"dead_ends,omitempty"`
	Propagations int64       `json:"propagations,omitempty"`
	States       int64       `json:"states,omitempty"`
	Moves        int64       `json:"moves,omitempty"`
	Horizon      int64       `json:"horizon,omitempty"`
}

func statsOf(elapsed time.Duration, s model.Stats) stats {
	return stats{decimals(elapsed.Seconds(), 6), s.Variables, s.Clauses, s.Conflicts, s.Nodes, s.Solves, s.Cuts, s.DeadEnds, s.Propagations, s.States, s.Moves, s.Horizon}
}

// answerHead has the first fields of a report on a question to engines.
type answerHead struct {
	Puzzle   string        `json:"puzzle"`
	Verdict  solve.Verdict `json:"verdict"`
	Complete bool          `json:"complete"`
	Engine   string        `json:"engine"`
	Tried    string        `json:"tried,omitempty"`
}

// answerTail has the last fields of such a report.
type answerTail struct {
	*conflictReport
	*fixReport
	Reason    string          `json:"reason,omitempty"`
	Objective json.RawMessage `json:"objective,omitempty"`
	Bounds    [][2]int64      `json:"bounds,omitempty"`
	runReport
	// Solutions is empty (see listed), or nil in a report without solutions.
	Solutions []json.RawMessage `json:"solutions,omitzero"`
	Stats     stats             `json:"stats"`
}

// runReport is apart, since [lengths] has a field of the same name.
type runReport struct {
	Shortest *bool `json:"shortest,omitempty"` // false if there may be a shorter run
}

// document returns the fields of an outcome.
func (o *outcome) document() (head answerHead, tail answerTail) {
	r := o.report
	head = answerHead{o.spec.Name, r.Verdict, r.Complete, o.engine(), o.tried}
	if c := o.conflict(); c != nil {
		tail.conflictReport = c.document()
	}
	if o.fix != nil {
		tail.fixReport = o.fix.document()
	}
	if r.Reason.Kind != model.None && !r.Complete {
		tail.Reason = r.Reason.String()
	}
	if len(r.Answers) > 0 {
		best := r.Answers[0]
		if n := len(best.Objective); n > 0 {
			tail.Objective = jsonOf(value.List(best.Objective))
			for _, b := range r.Bounds {
				if !r.Complete && len(r.Bounds) == n {
					tail.Bounds = append(tail.Bounds, [2]int64{b.Lo, b.Hi})
				}
			}
		}
		if best.Run != nil && r.ShorterMayExist {
			tail.Shortest = new(bool)
		}
	}
	tail.Stats = statsOf(r.Elapsed, o.stats())
	return head, tail
}

// answers returns the solutions for listed.
func (o *outcome) answers(field string) (string, int, func(int) []byte) {
	return field, len(o.report.Answers), func(i int) []byte { return picture.AppendAnswer(nil, o.problem.Judge, o.report.Answers[i]) }
}

// svgPrinter writes one SVG document with all pictures. It prints reports without pictures as a textPrinter does.
type svgPrinter struct {
	textPrinter
	head draw.Head      // of the document, if finish writes it
	came []draw.Section // of reports that were printed as they came
}

func (g *svgPrinter) print(r report) {
	if p, ok := r.(pictured); ok {
		p.svg(g)
	} else {
		r.text(&g.textPrinter)
	}
}

func (s *solution) svg(g *svgPrinter) {
	g.came = append(g.came, g.numberedSections(s.problem, s.number, s.Answer)...)
}

// numberedSections draws one of several solutions.
func (g *svgPrinter) numberedSections(p *solve.Problem, number int, found *judge.Answer) []draw.Section {
	return headed(fmt.Sprintf("solution %d", number), g.draw.Sections(p, found))
}

// headed puts a heading above sections.
func headed(heading string, all []draw.Section) []draw.Section {
	if len(all) == 0 || all[0].Heading != "" {
		return append([]draw.Section{{Heading: heading}}, all...)
	}
	all[0].Heading = heading
	return all
}

func (s *solutions) svg(g *svgPrinter) {
	all := g.came
	if !s.streamed {
		all = g.sections(s.outcome, s.several)
	}
	g.verdict(s.outcome, all, s.summary())
}

// verdict writes the page of an outcome, with the boards of its conflict and its corrections, and lines about them.
func (g *svgPrinter) verdict(o *outcome, all []draw.Section, lines string) {
	if c := o.conflict(); c != nil {
		for _, board := range g.draw.Conflict(c.problem, c.places(c.Units)) {
			board.Heading = "marked: where they are" // by frames
			all = append(all, board)
		}
		lines += c.text()
	}
	if o.fix != nil {
		if o.fix.first != nil {
			all = append(all, o.fix.first.sections...)
		}
		lines += o.fix.lines()
	}
	g.page(o.problem.Judge.Spec(), o.problem, all, lines)
}

// sections draws all solutions of an outcome, with numbers if there may be several.
func (g *svgPrinter) sections(o *outcome, several bool) (all []draw.Section) {
	for i, found := range o.report.Answers {
		if !g.out.goesOn() {
			break
		}
		if several {
			all = append(all, g.numberedSections(o.problem, i+1, found)...)
		} else {
			all = append(all, g.draw.Sections(o.problem, found)...)
		}
	}
	return all
}

func (p *printedPuzzle) svg(g *svgPrinter) { g.page(p.judge.Spec(), p.problem, p.sections, "") }

// svg draws the puzzle above its link, or its instance.
func (l *linked) svg(g *svgPrinter) {
	var p *printedPuzzle
	if p, l.err = l.puzzle(); l.err == nil {
		g.page(p.judge.Spec(), p.problem, p.sections, l.Link+l.Instance)
	}
}

func (u *uniqueness) svg(g *svgPrinter) {
	switch both := g.both(u); {
	case both != nil:
		g.verdict(u.outcome, both, u.differencesText("\n"))
	case u.verdict == severalAtLeast:
		g.verdict(u.outcome, g.sections(u.outcome, true), "not unique\n")
	case u.verdict == exactlyOne && u.show:
		g.verdict(u.outcome, g.sections(u.outcome, false), u.summary())
	default:
		g.verdict(u.outcome, nil, u.summary())
	}
}

func (s *samples) svg(g *svgPrinter) {
	g.page(s.problem.Judge.Spec(), s.problem, g.sections(s.outcome, len(s.report.Answers) > 1), s.summary())
}

// svg draws an instance with its notes, below the instance that it was made from, if any. finish writes it.
func (m *madePuzzle) svg(g *svgPrinter) {
	g.head = g.draw.Head(m.judge.Spec(), nil)
	if m.before != nil {
		g.came = append(g.came, headed("before", m.before.sections)...)
	}
	g.came = append(g.came, headed(strings.TrimSuffix(m.summary(), "\n"), m.sections)...)
}

// finish writes the pictures of reports that came one by one.
func (g *svgPrinter) finish() {
	if g.came != nil {
		g.out.WriteString(draw.SVGWhile(g.head, g.came, g.out.goesOn))
		g.came = nil
	}
}

// svg draws judged answers, and marks where a rule is broken. Without an answer there is only text.
func (c *checked) svg(g *svgPrinter) {
	if len(c.Answers) == 0 {
		c.text(&g.textPrinter)
		return
	}
	var all []draw.Section
	for i, j := range c.Answers {
		which := ""
		if len(c.Answers) > 1 {
			which = fmt.Sprintf("answer %d: ", i+1)
		}
		switch {
		case !j.Accepted:
			lines := &outbox{}
			(&textPrinter{lines, g.draw}).brokenRules(c, j)
			said := strings.TrimSuffix(lines.waiting.String(), "\n")
			what, items := g.refusedBoard(c, j)
			all = append(all, draw.Section{Heading: which + "refused\n" + said})
			if items != nil {
				all = append(all, draw.Section{Heading: "marked: " + what, Items: items})
			}
		case j.Answer != nil:
			all = append(all, headed(which+"accepted", g.draw.Sections(c.problem, j.Answer))...)
		default:
			all = append(all, draw.Section{Heading: which + "accepted"})
		}
	}
	g.page(c.problem.Judge.Spec(), c.problem, all, "")
}

// page writes the document, with some lines at its end, as far as time allows.
func (g *svgPrinter) page(spec *check.Spec, p *solve.Problem, all []draw.Section, lines string) {
	if lines != "" {
		all = append(all, draw.Section{Heading: strings.TrimRight(lines, "\n")})
	}
	g.out.WriteString(draw.SVGWhile(g.draw.Head(spec, p), all, g.out.goesOn))
}

// svg draws the board after a step, with marks on new facts and used ones.
func (s *shownStep) svg(g *svgPrinter) {
	if e, step := s.explanation, s.numberedStep; e.only == 0 || step.number == e.only {
		g.came = append(g.came, headed(fmt.Sprintf("%d. %s", step.number, e.x.Text(step.StoryStep)), e.sections(g.draw, step.after(), step))...)
	}
}

// svg writes the steps, and how the explanation ended.
func (e *explained) svg(g *svgPrinter) {
	end := ""
	switch {
	case e.only > 0:
	case e.end != 0 && e.why:
		end = e.answered() + "\n"
	default:
		end = e.ending()
	}
	if len(g.came) == 0 {
		g.came = e.sections(g.draw, len(e.story.Written), nil)
	}
	g.page(e.problem.Judge.Spec(), e.problem, g.came, end)
}

func (h *hinted) svg(g *svgPrinter) {
	if len(h.steps) == 0 {
		g.page(h.problem.Judge.Spec(), h.problem, h.sections(g.draw, len(h.story.Written), nil), h.ending())
		return
	}
	said, lines := *h.explanation, &outbox{}
	said.show = false
	(&hinted{explanation: &said, strength: h.strength}).text(&textPrinter{lines, g.draw})
	g.page(h.problem.Judge.Spec(), h.problem, h.board(g.draw), lines.waiting.String())
}

func (h *moveHint) svg(g *svgPrinter) {
	g.page(h.problem.Judge.Spec(), h.problem, h.boards(g.draw), h.says())
}
