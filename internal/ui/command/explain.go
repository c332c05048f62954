package command

import (
	"fmt"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/sat"
)

type explainCmd struct {
	puzzleFlags
	fromFlag
	explainFlags
	Why            string
	Verbose, Twice bool
	Step           Amount
}

// Declare implements [Declarer].
func (c *explainCmd) Declare(v *Verb) {
	v.Include(&c.puzzleFlags, &c.fromFlag)
	v.Flag(&c.Why, "why", "FIND", "Show only the steps that lead to one result: what this find has at a place, as in --why loop r3c4.")
	v.Flag(&c.Verbose, "verbose", "", "Show each inference on a line of its own, with all that it rests on.")
	v.Flag(&c.Twice, "twice", "", "Have engine sat confirm that each step follows from its reasons.")
	v.Flag(&c.Step, "step", "N", "Show this step alone, with the board after it.")
	v.Include(&c.explainFlags)
}

// explainFlags say how explanations are shown.
type explainFlags struct {
	colorFlag
	formatFlag
	Show bool
}

// Declare implements [Declarer].
func (f *explainFlags) Declare(v *Verb) {
	f.formatFlag.declare(v, "text|svg|json", "text, svg (a board with what is new and what is used) or json.")
	v.Flag(&f.Show, "show", "", "Draw the board, with marks, after each step.")
	v.Include(&f.colorFlag)
}

func (f explainFlags) printer(s *session) printer {
	return f.formatFlag.printer(s, f.drawer(s))
}

// Run explains.
func (c *explainCmd) Run(s *session) error {
	place := c.takePlace()
	s.inputTaken = c.From == "-"
	r, err := c.open(s)
	if err != nil {
		return err
	}
	if r.Moving() {
		return mistakef("%s is a puzzle that moves, and its moves explain themselves: `nazo solve` shows a best run, state by state, and `nazo hint` shows the next move from any position, or why the goal is out of reach there", r.name)
	}
	e, err := s.explanation(r, c.fromFlag)
	if err != nil {
		return err
	}
	to := c.printer(s)
	e.show, e.only, e.verbose, e.twice = c.Show, int(c.Step), c.Verbose, c.Twice
	if c.Why != "" {
		return s.tellWhy(e, to, c.Why, place)
	}
	e.walk(s, func(t *numberedStep) bool {
		e.print(to, t)
		return s.flush() == nil
	})
	if e.fault != nil {
		return e.status(s)
	}
	return e.finish(s, to)
}

// print prints a step as it is found. A document has all steps in the end.
func (e *explanation) print(to printer, t *numberedStep) {
	if !to.document() {
		to.print(&shownStep{e, t})
	}
}

// finish prints how an explanation ended.
func (e *explanation) finish(s *session, to printer) error {
	e.mistake(s)
	s.answered()
	s.warn()
	if e.only < 0 || e.only > len(e.steps) {
		return mistakef("--step %d: there are %s", e.only, plural(len(e.steps), "step"))
	}
	to.print(&explained{explanation: e})
	return e.status(s)
}

// walk takes one step after another until f returns false.
func (e *explanation) walk(s *session, f func(*numberedStep) bool) {
	s.progress.stage("looking for the next step")
	for {
		step, end := e.story.Next(s.ctx)
		if e.end = end; step == nil {
			return
		}
		t := &numberedStep{StoryStep: step, number: len(e.steps) + 1}
		e.steps = append(e.steps, t)
		if e.confirm(s, t); e.fault != nil || !f(t) {
			return
		}
	}
}

// confirm asks engine sat whether a step follows from its reasons, with --twice.
func (e *explanation) confirm(s *session, t *numberedStep) {
	if !e.twice {
		return
	}
	follows, known := e.x.ConfirmStep(s.ctx, sat.New(), t.Chain.Units(), t.Chain.Since(), t.Facts)
	t.checked = follows
	if known && !follows {
		e.fault = &solve.Fault{Kind: solve.Unfounded, Engine: "native", Against: "sat"}
	}
}

// mistake finds out why there is no solution, if the story ended in a contradiction.
func (e *explanation) mistake(s *session) {
	if e.end == explain.Contradicted {
		e.mistaken = e.x.Mistake(s.ctx, e.begin)
	}
}

// status returns the exit status of an explanation. It is the one that solving would have.
func (e *explanation) status(s *session) Status {
	switch {
	case e.fault != nil:
		return s.disagree(e.request, &outcome{spec: e.request.spec, problem: e.problem, report: &solve.Report{Fault: e.fault}})
	case e.end == explain.GivenUp:
		s.note("%s", s.stopReason())
		return StatusLimit
	case e.end == explain.Contradicted:
		return StatusFalse
	}
	return StatusTrue
}

// explanation is the explanation of one problem.
type explanation struct {
	puzzle         string
	request        *request
	problem        *solve.Problem
	x              *explain.Explainer
	story          *explain.Story
	begin          []model.Fact // what was known at the beginning
	show           bool         // draw boards
	verbose, twice bool
	only           int // the number of the only step to show; 0 for all
	steps          []*numberedStep
	end            explain.End
	// With --why, why is true. goal has the facts known about what was asked, and open counts its variables without one.
	why  bool
	goal []model.Fact
	open int
	// mistaken says why there is no solution. It is nil if that is unknown or there is a solution.
	mistaken *explain.Mistake
	// fault is a disagreement about a step; nil if there is none.
	fault *solve.Fault
}

