package command

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
)

func (t *textPrinter) count(c *counted) {
	t.tried(c.tried)
	r := c.report
	if text := countedText(r); text != "" {
		t.draw.Note("%s", text)
	} else if r.Counted == nil && r.Total != nil && c.total.Cmp(big.NewInt(int64(r.Count))) != 0 {
		t.draw.Note("counted by engine %s over states, not one by one; a best one was judged", r.CountedBy)
	}
	if r.Total != nil || r.Exhausted {
		fmt.Fprintln(t.out, c.total.String()+moduloText(c.modulo))
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

// classes says how many classes there are, and draws one solution of each.
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
		fmt.Fprintf(t.out, "\nand %s more\n", thousands(int64(n)))
	}
}

// lengths is a table of numbers of solutions by length, if there is one.
func (t *textPrinter) lengths(l lengths) {
	list := l.list()
	if len(list) == 0 {
		return
	}
	rows := [][]string{{"length", "solutions"}}
	for _, c := range list {
		rows = append(rows, []string{fmt.Sprint(c.Length), bigThousands(c.Count)})
	}
	t.out.WriteString(alignColumns(rows, 0))
	if l.complete {
		fmt.Fprintf(t.out, "shortest %d, longest %d\n", list[0].Length, list[len(list)-1].Length)
	}
}

func (t *textPrinter) sum(s *partSum) {
	t.draw.Note("%s of %s", plural(s.parts, "part"), s.title)
	fmt.Fprintln(t.out, s.Count.String()+moduloText(s.Modulo))
	t.lengths(s.lengths())
}

// countedText says how a number came about that wasn't found one by one; "" if it was,
// too.
func countedText(r *solve.Report) string {
	c := r.Counted
	if c == nil || c.Listed {
		return ""
	}
	text := "counted by eliminating vertices; not enumerated"
	if c.Twice {
		text = "counted by eliminating vertices, along two orders that agree; not enumerated"
		if c.Cells > 0 {
			text += fmt.Sprintf(" but for %s, which %s", plural(c.Cells, "small part"), map[bool]string{true: "agrees", false: "agree"}[c.Cells == 1])
		}
	}
	switch {
	case r.Count == 1:
		text += "; one solution was found and judged"
	case r.Count > 1:
		text += fmt.Sprintf("; %s solutions were found and judged", thousands(int64(r.Count)))
	case r.Total.Sign() != 0:
		text += "; no solution was found in time to be judged"
	}
	return text
}

func (t *textPrinter) survey(s *survey) {
	states, goals := total(s.ByDistance), total(s.Goals)
	if !s.Complete {
		fmt.Fprintf(t.out, "at least %s\n%s", pluralOf(states, "state"), distances(s.Survey))
		return
	}
	text := pluralOf(states, "state")
	if s.maxMoves > 0 {
		text += " within " + plural(s.maxMoves, "move")
	}
	text += fmt.Sprintf(", %s at the goal", thousands(goals))
	if s.DeadEnds >= 0 {
		text += fmt.Sprintf(", %s from which no way leads there", thousands(s.DeadEnds))
	}
	fmt.Fprintf(t.out, "%s\n%s", text, distances(s.Survey))
}

// distances is a table of how many states take how many moves.
func distances(s model.Survey) string {
	if len(s.ByDistance) == 0 {
		return ""
	}
	rows := [][]string{{"moves", "states", "at the goal"}}
	for i, n := range s.ByDistance {
		goals := ""
		if i < len(s.Goals) {
			goals = number(s.Goals[i])
		}
		rows = append(rows, []string{fmt.Sprint(i), thousands(n), goals})
	}
	return alignColumns(rows, 0)
}

