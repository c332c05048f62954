package page

import (
	"cmp"
	"context"
)

// mostInstances is how many instances of rules are told of at once.
const mostInstances = 2_000

// rules tells the instances of the rule at a place of the spec, or those that are about a place of the board.
func (d *Desk) rules(ctx context.Context, q Question, emit func(Event)) error {
	t, err := d.lay(q)
	if err != nil {
		return err
	}
	defer d.leave(t)
	p, err := t.compiled(ctx)
	if err != nil {
		return err
	}
	out := []Instance{}
	more := false
	tell := func(u int32) {
		if more = len(out) == mostInstances; more {
			return
		}
		one := Instance{Rule: p.RuleName(u), Says: cmp.Or(p.Says(u), p.RuleName(u)), Places: placesOf(p.Judge, p.Places(u))}
		one.From, one.To = q.inSpec(p.Where(u))
		out = append(out, one)
	}
	at := bytesAt(q.Spec, q.At)
	units := p.Model.Units()
	if q.Place != "" {
		units = t.unitsAbout(q.Place)
	}
	for _, u := range units {
		src, span := p.Where(u)
		if more || src == nil || span.Len() == 0 || q.Place == "" && (!q.isSpec(src) || at < span.Start || at > span.End) {
			continue
		}
		tell(u)
	}
	e := Event{Kind: KindInstances, Instances: out}
	if more {
		e.Text = "and more"
	}
	emit(e)
	return nil
}
