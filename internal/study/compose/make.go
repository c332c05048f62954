// Package compose makes puzzles for a spec. It finds which clues of an instance are superfluous ([Minimize], [Least]),
// makes new instances with exactly one solution ([Make]), and corrects those with several or none ([Correct]).
//
// It knows no puzzle. The parts of the givens (instance.Part), such as the clue of each cell, are variables of one
// model (compile.Options.Seek). One learning search (model.Inquiry) finds values with which there is exactly one
// solution. If a spec's givens shape the board so that this is impossible, each candidate is compiled by itself.
package compose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
)

// Order says which instances to make.
type Order struct {
	Spec *check.Spec
	// Models are instances that new ones resemble in sizes and number of clues. Input has values that all share.
	Models []instance.Input
	Input  instance.Input
	Size   Size
	// Drawn, if not nil, is a board to complete: what is printed on it stays. With Keep, these givens stay as they are
	// on it, or else on the first model, and all others are made.
	Drawn   *instance.Input
	Keep    []string
	Options compile.Options
	// Symmetry is that of the places of clues.
	Symmetry Symmetry
	// Fewest and Most bound the number of clues; 0 is no bound. Without Fewest, no clue can go.
	Fewest, Most int
	// Rate, if not nil, grades an instance. With Hardest, the rating must lie between Easiest and Hardest. The way
	// to the solution must need all techniques of Needs.
	Rate             func(ctx context.Context, p *solve.Problem) (Grade, error)
	Easiest, Hardest float64
	Needs            []string
	Seed             int64
	// Engine searches. Team counts the solutions of the result again.
	Engine model.Engine
	Team   solve.Team
	// Tries bounds the instances begun for each one that is made.
	Tries int
}

// Grade says how hard an instance is, or why that is not known, and which techniques its way needs.
type Grade struct {
	Rating     float64 // if Unrated is empty
	Unrated    string
	Techniques []string
}

// mostRated bounds the work of rating a new instance that is taken whatever its rating is.
const mostRated = 1_500_000

// Grading returns a function for [Order.Rate]. If no grade is asked for, it gives up on what takes long to rate.
func Grading(e model.Engine, asked bool) func(context.Context, *solve.Problem) (Grade, error) {
	effort := explain.Usual()
	if effort.Work = mostRated; asked {
		effort.Work = 0
	}
	return func(ctx context.Context, p *solve.Problem) (Grade, error) {
		rating, err := explain.Rate(ctx, p.Problem, e, effort)
		switch {
		case ctx.Err() != nil:
			return Grade{}, ctx.Err()
		case err != nil:
			return Grade{Unrated: err.Error()}, nil
		case rating.End != explain.Solved:
			return Grade{Unrated: "the way to the solution takes long to find; nazo rate looks for it"}, nil
		}
		return Grade{Rating: rating.Number, Techniques: rating.Techniques}, nil
	}
}

// meets reports whether a grade is as ordered.
func (g *Grade) meets(o *Order) bool {
	lacks := func(technique string) bool { return !slices.Contains(g.Techniques, technique) }
	inRange := o.Hardest == 0 || g.Unrated == "" && o.Easiest <= g.Rating && g.Rating <= o.Hardest
	return inRange && !slices.ContainsFunc(o.Needs, lacks)
}

// Made is a new instance.
type Made struct {
	Problem  *solve.Problem
	Solution *judge.Answer
	Clues    int
	Grade    // if there is Order.Rate
	// Irreducible means that no clue can go. Tries is the number of instances begun.
	Irreducible bool
	Tries       int
}

// Errors of orders that can't be met.
var (
	ErrNothingPrinted = errors.New("nothing that is given could be chosen by an author: no value of a grid, list or set has a type that lists what it may be")
	ErrAllKept        = errors.New("nothing is left to make: all that could be printed has to stay as it is")
	ErrNoBoard        = errors.New("nothing that is given is a grid, so rows and cols say nothing")
	ErrSize           = fmt.Errorf("a board has 1 to %d rows and columns", MostSide)
	ErrRefused        = errors.New("no such instance can be made")
)

// Maker makes instances. It is safe for concurrent use.
type Maker struct {
	order  Order
	models *models
	way    way
	kept   *kept    // nil if nothing has to stay
	drawn  *drawing // nil if the spec does not say how boards are drawn
}

