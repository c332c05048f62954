package command

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
	"nazo/native"
)

// comparison is the work of engines, or of named searches, on one instance.
type comparison struct {
	Name string `json:"instance"`
	// Engines are runs of engines. The last may be a count that visits no solution. Searches are runs of named
	// searches.
	Engines  []compared `json:"engines,omitempty"`
	Searches []compared `json:"searches,omitempty"`
	Agree    agreement  `json:"agree,omitzero"`
	// Errors go to standard error. Status is the exit status. Answered is true if any run has finished. Only the line
	// of a part has these, not a JSON document.
	Errors   string `json:"errors,omitempty"`
	Status   Status `json:"status,omitempty"`
	Answered bool   `json:"answered,omitempty"`
}

// compared is the work of one engine or search.
type compared struct {
	Engine    string          `json:"engine,omitempty"`
	Search    string          `json:"search,omitempty"`
	Verdict   solve.Verdict   `json:"verdict"`
	Complete  bool            `json:"complete"`
	Solutions *big.Int        `json:"solutions"`       // nil if a count was not finished
	Cost      json.RawMessage `json:"cost,omitempty"`  // of the first run, in the order of minimize
	Moves     *int            `json:"moves,omitempty"` // of the first run; nil if there is none
	Reason    string          `json:"reason,omitempty"`
	Stats     stats           `json:"stats"`
	Table     *inTable        `json:"table,omitempty"`
}

// inTable is what only the table in text shows of a run.
type inTable struct {
	Said      string        `json:"said"` // the verdict, or why there is none
	Exhausted bool          `json:"exhausted"`
	Counted   bool          `json:"counted,omitempty"` // without visiting each solution
	Costs     string        `json:"costs,omitempty"`
	Elapsed   time.Duration `json:"elapsed"`
}

func comparedOf(run *solve.Attempt) compared {
	out := compared{Engine: run.Engine, Verdict: run.Verdict, Complete: run.Complete, Solutions: big.NewInt(int64(run.Solutions)), Reason: run.Reason.String(),
		Stats: statsOf(run.Elapsed, run.Stats), Table: &inTable{Said: runVerdict(run), Exhausted: run.Exhausted, Elapsed: run.Elapsed}}
	if a := run.Answer; a != nil && a.Run != nil {
		n := len(a.Run.Steps)
		out.Cost, out.Table.Costs, out.Moves = jsonOf(value.List(a.Objective)), strings.Join(alg.Map(a.Objective, value.String), ", "), &n
	}
	return out
}

// comparisonOf makes a comparison from the report on an instance, and from a count beside it, if there is one.
func comparisonOf(name string, r *solve.Report, counted *solve.Tallied) *comparison {
	out := &comparison{Name: name, Agree: agreementOf(r), Answered: r.Complete, Engines: alg.Map(r.Attempts, comparedOf)}
	if k := counted; k != nil {
		said := k.Reason.String()
		if k.N != nil {
			said = "counted"
		}
		out.Engines = append(out.Engines, compared{Engine: solve.Frontier, Verdict: k.Verdict(), Complete: k.Complete, Solutions: k.N,
			Reason: k.Reason.String(), Stats: statsOf(k.Elapsed, k.Stats), Table: &inTable{Said: said, Exhausted: true, Counted: true, Elapsed: k.Elapsed}})
	}
	return out
}

func (c *comparison) runs() []compared { return append(slices.Clip(c.Engines), c.Searches...) }

// sure returns the number of solutions of each run.
func (c *comparison) sure() any {
	var all []*big.Int
	for _, run := range c.runs() {
		if run.Table.Counted {
			continue
		}
		if !run.Complete {
			return nil
		}
		all = append(all, run.Solutions)
	}
	return all
}

type comparisons struct {
	Puzzle    string       `json:"puzzle"`
	Instances []comparison `json:"instances"`
	table     []*comparison
	moving    bool
	searches  bool // named searches were compared, not engines
}

func (c *comparisons) fill() {
	plain := func(runs []compared) []compared {
		runs = slices.Clone(runs)
		for i := range runs {
			runs[i].Table = nil
		}
		return runs
	}
	c.Instances = []comparison{}
	for _, row := range c.table {
		c.Instances = append(c.Instances, comparison{Name: row.Name, Engines: plain(row.Engines), Searches: plain(row.Searches), Agree: row.Agree})
	}
}

type compareCmd struct {
	onePuzzleArgs
	plainFormatFlag
	runFlags
	partsFlags
	Search string
	Limit  Amount
	First  bool
}

// Declare implements [Declarer].
func (c *compareCmd) Declare(v *Verb) {
	v.Include(&c.onePuzzleArgs, &c.plainFormatFlag, &c.runFlags)
	v.Arguments[1].Help = "An instance and values, as for solve (default: the spec's examples)."
	c.Time = Period(10 * time.Second)
	v.Reword("time", "Time limit of each engine on each example (default: 10s).")
	v.Flag(&c.Search, "search", "NAME,…", "Compare named searches of engine native instead, by their first solutions: all, or a list, in which a+b is a and b together.")
	v.CompleteFlag("search", searchNames)
	v.Flag(&c.Limit, "limit", "N", "Stop at N solutions (default: no limit).")
	v.Flag(&c.First, "first", "", "Compare the time to the first solution instead of counting.")
	v.Include(&c.partsFlags)
}

