package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"

	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
)

type countCmd struct {
	puzzleArgs
	engineFlag
	runFlags
	searchFlags
	formatFlag
	colorFlag
	Limit Amount

	UpToSymmetry, WhereTheyDiffer bool
	countingFlags
	partsFlags
	byCubes bool // parts are cubes of a search: they can't be counted by elimination
	States  bool
}

// Declare implements [Declarer].
func (c *countCmd) Declare(v *Verb) {
	v.Include(&c.puzzleArgs)
	v.Arguments[1].Help = "Instances and values, as for solve."
	v.Include(&c.engineFlag, &c.runFlags, &c.searchFlags, &c.formatFlag, &c.colorFlag)
	v.Flag(&c.Limit, "limit", "N", "Stop at N solutions, with exit status 3 (default: no limit).")
	v.Flag(&c.UpToSymmetry, "up-to-symmetry", "", "Also count the solutions up to the spec's symmetry, and show one of each class.")
	v.Flag(&c.WhereTheyDiffer, "where-they-differ", "", "Count at which step each solution first differs from the one before.")
	v.Include(&c.countingFlags, &c.partsFlags)
	v.Flag(&c.States, "states", "", "Count the states of a puzzle that moves instead: by the number of moves to reach them, those that meet the goal, and those from which there is no way to it. Moves go on where the goal is met.")
}

func (c *countCmd) alone() string {
	switch flag := c.set(); {
	case c.States:
		return "--states"
	case flag != "--twice" && flag != "--method frontier":
		return flag
	}
	return ""
}

// Run counts in the way that the flags ask for.
func (c *countCmd) Run(s *session) error {
	if file := c.file(); file != "" {
		s.waiting, s.grace = "saving to "+file+" what has been counted (a second interrupt gives that up)", saveTime
	}
	c.start(s)
	return s.pose(c, c.printer(s, c.drawer(s)))
}

func (c *countCmd) answer(s *session, r *request, to printer) error {
	if err := c.suit(r); err != nil {
		return err
	}
	if c.States {
		return s.countStates(c, r)
	}
	t, err := s.team(c.Engine, c.searchFlags)
	if err != nil {
		return err
	}
	if c.Plan {
		return s.planCount(c, r, t)
	}
	if len(r.swept) > 0 {
		return c.eachOf(s, r, t, to)
	}
	return c.solutions(s, r, t, to, false)
}

// eachOf counts the solutions for each number of a range until the time is up.
func (c *countCmd) eachOf(s *session, r *request, t solve.Team, to printer) error {
	all := r.each()
	some, cut := false, false
	for i, one := range all {
		err := c.solutions(s, one, t, to, i+1 < len(all))
		status, ok := errors.AsType[Status](err)
		if !ok || status > StatusLimit || status != StatusTrue && s.ctx.Err() != nil {
			return err
		}
		some, cut = some || status == StatusTrue, cut || status == StatusLimit
	}
	switch {
	case cut:
		return StatusLimit
	case some:
		return nil
	}
	return StatusFalse
}