// numberedStep is a step of a story with its number.
type numberedStep struct {
	*explain.StoryStep
	number  int
	checked bool // engine sat confirmed it
}

// after returns how many facts are known after a step.
func (t *numberedStep) after() int {
	if t.Note {
		return t.Known
	}
	return t.Known + len(t.Facts)
}

// explanation opens the problem of a request, with what is known of its answer.
func (s *session) explanation(r *request, from fromFlag) (*explanation, error) {
	p, err := s.onlyProblem(r)
	if err != nil {
		return nil, err
	}
	e := &explanation{puzzle: r.Name, request: r, problem: p}
	known, err := s.soFar(from, p)
	if err != nil {
		return nil, err
	}
	s.progress.stage("looking at the rules")
	if e.x, err = explain.Open(s.ctx, p.Problem, native.New()); err != nil {
		if s.ctx.Err() != nil {
			return nil, limited{s.stopReason()}
		}
		return nil, mistakef("%s: %v", r.name, err)
	}
	e.begin = known
	e.story = e.x.Story(s.ctx, known...)
	return e, nil
}

// placeWord matches a place: r3c4, p2,5, or two of them with a hyphen.
var placeWord = pattern(`^(r\d+c\d+|p\d+,\d+)(-(r\d+c\d+|p\d+,\d+))?$`)

// nearlyPlace matches a word that was probably meant as a place, even if it is misspelled.
var nearlyPlace = pattern(`^[rp]\d+[^=.:]*$`)

// takePlace removes the place that follows --why from the words of the command line, and returns it.
func (c *explainCmd) takePlace() string {
	if find, place, ok := strings.Cut(c.Why, " "); ok {
		c.Why = find
		return place
	}
	i := slices.IndexFunc(c.Args, placeWord().MatchString)
	if last := len(c.Args) - 1; i < 0 && last > 0 && nearlyPlace().MatchString(c.Args[last]) {
		i = last // the instance has been named before it
	}
	if c.Why != "" && i >= 0 {
		place := c.Args[i]
		c.Args = slices.Delete(slices.Clone(c.Args), i, i+1)
		return place
	}
	return ""
}

// asked returns the variables that say what a find has at a place. For a find of edges, a place that is a cell
// stands for the edges at its sides.
func (e *explanation) asked(find, place string) []model.VarID {
	var row, col int
	n, _ := fmt.Sscanf(place, "r%dc%d", &row, &col)
	at, isCell := value.Spot{Y: 2*row - 1, X: 2*col - 1}, n == 2
	var exact, near []model.VarID
	for i := range e.problem.Model.Vars {
		v := model.VarID(i)
		m, ok := e.x.Meaning(v)
		if !ok || e.x.Find(v) != find {
			continue
		}
		k := m.Member
		if k == nil {
			k = m.Key
		}
		if place == "" && k == nil || k != nil && spells(k, place) {
			exact = append(exact, v)
		} else if isCell && m.Member != nil {
			if side, _, ok := value.SpotOf(m.Member); ok && abs(side.Y-at.Y)+abs(side.X-at.X) == 1 {
				near = append(near, v)
			}
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return near
}

func abs(n int) int { return max(n, -n) }

// spells reports whether a word is the name of a key. The ends of an edge may come in either order.
func spells(k value.Value, word string) bool {
	if value.String(k) == word {
		return true
	}
	e, ok := k.(value.Edge)
	return ok && !e.Directed && value.String(e.B)+"-"+value.String(e.A) == word
}

// tellWhy shows only the steps that lead to what a find has at a place.
func (s *session) tellWhy(e *explanation, to printer, find, place string) error {
	wanted := e.asked(find, place)
	if len(wanted) == 0 {
		names := alg.Map(e.problem.Model.Finds, func(f model.Find) string { return f.Name })
		if !slices.Contains(names, find) {
			return mistakef("there is no find `%s`; there is %s", Shorten(find), strings.Join(names, ", "))
		}
		return mistakef("`%s` has nothing at %q: a place is written as in --why %s r3c4", find, Shorten(place), find)
	}
	target := map[model.VarID]bool{}
	for _, v := range wanted {
		target[v] = true
	}
	left := len(target)
	note := func(facts []model.Fact) {
		for _, f := range facts {
			if target[f.Var] && f.Is {
				e.goal = append(e.goal, f)
				left--
			}
		}
	}
	note(e.story.Written)
	if left > 0 {
		given := len(e.story.Written)
		e.walk(s, func(*numberedStep) bool {
			note(e.story.Written[given:])
			given = len(e.story.Written)
			return left > 0
		})
	}
	if e.fault != nil {
		return e.status(s)
	}
	if left == 0 {
		e.end = explain.Solved
	}
	e.why, e.open = true, left
	e.need()
	for i, t := range e.steps {
		t.number = i + 1
		e.print(to, t)
	}
	return e.finish(s, to)
}

// need keeps only the steps that the goal rests on.
func (e *explanation) need() {
	needed := map[model.Fact]bool{}
	for _, f := range e.goal {
		needed[f] = true
	}
	var out []*numberedStep
	for _, t := range slices.Backward(e.steps) {
		if !slices.ContainsFunc(t.Facts, func(f model.Fact) bool { return needed[f] }) {
			continue
		}
		for _, g := range t.Chain.Since() {
			needed[g] = true
		}
		out = append(out, t)
	}
	slices.Reverse(out)
	e.steps = out
}
