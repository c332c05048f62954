package command

import (
	"fmt"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
)

// textPrinter writes boards, sentences and tables for people.
type textPrinter struct {
	out  *outbox
	draw picture.Drawer
}

func (*textPrinter) document() bool { return false }

func (t *textPrinter) print(r report) { r.text(t) }
func (*textPrinter) finish()          {}

func (s *solution) text(t *textPrinter) {
	if s.number == 1 {
		t.tried(s.tried)
	}
	t.numbered(s.problem, s.number, s.Answer)
}

// tried prints which numbers of a range were tried. It prints nothing without a range.
func (t *textPrinter) tried(numbers string) {
	if numbers != "" {
		fmt.Fprintln(t.out, numbers)
	}
}

// numbered prints one of several solutions.
func (t *textPrinter) numbered(p *solve.Problem, number int, found *judge.Answer) {
	fmt.Fprintf(t.out, "solution %d\n%s\n", number, t.draw.Answer(p, found))
}

// text prints the solutions, unless they were printed as they came, and then how complete they are.
func (s *solutions) text(t *textPrinter) {
	r := s.report
	if !s.streamed {
		if r.Verdict == solve.Solved {
			t.tried(s.tried)
		}
		t.answers(s.outcome, s.several)
	}
	t.out.WriteString(s.summary())
	t.conflict(s.outcome)
	t.fix(s.outcome)
}

// answers prints all solutions of an outcome, with numbers if there may be several.
func (t *textPrinter) answers(o *outcome, several bool) {
	for i, found := range o.report.Answers {
		if !t.out.goesOn() {
			break
		}
		if several {
			t.numbered(o.problem, i+1, found)
			continue
		}
		text := t.draw.Answer(o.problem, found)
		if found.Run != nil && strings.Contains(text, "\n\n") { // the summary is not about the last state
			text += "\n"
		}
		t.out.WriteString(text)
	}
}

// summary says whether there may be more solutions or better ones, in whole lines.
func (s *solutions) summary() (text string) {
	r := s.report
	switch {
	case r.Verdict == solve.NoSolution && s.maxMoves > 0:
		text = fmt.Sprintf("no solution of at most %s\n", plural(s.maxMoves, "move"))
	case r.Verdict == solve.NoSolution:
		text = "no solution\n"
	case r.Verdict == solve.Unknown:
		text = "no solution found so far\n"
	default:
		text = worthText(s.outcome)
	}
	switch {
	case len(r.Answers) > r.Count: // the best so far, which may not be optimal
	case s.classes && len(r.Answers) > 0:
		text += fmt.Sprintf("%s; %d up to symmetry\n", countText(r), len(r.Answers))
	case s.several && r.Verdict == solve.Solved:
		text += countText(r) + "\n"
	}
	return text
}

func (l *linked) text(t *textPrinter) {
	fmt.Fprintln(t.out, strings.TrimSuffix(l.Link+l.Instance, "\n"))
}

func (p *printedPuzzle) text(t *textPrinter) { t.headed(p.sections) }

// headed prints sections below their headings.
func (t *textPrinter) headed(all []draw.Section) {
	for _, section := range all {
		if section.Heading != "" {
			t.out.WriteString(section.Heading + "\n")
		}
		t.out.WriteString(draw.Text(section.Items, section.Options))
	}
}

func (u *uniqueness) text(t *textPrinter) {
	t.tried(u.tried)
	both, text := t.both(u), u.summary()
	if both != nil {
		text = u.differencesText(", ")
	}
	t.out.WriteString(text)
	switch {
	case both != nil:
		for _, section := range both {
			t.out.WriteString("\n" + draw.Text(section.Items, section.Options))
		}
	case u.verdict == severalAtLeast || u.verdict == exactlyOne && u.show:
		for i, found := range u.report.Answers {
			head := ""
			if found.Run != nil && u.verdict == severalAtLeast {
				head = fmt.Sprintf("solution %d\n", i+1)
			}
			fmt.Fprintf(t.out, "\n%s%s", head, t.draw.Answer(u.problem, found))
		}
	}
	if u.equal && u.found != nil {
		t.out.WriteString("\n" + u.equalText())
	}
	t.conflict(u.outcome)
	t.fix(u.outcome)
}

// both draws several solutions as one picture. It returns nil for a single solution, or if there is no such picture.
func (t *textPrinter) both(u *uniqueness) []draw.Section {
	if u.verdict != severalAtLeast {
		return nil
	}
	all, _ := u.several()
	return t.draw.Both(u.problem, all[0], all[1:]...)
}

// mostDifferences bounds the places that are named.
const mostDifferences = 5

