package main

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// What is interrupted prints what was done by then, as nazo does, and goes on from there with a store.
func TestInterrupted(t *testing.T) {
	s, hold := newSite(t), t.TempDir()
	s.check(os.WriteFile(filepath.Join(s.folder, "board.nazo"), []byte(`puzzle board
given clue: grid of 0..1?
find dot: set of cells(clue)
rule "one" : size(dot) = 1
rule "clue" for c in clues(clue): clue[c] = size(dot & {c})
example "one" clue = """
. 1
""": expect 1 solution
`), 0o600))
	words := []string{"make", "board.nazo", "rows=1", "cols=3", "-n", "6", "--json", "--parts=3", "--workers=1", "--store=store"}
	p := s.start(holdVar+"="+hold, words...)
	for begun := map[int]bool{}; ; { // two parts are let go, and the third is held
		pid := s.heldTask(hold)
		begun[pid] = true
		s.check(os.Remove(filepath.Join(hold, strconv.Itoa(pid)+".held")))
		if len(begun) == 3 {
			break
		}
		s.check(os.WriteFile(filepath.Join(hold, "go"+strconv.Itoa(pid)), nil, 0o600))
	}
	s.check(p.Process.Signal(os.Interrupt))
	said := make(chan string)
	go func() {
		text, _ := io.ReadAll(p.errs)
		said <- string(text)
	}()
	out, _ := io.ReadAll(p.out)
	errs := <-said
	p.Wait()
	if status := p.ProcessState.ExitCode(); status != 3 || !strings.Contains(errs, "nazo-fleet: interrupted: ") || !strings.Contains(errs, " of 6 are done") {
		t.Fatalf("exit status %d, and\n%s", status, errs)
	}
	whole := s.run(words...)
	if n := strings.Count(string(out), "\n"); n < 2 || n > 4 || !strings.HasPrefix(whole, string(out)) || strings.Count(whole, "\n") != 6 {
		t.Errorf("interrupted:\n%s%s\nwhole:\n%s", out, errs, whole)
	}
}
