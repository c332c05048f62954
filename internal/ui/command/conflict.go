package command

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/compose"
	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/sat"
)

// conflict is a set of rules that contradict each other, so that there is no solution.
type conflict struct {
	*explanation
	explain.Conflict
	// checked is true if engine sat confirmed the contradiction.
	checked bool
}

// mostUnits bounds the rules, each with its bindings, of a puzzle in which a conflict is looked for.
const mostUnits = 20_000

// whyNot lets an outcome explain why there is no solution, for a puzzle that stands still. The search runs only when
// the verdict has been printed, so that the verdict does not wait.
func (s *session) whyNot(r *request, ans *outcome) {
	if ans.report.Verdict == solve.NoSolution && ans.report.Fault == nil && ans.problem != nil && !r.Moving() && len(r.swept) == 0 && !s.quiet {
		ans.whyNot = func() *conflict { return s.conflict(ans.problem) }
	}
}

// conflict looks for a small conflict of a puzzle without a solution. It returns nil if none is found.
func (s *session) conflict(p *solve.Problem) *conflict {
	if s.flush() != nil || len(p.Model.Instances) > mostUnits {
		return nil
	}
	s.progress.stage("looking for the reasons")
	defer s.progress.clear()
	x, err := explain.Open(s.ctx, p.Problem, native.New())
	if err != nil {
		return nil
	}
	found, ok := x.Conflict(s.ctx, nil, x.UsualWork())
	if !ok || len(found.Units) == 0 {
		return nil
	}
	refuted, known := x.Confirm(s.ctx, sat.New(), found.Units)
	if known && !refuted {
		s.note("engine sat finds a solution where engine native says that rules contradict each other: this is a bug in nazo")
		return nil
	}
	return &conflict{&explanation{problem: p, x: x}, found, known}
}

func (c *conflict) places(units []int32) (out []value.Value) {
	for _, u := range units {
		out = append(out, c.x.Places(u)...)
	}
	return out
}

// conflict writes why there is no solution, and draws the board with the places marked.
func (t *textPrinter) conflict(o *outcome) {
	c := o.conflict()
	if c == nil {
		return
	}
	t.out.WriteString(c.text())
	for _, section := range t.draw.Conflict(c.problem, c.places(c.Units)) {
		fmt.Fprintf(t.out, "\n%s\n%s", section.Heading, draw.Text(section.Items, section.Options))
	}
}

// conflict returns why there is no solution, or nil if that is unknown or there is a solution.
func (o *outcome) conflict() *conflict {
	if o.whyNot == nil {
		return nil
	}
	return o.whyNot()
}

// claim says how small the set of units is known to be.
func (c *conflict) claim() string {
	n := len(c.Units)
	switch {
	case n == 1:
		return "this can't be met:"
	case c.Smallest:
		return fmt.Sprintf("these %d contradict each other, and no fewer do:", n)
	case c.Irreducible:
		return fmt.Sprintf("these %d contradict each other, and without any one of them they don't:", n)
	}
	return fmt.Sprintf("these %d contradict each other, perhaps fewer do:", n)
}

// text names the units. Instances of a rule stand below its line, with the givens at their places.
func (c *conflict) text() string {
	var out strings.Builder
	fmt.Fprintln(&out, c.claim())
	units := c.Units
	for len(units) > 0 {
		n := 1
		for n < len(units) && c.together(units[0], units[n]) {
			n++
		}
		c.rule(&out, units[:n])
		units = units[n:]
	}
	return out.String()
}

// together reports whether two units stand below one line: instances of one rule, or parts of one structure.
func (c *conflict) together(a, b int32) bool {
	of := c.x.Problem.Model.Instances
	return of[a].Rule == of[b].Rule && pieceOf(of[a]) == pieceOf(of[b])
}

// pieceOf names the part of a structure that an instance is, or returns "".
func pieceOf(in model.Instance) string {
	if in.Piece == nil {
		return ""
	}
	return in.Piece.Says
}

// rule writes the line of a rule with some of its instances below. Parts of a structure share a line.
func (c *conflict) rule(out *strings.Builder, units []int32) {
	instance, p := units[0], c.x.Problem
	if says := pieceOf(p.Model.Instances[instance]); says != "" {
		out.WriteString(wrapped(c.x.Named(c.places(units)), "  "+says+" at ", "    "))
		return
	}
	src, span := p.Where(instance)
	if src == nil || span.Len() == 0 {
		fmt.Fprintf(out, "  %s\n", p.RuleName(instance))
		return
	}
	first, last := src.Position(span.Start).Line, src.Position(span.End).Line
	gutter := "  " + strings.Repeat(" ", len(fmt.Sprint(last))) + " | "
	for line := first; line <= min(last, first+mostRuleLines-1); line++ {
		fmt.Fprintf(out, "  %*d | %s\n", len(fmt.Sprint(last)), line, Cut(strings.TrimRight(src.Line(line), " \t\r"), mostColumns))
	}
	if p.Model.Rules[p.Model.Instances[instance].Rule].Structural {
		fmt.Fprintf(out, "%s%s\n", gutter, p.RuleName(instance))
	}
	for _, u := range units[:min(len(units), mostNamed)] {
		if text := p.Says(u, c.x.Names().Of); text != "" {
			fmt.Fprintf(out, "%s%s\n", gutter, Cut(text, mostColumns))
		}
	}
	if more := len(units) - mostNamed; more > 0 {
		fmt.Fprintf(out, "%sand %d more\n", gutter, more)
	}
}

