package compile_test

import (
	"math"
	"testing"

	"nazo/compile"
	"nazo/dsl/instance"
	"nazo/dsl/value"
)

// dealsOf draws a list for each of many seeds.
func dealsOf(t *testing.T, list string, seeds int64) map[string]int {
	p := movingText(t, `puzzle t  given deck: list of 1..13 = shuffled(`+list+`)  given other: list of 1..13 = shuffled(`+list+`)  hidden deck, other
		state drawn: 0..13 = 0  move draw() when drawn < size(deck) then drawn := drawn + 1  goal drawn = size(deck) and other != deck`, "", compile.Options{HiddenUnknown: true})
	counts := map[string]int{}
	for seed := range seeds {
		start, _, problems := p.Deal(t.Context(), instance.Input{}, seed)
		if problems.HasErrors() {
			t.Fatal(problems.Text(false))
		}
		dealt, err := p.Dealt(t.Context(), start)
		if err != nil {
			t.Fatal(err)
		}
		counts[value.String(dealt.Givens[0].Value)+value.String(dealt.Givens[1].Value)]++
	}
	return counts
}

// TestShuffled holds that all orders are about as frequent, and that two lists of
// one deal have nothing to do with each other.
func TestShuffled(t *testing.T) {
	const seeds = 3600
	counts := dealsOf(t, "[1, 2, 3]", seeds)
	if len(counts) != 36 {
		t.Fatalf("%d of 36 pairs of orders", len(counts))
	}
	square := 0.0 // chi squared with 35 degrees of freedom
	for _, n := range counts {
		square += math.Pow(float64(n)-seeds/36, 2) / (seeds / 36)
	}
	if square < 12 || square > 75 { // beyond one in ten thousand
		t.Errorf("chi squared is %g", square)
	}
}

// TestDealsWithoutATypeOrNot holds that it makes no difference to a deal whether
// the type of the list is written.
func TestDealsWithoutATypeOrNot(t *testing.T) {
	const rest = ` = shuffled(1..9)  hidden deck  state drawn: 0..9 = 0  move draw() when drawn < size(deck) then drawn := drawn + 1  goal drawn = deck[1]`
	deck := func(spec string) string {
		p := movingText(t, "puzzle t  "+spec+rest, "", compile.Options{HiddenUnknown: true})
		start, _, problems := p.Deal(t.Context(), instance.Input{}, 5)
		if problems.HasErrors() || len(p.Model.Machine.Hidden) != 9 {
			t.Fatal(problems.Text(false))
		}
		dealt, err := p.Dealt(t.Context(), start)
		if err != nil {
			t.Fatal(err)
		}
		return value.String(dealt.Givens[0].Value)
	}
	if typed, untyped := deck("given deck: list of 1..9"), deck("given deck"); typed != untyped {
		t.Errorf("%s with a type, %s without", typed, untyped)
	}
}

// TestShuffledIsStable holds what a seed deals, which must never change.
func TestShuffledIsStable(t *testing.T) {
	p := movingText(t, `puzzle t  given deck: list of 1..13 = shuffled([rank for rank in 1..13])  state drawn: 0..13 = 0
		move draw() when drawn < size(deck) then drawn := drawn + 1  goal drawn = deck[1]`, "", compile.Options{Seed: 7})
	const want = "[10, 3, 13, 6, 11, 5, 2, 8, 1, 9, 12, 7, 4]"
	if got := value.String(p.Givens[0].Value); got != want {
		t.Errorf("seed 7 deals %s, want %s", got, want)
	}
}
