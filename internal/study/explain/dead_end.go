package explain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// DeadEnd is why the goal of a puzzle that moves is out of reach from where it begins.
type DeadEnd struct {
	model.DeadEnd
	words *Words
	start model.Solution
}

// WhyDeadEnd looks for a small cause, with so much counted work. It is false if it finds none: the goal may be out of reach all the same.
func WhyDeadEnd(ctx context.Context, p *compile.Problem, e model.Engine, work int64) (*DeadEnd, bool) {
	job, err := e.Open(ctx, p.Model, model.Options{})
	if err != nil {
		return nil, false
	}
	asked, ok := job.(model.DeadEnder)
	if !ok {
		return nil, false
	}
	found, ok := asked.DeadEnd(ctx, work)
	if !ok {
		return nil, false
	}
	d := &DeadEnd{DeadEnd: found, words: WordsOf(p)}
	for _, start := range p.Model.Machine.Start {
		d.start = append(d.start, start.Bounds().Lo)
	}
	return d, true
}

// Matters are the variables that matter.
func (d *DeadEnd) Matters() (out []compile.Meaning) {
	for _, v := range d.Vars {
		if m, ok := d.words.Meaning(v); ok {
			out = append(out, m)
		}
	}
	return out
}

// Meaning is what a variable stands for.
func (d *DeadEnd) Meaning(v model.VarID) compile.Meaning {
	m, _ := d.words.Meaning(v)
	return m
}

// Say says a fact.
func (d *DeadEnd) Say(f model.Fact) string { return d.words.Say([]model.Fact{f}) }

// Start is the value of a variable where the puzzle begins.
func (d *DeadEnd) Start(v model.VarID) int64 { return d.start[v] }

// Whole reports whether all of the position matters.
func (d *DeadEnd) Whole() bool {
	return d.Parity == nil && len(d.Matters()) == len(d.words.Problem.Meanings())
}

// Places are the cells where what matters is, and what is wanted of a single place.
func (d *DeadEnd) Places() (out []value.Value) {
	add := func(at value.Value) {
		if _, cell := at.(value.Cell); cell && !slices.ContainsFunc(out, func(v value.Value) bool { return value.Equal(v, at) }) {
			out = append(out, at)
		}
	}
	for _, m := range d.Matters() {
		add(m.Member)
		add(m.Key)
		if m.Member == nil {
			add(m.Values(d.start[m.Var]))
		}
	}
	for _, w := range d.Wants {
		if f, ok := d.fact(w); ok {
			m := d.Meaning(f.Var)
			add(m.Member)
			add(m.Key)
		}
	}
	for _, f := range d.Parity {
		m := d.Meaning(f.Var)
		add(m.Member)
		add(m.Key)
	}
	return out
}

// WantTexts say the parts of the goal, one by one.
func (d *DeadEnd) WantTexts() (out []string) {
	for _, w := range d.Wants {
		if f, ok := d.fact(w); ok {
			out = append(out, d.Say(f))
		} else {
			out = append(out, d.saysOf(w))
		}
	}
	return out
}

// fact is what a part of the goal asks for, if that is a fact about one variable.
func (d *DeadEnd) fact(w model.Want) (f model.Fact, ok bool) {
	if len(w.Vars) != 1 {
		return f, false
	}
	v := w.Vars[0]
	if value, single := w.Values.Single(); single {
		return model.Fact{Var: v, Value: value, Is: true}, true
	}
	value, single := d.words.m.Vars[v].Domain.Minus(w.Values).Single()
	return model.Fact{Var: v, Value: value}, single
}

// saysOf names the state variables that a part of the goal is about.
func (d *DeadEnd) saysOf(w model.Want) string {
	var states []string
	for _, v := range w.Vars {
		if name := d.words.Find(v); !slices.Contains(states, name) {
			states = append(states, name)
		}
	}
	return "what the goal says of " + strings.Join(states, ", ")
}

// String says the cause in a sentence.
func (d *DeadEnd) String() string {
	if d.Parity != nil {
		return d.parity()
	}
	var facts, wanted []model.Fact
	var parts []string
	for _, w := range d.Wants {
		if f, ok := d.fact(w); ok {
			wanted = append(wanted, f)
		} else if text := d.saysOf(w); !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	if len(wanted) > 0 {
		parts = append([]string{"where " + d.words.Say(wanted) + ", as the goal wants"}, parts...)
	}
	for _, m := range d.Matters() {
		facts = append(facts, model.Fact{Var: m.Var, Value: d.start[m.Var], Is: true})
	}
	text := "no moves lead to " + strings.Join(parts, ", and ")
	if len(facts) > 0 {
		text += ", from where " + d.words.Say(facts)
	}
	if !d.Whole() {
		text += ", wherever all else is"
	}
	if !d.Reduced {
		return text + ": that is proved, though perhaps less would do"
	}
	return text + ": that is proved; of no part it was found that it can go"
}

// parity says that a number of facts is odd and remains so, or even.
func (d *DeadEnd) parity() string {
	now, then := "even", "odd"
	if d.Odd {
		now, then = then, now
	}
	var facts []string
	for _, f := range d.Parity {
		facts = append(facts, d.Say(f))
	}
	return fmt.Sprintf("an %s number of these holds, no move makes it %s, and it is %s wherever the goal is met, which is proved: %s", now, then, then, value.And(facts))
}
