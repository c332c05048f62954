package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"nazo/compile"
	"nazo/engine"
	"nazo/solve"
)

// comparison is what both engines did on one instance.
type comparison struct {
	name   string
	report *solve.Report
	// counted is what was counted without visiting each solution; nil where that
	// can't be done, or is not asked for.
	counted *solve.Tallied
}

// compareCmd holds engines, or searches of one, against each other.
type compareCmd struct {
	Spec string   `arg:"" help:"A spec: a file, or the name of one that comes with nazo."`
	Args []string `arg:"" optional:"" name:"instance|name=value" help:"An instance and values, as for solve. Without any, the spec's examples are compared."`
	Time period   `default:"10s" placeholder:"DURATION" help:"Time for each engine and example (default: 10s)."`
	formatFlag
	Search string `placeholder:"NAME,…" help:"Compare named searches of engine native instead, by their first solutions: all, or a list; a+b is a and b together."`

	Limit amount `placeholder:"N" help:"Stop counting there (default: no limit)."`
	First bool   `help:"Compare the time to the first solution instead of counting."`
	Seed  seed   `placeholder:"N" help:"Vary the order of the search, and what is shuffled (default: the plain order)."`
	runFlags
}

// Run has each answer the same question, in turn.
func (c *compareCmd) Run(s *session) error {
	s.limit(0)
	s.deal = int64(c.Seed)
	r, err := s.request(c.Spec, c.Args)
	if err == nil {
		err = c.runFlags.suit(r)
	}
	if err != nil {
		return err
	}
	if c.Search != "" {
		return s.compareSearches(c, r)
	}
	t, err := team("both")
	if err != nil {
		return err
	}
	t.Mode, t.TimeEach = solve.InTurn, time.Duration(c.Time)
	q := c.asked(r, s.progress.report)
	var table []comparison
	status := statusTrue
	print := func(table []comparison) {
		switch {
		case c.Format == "json":
			s.out.Write(compareJSON(r.Name, table))
		case r.Moving():
			s.out.WriteString(runsTable(table, "engine"))
		default:
			s.out.WriteString(compareText(table))
		}
	}
	for _, job := range compareJobs(r, len(c.Args) > 0) {
		if s.ctx.Err() != nil {
			break
		}
		p, err := s.compile(s.ctx, r.spec, job.Input)
		if err != nil {
			return err
		}
		s.warn()
		opened := solve.Open(p, t)
		rep := s.compareRuns(p, opened, q)
		row := comparison{name: job.Name, report: rep}
		if q.Limit == 0 && !r.Moving() && s.ctx.Err() == nil {
			row.counted = opened.CountBeside(s.ctx, q, rep)
			if row.counted != nil && s.ctx.Err() != nil && !row.counted.Complete {
				row.counted.Reason = engine.Ended(s.ctx)
			}
		}
		table = append(table, row)
		known := table
		s.known(func() { print(known) })
		switch {
		case rep.Fault != nil:
			status = s.disagree(r, &outcome{spec: r.spec, problem: p, report: rep})
		case agreement(rep) == "unknown":
			status = max(status, statusLimit)
		}
	}
	s.answered()
	s.progress.clear()
	print(table)
	if s.ctx.Err() != nil {
		s.note("%s", s.stopReason())
		status = max(status, statusLimit)
	}
	return status
}

// mostCompared is how many best runs are asked for, unless another number is said:
// if there are no more of them, the engines must find the same.
const mostCompared = 100

// asked is what each engine is asked.
func (c *compareCmd) asked(r *request, report func(solve.Progress)) solve.Question {
	q := solve.Question{Limit: int(c.Limit), Keep: 1, Seed: int64(c.Seed), Progress: report}
	switch {
	case c.First:
		q.Limit = 1
	case c.Limit == 0 && r.Moving():
		q.Limit = mostCompared
	}
	return c.question(q)
}

// compareRuns has each engine answer. All that the user's interrupt ended, or
// kept from beginning, say so in the same words.
func (s *session) compareRuns(p *solve.Problem, opened *solve.Session, q solve.Question) *solve.Report {
	q.Memory = statesWithin(memory(q.Memory), p)
	rep := opened.Ask(s.ctx, q)
	if s.ctx.Err() != nil {
		for _, run := range rep.Runs {
			if !run.Complete {
				run.Reason = engine.Ended(s.ctx)
			}
		}
	}
	return rep
}

