package judge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/testkit"
)

// TestChains evaluates lets each of which needs the one before it, in any order of
// declaration, by a def or not.
func TestChains(t *testing.T) {
	testkit.SkipRace(t)
	const length = 1500
	for _, link := range []string{"let a%d = a%d + 1", "let a%d = above(a%d)", "let a%d = b%[2]d() + 1\ndef b%[2]d() = a%[2]d", "let (a%d, _) = (a%d + 1, x)"} {
		for _, backwards := range []bool{false, true} {
			lines := []string{"find x: 1..3", "def above(n) = n + 1", "let a0 = x"}
			for i := range length {
				lines = append(lines, fmt.Sprintf(link, i+1, i))
			}
			lines = append(lines, fmt.Sprintf(`rule "last": a%d = %d`, length, length+2))
			if backwards {
				slices.Reverse(lines)
			}
			j := judgeOf(t, "puzzle t\n"+strings.Join(lines, "\n"))
			for x := 1; x <= 3; x++ {
				if v := j.Judge(&judge.Answer{Values: []value.Value{value.Int(x)}}); v.Accepted != (x == 2) {
					t.Errorf("%q, backwards %t: accepted %t for %d", link, backwards, v.Accepted, x)
				}
			}
		}
	}
}
