package command

import (
	"encoding/json"
	"math/big"

	"nazo/answer"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/judge"
	"nazo/picture"
	"nazo/solve"
)

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
			out[i].Values = append(out[i].Values, answer.Append(nil, v))
		}
		if d.At != nil {
			out[i].At = answer.Append(nil, d.At)
		}
	}
	return out
}

func (j *jsonPrinter) puzzle(p *printedPuzzle) {
	out := appendGivens(nil, p)
	if p.start != nil {
		out = answer.AppendState(append(out, `,"start":`...), p.judge, p.start)
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
func appendValues(out []byte, all []givens.Given) []byte {
	out = append(out, '{')
	for i, g := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = answer.Append(append(append(out, quoted(g.Name)...), ':'), g.Value)
	}
	return append(out, '}')
}

func (j *jsonPrinter) check(c *checked) {
	j.object(struct {
		Puzzle      string          `json:"puzzle,omitempty"`
		Diagnostics *diag.List      `json:"diagnostics"`
		Answers     []answer.Judged `json:"answers,omitempty"`
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
		out.Samples = append(out.Samples, answer.AppendAnswer(nil, s.problem.Judge, found))
	}
	j.object(out)
}
