package command

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"time"

	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
)

// printer writes what verbs have to say in one output format. What there is to say comes
// as data, in a type for each kind of it.
type printer interface {
	// document reports whether the output is one document, which is written in the end and
	// says everything: also the mistakes in a spec, and that nothing was found. If not,
	// solutions may be written as they come, and what went wrong is on standard error.
	document() bool

	// solution shows one of several as it comes, under its number from 1; tried says which
	// numbers of a range were tried, "" if there is no range.
	solution(p *solve.Problem, tried string, number int, found *judge.Answer)
	solutions(*solutions)
	uniqueness(*uniqueness)
	puzzle(*printedPuzzle)
	samples(*samples)

	count(*counted)
	sum(*partSum)
	plan(*countPlan)
	survey(*survey)
	estimation(*estimation)

	// fact says what needs no form of its own: a line for people, data for programs.
	fact(line string, data any)

	linked(*linked) error

	made(*madePuzzle)
	// pageOf is a drawing of what was made for a file of its own; "" for a format without.
	pageOf(*madePuzzle) string
	// finish writes what waited until nothing more is made.
	finish()

	rating(*rated)

	// step tells a step of an explanation as it is found, explained how it ended.
	step(*explanation, told)
	explained(*explanation)
	hint(*hinted)
	// move tells the next move of a puzzle that moves.
	move(*moveHint)

	check(*checked)
	lint(*linted)
	comparisons(*comparisons)
	contest(*contestResults)
}

// formats are those of --format: an output format is a file with its printer, and an
// entry here.
var formats = []struct {
	name string
	open func(*outbox, picture.Drawer) printer
}{
	{"text", func(out *outbox, d picture.Drawer) printer { return &textPrinter{out, d} }},
	{"svg", func(out *outbox, d picture.Drawer) printer { return &svgPrinter{textPrinter: textPrinter{out, d}} }},
	{"json", func(out *outbox, _ picture.Drawer) printer { return &jsonPrinter{out} }},
	{puzzlink, func(out *outbox, d picture.Drawer) printer { return &linkPrinter{textPrinter{out, d}} }},
}

// printer is that of the format asked for.
func (f formatFlag) printer(s *session, d picture.Drawer) printer {
	for _, known := range formats {
		if known.name == f.Format {
			return known.open(s.out, d)
		}
	}
	panic("a format that the flag should have refused: " + f.Format)
}

// verdictPrinter keeps what came of a question as a word or two. What a document says goes to the printer of that,
// if there is one.
type verdictPrinter struct {
	printer
	verdict string
	kind    string   // the verdict without numbers
	found   *outcome // nil without answers
	errs    io.Writer
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
		fmt.Fprint(v.errs, c.diagnostics.Text(false))
	}
}

// jsonPrinter writes JSON: one object in a line.
type jsonPrinter struct{ out *outbox }

func (*jsonPrinter) document() bool { return true }

// object writes anything that has a form in JSON.
func (j *jsonPrinter) object(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // names, texts and finite numbers
	}
	j.out.Write(append(text, '\n'))
}

func (j *jsonPrinter) linked(l *linked) error {
	j.fact("", map[string]string{l.what: l.text})
	return nil
}

func (j *jsonPrinter) fact(_ string, data any) { j.object(data) }

// solution has nothing to do: all are in the document.
func (j *jsonPrinter) solution(*solve.Problem, string, int, *judge.Answer) {}

func (j *jsonPrinter) solutions(s *solutions) {
	var fields []field
	if s.several && s.report.Verdict == solve.Solved && s.report.Complete {
		fields = append(fields, field{"perhaps_more", !s.report.Exhausted})
	}
	j.report(s.outcome, true, fields...)
}

func (j *jsonPrinter) uniqueness(u *uniqueness) {
	var unique any // null if it is not known
	switch u.verdict {
	case notKnownUnique:
	case exactlyOne:
		unique = true
	case noneAtAll, severalAtLeast:
		unique = false
	}
	fields := []field{{"unique", unique}}
	if u.verdict == severalAtLeast && u.report.Answers[0].Run == nil {
		all, decided := u.differences()
		fields = append(fields, field{"differences", differencesJSON(all)}, field{"elsewhere_same", decided})
	}
	j.report(u.outcome, true, fields...)
}

// differenceJSON is a place where solutions differ, and what they have there.
type differenceJSON struct {
	Find   string            `json:"find"`
	At     json.RawMessage   `json:"at,omitempty"`
	Values []json.RawMessage `json:"values"`
}

func differencesJSON(all []picture.Difference) []differenceJSON {
	out := make([]differenceJSON, len(all))
	for i, d := range all {
		out[i] = differenceJSON{Find: d.Find}
		for _, v := range d.Values {
			out[i].Values = append(out[i].Values, picture.AppendJSON(nil, v))
		}
		if d.At != nil {
			out[i].At = picture.AppendJSON(nil, d.At)
		}
	}
	return out
}

func (j *jsonPrinter) puzzle(p *printedPuzzle) {
	out := appendGivens(nil, p)
	if p.start != nil {
		out = picture.AppendState(append(out, `,"start":`...), p.judge, p.start)
	}
	j.out.Write(append(out, "}\n"...))
}

// appendGivens begins an object with the name of a puzzle and what is given.
func appendGivens(out []byte, p *printedPuzzle) []byte {
	out = append(append(append(out, `{"puzzle":`...), quoted(p.name)...), `,"givens":`...)
	if p.values != nil {
		return append(out, p.values...)
	}
	return appendValues(out, p.givens)
}

