package explain

import (
	"context"
	"maps"
	"math"
	"slices"

	"nazo/compile"
	"nazo/dsl"
	"nazo/internal/model"
)

// Rating says how hard a problem is for people, by the way to its solution as a [Story] tells it.
//
// The model is that of R. Pelánek (Difficulty rating of sudoku puzzles: an overview and evaluation, 2014).
// Whoever solves a puzzle takes the simplest step that there is, and finds it the sooner the more are
// open at once. So the work is the sum of how hard each step is, the less the more were open:
//
//	Work   = Σ Weight · √facts / ∛open
//	Number = 1 + 1¾ · log₁₀(Work · ⁵√Hardest / Size^⅔)
//
// Facts is how many a step tells at once, Size how many are written on the whole way, and Hardest the largest Weight.
// If each step tells one fact by one inference, and all are open at once, the number is 1 on a board of any size. The
// constants are fitted to levels of other people's generators: see docs/benchmarks.md.
type Rating struct {
	// End says how the way ended. Unless it is Solved, only the steps up to the end are rated.
	End End
	// Steps counts the steps by the inferences that they take: Steps[2] took two. Steps[0] is 0.
	Steps []int
	// Largest is the number of inferences of the longest step.
	Largest int
	// Hardest is the weight of the hardest step, At its number from 1, and Technique its name.
	Hardest   float64
	At        int
	Technique string
	// Techniques are the names of techniques that the steps use, those of the spec and general ones. A step may have
	// both names. [dsl.ByTrying] is among them if a step supposes something.
	Techniques []string
	// Searched counts the steps that suppose something and refute it, or try all cases.
	Searched int
	// Open is the average number of steps that could be taken at once. Narrow counts the steps beside which there
	// was no other.
	Open   float64
	Narrow int
	// Work is the expected time. Number maps it to a scale that begins at 1, and Level says it in a word.
	Work, Number float64
	Level        string
}

// Weights of an inference. One that takes a single rule instance and is found easily weighs 1. These say how much more
// it weighs for each further instance, for a look at the whole board, if its argument is found late, and if it tries
// all cases. A supposition has a weight of its own.
const (
	perUnit     = 0.25
	ofFar       = 12
	ofLate      = 10
	ofCases     = 20
	ofSupposing = 3
)

// These make a number of the work, the weight of the hardest step and the size.
const (
	scale     = 1.75
	byHardest = 0.2
	bySize    = 2. / 3
)

// numberOf maps the work for so many written facts, and the weight of the hardest step, to the scale.
func numberOf(work, hardest float64, size int) float64 {
	return max(1, 1+scale*math.Log10(work*math.Pow(hardest, byHardest)/math.Pow(float64(size), bySize)))
}

// weight says how hard a step with this chain is to find.
func (x *Explainer) weight(c Chain) float64 {
	sum := 0.0
	for i := range c {
		sum += x.weightOf(&c[i])
	}
	return sum
}

// weightOf says how hard an inference is to find. If several were joined to one, it is the hardest of them.
func (x *Explainer) weightOf(in *Inference) float64 {
	if in.Kind == Supposes {
		return ofSupposing
	}
	if len(in.Parts) > 0 {
		most := 0.0
		for i := range in.Parts {
			most = max(most, x.weightOf(&in.Parts[i]))
		}
		return most
	}
	sum := 1 + perUnit*float64(max(0, len(in.Units)+len(in.Also)-1)) + ofFar*x.looks(Chain{*in})
	if in.Late {
		sum += ofLate
	}
	if in.Tried {
		sum += ofCases
	}
	return sum
}

// looks says how much of the board a chain looks at, from 0 to 1.
func (x *Explainer) looks(c Chain) (most float64) {
	for i := range c {
		for _, u := range c[i].Units {
			if x.far[u] && c[i].Kind != Supposes {
				most = max(most, x.look(u, &c[i]))
			}
		}
	}
	return most
}

