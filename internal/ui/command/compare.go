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
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
	"nazo/native"
)

// comparison is the work of engines, or of searches of one, on one instance.
type comparison struct {
	Name  string     `json:"name"`
	Runs  []compared `json:"runs"`
	Agree agreement  `json:"agree"`
	// Counted is the count made without visiting each solution; nil where that
	// can't be done, or is not asked for.
	Counted *compared `json:"counted,omitempty"`
	// Errors is what is for standard error, Status what it comes to, and Answered says whether any of them has finished.
	Errors   string     `json:"errors,omitempty"`
	Status   exitStatus `json:"status"`
	Answered bool       `json:"answered"`
}

// compared is the work of one engine or search.
type compared struct {
	Engine    string          `json:"engine"`
	Verdict   solve.Verdict   `json:"verdict"`
	Said      string          `json:"said"` // the verdict, or why there is none
	Complete  bool            `json:"complete"`
	Exhausted bool            `json:"exhausted"`
	Solutions *big.Int        `json:"solutions"`       // nil if a count came to none
	Cost      json.RawMessage `json:"cost,omitempty"`  // of the first run, in the order of minimize
	Costs     string          `json:"costs,omitempty"` // the same for people
	Moves     *int            `json:"moves,omitempty"` // its length; nil if there is none
	Reason    string          `json:"reason,omitempty"`
	Elapsed   time.Duration   `json:"elapsed"`
	Stats     model.Stats     `json:"stats"`
}

// comparedOf is what there is to tell of an attempt.
func comparedOf(run *solve.Attempt) compared {
	out := compared{Engine: run.Engine, Verdict: run.Verdict, Said: runVerdict(run), Complete: run.Complete, Exhausted: run.Exhausted,
		Solutions: big.NewInt(int64(run.Solutions)), Reason: run.Reason.String(), Elapsed: run.Elapsed, Stats: run.Stats}
	if a := run.Answer; a != nil && a.Run != nil {
		n := len(a.Run.Steps)
		out.Cost, out.Costs, out.Moves = picture.AppendJSON(nil, value.List(a.Objective)), costsText(a.Objective), &n
	}
	return out
}

// comparisonOf is what there is to tell of a report on an instance, and of a count made beside it, if that is not nil.
func comparisonOf(name string, r *solve.Report, counted *solve.Tallied) *comparison {
	out := &comparison{Name: name, Agree: agreementOf(r), Answered: r.Complete}
	for _, run := range r.Attempts {
		out.Runs = append(out.Runs, comparedOf(run))
	}
	if k := counted; k != nil {
		out.Counted = &compared{Engine: solve.Frontier, Verdict: k.Verdict(), Said: k.Reason.String(), Complete: k.Complete, Solutions: k.N,
			Reason: k.Reason.String(), Elapsed: k.Elapsed, Stats: k.Stats}
		if k.N != nil {
			out.Counted.Said = "counted"
		}
	}
	return out
}

// sure is the number of solutions that each has come to.
func (c *comparison) sure() any {
	var all []*big.Int
	for _, run := range c.Runs {
		if !run.Complete {
			return nil
		}
		all = append(all, run.Solutions)
	}
	return all
}

// comparisons are the results of a puzzle's instances.
type comparisons struct {
	puzzle   string
	table    []*comparison
	moving   bool
	searches bool // of one engine were compared, not engines
}

// compareCmd holds engines, or searches of one, against each other.
type compareCmd struct {
	plainFormatFlag
	runFlags
	partsFlags
	Spec, Search string
	Args         []string
	Time         period
	Limit        amount
	First        bool
	Seed         seed
}

// Declare implements [Declarer].
func (c *compareCmd) Declare(v *Verb) {
	v.Argument(&c.Spec, "spec", "A spec: a file, or the name of one that comes with nazo.")
	v.Argument(&c.Args, "[instance|name=value]", "An instance and values, as for solve. Without any, the spec's examples are compared.")
	c.Time = period(10 * time.Second)
	v.Flag(&c.Time, "time", "DURATION", "Time for each engine and example (default: 10s).")
	v.Include(&c.plainFormatFlag)
	v.Flag(&c.Search, "search", "NAME,…", "Compare named searches of engine native instead, by their first solutions: all, or a list; a+b is a and b together.")
	v.CompleteFlag("search", searchNames)
	v.Flag(&c.Limit, "limit", "N", "Stop counting there (default: no limit).")
	v.Flag(&c.First, "first", "", "Compare the time to the first solution instead of counting.")
	v.Flag(&c.Seed, "seed", "N", "Vary the order of the search, and what is shuffled (default: the plain order).")
	v.Include(&c.runFlags, &c.partsFlags)
}

