package nazo_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nazo"
	"nazo/internal/testkit"
)

func TestInputs(t *testing.T) {
	t.Parallel()
	spec, err := nazo.Parse("latin.nazo", latin)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "board.txt")
	if err := os.WriteFile(file, []byte(board), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		inputs []nazo.Input
		err    string // in it; "" for none
	}{
		"text":          {[]nazo.Input{nazo.Text(board)}, ""},
		"plain rows":    {[]nazo.Input{nazo.Text("1 . .\n. . 3\n. . .\n")}, ""},
		"file":          {[]nazo.Input{nazo.File(file)}, ""},
		"reader":        {[]nazo.Input{nazo.Reader("r", strings.NewReader(board))}, ""},
		"values":        {[]nazo.Input{nazo.Values{"clue": [3][3]int{{1, 3, 2}, {2, 1, 3}, {3, 2, 1}}}}, ""},
		"replaced":      {[]nazo.Input{nazo.Values{"clue": 7}, nazo.Values{"clue": "[[1, none], [2, 1]]"}}, ""},
		"misfit value":  {[]nazo.Input{nazo.Values{"clue": []int{9}}}, "value of clue:1:1: error: "},
		"nil":           {[]nazo.Input{nil, nazo.Text(board)}, ""},
		"nothing given": {nil, "the given clue has no value"},
		"no such given": {[]nazo.Input{nazo.Text(board), nazo.Values{"cleu": 1}}, "did you mean `clue`?"},
		"two texts":     {[]nazo.Input{nazo.Text(board), nazo.File(file)}, "there are two instances, instance and "},
		"no file":       {[]nazo.Input{nazo.File(file + "s")}, "no such file"},
		"misfit":        {[]nazo.Input{nazo.Reader("r", strings.NewReader("clue:\n 1 9"))}, "r:2:4: error: "},
	} {
		_, err := spec.Problem(t.Context(), c.inputs...)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := spec.Problem(ended, nazo.Text(board)); err != nil && (!errors.As(err, new(*nazo.Incomplete)) || !errors.Is(err, context.Canceled)) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestEndlessPicture draws an answer whose picture would take forever, and judges it.
func TestEndlessPicture(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	const long = "(all a in 1..100000, b in 1..100000, c in 1..100000: a + b + c > 0)"
	answer, err := nazo.Solve(t.Context(), "puzzle endless find x: 2..2 show "+long, "")
	if err != nil {
		t.Fatal(err)
	}
	if text := answer.String(); !strings.HasPrefix(text, "x = 2\nnot drawn: the judge gives up: ") {
		t.Errorf("it is drawn as %q", text)
	}
}