// solutions counts the solutions of one puzzle. more is true if other puzzles follow.
func (c *countCmd) solutions(s *session, r *request, t solve.Team, to printer, more bool) error {
	view, err := newCountView(c, r, &t)
	if err != nil {
		return err
	}
	var by planned
	quiet := func() {} // cancels a note that is not printed yet
	q := query{Question: c.question(solve.Question{Limit: int(c.Limit), Keep: 1}), see: view.see, counting: true, more: more}
	q.Counting, q.Twice = c.counting(s), c.Twice
	q.Visit = !view.plain() || t.Mode == solve.Together && !r.Moving()
	q.Planned = func(f *model.Forecast, feasible bool) {
		by = planned{f, feasible}
		if text := by.forecast(c); text != "" {
			quiet()
			quiet = s.noteUnless(text)
		}
	}
	q.Instead = func(reason model.Reason) {
		s.note("%s; solutions are gone through one by one instead", by.refusal(c, reason))
	}
	divided := newCubes(s, &c.partsFlags, r, c.Args)
	if divided != nil {
		c.divide(s, r, view, divided, &q)
	}
	if !r.Moving() && (c.eliminates() != "" || divided != nil) {
		q.fit = func(opened *solve.Session) error { return c.countable(s.ctx, opened, q.Question) }
	}
	print := func(ans *outcome) {
		if !c.Part.given { // an incomplete part prints nothing
			c.noteObjective(s, ans)
			to.print(c.counted(view, ans))
		}
	}
	ans, err := s.ask(r, t, q, print)
	quiet()
	if err != nil {
		return err
	}
	if c.byCubes && c.Part.given && ans.report.Fault == nil {
		return divided.print(ans, q.Question)
	}
	if rep := ans.report; rep.Total != nil && t.Mode != solve.Together {
		rep.Complete = true
	}
	if ans.report.Fault != nil {
		return s.disagree(r, ans)
	}
	if err := s.unfinished(c, ans, by); err != nil {
		if to.document() {
			print(ans)
		}
		return err
	}
	if c.Part.given {
		c.noteObjective(s, ans)
		return s.printPart(c, r, ans, by.plan)
	}
	s.whyNot(r, ans)
	if more {
		s.tell(func() { print(ans) })
		s.flush()
	} else {
		print(ans)
		s.worked(c.formatFlag, ans.work())
	}
	status := s.status(ans)
	if status == StatusTrue && !ans.all() { // cut by --limit, so no answer
		s.note("--limit %d was reached", int(c.Limit))
		status = StatusLimit
	}
	return status
}

// divide has one part counted, or adds up what parts have counted. Parts are cubes, or parts of an elimination.
func (c *countCmd) divide(s *session, r *request, view *countView, divided *cubes, q *query) {
	if c.By != "" {
		divided.byLength = func(engine string) map[int64]*big.Int { return view.of(engine).byLength }
	}
	q.instead = func(ctx context.Context, ans *outcome, opened *solve.Session, q solve.Question) (*solve.Report, error) {
		switch {
		case c.byCubes:
			return divided.instead(ctx, ans, opened, q)
		case c.Rehearse:
			return nil, errRehearsed
		case c.Join == "":
			return opened.Count(ctx, q), nil
		}
		sum, err := s.joinCount(c, r, ans)
		if err != nil {
			return nil, err
		}
		return opened.CountedBefore(ctx, q, sum), nil
	}
}

// noteObjective notes that --by counts all solutions, not only the best.
func (c *countCmd) noteObjective(s *session, ans *outcome) {
	if c.ignoresObjective(ans) {
		s.note("--by length counts all solutions, whatever %s minimizes or maximizes", ans.spec.Name)
	}
}

// countable returns an error if a flag needs a count by eliminating vertices and the problem allows none.
func (c *countCmd) countable(ctx context.Context, s *solve.Session, q solve.Question) error {
	_, _, reason := s.Plan(ctx, q)
	if c.divided() != "" {
		reason = planParts(ctx, s, q)
	}
	switch {
	case reason == nil:
		return c.knowsState()
	case c.set() == "": // parts are cubes
		c.byCubes = true
		return nil
	}
	return mistakef("%s: %v", c.eliminates(), reason)
}

// knowsState returns an error if a part begins from a checkpoint that no flag names.
func (c *countCmd) knowsState() error {
	n := len(c.Part.path) - 1
	switch {
	case n < 0 || c.From != "" || c.Resume != "":
		return nil
	case c.Part.path[n].From != "":
		return mistakef("--part %s begins from a checkpoint, which --from or --resume names", c.Part.path)
	case n > 0:
		return mistakef("--part %s: a part of a count by eliminating vertices can be split again where it was saved, and --from names that checkpoint; parts with --method enumerate can be split without", c.Part.path)
	}
	return nil
}

