package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server/ats"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// clockVar names the test that a process is started for, on the clock of testing/synctest.
const clockVar = "TEST_CLOCK"

// onClockOfItsOwn runs a test on that clock, in a process of its own: timers that other tests have used can't be used on another clock, and
// NATS keeps them.
func onClockOfItsOwn(t *testing.T, test func(*testing.T)) {
	if os.Getenv(clockVar) == t.Name() {
		ats.Register()
		defer ats.Unregister()
		onSimulatedClock(t, test)
		return
	}
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), clockVar+"="+t.Name())
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS") {
		t.Errorf("%v\n%s", err, out)
	}
}

// freezing is a way to a hub on which nothing comes any more after so many bytes, once that is set; the connection stays.
type freezing struct {
	hub  nats.InProcessConnProvider
	left atomic.Int64 // bytes; nothing is counted while it is negative
}

func (f *freezing) InProcessConn() (net.Conn, error) {
	conn, err := f.hub.InProcessConn()
	return &frozenConn{conn, f, make(chan bool)}, err
}

type frozenConn struct {
	net.Conn
	*freezing
	closed chan bool
}

func (c *frozenConn) Read(to []byte) (int, error) {
	n, err := c.Conn.Read(to)
	if c.left.Load() >= 0 && c.left.Add(int64(-n)) <= 0 {
		c.left.Store(0)
		<-c.closed
		return 0, io.EOF
	}
	return n, err
}

func (c *frozenConn) Close() error {
	close(c.closed)
	return c.Conn.Close()
}

// frozen is a client by such a way, and a job with a file of a megabyte.
func frozen(t *testing.T) (*Client, *freezing, Job) {
	h, c := startHub(t, HubOptions{Coordination: Coordination{Timing: unhurried}})
	job := submitWith(t, c, Job{Parts: 1}, map[string]string{"x": strings.Repeat("x", 1<<20)})
	way := &freezing{hub: h}
	way.left.Store(-1)
	its, err := connect(t.Context(), "", nats.InProcessServer(way), nats.NoReconnect())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(its.Close)
	return its, way, job
}

// A transfer of which nothing comes any more ends after a while.
func TestStalledTransfer(t *testing.T) {
	onClockOfItsOwn(t, func(t *testing.T) {
		c, way, job := frozen(t)
		way.left.Store(300 << 10)
		begun := time.Now()
		err := whileMoving(t.Context(), func(m *moving) error {
			content, err := c.files.Get(m, inputName(job.ID, job.Files["x"]))
			if err != nil {
				return err
			}
			defer content.Close()
			m.from = content
			_, err = io.Copy(io.Discard, m)
			return err
		})
		if took := time.Since(begun); !errors.Is(err, errStalled) || errors.Is(err, errDamaged) || took < stall || took > stall+5*time.Second {
			t.Errorf("%v after %v", err, took)
		}
	})
}

// A worker that waits for the files of a job ends when it is asked to.
func TestDrainWhileFetching(t *testing.T) {
	onClockOfItsOwn(t, func(t *testing.T) {
		c, way, _ := frozen(t)
		fetching := make(chan bool, 1)
		store := &told{ObjectStore: c.files, asked: func() {
			way.left.Store(300 << 10)
			fetching <- true
		}}
		c.files = store
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- Work(ctx, c, counting(t, 10), WorkOptions{Build: "b", Timing: unhurried}) }()
		<-fetching
		time.Sleep(time.Second)
		cancel()
		begun := time.Now()
		err := <-ended
		if took := time.Since(begun); err != nil || took > 2*unhurried.orDefault().Publish {
			t.Errorf("%v after %v", err, took)
		}
	})
}

// told is an object store that tells when it is asked for an object.
type told struct {
	jetstream.ObjectStore
	asked func()
}

func (o *told) Get(ctx context.Context, name string, opts ...jetstream.GetObjectOpt) (jetstream.ObjectResult, error) {
	o.asked()
	return o.ObjectStore.Get(ctx, name, opts...)
}

// beats counts how often it is said of a message that somebody is at it.
type beats struct {
	jetstream.Msg
	n int
}

func (b *beats) InProgress() error {
	b.n++
	return nil
}

// A worker says of a task that it is at it as long as what the task needs comes nearer, and once its work has begun.
func TestHeartbeat(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	w, err := newWorker(c, nil, WorkOptions{Timing: once(), Log: logTo(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer w.remove()
	heard, err := c.nc.SubscribeSync(pulses + w.o.Name)
	if err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-2 * w.o.Timing.Wait)
	for _, tt := range []struct {
		what         string
		task, job    time.Time
		says         bool
		cancelsAfter bool
	}{
		{"its work has begun", time.Time{}, long, true, false},
		{"it has just been taken", time.Now(), time.Time{}, true, false},
		{"the files of its job come", long, time.Now(), true, false},
		{"nothing comes", long, long, false, true},
	} {
		job := &workJob{Job: Job{ID: "j"}, moved: tt.job}
		msg := &beats{}
		d := &delivery{Task: Task{Job: "j"}, key: "j.1/1", msg: msg, job: job, running: true, begun: long, moved: tt.task}
		d.ctx, d.stop = context.WithCancelCause(t.Context())
		w.held = map[*delivery]bool{d: true}
		w.progress()
		w.pulse()
		said, err := heard.NextMsgWithContext(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var p pulse
		if err := json.Unmarshal(said.Data, &p); err != nil {
			t.Fatal(err)
		}
		if (msg.n > 0) != tt.says || (len(p.Running["j"]) > 0) != tt.says || (d.ctx.Err() != nil) != tt.cancelsAfter {
			t.Errorf("%s: said %d times, %v; %v", tt.what, msg.n, p.Running, d.ctx.Err())
		}
	}
}
