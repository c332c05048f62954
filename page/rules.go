package page

import (
	"cmp"
	"context"
	"slices"
)

// mostInstances is how many instances of rules are told of at once.
const mostInstances = 2_000

// rules tells the instances of the rule at a place of the spec, or those that are about a place of the board.
func (d *Desk) rules(ctx context.Context, q Question, emit func(Event)) error {
	t, err := lay(q)
	if err != nil {
		return err
	}
	p, err := t.compiled(ctx)
	if err != nil {
		return err
	}
	at := bytesAt(q.Spec, q.At)
	out := []Instance{}
	more := false
	for _, i := range p.Model.Units() {
		src, span := p.Where(i)
		if src == nil || span.Len() == 0 {
			continue
		}
		if q.Place == "" && (!q.isSpec(src) || at < span.Start || at > span.End) {
			continue
		}
		places := placesOf(p.Judge, p.Places(i))
		if q.Place != "" && !slices.Contains(places, q.Place) {
			continue
		}
		if more = len(out) == mostInstances; more {
			break
		}
		one := Instance{Rule: p.RuleName(i), Says: cmp.Or(p.Says(i), p.RuleName(i)), Places: places}
		if q.isSpec(src) {
			one.From, one.To = units(q.Spec, span.Start), units(q.Spec, span.End)
		}
		out = append(out, one)
	}
	e := Event{Kind: KindInstances, Instances: out}
	if more {
		e.Text = "and more"
	}
	emit(e)
	return nil
}
