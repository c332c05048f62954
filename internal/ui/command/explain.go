package command

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/sat"
)

// explainCmd tells the way to the solution in steps.
type explainCmd struct {
	onePuzzleArgs
	fromFlag
	explainFlags
	memoryFlag
	Why     string
	Time    period
	Seed    seed
	Verbose bool
	Twice   bool
	Step    amount
}

// Declare implements [Declarer].
func (c *explainCmd) Declare(v *Verb) {
	v.Include(&c.onePuzzleArgs, &c.fromFlag)
	v.Flag(&c.Why, "why", "FIND", "Tell only the steps that lead to what this find has at a place, named after it: --why loop r3c4.")
	v.Flag(&c.Time, "time", "DURATION", "Stop after this time, such as 10s (default: no limit).")
	v.Flag(&c.Seed, "seed", "N", "Shuffle what is shuffled by this seed.")
	v.Flag(&c.Verbose, "verbose", "", "Tell each inference in a line of its own, with everything that it rests on.")
	v.Flag(&c.Twice, "twice", "", "Ask engine sat, too, whether each step follows from its reasons.")
	v.Flag(&c.Step, "step", "N", "Show this step alone, with the board after it.")
	v.Include(&c.explainFlags, &c.memoryFlag)
}

// explainFlags say how explanations are shown.
type explainFlags struct {
	colorFlag
	Format string
	Show   bool
}

// Declare implements [Declarer].
func (f *explainFlags) Declare(v *Verb) {
	f.Format = "text"
	v.Flag(&f.Format, "format", "text|svg|json", "text, svg (a board with what is new and what is used) or json.")
	v.Alias("format", formatNames()...)
	v.Flag(&f.Show, "show", "", "Draw the board, with marks, after each step.")
	v.Include(&f.colorFlag)
}

func (f explainFlags) printer(s *session) printer {
	return formatFlag{f.Format}.printer(s, f.drawer(s))
}

