package command

import (
	"encoding/json"
	"strconv"
	"time"

	"nazo/answer"
	"nazo/engine"
	"nazo/model"
	"nazo/value"
)

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
	if r.Reason.Kind != engine.None && !r.Complete {
		out = appendFields(out, field{"reason", r.Reason.String()})
	}
	if len(r.Answers) > 0 && len(r.Answers[0].Objective) > 0 {
		out = append(append(out, `,"objective":`...), answer.Append(nil, value.List(r.Answers[0].Objective))...)
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
			out = answer.AppendAnswer(out, ans.problem.Judge, s)
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