// way is how instances of a spec are made.
type way struct {
	// shaping are the givens whose clues shape what is to be found. Their pattern is drawn before values are sought.
	shaping map[string]bool
	// labelled are those of them whose pattern is of labels, as walls. Numbers may stand anywhere else.
	labelled map[string]bool
	// wide means that clues decide the domains of finds, which are large while clues are sought.
	wide bool
	// guessing means that clues can't be sought, and are drawn.
	guessing bool
}

// NewMaker finds out how instances of a spec can be made. The error is a list of diagnostics, ErrNothingPrinted,
// ErrNoBoard, ErrSquare, ErrRefused with its reason, or that of ctx.
func NewMaker(ctx context.Context, o Order) (*Maker, error) {
	m := &Maker{order: o, models: readModels(ctx, o.Spec, o.Models, o.Options)}
	if err := m.keep(ctx); err != nil {
		return nil, err
	}
	d, err := m.blank(ctx, rand.New(rand.NewPCG(0, 0)))
	if err != nil {
		return nil, err
	}
	if o.Size != (Size{}) && d.board() == nil && m.models.built == nil {
		return nil, fmt.Errorf("%w: %s", ErrNoBoard, sizes(d))
	}
	if !m.models.fits(o.Size) {
		return nil, ErrSquare
	}
	if m.drawn, err = m.newDrawing(ctx, d); m.drawn != nil || err != nil {
		if err == nil {
			m.way.shaping = m.drawn.printed
		}
		return m, err
	}
	all := m.choices(d)
	if err := m.fits(ctx, d, all); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(all, func(values []value.Value) bool { return len(values) > 1 }) && (m.kept != nil || !words(d)) {
		if m.kept != nil {
			return nil, ErrAllKept
		}
		return nil, ErrNothingPrinted
	}
	possible := func(shaping map[string]bool) bool {
		s, _ := m.sheet(ctx, d, m.pattern(d, all, shaping, rand.New(rand.NewPCG(0, 0))))
		return s != nil
	}
	strictly := func(shaping map[string]bool) bool {
		s, _ := d.sheet(ctx, func(i int) []value.Value {
			if shaping[d.Parts[i].Given] {
				return all[i][:1]
			}
			return all[i]
		})
		return s != nil
	}
	m.way.shaping = map[string]bool{}
	if m.way.wide = !strictly(m.way.shaping); m.way.wide {
		if err := m.refused(ctx, d, all); err != nil {
			return nil, err
		}
	}
	for name := range d.shaping(strictly) { // givens of labels alone, as walls are, or of many
		if u := m.usageOf(name); u.most == 0 && u.labels > 0 {
			m.way.shaping[name] = true
		}
	}
	for name := range d.names() {
		if m.mixed(name) {
			m.way.shaping[name] = true
		}
	}
	if len(m.way.shaping) > 0 {
		m.way.labelled = m.way.shaping
		narrow := m.pattern(d, all, m.way.shaping, rand.New(rand.NewPCG(0, 0)))
		if s, _ := d.sheet(ctx, func(i int) []value.Value { return narrow[i] }); s == nil {
			m.way.labelled = nil
		}
	}
	if possible(m.way.shaping) {
		return m, nil
	}
	m.way.labelled = nil
	m.way.shaping = d.shaping(possible)
	if !possible(m.way.shaping) {
		m.way.shaping = d.names()
		m.way.guessing = !possible(m.way.shaping)
	}
	return m, ctx.Err()
}

