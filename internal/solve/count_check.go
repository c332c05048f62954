package solve

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// Two elimination orders share any error in the rules. So a second count is also checked against search, in cells. A
// cell frees a few variables of finds and fixes the others as in some solution. Its solutions are enumerated and
// counted by elimination, and the numbers must agree. Each variable is free in some cell.

const (
	// mostCells bounds the cells of a check, and mostInCell the solutions of each.
	mostCells, mostInCell = 16, 1000
	// cellChoices and cellConflicts bound the search in a cell, and cellWork its count in seconds.
	cellChoices, cellConflicts = 1 << 19, 1 << 13
	cellWork                   = 2
)

// checkCells compares search and count in cells. It returns the number of cells compared, and a fault if one differs.
func (s *Session) checkCells(ctx context.Context, q Question, whole model.Count) (compared int, fault *Fault) {
	ctx, stop := context.WithTimeout(ctx, findTime)
	defer stop()
	base := s.anySolution(ctx, q)
	if base == nil {
		return 0, nil
	}
	m := s.problem.Model
	var vars []model.VarID
	for _, f := range m.Finds {
		vars = append(vars, alg.Filter(f.Vars, func(v model.VarID) bool { return m.Vars[v].Domain.Size() > 1 })...)
	}
	random := rand.New(rand.NewPCG(uint64(q.Seed), 2))
	random.Shuffle(len(vars), func(i, j int) { vars[i], vars[j] = vars[j], vars[i] })
	counters := s.team.Engines
	s = s.By(Team{Engines: s.otherEngines(ctx, q), ChoicesEach: cellChoices, ConflictsEach: cellConflicts})
	free := 8
	for begin, cells := 0, 0; begin < len(vars) && cells < mostCells && ctx.Err() == nil; cells++ {
		order := slices.Concat(vars[begin:], vars[:begin])
		c := s.largestCell(ctx, q, base, order, min(free, len(vars)))
		if c == nil {
			begin++ // this variable alone has too many solutions
			continue
		}
		free = c.free
		begin += c.free
		switch agrees, fault := c.count(ctx, counters, whole); {
		case fault != nil:
			return compared, fault
		case agrees:
			compared++
		}
	}
	return compared, nil
}

// otherEngines returns the engines to search a cell: if possible, those that can't count without visiting.
func (s *Session) otherEngines(ctx context.Context, q Question) (others []model.Engine) {
	for _, e := range s.team.Engines {
		job, err := s.open(ctx, e, q.task().Options)
		if _, counts := job.(model.Counter); err == nil && !counts && s.Refusal(ctx, e, q).Kind == model.None {
			others = append(others, e)
		}
	}
	if others == nil {
		return s.team.Engines
	}
	return others
}

// anySolution returns a solution, a best one if the best are counted, or nil if none is found in time.
func (s *Session) anySolution(ctx context.Context, q Question) (found model.Solution) {
	task := q.task()
	task.Limit = 1
	for _, e := range s.team.Engines {
		job, err := s.open(ctx, e, task.Options)
		if err != nil || job.Refuses(task.SolveOptions).Kind != model.None {
			continue
		}
		job.Solve(ctx, task.SolveOptions, func(solution model.Solution) bool {
			found = slices.Clone(solution)
			return false
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// cell is a question about a cell, and its answer by search.
type cell struct {
	session  *Session
	free     int
	question Question
	report   *Report
}

// largestCell finds a cell with many solutions, but not too many. It frees variables from the first on; nil if none.
func (s *Session) largestCell(ctx context.Context, q Question, base model.Solution, order []model.VarID, free int) (best *cell) {
	tooMany := len(order) + 1
	for free > 0 {
		c := s.searchCell(ctx, q, base, order, free)
		switch {
		case c.report.Fault != nil:
			return c
		case c.report.Exhausted:
			best = c
			next := min(2*free, len(order))
			if c.report.Count > mostInCell/8 || next == free || next >= tooMany {
				return best
			}
			free = next
		case best != nil:
			return best
		default:
			tooMany = free
			free /= 2
		}
	}
	return best
}

// searchCell enumerates the solutions in a cell, up to a limit.
func (s *Session) searchCell(ctx context.Context, q Question, base model.Solution, order []model.VarID, free int) *cell {
	within := slices.Clone(q.Within)
	within = append(within, alg.Map(order[free:], func(v model.VarID) model.Within { return model.Fix(v, base[v]) })...)
	byLength := q.Counting != nil && q.Counting.ByLength
	c := &cell{free: free, question: Question{Within: within, Off: q.Off, AnyObjective: q.AnyObjective || byLength, Memory: q.Memory, Limit: mostInCell + 1, Keep: 1}}
	c.session = Open(s.problem, s.team)
	c.report = c.session.Ask(ctx, c.question)
	return c
}

// count counts a cell's solutions by elimination. It reports whether that was possible, and a fault if numbers differ.
func (c *cell) count(ctx context.Context, counters []model.Engine, whole model.Count) (agrees bool, fault *Fault) {
	if c.report.Fault != nil {
		return false, c.report.Fault
	}
	q := c.question
	q.Limit = 0
	plan, by, err := c.session.By(Team{Engines: counters}).plan(ctx, q, true)
	if err != nil {
		return false, nil
	}
	if f := plan.Forecast(ctx); f == nil || f.Work > cellWork {
		return false, nil
	}
	switch n := plan.Count(ctx); {
	case !n.Complete:
		return false, nil
	case n.N.Cmp(big.NewInt(int64(c.report.Count))) != 0,
		!slices.Equal(n.Costs, whole.Costs): // the base of a cell is an optimum
		return false, &Fault{Kind: Miscounted, Engine: by, Against: c.report.Engine}
	}
	return true, nil
}
