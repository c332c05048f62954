//go:build unix

package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// chaos is for how long TestChaos runs. The script chaos.sh sets it.
var (
	chaos     = flag.Duration("chaos", 0, "for how long TestChaos does jobs while processes are killed and stopped; 0 is not at all")
	chaosSeed = flag.Uint64("chaos-seed", 0, "the seed of what happens in TestChaos; 0 is any")
)

const (
	chaosWait    = 3 * time.Second // the lease of a part
	chaosAway    = 25 * time.Second
	chaosWorkers = 3
	chaosMost    = 6 * time.Minute // which no job takes, whatever happens
)

// chaosJob is a kind of job.
type chaosJob struct {
	name  string
	args  []string
	flags []string // of submit
	want  string
	took  time.Duration // when nothing happens
}

// fault is something that happened, and for how long at most a job waits for it.
type fault struct {
	what        string
	began, over time.Time
	costs       time.Duration
}

// disorder is a fleet to which things happen.
type disorder struct {
	*site
	rand *rand.Rand

	mu      sync.Mutex
	workers []*chaosWorker
	faults  []fault
	jobs    map[string]int // how many were done, by kind
	slowest map[string]string
	worst   map[string]float64
}

type chaosWorker struct{ *proc }

// TestChaos does jobs for some time, one after the other and two at once. Meanwhile workers, parts and the hub are killed, stopped for longer than
// the lease, and the hub is away. Each total is to be right, and no job is to take longer than what happened to it explains.
func TestChaos(t *testing.T) {
	if *chaos == 0 {
		t.Skip("takes minutes; chaos.sh has it")
	}
	seed := *chaosSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-chaos-seed %d", seed)
	d := &disorder{site: newSite(t), rand: rand.New(rand.NewPCG(seed, 0)), jobs: map[string]int{}, slowest: map[string]string{}, worst: map[string]float64{}}
	kinds := d.kinds()
	d.serveChaos()
	for range chaosWorkers {
		d.mu.Lock()
		d.workers = append(d.workers, d.workChaos())
		d.mu.Unlock()
	}
	ctx, cancel := context.WithTimeout(t.Context(), *chaos)
	defer cancel()
	var doing, happening sync.WaitGroup
	transfer := make(chan bool, 1)
	for lane := range 2 {
		doing.Go(func() {
			for n := lane; ctx.Err() == nil; n++ {
				kind := &kinds[n%len(kinds)]
				d.do(kind, fmt.Sprintf("%s-%d-%d", kind.name, lane, n), transfer)
			}
		})
	}
	over, stop := context.WithCancel(context.Background())
	happening.Go(func() { d.happen(over, transfer) })
	doing.Wait()
	stop()
	happening.Wait()
	d.report()
}

// kinds are the jobs, with what they come to and how long that takes when nothing happens.
func (d *disorder) kinds() []chaosJob {
	dot := "# " + strings.Repeat("a file that takes its time on its way ", 25_000) + `
puzzle dot "One dot; a clue counts the dots in its cell."
given clue: grid of 0..1?
find dot: set of cells(clue)
rule "one" : size(dot) = 1
rule "clue" for c in clues(clue): clue[c] = size(dot & {c})
example "right" clue = """
. . 1
""": expect 1 solution
`
	d.check(os.WriteFile(filepath.Join(d.folder, "dot.nazo"), []byte(dot), 0o600))
	kinds := []chaosJob{
		{name: "parts", args: []string{"count", "knights_tour", "rows=5", "cols=6", "closed=true"}, flags: []string{"--parts=6"}},
		{name: "file", args: []string{"make", "dot.nazo", "rows=1", "cols=3", "--rate", "none", "--json", "-n", "200"}, flags: []string{"--parts=6"}},
		{name: "count", args: []string{"count", "knights_tour", "rows=6", "cols=7", "closed=true"}},
	}
	for i := range kinds {
		k := &kinds[i]
		begun := time.Now()
		k.want = d.run(k.args...)
		k.took = time.Since(begun)
		d.Logf("%s: %v undisturbed, %d bytes", k.name, k.took.Round(time.Millisecond), len(k.want))
	}
	return kinds
}

func (d *disorder) serveChaos() {
	listen := "127.0.0.1:0"
	if d.url != "" {
		listen = strings.TrimPrefix(d.url, "nats://")
	}
	d.hub = d.start("", "serve", "--store=store", "--wait="+chaosWait.String(), "--listen="+listen)
	line, err := d.hub.out.ReadString('\n')
	if err != nil {
		said, _ := io.ReadAll(d.hub.errs)
		d.Errorf("the hub can't start: %s", said)
		return
	}
	d.url = strings.TrimSpace(line)
	go io.Copy(io.Discard, d.hub.errs)
}

func (d *disorder) workChaos() *chaosWorker {
	w := &chaosWorker{d.start("", "work", "--cores=1", "--wait="+chaosWait.String(), "--hub="+d.url)}
	go io.Copy(io.Discard, w.errs)
	return w
}

// try runs nazo-fleet to its end, and returns whether it ended well.
func (d *disorder) try(ctx context.Context, args ...string) (out, errs string, ok bool) {
	self, err := os.Executable()
	d.check(err)
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Args[0], cmd.Dir = "nazo-fleet", d.folder
	cmd.Env = append(os.Environ(), "NAZO_HUB="+d.url, "TMPDIR="+d.folder)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err = cmd.Run()
	return o.String(), e.String(), err == nil
}

