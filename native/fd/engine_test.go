package fd_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/internal/model"
	"nazo/internal/testkit"
	"nazo/native/fd"
	"pgregory.net/rapid"
)

// TestEngine holds the engine against brute force.
func TestEngine(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := testkit.Random(rt)
		task := testkit.RandomTask(rt, m)
		want := testkit.BruteForce(m, task)
		found, r := testkit.Solve(rt, fd.New(), m, task)
		if !r.Exhausted || !r.Complete {
			rt.Fatalf("result %+v", r)
		}
		if d := cmp.Diff(want, testkit.Sorted(slices.Clone(found))); d != "" {
			rt.Fatalf("solutions differ (-want +got):\n%s", d)
		}
	})
}

// TestEngineRefuses has the engine open what only other searches can do.
func TestEngineRefuses(t *testing.T) {
	for name, open := range map[string]func() (model.Job, error){
		"a machine": func() (model.Job, error) {
			return fd.New().Open(context.Background(), &model.Model{Machine: &model.Machine{}}, model.Options{})
		},
		"a search by name": func() (model.Job, error) {
			return fd.New().Open(context.Background(), &model.Model{}, model.Options{Search: []string{"reach"}})
		},
	} {
		if _, err := open(); !errors.As(err, new(model.Reason)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
