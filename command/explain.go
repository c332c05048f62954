package command

import (
	"nazo/engine"
	"nazo/explain"
	"nazo/native"
	"nazo/sat"
	"nazo/solve"
)

// explainCmd tells the way to the solution in steps.
type explainCmd struct {
	onePuzzleArgs
	fromFlag
	Why      string `placeholder:"FIND" help:"Tell only the steps that lead to what this find has at a place, named after it: --why loop r3c4."`
	Time     period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	Seed     seed   `placeholder:"N" help:"Shuffle what is shuffled by this seed."`
	Smallest bool   `help:"Take larger steps of as few rule instances as there can be, and say of each whether that is proved."`
	Step     amount `placeholder:"N" help:"Show this step alone, with the board after it."`
	explainFlags
	memoryFlag
}

// explainFlags say how explanations are shown.
type explainFlags struct {
	Format string `enum:"text,svg,json" default:"text" help:"text, svg (a board with what is new and what is used) or json."`
	Show   bool   `help:"Draw the board, with marks, after each larger step, or with a hint; on a terminal it is drawn anyway."`
	colorFlag
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
		to.step(e, t)
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
	to.explained(e)
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

// explanation is what is told of one problem.
type explanation struct {
	puzzle  string
	request *request
	problem *solve.Problem
	x       *explain.Explainer
	state   *explain.State
	show    bool // boards are drawn
	only    int  // the number of the step that is shown alone; 0 for all
	begin   int  // how many facts were known at the beginning
	steps   []told
	easy    []told // of the steps those that the paragraph at hand has so far
	end     explain.End
	// why is true if something was asked about: goal is what is known of it, and open of how many variables nothing is.
	why  bool
	goal []engine.Fact
	open int
	// direct has for what is known of it, fact by fact, the units from which it follows at once, if these are fewer than the steps take.
	direct [][]int32
	// wrong and conflict are what can't be, facts and units, if there is no solution.
	wrong    []engine.Fact
	conflict []int32
	legend   string // that was told; "" before
	// fault is a disagreement about a step; nil if there is none.
	fault *solve.Fault
}

// told is a step with what is said of it.
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

// told finds out what is to be said of a step that has just been made.
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
