package fleet

import "time"

// Timing is how long things are waited for. Coordinator and workers of a fleet should have
// the same; zero fields are those of the default.
type Timing struct {
	Wait       time.Duration // a task whose worker has said nothing for so long is given to another: 30 s
	Progress   time.Duration // a worker says so often that it still has its tasks: 10 s
	Pulse      time.Duration // a worker says so often what it is at: 1 s
	Poll       time.Duration // a worker without work asks so often, if it hears nothing: 500 ms
	Checkpoint time.Duration // checkpoints are taken to the hub so often, or less often if they are large: 1 min
	Transfer   time.Duration // 100 MB take so long to the hub, until a worker has seen how long it is: 1 s
	Retry      time.Duration // a task that failed waits for so long: 1 s
	Reconcile  time.Duration // what has neither result nor message is looked for so often: 30 s
	Divide     time.Duration // a task that runs for longer is split if others have nothing to do, twice as long after each split: 10 s
	Publish    time.Duration // what was published and not confirmed for so long is published again: 10 s
	State      time.Duration // the state of a job is written so often at most, but for its end: 250 ms
}

func (t Timing) orDefault() Timing {
	for _, f := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&t.Wait, 30 * time.Second}, {&t.Progress, 10 * time.Second}, {&t.Pulse, time.Second}, {&t.Poll, time.Second / 2},
		{&t.Checkpoint, time.Minute}, {&t.Transfer, time.Second}, {&t.Retry, time.Second}, {&t.Reconcile, 30 * time.Second},
		{&t.Divide, 10 * time.Second}, {&t.Publish, 10 * time.Second}, {&t.State, time.Second / 4},
	} {
		if *f.field <= 0 {
			*f.field = f.value
		}
	}
	return t
}
