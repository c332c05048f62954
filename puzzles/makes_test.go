package puzzles_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/study/compose"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// making asks for a table of how long a new board of each spec takes, and says how long it may take.
var making = flag.Duration("making", 0, "make boards of all specs, or of those in NAZO_SPECS, each in at most this long, and print a table")

// mostSeeds boards are made of each spec.
const mostSeeds = 3

// TestMaking prints what new boards cost, by processor time: three of each spec with something to print, as large as its first instance or else its largest example.
// A row has the seconds of each, – for one that was not made, and how many were begun. A spec that missed two is left.
func TestMaking(t *testing.T) {
	if *making == 0 {
		t.Skip("asked for by -making 10s")
	}
	specs := puzzles.Specs()
	if some := os.Getenv("NAZO_SPECS"); some != "" {
		specs = strings.Fields(some)
	}
	var medians []time.Duration
	refused, missed := 0, 0
	fmt.Println("| spec | seconds | begun |\n|---|---|---|")
	for _, name := range specs {
		spec := checked(t, name)
		if spec.Moving() {
			continue
		}
		o := compose.Order{Spec: spec, Engine: native.New(), Tries: 500,
			Team: solve.Team{Engines: []model.Engine{sat.New(), native.New()}, Mode: solve.Together}}
		for _, file := range puzzles.Instances(name) {
			text, _ := puzzles.Instance(name, file)
			if all, err := instance.Instances(spec, diag.NewSource(file, text)); err == nil {
				o.Models = append(o.Models, instance.Input{Instance: all[0]})
			}
		}
		if len(o.Models) == 0 {
			o.Models = largest(t.Context(), spec)
		}
		o.Models = o.Models[:min(len(o.Models), 3)]
		var took []time.Duration
		var begun []string
		var err error
		for seed := range mostSeeds {
			o.Seed = int64(seed)
			var made *compose.Made
			var spentHere time.Duration
			if made, spentHere, err = makeWithin(t.Context(), o, *making); errors.Is(err, errRefused) {
				break
			}
			took = append(took, spentHere)
			if made == nil {
				took[seed] = 2 * *making // not made
				if begun = append(begun, "–"); seed == 1 && took[0] > *making {
					break
				}
				continue
			}
			begun = append(begun, fmt.Sprint(made.Tries))
		}
		if errors.Is(err, errRefused) {
			refused++
			fmt.Printf("| %s | %v | |\n", name, err)
			continue
		}
		text := make([]string, len(took))
		for i, d := range took {
			if text[i] = seconds(d); d > *making {
				text[i] = "–"
			}
		}
		fmt.Printf("| %s | %s | %s |\n", name, strings.Join(text, ", "), strings.Join(begun, ", "))
		slices.Sort(took)
		if medians = append(medians, took[len(took)/2]); took[len(took)/2] > *making {
			missed++
		}
	}
	if slices.Sort(medians); len(medians) > 0 {
		fmt.Printf("\n%d specs: %d made no board in %v (two of three), the median took %s s; %d have nothing to make.\n",
			len(specs), missed, *making, seconds(medians[len(medians)/2]), refused)
	}
}

// largest returns the example of a spec with most parts.
func largest(ctx context.Context, spec *check.Spec) (out []instance.Input) {
	most := -1
	for _, e := range compile.Examples(spec) {
		d, problems := compose.NewDraft(ctx, spec, e.Input, compile.Options{})
		if !problems.HasErrors() && len(d.Parts) > most {
			out, most = []instance.Input{e.Input}, len(d.Parts)
		}
	}
	return out
}

// errRefused means that a spec has nothing to make.
var errRefused = errors.New("")

// makeWithin makes a board within some processor time; nil if there is none by then.
func makeWithin(ctx context.Context, o compose.Order, limit time.Duration) (*compose.Made, time.Duration, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	begin := spent()
	go func() {
		for ctx.Err() == nil {
			if time.Sleep(20 * time.Millisecond); spent()-begin > limit {
				stop()
			}
		}
	}()
	m, err := compose.NewMaker(ctx, o)
	if err != nil && ctx.Err() == nil {
		return nil, 0, fmt.Errorf("%w%v", errRefused, err)
	}
	if err != nil {
		return nil, spent() - begin, nil
	}
	made, _ := m.Make(ctx, 0, 1)
	return made, spent() - begin, nil
}
