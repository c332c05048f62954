package explain

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"nazo/compile"
	"nazo/internal/model"
)

// Rating says how hard a problem is for people, by one way to its solution.
//
// The model is that of R. Pelánek (Difficulty rating of sudoku puzzles: an overview and evaluation, 2014, and Human problem solving: sudoku
// case study, 2011): whoever solves a puzzle takes the simplest step that there is, any of several as simple, and finds it
// the sooner the more of them are open at once. So the expected time is the sum, over the steps, of how hard each is divided by how many as
// easy were open. There, how hard a step is comes from a list of techniques; here from its size, since the size of a smallest
// set of rules tells techniques apart for any puzzle (Espasa, Gent, Hoffmann, Jefferson and Lynch, Using small MUSes to
// explain how to solve pen and paper puzzles, 2021):
//
//	Time   = Σ Weight(size, conflicts) / open
//	Number = 1 + log₁₀(1 + Time) · 4/3
//
// The unit of Time is a step of one rule instance that is the only one open. The weights and the scale are ours: see [Weight] and [Word].
type Rating struct {
	// End is how the way ended: of a problem that is not Solved only the steps up to the end are rated.
	End End
	// Steps counts the steps by size: Steps[2] took two rule instances. Steps[0] is 0.
	Steps []int
	// Largest is the size of the largest step on this way, and Unavoidable the size that some step of any way has at least: as steps of one rule
	// instance are taken until none is left, it is proved that these do not suffice; more is not.
	Largest, Unavoidable int
	// Searched counts the steps for which one conclusion after the other does not suffice: in one's head one supposes
	// something more and finds that it fails.
	Searched int
	// Open is how many independent steps as easy as the one taken there were, on average over the steps of one rule
	// instance and over some orders of these, and Narrow counts the steps, of any size, beside which no other was found.
	Open   float64
	Narrow int
	// Time is the expected time, and Number what it comes to on a scale from 1 on; Word says it in a word.
	Time, Number float64
	Word         string
}

// Weight is how hard a step of so many rule instances is, where one that takes a single one has 1. Each further
// one doubles it, up to seven: beyond that nobody sees a step as a whole, and people try values and see what
// happens. What takes so many conflicts to refute has to be tried for, and is harder by the root of their number.
func Weight(size int, conflicts int64) float64 {
	return math.Exp2(float64(min(size, 7)-1)) * math.Sqrt(float64(1+conflicts))
}

// numberOf is the scale: three quarters of a power of ten are one more.
func numberOf(time float64) float64 { return 1 + math.Log10(1+time)*4/3 }

// Word says a rating's number in a word.
func Word(number float64) string {
	words := []string{"trivial", "easy", "medium", "hard", "very hard"}
	return words[min(max(int(number)-1, 0), len(words)-1)]
}

// orders is in how many orders steps of one rule instance are taken to average over.
const orders = 3

// Rate rates a problem that stands still, with exactly one solution. The rating is the same each time, unless ctx ends
// before the work, or the effort does not suffice: then it is of what was done, and its End is GivenUp. The errors are those of [Open].
func Rate(ctx context.Context, p *compile.Problem, e model.Engine, effort Effort) (Rating, error) {
	x, err := Open(ctx, p, e)
	if err != nil {
		return Rating{}, err
	}
	x.Effort = effort
	if effort.Work > 0 {
		ctx, x.enough = context.WithCancel(ctx)
		defer x.enough()
	}
	r := &rater{Explainer: x.beside(ctx), ctx: ctx, way: x, touched: x.all, out: Rating{Steps: []int{0}}}
	state := x.Begin()
	r.out.End, _ = x.Way(ctx, state, func(s Step) bool {
		r.step(state.Facts[:len(state.Facts)-len(s.New)], s)
		return true
	})
	r.phase(state.Facts)
	return r.sum(), nil
}

// rater follows a way.
type rater struct {
	*Explainer // of what there is beside the way
	way        *Explainer
	ctx        context.Context
	// begin is how many facts were known when the last phase began, a series of steps of one unit that propagation finds,
	// plain is how many of these there are since, and touched are the units that can be the first of them.
	begin, plain int
	touched      []int32
	out          Rating
	// sumOpen sums how many steps were open at each of moments.
	sumOpen float64
	moments int
}

// step notes a step; before is what was known before it.
func (r *rater) step(before []model.Fact, s Step) {
	for len(r.out.Steps) <= s.Size() {
		r.out.Steps = append(r.out.Steps, 0)
	}
	r.out.Steps[s.Size()]++
	if s.Size() == 1 && r.follows(before, s) {
		r.plain++
		return
	}
	r.phase(before)
	if r.out.Largest <= 1 && s.Size() > 1 && r.atRest(before) {
		r.out.Unavoidable = 2
	}
	r.out.Largest = max(r.out.Largest, s.Size())
	open := r.asSmall(before, s)
	if open == 1 {
		r.out.Narrow++
	}
	if s.Search > 0 {
		r.out.Searched++
	}
	r.out.Time += Weight(s.Size(), s.Search) / float64(open)
	r.begin, r.plain, r.touched = len(before)+len(s.New), 0, r.unitsAbout(s.New)
}

