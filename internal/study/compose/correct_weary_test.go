package compose_test

import (
	"context"
	"slices"
	"testing"

	"nazo/internal/model"
	"nazo/internal/study/compose"
	"nazo/internal/testkit"
	"nazo/native"
)

// weary is an engine that gives up some questions of a series, and the searches that a bound of choices ends.
type weary struct {
	model.Engine
	from, to int // by their numbers
	asked    *int
	counts   *int // of solutions, up to two, that a bound may end
	up       int  // how many of these it gives up
}

func (e weary) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
	job, err := e.Engine.Open(ctx, m, o)
	return wearyJob{job.(model.Inquirer), e}, err
}

type wearyJob struct {
	model.Inquirer
	weary
}

func (j wearyJob) Solve(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	if j.counts != nil && o.Limit == 2 && o.Choices > 0 && o.Conflicts > 0 {
		if *j.counts++; *j.counts > j.up {
			return j.Inquirer.Solve(ctx, o, yield)
		}
		return model.Result{Reason: model.Reason{Kind: model.WorkLimit}}
	}
	return j.Inquirer.Solve(ctx, o, yield)
}

func (j wearyJob) Inquire(ctx context.Context, o model.InquiryOptions) (model.Inquiry, error) {
	q, err := j.Inquirer.Inquire(ctx, o)
	return wearyInquiry{q, j.weary}, err
}

type wearyInquiry struct {
	model.Inquiry
	weary
}

func (q wearyInquiry) Ask(ctx context.Context, question model.Query) model.Reply {
	if *q.asked++; q.from <= *q.asked && *q.asked < q.to {
		return model.Reply{}
	}
	return q.Inquiry.Ask(ctx, question)
}

// TestCorrectGivenUp has questions given up: a change that is missed is not said not to be there.
func TestCorrectGivenUp(t *testing.T) {
	lengths := []int{20}
	if testkit.Thorough() {
		lengths = []int{1, 20, 1000}
	}
	for _, name := range []string{"a large clue", "a bound"} {
		c := incorrect[name]
		r := compose.CorrectionRequest{Draft: incorrectDraft(t, c.spec, c.text), Engine: native.New(), Checker: native.New(), Several: true, Most: 100}
		all, err := compose.Correct(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		missed := 0
		for n := 1; n <= all.Asked; n += 1 + n/10 {
			for _, length := range lengths {
				r.Engine = weary{Engine: native.New(), from: n, to: n + length, asked: new(int)}
				got, err := compose.Correct(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				if len(got.All) == len(all.All) {
					continue
				}
				missed++
				if !got.More || got.Least && len(got.All[0].Changes) > 1 {
					t.Errorf("%s, questions %d to %d given up: %d of %d corrections, least %v, more %v", name, n, n+length, len(got.All), len(all.All), got.Least, got.More)
				}
			}
		}
		if missed == 0 {
			t.Errorf("%s: nothing was missed", name)
		}
	}
}

// TestCorrectUncounted has counts come to no end: what is not counted is no correction, and there may be more than those that are; what the
// other engine did not count is not checked, and it is asked no further.
func TestCorrectUncounted(t *testing.T) {
	for _, name := range []string{"a large clue", "a wrong clue", "a large value"} {
		c := incorrect[name]
		d := incorrectDraft(t, c.spec, c.text)
		correct := func(own, other int) (*compose.Corrections, int) {
			t.Helper()
			counts := 0
			gives := func(up int) weary { return weary{Engine: native.New(), asked: new(int), counts: &counts, up: up} }
			r := compose.CorrectionRequest{Draft: d, Engine: native.New(), Checker: native.New(), Several: c.several, Most: 100}
			if own > 0 {
				r.Engine = gives(own)
			} else if other > 0 {
				r.Checker = gives(other)
			}
			got, err := compose.Correct(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			return got, counts
		}
		all, _ := correct(0, 0)
		if got, counts := correct(0, 1000); len(got.All) != len(all.All) || counts != 1 || slices.ContainsFunc(got.All, func(c compose.Correction) bool { return c.Checked }) {
			t.Errorf("%s: %+v after %d counts by the other engine", name, got, counts)
		}
		if got, _ := correct(1000, 0); len(got.All) > 0 || !got.More || c.several && got.Least {
			t.Errorf("%s, uncounted: %+v", name, got)
		}
		if got, _ := correct(1, 0); len(got.All) >= len(all.All) || !got.More {
			t.Errorf("%s, one uncounted: %d of %d, more %v", name, len(got.All), len(all.All), got.More)
		}
	}
}
