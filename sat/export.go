package sat

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"nazo/internal/model"
)

// Format is a text format that a model can be exported to.
type Format string

const (
	// DIMACS is the format of SAT solvers. Counts and sums become clauses. Objectives are left out.
	DIMACS Format = "dimacs"
	// OPB is the format of the pseudo-boolean competitions: sums of 0/1 variables, and an objective to minimise.
	OPB Format = "opb"
	// LP is the text format of CPLEX for linear programs, here with 0/1 variables only. CBC and GLPK read it, too.
	LP Format = "lp"
)

// Pieces tells how an export encodes that routes and connected sets are in one piece. The engine itself uses cuts.
type Pieces int

const (
	// ByBest is BySubtours for the formats with sums if that is not too large, else ByLevels.
	ByBest Pieces = iota
	// ByLevels gives each vertex a level above that of its parent. One solution of the model may then have
	// several in the export.
	ByLevels
	// BySubtours adds a constraint for every set of vertices that could hold a subtour of a route through all
	// vertices (Dantzig, Fulkerson and Johnson 1954). It is for the formats with sums and for small graphs.
	BySubtours
	// Relaxed leaves it out. The export may have solutions that the model doesn't have, and says so.
	Relaxed
)

// ExportOptions vary an export.
type ExportOptions struct {
	Pieces Pieces
	// MaxMoves is the greatest length of exported runs. A machine needs it.
	MaxMoves int
	// Name returns the name of the i-th variable of a find in comments, without line breaks. If it is nil, the
	// name is a plain "tour[3]".
	Name func(find, i int) string
}

// ErrTooLarge is wrapped in the error of an export, which says what is too large.
var ErrTooLarge = errors.New("too large to export")

// Export writes a model in a format. The comments say which variables stand for which values of the finds. It fails if
// the model is not supported or too large (ErrTooLarge), if ctx ends, or if w fails. Then what it wrote is useless.
func Export(ctx context.Context, m *model.Model, f Format, w io.Writer, opt ExportOptions) error {
	p, err := program(ctx, m, f, opt)
	if err != nil {
		return err
	}
	return p.write(w)
}

// exported is a complete formula, ready to be written.
type exported struct {
	*encoder
	format Format
	opt    ExportOptions
	notes  []string // comments
	cost   weighted // the objective to minimise, if the format has objectives
}

// program encodes a model for a format.
func program(ctx context.Context, m *model.Model, f Format, opt ExportOptions) (p *exported, err error) {
	if f != DIMACS && f != OPB && f != LP {
		return nil, fmt.Errorf("there is no format %q", f)
	}
	if _, err := New().Open(ctx, m, model.Options{}); err != nil {
		return nil, err
	}
	defer func() {
		if thrown := recover(); thrown != nil {
			stop, isStop := thrown.(stopped)
			if !isStop {
				panic(thrown)
			}
			p, err = nil, ctx.Err()
			if err == nil {
				err = fmt.Errorf("%w: %s", ErrTooLarge, stop.reason)
			}
		}
	}()
	var notes []string
	var off []int32
	if m.Machine != nil {
		if m, off, notes, err = exportedRuns(ctx, m, opt.MaxMoves); err != nil {
			return nil, err
		}
		opt.Name = nil // the finds are others now
	}
	p = &exported{encoder: newEncoder(ctx, m), format: f, opt: opt, notes: notes}
	p.keepSums, p.spelt = f != DIMACS, f == DIMACS
	p.encode(model.Options{Off: off}, nil)
	if err := p.pieces(); err != nil {
		return nil, err
	}
	if err := p.objective(); err != nil {
		return nil, err
	}
	p.propagate()
	if f == DIMACS {
		p.flatten()
		p.propagate()
	}
	return p, nil
}

// pieces adds constraints that replace the cuts.
func (p *exported) pieces() error {
	way := p.opt.Pieces
	p.propagate()
	if len(p.lazy) == 0 {
		return nil
	}
	subtours := p.keepSums
	for _, c := range p.lazy {
		w, isRoute := c.cutter.(*routeCuts)
		subtours = subtours && isRoute && w.spans(p.encoder)
	}
	switch {
	case way == BySubtours && !subtours:
		return fmt.Errorf("subtour constraints are for paths and cycles through all vertices of undirected graphs, in the formats %s and %s", OPB, LP)
	case way == Relaxed:
		p.notes = append(p.notes, "A RELAXATION: that routes and connected sets are in one piece is left unsaid.",
			"So there may be solutions here that break the rules.")
		return nil
	}
	for _, c := range p.lazy {
		if w, isRoute := c.cutter.(*routeCuts); isRoute && subtours {
			w.countEdges(p.encoder)
			if _, count := w.inner(); way == BySubtours || way == ByBest && count <= fewSubtours {
				if err := w.everySubtour(p.encoder); err != nil {
					return err
				}
				p.notes = append(p.notes, "No subtours: a constraint for every set of vertices that could hold one.")
				continue
			}
		}
		c.complete(p.encoder)
		p.notes = append(p.notes, "One piece: each vertex has a parent at a lower level, but for one root (a label, an end of a chain).")
	}
	return nil
}

