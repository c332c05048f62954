package fleet

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"nazo/internal/solve/parts"
)

// conditions are what happens to a fleet while it works.
type conditions struct {
	Name          string  `json:"name"`
	Cores         int     `json:"cores,omitempty"`           // of each worker, of which there are so much fewer; 1 if it is 0
	LossesPerHour float64 `json:"losses_per_hour,omitempty"` // of each worker; another takes its place
	Empty         float64 `json:"empty,omitempty"`           // for so many seconds the place stays empty before
	Slow          int     `json:"slow,omitempty"`            // one worker in so many takes twice as long; none if it is 0
	Away          float64 `json:"away,omitempty"`            // for so many seconds there is no hub, in the middle of it all
	Link          float64 `json:"link,omitempty"`            // so many MB a second come to the hub, from all workers together; no limit if it is 0
}

func (c *conditions) cores() int { return max(c.Cores, 1) }

// simulation is a fleet on the clock of testing/synctest that does one count.
type simulation struct {
	measured   *measured
	count      measuredCount
	conditions conditions
	seed       uint64

	store string
	door  *door
	link  *link
	ends  context.Context // when the count is done

	mu    sync.Mutex
	sizes map[string]time.Duration // of parts, on a worker that is not slow
	at    map[string]time.Duration // how far a part was when it was broken off last
	spent time.Duration
	done  time.Duration
	lost  int
}

