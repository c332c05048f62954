package solve_test

import (
	"context"
	"math/big"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
)

// racer counts until it is stopped, or until the enumeration beside its count is.
type racer struct {
	model.Engine
	share   float64 // of its count that it says is done; 0 for one without an end
	stopped chan struct{}
	asked   atomic.Int32
}

func (e *racer) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
	j, err := e.Engine.Open(ctx, m, o)
	return &racerJob{j, e}, err
}

type racerJob struct {
	model.Job
	racer *racer
}

// Solve takes longer than an enumeration that is only for a moment. The first of those beside a count that ends has no end.
func (j *racerJob) Solve(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	switch first := j.racer.asked.Add(1) == 1; {
	case first && j.racer.share > 0:
		<-ctx.Done()
		close(j.racer.stopped)
		return model.Result{Reason: model.Ended(ctx)}
	case first:
		time.Sleep(500 * time.Millisecond)
	}
	return j.Job.Solve(ctx, o, yield)
}

func (j *racerJob) Plan(_ context.Context, o model.CountOptions) (model.Plan, error) {
	return &racerPlan{j.racer, o}, nil
}

type racerPlan struct {
	racer   *racer
	options model.CountOptions
}

func (*racerPlan) HardToOrder() bool                        { return true }
func (*racerPlan) Forecast(context.Context) *model.Forecast { return &model.Forecast{Work: 20} }

func (p *racerPlan) Count(ctx context.Context) model.Count {
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return model.Count{Reason: model.Ended(ctx)}
		case <-p.racer.stopped:
			return number(3)
		case <-again.C:
			p.options.Progress(model.CountProgress{Share: p.racer.share})
		}
	}
}

// TestEnumeratedBeside has solutions enumerated beside a count that takes longer, and not any more when much of the count is done.
func TestEnumeratedBeside(t *testing.T) {
	t.Parallel()
	three := liar{name: "racer", solutions: xs(1, 2, 3), result: done}
	for share, total := range map[float64]bool{0: false, 0.5: true} {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		told := 0
		q := solve.Question{Each: func(string, *judge.Answer) { told++ }}
		e := &racer{Engine: &three, share: share, stopped: make(chan struct{})}
		r := solve.Count(ctx, small(t, ""), solve.Team{Engines: []model.Engine{e}}, q)
		if r.Count != 3 || told != 3 || !r.Exhausted || r.Fault != nil || (r.Total != nil) != total {
			t.Errorf("with %g done: %+v, %d answers were passed on", share, r, told)
		}
	}
}

// miscounting is engine native, but its counts are wrong along any order, by a factor of two for each of the variables that may have
// several values.
type miscounting struct {
	model.Engine
	free func(m *model.Model) []model.VarID
}

func (e *miscounting) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
	j, err := e.Engine.Open(ctx, m, o)
	factor := int64(1)
	for _, v := range e.free(m) {
		domain := m.Vars[v].Domain
		for _, w := range o.Within {
			if w.Var == v {
				domain = domain.Intersect(w.Values)
			}
		}
		if domain.Size() > 1 {
			factor *= 2
		}
	}
	return &miscountingJob{j, factor}, err
}

type miscountingJob struct {
	model.Job
	factor int64
}

func (j *miscountingJob) Plan(ctx context.Context, o model.CountOptions) (model.Plan, error) {
	p, err := j.Job.(model.Counter).Plan(ctx, o)
	return &miscountingPlan{p, j.factor}, err
}

type miscountingPlan struct {
	model.Plan
	factor int64
}

func (p *miscountingPlan) Count(ctx context.Context) model.Count {
	c := p.Plan.Count(ctx)
	if c.Complete {
		c.N = new(big.Int).Mul(c.N, big.NewInt(p.factor))
	}
	return c
}

// TestTwice finds a count wrong on which two orders agree: wrong as to any variable, or only as to one.
func TestTwice(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"puzzle many\nfind x[i in 1..15]: 1..3\n",
		"puzzle best\nfind x[i in 1..15]: 1..3\nminimize (count i in 1..3: x[i] = x[i + 1])\n",
		"puzzle loops\nlet steps = orthogonal(grid(6, 6))\nfind loop: cycle in steps\n",
	} {
		p, problems := compileText(text)
		if p == nil {
			t.Fatal(problems.Text(false))
		}
		vars := p.Model.Finds[0].Vars
		for what, wrong := range map[string][]model.VarID{"": nil, "one variable": vars[7:8], "another": vars[2:3], "all": vars} {
			e := &miscounting{native.New(), func(*model.Model) []model.VarID { return wrong }}
			r := solve.Count(t.Context(), p, solve.Team{Engines: []model.Engine{e}}, solve.Question{Twice: true})
			if found := r.Fault != nil && strings.Contains(r.Fault.Error(), "counted other solutions"); found != (what != "") {
				t.Errorf("%swrong as to %q: fault %v", text, what, r.Fault)
			}
			if what == "" && (r.Counted == nil || r.Counted.Listed || r.Counted.Cells < 2) {
				t.Errorf("%s%+v", text, r.Counted)
			}
		}
	}
}