// mostRuleLines bounds the lines of a rule that are shown.
const mostRuleLines = 3

// conflictUnit is a rule of a conflict, with the givens at its place.
type conflictUnit struct {
	unit
	Given []string `json:"given,omitempty"`
}

type conflictReport struct {
	Contradiction []conflictUnit `json:"contradiction"`
	Smallest      bool           `json:"smallest"`
	Irreducible   bool           `json:"irreducible"`
	Checked       bool           `json:"checked"`
}

func (c *conflict) document() *conflictReport {
	out := &conflictReport{[]conflictUnit{}, c.Smallest, c.Irreducible, c.checked}
	for i, u := range c.unitsJSON(c.Units) {
		j := conflictUnit{unit: u}
		if pieceOf(c.x.Problem.Model.Instances[c.Units[i]]) == "" {
			j.Given = alg.Map(c.x.Problem.Mentions(c.Units[i]), compile.Mention.String)
		}
		out.Contradiction = append(out.Contradiction, j)
	}
	return out
}

// fixFlags ask for a correction of an instance.
type fixFlags struct {
	forceFlag
	Fix    bool
	Output string
}

// Declare implements [Declarer].
func (c *fixFlags) Declare(v *Verb) {
	v.Flag(&c.Fix, "fix", "", "Find changes after which there is exactly one solution: which clue to change if there is no solution, which to add if there are several.")
	v.Flag(&c.Output, "output o", "FILE", "With --fix: write the instance after the first of these changes to this file.")
	v.Include(&c.forceFlag)
}

// mostCorrections bounds the corrections that are shown.
const mostCorrections = 5

// fix has the corrections of an instance.
type fix struct {
	*compose.Corrections
	request *request
	// first is the instance after the first correction, or nil.
	first *printedPuzzle
	text  string // of first, as a file has it
	// ended says why nothing more is known. It is "" if everything is.
	ended string
}

// suit returns an error if the flags don't suit the puzzle.
func (c fixFlags) suit(r *request) error {
	switch {
	case !c.Fix && c.Output != "":
		return mistakef("-o is for the instance that --fix finds: add --fix")
	case c.Fix && r.Moving():
		return mistakef("%s moves: --fix is for puzzles that stand still", r.name)
	case c.Fix && len(r.swept) > 0:
		return mistakef("--fix takes one puzzle, not a range of them")
	case c.Fix && len(r.Objectives) > 0:
		return mistakef("%s: --fix is for puzzles with one solution, but this one asks for a best one, and several may be best", r.name)
	}
	return c.free(c.Output)
}

// correct looks for corrections if there is need and the user wants them. The status is StatusLimit if the time ended
// too early.
func (c fixFlags) correct(s *session, r *request, ans *outcome, by picture.Drawer) (status error, err error) {
	several := ans.report.Count > 1
	if !c.Fix || ans.problem == nil || ans.report.Fault != nil || !several && ans.report.Verdict != solve.NoSolution {
		return nil, nil
	}
	s.progress.stage("looking for what to change")
	defer s.progress.clear()
	d, problems := compose.NewDraft(s.ctx, r.Spec, r.input(), compile.Options{Seed: r.seed})
	if err := s.unread(problems); err != nil {
		return nil, err
	}
	ans.fix = &fix{Corrections: &compose.Corrections{}, request: r}
	found, err := compose.Correct(s.ctx, compose.CorrectionRequest{Draft: d, Engine: native.New(), Checker: sat.New(), Several: several, Most: mostCorrections, Seed: int64(r.seed)})
	if found != nil {
		ans.fix.Corrections = found
	}
	switch {
	case s.ctx.Err() != nil:
		ans.fix.ended = s.stopReason()
		status = StatusLimit
	case errors.Is(err, compose.ErrNoChange), errors.Is(err, compose.ErrFixed), errors.Is(err, compose.ErrBeyond), errors.Is(err, compose.ErrUntried):
		ans.fix.ended = err.Error()
	case err != nil:
		return nil, fmt.Errorf("%s: %w", r.name, err)
	}
	if len(ans.fix.All) == 0 {
		return status, nil
	}
	best := ans.fix.All[0]
	first, err := s.drawn(d, best.Values, by, r.says)
	if err != nil {
		return status, nil
	}
	var places []value.Value
	for _, change := range best.Changes {
		places = append(places, change.Path...)
	}
	first.sections = by.Changed(first.judge, first.givens, r.says, places)
	ans.fix.first, ans.fix.text = first, r.text(first.givens)
	if c.Output != "" {
		if err := c.write(s, c.Output, ans.fix.text); err != nil {
			return nil, err
		}
	}
	return status, nil
}

