package fleet

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// nothing is a runner that does nothing: what is left is what the fleet itself costs.
func nothing(t testing.TB) runFunc {
	return func(_ context.Context, _ Job, task Task, _ *Workspace) (Result, error) {
		return Result{Output: partOutput(t, task.Part, 1, 1)}, nil
	}
}

// BenchmarkSmallTasks is what a task costs that does nothing, with the hub and two workers in one process, and how much memory
// this process then has.
func BenchmarkSmallTasks(b *testing.B) {
	for _, kind := range []string{"memory", "disk"} {
		b.Run(kind, func(b *testing.B) {
			o := HubOptions{Coordination: Coordination{Timing: Timing{}.orDefault()}}
			if kind == "disk" {
				o.Store = b.TempDir()
			}
			_, c := startHub(b, o)
			for range 2 {
				startWorker(b, c, nothing(b), WorkOptions{Timing: Timing{}.orDefault()})
			}
			b.ResetTimer()
			job := submit(b, c, Job{Parts: max(b.N, 2)})
			s, err := c.Wait(b.Context(), job.ID)
			if err != nil || s.Phase != Done || s.Found != max(b.N, 2) {
				b.Fatalf("%+v, %v", s, err)
			}
			b.StopTimer()
			b.ReportMetric(float64(s.Done)/b.Elapsed().Seconds(), "tasks/s")
			b.ReportMetric(resident(b), "MB")
		})
	}
}

// BenchmarkFixed is what a job of one task costs on a hub of its own, from its start to its end.
func BenchmarkFixed(b *testing.B) {
	for range b.N {
		h, err := StartHub(b.Context(), HubOptions{})
		if err != nil {
			b.Fatal(err)
		}
		c, err := h.Connect(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithCancel(b.Context())
		done := make(chan error, 1)
		go func() { done <- Work(ctx, c, nothing(b), WorkOptions{Build: "b"}) }()
		job := submit(b, c, Job{Parts: 2})
		if s, err := c.Wait(b.Context(), job.ID); err != nil || s.Phase != Done {
			b.Fatalf("%+v, %v", s, err)
		}
		cancel()
		<-done
		c.Close()
		h.Close()
	}
}

// resident is how much memory the process has, in MB; 0 where that can't be read.
func resident(b *testing.B) float64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, pages float64
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		b.Fatal(err)
	}
	return pages * float64(os.Getpagesize()) / (1 << 20)
}
