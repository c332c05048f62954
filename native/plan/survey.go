package plan

import (
	"context"
	"math/big"

	"nazo/internal/model"
)

// Survey visits all states as [model.Surveyor] describes. DeadEnds is -1 if memory does not allow to find out,
// or if moves lead on beyond MaxMoves.
func (j *Machine) Survey(ctx context.Context, o model.SurveyOptions) model.Survey {
	l := newLimits(ctx, o.Memory, o.Progress)
	defer l.close()
	var v model.Survey
	task := model.Task{Options: j.options, SolveOptions: model.SolveOptions{RunOptions: o.RunOptions}}
	if s := newSearch(ctx, j, task, l); s != nil {
		v = s.survey()
	}
	v.Complete, v.Reason, v.Stats = l.reason.Kind == model.None, l.reason, l.stats
	return v
}

func (s *search) survey() model.Survey {
	b := newBreadthFirst(s)
	defer b.close()
	b.pastGoals = true
	edges := &edges{limits: s.limits}
	b.onEdge = edges.add
	result := running
	for result == running {
		result = b.step(workSlice)
	}
	out := model.Survey{DeadEnds: -1}
	for d, first := range b.layers {
		next := b.table.count
		if d+1 < len(b.layers) {
			next = b.layers[d+1]
		}
		if next > first {
			out.ByDistance, out.Goals = append(out.ByDistance, int64(next-first)), append(out.Goals, 0)
		}
	}
	for _, id := range b.goals {
		out.Goals[b.distance(id)]++
	}
	all := b.cursor == b.table.count // MaxMoves left none out
	if result == exhausted && all && !edges.dropped {
		out.DeadEnds = edges.deadEnds(int(b.table.count), b.goals)
	}
	return out
}

// edges are the moves among all states, in the order in which states are expanded.
type edges struct {
	limits   *limits
	from, to []int32
	dropped  bool // there was no memory for the moves
}

// add adds a move, as long as a quarter of the memory suffices.
func (e *edges) add(from, to int32) bool {
	if e.dropped || from == to {
		return true
	}
	if len(e.to) == cap(e.to) {
		grown := max(4096, 2*cap(e.to))
		if int64(grown)*16 > e.limits.memory/4 { // deadEnds needs as much again
			e.limits.free(int64(cap(e.to)) * 8)
			e.dropped, e.from, e.to = true, nil, nil
			return true
		}
		if !e.limits.reserve(int64(grown-cap(e.to)) * 8) {
			return false
		}
		e.from = append(make([]int32, 0, grown), e.from...)
		e.to = append(make([]int32, 0, grown), e.to...)
	}
	e.from, e.to = append(e.from, from), append(e.to, to)
	return true
}

// deadEnds returns the number of states from which no goal can be reached. It returns -1 if the limits end the
// count, or memory does not allow it.
func (e *edges) deadEnds(states int, goals []int32) int64 {
	l := e.limits
	if l.used+int64(states)*(4+4+4+1)+int64(len(e.to))*4 > l.memory {
		return -1
	}
	first, order := groupBy(states, len(e.to), func(i int) int32 { return e.to[i] })
	alive := make([]bool, states)
	queue := append(make([]int32, 0, states), goals...)
	for _, id := range goals {
		alive[id] = true
	}
	for k := 0; k < len(queue); k++ {
		if l.stopped() {
			return -1
		}
		for _, i := range order[first[queue[k]]:first[queue[k]+1]] {
			if from := e.from[i]; !alive[from] {
				alive[from] = true
				queue = append(queue, from)
			}
		}
	}
	return int64(states - len(queue))
}

// Plan plans a count of the best runs as [model.Counter] describes. It refuses a named search that is not exhaustive.
func (j *Machine) Plan(_ context.Context, o model.CountOptions) (model.Plan, error) {
	if o.ByLength || o.Modulo > 0 || o.Parts > 0 || o.Checkpoint != "" || o.OrderVariant > 0 {
		return nil, model.Because(model.Unsupported, "runs are counted by their states, not by eliminating vertices")
	}
	solve := model.SolveOptions{RunOptions: o.RunOptions}
	if o.Progress != nil {
		solve.Progress = func(p model.Progress) { o.Progress(model.CountProgress{States: p.States, Stats: p.Stats}) }
	}
	if err := j.suits(solve).Err(); err != nil {
		return nil, err
	}
	return &count{j, solve}, nil
}

// count is a count of best runs.
type count struct {
	machine *Machine
	options model.SolveOptions
}

// HardToOrder is false: no order of states has to be found.
func (*count) HardToOrder() bool { return false }

// Forecast is nil: the number of states is unknown before they are visited.
func (*count) Forecast(context.Context) *model.Forecast { return nil }

// Count counts the best runs as [model.Plan] describes.
func (c *count) Count(ctx context.Context) (out model.Count) {
	l := newLimits(ctx, c.options.Memory, c.options.Progress)
	defer l.close()
	if s := c.machine.search(ctx, c.options, l); s != nil {
		out = s.count(c.machine.m)
	}
	if l.reason.Kind != model.None {
		out = model.Count{Reason: l.reason}
	}
	out.Stats = l.stats
	return out
}

func (s *search) count(m *model.Model) model.Count {
	work, reason := s.choose(m)
	if work == nil {
		s.decline(reason)
		return model.Count{}
	}
	defer work.close()
	result := running
	for result == running {
		result = work.step(workSlice)
	}
	switch result {
	case exhausted:
		return model.Count{N: new(big.Int), Complete: true}
	case found:
		if w := s.optimalRuns(work); w != nil {
			return model.Count{N: w.total(), Complete: true, Costs: s.costs(work.replay(work.run()))}
		}
	}
	return model.Count{}
}
