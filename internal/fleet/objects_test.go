package fleet

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"nazo/internal/solve/parts"
)

// objects has the names of all objects of the fleet, also of those that were deleted and left a mark.
func objects(t testing.TB, c *Client) (out []string) {
	t.Helper()
	for _, bucket := range []string{files, checkpoints} {
		err := c.removeObjects(t.Context(), bucket, func(name string) bool {
			out = append(out, name)
			return false
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(out)
	return out
}

// What a job has in the object stores goes with it, and nothing that another job has: not even the same file.
func TestObjectsGo(t *testing.T) {
	t.Parallel()
	h, c := startHub(t, HubOptions{MostMessage: 64 << 10})
	same := map[string]string{"x": "the same content"}
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		var out strings.Builder
		to, err := parts.NewWriter(&out, parts.Head{Verb: "make", Part: task.Part})
		err = errors.Join(err, to.Line(map[string]string{"text": strings.Repeat("x", 100_000)}, 1), to.End(1))
		if task.Part[0].Number == 2 {
			err = errors.Join(err, os.WriteFile(w.Checkpoint, []byte("half"), 0o600), w.Save(ctx))
			<-ctx.Done()
		}
		return Result{Output: []byte(out.String())}, errors.Join(err, ctx.Err())
	}), WorkOptions{Cores: 2, Jobs: "first"})
	first := submitWith(t, c, Job{ID: "first", Parts: 2, Resumable: true}, same)
	second := submitWith(t, c, Job{ID: "second", Parts: 2}, same)
	until(t, func() bool { return len(objects(t, c)) == 4 }) // two files, an output, a checkpoint
	if err := c.Cancel(t.Context(), first.ID, "for a test"); err != nil {
		t.Fatal(err)
	}
	if s, err := c.Wait(t.Context(), first.ID); err != nil || s.Phase != Cancelled {
		t.Fatalf("%+v, %v", s, err)
	}
	if err := c.Remove(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	its := inputName(second.ID, second.Files["x"])
	// A worker that hasn't heard of it may store something still, which goes when the next coordinator begins.
	late := []string{"first.1/2", outputName("first", "0")}
	for i, store := range []string{checkpoints, files} {
		objects, err := c.js.ObjectStore(t.Context(), store)
		if err == nil {
			_, err = objects.PutString(t.Context(), late[i], "too late")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := objects(t, c); !slices.Contains(got, its) || !slices.Contains(got, late[0]) || !slices.Contains(got, late[1]) {
		t.Errorf("there are %q", got)
	}
	h.stop()
	h.ended.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go Coordinate(ctx, c, Coordination{Timing: quick, Log: logTo(t)})
	until(t, func() bool { return len(objects(t, c)) == 1 })
	if got := objects(t, c); got[0] != its {
		t.Errorf("left are %q", got)
	}
	if text, err := c.files.GetString(t.Context(), its); err != nil || text != same["x"] {
		t.Errorf("the file of the other job: %q, %v", text, err)
	}
}