// Blindly returns the givens whose clues are drawn blindly, since they shape what is to be found and no make statement says
// how boards are drawn. It returns nil if there are none, or boards can't be made.
func Blindly(ctx context.Context, spec *check.Spec, like instance.Input, o compile.Options) []string {
	m, err := NewMaker(ctx, Order{Spec: spec, Models: []instance.Input{like}, Options: o})
	if err != nil || m.drawn != nil {
		return nil
	}
	var out []string
	for name := range m.way.shaping {
		if !m.way.labelled[name] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// refused returns ErrRefused if a rule of the spec forbids each of several blank instances, for example by its size.
func (m *Maker) refused(ctx context.Context, d *Draft, all [][]value.Value) error {
	var first *diag.Diagnostic
	random := rand.New(rand.NewPCG(uint64(m.order.Seed), 0x72656675736564))
	for range mostDrawn {
		_, problems := m.sheet(ctx, d, all)
		i := slices.IndexFunc(problems.All(), func(p *diag.Diagnostic) bool { return p.Code == "rule-false" })
		if i < 0 || first != nil && problems.All()[i].Span != first.Span {
			return nil
		}
		first = problems.All()[i]
		next, err := m.blank(ctx, random)
		if err != nil {
			return err
		}
		d, all = next, m.choices(next)
	}
	return fmt.Errorf("%w: %s, whatever is printed", ErrRefused, first.Message)
}

// sizes says what decides the size of an instance without a grid.
func sizes(d *Draft) string {
	var lists []string
	for _, g := range d.Spec.Givens {
		for _, part := range g.Stmt.Parts {
			name := part.Name.Text
			switch v := d.Input.Values[name].(type) {
			case value.Int:
				return fmt.Sprintf("its size is another given, such as %s=%d", name, v)
			case value.List:
				lists = append(lists, name)
			}
		}
	}
	if len(lists) == 0 {
		return "its size is that of the instance behind --like"
	}
	return fmt.Sprintf("its size is how long %s are, as in the instance behind --like", strings.Join(lists, " and "))
}

// blank returns an instance with nothing printed.
func (m *Maker) blank(ctx context.Context, random *rand.Rand) (*Draft, error) {
	d, problems := m.models.blank(ctx, m.kept.input(m.order.Input), m.order.Size, m.order.Options, random)
	if problems.HasErrors() {
		return nil, cmp.Or(ctx.Err(), error(problems))
	}
	return d, nil
}

// Bounds of the work on one candidate.
const (
	mostNodes  = 3_000_000  // of compiling
	mostWork   = 30_000_000 // of compiling
	mostEffort = 20_000     // conflicts of a search
	// mostRemoval bounds conflicts of a proof that a clue can go. Players would miss what takes more.
	mostRemoval = 200
	// Conflicts of a search for a first solution, and for one with wished values.
	mostSearched  = 20_000
	mostWandering = 200
	// mostNearby bounds conflicts of a search for a solution like that of another board. It may differ up to
	// mostChanged from where the boards differ.
	mostNearby  = 20
	mostChanged = 1
	mostGuesses = 4
	// mostDrawn boards are drawn, and a search begins with the best. One with fewOpen open variables is good enough.
	mostDrawn = 16
	fewOpen   = 4
)

func (m *Maker) sheet(ctx context.Context, d *Draft, values [][]value.Value) (*sheet, *diag.List) {
	bounded := *d
	bounded.Options.MaxNodes, bounded.Options.MaxWork = cmp.Or(d.Options.MaxNodes, mostNodes), cmp.Or(d.Options.MaxWork, mostWork)
	bounded.Options.SeekShape = true
	s, problems := bounded.sheet(ctx, func(i int) []value.Value { return values[i] })
	if s != nil && m.order.Symmetry != NoSymmetry && m.order.Symmetry != "" {
		s.tie(d, m.order.Symmetry, values)
	}
	return s, problems
}

// try tries to make an instance. It returns nil if that fails.
func (m *Maker) try(ctx context.Context, number, try int, met *tally) (*Made, error) {
	random := rand.New(rand.NewPCG(uint64(m.order.Seed), uint64(number)<<32+uint64(try)))
	if m.drawn != nil {
		b, err := m.drawn.search(ctx, random)
		if b == nil || err != nil {
			return nil, err
		}
		return m.finish(ctx, b.draft, b.values, met, random)
	}
	var d *Draft
	var best *attempt
	for range mostDrawn {
		drawn, err := m.blank(ctx, random)
		if err != nil {
			return nil, err
		}
		a, err := m.begin(ctx, drawn, random)
		if err != nil {
			return nil, err
		}
		if a != nil && (best == nil || a.score() < best.score()) {
			d, best = drawn, a
		}
		if best != nil && best.score() <= fewOpen {
			break
		}
	}
	if best == nil {
		return nil, nil
	}
	values, err := m.search(ctx, d, best, m.choices(d), random)
	if values == nil || err != nil {
		return nil, err
	}
	return m.finish(ctx, d, values, met, random)
}

// begin draws the random part of a board and looks for clues that fit a solution; nil if that fails.
func (m *Maker) begin(ctx context.Context, d *Draft, random *rand.Rand) (*attempt, error) {
	choices := m.pattern(d, m.choices(d), m.way.shaping, random)
	if m.way.guessing {
		for i, c := range choices {
			k := random.IntN(len(c))
			choices[i] = c[k : k+1]
		}
	}
	return m.attempt(ctx, d, choices, nil, random)
}

// finish removes clues and has the team count the solutions; nil if there are several, or it is not as ordered.
func (m *Maker) finish(ctx context.Context, d *Draft, values []value.Value, met *tally, random *rand.Rand) (*Made, error) {
	o := m.order
	full, err := d.redraft(ctx, values)
	if err != nil {
		return nil, err
	}
	r := Request{Draft: full, Engine: o.Engine, Keep: o.Symmetry, Seed: random.Int64(), Effort: mostEffort, Removal: mostRemoval, AtLeast: o.Fewest, Only: m.removable(d), OneModel: m.drawn != nil}
	if o.Most > o.Fewest {
		r.AtLeast += random.IntN(o.Most - o.Fewest + 1)
	}
	if o.Fewest == 0 {
		r.AtLeast = 0
	}
	staying := m.staying(full, r.Only)
	r.AtLeast = max(0, r.AtLeast-staying)
	kept, err := Minimize(ctx, r)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, ErrNoClues):
		kept = &Kept{Values: values}
	case err != nil:
		return nil, nil
	}
	last, failed := d.redraft(ctx, kept.Values)
	if failed != nil {
		return nil, failed
	}
	clues := kept.After + staying
	if m.drawn != nil { // what shapes the board is printed, too
		clues = alg.Count(last.Parts, func(p instance.Part) bool { return len(noneOf(p)) > 0 })
	}
	if (err == nil || m.drawn != nil) && (clues < o.Fewest || o.Most > 0 && clues > o.Most) {
		return nil, nil
	}
	all := m.choices(d)
	chosen := func(i int) bool {
		given := d.Parts[i].Given
		return len(all[i]) > 1 || m.models.joined(given) || m.drawn.prints(given)
	}
	if !d.symmetric(o.Symmetry, kept.Values, chosen) {
		return nil, nil
	}
	p, problems := solve.Compile(ctx, last.Spec, last.Input, last.Options)
	if problems.HasErrors() {
		return nil, ctx.Err()
	}
	report := solve.Ask(ctx, p, o.Team, solve.Question{Limit: 2})
	switch {
	case report.Fault != nil:
		return nil, fmt.Errorf("engines disagree on an instance that was made: %v", report.Fault)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !report.Complete || report.Count != 1:
		return nil, nil
	}
	made := &Made{Problem: p, Solution: report.Answers[0], Clues: clues, Irreducible: kept.Irreducible}
	if o.Rate != nil {
		if made.Grade, err = o.Rate(ctx, p); err != nil {
			return nil, err
		}
		if !made.meets(&o) {
			met.unfit(&made.Grade)
			return nil, nil
		}
	}
	return made, nil
}

