// Package compose makes puzzles for a spec: it finds which clues of an instance can go ([Minimize], [Least]), and new instances with
// exactly one solution ([Make]), and what to add or change where there are several or none ([Correct]).
//
// It knows no puzzle. The parts of the givens, the clue of each cell and the like (givens.Part), stand as variables of one model
// (compile.Options.Seek), so that one search which learns (engine.Inquiry) answers with which of them there is one solution only. Where
// a spec's givens shape the board so that this can't be, each candidate is compiled by itself.
package compose

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// Order says which instances are to be made.
type Order struct {
	Spec *check.Spec
	// Models are instances by which new ones are shaped: how large each given is beside the board, how much is printed, how large rooms
	// are. Input has the values that are the same in all new instances.
	Models  []instance.Input
	Input   instance.Input
	Size    Size
	Options compile.Options
	// Symmetry is that of the places of clues.
	Symmetry Symmetry
	// Fewest and Most bound the number of clues; 0 is no bound. Without a bound below, no clue can go.
	Fewest, Most int
	// Rate, if not nil, says how hard an instance is, or why that is not known. Where Hardest is not 0 the number must lie between
	// Easiest and Hardest.
	Rate             func(ctx context.Context, p *solve.Problem) (rating float64, unrated string, err error)
	Easiest, Hardest float64
	Seed             int64
	// Engine searches; Team counts the solutions of what was made once more.
	Engine model.Engine
	Team   solve.Team
	// Tries is how many instances are begun for each that is asked for.
	Tries int
}

// Made is a new instance.
type Made struct {
	Problem  *solve.Problem
	Solution *judge.Answer
	Clues    int
	Rating   float64 // if it was asked for, and Unrated is empty
	Unrated  string
	// Irreducible says that no clue can go, Tries how many instances were begun.
	Irreducible bool
	Tries       int
}

// Errors of orders that can't be met.
var (
	ErrNothingPrinted = errors.New("nothing that is given could be chosen by an author: no value of a grid, list or set has a type that lists what it may be")
	ErrNoBoard        = errors.New("nothing that is given is a grid, so rows and cols say nothing")
	ErrSize           = fmt.Errorf("a board has 1 to %d rows and columns", MostSide)
	ErrRefused        = errors.New("no such instance can be made")
)

// Maker makes instances. It may be used by several goroutines at once.
type Maker struct {
	order  Order
	models *models
	way    way
}

// way is how instances of a spec come about.
type way struct {
	// shaping are the givens whose clues shape what is to be found: for these a pattern is drawn before what stands in it is asked for.
	shaping map[string]bool
	// labelled are those of them in which the pattern is of labels, as walls, and numbers stand anywhere else.
	labelled map[string]bool
	// wide says that clues decide which values finds may have, so that much is possible as long as they are sought.
	wide bool
	// guessing says that clues can't be asked for at all, and are drawn.
	guessing bool
}