// follows reports whether propagation by the one unit of a step finds it.
func (r *rater) follows(before []model.Fact, s Step) bool {
	found, ok := r.reasons.Follow(before, s.Units)
	return ok && slices.ContainsFunc(found, func(f model.Fact) bool { return normal(r.m, f) == s.Main })
}

// asSmall is how many sets of units, no larger than that of the step, are known from which something follows that was open:
// at least one, the step's.
func (r *rater) asSmall(before []model.Fact, s Step) int {
	sets := map[string]bool{fmt.Sprint(s.Units): true}
	known := r.Begin(before...)
	for _, c := range r.way.cores {
		if c.least && len(c.units) <= s.Size() && !known.knows(c.fact) {
			sets[fmt.Sprint(c.units)] = true
		}
	}
	return len(sets)
}

func (r *rater) unitsAbout(facts []model.Fact) (units []int32) {
	for _, f := range facts {
		units = append(units, r.about[f.Var]...)
	}
	slices.Sort(units)
	return slices.Compact(units)
}

// phase rates the steps of one unit since the last other step: where they lead does not depend on their order, so some orders are tried,
// drawn at random, and averaged over.
func (r *rater) phase(end []model.Fact) {
	if r.plain == 0 {
		return
	}
	for seed := range uint64(orders) {
		time, open, moments, narrow := r.order(end[:r.begin], rand.New(rand.NewPCG(seed, uint64(r.begin))))
		r.out.Time += time / orders
		r.sumOpen += open / orders
		r.moments += moments
		if seed == 0 {
			r.out.Narrow += narrow
		}
	}
	r.out.Largest = max(r.out.Largest, 1)
}

// order takes steps of one unit, from what is known, until none is left, each time one of those that are open. It returns the time that
// this is expected to take, and the sum of how many are open at so many moments, at some of which it is one.
func (r *rater) order(known []model.Fact, random *rand.Rand) (time, open float64, moments, narrow int) {
	state := r.Begin(known...)
	pending := map[int32][]model.Fact{} // what follows from each unit that has something
	look := r.touched
	for r.ctx.Err() == nil {
		for _, u := range look {
			delete(pending, u)
			if found, ok := r.reasons.Follow(state.Facts, []int32{u}); ok && len(found) > 0 {
				pending[u] = found
			}
		}
		units := independent(pending)
		if len(units) == 0 {
			break
		}
		n := float64(len(units))
		time, open, moments = time+Weight(1, 0)/n, open+n, moments+1
		if n == 1 {
			narrow++
		}
		look = r.unitsAbout(state.add(pending[units[random.IntN(len(units))]]))
	}
	return time, open, moments, narrow
}

// independent are units of which each tells something that none before it does.
func independent(pending map[int32][]model.Fact) (units []int32) {
	said := map[model.Fact]bool{}
	for _, u := range slices.Sorted(maps.Keys(pending)) {
		fresh := false
		for _, f := range pending[u] {
			fresh = fresh || !said[f]
			said[f] = true
		}
		if fresh {
			units = append(units, u)
		}
	}
	return units
}

// atRest reports whether it is certain that nothing follows from any unit alone.
func (r *rater) atRest(known []model.Fact) bool {
	any := r.refute(r.ctx, known, r.all, nil, model.Unlimited)
	if any.Solution == nil {
		return false
	}
	aims := aimsOf(r.m, r.open(r.Begin(known...), any.Solution))
	for _, u := range r.all {
		open := aims.about(r.reasons.Scope(int32(u)))
		for len(open) > 0 {
			found := r.refute(r.ctx, known, []int32{int32(u)}, []model.Fact{open[0].Not()}, proof)
			if found.Solution == nil {
				return false
			}
			open = slices.DeleteFunc(open, func(f model.Fact) bool { return !f.Holds(found.Solution) })
		}
	}
	return true
}

// sum is the rating of what was seen.
func (r *rater) sum() Rating {
	if r.moments > 0 {
		r.out.Open = r.sumOpen * orders / float64(r.moments)
	}
	r.out.Unavoidable = max(r.out.Unavoidable, min(r.out.Largest, 1))
	r.out.Number = numberOf(r.out.Time)
	r.out.Word = Word(r.out.Number)
	return r.out
}

// proof is how many conflicts it may take to see that a fact does not follow from a unit.
const proof = 200
