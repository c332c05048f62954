package command

import (
	"errors"
	"fmt"
	"strings"

	"nazo/compile"
	"nazo/compose"
	"nazo/draw"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/judge"
	"nazo/native"
	"nazo/picture"
	"nazo/sat"
	"nazo/solve"
	"nazo/value"
)

// fixFlags ask for a correction of an instance.
type fixFlags struct {
	Fix    bool   `help:"If there is no solution, tell which clue to change, if there are several, which to add, so that there is exactly one."`
	Output string `short:"o" placeholder:"FILE" help:"With --fix: write the instance with the first of these changes to this file."`
	forceFlag
}

// mostCorrections is how many ways to correct an instance are told.
const mostCorrections = 5

// fix is how an instance can be corrected.
type fix struct {
	*compose.Corrections
	request *request
	// first has the instance after the first correction; nil if there is none.
	first *printedPuzzle
	text  string // of that, as a file has it
	// ended says why nothing more is known, "" if all that was asked for is.
	ended string
}

// suit is an error if an instance can't be corrected whatever there is to correct.
func (c fixFlags) suit(r *request) error {
	switch {
	case !c.Fix && c.Output != "":
		return mistakef("-o is for the instance that --fix finds: add --fix")
	case c.Fix && r.Moving():
		return mistakef("%s: clues can be added or changed of puzzles that stand still", r.name)
	case c.Fix && len(r.swept) > 0:
		return mistakef("one puzzle can be corrected, not a range of them")
	case c.Fix && len(r.Objectives) > 0:
		return mistakef("%s: where something is best all solutions are equally good, and no clue is missing", r.name)
	}
	return c.free(c.Output)
}

// correct looks for corrections of the puzzle that an outcome is about, if it asks for any and they are asked for. The status is that of the
// limit if the time ended before all was known.
func (c fixFlags) correct(s *session, r *request, ans *outcome, by picture.Drawer) (status error, err error) {
	several := ans.report.Count > 1
	if !c.Fix || ans.problem == nil || ans.report.Fault != nil || !several && ans.report.Verdict != solve.NoSolution {
		return nil, nil
	}
	s.progress.stage("looking for what to change")
	defer s.progress.clear()
	d, problems := compose.NewDraft(s.ctx, r.Spec, givens.Input{Instance: r.instance, Overrides: r.overrides}, compile.Options{Seed: r.seed})
	if problems.HasErrors() {
		return nil, s.unread(problems)
	}
	ans.fix = &fix{Corrections: &compose.Corrections{}, request: r}
	found, err := compose.Correct(s.ctx, compose.CorrectionRequest{Draft: d, Engine: native.New(), Checker: sat.New(), Several: several, Most: mostCorrections, Seed: int64(r.seed)})
	if found != nil {
		ans.fix.Corrections = found
	}
	switch {
	case s.ctx.Err() != nil:
		ans.fix.ended = s.stopReason()
		status = statusLimit
	case errors.Is(err, compose.ErrNoChange), errors.Is(err, compose.ErrFixed), errors.Is(err, compose.ErrBeyond), errors.Is(err, compose.ErrUntried):
		ans.fix.ended = err.Error()
	case err != nil:
		return nil, fmt.Errorf("%s: %w", r.name, err)
	}
	if len(ans.fix.All) == 0 {
		return status, nil
	}
	best := ans.fix.All[0]
	gs, problems := d.With(s.late, best.Values)
	if problems.HasErrors() {
		return status, nil
	}
	j, problems := judge.New(s.late, d.Spec, gs, nil)
	if problems.HasErrors() {
		return status, nil
	}
	var places []value.Value
	for _, change := range best.Changes {
		places = append(places, change.Path...)
	}
	ans.fix.first = &printedPuzzle{name: d.Spec.Name, givens: gs, sections: by.Changed(j, gs, r.says, places), judge: j}
	ans.fix.text = r.text(gs)
	if c.Output != "" {
		if err := c.write(s, c.Output, ans.fix.text); err != nil {
			return nil, err
		}
	}
	return status, nil
}

// told is what is known of the corrections, in lines.
func (f *fix) told() string {
	var out strings.Builder
	if len(f.All) == 0 {
		why := f.ended
		if why == "" {
			why = "nothing was found with the work that is done for it; nazo make and nazo minimize find clues for a whole board"
		}
		fmt.Fprintf(&out, "to fix it: %s\n", why)
		return out.String()
	}
	fmt.Fprintf(&out, "to fix it, %s\n", f.claim())
	for _, c := range f.All {
		lead := "  "
		for _, change := range c.Changes {
			fmt.Fprintf(&out, "%s%s%s\n", lead, changeText(change), f.at(change))
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

// claim says how many changes there are, and what is known of that.
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
		text += ", and fewer don't do"
	default:
		text += ", perhaps fewer do"
	}
	switch {
	case f.All[0].Unique && f.All[0].Checked:
		text += "; both engines count exactly one solution then"
	case f.All[0].Unique:
		text += "; engine native counts exactly one solution then, and engine sat came to no end with the work that is done for it"
	}
	return text + ":"
}

// changeText says a change: "add clue[r1c2] = 3", "clue[r1c2]: 4 goes", "clue[r1c2]: 4 becomes 2".
func changeText(c compose.Change) string {
	name := c.Given
	if _, member := c.Type.(givens.Bool); member {
		where := value.String(c.Path[len(c.Path)-1])
		if c.Removed() {
			return where + " goes from " + name
		}
		return "add " + where + " to " + name
	}
	for _, k := range c.Path {
		name += "[" + value.String(k) + "]"
	}
	switch {
	case c.Added():
		return "add " + name + " = " + draw.TextOf(c.To)
	case c.Removed():
		return name + ": " + draw.TextOf(c.Value) + " goes"
	}
	return name + ": " + draw.TextOf(c.Value) + " becomes " + draw.TextOf(c.To)
}

// at is where a change belongs in the file of the instance, in parentheses; "" if it is in none.
func (f *fix) at(c compose.Change) string {
	p, ok := f.position(c)
	if !ok {
		return ""
	}
	return fmt.Sprintf("  (%s:%d:%d)", f.request.instance.Source.Name, p.Line, p.Column)
}

// position is where a part of a given stands in the text of the instance: a cell of a grid, else the name of the given.
func (f *fix) position(c compose.Change) (p diag.Position, ok bool) {
	in := f.request.instance
	entries := in.Of(c.Given)
	if len(entries) == 0 || in.Source == nil {
		return p, false
	}
	if cell, ok := givens.CellOf(entries[0], c.Part); ok {
		return in.Source.Position(cell.Start), true
	}
	return in.Source.Position(entries[0].Start), true
}
