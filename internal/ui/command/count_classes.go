package command

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
)

const (
	// maxClasses bounds the memory for telling classes apart, at about 40 bytes each.
	maxClasses = 1 << 21
	// maxShown bounds the representatives that are kept.
	maxShown = 10_000
)

// classes are the solutions up to the symmetries of a spec.
type classes struct {
	seen  map[[16]byte]struct{} // hashes of canonical spellings
	shown []*judge.Answer       // the first solution of each class, maxShown at most
}

// add adds a solution. A symmetry that does not hold is the user's mistake.
func (c *classes) add(p *solve.Problem, a *judge.Answer) error {
	form, err := p.Judge.Canonical(a)
	switch {
	case errors.As(err, new(*judge.Limit)):
		return err
	case err != nil:
		return mistake{err.Error()}
	}
	sum := sha256.Sum256([]byte(form))
	k := [16]byte(sum[:16])
	if _, there := c.seen[k]; there {
		return nil
	}
	if len(c.seen) >= maxClasses {
		return limited{fmt.Sprintf("there are more than %s classes of solutions", Thousands(maxClasses))}
	}
	if c.seen == nil {
		c.seen = map[[16]byte]struct{}{}
	}
	c.seen[k] = struct{}{}
	if len(c.shown) < maxShown {
		c.shown = append(c.shown, a)
	}
	return nil
}

// oneOfEachClass keeps one answer of each class.
func (o *outcome) oneOfEachClass() error {
	c := &classes{}
	var kept []*judge.Answer
	for _, s := range o.report.Answers {
		before := len(c.seen)
		if err := c.add(o.problem, s); err != nil {
			return err
		}
		if len(c.seen) > before {
			kept = append(kept, s)
		}
	}
	o.report.Answers = kept
	return nil
}

// needsSymmetry returns an error if a spec declares no symmetry.
func (s *spec) needsSymmetry() error {
	if s.Moving() {
		return mistakef("--up-to-symmetry is for puzzles that stand still: the symmetry of a puzzle that moves is about its states, not its runs")
	}
	if len(s.Symmetries) == 0 {
		return mistakef("--up-to-symmetry: %s declares no symmetry; a line such as `symmetry board` in the spec does", s.name)
	}
	return nil
}

// divergence counts where each solution first differs from the one before it (after Kakehi, 1970s). For a path or
// cycle it counts by step, for anything else by key. Both begin at 1.
type divergence struct {
	steps []int // steps[k] solutions first differ at k
	// last are the spellings of the last solution. An undirected path or cycle has two.
	last [][]value.Key
}

// add counts a solution.
func (d *divergence) add(p *solve.Problem, a *judge.Answer) {
	next := spellings(p, a)
	if d.last == nil {
		d.last = next
		return
	}
	best, chosen := -1, 0
	for _, old := range d.last {
		for j, s := range next {
			if n := shared(old, s); n > best {
				best, chosen = n, j
			}
		}
	}
	for len(d.steps) <= best+1 {
		d.steps = append(d.steps, 0)
	}
	d.steps[best+1]++
	d.last = next[chosen : chosen+1]
}

// shared returns the length of the common prefix.
func shared(a, b []value.Key) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// spellings writes a solution as keys in a fixed order. A single path or cycle is spelt along its line. If it has no
// direction it is spelt both ways, and add takes the spelling that shares most with the solution before.
func spellings(p *solve.Problem, a *judge.Answer) [][]value.Key {
	var finds []value.Value
	var all []value.Key
	for i, f := range p.Judge.Finds {
		if !f.Chosen {
			finds = append(finds, a.Values[i])
			all = appendKeys(all, a.Values[i], f.Shape)
		}
	}
	if route, ok := finds[0].(*value.Route); ok && len(finds) == 1 && !route.Kind.Several() {
		return alongLine(route)
	}
	return [][]value.Key{all}
}