// Run has each answer the same question, in turn.
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
	status := statusTrue
	jobs := compareJobs(r, len(c.Args) > 0 || isLink(c.Spec))
	return s.compareAll(c, &comparisons{r.Name, nil, r.Moving(), false}, r, jobs, func(job *compile.Example) (*comparison, error) {
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
			row.Status = statusLimit
		}
		s.disagrees(r, p, rep, row)
		return row, nil
	}, func(row *comparison) {
		if row.Status == statusDisagree {
			status = statusDisagree
		} else {
			status = max(status, row.Status)
		}
	}, func() exitStatus {
		if s.ctx.Err() != nil {
			s.note("%s", s.stopReason())
			return max(status, statusLimit)
		}
		return status
	})
}

// disagrees has a row say that engines disagree, if they do.
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

// compareAll fills a table: a row for each of the jobs, in the end the whole. What the rows come to is noted by see, and told by status.
func (s *session) compareAll(c *compareCmd, out *comparisons, r *request, jobs []*compile.Example, row func(*compile.Example) (*comparison, error),
	see func(*comparison), status func() exitStatus) error {
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
			s.known(func() { to.comparisons(&known) })
			out.table = known.table
			return nil
		},
		sure:  (*comparison).sure,
		again: func(*comparison) error { return nil },
		finish: func() error {
			s.answered()
			s.progress.clear()
			to.comparisons(out)
			return status()
		},
	}
	return work.run(s, &c.partsFlags)
}

// compareFingerprint is a hash of what is compared, but for what the flags say.
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

// mostCompared is how many best runs are asked for, unless another number is said:
// if there are no more of them, the engines must find the same.
const mostCompared = 100

// asked is the question to each engine.
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

// agreement says whether engines came to the same.
type agreement uint8

const (
	undecided agreement = iota // not all finished
	agreed
	disagreed
)

func agreementOf(r *solve.Report) agreement {
	if r.Fault != nil {
		return disagreed
	}
	for _, run := range r.Attempts {
		if !run.Complete {
			return undecided
		}
	}
	return agreed
}

// runVerdict is the result of a run, or why it ended before that: how far it
// got, the number of its solutions says.
func runVerdict(run *solve.Attempt) string {
	if run.Complete || run.Reason.Kind == model.None {
		return string(run.Verdict)
	}
	if run.Best != nil && run.Solutions == 0 {
		return "not proved optimal (" + run.Reason.String() + ")"
	}
	return run.Reason.String()
}

// compareSearches holds searches of one engine against each other.
func (s *session) compareSearches(c *compareCmd, r *request) error {
	searchers, all, err := searchersOf(c.Search)
	if err != nil {
		return err
	}
	q := c.question(solve.Question{Limit: max(1, int(c.Limit)), Keep: 1, Seed: int64(c.Seed), Progress: s.progress.report})
	status, answered := statusTrue, false
	jobs := compareJobs(r, len(c.Args) > 0)
	return s.compareAll(c, &comparisons{r.Name, nil, r.Moving(), true}, r, jobs, func(job *compile.Example) (*comparison, error) {
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
		s.disagrees(r, p, rep, row)
		return row, nil
	}, func(row *comparison) {
		status, answered = max(status, row.Status), answered || row.Answered
	}, func() exitStatus {
		if status == statusTrue && (!answered || s.ctx.Err() != nil) {
			return statusLimit
		}
		return status
	})
}

// applicable is the problem as it was opened by the searches that are for what it finds.
// Unless all are asked for, each of them has to be.
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

// search is the name of the search that a run was.
func (run *compared) search() string {
	_, name, _ := strings.Cut(run.Engine, ":")
	return name
}

func (t *textPrinter) comparisons(c *comparisons) {
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

// enginesTable holds engines against each other on puzzles that stand still.
func enginesTable(table []*comparison) string {
	rows := [][]string{compareColumns}
	counting := slices.ContainsFunc(table, func(c *comparison) bool { return c.Counted != nil })
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
		for i, run := range c.Runs {
			name, agree := c.Name, c.Agree.String()
			if i > 0 {
				name, agree = "", ""
			}
			n := run.Solutions.String()
			if !run.Exhausted {
				n += "+"
			}
			add([]string{name, run.Engine, run.Said, n, seconds(run.Elapsed),
				number(run.Stats.Conflicts), number(run.Stats.Nodes), number(run.Stats.Variables), number(run.Stats.Clauses), agree}, 0)
		}
		if k := c.Counted; k != nil {
			n := ""
			if k.Solutions != nil {
				n = k.Solutions.String()
			}
			add([]string{"", k.Engine, k.Said, n, seconds(k.Elapsed), "", "", "", "", ""}, k.Stats.States)
		}
	}
	return alignColumns(rows, 3)
}