// Run explains.
func (c *explainCmd) Run(s *session) error {
	place := c.takePlace()
	s.limit(c.Time)
	s.bound(c.Memory)
	r, err := s.explained(c.onePuzzleArgs, c.Seed, c.fromFlag)
	if err != nil {
		return err
	}
	if r.Moving() {
		return mistakef("%s moves, and what explains its solution is to see the moves: `nazo solve` shows a best run, state by state, and `nazo hint` the next move from any position, or why the goal is out of reach there", r.name)
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
	e.walk(s, func(t *told) bool {
		to.show(&shownStep{e, t})
		return s.flush() == nil
	})
	if e.fault != nil {
		return e.status(s)
	}
	return e.finish(s, to)
}

// finish tells how an explanation ended.
func (e *explanation) finish(s *session, to printer) error {
	e.mistake(s)
	s.answered()
	s.warn()
	if err := e.hasStep(); err != nil {
		return err
	}
	to.print(&explained{explanation: e})
	return e.status(s)
}

// walk takes step after step, until f returns false.
func (e *explanation) walk(s *session, f func(*told) bool) {
	s.progress.stage("looking for the next step")
	for {
		step, end := e.story.Next(s.ctx)
		if e.end = end; step == nil {
			return
		}
		t := &told{StoryStep: step, number: len(e.steps) + 1}
		e.steps = append(e.steps, t)
		if e.confirm(s, t); e.fault != nil || !f(t) {
			return
		}
	}
}

// confirm asks engine sat whether a step follows from its reasons, if that is wanted.
func (e *explanation) confirm(s *session, t *told) {
	if !e.twice {
		return
	}
	follows, known := e.x.ConfirmStep(s.ctx, sat.New(), t.Chain.Units(), t.Chain.Since(), t.Facts)
	t.checked = follows
	if known && !follows {
		e.fault = &solve.Fault{Kind: solve.Unfounded, Engine: "native", Against: "sat"}
	}
}

// mistake finds out why there is no solution, if there is none.
func (e *explanation) mistake(s *session) {
	if e.end == explain.Contradicted {
		e.mistaken = e.x.Mistake(s.ctx, e.begin)
	}
}

// hasStep is an error if the step that is wanted alone was not made.
func (e *explanation) hasStep() error {
	if e.only < 0 || e.only > len(e.steps) {
		return mistakef("--step %d: there are %s", e.only, plural(len(e.steps), "step"))
	}
	return nil
}

// status is how an explanation ends, as solving would.
func (e *explanation) status(s *session) exitStatus {
	switch {
	case e.fault != nil:
		return s.disagree(e.request, &outcome{spec: e.request.spec, problem: e.problem, report: &solve.Report{Fault: e.fault}})
	case e.end == explain.GivenUp:
		s.note("%s", s.stopReason())
		return statusLimit
	case e.end == explain.Contradicted:
		return statusFalse
	}
	return statusTrue
}

// explanation is what is told of one problem.
type explanation struct {
	puzzle  string
	request *request
	problem *solve.Problem
	x       *explain.Explainer
	story   *explain.Story
	begin   []model.Fact // what was known at the beginning
	show    bool         // boards are drawn
	verbose bool
	twice   bool
	only    int // the number of the step that is shown alone; 0 for all
	steps   []*told
	end     explain.End
	// why is true if something was asked about: goal is what is known of it, and open of how many variables nothing is.
	why  bool
	goal []model.Fact
	open int
	// mistaken is why there is no solution; nil if that is not known or there is one.
	mistaken *explain.Mistake
	// fault is a disagreement about a step; nil if there is none.
	fault *solve.Fault
}

// told is a step with its number.
type told struct {
	*explain.StoryStep
	number  int
	checked bool // engine sat agrees
}

// after is how many facts are written after a step.
func (t *told) after() int {
	if t.Note {
		return t.Known
	}
	return t.Known + len(t.Facts)
}

// explained is the request for a puzzle that is to be explained.
func (s *session) explained(args onePuzzleArgs, seed seed, from fromFlag) (*request, error) {
	s.inputTaken = from.From == "-"
	r, err := s.request(args.Spec, args.Args, seed)
	if err == nil && len(r.swept) > 0 {
		err = mistakef("an explanation is of one puzzle, not of a range of them")
	}
	return r, err
}

// explanation opens the problem that is named, with what is known of its answer.
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

// placeWord is how places are written: r3c4, p2,5, or two of them with a hyphen.
var placeWord = regexp.MustCompile(`^(r\d+c\d+|p\d+,\d+)(-(r\d+c\d+|p\d+,\d+))?$`)

// nearlyPlace is how a word begins that is meant as a place, rightly written or not.
var nearlyPlace = regexp.MustCompile(`^[rp]\d+[^=.:]*$`)

// takePlace takes the place that follows --why, if it is a word of its own, from the words of the command line.
func (c *explainCmd) takePlace() string {
	if find, place, ok := strings.Cut(c.Why, " "); ok {
		c.Why = find
		return place
	}
	i := slices.IndexFunc(c.Args, placeWord.MatchString)
	if last := len(c.Args) - 1; i < 0 && last > 0 && nearlyPlace.MatchString(c.Args[last]) {
		i = last // the instance is named already
	}
	if c.Why != "" && i >= 0 {
		place := c.Args[i]
		c.Args = slices.Delete(slices.Clone(c.Args), i, i+1)
		return place
	}
	return ""
}

// asked are the variables that say what a find has at a place. For edges they are those at the
// place.
func (e *explanation) asked(find, place string) []model.VarID {
	var exact, near []model.VarID
	for v := range e.problem.Model.Vars {
		m, ok := e.x.Meaning(model.VarID(v))
		if !ok || e.x.Find(model.VarID(v)) != find {
			continue
		}
		k := m.Member
		if k == nil {
			k = m.Key
		}
		switch {
		case place == "" && k == nil, k != nil && spells(k, place):
			exact = append(exact, model.VarID(v))
		}
	}
	if len(exact) > 0 {
		return exact
	}
	at, onBoard := spotNamed(place)
	for v := range e.problem.Model.Vars {
		m, ok := e.x.Meaning(model.VarID(v))
		if !ok || !onBoard || e.x.Find(model.VarID(v)) != find || m.Member == nil {
			continue
		}
		if side, _, ok := value.SpotOf(m.Member); ok && abs(side.Y-at.Y)+abs(side.X-at.X) == 1 {
			near = append(near, model.VarID(v))
		}
	}
	return near
}

// spotNamed is where a cell of that name lies. ok is false for other words.
func spotNamed(word string) (value.Spot, bool) {
	var row, col int
	n, _ := fmt.Sscanf(word, "r%dc%d", &row, &col)
	return value.Spot{Y: 2*row - 1, X: 2*col - 1}, n == 2
}

func abs(n int) int { return max(n, -n) }

// spells reports whether a word is a key, or an edge with its ends in either order.
func spells(k value.Value, word string) bool {
	if value.String(k) == word {
		return true
	}
	e, ok := k.(value.Edge)
	return ok && !e.Directed && value.String(e.B)+"-"+value.String(e.A) == word
}

// tellWhy tells the steps that lead to what a find has at a place, and only those.
func (s *session) tellWhy(e *explanation, to printer, find, place string) error {
	wanted := e.asked(find, place)
	if len(wanted) == 0 {
		var names []string
		for _, f := range e.problem.Model.Finds {
			names = append(names, f.Name)
		}
		if !slices.Contains(names, find) {
			return mistakef("there is no find `%s`; there is %s", shorten(find), strings.Join(names, ", "))
		}
		return mistakef("`%s` has nothing at %q: a place is written as in --why %s r3c4", find, shorten(place), find)
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
		e.walk(s, func(t *told) bool {
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
		to.show(&shownStep{e, t})
	}
	return e.finish(s, to)
}

// need keeps only the steps on which what was asked about rests.
func (e *explanation) need() {
	needed := map[model.Fact]bool{}
	for _, f := range e.goal {
		needed[f] = true
	}
	var out []*told
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
