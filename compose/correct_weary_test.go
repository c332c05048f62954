package compose_test

import (
	"context"
	"testing"

	"nazo/compose"
	"nazo/engine"
	"nazo/model"
	"nazo/native"
)

// weary is an engine that gives up some questions of a series, and the searches that a bound of choices ends.
type weary struct {
	engine.Engine
	from, to int // by their numbers
	asked    *int
	counts   *int // searches
}

func (e weary) Open(ctx context.Context, m *model.Model, o engine.Options) (engine.Job, error) {
	job, err := e.Engine.Open(ctx, m, o)
	return wearyJob{job.(engine.Inquirer), e}, err
}

type wearyJob struct {
	engine.Inquirer
	weary
}

func (j wearyJob) Solve(ctx context.Context, o engine.SolveOptions, yield func(model.Solution) bool) engine.Result {
	if j.counts != nil && (o.Choices > 0 || o.Conflicts > 0) {
		*j.counts++
		return engine.Result{Reason: engine.Reason{Kind: engine.WorkLimit}}
	}
	return j.Inquirer.Solve(ctx, o, yield)
}

func (j wearyJob) Inquire(ctx context.Context, o engine.InquiryOptions) (engine.Inquiry, error) {
	q, err := j.Inquirer.Inquire(ctx, o)
	return wearyInquiry{q, j.weary}, err
}

type wearyInquiry struct {
	engine.Inquiry
	weary
}

func (q wearyInquiry) Ask(ctx context.Context, question engine.Question) engine.Reply {
	if *q.asked++; q.from <= *q.asked && *q.asked < q.to {
		return engine.Reply{}
	}
	return q.Inquiry.Ask(ctx, question)
}

// TestCorrectGivenUp has questions given up: a change that is missed is not said not to be there.
func TestCorrectGivenUp(t *testing.T) {
	c := incorrect["a large clue"]
	d := incorrectDraft(t, c.spec, c.text)
	r := compose.CorrectionRequest{Draft: d, Engine: native.New(), Checker: native.New(), Several: true, Most: 100}
	all, err := compose.Correct(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	missed := 0
	for n := 1; n <= all.Asked; n += 1 + n/10 {
		for _, length := range []int{1, 20, 1000} {
			r.Engine = weary{Engine: native.New(), from: n, to: n + length, asked: new(int)}
			got, err := compose.Correct(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			single := len(got.All) > 0 && len(got.All[0].Changes) == 1
			if len(got.All) < len(all.All) || !single {
				missed++
			}
			if !got.More && len(got.All) < len(all.All) || got.Least && !single {
				t.Errorf("questions %d to %d given up: %d of %d corrections, least %v, more %v", n, n+length, len(got.All), len(all.All), got.Least, got.More)
			}
		}
	}
	if missed == 0 {
		t.Error("nothing was missed")
	}
}

// TestCorrectUncounted has counts come to no end: what is not counted is no correction, and what the other engine did not count is not checked.
func TestCorrectUncounted(t *testing.T) {
	for _, name := range []string{"a large clue", "a wrong clue"} {
		c, counts := incorrect[name], 0
		never := func(e engine.Engine) weary { return weary{Engine: e, asked: new(int), counts: &counts} }
		r := compose.CorrectionRequest{Draft: incorrectDraft(t, c.spec, c.text), Engine: native.New(), Checker: never(native.New()), Several: c.several, Most: 100}
		got, err := compose.Correct(t.Context(), r)
		if err != nil || len(got.All) == 0 || counts != 1 {
			t.Fatalf("%s: %v, %+v, %d counts by the other engine", name, err, got, counts)
		}
		for _, one := range got.All {
			if one.Checked {
				t.Errorf("%s: %v is checked", name, one.Changes)
			}
		}
		r.Engine = never(native.New())
		got, err = compose.Correct(t.Context(), r)
		if err != nil || len(got.All) > 0 || !got.More || c.several && got.Least {
			t.Errorf("%s: %v, %+v", name, err, got)
		}
	}
}
