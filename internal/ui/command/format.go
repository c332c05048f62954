package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
)

// report is a result of a verb. Its exported fields are the document of --format json. Its methods write other formats.
type report interface{ text(*textPrinter) }

// Optional methods of a report.
type (
	// unfilled computes fields that only the document needs.
	unfilled interface{ fill() }
	// listed has a list that may be long. It is the last empty list of the document, and is written entry by entry.
	listed interface {
		list() (field string, n int, entry func(int) []byte)
	}
	// pictured draws itself for a page.
	pictured interface{ svg(*svgPrinter) }
	// exchanged writes itself in the format of puzz.link's answer checker.
	exchanged interface{ puzzlink(*linkPrinter) }
	// judging has a verdict of a word or two. Its kind is the verdict without numbers.
	judging interface{ finding() (verdict, kind string) }
)

// printer writes reports in one output format.
type printer interface {
	// document reports whether the output is one document that is written at the end. It then has everything, even
	// mistakes in a spec. Otherwise findings are printed as they come, and mistakes go to standard error.
	document() bool
	print(report)
	// finish writes output that had to wait for the last report.
	finish()
}

// formats are the values of --format and their printers.
var formats = []struct {
	name string
	open func(*outbox, picture.Drawer) printer
}{
	{"text", func(out *outbox, d picture.Drawer) printer { return &textPrinter{out, d} }},
	{"svg", func(out *outbox, d picture.Drawer) printer { return &svgPrinter{textPrinter: textPrinter{out, d}} }},
	{"json", func(out *outbox, _ picture.Drawer) printer { return &jsonPrinter{out} }},
	{puzzlink, func(out *outbox, d picture.Drawer) printer { return &linkPrinter{textPrinter{out, d}} }},
}

func (f formatFlag) printer(s *session, d picture.Drawer) printer {
	for _, known := range formats {
		if known.name == f.Format {
			return known.open(s.out, d)
		}
	}
	panic("the flag should have refused format " + f.Format)
}

// verdictPrinter keeps the verdict of a question about one of several instances. It passes reports on to the printer of
// a document, if there is one.
type verdictPrinter struct {
	printer
	verdict, kind string
	found         *outcome // nil without answers
	errs          io.Writer
}

func (v *verdictPrinter) document() bool { return true }

func (v *verdictPrinter) print(r report) {
	v.verdict, v.kind = r.(judging).finding()
	switch r := r.(type) {
	case *solutions:
		v.found = r.outcome
	case *uniqueness:
		v.found = r.outcome
	case *checked:
		if v.printer == nil {
			fmt.Fprint(v.errs, r.Diagnostics.Text(false))
		}
	}
	if v.printer != nil {
		v.printer.print(r)
	}
}

// jsonPrinter writes each report as one line of JSON.
type jsonPrinter struct{ out *outbox }

func (*jsonPrinter) document() bool { return true }
func (*jsonPrinter) finish()        {}

func (j *jsonPrinter) print(r report) {
	if r, ok := r.(unfilled); ok {
		r.fill()
	}
	text := encode(r)
	if r, ok := r.(listed); ok {
		field, n, entry := r.list()
		at := bytes.LastIndex(text, fmt.Appendf(nil, "%q:[]", field)) + len(field) + len(`"":[`)
		j.out.Write(text[:at])
		for i := 0; i < n && j.out.goesOn(); i++ {
			if i > 0 {
				j.out.WriteString(",")
			}
			j.out.Write(entry(i))
		}
		text = text[at:]
	}
	j.out.Write(append(text, '\n'))
}

// encode returns a value as JSON. Names, texts, finite numbers and lists of these never fail.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

func jsonOf(v value.Value) json.RawMessage { return picture.AppendJSON(nil, v) }

// jsonOfAll returns values as JSON, or nil if there are none.
func jsonOfAll(values []value.Value) []json.RawMessage { return alg.Map(values, jsonOf) }

// decimals writes a number with so many digits after the point.
func decimals(x float64, digits int) json.Number {
	return json.Number(strconv.FormatFloat(x, 'f', digits, 64))
}

// stats has the time and the work. Only some fields are left out if they are 0.
type stats struct {
	Seconds      json.Number `json:"seconds"`
	Variables    int64       `json:"variables"`
	Clauses      int64       `json:"clauses"`
	Conflicts    int64       `json:"conflicts"`
	Nodes        int64       `json:"nodes"`
	Solves       int64       `json:"solves,omitempty"`
	Cuts         int64       `json:"cuts,omitempty"`
	DeadEnds     int64       `json:"dead_ends,omitempty"`
	Propagations int64       `json:"propagations,omitempty"`
	States       int64       `json:"states,omitempty"`
	Moves        int64       `json:"moves,omitempty"`
	Horizon      int64       `json:"horizon,omitempty"`
}

func statsOf(elapsed time.Duration, s model.Stats) stats {
	return stats{decimals(elapsed.Seconds(), 6), s.Variables, s.Clauses, s.Conflicts, s.Nodes, s.Solves, s.Cuts, s.DeadEnds, s.Propagations, s.States, s.Moves, s.Horizon}
}

// answerHead has the first fields of a report on a question to engines.
type answerHead struct {
	Puzzle   string        `json:"puzzle"`
	Verdict  solve.Verdict `json:"verdict"`
	Complete bool          `json:"complete"`
	Engine   string        `json:"engine"`
	Tried    string        `json:"tried,omitempty"`
}

// answerTail has the last fields of such a report.
type answerTail struct {
	*conflictReport
	*fixReport
	Reason    string          `json:"reason,omitempty"`
	Objective json.RawMessage `json:"objective,omitempty"`
	Bounds    [][2]int64      `json:"bounds,omitempty"`
	runReport
	// Solutions is empty (see listed), or nil in a report without solutions.
	Solutions []json.RawMessage `json:"solutions,omitzero"`
	Stats     stats             `json:"stats"`
}

// runReport is apart, since [lengths] has a field of the same name.
type runReport struct {
	Shortest *bool `json:"shortest,omitempty"` // false if there may be a shorter run
}

// document returns the fields of an outcome.
func (o *outcome) document() (head answerHead, tail answerTail) {
	r := o.report
	head = answerHead{o.spec.Name, r.Verdict, r.Complete, o.engine(), o.tried}
	if c := o.conflict(); c != nil {
		tail.conflictReport = c.document()
	}
	if o.fix != nil {
		tail.fixReport = o.fix.document()
	}
	if r.Reason.Kind != model.None && !r.Complete {
		tail.Reason = r.Reason.String()
	}
	if len(r.Answers) > 0 {
		best := r.Answers[0]
		if n := len(best.Objective); n > 0 {
			tail.Objective = jsonOf(value.List(best.Objective))
			for _, b := range r.Bounds {
				if !r.Complete && len(r.Bounds) == n {
					tail.Bounds = append(tail.Bounds, [2]int64{b.Lo, b.Hi})
				}
			}
		}
		if best.Run != nil && r.ShorterMayExist {
			tail.Shortest = new(bool)
		}
	}
	tail.Stats = statsOf(r.Elapsed, o.stats())
	return head, tail
}

// answers returns the solutions for listed.
func (o *outcome) answers(field string) (string, int, func(int) []byte) {
	return field, len(o.report.Answers), func(i int) []byte { return picture.AppendAnswer(nil, o.problem.Judge, o.report.Answers[i]) }
}