// appendValues appends an object with the values of givens.
func appendValues(out []byte, all []instance.Given) []byte {
	out = append(out, '{')
	for i, g := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = picture.AppendJSON(append(append(out, quoted(g.Name)...), ':'), g.Value)
	}
	return append(out, '}')
}

func (j *jsonPrinter) check(c *checked) {
	j.object(struct {
		Puzzle      string           `json:"puzzle,omitempty"`
		Diagnostics *diag.List       `json:"diagnostics"`
		Answers     []picture.Judged `json:"answers,omitempty"`
	}{c.puzzle, c.diagnostics, c.answers})
}

func (j *jsonPrinter) lint(l *linted) {
	j.object(struct {
		Puzzle      string     `json:"puzzle"`
		Diagnostics *diag.List `json:"diagnostics"`
		Examples    int        `json:"examples"`
		Instances   int        `json:"instances"`
		Suggested   []string   `json:"suggested,omitempty"`
		Open        []string   `json:"open,omitempty"`
	}{l.puzzle, l.Findings, l.Report.Examples, l.Instances, l.Suggested, l.Open})
}

func (j *jsonPrinter) samples(s *samples) {
	out := struct {
		Puzzle  string            `json:"puzzle"`
		Count   *big.Int          `json:"count"`
		Seed    int64             `json:"seed"`
		Samples []json.RawMessage `json:"samples"`
		Stats   json.RawMessage   `json:"stats"`
	}{s.spec.Name, s.report.Total, s.seed, []json.RawMessage{}, appendStats(nil, s.report.Elapsed, s.report.Stats)}
	for _, found := range s.report.Answers {
		out.Samples = append(out.Samples, picture.AppendAnswer(nil, s.problem.Judge, found))
	}
	j.object(out)
}

// field is one more field of a JSON object.
type field struct {
	name  string
	value any
}

// appendFields adds fields to an object that is begun.
func appendFields(out []byte, fields ...field) []byte {
	for _, f := range fields {
		text, err := json.Marshal(f.value)
		if err != nil {
			panic(err) // names, numbers and lists of them
		}
		if out[len(out)-1] != '{' {
			out = append(out, ',')
		}
		out = append(append(append(out, quoted(f.name)...), ':'), text...)
	}
	return out
}

// report writes an outcome, with its solutions if that is asked for, and more fields.
func (j *jsonPrinter) report(ans *outcome, solutions bool, extra ...field) {
	r := ans.report
	out := appendFields([]byte{'{'}, field{"puzzle", ans.spec.Name}, field{"verdict", r.Verdict}, field{"complete", r.Complete}, field{"engine", ans.engine()})
	if ans.tried != "" {
		out = appendFields(out, field{"tried", ans.tried})
	}
	out = appendFields(out, extra...)
	if c := ans.conflict(); c != nil {
		out = appendFields(out, c.fields()...)
	}
	if ans.fix != nil {
		out = appendFields(out, ans.fix.fields()...)
	}
	if r.Reason.Kind != model.None && !r.Complete {
		out = appendFields(out, field{"reason", r.Reason.String()})
	}
	if len(r.Answers) > 0 && len(r.Answers[0].Objective) > 0 {
		out = append(append(out, `,"objective":`...), picture.AppendJSON(nil, value.List(r.Answers[0].Objective))...)
		if !r.Complete && len(r.Bounds) == len(r.Answers[0].Objective) {
			out = appendFields(out, field{"bounds", boundsOf(r.Bounds)})
		}
	}
	if len(r.Answers) > 0 && r.Answers[0].Run != nil && r.ShorterMayExist {
		out = appendFields(out, field{"shortest", false})
	}
	if solutions {
		out = append(out, `,"solutions":[`...)
		for i, s := range r.Answers {
			if !j.out.goesOn() {
				break
			}
			if i > 0 {
				out = append(out, ',')
			}
			out = picture.AppendAnswer(out, ans.problem.Judge, s)
			j.out.Write(out)
			out = out[:0]
		}
		out = append(out, ']')
	}
	out = append(out, `,"stats":`...)
	j.out.Write(append(appendStats(out, r.Elapsed, ans.stats()), "}\n"...))
}

func boundsOf(bounds []model.Interval) [][2]int64 {
	out := make([][2]int64, len(bounds))
	for i, b := range bounds {
		out[i] = [2]int64{b.Lo, b.Hi}
	}
	return out
}

// appendStats writes the time and the counted work; what is not zero only, but
// for the first five, which are always there.
func appendStats(out []byte, elapsed time.Duration, s model.Stats) []byte {
	out = append(out, `{"seconds":`...)
	out = strconv.AppendFloat(out, elapsed.Seconds(), 'f', 6, 64)
	for i, c := range []struct {
		name string
		n    int64
	}{
		{"variables", s.Variables}, {"clauses", s.Clauses}, {"conflicts", s.Conflicts}, {"nodes", s.Nodes},
		{"solves", s.Solves}, {"cuts", s.Cuts}, {"dead_ends", s.DeadEnds}, {"propagations", s.Propagations},
		{"states", s.States}, {"moves", s.Moves}, {"horizon", s.Horizon},
	} {
		if i < 4 || c.n != 0 {
			out = append(append(append(out, ','), quoted(c.name)...), ':')
			out = strconv.AppendInt(out, c.n, 10)
		}
	}
	return append(out, '}')
}

func quoted(s string) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string can always be written
	}
	return text
}
