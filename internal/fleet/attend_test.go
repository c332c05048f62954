package fleet

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
)

// A job may end by a result of which nobody heard until it was looked for. Then no task of it is sent again: nobody would do it or take it
// away.
func TestNoTasksOfAJobThatHasEnded(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	ctx := t.Context()
	results, err := c.js.Stream(ctx, resultStream)
	if err != nil {
		t.Fatal(err)
	}
	silent := results.CachedInfo().Config
	silent.RePublish = nil // nobody hears of results
	if _, err := c.js.UpdateStream(ctx, silent); err != nil {
		t.Fatal(err)
	}
	queue, err := c.js.Stream(ctx, workStream)
	if err != nil {
		t.Fatal(err)
	}
	messages := func(id string) int {
		info, err := queue.Info(ctx, jetstream.WithSubjectFilter(workPrefix+id+".>"))
		if err != nil {
			t.Fatal(err)
		}
		return len(info.State.Subjects)
	}
	race := submit(t, c, Job{Parts: 20, Race: true})
	until(t, func() bool { return messages(race.ID) == 20 })
	part, err := parts.Parse("2/20=whole")
	if err != nil {
		t.Fatal(err)
	}
	result := Result{Part: part, Output: partOutput(t, part, 1, 1)}
	if err := result.look(part); err != nil {
		t.Fatal(err)
	}
	if _, err := c.js.PublishMsg(ctx, result.message(taskKey(race.ID, part))); err != nil {
		t.Fatal(err)
	}
	if err := queue.Purge(ctx, jetstream.WithPurgeSubject(workPrefix+race.ID+".>")); err != nil {
		t.Fatal(err)
	}
	if s, err := c.Wait(ctx, race.ID); err != nil || s.Phase != Enough {
		t.Fatalf("%+v, %v", s, err)
	}
	// Tasks of the next job come after any that were sent before.
	next := submit(t, c, Job{Parts: 1})
	until(t, func() bool { return messages(next.ID) == 1 })
	if n := messages(race.ID); n > 0 {
		t.Errorf("%d tasks of a job that has ended", n)
	}
}
