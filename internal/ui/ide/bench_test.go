package ide_test

import (
	"fmt"
	"strings"
	"testing"

	"nazo/dsl/diag"
	"nazo/internal/ui/ide"
)

// large is a spec of a thousand lines: rules, lets, functions and examples as people write them, again and again.
func large() string {
	var b strings.Builder
	b.WriteString("puzzle large \"A spec of a thousand lines.\"\ngiven clue: grid of {wall \"#\"} or 0..4?\nfind light: set of cells(clue)\nfind loop: cycle in lattice(clue)\n")
	for i := 0; strings.Count(b.String(), "\n") < 985; i++ {
		fmt.Fprintf(&b, `let open%[1]d = { c in cells(clue) where clue[c] = none or clue[c] = wall }
def sees%[1]d(a, b) = a in ray(b, north) or b in open%[1]d
rule "lights %[1]d" for c in clues(clue) where clue[c] != wall:
  size(neighbors(king(clue), c) & light) = clue[c] and all d in light: d != c implies not sees%[1]d(c, d)
rule "sides %[1]d" for c in clues(clue), d in directions: size(sides(c) & loop) > 1 and d = north implies c in light
# Why the next rule is there.
rule "at most %[1]d" for line in rows(clue) + columns(clue): size({ c in line where c in light and c in open%[1]d }) <= %[1]d
example "number %[1]d" clue = """
  . 1 # 2
  . . . .
""": expect 3 solutions
`, i)
	}
	return b.String()
}

// What an editor waits for after each keystroke: reading, checking, and what is wrong as data.
func BenchmarkDiagnostics(b *testing.B) {
	text := large()
	for b.Loop() {
		if d := ide.Open(diag.NewSource("large", text), nil).Diagnostics(); len(d) > 0 {
			b.Fatal(d[0].Message)
		}
	}
}

// What can be written next in an unfinished rule in the middle of the text.
func BenchmarkComplete(b *testing.B) {
	text := large()
	at := strings.Index(text, "rule \"sides 40\"")
	unfinished := "rule \"new\" for c in clues(clue): all d in neighbors(orthogonal(clue), c): si"
	text = text[:at] + unfinished + "\n" + text[at:]
	for b.Loop() {
		if c := ide.Open(diag.NewSource("large", text), nil).Complete(at + len(unfinished)); len(c.Items) < 3 {
			b.Fatal("nothing to write")
		}
	}
}

// The colours of all words.
func BenchmarkTokens(b *testing.B) {
	text := large()
	for b.Loop() {
		ide.Open(diag.NewSource("large", text), nil).SemanticTokens(ide.Span{End: len(text)})
	}
}