// planParts returns the reason why parts can't be counted by eliminating vertices, or nil if they can.
func planParts(ctx context.Context, s *solve.Session, q solve.Question) error {
	parted := *q.Counting
	parted.Part, parted.Parts = 1, 2 // any part stands for all
	q.Counting = &parted
	_, _, reason := s.Plan(ctx, q)
	return reason
}

// saveTime bounds the time for saving a count after an interrupt.
const saveTime = 10 * time.Minute

// unfinished returns the error of a count that should eliminate vertices and got no number. It is nil for other counts.
func (s *session) unfinished(c *countCmd, ans *outcome, by planned) error {
	r, file := ans.report, c.file()
	switch {
	case c.eliminates() == "" || r.Total != nil || r.Exhausted:
		return nil
	case s.ctx.Err() == nil && (file != "" || c.From != "") && r.Engine != "" && r.Reason.Kind != model.MemoryLimit:
		return mistakef("%s", r.Reason)
	case file != "" && r.Reason.Kind == model.CantSave:
		s.note("%s", r.Reason)
	case file != "" && isFile(file):
		s.note("what has been counted is in %s; --resume %s instead of --checkpoint goes on with it", file, file)
	case file != "":
		s.note("nothing is in %s yet: the order in which vertices are eliminated was still being searched, and the count had not begun", file)
	}
	return limited{by.refusal(c, r.Reason)}
}

// countView groups the solutions found, engine by engine, since two engines may count.
type countView struct {
	*countCmd
	engines map[string]*grouped
}

// grouped is the solutions of one engine in groups, as the flags ask for.
type grouped struct {
	classes  classes
	differ   divergence
	byLength map[int64]*big.Int // only of enumerated solutions
}

// plain reports whether only the number of solutions matters.
func (v *countView) plain() bool { return !v.UpToSymmetry && !v.WhereTheyDiffer }

// newCountView sets up the view for the flags. It refuses searches that can't count.
func newCountView(c *countCmd, r *request, t *solve.Team) (*countView, error) {
	if s, ok := t.Engines[0].(*searcher); ok && len(s.lossy()) > 0 {
		return nil, mistakef("search %s may lose solutions, so it can't count; nazo solve takes it", strings.Join(s.lossy(), ", "))
	}
	if r.Moving() && c.WhereTheyDiffer {
		return nil, mistakef("--where-they-differ is for puzzles that stand still, and %s moves", r.name)
	}
	if c.UpToSymmetry {
		if err := r.needsSymmetry(); err != nil {
			return nil, err
		}
	}
	if c.WhereTheyDiffer && t.Mode == solve.Race { // the order should not depend on the clock
		t.Engines = t.Engines[:1]
	}
	return &countView{c, map[string]*grouped{}}, nil
}

// of returns the groups of an engine's solutions.
func (v *countView) of(engine string) *grouped {
	if v.engines[engine] == nil {
		v.engines[engine] = &grouped{byLength: map[int64]*big.Int{}}
	}
	return v.engines[engine]
}

// see adds a solution to the view.
func (v *countView) see(o *outcome, engine string, s *judge.Answer) error {
	g := v.of(engine)
	if v.By != "" {
		length, ok := solve.Length(s)
		if !ok {
			return mistakef("--by length: %s has no path, cycle or links", o.spec.name)
		}
		solve.Tally(g.byLength, length)
	}
	if v.WhereTheyDiffer {
		g.differ.add(o.problem, s)
	}
	if v.UpToSymmetry {
		return g.classes.add(o.problem, s)
	}
	return nil
}

// ignoresObjective reports whether the count is of all solutions although the spec asks for the best.
func (c *countCmd) ignoresObjective(ans *outcome) bool {
	return c.By != "" && ans.problem != nil && ans.problem.Objectives > 0
}

