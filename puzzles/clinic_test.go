package puzzles_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/link"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// clinic asks for a table of what each spec costs, and says how long each engine may take.
var clinic = flag.Duration("clinic", 0, "solve the boards of all specs with each engine, at most this long each, and print a table")

// patient is what a board of a spec cost.
type patient struct {
	name                string
	model               int           // variables and nodes
	compiling, judging  time.Duration // judging one answer
	sat, native, either taking
}

// taking is what an engine took for a board, and whether it came to an end.
type taking struct {
	time  time.Duration
	ended bool
}

func (t taking) String() string {
	if !t.ended {
		return "–"
	}
	return seconds(t.time)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

// TestClinic prints what the boards of all specs cost, by processor time: the first board of each, and its largest one. Boards of links
// come from the file that NAZO_LINKS names. A row has the model's size, the seconds of compiling, of engine sat, of engine native, of both
// in a race as `--engine auto` has them, and of judging an answer. Each asks whether there is exactly one solution, or for the first one
// where something moves or is optimised.
func TestClinic(t *testing.T) {
	if *clinic == 0 {
		t.Skip("asked for by -clinic 10s")
	}
	var all []patient
	fmt.Println("| board | model | compile | sat | native | auto | judge |\n|---|---|---|---|---|---|---|")
	treat := func(spec *check.Spec, name string, in instance.Input) {
		p, ok := measure(t, spec, name, in)
		if !ok {
			return
		}
		all = append(all, p)
		fmt.Printf("| %s | %d | %s | %s | %s | %s | %s |\n", p.name, p.model, seconds(p.compiling), p.sat, p.native, p.either, seconds(p.judging))
	}
	for _, name := range puzzles.Specs() {
		spec := checked(t, name)
		for _, b := range shipped(t, spec, name) {
			treat(spec, name+" "+b.Name, b.Input)
		}
	}
	if os.Getenv("NAZO_LINKS") != "" {
		specOf := declaring(t)
		for _, l := range publishedLinks(t) {
			spec := specOf(l.Type)
			if l.Site != "puzz.link" || spec == nil {
				continue
			}
			if read, err := link.Read(spec, diag.NewSource("link", l.Link)); err == nil {
				treat(spec, l.Link[:min(len(l.Link), 40)], instance.Input{Instance: read.Instance})
			}
		}
	}
	summarise(all)
}

// shipped returns the first board of a spec and the one with the largest model, which are its instances, or else its examples.
func shipped(t *testing.T, spec *check.Spec, name string) (out []*compile.Example) {
	var all []*compile.Example
	for _, file := range puzzles.Instances(name) {
		all = append(all, instanceExample(t, name, file))
	}
	if len(all) == 0 {
		all = compile.Examples(spec)
	}
	size := map[*compile.Example]int{}
	for _, e := range all {
		if p, _ := compile.Compile(t.Context(), spec, e.Input, compile.Options{}); p != nil {
			size[e] = modelSize(p.Model)
		}
	}
	all = slices.DeleteFunc(all, func(e *compile.Example) bool { return size[e] == 0 })
	if len(all) == 0 {
		return nil
	}
	out = all[:1]
	if largest := slices.MaxFunc(all, func(a, b *compile.Example) int { return size[a] - size[b] }); largest != all[0] {
		out = append(out, largest)
	}
	return out
}

// modelSize counts what a model consists of: variables, nodes and constraints.
func modelSize(m *model.Model) int {
	return len(m.Vars) + m.BoolCount() + len(m.Ints) + len(m.Constraints)
}

// measure solves a board in all ways. The verdicts of the engines must agree, and ok is false for a board that is none.
func measure(t *testing.T, spec *check.Spec, name string, in instance.Input) (p patient, ok bool) {
	runtime.GC()
	begin := spent()
	problem, _ := solve.Compile(t.Context(), spec, in, compile.Options{})
	if problem == nil {
		return p, false
	}
	p = patient{name: name, model: modelSize(problem.Model), compiling: spent() - begin}
	verdicts := map[solve.Verdict]bool{}
	var answer *judge.Answer
	by := func(engines ...model.Engine) (out taking) {
		runtime.GC()
		begin := spent()
		ctx, stop := context.WithTimeout(t.Context(), *clinic)
		defer stop()
		q := solve.Question{Limit: 2, Keep: 1}
		if problem.Moving() || problem.Objectives > 0 {
			q.Limit = 1
		}
		r := solve.Ask(ctx, problem, solve.Team{Engines: engines, Mode: solve.Race}, q)
		out = taking{spent() - begin, r.Complete}
		if r.Fault != nil {
			t.Errorf("%s: %v", name, r.Fault)
		}
		if out.ended {
			verdicts[r.Verdict] = true
		}
		if len(r.Answers) > 0 {
			answer = r.Answers[0]
		}
		return out
	}
	p.sat, p.native, p.either = by(sat.New()), by(native.New()), by(native.New(), sat.New())
	if len(verdicts) > 1 {
		t.Errorf("%s: %v", name, verdicts)
	}
	if answer != nil && !problem.Moving() {
		begin = spent()
		problem.JudgeValues(t.Context(), answer.Values)
		p.judging = spent() - begin
	}
	return p, true
}

// summarise prints how many boards each engine ended on, and how much slower the race is than the better engine.
func summarise(all []patient) {
	bySat, byNative, byEither, slower, logs := 0, 0, 0, []string{}, []float64{}
	for _, p := range all {
		for ended, n := range map[*bool]*int{&p.sat.ended: &bySat, &p.native.ended: &byNative, &p.either.ended: &byEither} {
			if *ended {
				*n++
			}
		}
		better := time.Duration(math.MaxInt64)
		for _, one := range []taking{p.sat, p.native} {
			if one.ended {
				better = min(better, one.time)
			}
		}
		if !p.either.ended || better > *clinic || better < 50*time.Millisecond {
			continue
		}
		ratio := float64(p.either.time) / float64(better)
		logs = append(logs, math.Log(ratio))
		if ratio > 1.3 {
			slower = append(slower, fmt.Sprintf("%s %.1f", p.name, ratio))
		}
	}
	mean := 0.0
	for _, l := range logs {
		mean += l / float64(len(logs))
	}
	fmt.Printf("\n%d boards: sat ended on %d, native on %d, the race on %d.\n", len(all), bySat, byNative, byEither)
	fmt.Printf("The race took %.2f of the better engine's time (geometric mean of %d boards over 50 ms). More than 1.3: %s\n",
		math.Exp(mean), len(logs), strings.Join(slower, ", "))
}
