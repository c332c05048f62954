package dsl

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

// tokenPatterns defines the tokens by regular expressions, in the order in which
// they are tried.
var tokenPatterns = regexp.MustCompile(`^(?:([ \t\r\n]+)|(#[^\n]*)|([A-Za-z_\pL][0-9A-Za-z_\pL\pM\pN]*)|([0-9]+)|` +
	`(:=|!=|<=|>=|\.\.|[:=<>+*/&?-])|([()\[\]{},])|("""(?s:.*?)""")|("""(?s:.*))|("[^"\n]*")|("[^"\n]*)|((?s:.)))`)

// tokenOrder lists the types of the patterns' groups.
var tokenOrder = []int{int(spaceToken), int(commentToken), int(nameToken), int(integerToken), int(operatorToken),
	int(bracketToken), int(gridToken), int(openGridToken), int(textToken), int(openTextToken), int(strangeToken)}

// TestScan holds the scanner against the patterns, on texts of the characters and
// character sequences that matter.
func TestScan(t *testing.T) {
	parts := rapid.SampledFrom([]string{" ", "\n", "\t", "\r", "#", `"`, `""`, `"""`, "a", "Z", "_", "é", "謎", "\u0301", "٣", "0", "42", ".", "..",
		":", "=", "!", "!=", "<", ">", "-", "(", "}", ",", "@", "\xff", "\ufeff", "'"})
	rapid.Check(t, func(t *rapid.T) {
		var text string
		for _, p := range rapid.SliceOfN(parts, 1, 12).Draw(t, "parts") {
			text += p
		}
		for text != "" {
			kind, size := scan(text)
			groups := tokenPatterns.FindStringSubmatchIndex(text)
			for i, want := range tokenOrder {
				if groups[2*i+2] >= 0 && (int(kind) != want || size != groups[1]) {
					t.Fatalf("%q begins with a token of type %d and %d bytes, want %d and %d", text, kind, size, want, groups[1])
				}
			}
			text = text[size:]
		}
	})
}
