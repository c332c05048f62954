package solve_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"syscall"
	"testing"
	"time"

	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/sat"
)

// boardsBySize makes for each spec the instance of a board of n by n.
var boardsBySize = map[string]func(n int) string{
	"akari":        lampsBoard,
	"heyawake":     roomsBoard,
	"hitori":       repeatsBoard,
	"knights_tour": func(n int) string { return fmt.Sprintf("rows = %d\ncols = %d\nclosed = true\n", n, n) },
	"kuromasu":     sightsBoard,
	"masyu":        pearlsBoard,
	"nurikabe":     islandsBoard,
	"shikaku":      rectanglesBoard,
	"slitherlink":  fenceBoard,
	"star_battle":  starsBoard,
}

// modelSize counts what a model consists of: variables, nodes and constraints.
func modelSize(p *solve.Problem) (size int) {
	m := p.Model
	return len(m.Vars) + m.BoolCount() + len(m.Ints) + len(m.Constraints)
}

// withArguments is the size of a model in which the arguments of nodes count as well: a condition on a long line is more than one on a
// short line, of which there are more near the edge of a board.
func withArguments(p *solve.Problem) int {
	size := modelSize(p)
	argument, number := func(model.Bool) { size++ }, func(model.Int) { size++ }
	for _, n := range p.Model.BoolNodes() {
		model.EachArg(n, argument, number)
	}
	for _, n := range p.Model.Ints {
		model.EachIntArg(n, argument, number)
	}
	return size
}

// BenchmarkGrowth compiles larger and larger boards. Besides CPU time and memory allocated it
// reports how large the model is, and the exponents with which time and model have grown since
// the size before.
func BenchmarkGrowth(b *testing.B) {
	for _, spec := range slices.Sorted(maps.Keys(boardsBySize)) {
		var before struct{ n, time, size float64 }
		for _, n := range []int{20, 40, 60, 80, 100} {
			text := boardsBySize[spec](n)
			b.Run(fmt.Sprintf("%s/%d", spec, n), func(b *testing.B) {
				b.ReportAllocs()
				size := 0
				begun := cpuTime()
				for b.Loop() {
					size = modelSize(compiled(b, spec, text))
				}
				now := (cpuTime() - begun).Seconds() / float64(b.N)
				b.ReportMetric(now*1000, "cpu-ms/op")
				b.ReportMetric(float64(size), "model")
				if before.n > 0 {
					doublings := math.Log(float64(n) / before.n)
					b.ReportMetric(math.Log(now/before.time)/doublings, "time^")
					b.ReportMetric(math.Log(float64(size)/before.size)/doublings, "model^")
				}
				before.n, before.time, before.size = float64(n), now, float64(size)
			})
		}
	}
}

// cpuTime is what the process has used so far.
func cpuTime() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// TestSolvingIsLinear counts, for each thing that the model consists of, the clauses of engine sat, and for each cell
// the expressions that the judge evaluates for the solution: neither must become many more on a larger board.
func TestSolvingIsLinear(t *testing.T) {
	const most = 1.5
	small := 15 // twice as much shows growth with the square, too
	if testkit.Thorough() {
		small = 30
	}
	for _, spec := range []string{"akari", "heyawake", "hitori", "kuromasu"} {
		t.Run(spec, func(t *testing.T) {
			solved := func(n int) (clauses, steps float64) {
				p := compiled(t, spec, boardsBySize[spec](n))
				job, err := sat.New().Open(t.Context(), p.Model, model.Options{})
				if err != nil {
					t.Fatal(err)
				}
				r := job.Solve(t.Context(), model.SolveOptions{Limit: 1}, func(s model.Solution) bool {
					a, err := p.Decode(t.Context(), s)
					if err != nil {
						t.Fatal(err)
					}
					verdict := p.Judge.Judge(a)
					if !verdict.Accepted {
						t.Fatalf("%+v", verdict)
					}
					steps = float64(verdict.Steps) / float64(n*n)
					return true
				})
				return float64(r.Stats.Clauses) / float64(modelSize(p)), steps
			}
			clauses, steps := solved(small)
			moreClauses, moreSteps := solved(2 * small)
			if moreClauses > most*clauses {
				t.Errorf("%.2f clauses for each node of a board of size %d, %.2f at twice the size", clauses, small, moreClauses)
			}
			if steps == 0 || moreSteps > most*steps {
				t.Errorf("%.1f expressions are judged for each cell of a board of size %d, %.1f at twice the size", steps, small, moreSteps)
			}
			t.Logf("%.2f and %.2f clauses, %.1f and %.1f expressions", clauses, moreClauses, steps, moreSteps)
		})
	}
}

// TestCompilingIsLinear counts the steps of compiling for each node of the model and each argument of one:
// they must not become many more on a board of twice the size.
func TestCompilingIsLinear(t *testing.T) {
	const most = 1.25
	small := 12
	if testkit.Thorough() {
		small = 20
	}
	for _, spec := range slices.Sorted(maps.Keys(boardsBySize)) {
		t.Run(spec, func(t *testing.T) {
			steps := func(n int) float64 {
				p := compiled(t, spec, boardsBySize[spec](n))
				return float64(p.Work) / float64(withArguments(p))
			}
			if a, b := steps(small), steps(2*small); b > most*a {
				t.Errorf("%.1f steps for each node and argument of a board of size %d, %.1f at twice the size", a, small, b)
			}
		})
	}
}
