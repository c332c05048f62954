package dsl_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// TestFormatShaken formats specs whose blanks, line ends, comments and names'
// lengths are random: whatever the author does between two words, the laws hold.
func TestFormatShaken(t *testing.T) {
	testkit.SkipRace(t)
	samples := specs(t)
	files := slices.Sorted(maps.Keys(samples))
	rapid.Check(t, func(r *rapid.T) {
		text := samples[rapid.SampledFrom(files).Draw(r, "spec")]
		shaken := shake(r, text)
		if !t.Run("", func(t *testing.T) { checkFormat(t, shaken) }) {
			r.Fatalf("the spec was\n%s", shaken)
		}
	})
}

// shake draws a spec with the tokens of text and other things between them.
func shake(r *rapid.T, text string) string {
	tokens, before := dsl.Tokens(text)
	first := rapid.IntRange(0, len(tokens)-1).Draw(r, "first")
	count := rapid.IntRange(1, 60).Draw(r, "count")
	length := rapid.IntRange(1, 40).Draw(r, "length")
	var b strings.Builder
	for i, token := range tokens {
		gap := before[i]
		if i >= first && i < first+count && !strings.HasPrefix(token, "#") {
			gap = rapid.SampledFrom([]string{gap, gap, gap, " ", "\t", "\n", "\r\n", "\n\n\n", " # why\n", "\n  # because\n", "\n#\n\n# so\n"}).Draw(r, "gap")
		}
		if i > 0 && strings.HasPrefix(tokens[i-1], "#") && !strings.Contains(gap, "\n") {
			gap = "\n"
		}
		switch token {
		case "clue", "cells", "size", "digit", "pile", "talon", "left", "open", "ink":
			token += strings.Repeat("_", length)
		}
		b.WriteString(gap + token)
	}
	return b.String()
}
