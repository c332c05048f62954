package command

import (
	"cmp"
	"encoding/json"

	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
	"nazo/native"
)

type uniqueCmd struct {
	puzzleArgs
	engineFlag
	runFlags
	formatFlag
	colorFlag
	partsFlags
	fixFlags
	Show, Equal bool
}

// Declare implements [Declarer].
func (c *uniqueCmd) Declare(v *Verb) {
	v.Include(&c.puzzleArgs, &c.engineFlag, &c.runFlags, &c.formatFlag, &c.colorFlag, &c.partsFlags, &c.fixFlags)
	v.Flag(&c.Equal, "equal", "", "Where there are several solutions, name the places that have the same value in each of them.")
	v.Flag(&c.Show, "show", "", "Show the solution if it is the only one (--format svg always shows it).")
}

func (c *uniqueCmd) alone() string {
	return firstGiven(flagged{c.Fix, "--fix"}, flagged{c.Show, "--show"}, flagged{c.Equal, "--equal"})
}

// Run looks for two solutions.
func (c *uniqueCmd) Run(s *session) error {
	c.start(s)
	return s.pose(c, c.printer(s, c.drawer(s)))
}

func (c *uniqueCmd) answer(s *session, r *request, to printer) error {
	byCubes := c.suitsCubes(r, searchFlags{}, false)
	if err := cmp.Or(c.runFlags.suit(r), c.drawable(r), byCubes, c.fixFlags.suit(r)); err != nil {
		return err
	}
	t, err := team(c.Engine)
	if err != nil {
		return err
	}
	var found *explain.Difference
	print := func(ans *outcome) {
		to.print(&uniqueness{outcome: ans, verdict: uniqueVerdictOf(ans.report), show: c.Show || c.Format == "svg", found: found, equal: c.Equal})
	}
	ans, err := s.askParts(r, t, query{Question: c.question(solve.Question{Limit: 2})}, &c.partsFlags, c.Args, print)
	if err != nil || ans == nil {
		return err
	}
	s.compareTold(r, ans)
	s.whyNot(r, ans)
	if found, err = s.alternatives(r, ans, c.Equal); err != nil {
		return err
	}
	status, err := c.correct(s, r, ans, c.drawer(s))
	if err != nil {
		return err
	}
	print(ans)
	s.worked(c.formatFlag, ans.work())
	if status != nil {
		return status
	}
	if ans.report.Count > 1 {
		return StatusFalse
	}
	return s.status(ans)
}

// uniqueness is the report of nazo unique.
type uniqueness struct {
	*outcome `json:"-"` // has two solutions if there are several
	answerHead
	Unique        *bool        `json:"unique"` // null if it is not known
	Differences   []difference `json:"differences,omitzero"`
	ElsewhereSame *bool        `json:"elsewhere_same,omitempty"`
	// Equal has the places that are equal in all solutions, in groups. With EqualDecided there are no others.
	Equal        []equalPlaces `json:"equal,omitzero"`
	EqualDecided *bool         `json:"equal_decided,omitempty"`
	answerTail
	verdict uniqueVerdict
	show    bool                // show the only solution, too
	equal   bool                // say which places are always equal
	found   *explain.Difference // nil if only two solutions are known
}

// equalPlaces are places of a find that have one value in each solution.
type equalPlaces struct {
	Find string            `json:"find"`
	At   []json.RawMessage `json:"at"`
}

// difference is a place where solutions differ, and their values there.
type difference struct {
	Find   string            `json:"find"`
	At     json.RawMessage   `json:"at,omitempty"`
	Values []json.RawMessage `json:"values"`
}

func (u *uniqueness) fill() {
	u.answerHead, u.answerTail = u.document()
	u.Solutions = []json.RawMessage{}
	if unique := u.verdict == exactlyOne; u.verdict != notKnownUnique {
		u.Unique = &unique
	}
	if u.verdict != severalAtLeast || u.report.Answers[0].Run != nil {
		return
	}
	all, decided := u.differences()
	u.Differences, u.ElsewhereSame = make([]difference, len(all)), &decided
	for i, d := range all {
		u.Differences[i] = difference{Find: d.Find, Values: jsonOfAll(d.Values)}
		if d.At != nil {
			u.Differences[i].At = jsonOf(d.At)
		}
	}
	if !u.equal || u.found == nil {
		return
	}
	u.Equal, u.EqualDecided = []equalPlaces{}, &u.found.EqualDecided
	for _, group := range explain.EqualPlaces(u.problem.Problem, u.found.BackboneResult) {
		u.Equal = append(u.Equal, equalPlaces{group[0].Find, alg.Map(group, func(p explain.Place) json.RawMessage { return jsonOf(p.Key) })})
	}
}

func (u *uniqueness) list() (string, int, func(int) []byte) { return u.answers("solutions") }

func (u *uniqueness) finding() (verdict, kind string) {
	return string(u.verdict), string(u.verdict)
}

// several returns solutions that differ. If decided is true, they show all places where any two solutions differ.
func (u *uniqueness) several() (all []*judge.Answer, decided bool) {
	if u.found == nil {
		return u.report.Answers[:2], false
	}
	return u.found.Report.Answers, u.found.Whole()
}

// differences returns the places where solutions differ, for puzzles that stand still. If decided is true, all
// solutions agree everywhere else.
func (u *uniqueness) differences() (places []picture.Difference, decided bool) {
	all, decided := u.several()
	return picture.Differences(u.problem.Judge, all...), decided
}

// uniqueVerdict is the number of solutions: none, one, or several.
type uniqueVerdict string

const (
	notKnownUnique uniqueVerdict = "not known" // the search ended before it was known
	noneAtAll      uniqueVerdict = "no solution"
	exactlyOne     uniqueVerdict = "unique"
	severalAtLeast uniqueVerdict = "not unique"
)

// uniqueVerdictOf returns the verdict of a search for two solutions.
func uniqueVerdictOf(r *solve.Report) uniqueVerdict {
	switch {
	case r.Count > 1:
		return severalAtLeast
	case r.Verdict == solve.NoSolution:
		return noneAtAll
	case r.Exhausted:
		return exactlyOne
	}
	return notKnownUnique
}

// alternativesWork bounds the work of finding where solutions differ ([explain.BackboneOptions]), to some seconds.
const alternativesWork = 2_000_000

// alternatives finds where the solutions of an outcome differ, as far as the work allows. It returns nil for a single
// solution, for runs, for best solutions, and if only two solutions are known. With equal it finds the places that are always equal, too.
func (s *session) alternatives(r *request, ans *outcome, equal bool) (*explain.Difference, error) {
	if ans.report.Count < 2 || ans.problem == nil || r.Moving() || len(ans.problem.Model.Objectives) > 0 || s.quiet {
		return nil, nil
	}
	s.progress.stage("looking for where solutions differ")
	defer s.progress.clear()
	o := explain.BackboneOptions{Work: alternativesWork}
	if equal {
		o.Alike = explain.Alike(ans.problem.Problem)
	}
	found, err := explain.Differ(s.ctx, s.late, ans.problem, native.New(), o)
	switch {
	case err != nil:
		return nil, nil
	case found.Report.Fault != nil:
		ans.report = found.Report
		return nil, s.disagree(r, ans)
	case len(found.Report.Answers) < 2: // the work, or the time to judge them, did not suffice
		return nil, nil
	}
	return found, nil
}