func (f *fix) lines() string {
	var out strings.Builder
	if len(f.All) == 0 {
		return fmt.Sprintf("to fix it: %s\n", cmp.Or(f.ended,
			"nothing was found within the limit of work; nazo make and nazo minimize find clues for a whole board"))
	}
	fmt.Fprintf(&out, "to fix it, %s\n", f.claim())
	for _, c := range f.All {
		lead := "  "
		for _, change := range c.Changes {
			fmt.Fprintf(&out, "%s%s%s\n", lead, picture.ChangeText(change), f.at(change))
			lead = "    and "
		}
		if !c.Unique {
			out.WriteString("    (there are several solutions then)\n")
		}
	}
	switch {
	case f.ended != "":
		fmt.Fprintf(&out, "%s: there may be others\n", f.ended)
	case f.More:
		out.WriteString("there may be others\n")
	}
	return out.String()
}

// claim says how many changes it takes, and what is known about that.
func (f *fix) claim() string {
	n := len(f.All[0].Changes)
	text := "this change"
	switch {
	case n == 1 && len(f.All) > 1:
		text = "one of these changes"
	case n == 1:
	case len(f.All) > 1:
		text = fmt.Sprintf("%d changes each", n)
	default:
		text = fmt.Sprintf("these %d changes", n)
	}
	switch {
	case n == 1:
	case f.Least:
		text += ", and fewer are not enough"
	default:
		text += ", perhaps fewer are enough"
	}
	switch {
	case f.All[0].Unique && f.All[0].Checked:
		text += "; both engines count exactly one solution then"
	case f.All[0].Unique:
		text += "; engine native counts exactly one solution then, and engine sat did not finish within the limit of work"
	}
	return text + ":"
}

// at returns the place of a change in the instance's file, in parentheses. It is "" if the file has none.
func (f *fix) at(c compose.Change) string {
	p, ok := f.position(c)
	if !ok {
		return ""
	}
	return fmt.Sprintf("  (%s:%d:%d)", f.request.instance.Source.Name, p.Line, p.Column)
}

// position returns the place of a change in the text of the instance: a cell of a grid, or else the name of the given.
func (f *fix) position(c compose.Change) (p diag.Position, ok bool) {
	in := f.request.instance
	entries := in.Of(c.Given)
	if len(entries) == 0 || in.Source == nil {
		return p, false
	}
	if cell, ok := instance.CellOf(entries[0], c.Part); ok {
		return in.Source.Position(cell.Start), true
	}
	return in.Source.Position(entries[0].Start), true
}

// fix writes the corrections, and draws the instance after the first.
func (t *textPrinter) fix(o *outcome) {
	if o.fix == nil {
		return
	}
	fmt.Fprintf(t.out, "\n%s", o.fix.lines())
	if o.fix.first != nil {
		for _, section := range o.fix.first.sections {
			t.out.WriteString("\n" + draw.Text(section.Items, section.Options))
		}
	}
}

type fixReport struct {
	Corrections []correction `json:"corrections"`
	Fewest      bool         `json:"fewest"`
	PerhapsMore bool         `json:"perhaps_more_corrections"`
	Ended       string       `json:"corrections_ended,omitempty"`
	Corrected   string       `json:"corrected,omitempty"` // the instance after the first
}

// clueChange gives a part of a given another value. Line and Column are its place in the instance.
type clueChange struct {
	Given  string            `json:"given"`
	Path   []json.RawMessage `json:"path"`
	From   json.RawMessage   `json:"from"`
	To     json.RawMessage   `json:"to"`
	Text   string            `json:"text"`
	File   string            `json:"file,omitempty"`
	Line   int               `json:"line,omitempty"`
	Column int               `json:"column,omitempty"`
}

type correction struct {
	Changes []clueChange `json:"changes"`
	Unique  bool         `json:"unique"`
	Checked bool         `json:"checked"`
}

func (f *fix) document() *fixReport {
	out := &fixReport{[]correction{}, f.Least, f.More || f.ended != "", f.ended, f.text}
	for _, c := range f.All {
		one := correction{[]clueChange{}, c.Unique, c.Checked}
		for _, change := range c.Changes {
			j := clueChange{Given: change.Given, Path: append([]json.RawMessage{}, jsonOfAll(change.Path)...), From: jsonOf(change.Value), To: jsonOf(change.To), Text: picture.ChangeText(change)}
			if p, ok := f.position(change); ok {
				j.File, j.Line, j.Column = f.request.instance.Source.Name, p.Line, p.Column
			}
			one.Changes = append(one.Changes, j)
		}
		out.Corrections = append(out.Corrections, one)
	}
	return out
}