func (s *simulation) run(t *testing.T) outcome {
	s.sizes, s.at, s.store = s.count.sizes(s.seed), map[string]time.Duration{}, t.TempDir()
	out := outcome{s: s, listed: list(&s.count, s.sizes, s.measured.Workers)}
	for _, size := range s.sizes {
		out.size += size
	}
	s.door, s.link = &door{}, newLink(s.conditions.Link)
	s.start(t)
	client := s.connect(t)
	ctx, end := context.WithCancel(context.Background())
	s.ends = ctx
	var places sync.WaitGroup
	for place := range s.measured.Workers / s.conditions.cores() {
		places.Go(func() { s.place(t, place) })
	}
	begun := time.Now()
	job, err := client.Submit(t.Context(), Job{Args: []string{"count"}, Parts: s.count.Parts, Build: simulated,
		Divisible: s.count.Divisible, Resumable: true, Memory: s.count.Memory << 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.conditions.Away > 0 {
		places.Go(func() { s.restart(t, out.listed/2) })
	}
	out.state, err = client.Wait(t.Context(), job.ID)
	out.makespan = time.Since(begun)
	if err != nil {
		t.Fatal(err)
	}
	end()
	places.Wait()
	client.Close()
	s.door.put(nil).Close()
	out.spent, out.done, out.lost, out.busy = s.spent, s.done, s.lost, s.link.busy
	return out
}

// simulated is the build of the workers.
const simulated = "simulated"

func (s *simulation) start(t *testing.T) {
	h, err := StartHub(context.Background(), HubOptions{Store: s.store, Coordination: Coordination{Timing: unhurried}})
	if err != nil {
		t.Fatal(err)
	}
	s.door.put(h)
}

// unhurried is the default, but for what is done so often that it is most of what a simulation costs: saying what workers are at, asking
// whether there is something to do where nothing was heard, and writing how far a job is.
var unhurried = Timing{Pulse: 5 * time.Second, Poll: 5 * time.Second, State: 10 * time.Second, Transfer: shrunk * time.Second}

func (s *simulation) connect(t *testing.T) *Client {
	c, err := connect(context.Background(), "", nats.InProcessServer(s.door))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// restart takes the hub away, after so long, and starts another.
func (s *simulation) restart(t *testing.T, after time.Duration) {
	select {
	case <-s.ends.Done():
		return
	case <-time.After(after):
	}
	s.door.put(nil).Close()
	time.Sleep(seconds(s.conditions.Away))
	s.start(t)
}

// place has one worker after another, until the count is done.
func (s *simulation) place(t *testing.T, number int) {
	speed := 1.0
	if slow := s.conditions.Slow; slow > 0 && number%slow == 0 {
		speed = 0.5
	}
	for turn := 0; s.ends.Err() == nil; turn++ {
		name := fmt.Sprintf("w%d-%d", number, turn)
		client, err := connect(s.ends, "", nats.InProcessServer(s.link.to(s.door)))
		if err != nil { // the hub is away
			time.Sleep(time.Second)
			continue
		}
		working, stop := context.WithCancel(context.Background())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			o := WorkOptions{Name: name, Build: simulated, Cores: s.conditions.cores(),
				Memory: s.measured.Memory << 20 * int64(s.conditions.cores()), Timing: unhurried}
			if err := Work(working, client, &simulatedRunner{s, speed}, o); err != nil && s.ends.Err() == nil {
				t.Error(err)
			}
		}()
		select {
		case <-s.ends.Done():
		case <-s.loss(name):
			client.Close() // nobody hears of it any more
			s.mu.Lock()
			s.lost++
			s.mu.Unlock()
			stop()
			time.Sleep(seconds(s.conditions.Empty))
		}
		stop()
		<-ended
		client.Close()
	}
}

// loss is when a worker is lost.
func (s *simulation) loss(worker string) <-chan time.Time {
	if s.conditions.LossesPerHour == 0 {
		return nil
	}
	return time.After(seconds(3600 * random(s.seed, worker).ExpFloat64() / s.conditions.LossesPerHour))
}

// size is how long a part takes on a worker that is not slow. What a part has left that is divided is more by the growth, and its
// parts differ as those of the count do.
func (s *simulation) size(part parts.Path) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := part.String()
	size, known := s.sizes[name]
	if !known {
		whole, share := part[:len(part)-1].String(), part[len(part)-1]
		left := float64(s.sizes[whole]-s.at[whole]) * s.count.Growth
		size = time.Duration(left / float64(share.Of) * math.Exp(s.count.deviation()*normal(s.seed, name)))
		s.sizes[name] = size
	}
	return size
}

// simulatedRunner does tasks by waiting.
type simulatedRunner struct {
	*simulation
	speed float64
}

// Run waits for as long as the part takes, and saves how far it is as often as nazo does.
func (r *simulatedRunner) Run(ctx context.Context, _ Job, task Task, w *Workspace) (Result, error) {
	size, begun := r.size(task.Part), time.Now()
	content := r.count.Checkpoint << 20 / shrunk
	from, err := readProgress(w.Checkpoint)
	if err != nil {
		return Result{}, err
	}
	at := from
	for at < size {
		step := min(size-at, time.Minute)
		before := time.Now()
		select {
		case <-ctx.Done():
			at += time.Duration(float64(time.Since(before)) * r.speed)
			r.account(task.Part, begun, from, at)
			return Result{}, errors.Join(ctx.Err(), writeProgress(w.Checkpoint, at, content))
		case <-time.After(time.Duration(float64(step) / r.speed)):
		}
		at += step
		if err := writeProgress(w.Checkpoint, at, content); err != nil {
			return Result{}, err
		}
	}
	r.account(task.Part, begun, from, at)
	return Result{Output: partOutput(panics{}, task.Part, 1, 1), CPU: time.Since(begun)}, nil
}

// account notes what a worker did for a part: from here to there.
func (s *simulation) account(part parts.Path, begun time.Time, from, to time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at[part.String()] = to
	s.spent += time.Since(begun)
	s.done += to - from
}

// readProgress is how far a part has come, by its checkpoint: a number of nanoseconds.
func readProgress(name string) (time.Duration, error) {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var at time.Duration
	return at, binary.Read(f, binary.LittleEndian, &at)
}

// writeProgress writes a checkpoint of so many bytes, or a few more.
func writeProgress(name string, at time.Duration, size int64) error {
	text := binary.LittleEndian.AppendUint64(nil, uint64(at))
	if err := os.WriteFile(name+".new", append(text, make([]byte, size)...), 0o600); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// panics is for what can't happen to texts in memory.
type panics struct{}

// Fatal panics.
func (panics) Fatal(args ...any) { panic(fmt.Sprint(args...)) }