// do does a job, and holds its total and its time to what they should be.
func (d *disorder) do(kind *chaosJob, id string, transfer chan<- bool) {
	begun := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), chaosMost)
	defer cancel()
	out, errs, ok := "", "", false
	for !ok && ctx.Err() == nil {
		args := append([]string{"submit", "--name=" + id, "--attempts=100"}, kind.flags...)
		_, errs, ok = d.try(ctx, append(args, kind.args...)...)
		if ok = ok || strings.Contains(errs, "there is a job "+id+" already"); !ok {
			time.Sleep(time.Second)
		}
	}
	if kind.name == "file" {
		select {
		case transfer <- true:
		default:
		}
	}
	for ok = false; !ok && ctx.Err() == nil; {
		if out, errs, ok = d.try(ctx, "result", id, "--wait"); !ok {
			time.Sleep(time.Second)
		}
	}
	over := time.Now()
	took, allowed := over.Sub(begun), 15*time.Second+10*kind.took
	var why []string
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.faults {
		if f.began.Before(over) && f.over.Add(f.costs).After(begun) {
			end := f.over
			if end.IsZero() {
				end = over
			}
			allowed += end.Sub(f.began) + f.costs
			why = append(why, f.what)
		}
	}
	switch {
	case !ok:
		list, told, _ := d.try(context.Background(), "list")
		d.Errorf("%s has not ended in %v, with %v: %s\n%s%s", id, took, why, errs, list, told)
	case out != kind.want:
		d.Errorf("%s: %d bytes instead of %d: %.200s", id, len(out), len(kind.want), out)
	case took > allowed:
		d.Errorf("%s took %v, and %v explain %v", id, took, why, allowed)
	}
	d.jobs[kind.name]++
	if share := float64(took) / float64(allowed); share > d.worst[kind.name] {
		d.worst[kind.name] = share
		d.slowest[kind.name] = fmt.Sprintf("%.1f s of %.1f allowed, with %s", took.Seconds(), allowed.Seconds(), strings.Join(why, ", "))
	}
}

// begins notes that something happens for which a job may wait so long after it is over.
func (d *disorder) begins(what string, costs time.Duration) (over func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.faults = append(d.faults, fault{what: what, began: time.Now(), costs: costs})
	i := len(d.faults) - 1
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.faults[i].over = time.Now()
	}
}

// happen has things happen, one after the other.
func (d *disorder) happen(ctx context.Context, transfer <-chan bool) {
	sleep := func(t time.Duration) {
		select {
		case <-ctx.Done():
		case <-time.After(t):
		}
	}
	for last := time.Now(); ctx.Err() == nil; {
		select {
		case <-ctx.Done():
			return
		case <-transfer: // files are on their way now
			if time.Since(last) > time.Minute {
				time.Sleep(time.Duration(d.rand.IntN(400)) * time.Millisecond)
				d.away(sleep, "the hub is away", chaosAway)
				last = time.Now()
			}
		case <-time.After(time.Second + time.Duration(d.rand.IntN(3000))*time.Millisecond):
			d.once(sleep)
		}
	}
}

// Costs of faults beside the time that they last. A part that is lost begins anew, after the lease.
const (
	costsWorker = chaosWait + 5*time.Second
	costsPart   = 4 * time.Second
	costsHub    = chaosWait + 5*time.Second
	costsAway   = 25 * time.Second // a transfer that stalled is given up after 20 s
)

func (d *disorder) away(sleep func(time.Duration), what string, t time.Duration) {
	over := d.begins(what, costsAway)
	d.hub.kill()
	sleep(t)
	d.serveChaos()
	over()
}

// once has one thing happen.
func (d *disorder) once(sleep func(time.Duration)) {
	d.mu.Lock()
	i := d.rand.IntN(len(d.workers))
	w := d.workers[i]
	d.mu.Unlock()
	longer := chaosWait + chaosWait/2
	parts := childrenOf(w.Process.Pid)
	switch n := d.rand.IntN(12); {
	case n < 3:
		over := d.begins("a worker is killed", costsWorker)
		w.kill()
		sleep(time.Duration(d.rand.IntN(3)) * time.Second)
		d.mu.Lock()
		d.workers[i] = d.workChaos()
		d.mu.Unlock()
		over()
	case n < 6 && len(parts) > 0:
		over := d.begins("a part is killed", costsPart)
		syscall.Kill(parts[0], syscall.SIGKILL)
		over()
	case n < 8:
		d.stopped("a worker is stopped", w.Process.Pid, longer, costsWorker, sleep)
	case n < 9 && len(parts) > 0:
		d.stopped("a part is stopped", parts[0], longer, costsPart, sleep)
	case n < 10:
		d.stopped("the hub is stopped", d.hub.Process.Pid, longer, costsHub, sleep)
	case n < 11:
		d.away(sleep, "the hub is killed", 0)
	}
}

// stopped stops a process for some time.
func (d *disorder) stopped(what string, pid int, t, costs time.Duration, sleep func(time.Duration)) {
	over := d.begins(what, costs)
	syscall.Kill(pid, syscall.SIGSTOP)
	sleep(t)
	syscall.Kill(pid, syscall.SIGCONT)
	over()
}

// childrenOf are the processes that one has started, on a system that has /proc.
func childrenOf(parent int) (out []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest)
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if err == nil && len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			out = append(out, pid)
		}
	}
	return out
}

// report says what was done and what happened.
func (d *disorder) report() {
	count := map[string]int{}
	for _, f := range d.faults {
		count[f.what]++
	}
	d.Logf("%d faults: %v", len(d.faults), count)
	for kind, n := range d.jobs {
		d.Logf("%d jobs %q; the slowest took %s", n, kind, d.slowest[kind])
	}
	if len(d.jobs) == 0 || len(d.faults) == 0 {
		d.Error("nothing was done, or nothing happened")
	}
}