// objective makes the cost. Several objectives are weighed so that each only breaks the ties of those before it.
func (p *exported) objective() error {
	of := p.m.Objectives
	switch {
	case len(of) == 0:
		return nil
	case p.format == DIMACS:
		p.notes = append(p.notes, "The objective is left out: clauses can't say it.")
		return nil
	}
	total := linear{}
	weight := int64(1)
	for i := len(of) - 1; i >= 0; i-- {
		sum := p.objectiveSum(of[i])
		lo, hi := sum.bounds()
		if float64(weight)*(float64(hi-lo)+1) > math.MaxInt32*math.MaxInt16 {
			return fmt.Errorf("%w: the objectives can't be weighed against each other in one sum", ErrTooLarge)
		}
		for _, t := range sum.terms {
			total.add(weight*t.coef, t.x)
		}
		total.constant += weight * sum.constant
		weight *= hi - lo + 1
	}
	p.cost = p.weigh(total)
	note := "Minimise"
	if of[0].Maximize {
		note = "Maximise, written as minimising the negative"
	}
	note += "; to be added to the value: " + strconv.FormatInt(p.cost.constant+int64(p.minimised().constant), 10)
	if len(of) > 1 {
		note += "; later objectives weigh less, as ties need"
	}
	p.notes = append(p.notes, note+".")
	return nil
}

// exportedRuns returns a model of the runs of a machine with at most the given number of moves. Its objectives are
// the costs. It also returns the instances to switch off, and comments that name the moves.
func exportedRuns(ctx context.Context, m *model.Model, most int) (still *model.Model, off []int32, notes []string, err error) {
	if most <= 0 {
		return nil, nil, nil, errors.New("what moves can be exported up to a number of moves only, and none is given")
	}
	program, err := PrepareUnrolling(ctx, m)
	if err != nil {
		return nil, nil, nil, err
	}
	u, err := program.Unroll(ctx, false)
	for err == nil && u.Steps() < most {
		err = u.Extend()
	}
	switch {
	case errors.Is(err, ErrUnrollTooLarge):
		return nil, nil, nil, fmt.Errorf("%w: %v", ErrTooLarge, err)
	case err != nil:
		return nil, nil, nil, err
	}
	costs := u.Costs()
	for _, x := range costs[:m.Machine.Costs] {
		u.Model.Objectives = append(u.Model.Objectives, model.Objective{X: x})
	}
	notes = append(notes, fmt.Sprintf("Runs of at most %d moves. moves[t] is the move that is made after t others, 0 at the end.", most))
	for number, move := range program.MoveOfAction() {
		of := m.Machine.Moves[move]
		text := m.Machine.Kinds[of.Kind]
		if of.Parameters != nil {
			text += "(" + of.Parameters.String() + ")"
		}
		notes = append(notes, fmt.Sprintf("Move %d: %s", number+1, text))
	}
	return u.Model, u.Off(Query{Goal: true}), notes, nil
}

// write writes the formula in its format. Variables keep their numbers. Known variables become units.
func (p *exported) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	switch p.format {
	case DIMACS:
		p.writeDIMACS(out)
	case OPB:
		p.writeOPB(out)
	case LP:
		p.writeLP(out)
	}
	return out.Flush()
}

// rows visits all constraints as sums: the weights of the true literals add up to at least bound, or exactly.
func (p *exported) rows(visit func(lits []Lit, weights []int, bound int, exact bool)) {
	if p.unsat {
		visit([]Lit{1}, nil, 2, false)
	}
	for v, value := range p.value {
		if value != 0 {
			visit([]Lit{Lit(v) * Lit(value)}, nil, 1, false)
		}
	}
	for i := range p.ends {
		visit(p.clauseAt(i), nil, 1, false)
	}
	for i := 0; i < len(p.sums); i++ {
		s := p.sums[i]
		if exact := i+1 < len(p.sums) && opposite(s, p.sums[i+1]); exact {
			visit(s.lits, nil, s.bound, true)
			i++
			continue
		}
		visit(s.lits, s.weights, s.bound, false)
	}
}

// opposite reports whether two counts together fix the number.
func opposite(a, b atLeast) bool {
	return a.weights == nil && b.weights == nil && a.bound+b.bound == len(a.lits) && slices.Equal(a.lits, negations(b.lits))
}

// comments visits the comments about the formula.
func (p *exported) comments(say func(string)) {
	for _, n := range p.notes {
		say(n)
	}
	for i, f := range p.m.Finds {
		for k, v := range f.Vars {
			name := fmt.Sprintf("%s[%d]", f.Name, k)
			if p.opt.Name != nil {
				name = p.opt.Name(i, k)
			}
			if p.m.Vars[v].Bool {
				say(fmt.Sprintf("%s: %s", p.boolVar(v).name(), name))
				continue
			}
			p.describe(p.of[v], name, say)
		}
	}
}