func (d *Draft) redraft(ctx context.Context, values []value.Value) (*Draft, error) {
	gs, problems := d.With(ctx, values)
	if problems.HasErrors() {
		return nil, cmp.Or(ctx.Err(), error(problems))
	}
	out := *d
	out.Input, out.Parts = instance.Known(gs), slices.Clone(d.Parts)
	for i := range out.Parts {
		out.Parts[i].Value = values[i]
	}
	return &out, nil
}

// ErrTries means that no try met the order.
var ErrTries = errors.New("none of the instances that were tried has exactly one solution and what else is asked for")

// Unmade is the error of an instance that was not made, with statistics of its tries.
type Unmade struct {
	Err error // ErrTries, or that of the context
	// Tried counts the instances begun. Unfit ones had exactly one solution, but not the ordered difficulty. Those
	// that could be rated were rated Lowest to Highest. With has how many of these need each technique of Needs.
	Tried, Unfit, Rated int
	Lowest, Highest     float64
	Needs               []string
	With                []int
}

// Unwrap returns why no more were tried.
func (u *Unmade) Unwrap() error { return u.Err }

// Error says that, with the statistics.
func (u *Unmade) Error() string { return u.Err.Error() + ": " + u.Met() }

// Met says how the tries ended: "500 tried, 18 of them with exactly one solution, rated 3.5 to 3.7, none with `x-wing`".
func (u *Unmade) Met() string {
	text := fmt.Sprintf("%d tried", u.Tried)
	if u.Unfit > 0 {
		text += fmt.Sprintf(", %d of them with exactly one solution", u.Unfit)
	}
	switch {
	case u.Unfit == 0:
	case u.Rated == 0:
		text += ", not rated"
	case u.Lowest == u.Highest:
		text += fmt.Sprintf(", rated %.1f", u.Lowest)
	default:
		text += fmt.Sprintf(", rated %.1f to %.1f", u.Lowest, u.Highest)
	}
	for i, name := range u.Needs {
		switch n := u.With[i]; {
		case u.Rated == 0:
		case n == 0:
			text += fmt.Sprintf(", none with `%s`", name)
		default:
			text += fmt.Sprintf(", %d with `%s`", n, name)
		}
	}
	return text
}

