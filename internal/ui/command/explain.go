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
	Why      string
	Time     period
	Seed     seed
	Smallest bool
	Step     amount
}

// Declare implements [Declarer].
func (c *explainCmd) Declare(v *Verb) {
	v.Include(&c.onePuzzleArgs, &c.fromFlag)
	v.Flag(&c.Why, "why", "FIND", "Tell only the steps that lead to what this find has at a place, named after it: --why loop r3c4.")
	v.Flag(&c.Time, "time", "DURATION", "Stop after this time, such as 10s (default: no limit).")
	v.Flag(&c.Seed, "seed", "N", "Shuffle what is shuffled by this seed.")
	v.Flag(&c.Smallest, "smallest", "", "Take larger steps of as few rule instances as there can be, and say of each whether that is proved.")
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
	v.Flag(&f.Show, "show", "", "Draw the board, with marks, after each larger step, or with a hint; on a terminal it is drawn anyway.")
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
	if c.Smallest {
		e.x.Effort.Proof = proofEffort
	}
	e.show, e.only = c.Show || s.outTerminal, int(c.Step)
	if c.Why != "" {
		return s.tellWhy(e, to, c.Why, place)
	}
	s.progress.stage("looking for the next step")
	e.end, _ = e.x.Way(s.ctx, e.state, func(step explain.Step) bool {
		t := e.told(s, step)
		if e.fault != nil {
			return false
		}
		e.steps = append(e.steps, t)
		to.show(&shownStep{e, t})
		return s.flush() == nil
	})
	if e.fault != nil {
		return e.status(s)
	}
	if e.end == explain.Contradicted {
		e.wrong, e.conflict, _ = e.x.Mistake(s.ctx, e.state.Facts)
	}
	s.answered()
	s.warn()
	if err := e.hasStep(); err != nil {
		return err
	}
	to.print(&explained{explanation: e})
	return e.status(s)
}

// proofEffort is how many conflicts a refutation may meet where a step is proved to be the smallest.
const proofEffort = 3_000

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

// explanation is the explanation of one problem.
type explanation struct {
	puzzle  string
	request *request
	problem *solve.Problem
	x       *explain.Explainer
	state   *explain.State
	show    bool // boards are drawn
	only    int  // the number of the only step to show; 0 for all
	begin   int  // how many facts were known at the beginning
	steps   []told
	easy    []told // of the steps those that the paragraph at hand has so far
	end     explain.End
	// why is true for --why. Then goal has what is known of the place, and open counts its
	// variables of which nothing is known.
	why  bool
	goal []model.Fact
	open int
	// direct has, fact by fact, the units from which the fact follows at once, if these are fewer
	// than the steps take.
	direct [][]int32
	// wrong and conflict are what can't be, facts and units, if there is no solution.
	wrong    []model.Fact
	conflict []int32
	legend   string // the one told before, or ""
	// fault is a disagreement about a step; nil if there is none.
	fault *solve.Fault
}

// told is a step with the sentences that tell it.
type told struct {
	explain.Told
	number int
	known  int // how many facts were known before
	after  int // and after it
}

// units are those that are told.
func (t told) units() []int32 {
	if t.Closer == nil {
		return t.Units
	}
	return t.Closer
}

// easy reports whether a step takes one rule instance.
func (t told) easy() bool { return t.Size() == 1 }

// told makes the sentences for a step that was just made.
func (e *explanation) told(s *session, step explain.Step) told {
	t := e.made(step)
	e.reason(s, &t, false)
	return t
}

// made is a step that has just been made, of which nothing else is said.
func (e *explanation) made(step explain.Step) told {
	return told{Told: explain.Told{Step: step}, number: len(e.steps) + 1, known: len(e.state.Facts) - len(step.New), after: len(e.state.Facts)}
}

// reason finds out from which units a step's new facts follow and, with since of any step, on what known facts that rests.
func (e *explanation) reason(s *session, t *told, since bool) {
	t.Told = e.x.Tell(s.ctx, sat.New(), e.state.Facts[:t.known], t.Step, t.New, since)
	if t.Refuted {
		e.fault = &solve.Fault{Kind: solve.Unfounded, Engine: "native", Against: "sat"}
	}
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
	e.state = e.x.Begin(known...)
	e.begin = len(e.state.Facts)
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
	s.progress.stage("looking for the reason")
	target := map[model.VarID]bool{}
	for _, v := range wanted {
		target[v] = true
	}
	left := len(target)
	var goal []model.Fact
	note := func(facts []model.Fact) {
		for _, f := range facts {
			if target[f.Var] && f.Is {
				goal = append(goal, f)
				left--
			}
		}
	}
	note(e.state.Facts)
	if left > 0 {
		e.end, _ = e.x.Way(s.ctx, e.state, func(step explain.Step) bool {
			e.steps = append(e.steps, e.made(step))
			note(step.New)
			return left > 0
		})
	}
	if left == 0 {
		e.end = explain.Solved
	}
	if e.end == explain.Contradicted {
		e.wrong, e.conflict, _ = e.x.Mistake(s.ctx, e.state.Facts)
	}
	if e.need(s, goal); e.fault != nil {
		return e.status(s)
	}
	e.atOnce(s, goal)
	s.answered()
	s.warn()
	e.why, e.goal, e.open = true, goal, left
	if err := e.hasStep(); err != nil {
		return err
	}
	for i := range e.steps {
		e.steps[i].number = i + 1
		to.show(&shownStep{e, e.steps[i]})
	}
	to.print(&explained{explanation: e})
	return e.status(s)
}

// mostAtOnce is for how many facts reasons that lead there at once are looked for.
const mostAtOnce = 4

// atOnce looks for reasons that are shorter than the steps are together.
func (e *explanation) atOnce(s *session, goal []model.Fact) {
	taken := 0
	for _, t := range e.steps {
		taken += t.Size()
	}
	if len(e.steps) < 2 || len(goal) > mostAtOnce {
		return
	}
	for _, f := range goal {
		units, ok := e.x.Reason(s.ctx, e.state.Facts[:e.begin], f)
		if !ok || len(units) >= taken {
			units = nil
		}
		e.direct = append(e.direct, units)
	}
}

// need keeps only the steps on which some facts rest, and of their findings only what is needed.
// Each keeps its reasons.
func (e *explanation) need(s *session, goal []model.Fact) {
	needed := map[model.Fact]bool{}
	for _, f := range goal {
		needed[f] = true
	}
	var out []told
	for _, t := range slices.Backward(e.steps) {
		found := slices.DeleteFunc(slices.Clone(t.New), func(f model.Fact) bool { return !needed[f] })
		if len(found) == 0 {
			continue
		}
		t.New, t.Main = found, found[0]
		e.reason(s, &t, true)
		for _, g := range t.Since {
			needed[g] = true
		}
		out = append(out, t)
	}
	slices.Reverse(out)
	e.steps = out
}
