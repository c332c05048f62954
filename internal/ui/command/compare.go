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
		out.Cost, out.Table.Costs, out.Moves = jsonOf(value.List(a.Objective)), costsText(a.Objective), &n
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

// comparisons is the report on all instances.
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

// compareCmd compares engines, or named searches of engine native.
type compareCmd struct {
	plainFormatFlag
	runFlags
	partsFlags
	Spec, Search string
	Args         []string
	Limit        Amount
	First        bool
}

// Declare implements [Declarer].
func (c *compareCmd) Declare(v *Verb) {
	v.Argument(&c.Spec, "spec", "A spec: a file, or the name of one that comes with nazo.")
	v.Argument(&c.Args, "[instance|name=value]", "An instance and values, as for solve (default: the spec's examples).")
	v.Include(&c.plainFormatFlag, &c.runFlags)
	c.Time = Period(10 * time.Second)
	v.Reword("time", "Time limit of each engine on each example (default: 10s).")
	v.Flag(&c.Search, "search", "NAME,…", "Compare named searches of engine native instead, by their first solutions: all, or a list, in which a+b is a and b together.")
	v.CompleteFlag("search", searchNames)
	v.Flag(&c.Limit, "limit", "N", "Stop at N solutions (default: no limit).")
	v.Flag(&c.First, "first", "", "Compare the time to the first solution instead of counting.")
	v.Include(&c.partsFlags)
}

// Run asks one engine after the other the same question.
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
	status := StatusTrue
	jobs := compareJobs(r, len(c.Args) > 0 || isLink(c.Spec))
	return s.compareAll(c, &comparisons{Puzzle: r.Name, moving: r.Moving()}, r, jobs, func(job *compile.Example) (*comparison, error) {
		p, err := s.problem(r, job.Input)
		if err != nil {
			return nil, err
		}
		s.warn()
		opened := solve.Open(p, t)
		rep := s.compareRuns(p, opened, q)
		var counted *solve.Tallied
		if q.Limit == 0 && !r.Moving() && s.ctx.Err() == nil {
			counted = opened.CountBeside(s.ctx, q, rep)
			if counted != nil && s.ctx.Err() != nil && !counted.Complete {
				counted.Reason = model.Ended(s.ctx)
			}
		}
		row := comparisonOf(job.Name, rep, counted)
		if row.Agree == undecided {
			row.Status = StatusLimit
		}
		s.disagrees(r, p, rep, row)
		return row, nil
	}, func(row *comparison) {
		if row.Status == StatusDisagree {
			status = StatusDisagree
		} else {
			status = max(status, row.Status)
		}
	}, func() Status {
		if s.ctx.Err() != nil {
			s.note("%s", s.stopReason())
			return max(status, StatusLimit)
		}
		return status
	})
}

// disagrees adds a disagreement of engines to a row, if there is one.
func (s *session) disagrees(r *request, p *solve.Problem, rep *solve.Report, row *comparison) {
	if rep.Fault == nil {
		return
	}
	var said bytes.Buffer
	errs := s.errs
	s.errs = &said
	row.Status = s.disagree(r, &outcome{spec: r.spec, problem: p, report: rep})
	s.errs, row.Errors = errs, said.String()
}