// plan is a line for each layer, then the whole.
func (t *textPrinter) plan(plan *countPlan) {
	rows := [][]string{{"layer", "vertex", "frontier", "states"}}
	for i, l := range plan.Layers {
		states := "too many"
		if !math.IsInf(l.States, 1) {
			states = rounded(l.States)
		}
		rows = append(rows, []string{fmt.Sprint(i + 1), vertexName(plan.problem, l.Vertex), fmt.Sprint(l.Frontier), states})
	}
	t.out.WriteString(alignColumns(rows, 0))
	if beyond(plan.Forecast) {
		fmt.Fprintf(t.out, "%s: %s\n", outOfReach, needs(plan.Forecast))
		return
	}
	fmt.Fprintf(t.out, "about %s states%s, %s at once, in %s", roughly(plan.Total), doubt(plan.Forecast), roughly(plan.Peak), size(plan.Memory))
	if plan.Parts > 1 {
		fmt.Fprintf(t.out, ": in %s parts, one after another", roughly(float64(plan.Parts)))
	}
	fmt.Fprintln(t.out)
	if plan.Work <= solve.MostWork(0) {
		fmt.Fprintf(t.out, "about %s, %s of processor time\n", longTime(plan.Seconds), longTime(plan.Processor))
		return
	}
	fmt.Fprintf(t.out, "%s: it would take about %s; counts of up to %s are begun, others within --time\n", outOfReach, longTime(plan.Work), longTime(solve.MostWork(0)))
}

// outOfReach is the text about a count that is not begun.
var outOfReach = model.Reason{Kind: model.OutOfReach}.String()

func (t *textPrinter) estimation(e *estimation) {
	fmt.Fprintf(t.out, "%s: about %s choices, standard error %s (%.1f %%), by %s probes\n", e.Search,
		rounded(e.Mean), rounded(e.StdError), percent(e.StdError, e.Mean), thousands(int64(e.Probes)))
	exact := e.exact.Load()
	switch {
	case e.counted && e.ended.Load():
		fmt.Fprintf(t.out, "exactly %s choices; the estimate is %+.1f %% off\n", thousands(exact), percent(e.Mean-float64(exact), float64(exact)))
	case e.counted:
		fmt.Fprintf(t.out, "at least %s choices\n", thousands(exact))
	}
}

// barWidth is the length of the longest bar.
const barWidth = 40

// divergence draws the histogram, from the first step at which solutions differ to
// the last.
func (t *textPrinter) divergence(d *divergence) {
	first := slices.IndexFunc(d.steps, func(n int) bool { return n > 0 })
	if first < 0 {
		fmt.Fprintln(t.out, "there are no two solutions to differ")
		return
	}
	most := slices.Max(d.steps)
	rows := [][]string{{"first differs at", "solutions"}}
	for k := first; k < len(d.steps); k++ {
		rows = append(rows, []string{fmt.Sprint(k), thousands(int64(d.steps[k]))})
	}
	for i, line := range strings.Split(strings.TrimSuffix(alignColumns(rows, 0), "\n"), "\n") {
		if i > 0 {
			line = strings.TrimRight(line+"  "+bar(d.steps[first+i-1], most), " ")
		}
		fmt.Fprintln(t.out, line)
	}
}

// bar is as long as n is large, to an eighth of a character.
func bar(n, most int) string {
	eighths := (n*barWidth*8 + most - 1) / most
	text := strings.Repeat("█", eighths/8)
	if eighths%8 > 0 {
		text += string(rune('█' + 8 - eighths%8)) // ▉ is seven eighths, ▏ one
	}
	return text
}

func (j *jsonPrinter) count(c *counted) {
	r := c.report
	fields := []field{{"count", c.total}}
	if c.modulo > 0 {
		fields = append(fields, field{"modulo", c.modulo})
	}
	if how := r.Counted; how != nil {
		fields = append(fields, field{"method", solve.Frontier}, field{"enumerated", how.Listed})
		if how.Twice {
			fields = append(fields, field{"two_orders_agree", true}, field{"enumerated_parts", how.Cells})
		}
		fields = append(fields, field{"judged", r.Count})
	}
	fields = append(fields, lengthFields(c.lengths)...)
	if c.objectiveIgnored {
		fields = append(fields, field{"objective_ignored", true})
	}
	if c.classes != nil {
		fields = append(fields, field{"up_to_symmetry", len(c.classes.seen)}, field{"representatives", representatives(c.problem, c.classes)})
	}
	if c.differ != nil {
		fields = append(fields, field{"differ", differences(c.differ)})
	}
	j.report(c.outcome, false, fields...)
}

// lengthFields are a table by length, if there is one.
func lengthFields(l lengths) []field {
	list := l.list()
	if len(list) == 0 {
		return nil
	}
	out := []field{{"by_length", list}}
	if l.complete {
		out = append(out, field{"shortest", list[0].Length}, field{"longest", list[len(list)-1].Length})
	}
	return out
}

