package draw

import (
	"testing"

	"nazo/dsl/value"
)

// TestClueText writes clues beside a board: a number behind a letter needs no comma.
func TestClueText(t *testing.T) {
	letter := value.Label{Print: "A"}
	for _, c := range []struct {
		clue value.Value
		want string
	}{
		{value.None{}, ""},
		{value.Int(7), "7"},
		{value.Tuple{letter, value.Int(4)}, "A4"},
		{value.Tuple{value.Int(3), value.Int(4)}, "3,4"},
		{value.Tuple{value.Int(4), letter}, "4,A"},
		{value.Tuple{value.Label{Print: "A1"}, value.Int(4)}, "A1,4"},
	} {
		if got := clueText(c.clue); got != c.want {
			t.Errorf("%v is written %q, and not %q", c.clue, got, c.want)
		}
	}
}
