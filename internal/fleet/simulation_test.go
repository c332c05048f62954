package fleet

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server/ats"
)

// simulate is how one asks what a fleet would take: go test ./fleet -run TestSimulation -v -simulate testdata/measured.json
var simulate = flag.String("simulate", "", "a file with `measured` sizes of parts of counts: tell what the fleet that it names would take for them")

// TestSimulation has the fleet do counts that nobody could wait for: its hub, coordinator, queue and workers as they are, and a Runner that
// waits for as long as a part was measured to take. It is a test, and no command, since only tests have the clock of testing/synctest: it
// goes on when everybody waits, and for as long as nobody does, it stands. So an hour takes a quarter of a minute, no duration is
// scaled, and how busy this machine is has no say in what comes out.
//
// Without the flag it holds a small fleet to what can be worked out: TestSimulation runs itself in a process of its own then, as timers
// that other tests have used can't be used on another clock, and NATS keeps them.
func TestSimulation(t *testing.T) {
	if *simulate == "" {
		t.Parallel()
		out, err := exec.Command(os.Args[0], "-test.run=^TestSimulation$", "-simulate=testdata/simulation.json").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if lines := bytes.Count(out, []byte("\n")); lines < 4 {
			t.Errorf("the simulation says too little:\n%s", out)
		}
		return
	}
	m := readMeasured(t, *simulate)
	// NATS has a clock of its own for all servers of a process, begun by the first of them. Within the simulation it would stop the other.
	ats.Register()
	defer ats.Unregister()
	fmt.Printf(row, "count", "parts", "processor time", "fleet", "takes", "idle", "done again", "lost", "link")
	onSimulatedClock(t, func(t *testing.T) {
		for _, count := range m.Counts {
			for _, c := range m.Fleets {
				var took []outcome
				for seed := range uint64(m.Seeds) {
					o := (&simulation{measured: m, count: count, conditions: c, seed: seed}).run(t)
					o.verify(t)
					took = append(took, o)
				}
				report(took)
			}
		}
	})
}

// onSimulatedClock runs a test on the clock of testing/synctest. That wants all goroutines to end, but the client of NATS leaves some
// behind: what waits for a loss of the connection while an object is stored, if that was quicker than the goroutine could begin.
func onSimulatedClock(t *testing.T, test func(*testing.T)) {
	defer func() {
		if r := recover(); r != nil && !strings.Contains(fmt.Sprint(r), "blocked goroutines remain") {
			panic(r)
		}
	}()
	synctest.Test(t, test)
}

// row is a line of the table.
const row = "%-60s %8v %14s  %-8s %-24s %7s %10s %5v %7s\n"

// report writes a line of the table: the median of several simulations, and how far others were from it.
func report(took []outcome) {
	slices.SortFunc(took, func(a, b outcome) int { return cmp.Compare(a.makespan, b.makespan) })
	o := took[len(took)/2]
	spread := ""
	if first, last := took[0], took[len(took)-1]; len(took) > 1 {
		spread = fmt.Sprintf(" (%s to %s)", brisk(first.makespan), brisk(last.makespan))
	}
	percent := func(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
	fmt.Printf(row, o.s.count.Name, o.state.Done, brisk(o.size), o.s.conditions.Name, brisk(o.makespan)+spread, percent(o.idle()),
		percent(o.again()), o.lost, percent(o.linked()))
}

// brisk is a duration with two or three digits.
func brisk(d time.Duration) string {
	switch {
	case d >= 100*time.Hour:
		return fmt.Sprintf("%.0f days", d.Hours()/24)
	case d >= 100*time.Minute:
		return fmt.Sprintf("%.1f h", d.Hours())
	case d >= 100*time.Second:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}

// outcome is what came of a simulation.
type outcome struct {
	s        *simulation
	state    State
	makespan time.Duration
	size     time.Duration // of all parts, on a worker that is not slow
	spent    time.Duration // processor time of all workers
	done     time.Duration // what they did in it, on a worker that is not slow
	lost     int           // workers
	busy     time.Duration // the link
	listed   time.Duration // how long the parts would take, one after another given to whoever is free
}

// idle is the share of the workers' time in which they had no task.
func (o *outcome) idle() float64 {
	return 1 - o.spent.Seconds()/(float64(o.s.measured.Workers)*o.makespan.Seconds())
}

// again is the share of what was done that had been done before.
func (o *outcome) again() float64 { return 1 - o.size.Seconds()/o.done.Seconds() }

// linked is the share of the time in which something was on the link.
func (o *outcome) linked() float64 { return o.busy.Seconds() / o.makespan.Seconds() }

// verify holds the outcome to what it has to be, whatever the sizes.
func (o *outcome) verify(t *testing.T) {
	about := o.s.count.Name + ", " + o.s.conditions.Name
	if o.state.Phase != Done || o.state.Found != o.state.Done || o.state.Done != o.state.Total {
		t.Errorf("%s: %+v", about, o.state)
	}
	moment := unhurried.Poll // workers that have nothing to do ask so often
	if o.done < o.size-moment {
		t.Errorf("%s: %s of work took %s", about, o.size, o.done)
	}
	happens := o.s.conditions
	if happens.LossesPerHour > 0 || happens.Slow > 0 || o.s.count.Divisible {
		return
	}
	if again := o.done - o.size; again > moment { // that the hub was away for longer than Wait is no reason, either
		t.Errorf("%s: %s of work was done again, and no worker was lost", about, again)
	}
	if happens.Away > 0 {
		return
	}
	if late := o.makespan - o.listed; late < 0 || late > moment {
		t.Errorf("%s: took %s; the parts one after another on %d workers take %s", about, o.makespan, o.s.measured.Workers, o.listed)
	}
}

func TestBrisk(t *testing.T) {
	var out []string
	for _, d := range []time.Duration{99 * time.Second, 100 * time.Second, 100 * time.Minute, 99 * time.Hour, 240 * time.Hour} {
		out = append(out, brisk(d))
	}
	if got, want := strings.Join(out, ", "), "99 s, 2 min, 1.7 h, 99.0 h, 10 days"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
}
