package sat

import (
	"strconv"
	"strings"
)

// answer is the answer of an outside solver.
type answer struct {
	status    Status
	values    []Lit
	hasValues bool
}

// Exit codes of the SAT competitions.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)

// readAnswer reads what a solver printed, in the style of the SAT competitions
// ("s SATISFIABLE", "v 1 -2 0") or of minisat ("SAT", "1 -2 0"). Where it
// printed no verdict its exit code is taken for one. It is not understood where
// there is neither, or where they contradict each other.
func readAnswer(printed string, exit int) (a answer, understood bool) {
	for _, line := range strings.Split(printed, "\n") {
		line = strings.TrimSpace(line)
		switch strings.TrimPrefix(line, "s ") {
		case "SATISFIABLE", "SAT":
			if a.status == Unsatisfiable {
				return a, false
			}
			a.status = Satisfiable
			continue
		case "UNSATISFIABLE", "UNSAT":
			if a.status == Satisfiable {
				return a, false
			}
			a.status = Unsatisfiable
			continue
		}
		text, marked := strings.CutPrefix(line, "v")
		if values, ok := readValues(text); ok && (marked || a.status == Satisfiable) {
			a.values, a.hasValues = append(a.values, values...), true
		}
	}
	switch {
	case exit == exitSatisfiable && a.status == Unknown:
		a.status = Satisfiable
	case exit == exitUnsatisfiable && a.status == Unknown:
		a.status = Unsatisfiable
	case exit == exitSatisfiable && a.status == Unsatisfiable, exit == exitUnsatisfiable && a.status == Satisfiable:
		return a, false
	}
	return a, a.status != Unknown
}

// readValues reads a line of literals; a 0 ends the list.
func readValues(line string) ([]Lit, bool) {
	words := strings.Fields(line)
	values := make([]Lit, 0, len(words))
	for _, w := range words {
		n, err := strconv.ParseInt(w, 10, 32)
		if err != nil || n == int64(litTrue) || n == int64(litFalse) {
			return nil, false
		}
		if n != 0 {
			values = append(values, Lit(n))
		}
	}
	return values, len(words) > 0
}
