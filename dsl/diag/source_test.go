package diag_test

import (
	"testing"

	"nazo/dsl/diag"
)

func TestPosition(t *testing.T) {
	const text = "ab\r\n\tc\n謎d\n"
	for _, tt := range []struct {
		offset, line, column int
	}{
		{-1, 1, 1}, {0, 1, 1}, {1, 1, 2}, {2, 1, 3},
		{4, 2, 1}, {5, 2, 2}, {6, 2, 3},
		{7, 3, 1}, {10, 3, 2}, {11, 3, 3},
		{12, 4, 1}, {99, 4, 1},
	} {
		want := diag.Position{Line: tt.line, Column: tt.column}
		if got := diag.NewSource("t", text).Position(tt.offset); got != want {
			t.Errorf("offset %d: got %v, want %v", tt.offset, got, want)
		}
	}
	if got := diag.NewSource("t", "\ufeffab").Position(4).Column; got != 2 {
		t.Errorf("a byte order mark counts as a column: got %d, want 2", got)
	}
}

func TestLine(t *testing.T) {
	src := diag.NewSource("t", "ab\r\ncd\n")
	for number, want := range map[int]string{0: "", 1: "ab", 2: "cd", 3: "", 4: ""} {
		if got := src.Line(number); got != want {
			t.Errorf("line %d: got %q, want %q", number, got, want)
		}
	}
	if got := src.Lines(); got != 3 {
		t.Errorf("got %d lines, want 3", got)
	}
}

func TestSlice(t *testing.T) {
	src := diag.NewSource("t", "abc")
	for span, want := range map[diag.Span]string{
		{Start: 1, End: 2}: "b", {Start: -4, End: 9}: "abc", {Start: 2, End: 1}: "", {Start: 7, End: 9}: "",
	} {
		if got := src.Slice(span); got != want {
			t.Errorf("%v: got %q, want %q", span, got, want)
		}
	}
}
