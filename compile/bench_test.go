package compile_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
)

const latinWithBoxes = `puzzle t
given clue: grid of 1..25?
let n = width(clue)
let b = isqrt(n)
find digit[c in cells(clue)]: 1..n
rule "clues" for c in clues(clue): digit[c] = clue[c]
rule "each number once" for line in rows(clue) + columns(clue) + boxes(clue, b, b): distinct(digit[line])`

const leaps = `puzzle t
given rows = 8
given cols = 8
let board = grid(rows, cols)
find tour: cycle in leaper(board, 1, 2)
rule "every square": covers(tour, cells(board))`

// BenchmarkCompile grounds instances of real size.
func BenchmarkCompile(b *testing.B) {
	row := strings.TrimSpace(strings.Repeat(". ", 25))
	grid := strings.Repeat(row+"\n", 25)
	for _, c := range []struct {
		name, spec string
		overrides  []instance.Override
		instance   string
	}{
		{name: "numbers 25x25", spec: latinWithBoxes, instance: "clue:\n" + grid},
		{name: "cycle 8x8", spec: leaps},
		{name: "cycle 200x200", spec: leaps, overrides: []instance.Override{{Name: "rows", Text: "200"}, {Name: "cols", Text: "200"}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			spec := specOf(b, c.spec)
			in := instance.Input{Overrides: c.overrides}
			if c.instance != "" {
				list, problems := instance.Parse(diag.NewSource("instance", c.instance))
				if problems.HasErrors() {
					b.Fatal(problems)
				}
				in.Instance = list[0]
			}
			b.ReportAllocs()
			for b.Loop() {
				if p, problems := solve.Compile(b.Context(), spec, in, compile.Options{}); p == nil {
					b.Fatal(problems)
				}
			}
		})
	}
}

// BenchmarkJudge judges one answer again and again, as counting does.
func BenchmarkJudge(b *testing.B) {
	for _, c := range []struct{ name, spec string }{
		{"lines", `let b = grid(8, 8)  find q: set of cells(b)  rule "n": size(q) = 8
			rule "r" for line in rows(b) + columns(b) + diagonals(b): size(line & q) <= 1`},
		{"cycle", `let b = grid(6, 6)  find p: cycle in leaper(b, 1, 2)  rule "r": covers(p, cells(b))`},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := problemOf(b, "puzzle t\n"+c.spec)
			var answer *judge.Answer
			testkit.Run(b.Context(), native.New(), p.Model, testkit.Task{Limit: 1}, func(s model.Solution) bool {
				answer = decoded(p, s)
				return true
			})
			b.ReportAllocs()
			for b.Loop() {
				if !p.Judge.Judge(answer).Accepted {
					b.Fatal("rejected")
				}
			}
		})
	}
}

// BenchmarkReferee plays at random by the rules: how long a position takes in
// which all moves are looked at and one is made.
func BenchmarkReferee(b *testing.B) {
	for _, c := range moving {
		b.Run(c.name, func(b *testing.B) {
			p := movingProblem(b, c.spec, c.instance, compile.Options{Seed: 1})
			begin, err := p.Judge.Begin()
			if err != nil {
				b.Fatal(err)
			}
			state := begin
			random := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			for b.Loop() {
				legal, errLegal := p.Legal(state)
				won, errWon := p.Won(state)
				if err := errors.Join(errLegal, errWon); err != nil {
					b.Fatal(err)
				}
				if len(legal) == 0 || won {
					state = begin
					continue
				}
				if state, _, err = p.Make(state, legal[random.IntN(len(legal))]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDeal draws deals for one machine.
func BenchmarkDeal(b *testing.B) {
	p := movingProblem(b, "calculation", "", compile.Options{HiddenUnknown: true})
	seed := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		seed++
		start, _, problems := p.Deal(b.Context(), instance.Input{}, seed)
		if problems.HasErrors() {
			b.Fatal(problems)
		}
		if _, err := p.Dealt(b.Context(), start); err != nil {
			b.Fatal(err)
		}
	}
}
