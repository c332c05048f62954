package sat

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// write writes the formula in its format. Variables keep the numbers that they
// have in the engine; those that are known already are stated.
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

// rows visits all constraints as sums: the weights of the literals add up to at
// least bound, or to bound exactly.
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

// opposite reports whether two counts leave one number only.
func opposite(a, b atLeast) bool {
	return a.weights == nil && b.weights == nil && a.bound+b.bound == len(a.lits) && slices.Equal(a.lits, negations(b.lits))
}

// comments visits what there is to be said about the formula.
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

// describe says which literals tell the value of an integer.
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

// name is how comments write a literal.
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
		if bound == 1 { // otherwise the empty clause
			for _, l := range lits {
				fmt.Fprintf(out, "%d ", l)
			}
		}
		fmt.Fprintln(out, 0)
	})
}

// program01 is a sum of literals as one of variables, each once, where 1 - x
// stands for "not x".
type program01 struct {
	vars     []int32
	coefs    []int
	constant int
}

func ofVariables(lits []Lit, weights []int) program01 {
	var s program01
	place := make(map[int32]int, len(lits))
	for i, l := range lits {
		w := 1
		if weights != nil {
			w = weights[i]
		}
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

// minimised is the objective.
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

func relation(exact bool) string {
	if exact {
		return "="
	}
	return ">="
}

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
	if len(cost.vars) == 0 { // not all readers take an empty sum
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
