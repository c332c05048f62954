package fleet

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"nazo/internal/solve/parts"
)

// What machines tell each other has no time of day, but for when a job was submitted, by which jobs are ordered and no more. So no two
// clocks are ever compared, and a clock that is wrong does nothing.
func TestNoTimeOfDay(t *testing.T) {
	var look func(name string, of reflect.Type)
	found := map[string]bool{}
	look = func(name string, of reflect.Type) {
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
			look(name, of.Elem())
		case reflect.Struct:
			if of == reflect.TypeFor[time.Time]() {
				found[name] = true
				return
			}
			for i := range of.NumField() {
				look(name+"."+of.Field(i).Name, of.Field(i).Type)
			}
		}
	}
	for _, told := range []any{Job{}, Task{}, Result{}, State{}, pulse{}, order{}, note{}, trouble{}, fault{}, parts.Head{}, parts.End{}} {
		look(reflect.TypeOf(told).Name(), reflect.TypeOf(told))
	}
	if len(found) != 1 || !found["Job.Created"] {
		t.Errorf("times of day: %v", found)
	}
}

// Jobs of machines whose clocks are years away are done as others, and a worker that says it is at a task for years, or less than no
// time, hinders nobody: the most that comes of it is that it is told to break that off.
func TestWrongClock(t *testing.T) {
	t.Parallel()
	slow := quick
	slow.Divide = time.Hour // no task works for so long
	_, c := startHub(t, HubOptions{Coordination: Coordination{Timing: slow}})
	told := make(chan *nats.Msg, 1000)
	sub, err := c.nc.ChanSubscribe(orders+"wrong", told)
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Unsubscribe()
	var last chan struct{} // the third task ends when this does
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		if task.Part[0].Number == 3 {
			select {
			case <-last:
			case <-ctx.Done():
				return Result{}, ctx.Err()
			}
		}
		return counting(t, 100)(ctx, job, task, w)
	}), WorkOptions{Cores: 2})
	const years = 100 * 365 * 24 * time.Hour
	for _, off := range []time.Duration{-years, 0, years, math.MinInt64, math.MaxInt64} {
		last = make(chan struct{})
		job := submit(t, c, Job{Parts: 7, Created: time.Now().Add(off), Divisible: true, Attempts: 2})
		says := pulse{Worker: "wrong", Slots: 1, Running: map[string][]during{job.ID: {{Part: "3/7", For: off, Worked: off}}}}
		ordered := false
		for said := 0; said < 20 || off > 0 && !ordered; {
			if s, err := c.State(t.Context(), job.ID); err != nil || s.Phase != Running {
				t.Fatalf("%v off: %+v, %v", off, s, err)
			} else if s.Done == 6 { // somebody has nothing to do
				said++
			}
			c.nc.Publish(pulses+"wrong", encode(says))
			select {
			case msg := <-told:
				var o order
				ordered = ordered || json.Unmarshal(msg.Data, &o) == nil && o.Job == job.ID && o.Part == "3/7"
			case <-time.After(quick.Pulse / 4):
			}
		}
		close(last)
		if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Found != 100 || s.Failed > 0 || s.Divided > 0 || ordered != (off > 0) {
			t.Errorf("%v off: ordered %v, %+v, %v", off, ordered, s, err)
		}
	}
}
