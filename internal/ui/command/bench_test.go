package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// BenchmarkCommand measures the whole command from start to exit. Besides the
// time on the clock it reports what counts: CPU time, user and system, and the
// most memory that a run took.
func BenchmarkCommand(b *testing.B) {
	nazo := filepath.Join(b.TempDir(), "nazo")
	if out, err := exec.Command("go", "build", "-o", nazo, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, args := range []string{
		"--version",
		"solve queens n=6",
		"solve skyscrapers 6x6",
		"solve kenken 6x6",
		"solve knights_tour rows=6 cols=6",
		"solve knights_tour rows=6 cols=6 closed=true --engine sat",
		"solve slitherlink 10x10",
		"solve akari 10x10",
		"unique sudoku 25x25",
		"solve knights_tour rows=60 cols=60 closed=true --engine sat",
	} {
		b.Run(strings.ReplaceAll(args, " ", "_"), func(b *testing.B) {
			var cpu, memory float64
			for b.Loop() {
				cmd := exec.Command(nazo, strings.Fields(args)...)
				cmd.Stderr = os.Stderr
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
				s := cmd.ProcessState
				cpu += (s.UserTime() + s.SystemTime()).Seconds() * 1000
				if use, ok := s.SysUsage().(*syscall.Rusage); ok {
					memory = max(memory, float64(use.Maxrss)/1024)
				}
			}
			b.ReportMetric(cpu/float64(b.N), "cpu-ms/op")
			b.ReportMetric(memory, "max-MB")
		})
	}
}