// counted is the report of a count.
type counted struct {
	*outcome `json:"-"`
	answerHead
	Count           *big.Int `json:"count"`
	Modulo          uint64   `json:"modulo,omitempty"` // of all numbers; 0 if they are exact
	Method          string   `json:"method,omitempty"`
	Enumerated      *bool    `json:"enumerated,omitempty"`
	TwoOrdersAgree  bool     `json:"two_orders_agree,omitempty"`
	EnumeratedParts *int     `json:"enumerated_parts,omitempty"`
	Judged          *int     `json:"judged,omitempty"`
	lengths
	ObjectiveIgnored bool              `json:"objective_ignored,omitempty"`
	UpToSymmetry     *int              `json:"up_to_symmetry,omitempty"`
	Representatives  []json.RawMessage `json:"representatives,omitzero"` // a solution of each class
	Differ           []differ          `json:"differ,omitzero"`          // only steps at which any solution first differs
	answerTail
	classes *classes    // nil without --up-to-symmetry
	differ  *divergence // nil without --where-they-differ
}

// differ is the number of solutions that first differ at a step.
type differ struct {
	Step      int `json:"step"`
	Solutions int `json:"solutions"`
}

func (c *counted) fill() {
	c.answerHead, c.answerTail = c.document()
	c.Complete = c.Complete && c.all()
	if c.runReport.Shortest != nil { // runReport.Shortest would clash with it
		c.Shortest = false
	}
	if how := c.report.Counted; how != nil {
		c.Method, c.Enumerated, c.Judged = solve.Frontier, &how.Listed, &c.report.Count
		if how.Twice {
			c.TwoOrdersAgree, c.EnumeratedParts = true, &how.Cells
		}
	}
	if c.classes != nil {
		n := len(c.classes.seen)
		c.UpToSymmetry, c.Representatives = &n, []json.RawMessage{}
		for _, s := range c.classes.shown {
			c.Representatives = append(c.Representatives, picture.AppendAnswer(nil, c.problem.Judge, s))
		}
	}
	if c.differ != nil {
		c.Differ = []differ{}
		for k, n := range c.differ.steps {
			if n > 0 {
				c.Differ = append(c.Differ, differ{k, n})
			}
		}
	}
}

// all reports whether all solutions have been counted.
func (o *outcome) all() bool { return o.report.Total != nil || o.report.Exhausted }

func (c *counted) finding() (verdict, kind string) {
	if c.all() {
		return c.Count.String() + moduloText(c.Modulo), "counted"
	}
	return fmt.Sprintf("at least %d", c.report.Count), "not counted to the end"
}

// counted returns the report of an outcome.
func (c *countCmd) counted(v *countView, ans *outcome) *counted {
	r := ans.report
	seen := v.of(r.Engine)
	table, complete := seen.byLength, r.Exhausted
	if r.Counted != nil { // not one by one
		table, complete = r.Counted.ByLength, true
	}
	out := &counted{outcome: ans, Count: cmp.Or(r.Total, big.NewInt(int64(r.Count))), Modulo: uint64(c.Modulo), ObjectiveIgnored: c.ignoresObjective(ans)}
	if c.Modulo > 0 && r.Total == nil {
		m := new(big.Int).SetUint64(out.Modulo)
		out.Count.Mod(out.Count, m)
		for _, n := range table {
			n.Mod(n, m)
		}
	}
	out.lengths = lengthsOf(table, complete)
	if out.ObjectiveIgnored {
		bare := *r
		bare.Answers = nil // they are not the best
		out.outcome = &outcome{ans.spec, ans.problem, &bare, ans.tried, ans.together, nil, nil}
	}
	if c.UpToSymmetry {
		out.classes = &seen.classes
	}
	if c.WhereTheyDiffer {
		out.differ = &seen.differ
	}
	return out
}

// lengths are numbers of solutions by length, or their remainders. A remainder of 0 stands for some solutions.
// Without --by there are none.
type lengths struct {
	ByLength []lengthCount `json:"by_length,omitempty"`
	// Shortest and Longest are nil if an enumeration did not end. Shortest is false if a count of runs may miss
	// shorter ones.
	Shortest any    `json:"shortest,omitempty"`
	Longest  *int64 `json:"longest,omitempty"`
}