// differencesText says where solutions differ. The separator between two places may be a line break.
func (u *uniqueness) differencesText(between string) string {
	all, decided := u.differences()
	text := "not unique; its solutions differ in "
	if !decided {
		text += "at least "
	}
	text += plural(len(all), "place")
	for i, d := range all[:min(len(all), mostDifferences)] {
		if i == 0 {
			text += ":" + strings.TrimPrefix(between, ",")
		} else {
			text += between
		}
		text += d.String()
	}
	if more := len(all) - mostDifferences; more > 0 {
		text += fmt.Sprintf("%sand %d more", between, more)
	}
	return text + "\n"
}

// equalText says which places are equal in all solutions.
func (u *uniqueness) equalText() string {
	groups := explain.EqualPlaces(u.problem.Problem, u.found.BackboneResult)
	more := ""
	if !u.found.EqualDecided {
		more = "; of others it is not decided"
	}
	if len(groups) == 0 {
		return "no two places that vary are always equal" + more + "\n"
	}
	return "always equal: " + strings.Join(alg.Map(groups, explain.EqualText), "; ") + more + "\n"
}

// summary returns the verdict as a line.
func (u *uniqueness) summary() string {
	more := map[uniqueVerdict]string{notKnownUnique: " to be unique", severalAtLeast: "; two of its solutions are"}
	return string(u.verdict) + more[u.verdict] + "\n"
}

func (s *samples) text(t *textPrinter) {
	t.answers(s.outcome, len(s.report.Answers) > 1)
	t.out.WriteString(s.summary())
}

// summary says from how many solutions the samples were drawn, as a line.
func (s *samples) summary() string {
	total := s.report.Total
	what := "solutions"
	switch {
	case total.Sign() == 0:
		return "no solution\n"
	case total.IsInt64() && total.Int64() == 1:
		what = "solution"
	}
	return fmt.Sprintf("%d drawn of %s %s, each as likely as any other\n", len(s.report.Answers), Thousands(total), what)
}

func (l *linted) text(t *textPrinter) {
	if !l.suggest {
		fmt.Fprintln(t.out, l.summary())
		return
	}
	for _, text := range l.Suggested {
		fmt.Fprint(t.out, text)
	}
}

func (c *checked) text(t *textPrinter) {
	for _, summary := range c.summaries {
		fmt.Fprintf(t.out, "%s: no mistakes\n", summary)
	}
	for i, j := range c.Answers {
		which := ""
		if len(c.Answers) > 1 {
			which = fmt.Sprintf("answer %d: ", i+1)
		}
		if j.Accepted {
			fmt.Fprintf(t.out, "%saccepted\n", which)
			continue
		}
		fmt.Fprintf(t.out, "%srefused\n", which)
		t.refusal(c, j)
	}
}

// worthText returns the value of the best answer, and whether it is proved optimal. It is "" without an objective.
func worthText(ans *outcome) string {
	r := ans.report
	switch {
	case len(r.Answers) == 0:
		return ""
	case r.Answers[0].Run != nil:
		return costText(ans.problem, r) + "\n"
	case len(r.Answers[0].Objective) == 0:
		return ""
	}
	terms := alg.Map(r.Answers[0].Objective, value.String)
	return "objective " + strings.Join(terms, ", ") + proof(r, len(terms)) + "\n"
}

// proof says whether the value of an objective with so many terms is proved optimal.
func proof(r *solve.Report, terms int) string {
	switch {
	case r.Complete && r.Proof != "":
		return ", proved optimal " + r.Proof
	case r.Complete:
		return ", proved optimal"
	}
	var bounds []string
	for _, b := range r.Bounds {
		bounds = append(bounds, fmt.Sprintf("%d..%d", b.Lo, b.Hi))
	}
	text := ", not proved optimal"
	if len(bounds) == terms { // a large objective is bounded in parts
		text += "; the optimum is in " + strings.Join(bounds, ", ")
	}
	return text
}

// countText says how many solutions were found. Of runs only best ones count.
func countText(r *solve.Report) string {
	what := "solution"
	if len(r.Answers) > 0 && r.Answers[0].Run != nil {
		what = "best solution"
	}
	if r.Exhausted {
		return plural(r.Count, what) + ", and no more"
	}
	return plural(r.Count, what) + ", perhaps more"
}

// costText says what a run costs, and whether that is proved optimal. Without an objective it gives the length, and
// whether there may be a shorter run.
func costText(p *solve.Problem, r *solve.Report) string {
	best := r.Answers[0]
	length := plural(len(best.Run.Steps), "move")
	switch {
	case len(p.CostNames) == 0 && r.ShorterMayExist:
		return length + "; shorter runs may exist"
	case len(p.CostNames) == 0:
		return length
	}
	var terms []string
	for i, name := range p.CostNames {
		terms = append(terms, name+" "+value.String(best.Objective[i]))
	}
	text := strings.Join(terms, ", ") + proof(r, len(terms))
	if !slices.Contains(p.CostNames, "moves") {
		text += "; " + length
	}
	return text
}