// String is agreement for people: what needs looking into stands out.
func (a agreement) String() string {
	return [...]string{undecided: "unknown", agreed: "yes", disagreed: "NO"}[a]
}

// runsTable holds engines, or searches of one, against each other on puzzles that
// move.
func runsTable(table []*comparison, who string) string {
	rows := [][]string{{"instance", who, "verdict", "runs", "cost", "moves", "time", "states", "states/s", "horizon"}}
	if who == "engine" {
		rows[0] = append(rows[0], "conflicts", "clauses", "agree")
	}
	for _, c := range table {
		name, agree := c.Name, c.Agree.String()
		for _, run := range c.Runs {
			n := bigThousands(run.Solutions)
			if !run.Exhausted {
				n += "+"
			}
			cost, length := "", ""
			if run.Moves != nil {
				cost, length = run.Costs, thousands(int64(*run.Moves))
			}
			s := run.Stats
			row := []string{name, run.Engine, run.Said, n, cost, length, seconds(run.Elapsed), number(s.States),
				rate(s.States, run.Elapsed), number(s.Horizon)}
			if who == "engine" {
				row = append(row, number(s.Conflicts), number(s.Clauses), agree)
			} else {
				row[1] = run.search()
			}
			rows = append(rows, row)
			name, agree = "", ""
		}
	}
	return alignColumns(rows, 3)
}

var searchColumns = []string{"instance", "search", "verdict", "solutions", "choices", "dead ends", "time"}

// searchesTable holds searches against each other on puzzles that stand still.
func searchesTable(table []*comparison) string {
	rows := [][]string{searchColumns}
	for _, c := range table {
		name := c.Name
		for _, run := range c.Runs {
			n := bigThousands(run.Solutions)
			if !run.Exhausted {
				n += "+"
			}
			rows = append(rows, []string{name, run.search(), run.Said, n,
				thousands(run.Stats.Nodes), thousands(run.Stats.DeadEnds), seconds(run.Elapsed)})
			name = ""
		}
	}
	return alignColumns(rows, 3)
}

// costsText writes costs in a line.
func costsText(costs []value.Value) string {
	parts := make([]string, len(costs))
	for i, v := range costs {
		parts[i] = value.String(v)
	}
	return strings.Join(parts, ", ")
}

func (j *jsonPrinter) comparisons(c *comparisons) {
	if c.searches {
		j.searches(c.puzzle, c.table)
	} else {
		j.engines(c.puzzle, c.table)
	}
}

// engines writes what engines did on each instance.
func (j *jsonPrinter) engines(puzzle string, table []*comparison) {
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
		inst := instance{Name: c.Name}
		if c.Agree != undecided {
			inst.Agree = c.Agree == agreed
		}
		all := c.Runs
		if c.Counted != nil {
			all = append(slices.Clip(all), *c.Counted)
		}
		for _, run := range all {
			inst.Engines = append(inst.Engines, answered{run.Engine, run.Verdict, run.Complete, run.Solutions, run.Cost, run.Moves, run.Reason,
				appendStats(nil, run.Elapsed, run.Stats)})
		}
		out.Instances = append(out.Instances, inst)
	}
	j.object(out)
}

// searches writes what searches of one engine did on each instance.
func (j *jsonPrinter) searches(puzzle string, table []*comparison) {
	type search struct {
		Search    string          `json:"search"`
		Verdict   solve.Verdict   `json:"verdict"`
		Complete  bool            `json:"complete"`
		Solutions *big.Int        `json:"solutions"`
		Cost      json.RawMessage `json:"cost,omitempty"`
		Moves     *int            `json:"moves,omitempty"`
		Reason    string          `json:"reason,omitempty"`
		Stats     json.RawMessage `json:"stats"`
	}
	type instance struct {
		Name     string   `json:"instance"`
		Searches []search `json:"searches"`
	}
	out := struct {
		Puzzle    string     `json:"puzzle"`
		Instances []instance `json:"instances"`
	}{puzzle, []instance{}}
	for _, c := range table {
		inst := instance{Name: c.Name}
		for _, run := range c.Runs {
			inst.Searches = append(inst.Searches, search{run.search(), run.Verdict, run.Complete, run.Solutions, run.Cost, run.Moves, run.Reason,
				appendStats(nil, run.Elapsed, run.Stats)})
		}
		out.Instances = append(out.Instances, inst)
	}
	j.object(out)
}
