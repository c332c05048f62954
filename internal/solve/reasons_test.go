package solve_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
	"nazo/internal/testkit"
	"nazo/native"
	"pgregory.net/rapid"
)

// tried is an assignment of the variables of the finds, and what it breaks.
type tried struct {
	is     model.Solution
	text   string
	broken []judge.Violation
	// malformed says that it is no value of the finds: their structure is broken.
	malformed bool
}

// breaks reports whether it breaks one of some instances, a rule of the spec for the values that are bound.
func (a *tried) breaks(p *solve.Problem, instances map[int32]bool) bool {
	if a.malformed {
		return true // rules are about what has its structure
	}
	for i := range instances {
		for _, v := range a.broken {
			if v.Rule == p.RuleName(i) && isFor(p, i, v) {
				return true
			}
		}
	}
	return false
}

// isFor reports whether an instance is that of which a violation speaks, as far as the values that it binds are known.
func isFor(p *solve.Problem, instance int32, v judge.Violation) bool {
	bound := strings.Split(v.Bindings, ", ")
	for _, b := range p.Bound(instance) {
		if !slices.Contains(bound, b.Name+" = "+value.String(b.Value)) && !strings.ContainsAny(value.String(b.Value), ",") {
			return false
		}
	}
	return true
}

// everything tries each assignment of the variables of the finds; ok is false if there are too many. The start of a path
// is a nominal variable of no find, and yet the judge needs it.
func everything(p *solve.Problem) (all []*tried, ok bool) {
	var vars []model.VarID
	n := int64(1)
	for v, x := range p.Model.Vars {
		if x.Find < 0 && !x.Nominal {
			continue
		}
		vars = append(vars, model.VarID(v))
		if n *= x.Domain.Size(); n > mostCombinations {
			return nil, false
		}
	}
	s := make(model.Solution, len(p.Model.Vars))
	var try func(i int)
	try = func(i int) {
		if i == len(vars) {
			all = append(all, tryOut(p, slices.Clone(s)))
			return
		}
		for x := range p.Model.Vars[vars[i]].Domain.Each {
			s[vars[i]] = x
			try(i + 1)
		}
	}
	try(0)
	return all, true
}

func tryOut(p *solve.Problem, s model.Solution) (a *tried) {
	a = &tried{is: s}
	defer func() {
		if recover() != nil { // what is no solution of the structure need not stand for a value
			a.malformed = true
		}
	}()
	answer := &judge.Answer{Values: p.Problem.Decode(s)}
	a.text = textOf(p, answer)
	a.broken = p.Judge.JudgeAll(answer, 1000).Violations
	a.malformed = malformed(judge.Verdict{Violations: a.broken})
	return a
}

// wayDiffers holds the way to the solution of a small problem, or the contradiction that it is, against brute force; steps
// is how many steps were looked at. It is "" if all agrees.
func wayDiffers(p *solve.Problem) (text string, steps int) {
	all, ok := everything(p)
	if !ok || slices.ContainsFunc(p.Finds, func(f compile.Find) bool { return f.Chosen }) { // choices are no variables of finds
		return "", 0
	}
	x, err := explain.Open(context.Background(), p.Problem, native.New())
	if err != nil {
		return "", 0
	}
	p = &solve.Problem{Problem: x.Problem, Judge: p.Judge}
	instancesOf := func(of []int32) map[int32]bool {
		in := map[int32]bool{}
		for _, u := range of {
			in[p.Model.Whole(u)] = true
		}
		return in
	}
	say := func(of []int32) string {
		var out []string
		for _, u := range of {
			out = append(out, x.Says(u))
		}
		return strings.Join(out, "; ")
	}
	left := all // those that are as is known
	end, _ := x.Way(context.Background(), x.Begin(), func(s explain.Step) bool {
		steps++
		in := instancesOf(s.Units)
		var still []*tried
		for _, a := range left {
			follows := !slices.ContainsFunc(s.New, func(f model.Fact) bool { return !f.Holds(a.is) })
			if follows {
				still = append(still, a)
			} else if !a.breaks(p, in) && text == "" {
				text = fmt.Sprintf("step %d: %s does not follow from %s, as in %s, which breaks %v", steps, x.Say(s.New), say(s.Units), a.text, a.broken)
			}
		}
		left = still
		return text == ""
	})
	if text != "" {
		return text, steps
	}
	texts := map[string]bool{}
	for _, a := range left {
		if len(a.broken) == 0 && !a.malformed {
			texts[a.text] = true
		}
	}
	switch {
	case end == explain.GivenUp,
		end == explain.Contradicted && len(texts) > 0,
		end == explain.Several && len(left) < 2,
		end == explain.Solved && len(texts) != 1:
		return fmt.Sprintf("the way ends with %v, and %d solutions", end, len(texts)), steps
	case end != explain.Contradicted:
		return "", steps
	}
	found, ok := x.Contradiction(context.Background(), nil)
	if !ok {
		return "no contradiction is found", steps
	}
	fits := func(of []int32) *tried {
		in := instancesOf(of)
		for _, a := range all {
			if !a.breaks(p, in) {
				return a
			}
		}
		return nil
	}
	if a := fits(found); a != nil {
		return fmt.Sprintf("%s do not contradict each other, as in %s", say(found), a.text), steps
	}
	return "", steps + 1
}

// TestReasonsDifferential holds the steps to the solutions of random specs against brute force: whatever a step says follows
// from the rule instances that it names, in the judge's eyes.
func TestReasonsDifferential(t *testing.T) {
	for name, write := range map[string]func(*rapid.T) string{"spec": spec, "parts": boundedParts} {
		t.Run(name, func(t *testing.T) {
			looked := 0
			rapid.Check(t, func(t *rapid.T) {
				text := rapid.Custom(write).Draw(t, "spec")
				defer testkit.Watch(text)()
				p, _ := compileText(text)
				if p == nil || p.Moving() {
					return
				}
				d, steps := wayDiffers(p)
				if looked += steps; d != "" {
					t.Fatalf("%s\n%s", text, d)
				}
			})
			t.Logf("%d steps", looked)
		})
	}
}
