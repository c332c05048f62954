package command

import (
	"fmt"
	"io"
	"strings"

	"nazo/solve"
)

// verdictPrinter keeps what came of a question as a word or two. What a document says goes to the printer of that,
// if there is one.
type verdictPrinter struct {
	printer
	verdict string
	kind    string   // the verdict without numbers
	found   *outcome // nil without answers
	errs    io.Writer
	color   bool // of what goes to errs
}

// document is true: nothing is shown as it comes.
func (v *verdictPrinter) document() bool { return true }

func (v *verdictPrinter) solutions(s *solutions) {
	v.found = s.outcome
	v.verdict = map[solve.Verdict]string{solve.Solved: "solved", solve.NoSolution: "no solution", solve.Unknown: "not known"}[s.report.Verdict]
	v.kind = v.verdict
	if s.several && s.report.Verdict == solve.Solved {
		v.verdict = countText(s.report)
	}
	if worth := strings.TrimSpace(worthText(s.outcome)); worth != "" {
		v.verdict += ", " + worth
	}
	if v.printer != nil {
		v.printer.solutions(s)
	}
}

func (v *verdictPrinter) uniqueness(u *uniqueness) {
	v.found = u.outcome
	v.verdict = [...]string{notKnownUnique: "not known", noneAtAll: "no solution", exactlyOne: "unique", severalAtLeast: "not unique"}[u.verdict]
	if v.printer != nil {
		v.printer.uniqueness(u)
	}
}

func (v *verdictPrinter) count(c *counted) {
	v.verdict, v.kind = fmt.Sprintf("at least %d", c.report.Count), "not counted to the end"
	if c.report.Total != nil || c.report.Exhausted {
		v.verdict, v.kind = c.total.String()+moduloText(c.modulo), "counted"
	}
	if v.printer != nil {
		v.printer.count(c)
	}
}

func (v *verdictPrinter) check(c *checked) {
	v.verdict, v.kind = "no mistakes", "without mistakes"
	if c.diagnostics.Len() > 0 && !c.diagnostics.HasErrors() {
		v.verdict, v.kind = "warning", "with a warning"
	}
	if v.printer != nil {
		v.printer.check(c)
	} else {
		fmt.Fprint(v.errs, c.diagnostics.Text(v.color))
	}
}