type lengthCount struct {
	Length int64    `json:"length"`
	Count  *big.Int `json:"count"`
}

func lengthsOf(table map[int64]*big.Int, complete bool) (out lengths) {
	for _, length := range slices.Sorted(maps.Keys(table)) {
		out.ByLength = append(out.ByLength, lengthCount{length, table[length]})
	}
	if n := len(out.ByLength); n > 0 && complete {
		out.Shortest, out.Longest = out.ByLength[0].Length, &out.ByLength[n-1].Length
	}
	return out
}

// partCount is the count of a part by eliminating vertices.
type partCount struct {
	Count    *big.Int           `json:"count"`
	ByLength map[int64]*big.Int `json:"by_length,omitzero"` // not nil with --by
	Modulo   uint64             `json:"modulo,omitempty"`
	States   int64              `json:"states"`
	Moves    int64              `json:"moves"`
}

// sure returns what another run of the part must find, too.
func (p *partCount) sure() any { return []any{p.Count, p.ByLength} }

// countHead returns the head of the parts of a count by eliminating vertices in an order.
func (s *session) countHead(c *countCmd, r *request, ans *outcome, order string) parts.Head {
	head := s.head(r, c.Args, fingerprint(ans))
	head.Order = order
	return head
}

func (s *session) printPart(c *countCmd, r *request, ans *outcome, plan *model.Forecast) error {
	rep := ans.report
	p := &partCount{rep.Total, rep.Counted.ByLength, uint64(c.Modulo), rep.Counted.Stats.States, rep.Counted.Stats.Moves}
	if c.By != "" && p.ByLength == nil { // there are none in this part
		p.ByLength = map[int64]*big.Int{}
	}
	return writePart(s, s.countHead(c, r, ans, plan.Fingerprint), c.Part.path, (*partCount).sure, func(found func(*partCount) error) (int, error) { return 0, found(p) })
}

// joinCount adds up the parts of a count.
func (s *session) joinCount(c *countCmd, r *request, ans *outcome) (model.Count, error) {
	out := model.Count{Complete: true}
	all, lacking, err := s.joined(&c.partsFlags, s.countHead(c, r, ans, ""))
	if err == nil && lacking != "" {
		err = limited{lacking + "; so nothing is known of a count by eliminating vertices"}
	}
	if err != nil {
		return out, err
	}
	out.N = new(big.Int)
	for i := range all {
		part, n := &all[i], 0
		err := readPart(s, part, func(p partCount) error {
			if p.Count == nil {
				return mistakef("%s: part %s is none of a count by eliminating vertices", part.where(), part.Part.Part)
			}
			n++
			addModulo(out.N, p.Count, p.Modulo)
			if p.ByLength != nil && out.ByLength == nil {
				out.ByLength = map[int64]*big.Int{}
			}
			addLengths(out.ByLength, p.ByLength, p.Modulo)
			out.Stats.Add(model.Stats{States: p.States, Moves: p.Moves})
			return nil
		})
		if err == nil && n != 1 {
			err = mistakef("%s: part %s has %s, not one", part.where(), part.Part.Part, plural(n, "count"))
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// addLengths adds numbers by length to others, modulo m unless m is 0.
func addLengths(to, more map[int64]*big.Int, m uint64) {
	for length, n := range more {
		if to[length] == nil {
			to[length] = new(big.Int)
		}
		addModulo(to[length], n, m)
	}
}

// addModulo adds a number to another, modulo m unless m is 0.
func addModulo(to, more *big.Int, m uint64) {
	if to.Add(to, more); m > 0 {
		to.Mod(to, new(big.Int).SetUint64(m))
	}
}

// moduloText marks a number as a remainder modulo m. It is "" for 0.
func moduloText(m uint64) string {
	if m == 0 {
		return ""
	}
	return fmt.Sprintf(" modulo %d", m)
}
