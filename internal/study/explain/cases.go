package explain

import (
	"context"
	"slices"

	"nazo/internal/model"
)

// Arguments by contradiction with cases in them, for facts whose opposites propagation does not refute.

// mostCases bounds the cases that an argument by few units tries, and mostLooked those times the variables that each is
// about. fewChoices bounds the open values of a variable that is tried.
const (
	mostCases  = 200
	mostLooked = 20_000
	fewChoices = 3
)

// refuteBy returns an argument that supposed facts are impossible, or nil. Where propagation finds no
// contradiction it tries the values of variables with few open values, nested up to depth.
func (x *Explainer) refuteBy(ctx context.Context, q model.Query, supposed []model.Fact, depth int) *argument {
	q.Supposed = slices.Clip(supposed)
	if x.cases == nil { // another one than for the way: what it is asked about was known at other times
		cases, err := x.again(ctx)
		if err != nil {
			return nil
		}
		x.cases = cases
	}
	d, ok := x.cases.Derive(q, nil)
	switch {
	case ok && d.Refuted:
		return &argument{Derivation: d, supposed: supposed}
	case depth <= 1 || ctx.Err() != nil:
		return nil
	}
	lemmas := map[model.Fact]*argument{}
	vars := x.concerned(q.On)
	most := min(mostCases, mostLooked/max(1, len(vars)))
	for tries := 0; ; {
		before := len(q.Supposed)
		now := x.Begin(slices.Concat(q.Known, q.Supposed)...)
		if more, ok := x.cases.Follow(slices.Concat(q.Known, q.Supposed), q.On); ok {
			now.add(more)
		}
		for _, v := range vars {
			left := x.left(now, v)
			if len(left) < 2 || len(left) > fewChoices {
				continue
			}
			for _, f := range left {
				if tries++; tries > most || ctx.Err() != nil {
					return nil
				}
				lemma := x.refuteBy(ctx, q, append(slices.Clip(q.Supposed), f), depth-1)
				if lemma == nil {
					continue
				}
				not := normal(x.m, f.Not())
				lemmas[not] = lemma
				q.Supposed = append(slices.Clip(q.Supposed), not)
				if d, ok := x.cases.Derive(q, nil); ok && d.Refuted {
					return x.withFewer(q, &argument{Derivation: d, supposed: supposed, lemmas: lemmas})
				}
			}
		}
		if len(q.Supposed) == before {
			return nil
		}
	}
}

// withFewer drops lemmas that an argument can do without. A query supposes them in their order, after what the argument
// supposes.
func (x *Explainer) withFewer(q model.Query, p *argument) *argument {
	own := len(p.supposed)
	used := map[model.Fact]bool{}
	p.uses(p, used)
	q.Supposed = slices.DeleteFunc(slices.Clone(q.Supposed), func(f model.Fact) bool { return p.lemmas[f] != nil && !used[f] })
	for i := len(q.Supposed) - 1; i >= own; i-- {
		all := q.Supposed
		less := q
		less.Supposed = slices.Delete(slices.Clone(all), i, i+1)
		d, ok := x.cases.Derive(less, nil)
		if !ok || !d.Refuted {
			continue
		}
		shorter := &argument{Derivation: d, supposed: p.supposed, lemmas: map[model.Fact]*argument{}}
		for j := own; j < len(less.Supposed) && shorter != nil; j++ {
			f := less.Supposed[j]
			lemma := p.lemmas[f]
			if j >= i { // it may have used what is dropped
				with := less
				with.Supposed = append(slices.Clone(less.Supposed[:j]), lemma.supposed[len(lemma.supposed)-1])
				if e, ok := x.cases.Derive(with, nil); ok && e.Refuted {
					lemma = &argument{Derivation: e, supposed: with.Supposed}
				} else {
					shorter = nil
					break
				}
			}
			shorter.lemmas[f] = lemma
		}
		if shorter != nil {
			p, q = shorter, less
		}
	}
	return p
}

// left returns the values that a variable may still have.
func (x *Explainer) left(now *State, v model.VarID) (facts []model.Fact) {
	if now.fixed[v] || x.m.Vars[v].Domain.Size() > mostAlternatives {
		return nil
	}
	for k := range x.m.Vars[v].Domain.Each {
		if f := (model.Fact{Var: v, Value: k, Is: true}); !now.knows(f.Not()) && !now.knows(f) {
			facts = append(facts, f)
		}
	}
	return facts
}

// concerned returns the variables of finds in the scopes of some units.
func (x *Explainer) concerned(units []int32) (vars []model.VarID) {
	for _, u := range units {
		vars = append(vars, x.reasons.Scope(u)...)
	}
	slices.Sort(vars)
	return slices.Compact(vars)
}

// mostAlternatives is the largest domain whose values are tried one by one.
const mostAlternatives = 30

// uses adds the lemmas that one of them, or the argument, rests on.
func (p *argument) uses(of *argument, used map[model.Fact]bool) {
	for i := range of.Links {
		for _, f := range of.Links[i].Facts {
			if lemma := p.lemmas[f]; lemma != nil && !used[f] {
				used[f] = true
				p.uses(lemma, used)
			}
		}
	}
}
