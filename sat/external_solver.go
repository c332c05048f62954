package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nazo/internal/model"
)

// externalSolver is an oracle that asks a SAT solver in a process of its own. It writes the formula to a file in DIMACS
// format, runs a command, and reads its output. Sums become clauses. There is no conflict budget, since
// solvers differ in theirs.
type externalSolver struct {
	command *command
	formula *encoder // the clauses so far; its variables begin with those of the engine
	text    []byte   // the clauses and units as lines
	written int      // the number of clauses in text
	units   int      // the number of units in text
	model   []bool
}

// command tells how to run an outside solver.
type command struct {
	words []string
	// onInput is true if the formula comes on standard input, not as a file named by the last word.
	onInput bool
	// toFile is true if the solver writes its assignment to a second file. That is assumed if it prints that
	// there is an assignment, but not which.
	toFile bool
}

// newCommand reads a command. A last word "<" asks for the formula on standard input. Otherwise the name of a file
// becomes the last word.
func newCommand(text string) (*command, error) {
	c := &command{words: strings.Fields(text)}
	if n := len(c.words); n > 0 && c.words[n-1] == "<" {
		c.words, c.onInput = c.words[:n-1], true
	}
	if len(c.words) == 0 {
		return nil, errors.New("no command is given, as in dimacs:minisat")
	}
	if _, err := exec.LookPath(c.words[0]); err != nil {
		return nil, fmt.Errorf("there is no program %q", c.words[0])
	}
	return c, nil
}

// newExternalSolver takes a formula whose units have been propagated.
func newExternalSolver(ctx context.Context, b *builder, c *command) *externalSolver {
	o := &externalSolver{command: c, formula: newEncoder(ctx, model.New())}
	o.formula.newVars(len(b.value) - 1)
	copy(o.formula.value, b.value)
	o.formula.lits, o.formula.ends = append(o.formula.lits, b.lits...), append(o.formula.ends, b.ends...)
	for _, s := range b.sums {
		o.AddAtLeast(s.lits, s.weights, s.bound)
	}
	return o
}

func (o *externalSolver) AddClause(lits []Lit) { o.formula.clause(lits...) }

func (o *externalSolver) AddAtLeast(lits []Lit, weights []int, bound int) {
	o.formula.atLeastSum(lits, weights, bound)
	o.formula.flatten()
}

func (o *externalSolver) Value(l Lit) bool { return o.model[l.variable()] == (l > 0) }

// Solve runs the command once. If it fails, or its output is not understood, the whole work stops with the reason.
func (o *externalSolver) Solve(ctx context.Context, _ int64, _ func(int64)) Status {
	if o.formula.unsat {
		return Unsatisfiable
	}
	dir, err := os.MkdirTemp("", "nazo")
	if err != nil {
		panic(stopped{model.ReasonOf(err)})
	}
	defer os.RemoveAll(dir)
	a, err := o.ask(ctx, dir)
	if err == nil && a.status == Satisfiable && !a.hasValues && !o.command.onInput && !o.command.toFile {
		o.command.toFile = true
		a, err = o.ask(ctx, dir)
	}
	if ctx.Err() != nil {
		return Unknown
	}
	if err == nil && a.status == Satisfiable {
		err = o.take(a)
	}
	if err != nil {
		panic(stopped{model.Because(model.Other, "%s: %v", o.command.words[0], err)})
	}
	return a.status
}

