package ide_test

import (
	"testing"

	"nazo/internal/ui/ide"
)

func TestPositions(t *testing.T) {
	const text = "a謎b🧩c\r\nd\re\n\nü"
	l := ide.NewLines(text)
	if got := l.Count(); got != 5 {
		t.Errorf("got %d lines, want 5", got)
	}
	for _, c := range []struct {
		offset             int
		utf8, utf16, utf32 ide.Position
	}{
		{0, ide.Position{0, 0}, ide.Position{0, 0}, ide.Position{0, 0}},
		{1, ide.Position{0, 1}, ide.Position{0, 1}, ide.Position{0, 1}},
		{4, ide.Position{0, 4}, ide.Position{0, 2}, ide.Position{0, 2}},
		{5, ide.Position{0, 5}, ide.Position{0, 3}, ide.Position{0, 3}},
		{9, ide.Position{0, 9}, ide.Position{0, 5}, ide.Position{0, 4}},
		{10, ide.Position{0, 10}, ide.Position{0, 6}, ide.Position{0, 5}},
		{12, ide.Position{1, 0}, ide.Position{1, 0}, ide.Position{1, 0}},
		{14, ide.Position{2, 0}, ide.Position{2, 0}, ide.Position{2, 0}},
		{16, ide.Position{3, 0}, ide.Position{3, 0}, ide.Position{3, 0}},
		{17, ide.Position{4, 0}, ide.Position{4, 0}, ide.Position{4, 0}},
		{len(text), ide.Position{4, 2}, ide.Position{4, 1}, ide.Position{4, 1}},
	} {
		for e, want := range map[ide.Encoding]ide.Position{ide.UTF8: c.utf8, ide.UTF16: c.utf16, ide.UTF32: c.utf32} {
			if got := l.Position(c.offset, e); got != want {
				t.Errorf("offset %d in %s: got %v, want %v", c.offset, e, got, want)
			}
			if got := l.Offset(want, e); got != c.offset {
				t.Errorf("%v in %s: got offset %d, want %d", want, e, got, c.offset)
			}
		}
	}
}

// Positions that editors should not send mean the nearest that makes sense.
func TestStrayPositions(t *testing.T) {
	l := ide.NewLines("a🧩b\ncd\n")
	for p, want := range map[ide.Position]int{
		{0, 2}: 1, {0, 99}: 6, {1, 99}: 9, {2, 0}: 10, {2, 5}: 10, {9, 0}: 10, {-1, 3}: 0, {1, -2}: 7,
	} {
		if got := l.Offset(p, ide.UTF16); got != want {
			t.Errorf("%v: got %d, want %d", p, got, want)
		}
	}
	if got, want := l.Position(3, ide.UTF16), (ide.Position{0, 1}); got != want {
		t.Errorf("within a character: got %v, want %v", got, want)
	}
	if got, want := l.Position(99, ide.UTF16), (ide.Position{2, 0}); got != want {
		t.Errorf("beyond the text: got %v, want %v", got, want)
	}
}
