//go:build unix

package fleet

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkTaskOfASecond is what the fleet takes of the processor, and adds on the clock, for each task that waits for a second: four
// at once, of a worker with four.
func BenchmarkTaskOfASecond(b *testing.B) {
	_, c := startHub(b, HubOptions{Coordination: Coordination{Timing: Timing{}.orDefault()}})
	const cores, takes = 4, time.Second
	startWorker(b, c, runFunc(func(_ context.Context, _ Job, task Task, _ *Workspace) (Result, error) {
		time.Sleep(takes)
		return Result{Output: partOutput(b, task.Part, 1, 1)}, nil
	}), WorkOptions{Cores: cores, Timing: Timing{}.orDefault()})
	n := cores * max(b.N, 1)
	before := processor(b)
	b.ResetTimer()
	job := submit(b, c, Job{Parts: n})
	if s, err := c.Wait(b.Context(), job.ID); err != nil || s.Phase != Done {
		b.Fatalf("%+v, %v", s, err)
	}
	b.StopTimer()
	b.ReportMetric(float64((processor(b)-before).Microseconds())/1000/float64(n), "cpu-ms/task")
	b.ReportMetric(float64((b.Elapsed()-takes*time.Duration(b.N)).Microseconds())/1000/float64(b.N), "more-ms/task")
}

// BenchmarkHubAlone is how much memory a hub has, in a process of its own, after so many tasks that do nothing, and at most, and how much of
// that is its own and not the program's file; how much processor time it took for each; and how long it takes until one on its folder has
// read it again. The hub is nazo-fleet serve if NAZO_FLEET names a nazo-fleet; else it is the tests' executable, and as large as garbage
// makes it.
func BenchmarkHubAlone(b *testing.B) {
	counts := []int{1000, 100_000}
	if os.Getenv(hubTasks) != "" {
		n, err := strconv.Atoi(os.Getenv(hubTasks))
		if err != nil {
			b.Fatal(err)
		}
		counts = []int{n}
	}
	for _, n := range counts {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				folder := b.TempDir()
				hub, c := startHubProcess(b, folder)
				for range 2 {
					startWorker(b, c, nothing(b), WorkOptions{Timing: Timing{}.orDefault()})
				}
				own := largest(b, hub.Process.Pid, "RssAnon")
				begun := time.Now()
				job := submit(b, c, Job{Parts: n})
				if s, err := c.Wait(b.Context(), job.ID); err != nil || s.Phase != Done {
					b.Fatalf("%+v, %v", s, err)
				}
				b.ReportMetric(float64(n)/time.Since(begun).Seconds(), "tasks/s")
				b.ReportMetric(status(b, hub.Process.Pid, "VmRSS"), "MB-after")
				b.ReportMetric(status(b, hub.Process.Pid, "VmHWM"), "MB-peak")
				b.ReportMetric(own(), "MB-own")
				hub.Process.Kill()
				hub.Wait()
				b.ReportMetric(float64(hub.ProcessState.UserTime()+hub.ProcessState.SystemTime())/float64(time.Microsecond)/float64(n), "hub-µs/task")
				begun = time.Now()
				again, c := startHubProcess(b, folder)
				if s, err := c.State(b.Context(), job.ID); err != nil || s.Phase != Done {
					b.Fatalf("%+v, %v", s, err)
				}
				b.ReportMetric(float64(time.Since(begun).Milliseconds()), "ms-restart")
				b.ReportMetric(status(b, again.Process.Pid, "VmHWM"), "MB-restart")
			}
		})
	}
}

// Variables of the environment.
const (
	hubFolder  = "FLEET_TEST_HUB" // says to the tests' executable that it is to be a hub with this folder
	hubTasks   = "HUB_TASKS"      // how many tasks BenchmarkHubAlone has, instead of what it has by itself
	hubProgram = "NAZO_FLEET"     // the nazo-fleet whose hub BenchmarkHubAlone measures
)

// TestMain is that hub, or runs the tests.
func TestMain(m *testing.M) {
	folder := os.Getenv(hubFolder)
	if folder == "" {
		os.Exit(m.Run())
	}
	h, err := StartHub(context.Background(), HubOptions{Store: folder, Listen: "127.0.0.1:0"})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(h.URL())
	select {}
}

// startHubProcess starts a hub that is a process, which is killed in the end, and a client of it.
func startHubProcess(b *testing.B, folder string) (*exec.Cmd, *Client) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	hub := exec.Command(self)
	hub.Env = append(os.Environ(), hubFolder+"="+folder)
	if program := os.Getenv(hubProgram); program != "" {
		hub = exec.Command(program, "serve", "--listen", "127.0.0.1:0", "--store", folder)
	}
	hub.Stderr = os.Stderr
	out, err := hub.StdoutPipe()
	if err == nil {
		err = hub.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		hub.Process.Kill()
		hub.Wait()
	})
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	c, err := Connect(b.Context(), strings.TrimSpace(url), Credentials{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(c.Close)
	return hub, c
}

// status is a line of what Linux says of a process' memory, in MB; 0 elsewhere.
func status(b *testing.B, pid int, line string) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), line+":")
	var kB float64
	if _, err := fmt.Sscan(rest, &kB); err != nil {
		b.Fatal(err)
	}
	return kB / 1024
}

// largest looks often at such a line, until what it returns is called, which is what it was at most.
func largest(b *testing.B, pid int, line string) func() float64 {
	stop, most := make(chan struct{}), make(chan float64)
	go func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		high := 0.0
		for {
			select {
			case <-stop:
				most <- high
				return
			case <-tick.C:
				high = max(high, status(b, pid, line))
			}
		}
	}()
	return func() float64 {
		close(stop)
		return <-most
	}
}

// processor is the processor time that this process took.
func processor(b *testing.B) time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
