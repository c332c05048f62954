//go:build !race

package command

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nazo/internal/testkit"
)

// --memory holds for the whole process. (The race detector takes several times as much.)
func TestMemoryHolds(t *testing.T) {
	large := filepath.Join(t.TempDir(), "large.nazo")
	spec := "puzzle large \"Queens.\"\ngiven n = 2\nfind queen: set of cells(grid(n, n))\n" +
		"rule \"rows\" for line in rows(grid(n, n)): size(line & queen) <= 1\nexample \"large\" n = 600: expect solution\n"
	if err := os.WriteFile(large, []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	many := filepath.Join(t.TempDir(), "many.nazo")
	spec = "puzzle many \"Any.\"\ngiven n = 2\nfind digit[c in cells(grid(n, n))]: 1..2\nexample \"large\" n = 40: expect solution\n"
	if err := os.WriteFile(many, []byte(spec), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		command string
		mib     int // of the limit, and of more than would be taken without it
		status  Status
		long    bool // it is run with -thorough, as another one holds the same limit
	}{
		{"count knights_tour rows=6 cols=8 closed=true --method frontier", 70, StatusTrue, true},
		{"count fifteen 15_walk --states", 70, StatusLimit, true},
		{"solve fifteen korf79 --search breadth", 90, StatusLimit, true},
		{"solve queens n=250 --engine sat", 60, StatusLimit, true},
		{"unique queens n=400 --engine native", 60, StatusLimit, true},
		{"count queens n=400 --method enumerate --engine native", 60, StatusLimit, true},
		{"check queens n=600", 60, StatusLimit, true},
		{"export queens n=400 --to dimacs", 60, StatusLimit, true},
		{"test " + large, 60, StatusLimit, true},
		{"solve " + many + " n=40 --all --engine both", 60, StatusLimit, false},
		{"solve " + many + " n=40 --all --engine both --format svg", 60, StatusLimit, true},
		{"play hanoi discs=100000", 50, StatusLimit, false},
		{"estimate knights_tour rows=400 cols=400", 60, StatusLimit, true},
	} {
		if test.long && !testkit.Thorough() {
			continue
		}
		line := append(strings.Fields(test.command), "--memory", strconv.Itoa(test.mib)+"M")
		held := 0
		for range attempts {
			status, kib, said := memoryOf(t, line)
			if status != test.status || kib == 0 {
				t.Fatalf("nazo %s: exit status %d, want %d\n%s", strings.Join(line, " "), status, test.status, said)
			}
			if held = kib; held <= test.mib<<10 {
				break
			}
		}
		if held > test.mib<<10 {
			t.Errorf("nazo %s had %d KiB", strings.Join(line, " "), held)
		} else {
			t.Logf("nazo %s had %d KiB", strings.Join(line, " "), held)
		}
	}
}

// attempts is how often a command may take too much before its limit doesn't hold: whoever looks at the memory gets the processor
// too late now and then where others want it, too.
const attempts = 3

// hwm is the most memory that a process has had, as Linux tells it.
var hwm = regexp.MustCompile(`VmHWM:\s*(\d+) kB`)

// memoryOf runs nazo, and returns its exit status, the most memory that it had, in KiB, 0 if it didn't tell, and what it said.
func memoryOf(t *testing.T, line []string) (Status, int, string) {
	command := exec.Command("peak", line...)
	command.Env = append(os.Environ(), "GOMAXPROCS=2") // each worker has something at hand
	var said strings.Builder
	command.Stderr = &said
	status := StatusTrue
	if err := command.Run(); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			t.Fatal(err)
		}
		status = Status(exit.ExitCode())
	}
	all := hwm.FindAllStringSubmatch(said.String(), -1) // the last is the greatest
	if len(all) == 0 {
		return status, 0, said.String()
	}
	kib, _ := strconv.Atoi(all[len(all)-1][1])
	return status, kib, said.String()
}