// compareJobs are the instances to compare on: the one that is named, or else
// the spec's examples.
func compareJobs(r *request, named bool) []*compile.Example {
	if examples := compile.Examples(r.Spec); !named && len(examples) > 0 {
		return examples
	}
	var jobs []*compile.Example
	for in := range r.inputs() {
		name := r.Name
		if r.instance != nil {
			name = r.instance.Source.Name
			if r.instance.Title != "" {
				name += ":" + r.instance.Title
			}
		}
		for _, o := range in.Overrides {
			name += " " + o.Name + "=" + o.Text
		}
		jobs = append(jobs, &compile.Example{Name: name, Input: in})
	}
	return jobs
}

// agreement says whether the engines came to the same: only if all finished.
func agreement(r *solve.Report) string {
	if r.Fault != nil {
		return "NO"
	}
	for _, run := range r.Runs {
		if !run.Complete {
			return "unknown"
		}
	}
	return "yes"
}

var compareColumns = []string{"instance", "engine", "verdict", "solutions", "time", "conflicts", "nodes", "variables", "clauses", "agree"}

// compareText is the table for people.
func compareText(table []comparison) string {
	rows := [][]string{compareColumns}
	counting := slices.ContainsFunc(table, func(c comparison) bool { return c.counted != nil })
	if counting {
		rows[0] = append(slices.Clone(compareColumns), "states")
	}
	add := func(row []string, states int64) {
		if counting {
			row = append(row, number(states))
		}
		rows = append(rows, row)
	}
	for _, c := range table {
		for i, run := range c.report.Runs {
			name, agree := c.name, agreement(c.report)
			if i > 0 {
				name, agree = "", ""
			}
			n := fmt.Sprint(run.Solutions)
			if !run.Exhausted {
				n += "+"
			}
			add([]string{name, run.Engine, runVerdict(run), n, seconds(run.Elapsed),
				number(run.Stats.Conflicts), number(run.Stats.Nodes), number(run.Stats.Variables), number(run.Stats.Clauses), agree}, 0)
		}
		if k := c.counted; k != nil {
			n, verdict := "", k.Reason.String()
			if k.N != nil {
				n, verdict = k.N.String(), "counted"
			}
			add([]string{"", solve.Frontier, verdict, n, seconds(k.Elapsed), "", "", "", "", ""}, k.Stats.States)
		}
	}
	return alignColumns(rows, 3)
}

// runVerdict is what a run came to, or why it ended before that: how far it
// got, the number of its solutions says.
func runVerdict(run *solve.Run) string {
	if run.Complete || run.Reason.Kind == engine.None {
		return string(run.Verdict)
	}
	if run.Best != nil && run.Solutions == 0 {
		return "not proved optimal (" + run.Reason.String() + ")"
	}
	return run.Reason.String()
}

// number writes a count, and nothing for one that an engine doesn't have.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return thousands(n)
}

// alignColumns lines up a table: the first columns to the left, the others to
// the right.
func alignColumns(rows [][]string, toTheLeft int) string {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i < toTheLeft {
				line += cell + pad + "  "
			} else {
				line += pad + cell + "  "
			}
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}

// compareJSON is the table for programs: one object.
func compareJSON(puzzle string, table []comparison) []byte {
	type answered struct {
		Engine    string          `json:"engine"`
		Verdict   solve.Verdict   `json:"verdict"`
		Complete  bool            `json:"complete"`
		Solutions *big.Int        `json:"solutions"`
		Cost      json.RawMessage `json:"cost,omitempty"`  // of a run, in the order of minimize
		Moves     *int            `json:"moves,omitempty"` // its length
		Reason    string          `json:"reason,omitempty"`
		Stats     json.RawMessage `json:"stats"`
	}
	type instance struct {
		Name    string     `json:"instance"`
		Engines []answered `json:"engines"`
		Agree   any        `json:"agree"` // null if it is not known
	}
	out := struct {
		Puzzle    string     `json:"puzzle"`
		Instances []instance `json:"instances"`
	}{puzzle, []instance{}}
	for _, c := range table {
		inst := instance{Name: c.name}
		switch agreement(c.report) {
		case "yes":
			inst.Agree = true
		case "NO":
			inst.Agree = false
		}
		for _, run := range c.report.Runs {
			cost, moves := costOf(run)
			inst.Engines = append(inst.Engines, answered{run.Engine, run.Verdict, run.Complete, big.NewInt(int64(run.Solutions)), cost, moves, run.Reason.String(),
				appendStats(nil, run.Elapsed, run.Stats)})
		}
		if k := c.counted; k != nil {
			inst.Engines = append(inst.Engines, answered{solve.Frontier, k.Verdict(), k.Complete, k.N, nil, nil, k.Reason.String(), appendStats(nil, k.Elapsed, k.Stats)})
		}
		out.Instances = append(out.Instances, inst)
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // names and numbers
	}
	return append(text, '\n')
}
