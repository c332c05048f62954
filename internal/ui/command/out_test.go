package command

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nazo/internal/solve"
)

// TestLateList holds that a list of solutions ends with the time for it, in each format, and that this is said: to draw what was found within the time may take longer
// than to find it.
func TestLateList(t *testing.T) {
	for _, name := range []string{"text", "svg", "json", "svg as it comes"} {
		t.Run(name, func(t *testing.T) {
			format, streamed := strings.CutSuffix(name, " as it comes")
			dir := t.TempDir()
			spec := filepath.Join(dir, "any.nazo")
			if err := os.WriteFile(spec, []byte("puzzle any\nfind digit[c in cells(grid(2, 2))]: 1..2\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := os.Create(filepath.Join(dir, "out"))
			if err != nil {
				t.Fatal(err)
			}
			errs, err := os.Create(filepath.Join(dir, "errs"))
			if err != nil {
				t.Fatal(err)
			}
			s := newSession(time.Now(), strings.NewReader(""), out, errs)
			s.limit(0)
			r, err := s.request(spec, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			p, err := s.onlyProblem(r)
			if err != nil {
				t.Fatal(err)
			}
			by, err := team("both")
			if err != nil {
				t.Fatal(err)
			}
			found := &outcome{spec: r.spec, problem: p, report: solve.Ask(s.ctx, p, by, solve.Question{}), together: true}
			if n := len(found.report.Answers); n != 16 {
				t.Fatalf("%d solutions", n)
			}
			late, end := context.WithCancel(s.ctx)
			end()
			s.out.late = late
			f := formatFlag{Format: format}
			to := f.printer(s, colorFlag{}.drawer(s))
			for i, answer := range found.report.Answers {
				if streamed { // what came is drawn in the end, for which there is no time
					to.print(&solution{p, "", i + 1, answer})
				}
			}
			to.print(&solutions{outcome: found, several: true, streamed: streamed})
			if status := s.close(StatusTrue); status != StatusLimit {
				t.Errorf("exit status %d", status)
			}
			text, err := os.ReadFile(out.Name())
			if err != nil || strings.Contains(string(text), "solution 1\n") || strings.Contains(string(text), "solution 1<") || strings.Contains(string(text), "[[") {
				t.Errorf("%s: %v", text, err)
			}
			if format == "json" && !json.Valid(text) {
				t.Errorf("%s", text)
			}
			if said, err := os.ReadFile(errs.Name()); err != nil || !strings.Contains(string(said), "the rest is not shown") {
				t.Errorf("%s: %v", said, err)
			}
		})
	}
}