// tally counts the results of concurrent tries for one instance.
type tally struct {
	sync.Mutex
	met Unmade
}

func (t *tally) unfit(g *Grade) {
	t.Lock()
	defer t.Unlock()
	u := &t.met
	u.Unfit++
	if g.Unrated != "" {
		return
	}
	if u.Rated++; u.Rated == 1 {
		u.Lowest, u.Highest = g.Rating, g.Rating
	}
	u.Lowest, u.Highest = min(u.Lowest, g.Rating), max(u.Highest, g.Rating)
	for i, name := range u.Needs {
		if slices.Contains(g.Techniques, name) {
			u.With[i]++
		}
	}
}

func (t *tally) unmade(err error, tried int) error {
	t.Lock()
	defer t.Unlock()
	u := t.met
	u.Err, u.Tried, u.With = err, tried, slices.Clone(u.With) // some tries may still run
	return &u
}

// ahead bounds the instances per worker that may wait for an earlier one.
const ahead = 16

// All makes the instances numbered from begin to end-1 on some cores, and yields them in order up to an error.
func (m *Maker) All(ctx context.Context, begin, end, cores int) iter.Seq2[*Made, error] {
	return func(yield func(*Made, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		workers := min(end-begin, max(1, cores))
		if workers <= 0 {
			return
		}
		each := max(1, cores/workers)
		inOrder, running := make(chan chan result, ahead*workers), make(chan struct{}, workers)
		go func() {
			defer close(inOrder)
			for i := begin; i < end; i++ {
				done := make(chan result, 1)
				select {
				case inOrder <- done:
				case <-ctx.Done():
					return
				}
				select {
				case running <- struct{}{}:
				case <-ctx.Done():
					done <- result{nil, ctx.Err()}
					return
				}
				go func() {
					made, err := m.Make(ctx, i, each)
					done <- result{made, err}
					<-running
				}()
			}
		}()
		left := end - begin
		for done := range inOrder { // a finished instance counts even if ctx has ended
			r := <-done
			if !yield(r.made, r.err) || r.err != nil {
				return
			}
			left--
		}
		if left > 0 {
			yield(nil, ctx.Err())
		}
	}
}

type result struct {
	made *Made
	err  error
}

// Make makes the instance with a number. The result depends only on the order and the number, not on the cores for
// concurrent tries. The error is an [Unmade] with ErrTries or that of ctx, or another failure.
func (m *Maker) Make(ctx context.Context, number, cores int) (*Made, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	tries, cores := max(1, m.order.Tries), max(1, cores)
	under := make([]chan result, 0, cores) // running tries, in order
	begun := 0
	met := &tally{met: Unmade{Needs: m.order.Needs, With: make([]int, len(m.order.Needs))}}
	for done := range tries {
		for (begun == 0 || done > 0 && len(under) < cores) && begun < tries { // the first often succeeds
			c := make(chan result, 1)
			under = append(under, c)
			go func(try int) {
				made, err := m.try(ctx, number, try, met)
				c <- result{made, err}
			}(begun)
			begun++
		}
		r := <-under[0]
		under = under[1:]
		switch {
		case r.err != nil && ctx.Err() != nil:
			return nil, met.unmade(ctx.Err(), begun)
		case r.err != nil:
			return nil, r.err
		case r.made != nil:
			r.made.Tries = done + 1
			return r.made, nil
		}
	}
	return nil, met.unmade(ErrTries, begun)
}
