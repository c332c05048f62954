package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nazo/internal/ui/load"
)

// TestConfirm tells which engine did not count what is left to the end, and nothing if both did.
func TestConfirm(t *testing.T) {
	for _, c := range []struct {
		conflicts int64 // of engine sat; 0 is any number
		late      bool  // the time is over
		want      string
	}{
		{0, false, ""},
		{1, false, "nazo: engine sat did not finish counting the solutions of the new instance: "},
		{0, true, "nazo: interrupted before the engines counted the solutions of the new instance\n"},
	} {
		errs, err := os.Create(filepath.Join(t.TempDir(), "errs"))
		if err != nil {
			t.Fatal(err)
		}
		s := newSession(time.Now(), strings.NewReader(""), errs, errs)
		defer s.close(StatusTrue)
		r, err := s.request("sudoku", []string{"inkala"}, 0)
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.onlyProblem(r)
		if err != nil {
			t.Fatal(err)
		}
		if c.late {
			late, stop := context.WithCancel(t.Context())
			stop()
			s.late = late
		}
		team, _ := load.Team("both")
		team.ConflictsEach = c.conflicts
		if err := s.confirm(r, &madePuzzle{printedPuzzle: &printedPuzzle{givens: p.Givens}}, team); err != nil {
			t.Fatal(err)
		}
		said, err := os.ReadFile(errs.Name())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(said), c.want) || c.want == "" && len(said) > 0 {
			t.Errorf("%d conflicts, late %v: it says %q", c.conflicts, c.late, said)
		}
	}
}
