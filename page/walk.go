package page

import (
	"context"
	"fmt"
	"slices"

	"nazo/engine"
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
	held  *taken       // a step that was taken, but not told yet
	ended *explain.End // how the way ended, once that is known
	told  []*Step      // the last has an end if there are no more
	wrong bool         // a step does not follow, as engine sat finds
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

// taken is a step that was taken and is to be told: what is worth saying of it, and how many facts were known before and after.
type taken struct {
	explain.Step
	worth         []engine.Fact
	before, after int
}

// take takes the next step that says something; it is nil at the end of the way.
func (w *walk) take(ctx context.Context) (*taken, explain.End) {
	if t := w.held; t != nil {
		w.held = nil
		return t, 0
	}
	if w.ended != nil {
		return nil, *w.ended
	}
	for {
		step, end := w.ahead.Next(ctx)
		if step == nil {
			w.ended = &end
			return nil, end
		}
		if worth := w.x.Worth(step.New, w.state); len(worth) > 0 {
			after := len(w.state.Facts)
			return &taken{*step, worth, after - len(step.New), after}, 0
		}
	}
}

// next tells the next step that says something, or how the way ends. The first is all that instances of one rule say by themselves, each without any
// other: clues, mostly, of which there are many.
func (w *walk) next(ctx context.Context, l *looked) {
	x := w.x
	out := &Step{Places: []string{}, Since: []Instance{}}
	t, end := w.take(ctx)
	if t == nil {
		w.end(ctx, l, out, end)
		w.told = append(w.told, out)
		return
	}
	told := x.Tell(ctx, sat.New(), w.state.Facts[:t.before], t.Step, t.worth, false)
	w.wrong = told.Refuted
	closer, worth, fresh, units, after := slices.Clip(told.Closer), slices.Clip(t.worth), slices.Clip(t.New), slices.Clip(t.Units), t.after
	for first := len(w.told) == 0 && w.alone(ctx, t); first; {
		more, _ := w.take(ctx)
		if more == nil {
			break
		}
		if !w.alone(ctx, more) || x.Cause(more.Units[0]).Rule != x.Cause(t.Units[0]).Rule {
			w.held = more
			break
		}
		closer, worth = append(closer, x.Closer(ctx, w.state.Facts[:more.before], more.Step)...), append(worth, more.worth...)
		fresh, units, after = append(fresh, more.New...), append(units, more.Units...), more.after
	}
	out.Text, out.Since = x.Facts(worth), l.instances(x, closer)
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
	out.SVG = svg(l.problem.Judge, picture.Drawer{}.Reasoned(l.problem, x, w.state.Facts[:after], fresh, units)...)
	w.told = append(w.told, out)
}

// alone reports whether a step is what one rule instance says, whatever else is known.
func (w *walk) alone(ctx context.Context, t *taken) bool {
	return t.Size() == 1 && len(w.x.Support(ctx, w.state.Facts[:t.before], t.Step, t.worth...)) == 0
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