// Run asks one engine, or one named search, after the other the same question, and prints a table with a row for each.
func (c *compareCmd) Run(s *session) error {
	s.limit(0)
	s.bound(c.Memory)
	if err := cmp.Or(c.suitsParts(), c.suitsAttempts()); err != nil {
		return err
	}
	r, err := s.request(c.Spec, c.Args, c.Seed)
	if err == nil {
		err = c.runFlags.suit(r)
	}
	var ask func(*compile.Example) (*comparison, error)
	if err == nil {
		ask, err = c.asker(s, r)
	}
	if err != nil {
		return err
	}
	jobs := compareJobs(r, len(c.Args) > 0 || isLink(c.Spec))
	inputs := alg.Map(jobs, func(job *compile.Example) instance.Input { return job.Input })
	status, answered := StatusTrue, false
	out := &comparisons{Puzzle: r.Name, moving: r.Moving(), searches: c.Search != ""}
	to := c.printer(s, colorFlag{}.drawer(s))
	work := series[*comparison]{
		head: func() (parts.Head, int, error) { return s.head(r, c.Args, r.fingerprint(inputs)), len(jobs), nil },
		do: func(begin, end int, found func(*comparison) error) error {
			for i := begin; i < min(end, len(jobs)) && s.ctx.Err() == nil; i++ {
				s.progress.step("instances", i, len(jobs))
				f, err := ask(jobs[i])
				if err == nil {
					err = found(f)
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
		print: func(f *comparison) error {
			s.progress.clear()
			fmt.Fprint(s.errs, f.Errors)
			status, answered = max(status, f.Status), answered || f.Answered
			known := *out
			known.table = append(known.table, f)
			s.known(func() { to.print(&known) })
			out.table = known.table
			return nil
		},
		sure:  (*comparison).sure,
		again: func(*comparison) error { return nil },
		finish: func() error {
			s.answered()
			to.print(out)
			if s.ctx.Err() != nil && !out.searches {
				s.note("%s", s.stopReason())
			}
			if s.ctx.Err() != nil || out.searches && !answered {
				status = max(status, StatusLimit)
			}
			return status
		},
	}
	return work.run(s, &c.partsFlags)
}

// asker returns a function that asks all engines or searches about an instance.
func (c *compareCmd) asker(s *session, r *request) (func(*compile.Example) (*comparison, error), error) {
	t, err := team("both")
	var searchers []*searcher
	all := false
	if err == nil && c.Search != "" {
		t.Engines = nil
		searchers, all, err = searchersOf(c.Search)
	}
	t.Mode, t.TimeEach = solve.InTurn, time.Duration(c.Time)
	q := c.asked(r, s.progress.report)
	return func(job *compile.Example) (*comparison, error) {
		p, err := s.problem(r, job.Input)
		if err != nil {
			return nil, err
		}
		opened := solve.Open(p, t)
		if c.Search != "" {
			if opened, err = s.applicable(p, t, searchers, all, q); err != nil {
				return nil, err
			}
		}
		s.warn()
		rep := s.compareRuns(p, opened, q)
		var row *comparison
		if c.Search != "" {
			row = comparisonOf(job.Name, rep, nil)
			row.Searches, row.Engines, row.Agree = row.Engines, nil, 0
			for i := range row.Searches {
				run := &row.Searches[i]
				_, run.Search, _ = strings.Cut(run.Engine, ":")
				run.Engine = ""
			}
		} else {
			var counted *solve.Tallied
			if q.Limit == 0 && !r.Moving() && s.ctx.Err() == nil {
				counted = opened.CountBeside(s.ctx, q, rep)
				if counted != nil && s.ctx.Err() != nil && !counted.Complete {
					counted.Reason = model.Ended(s.ctx)
				}
			}
			row = comparisonOf(job.Name, rep, counted)
			if row.Agree == undecided {
				row.Status = StatusLimit
			}
		}
		if rep.Fault != nil {
			var said bytes.Buffer
			errs := s.errs
			s.errs = &said
			row.Status = s.disagree(r, &outcome{spec: r.spec, problem: p, report: rep})
			s.errs, row.Errors = errs, said.String()
		}
		return row, nil
	}, err
}

// mostCompared bounds the best runs that are compared by default. If there are no more, the engines must find the
// same ones.
const mostCompared = 100

// asked returns the question to each engine.
func (c *compareCmd) asked(r *request, report func(solve.Progress)) solve.Question {
	q := solve.Question{Limit: int(c.Limit), Keep: 1, Seed: int64(c.Seed), Progress: report}
	switch {
	case c.Search != "":
		q.Limit = max(1, q.Limit)
	case c.First:
		q.Limit = 1
	case c.Limit == 0 && r.Moving():
		q.Limit = mostCompared
	}
	return c.question(q)
}

// compareRuns asks each engine. All runs that an interrupt ended give the same reason.
func (s *session) compareRuns(p *solve.Problem, opened *solve.Session, q solve.Question) *solve.Report {
	q.Memory = statesWithin(Memory(q.Memory), p)
	s.progress.stage("searching")
	rep := opened.Ask(s.ctx, q)
	if s.ctx.Err() != nil {
		for _, run := range rep.Attempts {
			if !run.Complete {
				run.Reason = model.Ended(s.ctx)
			}
		}
	}
	return rep
}

// compareJobs returns the named instance, or else the spec's examples.
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

type agreement uint8

const (
	undecided agreement = iota + 1 // not all finished
	agreed
	disagreed
)

// MarshalJSON writes null for undecided.
func (a agreement) MarshalJSON() ([]byte, error) {
	return []byte([...]string{undecided: "null", agreed: "true", disagreed: "false"}[a]), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (a *agreement) UnmarshalJSON(text []byte) error {
	*a = map[string]agreement{"null": undecided, "true": agreed, "false": disagreed}[string(text)]
	return nil
}

func agreementOf(r *solve.Report) agreement {
	if r.Fault != nil {
		return disagreed
	}
	if slices.ContainsFunc(r.Attempts, func(run *solve.Attempt) bool { return !run.Complete }) {
		return undecided
	}
	return agreed
}

// runVerdict returns the result of a run, or why it ended early.
func runVerdict(run *solve.Attempt) string {
	if run.Complete || run.Reason.Kind == model.None {
		return string(run.Verdict)
	}
	if run.Best != nil && run.Solutions == 0 {
		return "not proved optimal (" + run.Reason.String() + ")"
	}
	return run.Reason.String()
}

// applicable opens the problem with those of the searches that suit it. Unless all are wanted, a search that does not
// suit is an error.
func (s *session) applicable(p *solve.Problem, t solve.Team, searchers []*searcher, all bool, q solve.Question) (_ *solve.Session, err error) {
	opened, named := solve.Open(p, t), false
	for _, by := range searchers {
		if wrong := by.applies(s.ctx, opened, p, q); wrong == nil {
			t.Engines = append(t.Engines, by)
			named = named || by.names[0] != native.Default
		} else if err == nil {
			err = wrong
		}
	}
	if all && named {
		err = nil
	}
	return opened.By(t), err
}

func (c *comparisons) columns() []string {
	switch {
	case c.moving && c.searches:
		return []string{"instance", "search", "verdict", "runs", "cost", "moves", "time", "states", "states/s", "horizon"}
	case c.moving:
		return []string{"instance", "engine", "verdict", "runs", "cost", "moves", "time", "states", "states/s", "horizon", "conflicts", "clauses", "agree"}
	case c.searches:
		return []string{"instance", "search", "verdict", "solutions", "choices", "dead ends", "time"}
	}
	return []string{"instance", "engine", "verdict", "solutions", "time", "conflicts", "nodes", "variables", "clauses", "agree"}
}

// workColumn is the first column that is empty for a count that visits no solution, except for its states.
const workColumn = 5

func (c *comparisons) text(t *textPrinter) {
	rows := [][]string{c.columns()}
	counting := slices.ContainsFunc(c.table, func(one *comparison) bool {
		return slices.ContainsFunc(one.Engines, func(run compared) bool { return run.Table.Counted })
	})
	if counting {
		rows[0] = append(rows[0], "states")
	}
	for _, one := range c.table {
		for i, run := range one.runs() {
			row := make([]string, len(rows[0]))
			for k, column := range rows[0] {
				switch {
				case counting && k >= workColumn && run.Table.Counted != (column == "states"):
				case column == "instance" && i == 0:
					row[k] = one.Name
				case column == "agree" && i == 0:
					row[k] = one.Agree.String()
				default:
					row[k] = run.cell(column)
				}
			}
			rows = append(rows, row)
		}
	}
	t.out.WriteString(alignColumns(rows, 3))
}

func (run *compared) cell(column string) string {
	s := run.Stats
	switch column {
	case "engine", "search":
		return run.Engine + run.Search
	case "verdict":
		return run.Table.Said
	case "solutions", "runs":
		n := ""
		switch {
		case run.Solutions == nil:
		case column == "solutions" && run.Search == "":
			n = run.Solutions.String()
		default:
			n = Thousands(run.Solutions)
		}
		if !run.Table.Exhausted {
			n += "+"
		}
		return n
	case "cost":
		return run.Table.Costs
	case "moves":
		if run.Moves == nil {
			return ""
		}
		return Thousands(int64(*run.Moves))
	case "time":
		return seconds(run.Table.Elapsed)
	case "choices":
		return Thousands(s.Nodes)
	case "dead ends":
		return Thousands(s.DeadEnds)
	case "states/s":
		return rate(s.States, run.Table.Elapsed)
	}
	return number(map[string]int64{"states": s.States, "horizon": s.Horizon, "conflicts": s.Conflicts, "nodes": s.Nodes,
		"variables": s.Variables, "clauses": s.Clauses}[column])
}

// String is the agreement in words. A disagreement stands out.
func (a agreement) String() string {
	return [...]string{undecided: "unknown", agreed: "yes", disagreed: "NO"}[a]
}