// describe writes which literals tell the value of an integer.
func (p *exported) describe(x *integer, name string, say func(string)) {
	each := func(lits []Lit, relation string) {
		for i, l := range lits {
			if l != 0 && l != litTrue && l != litFalse {
				say(fmt.Sprintf("%s: %s %s %d", l.name(), name, relation, x.values[i]))
			}
		}
	}
	switch {
	case x.isConstant():
		say(fmt.Sprintf("%s = %d", name, x.lo))
	case x.ge != nil:
		each(x.ge, ">=")
	case x.eq != nil:
		each(x.eq, "=")
	default:
		for k, l := range x.bits {
			say(fmt.Sprintf("%s: adds %d to %s, which is %d without", l.name(), int64(1)<<k, name, x.base))
		}
	}
}

// name returns a literal as comments write it.
func (l Lit) name() string {
	if l < 0 {
		return "not x" + strconv.Itoa(int(-l))
	}
	return "x" + strconv.Itoa(int(l))
}

func (p *exported) writeDIMACS(out *bufio.Writer) {
	p.comments(func(text string) { fmt.Fprintf(out, "c %s\n", text) })
	count := 0
	p.rows(func([]Lit, []int, int, bool) { count++ })
	fmt.Fprintf(out, "p cnf %d %d\n", max(len(p.value)-1, 1), count)
	p.rows(func(lits []Lit, _ []int, bound int, _ bool) {
		if bound == 1 { // else it is the empty clause
			for _, l := range lits {
				fmt.Fprintf(out, "%d ", l)
			}
		}
		fmt.Fprintln(out, 0)
	})
}

// program01 is a sum of literals, written as a sum of distinct variables. It replaces "not x" by 1 - x.
type program01 struct {
	vars     []int32
	coefs    []int
	constant int
}

func ofVariables(lits []Lit, weights []int) (s program01) {
	place := make(map[int32]int, len(lits))
	for i, l := range lits {
		w := weightAt(weights, i)
		if l < 0 {
			s.constant += w
			w = -w
		}
		v := l.variable()
		at, known := place[v]
		if !known {
			at = len(s.vars)
			place[v] = at
			s.vars, s.coefs = append(s.vars, v), append(s.coefs, 0)
		}
		s.coefs[at] += w
	}
	return s
}

// minimised returns the objective.
func (p *exported) minimised() program01 {
	lits, wide, _ := p.cost.flat()
	return ofVariables(lits, narrow(wide))
}

func (p *exported) writeOPB(out *bufio.Writer) {
	write := func(s program01) {
		for i, v := range s.vars {
			fmt.Fprintf(out, "%+d x%d ", s.coefs[i], v)
		}
	}
	count := 0
	p.rows(func([]Lit, []int, int, bool) { count++ })
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", max(len(p.value)-1, 1), count)
	p.comments(func(text string) { fmt.Fprintf(out, "* %s\n", text) })
	if cost := p.minimised(); len(cost.vars) > 0 {
		out.WriteString("min: ")
		write(cost)
		out.WriteString(";\n")
	}
	p.rows(func(lits []Lit, weights []int, bound int, exact bool) {
		s := ofVariables(lits, weights)
		write(s)
		fmt.Fprintf(out, "%s %d ;\n", relation(exact), bound-s.constant)
	})
}

func relation(exact bool) string { return map[bool]string{true: "=", false: ">="}[exact] }

// lpWidth is the number of terms in a line of an LP file.
const lpWidth = 10

func (p *exported) writeLP(out *bufio.Writer) {
	used := make([]bool, max(len(p.value), 2))
	write := func(s program01) {
		for i, v := range s.vars {
			if i > 0 && i%lpWidth == 0 {
				out.WriteString("\n  ")
			}
			used[v] = true
			fmt.Fprintf(out, " %+d x%d", s.coefs[i], v)
		}
	}
	cost := p.minimised()
	if len(cost.vars) == 0 { // some readers refuse an empty sum
		cost = program01{vars: []int32{1}, coefs: []int{0}}
	}
	p.comments(func(text string) { fmt.Fprintf(out, "\\ %s\n", text) })
	out.WriteString("Minimize\n cost:")
	write(cost)
	out.WriteString("\nSubject To\n")
	row := 0
	p.rows(func(lits []Lit, weights []int, bound int, exact bool) {
		row++
		s := ofVariables(lits, weights)
		fmt.Fprintf(out, " c%d:", row)
		write(s)
		fmt.Fprintf(out, " %s %d\n", relation(exact), bound-s.constant)
	})
	if row == 0 {
		used[1] = true
		out.WriteString(" c1: +1 x1 >= 0\n")
	}
	out.WriteString("Binary\n")
	for v := range used {
		if used[v] {
			fmt.Fprintf(out, " x%d\n", v)
		}
	}
	out.WriteString("End\n")
}
