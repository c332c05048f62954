package explain_test

import (
	"context"
	"testing"

	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/sat"
)

// TestSupport goes ways and asks anew, of what each larger step finds, whether it follows from what it is said to rest on: each fact by itself, and all of
// them from what they rest on together.
func TestSupport(t *testing.T) {
	for _, c := range []struct{ spec, instance string }{{"slitherlink", "10x10.txt"}, {"akari", "10x10.txt"}, {"star_battle", "10x10.txt"}} {
		t.Run(c.spec, func(t *testing.T) {
			ctx := context.Background()
			x, err := explain.Open(ctx, shipped(t, c.spec, c.instance), native.New())
			if err != nil {
				t.Fatal(err)
			}
			job, err := native.New().Open(ctx, x.Problem.Model, model.Options{AnyObjective: true})
			if err != nil {
				t.Fatal(err)
			}
			q, err := job.(model.Inquirer).Inquire(ctx, model.InquiryOptions{Switches: true})
			if err != nil {
				t.Fatal(err)
			}
			state, asked := x.Begin(), 0
			x.Way(ctx, state, func(s explain.Step) bool {
				if s.Size() == 1 {
					return true
				}
				before := state.Facts[:len(state.Facts)-len(s.New)]
				check := func(f model.Fact, since []model.Fact) {
					asked++
					if r := q.Ask(ctx, model.Query{Known: since, On: s.Units, Supposed: []model.Fact{f.Not()}, Conflicts: model.Unlimited}); !r.Refuted {
						t.Errorf("%s does not follow from %q and %s", x.Fact(f), x.Facts(since), x.Reasons(s.Units, explain.Spoken))
					}
				}
				all := x.Support(ctx, before, s, s.New...)
				for _, f := range all {
					if _, ok := x.Meaning(f.Var); !ok {
						t.Errorf("a fact has no meaning: %v", f)
					}
				}
				for _, f := range s.New {
					check(f, all)
					check(f, x.Support(ctx, before, s, f))
				}
				if follows, known := x.ConfirmStep(ctx, sat.New(), s.Units, all, s.New); !follows || !known {
					t.Errorf("engine sat does not confirm %s: %v, %v", x.Facts(s.New), follows, known)
				}
				if follows, known := x.ConfirmStep(ctx, sat.New(), s.Units[1:], all, s.New); follows || !known {
					t.Errorf("engine sat confirms %s without %s: %v", x.Facts(s.New), x.Reasons(s.Units[:1], explain.Spoken), known)
				}
				return true
			})
			if asked < 4 {
				t.Errorf("%d asked", asked)
			}
			t.Logf("%d asked", asked)
		})
	}
}