// ask writes the formula, runs the command and reads its answer.
func (o *externalSolver) ask(ctx context.Context, dir string) (answer, error) {
	formula, result := filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "result")
	if err := os.WriteFile(formula, o.dimacs(), 0o600); err != nil {
		return answer{}, err
	}
	words := slices.Clone(o.command.words[1:])
	if !o.command.onInput {
		words = append(words, formula)
	}
	if o.command.toFile {
		words = append(words, result)
	}
	cmd := exec.CommandContext(ctx, o.command.words[0], words...)
	killGroup(cmd)
	cmd.WaitDelay = 50 * time.Millisecond // for processes that the command started
	var printed, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &complaints
	if o.command.onInput {
		in, err := os.Open(formula)
		if err != nil {
			return answer{}, err
		}
		defer in.Close()
		cmd.Stdin = in
	}
	err := cmd.Run()
	if o.command.toFile {
		if text, err := os.ReadFile(result); err == nil {
			printed.WriteString("\n")
			printed.Write(text)
		}
	}
	status := -1
	if cmd.ProcessState != nil {
		status = cmd.ProcessState.ExitCode()
	}
	a, understood := readAnswer(printed.String(), status)
	if understood {
		return a, nil
	}
	if err != nil {
		return a, fmt.Errorf("%v%s", err, excerpt(complaints.String()+"\n"+printed.String()))
	}
	return a, fmt.Errorf("it gave no answer%s", excerpt(printed.String()))
}

// take stores the values of an answer, and checks them against the formula.
func (o *externalSolver) take(a answer) error {
	if !a.hasValues {
		return errors.New("it says that there is an assignment, but not which")
	}
	f := o.formula
	o.model = make([]bool, len(f.value))
	for _, l := range a.values {
		if v := int(l.variable()); v < len(o.model) {
			o.model[v] = l > 0
		}
	}
	for v, value := range f.value {
		if value != 0 {
			o.model[v] = value > 0
		}
	}
	for i := range f.ends {
		if !slices.ContainsFunc(f.clauseAt(i), o.Value) {
			return fmt.Errorf("its assignment violates the clause %v", f.clauseAt(i))
		}
	}
	return nil
}

// excerpt returns the first nonempty line of a text, after a colon.
func excerpt(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			return fmt.Sprintf(": %.120q", line)
		}
	}
	return ""
}

// dimacs returns the formula as text.
func (o *externalSolver) dimacs() []byte {
	f := o.formula
	for ; o.written < len(f.ends); o.written++ {
		for _, l := range f.clauseAt(o.written) {
			o.text = append(strconv.AppendInt(o.text, int64(l), 10), ' ')
		}
		o.text = append(o.text, "0\n"...)
	}
	for _, l := range f.fresh {
		o.text = append(strconv.AppendInt(o.text, int64(l), 10), " 0\n"...)
		o.units++
	}
	f.fresh = f.fresh[:0]
	head := fmt.Sprintf("p cnf %d %d\n", len(f.value)-1, o.written+o.units)
	return append([]byte(head), o.text...)
}

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

// readAnswer reads the output of a solver, in the style of the SAT competitions ("s SATISFIABLE", "v 1 -2 0") or of
// minisat ("SAT", "1 -2 0"). Without a printed verdict the exit code counts. understood is false if there is
// neither, or if verdicts contradict each other.
func readAnswer(printed string, exit int) (a answer, understood bool) {
	consistent := true
	conclude := func(s Status) {
		consistent = consistent && (a.status == Unknown || a.status == s)
		a.status = s
	}
	for line := range strings.SplitSeq(printed, "\n") {
		line = strings.TrimSpace(line)
		switch strings.TrimPrefix(line, "s ") {
		case "SATISFIABLE", "SAT":
			conclude(Satisfiable)
			continue
		case "UNSATISFIABLE", "UNSAT":
			conclude(Unsatisfiable)
			continue
		}
		text, marked := strings.CutPrefix(line, "v")
		if values, ok := readValues(text); ok && (marked || a.status == Satisfiable) {
			a.values, a.hasValues = append(a.values, values...), true
		}
	}
	switch exit {
	case exitSatisfiable:
		conclude(Satisfiable)
	case exitUnsatisfiable:
		conclude(Unsatisfiable)
	}
	return a, consistent && a.status != Unknown
}

// readValues reads a line of literals. A 0 ends the list.
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