// NewMaker finds out how instances of a spec can be made. The error is a list of diagnostics, ErrNothingPrinted, ErrNoBoard or ErrRefused with the reason, or that of ctx.
func NewMaker(ctx context.Context, o Order) (*Maker, error) {
	m := &Maker{order: o, models: readModels(ctx, o.Spec, o.Models, o.Options)}
	d, err := m.blank(ctx, rand.New(rand.NewPCG(0, 0)))
	if err != nil {
		return nil, err
	}
	all := m.choices(d)
	if !slices.ContainsFunc(all, func(values []value.Value) bool { return len(values) > 1 }) && !words(d) {
		return nil, ErrNothingPrinted
	}
	if o.Size != (Size{}) && !slices.ContainsFunc(slices.Collect(maps.Values(d.Input.Values)), func(v value.Value) bool { return boardOf(v) != nil }) {
		return nil, fmt.Errorf("%w: %s", ErrNoBoard, sizes(d))
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
	for name := range d.shaping(strictly) { // of labels alone, as walls are, or of many
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

// refused is ErrRefused where a rule of the spec forbids each blank instance, whatever is printed: one about its size, say. What is drawn of
// a blank instance differs from one to the next, so that several are looked at.
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

// sizes says what the size of an instance without a grid is: numbers that are given, or how long lists are.
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

// blank is an instance with nothing printed.
func (m *Maker) blank(ctx context.Context, random *rand.Rand) (*Draft, error) {
	d, problems := m.models.blank(ctx, m.order.Input, m.order.Size, m.order.Options, random)
	if problems.HasErrors() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, problems
	}
	return d, nil
}

// Bounds of the work on one candidate: on compiling it, and in conflicts of a search.
const (
	mostNodes  = 3_000_000
	mostWork   = 30_000_000
	mostEffort = 20_000
	// mostSearched is for a first solution, mostWandering for one with values that were drawn.
	mostSearched  = 20_000
	mostWandering = 200
	// mostNearby is for a solution like that of another board, which may differ so far from where the boards do.
	mostNearby  = 20
	mostChanged = 1
	mostGuesses = 4
	// mostDrawn is how many boards are drawn, with the best of which a search begins; one with so few open variables is good enough.
	mostDrawn = 16
	fewOpen   = 4
)

func (m *Maker) sheet(ctx context.Context, d *Draft, values [][]value.Value) (*sheet, *diag.List) {
	bounded := *d
	bounded.Options.MaxNodes, bounded.Options.MaxWork, bounded.Options.SeekShape = mostNodes, mostWork, true
	s, problems := bounded.sheet(ctx, func(i int) []value.Value { return values[i] })
	if s != nil && m.order.Symmetry != NoSymmetry && m.order.Symmetry != "" {
		s.tie(d, m.order.Symmetry, values)
	}
	return s, problems
}

// try begins an instance; it is nil if nothing came of it.
func (m *Maker) try(ctx context.Context, number, try int, met *tally) (*Made, error) {
	random := rand.New(rand.NewPCG(uint64(m.order.Seed), uint64(number)<<32+uint64(try)))
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

// begin draws what is drawn of a board, and looks for clues that fit a solution of it. Where clues can't be asked for they are drawn, too. It is
// nil if nothing came of it.
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

// finish takes clues away until none can go or enough are gone, and has the team count the solutions; nil if there are several, or
// the instance is not what was ordered.
func (m *Maker) finish(ctx context.Context, d *Draft, values []value.Value, met *tally, random *rand.Rand) (*Made, error) {
	o := m.order
	full, err := d.redraft(ctx, values)
	if err != nil {
		return nil, err
	}
	r := Request{Draft: full, Engine: o.Engine, Keep: o.Symmetry, Seed: random.Int64(), Effort: mostEffort, AtLeast: o.Fewest}
	if o.Most > o.Fewest {
		r.AtLeast += random.IntN(o.Most - o.Fewest + 1)
	}
	if o.Fewest == 0 {
		r.AtLeast = 0
	}
	kept, err := Minimize(ctx, r)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, ErrNoClues):
		kept = &Kept{Values: values}
	case err != nil, kept.After < o.Fewest, o.Most > 0 && kept.After > o.Most:
		return nil, nil
	}
	all := m.choices(d)
	if !d.symmetric(o.Symmetry, kept.Values, func(i int) bool { return len(all[i]) > 1 || m.models.joined(d.Parts[i].Given) }) {
		return nil, nil
	}
	last, err := d.redraft(ctx, kept.Values)
	if err != nil {
		return nil, err
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
	made := &Made{Problem: p, Solution: report.Answers[0], Clues: kept.After, Irreducible: kept.Irreducible}
	if o.Rate != nil {
		if made.Rating, made.Unrated, err = o.Rate(ctx, p); err != nil {
			return nil, err
		}
		if o.Hardest > 0 && (made.Unrated != "" || made.Rating < o.Easiest || made.Rating > o.Hardest) {
			met.unfit(made.Rating, made.Unrated == "")
			return nil, nil
		}
	}
	return made, nil
}

// redraft is the draft with other values of its parts.
func (d *Draft) redraft(ctx context.Context, values []value.Value) (*Draft, error) {
	gs, problems := d.With(ctx, values)
	if problems.HasErrors() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, problems
	}
	out := *d
	out.Input, out.Parts = instance.Known(gs), slices.Clone(d.Parts)
	for i := range out.Parts {
		out.Parts[i].Value = values[i]
	}
	return &out, nil
}

// ErrTries says that what was ordered was not met.
var ErrTries = errors.New("none of the instances that were tried has exactly one solution and what else is asked for")

// Unmade is the error of an instance that was not made, with what was met on the way.
type Unmade struct {
	Err error // ErrTries, or that of the context
	// Tried is how many instances were begun. So many came out with exactly one solution, but were not as hard as was asked for; those that
	// could be rated, if any, were rated Lowest to Highest.
	Tried, Unfit, Rated int
	Lowest, Highest     float64
}

// Unwrap is why no more were tried.
func (u *Unmade) Unwrap() error { return u.Err }

// Error says that, and what was met.
func (u *Unmade) Error() string { return u.Err.Error() + ": " + u.Met() }

// Met says how many were tried, and which ratings were met: "500 tried, 18 of them with exactly one solution, rated 3.5 to 3.7".
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
	return text
}

