package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"nazo/answer"
	"nazo/draw"
	"nazo/engine"
	"nazo/judge"
	"nazo/model"
	"nazo/solve"
	"nazo/value"
)

// drawing shows an answer: what the spec wants shown, or else all finds, each
// over its board; of a run each state.
func (s *session) drawing(p *solve.Problem, found *judge.Answer, color string) string {
	if found.Run != nil {
		return s.runText(p, found.Run, color)
	}
	var items []draw.Item
	for _, g := range p.Givens {
		items = append(items, draw.Item{Title: g.Name, Value: g.Value, Given: true})
	}
	if p.Judge.Shows() {
		pictures, err := p.Judge.Shown(found)
		if err != nil {
			s.note("%v", err)
		}
		for _, shown := range pictures {
			items = append(items, draw.Item{Title: shown.Title, As: shown.As, Value: shown.Value})
		}
	} else {
		for i, f := range p.Judge.Finds {
			if !f.Chosen {
				items = append(items, draw.Item{Title: f.Name, Value: found.Values[i]})
			}
		}
	}
	return draw.Text(items, draw.Options{Color: s.colored(color)})
}

// colored decides whether standard output gets colours.
func (s *session) colored(flag string) bool {
	return flag == "always" || flag == "auto" && isTerminal(s.file) && os.Getenv("NO_COLOR") == ""
}

// worthText says what the best answer is worth, and whether that is proved; "" if
// answers are worth nothing.
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
	var terms []string
	for _, v := range r.Answers[0].Objective {
		terms = append(terms, value.String(v))
	}
	return "objective " + strings.Join(terms, ", ") + proof(r, len(terms)) + "\n"
}

// proof says whether an objective of several terms is proved to be the best.
func proof(r *solve.Report, terms int) string {
	if r.Complete {
		return ", proved optimal"
	}
	var bounds []string
	for _, b := range r.Bounds {
		bounds = append(bounds, fmt.Sprintf("%d..%d", b.Lo, b.Hi))
	}
	text := ", not proved optimal"
	if len(bounds) == terms { // an objective of many digits is bounded in parts
		text += "; the optimum is in " + strings.Join(bounds, ", ")
	}
	return text
}

// countText says how many solutions were found; of runs these are best ones.
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

// field is one more field of a JSON object.
type field struct {
	name  string
	value any
}

// reportJSON writes a report as one JSON object in a line.
func reportJSON(ans *outcome, solutions bool, extra ...field) []byte {
	r := ans.report
	out := append([]byte(`{"puzzle":`), quoted(ans.spec.Name)...)
	add := func(name string, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err) // names, numbers and lists of them
		}
		out = append(append(append(out, ','), quoted(name)...), ':')
		out = append(out, text...)
	}
	add("verdict", r.Verdict)
	add("complete", r.Complete)
	add("engine", ans.engine())
	if ans.tried != "" {
		add("tried", ans.tried)
	}
	for _, f := range extra {
		add(f.name, f.value)
	}
	if r.Reason.Kind != engine.None && !r.Complete {
		add("reason", r.Reason.String())
	}
	if len(r.Answers) > 0 && len(r.Answers[0].Objective) > 0 {
		out = append(append(out, `,"objective":`...), answer.Append(nil, value.List(r.Answers[0].Objective))...)
		if !r.Complete && len(r.Bounds) == len(r.Answers[0].Objective) {
			add("bounds", boundsOf(r.Bounds))
		}
	}
	if len(r.Answers) > 0 && r.Answers[0].Run != nil && r.ShorterMayExist {
		add("shortest", false)
	}
	if solutions {
		out = append(out, `,"solutions":[`...)
		for i, s := range r.Answers {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendAnswer(out, ans.problem, s)
		}
		out = append(out, ']')
	}
	out = append(out, `,"stats":`...)
	return append(appendStats(out, r.Elapsed, ans.stats()), "}\n"...)
}

func boundsOf(bounds []model.Interval) [][2]int64 {
	out := make([][2]int64, len(bounds))
	for i, b := range bounds {
		out[i] = [2]int64{b.Lo, b.Hi}
	}
	return out
}

// appendAnswer writes the values of the finds by name, in the order of the spec; or
// a run.
func appendAnswer(out []byte, p *solve.Problem, s *judge.Answer) []byte {
	if s.Run != nil {
		return answer.AppendRun(out, p.Judge, s)
	}
	out = append(out, '{')
	for i, f := range p.Judge.Finds {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, quoted(f.Name)...), ':')
		out = answer.Append(out, s.Values[i])
	}
	return append(out, '}')
}

// appendStats writes the time and the counted work; what is not zero only, but
// for the first five, which are always there.
func appendStats(out []byte, elapsed time.Duration, s engine.Stats) []byte {
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