// compareAll prints a table with a row for each job. see takes each row as it comes, and status returns the exit
// status.
func (s *session) compareAll(c *compareCmd, out *comparisons, r *request, jobs []*compile.Example, row func(*compile.Example) (*comparison, error),
	see func(*comparison), status func() Status) error {
	to := c.printer(s, colorFlag{}.drawer(s))
	work := series[*comparison]{
		head: func() (parts.Head, int, error) { return s.head(r, c.Args, compareFingerprint(r, jobs)), len(jobs), nil },
		do: func(begin, end int, found func(*comparison) error) error {
			for i := begin; i < min(end, len(jobs)) && s.ctx.Err() == nil; i++ {
				s.progress.step("instances", i, len(jobs))
				f, err := row(jobs[i])
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
			see(f)
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
			s.progress.clear()
			to.print(out)
			return status()
		},
	}
	return work.run(s, &c.partsFlags)
}

// compareFingerprint returns a hash of what is compared, without the flags.
func compareFingerprint(r *request, jobs []*compile.Example) string {
	h, sum := newHashing()
	h.request(r)
	for _, job := range jobs {
		for _, o := range job.Input.Overrides {
			fmt.Fprintf(h, "%s = %q\n", o.Name, o.Text)
		}
		if one := job.Input.Instance; one != nil {
			fmt.Fprintf(h, "%q %v\n", one.Source.Text, one.At)
		}
	}
	return sum()
}

// mostCompared bounds the best runs that are compared by default. If there are no more, the engines must find the
// same ones.
const mostCompared = 100

// asked returns the question to each engine.
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

// compareRuns asks each engine. All runs that an interrupt ended give the same reason.
func (s *session) compareRuns(p *solve.Problem, opened *solve.Session, q solve.Question) *solve.Report {
	q.Memory = statesWithin(Memory(q.Memory), p)
	s.progress.stage(searchingFor(""))
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

// agreement says whether engines found the same.
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

// compareSearches compares named searches.
func (s *session) compareSearches(c *compareCmd, r *request) error {
	searchers, all, err := searchersOf(c.Search)
	if err != nil {
		return err
	}
	q := c.question(solve.Question{Limit: max(1, int(c.Limit)), Keep: 1, Progress: s.progress.report})
	status, answered := StatusTrue, false
	jobs := compareJobs(r, len(c.Args) > 0)
	return s.compareAll(c, &comparisons{Puzzle: r.Name, moving: r.Moving(), searches: true}, r, jobs, func(job *compile.Example) (*comparison, error) {
		p, err := s.problem(r, job.Input)
		if err != nil {
			return nil, err
		}
		t := solve.Team{Mode: solve.InTurn, TimeEach: time.Duration(c.Time)}
		opened, err := s.applicable(p, t, searchers, all, q)
		if err != nil {
			return nil, err
		}
		s.warn()
		rep := s.compareRuns(p, opened, q)
		row := comparisonOf(job.Name, rep, nil)
		row.Searches, row.Engines, row.Agree = row.Engines, nil, 0
		for i := range row.Searches {
			run := &row.Searches[i]
			_, run.Search, _ = strings.Cut(run.Engine, ":")
			run.Engine = ""
		}
		s.disagrees(r, p, rep, row)
		return row, nil
	}, func(row *comparison) {
		status, answered = max(status, row.Status), answered || row.Answered
	}, func() Status {
		if status == StatusTrue && (!answered || s.ctx.Err() != nil) {
			return StatusLimit
		}
		return status
	})
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

func (c *comparisons) text(t *textPrinter) {
	switch {
	case c.moving && c.searches:
		t.out.WriteString(runsTable(c.table, "search"))
	case c.moving:
		t.out.WriteString(runsTable(c.table, "engine"))
	case c.searches:
		t.out.WriteString(searchesTable(c.table))
	default:
		t.out.WriteString(enginesTable(c.table))
	}
}

var compareColumns = []string{"instance", "engine", "verdict", "solutions", "time", "conflicts", "nodes", "variables", "clauses", "agree"}

// enginesTable compares engines on puzzles that stand still.
func enginesTable(table []*comparison) string {
	rows := [][]string{compareColumns}
	counting := slices.ContainsFunc(table, func(c *comparison) bool {
		return slices.ContainsFunc(c.Engines, func(run compared) bool { return run.Table.Counted })
	})
	if counting {
		rows[0] = append(slices.Clone(compareColumns), "states")
	}
	for _, c := range table {
		name, agree := c.Name, c.Agree.String()
		for _, run := range c.Engines {
			n := ""
			if run.Solutions != nil {
				n = run.Solutions.String()
			}
			if !run.Table.Exhausted {
				n += "+"
			}
			row := []string{name, run.Engine, run.Table.Said, n, seconds(run.Table.Elapsed), "", "", "", "", "", ""}
			if run.Table.Counted {
				row[10] = number(run.Stats.States)
			} else {
				row = append(row[:5], number(run.Stats.Conflicts), number(run.Stats.Nodes), number(run.Stats.Variables), number(run.Stats.Clauses), agree, "")
			}
			rows = append(rows, row[:len(rows[0])])
			name, agree = "", ""
		}
	}
	return alignColumns(rows, 3)
}

// String is the agreement in words. A disagreement stands out.
func (a agreement) String() string {
	return [...]string{undecided: "unknown", agreed: "yes", disagreed: "NO"}[a]
}

// runsTable compares engines or searches on puzzles that move.
func runsTable(table []*comparison, who string) string {
	rows := [][]string{{"instance", who, "verdict", "runs", "cost", "moves", "time", "states", "states/s", "horizon"}}
	if who == "engine" {
		rows[0] = append(rows[0], "conflicts", "clauses", "agree")
	}
	for _, c := range table {
		name, agree := c.Name, c.Agree.String()
		for _, run := range c.runs() {
			n := Thousands(run.Solutions)
			if !run.Table.Exhausted {
				n += "+"
			}
			cost, length := "", ""
			if run.Moves != nil {
				cost, length = run.Table.Costs, Thousands(int64(*run.Moves))
			}
			s := run.Stats
			row := []string{name, run.Engine + run.Search, run.Table.Said, n, cost, length, seconds(run.Table.Elapsed), number(s.States),
				rate(s.States, run.Table.Elapsed), number(s.Horizon)}
			if who == "engine" {
				row = append(row, number(s.Conflicts), number(s.Clauses), agree)
			}
			rows = append(rows, row)
			name, agree = "", ""
		}
	}
	return alignColumns(rows, 3)
}

var searchColumns = []string{"instance", "search", "verdict", "solutions", "choices", "dead ends", "time"}

// searchesTable compares named searches on puzzles that stand still.
func searchesTable(table []*comparison) string {
	rows := [][]string{searchColumns}
	for _, c := range table {
		name := c.Name
		for _, run := range c.Searches {
			n := Thousands(run.Solutions)
			if !run.Table.Exhausted {
				n += "+"
			}
			rows = append(rows, []string{name, run.Search, run.Table.Said, n,
				Thousands(run.Stats.Nodes), Thousands(run.Stats.DeadEnds), seconds(run.Table.Elapsed)})
			name = ""
		}
	}
	return alignColumns(rows, 3)
}

func costsText(costs []value.Value) string { return strings.Join(alg.Map(costs, value.String), ", ") }
