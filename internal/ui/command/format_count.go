package command

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"nazo/internal/model"
	"nazo/internal/solve"
)

func (c *counted) text(t *textPrinter) {
	t.tried(c.tried)
	r := c.report
	if text := countedText(r); text != "" {
		t.draw.Note("%s", text)
	} else if r.Counted == nil && r.Total != nil && c.Count.Cmp(big.NewInt(int64(r.Count))) != 0 {
		t.draw.Note("counted by engine %s over states, not one by one; a best one was judged", r.CountedBy)
	}
	if c.all() {
		fmt.Fprintln(t.out, c.Count.String()+moduloText(c.Modulo))
	} else {
		fmt.Fprintln(t.out, "at least", r.Count)
	}
	t.lengths(c.lengths)
	t.out.WriteString(worthText(c.outcome))
	if c.classes != nil {
		t.classes(c)
	}
	if c.differ != nil {
		t.divergence(c.differ)
	}
	t.conflict(c.outcome)
}

// classes prints the number of classes, and one solution of each.
func (t *textPrinter) classes(c *counted) {
	least := ""
	if !c.report.Exhausted {
		least = "at least "
	}
	fmt.Fprintf(t.out, "%s%d up to symmetry\n", least, len(c.classes.seen))
	for _, found := range c.classes.shown {
		fmt.Fprintf(t.out, "\n%s", t.draw.Answer(c.problem, found))
	}
	if n := len(c.classes.seen) - len(c.classes.shown); n > 0 {
		fmt.Fprintf(t.out, "\nand %s more\n", Thousands(int64(n)))
	}
}

// lengths prints the table of numbers of solutions by length, if there is one.
func (t *textPrinter) lengths(l lengths) {
	if len(l.ByLength) == 0 {
		return
	}
	rows := [][]string{{"length", "solutions"}}
	for _, c := range l.ByLength {
		rows = append(rows, []string{fmt.Sprint(c.Length), Thousands(c.Count)})
	}
	t.out.WriteString(alignColumns(rows, 0))
	if l.Longest != nil {
		fmt.Fprintf(t.out, "shortest %d, longest %d\n", l.Shortest, *l.Longest)
	}
}

// countedText says how the solutions were counted. It is "" if they were also enumerated.
func countedText(r *solve.Report) string {
	c := r.Counted
	if c == nil || c.Listed {
		return ""
	}
	text := "counted by eliminating vertices; not enumerated"
	if c.Twice {
		text = "counted by eliminating vertices, along two orders that agree; not enumerated"
		switch {
		case c.Cells == 1:
			text += " but for 1 small part, which agrees"
		case c.Cells > 1:
			text += fmt.Sprintf(" but for %s, which agree", plural(c.Cells, "small part"))
		}
	}
	switch {
	case r.Count == 1:
		text += "; one solution was found and judged"
	case r.Count > 1:
		text += fmt.Sprintf("; %s solutions were found and judged", Thousands(int64(r.Count)))
	case r.Total.Sign() != 0:
		text += "; no solution was found in time to be judged"
	}
	return text
}

func (s *survey) text(t *textPrinter) {
	if !s.Complete {
		fmt.Fprintf(t.out, "at least %s\n%s", pluralOf(s.States, "state"), s.distances())
		return
	}
	text := pluralOf(s.States, "state")
	if s.maxMoves > 0 {
		text += " within " + plural(s.maxMoves, "move")
	}
	text += fmt.Sprintf(", %s at the goal", Thousands(s.Goals))
	if s.DeadEnds != nil {
		text += fmt.Sprintf(", %s from which no way leads there", Thousands(*s.DeadEnds))
	}
	fmt.Fprintf(t.out, "%s\n%s", text, s.distances())
}

// distances returns a table with the numbers of states by the number of moves to reach them.
func (s *survey) distances() string {
	if len(s.ByDistance) == 0 {
		return ""
	}
	rows := [][]string{{"moves", "states", "at the goal"}}
	for i, n := range s.ByDistance {
		goals := ""
		if i < len(s.ByGoal) {
			goals = number(s.ByGoal[i])
		}
		rows = append(rows, []string{fmt.Sprint(i), Thousands(n), goals})
	}
	return alignColumns(rows, 0)
}