// look says how much of the board an inference by a unit about most of it looks at, from 0 to 1. A cell that would be
// walled in is seen at once, and so is a small ring.
func (x *Explainer) look(u int32, in *Inference) float64 {
	if x.connects(u) >= 0 {
		if x.cutsOne(u, in) {
			return 0
		}
		return 1
	}
	if in.Late || !slices.ContainsFunc(x.constraints(u), x.rings) {
		return 1
	}
	return min(1, float64(len(in.Since))/longRing)
}

// longRing is the number of known facts from which a ring takes a look at most of the board.
const longRing = 12

// levels lists the words of the scale.
var levels = []string{"trivial", "easy", "medium", "hard", "expert"}

// levelBegin returns the number at which a level begins. What prints as 2.0 is easy.
func levelBegin(level int) float64 { return float64(level+1) - 0.05 }

// Level returns the word for a rating's number.
func Level(number float64) string {
	level := 0
	for level < len(levels)-1 && number >= levelBegin(level+1) {
		level++
	}
	return levels[level]
}

// LevelRange returns the range of numbers of a word. ok is false for another word.
func LevelRange(word string) (from, to float64, ok bool) {
	i := slices.Index(levels, word)
	switch {
	case i < 0:
		return 0, 0, false
	case i == len(levels)-1:
		return levelBegin(i), math.MaxFloat64, true
	}
	return levelBegin(i), math.Nextafter(levelBegin(i+1), 0), true
}

// Rate rates a problem that stands still and has exactly one solution. The rating is the same each time, unless
// ctx or the effort ends first. Then it covers what was done, and its End is GivenUp. The errors are those of
// [Open].
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
	s := x.Story(ctx)
	var steps []*StoryStep
	for {
		step, end := s.Next(ctx)
		if step == nil {
			return x.Rate(steps, end), nil
		}
		steps = append(steps, step)
	}
}

// Rate rates the steps of a way, given how it ended.
func (x *Explainer) Rate(steps []*StoryStep, end End) Rating {
	r := Rating{End: end, Steps: []int{0}, Number: 1}
	ready := readiness(steps)
	size := 0
	techniques := map[string]bool{}
	for i, s := range steps {
		open := 0
		for _, at := range ready[i:] {
			if at <= i {
				open++
			}
		}
		r.Work += s.Weight * math.Sqrt(float64(len(s.Facts))) / math.Cbrt(float64(open))
		if !s.Note {
			size += len(s.Facts)
		}
		r.Open += float64(open) / float64(len(steps))
		if open == 1 {
			r.Narrow++
		}
		length := max(1, len(s.Chain))
		if s.Chain.tries() || slices.ContainsFunc(s.Chain, func(in Inference) bool { return in.Tried }) {
			r.Searched++
			techniques[dsl.ByTrying] = true
		}
		for _, name := range append(x.techniques(s.Chain), s.Technique, generalOf(x.causes(s.Chain))) {
			if name != "" {
				techniques[name] = true
			}
		}
		for len(r.Steps) <= length {
			r.Steps = append(r.Steps, 0)
		}
		r.Steps[length]++
		if s.Weight > r.Hardest {
			r.Hardest, r.At, r.Technique = s.Weight, i+1, x.TechniqueOf(s)
		}
	}
	r.Techniques = slices.Sorted(maps.Keys(techniques))
	r.Largest = len(r.Steps) - 1
	if size > 0 {
		r.Number = numberOf(r.Work, r.Hardest, size)
	}
	r.Level = Level(r.Number)
	return r
}

// readiness returns, for each step, after how many steps everything that it uses was known.
func readiness(steps []*StoryStep) []int {
	told := map[model.Fact]int{} // after how many steps a fact was known
	ready := make([]int, len(steps))
	for i, s := range steps {
		for _, f := range s.Chain.Since() {
			ready[i] = max(ready[i], told[f])
		}
		for _, f := range s.Facts {
			told[f] = i + 1
		}
	}
	return ready
}