// alongLine returns the vertices of a path or cycle in their order.
func alongLine(w *value.Route) [][]value.Key {
	var forth []value.Key
	for _, line := range w.Ordered() {
		forth = append(forth, alg.Map(line, value.KeyOf)...)
	}
	if w.Graph.Directed || len(forth) == 0 {
		return [][]value.Key{forth}
	}
	back := slices.Clone(forth)
	slices.Reverse(back)
	if w.Kind == value.Cycle { // both begin at the same vertex
		back = append(back[len(back)-1:], back[:len(back)-1]...)
	}
	return [][]value.Key{forth, back}
}

// appendKeys spells a value: the elements of an array, the members of a set, the edges of links.
func appendKeys(out []value.Key, v value.Value, shape judge.Shape) []value.Key {
	switch v := v.(type) {
	case *value.Array:
		return append(out, alg.Map(v.Values, value.KeyOf)...)
	case *value.Set:
		for _, m := range shape.(*judge.SetShape).Members.List() {
			out = append(out, value.KeyOf(value.Of(v.Contains(m))))
		}
		return out
	case *value.Route:
		return appendTruths(out, v.Edges)
	case *value.Regions:
		return appendTruths(out, v.Same)
	}
	return append(out, value.KeyOf(v))
}

func appendTruths(out []value.Key, bs []model.Bool) []value.Key {
	return append(out, alg.Map(bs, func(b model.Bool) value.Key { return value.KeyOf(value.Bool(b)) })...)
}

// countStates visits all reachable states of a puzzle, and counts them.
func (s *session) countStates(c *countCmd, r *request) error {
	switch {
	case !r.Moving():
		return mistakef("--states is for puzzles that move, and %s stands still", r.name)
	case c.Engine != "auto" && c.Engine != "native":
		return mistakef("--states visits states, which only engine native does, not %s", Shorten(c.Engine))
	case c.Search != "" || c.Limit > 0 || c.UpToSymmetry || c.WhereTheyDiffer:
		return mistakef("--states counts all states, while --search, --limit, --up-to-symmetry and --where-they-differ are about solutions")
	case len(r.swept) > 0:
		return mistakef("--states takes one puzzle, not a range of them")
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		return err
	}
	s.warn()
	e := native.New()
	job, _ := e.Open(s.ctx, p.Model, model.Options{})
	surveyor, able := job.(model.Surveyor)
	if !able {
		return mistakef("no engine can count states")
	}
	start := time.Now()
	found := surveyor.Survey(s.ctx, model.SurveyOptions{
		RunOptions: model.RunOptions{MaxMoves: int(c.Moves), Memory: statesWithin(c.Memory, p)},
		Progress:   func(p model.Progress) { s.progress.report(solve.Progress{Engine: e.Name(), Progress: p}) },
	})
	s.answered()
	if !found.Complete && s.ctx.Err() != nil {
		found.Reason = model.Ended(s.ctx)
	}
	out := &survey{r.Name, found.Complete, total(found.ByDistance), total(found.Goals), nil, append([]int64{}, found.ByDistance...),
		append([]int64{}, found.Goals...), found.Reason.String(), statsOf(time.Since(start), found.Stats), int(c.Moves)}
	if found.DeadEnds >= 0 {
		out.DeadEnds = &found.DeadEnds
	}
	c.printer(s, c.drawer(s)).print(out)
	if !found.Complete {
		return limited{found.Reason.String()}
	}
	return nil
}

// survey is the report on the states of a puzzle.
type survey struct {
	Puzzle     string  `json:"puzzle"`
	Complete   bool    `json:"complete"`
	States     int64   `json:"states"`
	Goals      int64   `json:"goals"`
	DeadEnds   *int64  `json:"dead_ends"` // null if it is not known
	ByDistance []int64 `json:"by_distance"`
	ByGoal     []int64 `json:"goals_by_distance"`
	Reason     string  `json:"reason,omitempty"`
	Stats      stats   `json:"stats"`
	maxMoves   int     // 0 for no bound
}
