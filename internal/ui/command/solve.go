package command

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"strings"

	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
)

// The most solutions and runs that --all finds. They are kept in memory, and a run has all its states.
const (
	mostAnswers = 100_000
	mostRuns    = 10_000
)

type solveCmd struct {
	puzzleArgs
	engineFlag
	runFlags
	searchFlags
	formatFlag
	colorFlag
	rulesFlag
	fixFlags
	partsFlags
	All, UpToSymmetry, MovesOnly bool
	Limit                        Amount
}

// Declare implements [Declarer].
func (c *solveCmd) Declare(v *Verb) {
	v.Include(&c.puzzleArgs, &c.engineFlag, &c.runFlags, &c.searchFlags, &c.formatFlag, &c.colorFlag, &c.rulesFlag)
	v.Flag(&c.All, "all", "", "Find all solutions.")
	v.Flag(&c.Limit, "limit", "N", "Find at most N solutions. With --seed each is searched for afresh, so they differ widely; nazo sample draws each with the same chance, where it can.")
	v.Flag(&c.UpToSymmetry, "up-to-symmetry", "", "With --all or --limit: show one solution of each class of the spec's symmetry.")
	v.Include(&c.fixFlags)
	v.Flag(&c.MovesOnly, "moves-only", "", "Show the moves of a run without the states after them.")
	v.Include(&c.partsFlags)
}

func (c *solveCmd) alone() string {
	return firstGiven(flagged{c.Watch.on, "--watch"}, flagged{c.Fix, "--fix"})
}

// Run solves the puzzle and shows what was found.
func (c *solveCmd) Run(s *session) error {
	if err := c.rulesFlag.suit(c.Format); err != nil {
		return err
	}
	c.start(s)
	draw := c.drawer(s)
	draw.MovesOnly, draw.Rules = c.MovesOnly, c.Rules
	return s.pose(c, c.printer(s, draw))
}

func (c *solveCmd) answer(s *session, r *request, to printer) error {
	if err := cmp.Or(c.runFlags.suit(r), c.drawable(r), c.fixFlags.suit(r)); err != nil {
		return err
	}
	q := c.question(solve.Question{Limit: 1})
	switch {
	case c.UpToSymmetry && !c.All && c.Limit == 0:
		return mistakef("--up-to-symmetry is for several solutions: add --all or --limit N")
	case c.Limit > 0:
		q.Limit = int(c.Limit)
	case c.All && r.Moving():
		q.Limit = mostRuns
	case c.All:
		q.Limit = mostAnswers
	}
	q.Varied = c.Seed != 0 && c.Limit > 1 && !r.Moving()
	if err := c.suitsParts(r, q); err != nil {
		return err
	}
	if c.UpToSymmetry {
		if err := r.needsSymmetry(); err != nil {
			return err
		}
	}
	t, err := s.team(c.Engine, c.searchFlags)
	if err != nil {
		return err
	}
	asked := query{Question: q}
	st := newStream(s, c, to, r, t, q.Limit)
	if st != nil {
		asked.see, asked.Keep = st.see, 1
	}
	print := func(ans *outcome) {
		if st != nil {
			ans.report.Count = st.printed
		}
		to.print(&solutions{outcome: ans, several: c.several(), streamed: st != nil, classes: c.UpToSymmetry, maxMoves: int(c.Moves)})
	}
	ans, err := s.askParts(r, t, asked, &c.partsFlags, c.Args, print)
	if err != nil || ans == nil {
		return err
	}
	if c.UpToSymmetry {
		if err := ans.oneOfEachClass(); err != nil {
			return err
		}
	}
	if st != nil {
		st.sum(ans.report)
	}
	if r := ans.report; c.All && c.Limit == 0 && r.Count == q.Limit && !r.Exhausted {
		r.Complete, r.Reason = false, model.Because(model.Other, "stopped at %d solutions; --limit N goes further", q.Limit)
	}
	s.compareTold(r, ans)
	s.whyNot(r, ans)
	var status error
	if ans.report.Verdict == solve.NoSolution {
		if status, err = c.correct(s, r, ans, c.drawer(s)); err != nil {
			return err
		}
	}
	print(ans)
	s.worked(c.formatFlag, ans.work())
	if status != nil {
		return status
	}
	return s.status(ans)
}

