package compile

import (
	"context"
	"slices"

	"nazo/dsl/diag"
	"nazo/model"
	"nazo/value"
)

// Decode reads the answer off a solution of the model.
func (p *Problem) Decode(s model.Solution) *Answer {
	if p.Moving() {
		return p.decodeRun(s)
	}
	a := &Answer{Values: make([]value.Value, len(p.Finds))}
	for i, f := range p.Finds {
		a.Values[i] = f.layout.decode(s)
	}
	if p.Objectives > 0 {
		a.Objective = p.ObjectiveOf(a)
	}
	return a
}

// withAnswer evaluates f with every find known and without a model; without an
// answer f must not need any find. Of a run, states are as they are at its end.
// The error has the diagnostics.
func (p *Problem) withAnswer(a *Answer, f func(ev *evaluator)) error {
	return p.withFixed(p.valuesOf(a), f)
}

// valuesOf are the values of finds or states by name.
func (p *Problem) valuesOf(a *Answer) map[string]value.Value {
	fixed := map[string]value.Value{}
	if a == nil {
		return fixed
	}
	for i, find := range p.Finds {
		fixed[find.Name] = a.Values[i]
	}
	if a.Run != nil {
		last := a.Run.Start
		for _, step := range a.Run.Steps {
			if step.After != nil {
				last = step.After
			}
		}
		for i, state := range p.States {
			fixed[state.Name] = last[i]
		}
	}
	return fixed
}

// withFixed evaluates f without a model, with values for finds or states.
func (p *Problem) withFixed(fixed map[string]value.Value, f func(ev *evaluator)) error {
	ev := newEvaluator(p.program, nil)
	ev.ctx, ev.diags, ev.limits = context.Background(), &diag.List{}, Options{}.limits()
	ev.fixed, ev.remembered = fixed, p.remembered
	for name, v := range p.known {
		g := *ev.globals[name]
		g.value, g.state = v, ready
		ev.globals[name] = &g
	}
	ev.guard(func() { f(ev) })
	return ev.diags.Err()
}

// ObjectiveOf computes from the values of the finds what each objective is worth;
// it is none where the rules refuse the answer for that.
func (p *Problem) ObjectiveOf(a *Answer) (values []value.Value) {
	if a.Run != nil {
		return p.costsOf(a.Run)
	}
	err := p.withAnswer(a, func(ev *evaluator) {
		for _, o := range p.program.spec.Objectives {
			for _, term := range o.Stmt.Terms {
				ev.source = o.Source
				ev.attempt(func() { values = append(values, ev.eval(term, nil)) })
			}
		}
	})
	if err != nil {
		panic("compile: an objective can't be evaluated for an answer: " + err.Error())
	}
	return values
}

// maxViolations is how many violations a verdict names.
const maxViolations = 10

// Judge evaluates every rule of the spec for an answer, and checks the shape of
// each find, from the values of the finds alone. An undirected path that does not
// say where it begins may begin at either end: it is enough that the rules hold in
// one direction.
func (p *Problem) Judge(a *Answer) Verdict {
	if p.Moving() {
		return p.judgeRun(a.Run)
	}
	var verdict Verdict
	for turned := range p.orientations(a) {
		v := p.judge(turned)
		if v.Accepted {
			return v
		}
		if verdict.Violations == nil {
			verdict = v
		}
	}
	return verdict
}

func (p *Problem) judge(a *Answer) Verdict {
	var found []Violation
	for i, f := range p.Finds {
		if !f.layout.admits(a.Values[i]) {
			found = append(found, Violation{Rule: f.Name + " has its structure", Source: f.source, Span: f.span})
		}
	}
	if len(found) > 0 {
		return Verdict{Violations: found}
	}
	found = p.brokenRules(p.valuesOf(a))
	if p.Objectives > 0 && slices.ContainsFunc(p.ObjectiveOf(a), func(v value.Value) bool { return absent(v) }) {
		o := p.program.spec.Objectives[0]
		found = append(found, Violation{Rule: "the objective is a number", Source: o.Source, Span: o.Stmt.Span()})
	}
	return Verdict{Accepted: len(found) == 0, Violations: found}
}

// brokenRules names rules that do not hold for values of finds or states.
func (p *Problem) brokenRules(fixed map[string]value.Value) (found []Violation) {
	err := p.withFixed(fixed, func(ev *evaluator) {
		for _, r := range p.program.rules {
			ev.attempt(func() {
				ev.eachInstance(r, func(b *bindings, guard, holds model.Bool) bool {
					if guard == model.True && holds != model.True && len(found) < maxViolations {
						v := Violation{Rule: r.Name.Value, Source: r.source, Span: r.Span()}
						if b != nil {
							v.Bindings = b.String()
						}
						found = append(found, v)
					}
					return len(found) < maxViolations
				})
			})
		}
	})
	if err != nil {
		panic("compile: a rule can't be evaluated for an answer: " + err.Error())
	}
	return found
}

// Picture is a value to draw.
type Picture struct {
	Title string
	As    string // the character for members; "" for none
	Value value.Value
}

// Shown evaluates the show statements for an answer.
func (p *Problem) Shown(a *Answer) ([]Picture, error) { return p.shown(p.valuesOf(a)) }

func (p *Problem) shown(fixed map[string]value.Value) ([]Picture, error) {
	var out []Picture
	err := p.withFixed(fixed, func(ev *evaluator) {
		for _, s := range p.Shows {
			ev.source = s.source
			ev.attempt(func() { out = append(out, Picture{s.Title, s.As, ev.eval(s.what, nil)}) })
		}
	})
	return out, err
}