// representatives has one solution of each class.
func representatives(p *solve.Problem, c *classes) []json.RawMessage {
	out := []json.RawMessage{}
	for _, s := range c.shown {
		out = append(out, picture.AppendAnswer(nil, p.Judge, s))
	}
	return out
}

// differ is an entry of the histogram for programs.
type differ struct {
	Step      int `json:"step"`
	Solutions int `json:"solutions"`
}

// differences has the steps at which any solution first differs.
func differences(d *divergence) []differ {
	out := []differ{}
	for k, n := range d.steps {
		if n > 0 {
			out = append(out, differ{k, n})
		}
	}
	return out
}

func (j *jsonPrinter) survey(s *survey) {
	out := struct {
		Puzzle     string          `json:"puzzle"`
		Complete   bool            `json:"complete"`
		States     int64           `json:"states"`
		Goals      int64           `json:"goals"`
		DeadEnds   *int64          `json:"dead_ends"` // null if it is not known
		ByDistance []int64         `json:"by_distance"`
		ByGoal     []int64         `json:"goals_by_distance"`
		Reason     string          `json:"reason,omitempty"`
		Stats      json.RawMessage `json:"stats"`
	}{Puzzle: s.puzzle, Complete: s.Complete, States: total(s.ByDistance), Goals: total(s.Goals),
		ByDistance: append([]int64{}, s.ByDistance...), ByGoal: append([]int64{}, s.Goals...), Reason: s.Reason.String()}
	if s.DeadEnds >= 0 {
		out.DeadEnds = &s.DeadEnds
	}
	out.Stats = appendStats(nil, s.elapsed, s.Stats)
	j.object(out)
}

func (j *jsonPrinter) plan(plan *countPlan) {
	type layer struct {
		Vertex   string   `json:"vertex"`
		Frontier int      `json:"frontier"`
		States   *float64 `json:"states"` // null if they are too many for a state to hold
	}
	out := struct {
		Puzzle   string   `json:"puzzle"`
		Feasible bool     `json:"feasible"`
		Reason   string   `json:"reason,omitempty"` // why it isn't
		States   *float64 `json:"states"`
		Peak     *float64 `json:"states_at_once"`
		Memory   *float64 `json:"bytes"`
		Parts    *float64 `json:"parts"`
		Seconds  *float64 `json:"seconds"`
		Widest   int      `json:"open_at_once"` // vertices
		CPU      *float64 `json:"processor_seconds"`
		Doubt    float64  `json:"doubt,omitempty"` // the factor by which states may be fewer or more
		Layers   []layer  `json:"layers"`
	}{plan.puzzle, plan.Work <= solve.MostWork(0), "", finite(plan.Total), finite(plan.Peak), finite(plan.Memory), finite(float64(plan.Parts)),
		finite(plan.Seconds), widest(plan.Forecast), finite(plan.Processor), math.Round(100*plan.Doubt) / 100, []layer{}}
	if beyond(plan.Forecast) {
		out.Parts = nil
	}
	if !out.Feasible {
		out.Reason = needs(plan.Forecast)
	}
	for _, l := range plan.Layers {
		out.Layers = append(out.Layers, layer{vertexName(plan.problem, l.Vertex), l.Frontier, finite(l.States)})
	}
	j.object(out)
}

// finite is a whole number for JSON; nil if it is infinite.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	x = math.Ceil(x)
	return &x
}

func (j *jsonPrinter) sum(s *partSum) {
	puzzle, instance, _ := strings.Cut(s.title, " ")
	fields := []field{{"puzzle", puzzle}, {"instance", instance}, {"complete", true}, {"parts", s.parts}}
	if s.Modulo > 0 {
		fields = append(fields, field{"modulo", s.Modulo})
	}
	fields = append(fields, field{"count", s.Count})
	fields = append(fields, lengthFields(s.lengths())...)
	j.out.Write(append(appendFields([]byte{'{'}, fields...), "}\n"...))
}

func (j *jsonPrinter) estimation(e *estimation) {
	out := struct {
		Puzzle        string  `json:"puzzle"`
		Search        string  `json:"search"`
		Probes        int     `json:"probes"`
		Mean          float64 `json:"mean"`
		StandardError float64 `json:"standard_error"`
		Exact         *int64  `json:"exact,omitempty"`
	}{e.Puzzle, e.Search, e.Probes, e.Mean, e.StdError, nil}
	if n := e.exact.Load(); e.counted && e.ended.Load() {
		out.Exact = &n
	}
	j.object(out)
}
