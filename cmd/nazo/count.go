package main

import (
	"fmt"
	"math/big"
	"strings"

	"nazo/compile"
	"nazo/solve"
)

func (a *app) count(c *countCmd) (int, error) {
	a.limit(c.Time)
	a.deal = int64(c.Seed)
	r, err := a.request(c.Spec, c.Args)
	if err == nil {
		err = c.runFlags.suit(r)
	}
	if err != nil {
		return 0, err
	}
	if c.States {
		return a.countStates(c, r)
	}
	t, err := a.team(c.engineFlags, c.searchFlags)
	if err != nil {
		return 0, err
	}
	view, err := newCountView(c, r, &t)
	if err != nil {
		return 0, err
	}
	print := func(ans *outcome) { a.printCount(c, view, ans) }
	q := query{c.question(solve.Question{Limit: int(c.Limit), Keep: 1, Seed: int64(c.Seed)}), view.see, view.plain()}
	ans, err := a.ask(r, t, q, print)
	if err != nil {
		return 0, err
	}
	if rep := ans.report; rep.Total != nil && t.Mode != solve.Together {
		rep.Complete = true // whether one of them was found or not
	}
	if ans.report.Fault != nil {
		return a.disagree(r, ans), nil
	}
	print(ans)
	return a.status(ans), nil
}

// countView is what is to be seen of solutions beside their number; engine by
// engine, for two may count.
type countView struct {
	byClass map[string]*classes    // nil if it is not asked for
	differ  map[string]*divergence // nil if it is not asked for
}

// plain says that nothing but the number is asked for.
func (v *countView) plain() bool { return v.byClass == nil && v.differ == nil }

// newCountView sets up what a command asks for, and refuses searches that can't
// count.
func newCountView(c *countCmd, r *request, t *solve.Team) (*countView, error) {
	v := &countView{}
	if s, ok := t.Engines[0].(*searcher); ok && !s.exhaustive() {
		return nil, mistakef("search %s may lose solutions, so it can't count; nazo solve takes it", strings.Join(s.lossy(), ", "))
	}
	if r.Moving() && c.WhereTheyDiffer {
		return nil, mistakef("--where-they-differ is for puzzles that stand still, and %s moves", r.name)
	}
	if c.UpToSymmetry {
		if err := r.needsSymmetry(); err != nil {
			return nil, err
		}
		v.byClass = map[string]*classes{}
	}
	if c.WhereTheyDiffer {
		v.differ = map[string]*divergence{}
		if t.Mode == solve.Race { // the order should not depend on the clock
			t.Engines = t.Engines[:1]
		}
	}
	return v, nil
}

// see notes a solution.
func (v *countView) see(o *outcome, engine string, s *compile.Answer) error {
	p := o.problem
	if v.differ != nil {
		if v.differ[engine] == nil {
			v.differ[engine] = &divergence{}
		}
		v.differ[engine].add(p, s)
	}
	if v.byClass != nil {
		if v.byClass[engine] == nil {
			v.byClass[engine] = &classes{}
		}
		return v.byClass[engine].add(p, s)
	}
	return nil
}

// of is what was seen of an engine's solutions.
func (v *countView) of(engine string) (*classes, *divergence) {
	c, d := v.byClass[engine], v.differ[engine]
	if c == nil {
		c = &classes{}
	}
	if d == nil {
		d = &divergence{}
	}
	return c, d
}

func (a *app) printCount(c *countCmd, v *countView, ans *outcome) {
	byClass, differ := v.of(ans.report.Engine)
	if c.Format == "json" {
		fields := []field{{"count", totalOf(ans.report)}}
		if c.UpToSymmetry {
			fields = append(fields, field{"up_to_symmetry", len(byClass.seen)}, field{"representatives", byClass.json(ans.problem)})
		}
		if c.WhereTheyDiffer {
			fields = append(fields, field{"differ", differ.json()})
		}
		a.out.Write(reportJSON(ans, false, fields...))
		return
	}
	if ans.tried != "" {
		fmt.Fprintln(a.out, ans.tried)
	}
	r := ans.report
	switch total := totalOf(r); {
	case r.Total != nil && total.Cmp(big.NewInt(int64(r.Count))) != 0:
		a.note("counted by engine %s over states, not one by one; a best one was judged", r.CountedBy)
		fallthrough
	case r.Total != nil || r.Exhausted:
		fmt.Fprintln(a.out, total)
	default:
		fmt.Fprintln(a.out, "at least", r.Count)
	}
	a.out.WriteString(worthText(ans))
	if c.UpToSymmetry {
		a.printClasses(byClass, ans, c.Color)
	}
	if c.WhereTheyDiffer {
		a.out.WriteString(differ.text())
	}
}

// totalOf is how many solutions there are, as far as it is known.
func totalOf(r *solve.Report) *big.Int {
	if r.Total != nil {
		return r.Total
	}
	return big.NewInt(int64(r.Count))
}

func (a *app) unique(c *uniqueCmd) (int, error) {
	a.limit(c.Time)
	a.deal = int64(c.Seed)
	r, err := a.request(c.Spec, c.Args)
	if err == nil {
		err = c.runFlags.suit(r)
	}
	if err != nil {
		return 0, err
	}
	t, err := team(c.Engine)
	if err != nil {
		return 0, err
	}
	print := func(ans *outcome) { a.printUnique(c, ans) }
	ans, err := a.ask(r, t, query{Question: c.question(solve.Question{Limit: 2, Seed: int64(c.Seed)})}, print)
	if err != nil {
		return 0, err
	}
	if ans.report.Fault != nil {
		return a.disagree(r, ans), nil
	}
	print(ans)
	if ans.report.Count > 1 {
		return statusFalse, nil
	}
	return a.status(ans), nil
}

// printUnique says whether there is one solution, and shows two if there are more.
func (a *app) printUnique(c *uniqueCmd, ans *outcome) {
	r := ans.report
	text, value := "not known to be unique", any(nil)
	switch {
	case r.Count > 1:
		text, value = "not unique; two of its solutions are", false
	case r.Verdict == solve.NoSolution:
		text, value = "no solution", false
	case r.Exhausted:
		text, value = "unique", true
	}
	if c.Format == "json" {
		a.out.Write(reportJSON(ans, true, field{"unique", value}))
		return
	}
	if ans.tried != "" {
		fmt.Fprintln(a.out, ans.tried)
	}
	fmt.Fprintln(a.out, text)
	if r.Count > 1 {
		for i, s := range r.Answers {
			head := ""
			if s.Run != nil {
				head = fmt.Sprintf("solution %d\n", i+1)
			}
			fmt.Fprintf(a.out, "\n%s%s", head, a.drawing(ans.problem, s, c.Color))
		}
	}
}