// text prints a line for each layer, and then what the whole count takes.
func (p *countPlan) text(t *textPrinter) {
	rows := [][]string{{"layer", "vertex", "frontier", "states"}}
	for i, l := range p.Forecast.Layers {
		states := "too many"
		if !math.IsInf(l.States, 1) {
			states = rounded(l.States)
		}
		rows = append(rows, []string{fmt.Sprint(i + 1), vertexName(p.problem, l.Vertex), fmt.Sprint(l.Frontier), states})
	}
	t.out.WriteString(alignColumns(rows, 0))
	if beyond(p.Forecast) {
		fmt.Fprintf(t.out, "%s: %s\n", outOfReach, needs(p.Forecast))
		return
	}
	fmt.Fprintf(t.out, "about %s states%s, %s at once, in %s", roughly(p.Forecast.Total), doubt(p.Forecast), roughly(p.Forecast.Peak), size(p.Forecast.Memory))
	if p.Forecast.Parts > 1 {
		fmt.Fprintf(t.out, ": in %s parts, one after another", roughly(float64(p.Forecast.Parts)))
	}
	fmt.Fprintln(t.out)
	if p.Forecast.Work <= solve.MostWork(0) {
		fmt.Fprintf(t.out, "about %s, %s of processor time\n", longTime(p.Forecast.Seconds), longTime(p.Forecast.Processor))
		return
	}
	fmt.Fprintf(t.out, "%s: it would take about %s; counts of up to %s are begun, others within --time\n", outOfReach, longTime(p.Forecast.Work), longTime(solve.MostWork(0)))
}

// outOfReach is the text for a count that is not begun.
var outOfReach = model.Reason{Kind: model.OutOfReach}.String()

func (e *estimation) text(t *textPrinter) {
	fmt.Fprintf(t.out, "%s: about %s choices, standard error %s (%.1f %%), by %s probes\n", e.Search,
		rounded(e.Mean), rounded(e.StdError), percent(e.StdError, e.Mean), Thousands(int64(e.Probes)))
	exact := e.exact.Load()
	switch {
	case e.counted && e.ended.Load():
		fmt.Fprintf(t.out, "exactly %s choices; the estimate is %+.1f %% off\n", Thousands(exact), percent(e.Mean-float64(exact), float64(exact)))
	case e.counted:
		fmt.Fprintf(t.out, "at least %s choices\n", Thousands(exact))
	}
}

// barWidth is the length of the longest bar, in characters.
const barWidth = 40

// divergence prints a histogram, from the first step at which solutions differ to the last.
func (t *textPrinter) divergence(d *divergence) {
	first := slices.IndexFunc(d.steps, func(n int) bool { return n > 0 })
	if first < 0 {
		fmt.Fprintln(t.out, "there are no two solutions to differ")
		return
	}
	most := slices.Max(d.steps)
	rows := [][]string{{"first differs at", "solutions"}}
	for k := first; k < len(d.steps); k++ {
		rows = append(rows, []string{fmt.Sprint(k), Thousands(int64(d.steps[k]))})
	}
	for i, line := range strings.Split(strings.TrimSuffix(alignColumns(rows, 0), "\n"), "\n") {
		if i > 0 {
			line = strings.TrimRight(line+"  "+bar(d.steps[first+i-1], most), " ")
		}
		fmt.Fprintln(t.out, line)
	}
}

// bar returns a bar for n, exact to an eighth of a character. That of most has barWidth characters.
func bar(n, most int) string {
	eighths := (n*barWidth*8 + most - 1) / most
	text := strings.Repeat("█", eighths/8)
	if eighths%8 > 0 {
		text += string(rune('█' + 8 - eighths%8)) // ▉ is seven eighths, ▏ one
	}
	return text
}

// finite rounds a number up for JSON. It returns nil if the number is infinite.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	x = math.Ceil(x)
	return &x
}
