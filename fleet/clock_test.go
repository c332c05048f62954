package fleet

import (
	"reflect"
	"testing"
	"time"

	"nazo/parts"
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
// time, hinders nobody.
func TestWrongClock(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	startWorker(t, c, counting(t, 100), WorkOptions{})
	for _, off := range []time.Duration{-100 * 365 * 24 * time.Hour, 0, 100 * 365 * 24 * time.Hour} {
		gate := make(chan struct{})
		job := submit(t, c, Job{Parts: 7, Created: time.Now().Add(off), Divisible: true, Attempts: 2})
		go func() {
			defer close(gate)
			for range 20 {
				c.nc.Publish(pulses+"wrong", encode(pulse{Worker: "wrong", Slots: 1, Running: map[string][]during{job.ID: {{Part: "3/7", For: off}}}}))
			}
		}()
		if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Found != 100 || s.Failed > 0 {
			t.Errorf("%v off: %+v, %v", off, s, err)
		}
		<-gate
	}
}