// tally counts what comes of the tries for one instance, which may go on side by side.
type tally struct {
	sync.Mutex
	met Unmade
}

func (t *tally) begin() {
	t.Lock()
	defer t.Unlock()
	t.met.Tried++
}

// unfit notes an instance that is not as hard as was asked for.
func (t *tally) unfit(rating float64, rated bool) {
	t.Lock()
	defer t.Unlock()
	u := &t.met
	u.Unfit++
	if !rated {
		return
	}
	if u.Rated++; u.Rated == 1 {
		u.Lowest, u.Highest = rating, rating
	}
	u.Lowest, u.Highest = min(u.Lowest, rating), max(u.Highest, rating)
}

// unmade is the error for the instance.
func (t *tally) unmade(err error) error {
	t.Lock()
	defer t.Unlock()
	u := t.met
	u.Err = err
	return &u
}

// ahead is how many instances for each worker may wait for an earlier one.
const ahead = 16

// All makes the instances with the numbers from begin on, those before end, in the order of their numbers, on so many cores. Each comes
// when it and those before it are made; after an error nothing does.
func (m *Maker) All(ctx context.Context, begin, end, cores int) iter.Seq2[*Made, error] {
	return func(yield func(*Made, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		workers := min(end-begin, max(1, cores))
		if workers <= 0 {
			return
		}
		each := max(1, cores/workers)
		type task struct {
			number int
			done   chan result
		}
		tasks, inOrder := make(chan task), make(chan task, ahead*workers)
		for range workers {
			go func() {
				for t := range tasks {
					made, err := m.Make(ctx, t.number, each)
					t.done <- result{made, err}
				}
			}()
		}
		go func() {
			defer close(tasks)
			for i := begin; i < end; i++ {
				t := task{i, make(chan result, 1)}
				select {
				case inOrder <- t:
				case <-ctx.Done():
					return
				}
				select {
				case tasks <- t:
				case <-ctx.Done():
					t.done <- result{nil, ctx.Err()}
					return
				}
			}
		}()
		for range end - begin {
			var r result
			select {
			case t := <-inOrder: // what is made counts, even if ctx has ended
				r = <-t.done
			default:
				select {
				case t := <-inOrder:
					r = <-t.done
				case <-ctx.Done():
					r.err = ctx.Err()
				}
			}
			if !yield(r.made, r.err) || r.err != nil {
				return
			}
		}
	}
}

type result struct {
	made *Made
	err  error
}

// Make makes the instance with a number: the same for the same order, whatever else is made and on however many cores tries go on side
// by side. The error is an [Unmade] with ErrTries or that
// of ctx, or says what went wrong.
func (m *Maker) Make(ctx context.Context, number, cores int) (*Made, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	tries, cores := max(1, m.order.Tries), max(1, cores)
	under := make([]chan result, 0, cores) // the tries that are on their way, the first first
	begun := 0
	met := &tally{}
	for done := range tries {
		for (begun == 0 || done > 0 && len(under) < cores) && begun < tries { // the first is often enough
			c := make(chan result, 1)
			under = append(under, c)
			met.begin()
			go func(try int) {
				made, err := m.try(ctx, number, try, met)
				c <- result{made, err}
			}(begun)
			begun++
		}
		r := <-under[0]
		under = under[1:]
		if r.err != nil && ctx.Err() != nil {
			return nil, met.unmade(ctx.Err())
		}
		if r.err != nil {
			return nil, r.err
		}
		if r.made != nil {
			r.made.Tries = done + 1
			return r.made, nil
		}
	}
	return nil, met.unmade(ErrTries)
}
