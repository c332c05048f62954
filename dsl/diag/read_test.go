package diag_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"nazo/dsl/diag"
)

// endless is an input that never ends.
type endless struct{}

func (endless) Read(to []byte) (int, error) { return len(to), nil }

func TestReadTextIsBounded(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	text, err := diag.ReadText(endless{})
	runtime.ReadMemStats(&after)
	if len(text) != diag.MostRead || err != nil {
		t.Fatalf("%d bytes were read, %v", len(text), err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > diag.MostRead*5/2 {
		t.Errorf("%d MB for a text of %d MB", took>>20, len(text)>>20)
	}
}

func TestReadText(t *testing.T) {
	for _, want := range []string{"", "a", strings.Repeat("ab", 100_000)} {
		if text, err := diag.ReadText(strings.NewReader(want)); text != want || err != nil {
			t.Errorf("%d bytes were read of %d, %v", len(text), len(want), err)
		}
	}
	broken := errors.New("the line is dead")
	text, err := diag.ReadText(io.MultiReader(strings.NewReader("some"), failing{broken}))
	if text != "some" || !errors.Is(err, broken) {
		t.Errorf("a broken input gave %q, %v", text, err)
	}
}

// failing is an input that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
