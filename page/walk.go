package page

import (
	"context"
	"fmt"

	"nazo/explain"
	"nazo/native"
	"nazo/picture"
	"nazo/sat"
)

// walk is the way to the solution as far as it was told. Whoever asks for one step more has the search go on from there.
type walk struct {
	from  string // what was known when it began, as the page has it
	x     *explain.Explainer
	state *explain.State
	ahead *explain.Walk
	told  []*Step // the last has an end if there are no more
	wrong bool    // a step does not follow, as engine sat finds
}

// mostFacts is how many facts that a step rests on are named.
const mostFacts = 12

// step tells what follows next from what is known so far, or after so many steps more.
func (l *looked) step(ctx context.Context) error {
	q := l.table.question
	w := l.table.walk
	l.table.walk = nil // it is lost if ctx ends within it
	if w == nil || w.from != q.From {
		known, err := l.soFar()
		if err != nil {
			return err
		}
		x, err := explain.Open(ctx, l.problem.Problem, native.New())
		if err != nil {
			return l.untold(ctx, err)
		}
		w = &walk{from: q.From, x: x, state: x.Begin(known...)}
		w.ahead = x.Walk(ctx, w.state)
	}
	n := max(0, q.Skip)
	for len(w.told) <= n && !w.over() {
		if w.next(ctx, l); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	l.table.walk = w
	last := len(w.told) - 1
	if w.wrong && n >= last {
		l.emit(Event{Kind: KindNote, Text: "engine native has a step that does not follow, as engine sat finds; that is a bug in nazo"})
		return nil
	}
	l.emit(Event{Kind: KindStep, Step: w.told[min(n, last)]})
	return nil
}

// over reports whether no more steps are told.
func (w *walk) over() bool { return w.wrong || len(w.told) > 0 && w.told[len(w.told)-1].End != "" }

// next tells the next step that says something, or how the way ends.
func (w *walk) next(ctx context.Context, l *looked) {
	x := w.x
	out := &Step{Places: []string{}, Since: []Instance{}}
	for {
		step, end := w.ahead.Next(ctx)
		if step == nil {
			w.end(ctx, l, out, end)
			break
		}
		worth := x.Worth(step.New, w.state)
		if len(worth) == 0 {
			continue
		}
		before := w.state.Facts[:len(w.state.Facts)-len(step.New)]
		told := x.Tell(ctx, sat.New(), before, *step, worth, false)
		w.wrong = told.Refuted
		out.Text, out.Since = x.Facts(worth), l.instances(x, told.Closer)
		if len(told.Since) > 0 {
			out.Known = x.Facts(told.Since[:min(len(told.Since), mostFacts)])
			if more := len(told.Since) - mostFacts; more > 0 {
				out.Known += fmt.Sprintf(" and %d more", more)
			}
		}
		for _, f := range worth {
			if m, ok := x.Meaning(f.Var); ok {
				out.Places = append(out.Places, placesOf(l.problem.Judge, meant(m.Key, m.Member))...)
			}
		}
		out.SVG = svg(l.problem.Judge, picture.Drawer{}.Reasoned(l.problem, x, w.state.Facts, step.New, step.Units)...)
		break
	}
	w.told = append(w.told, out)
}

// end tells why there are no more steps.
func (w *walk) end(ctx context.Context, l *looked, out *Step, end explain.End) {
	out.End = map[explain.End]string{explain.Solved: "all is known", explain.Several: "nothing follows: there are several solutions",
		explain.Contradicted: "no solution is so", explain.GivenUp: "not found"}[end]
	if end != explain.Contradicted {
		return
	}
	if facts, units, ok := w.x.Mistake(ctx, w.state.Facts); ok {
		out.Text, out.Since = w.x.Facts(facts), l.instances(w.x, units)
	}
}
