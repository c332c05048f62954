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
//	Work   = Σ Weight^1.5 / √open
//	Number = 0.5 + 2.2 · log₁₀(Work / √Least)
//
// Least is the work if each step took one rule instance, so a large board of easy steps stays easy. The
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

// Weights of an inference. One that takes a single rule instance weighs 1.
const (
	perUnit     = 0.25 // each further rule instance
	ofFar       = 3    // a look at most of the board
	ofCases     = 20   // a try of all cases
	ofSupposing = 2    // a supposition
)

// numberOf maps work to the scale.
func numberOf(work, least float64) float64 {
	return max(1, 0.5+2.2*math.Log10(work/math.Sqrt(least)))
}

// weight says how hard a step with this chain is to find.
func (x *Explainer) weight(c Chain) float64 {
	sum := 0.0
	for i := range c {
		in := &c[i]
		if in.Kind == Supposes {
			sum += ofSupposing
			continue
		}
		w := 1 + perUnit*float64(max(0, len(in.Units)+len(in.Also)-1))
		if slices.ContainsFunc(in.Units, func(u int32) bool { return x.far[u] }) {
			w += ofFar
		}
		if in.Tried {
			w += ofCases
		}
		sum += w
	}
	return sum
}

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
	least := 0.0
	techniques := map[string]bool{}
	for i, s := range steps {
		open := 0
		for _, at := range ready[i:] {
			if at <= i {
				open++
			}
		}
		r.Work += math.Pow(s.Weight, 1.5) / math.Sqrt(float64(open))
		least += 1 / math.Sqrt(float64(open))
		r.Open += float64(open) / float64(len(steps))
		if open == 1 {
			r.Narrow++
		}
		size := max(1, len(s.Chain))
		if s.Chain.tries() || slices.ContainsFunc(s.Chain, func(in Inference) bool { return in.Tried }) {
			r.Searched++
			techniques[dsl.ByTrying] = true
		}
		for _, name := range []string{s.Technique, generalOf(x.causes(s.Chain))} {
			if name != "" {
				techniques[name] = true
			}
		}
		for len(r.Steps) <= size {
			r.Steps = append(r.Steps, 0)
		}
		r.Steps[size]++
		if s.Weight > r.Hardest {
			r.Hardest, r.At, r.Technique = s.Weight, i+1, x.TechniqueOf(s)
		}
	}
	r.Techniques = slices.Sorted(maps.Keys(techniques))
	r.Largest = len(r.Steps) - 1
	if least > 0 {
		r.Number = numberOf(r.Work, least)
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