// suitsParts returns an error if the question can't be divided as --part asks.
func (c *solveCmd) suitsParts(r *request, q solve.Question) error {
	if err := c.suitsCubes(r, c.searchFlags, q.Varied); err != nil || q.Limit == 1 {
		return err
	}
	return c.suitsAttempts()
}

// status returns the exit status for a question that was asked.
func (s *session) status(ans *outcome) Status {
	r := ans.report
	if ans.together && r.Complete {
		for _, run := range r.Attempts {
			if !run.Complete {
				s.note("nothing to compare the answer with: engine %s did not finish (%s)", run.Engine, run.Reason)
				return StatusLimit
			}
		}
	}
	switch {
	case r.Verdict == solve.NoSolution:
		return StatusFalse
	case !r.Complete:
		if r.Reason.Kind != model.None {
			s.note("%s", r.Reason)
		}
		return StatusLimit
	}
	return StatusTrue
}

// several reports whether the user asks for more than one solution.
func (c *solveCmd) several() bool { return c.All && c.Limit == 0 || c.Limit > 1 }

// solutions is the report of nazo solve.
type solutions struct {
	*outcome `json:"-"`
	answerHead
	PerhapsMore *bool `json:"perhaps_more,omitempty"`
	answerTail
	several  bool // the user asks for more than one
	streamed bool // they have been printed as they came
	classes  bool // only one of each class is left
	maxMoves int  // of a run; 0 for no bound
}

func (s *solutions) fill() {
	s.answerHead, s.answerTail = s.document()
	s.Solutions = []json.RawMessage{}
	if s.several && s.report.Verdict == solve.Solved && s.report.Complete {
		more := !s.report.Exhausted
		s.PerhapsMore = &more
	}
}

func (s *solutions) list() (string, int, func(int) []byte) { return s.answers("solutions") }

func (s *solutions) finding() (verdict, kind string) {
	kind = map[solve.Verdict]string{solve.Solved: "solved", solve.NoSolution: "no solution", solve.Unknown: "not known"}[s.report.Verdict]
	verdict = kind
	if s.several && s.report.Verdict == solve.Solved {
		verdict = countText(s.report)
	}
	if worth := strings.TrimSpace(worthText(s.outcome)); worth != "" {
		verdict += ", " + worth
	}
	return verdict, kind
}

// solution is one of several, printed as it comes.
type solution struct {
	problem *solve.Problem
	tried   string // the numbers of a range that were tried, or ""
	number  int    // from 1
	*judge.Answer
}

// stream prints judged solutions as they come. If engines race, it prints what either finds, once.
type stream struct {
	session        *session
	to             printer
	limit, printed int
	seen           map[[sha256.Size]byte]struct{} // printed solutions; nil if one engine works alone
}

// errEnough ends a search when as many solutions as wanted have been printed.
var errEnough = errors.New("enough solutions")

// newStream returns nil if solutions have to wait for the end of the search: for a part, a best solution, the other
// engine's verdict, a whole document, or a watched search.
func newStream(s *session, c *solveCmd, to printer, r *request, t solve.Team, limit int) *stream {
	if !c.several() || c.divided() != "" || to.document() || c.UpToSymmetry || c.Watch.on || len(r.Objectives) > 0 || t.Mode == solve.Together {
		return nil
	}
	st := &stream{session: s, to: to, limit: limit}
	if len(t.Engines) > 1 {
		st.seen = map[[sha256.Size]byte]struct{}{}
	}
	return st
}

// see prints a solution, unless the other engine found it before.
func (s *stream) see(o *outcome, _ string, found *judge.Answer) error {
	if s.seen != nil {
		key := sha256.Sum256(picture.AppendAnswer(nil, o.problem.Judge, found))
		if _, there := s.seen[key]; there {
			return nil
		}
		s.seen[key] = struct{}{}
	}
	s.session.progress.clear()
	s.printed++
	s.to.print(&solution{o.problem, o.tried, s.printed, found})
	if err := s.session.flush(); err != nil {
		return err
	}
	if s.seen != nil && s.printed == s.limit {
		return errEnough // even if neither engine alone found so many
	}
	return nil
}

// sum corrects a report by what was printed.
func (s *stream) sum(r *solve.Report) {
	r.Count = s.printed
	if s.printed > 0 {
		r.Verdict = solve.Solved
	}
	if s.printed == s.limit {
		r.Complete, r.Reason = true, model.Reason{}
	}
}
