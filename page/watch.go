package page

import (
	"context"
	"slices"
	"time"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/engine"
	"nazo/model"
	"nazo/native"
	"nazo/picture"
	"nazo/play"
	"nazo/solve"
)

// frame is how long each moment is shown at least: a search waits for those who watch it.
const frame = 40 * time.Millisecond

// mostMoves is how many moves a player who is watched may make.
const mostMoves = 10_000

// searchesOf are the names of the searches that can be watched: those for what is to be found that the engine would not refuse.
func searchesOf(ctx context.Context, p *solve.Problem) []string {
	names := []string{}
	if _, drawn := picture.NewMoments(p, 1); !drawn || p.Moving() {
		return names
	}
	for _, s := range native.Searches() {
		if s.Name == native.Default || slices.Contains(names, s.Name) {
			continue
		}
		job, err := native.New().Open(ctx, p.Model, engine.Options{Search: []string{s.Name}})
		if err == nil && job.Refuses(engine.SolveOptions{Limit: 1}).Kind == engine.None {
			names = append(names, s.Name)
		}
	}
	return names
}

// searches tells what can be watched, if there is something.
func (l *looked) searches(ctx context.Context) {
	var names []string
	l.desk.note(func() { names = l.kept.searches })
	if names == nil {
		if names = searchesOf(ctx, l.problem); ctx.Err() != nil {
			return
		}
		l.desk.note(func() { l.kept.searches = names })
	}
	if len(names) > 0 {
		l.emit(Event{Kind: KindSearches, Searches: names})
	}
}

// watch shows a player, or a search, at work.
func (d *Desk) watch(ctx context.Context, q Question, emit func(Event)) error {
	t, err := d.lay(q)
	if err != nil {
		return err
	}
	defer d.leave(t)
	if q.Player != "" {
		return t.watchPlayer(ctx, emit)
	}
	p, err := t.compiled(ctx)
	if err != nil {
		return err
	}
	if !slices.Contains(searchesOf(ctx, p), q.Search) {
		return problem("there is no search called `" + q.Search + "` for this puzzle")
	}
	return watchSearch(ctx, p, q, emit)
}

// watchSearch shows moments of a search, and in the end what it found.
func watchSearch(ctx context.Context, p *solve.Problem, q Question, emit func(Event)) error {
	moments, ok := picture.NewMoments(p, 10)
	if !ok {
		return problem("a search that looks for no path, cycle or links can't be watched")
	}
	job, err := native.New().Open(ctx, p.Model, engine.Options{Search: []string{q.Search}})
	if err != nil {
		return problem(err.Error())
	}
	pause := time.NewTicker(frame)
	defer pause.Stop()
	o := engine.SolveOptions{Limit: 1, Seed: q.Seed, WatchEvery: max(1, q.Every)}
	o.Watch = func(t engine.Moment) {
		emit(Event{Kind: KindMoment, Moment: &Moment{svg(p.Judge, moments.Section(t)), t.Choices}})
		select {
		case <-pause.C:
		case <-ctx.Done():
		}
	}
	var found []model.Solution
	result := job.Solve(ctx, o, func(s model.Solution) bool {
		found = append(found, slices.Clone(s))
		return true
	})
	if len(found) == 0 {
		text := "nothing found"
		if result.Reason.Kind != engine.None {
			text = result.Reason.String()
		}
		emit(Event{Kind: KindNote, Text: text})
		return ctx.Err()
	}
	r := solve.Accept(ctx, p, "native", found)
	if r.Fault != nil {
		return problem("this is a bug in nazo: " + r.Fault.Error())
	}
	v := &Verdict{Solutions: "unknown", Text: "found by " + q.Search, Engine: "native"}
	(&looked{problem: p, report: r}).drawn(v)
	emit(Event{Kind: KindVerdict, Verdict: v})
	return nil
}

// watchPlayer shows the game that a player plays, move by move.
func (t *table) watchPlayer(ctx context.Context, emit func(Event)) error {
	g, err := t.seat(ctx)
	if err != nil {
		return err
	}
	name := t.question.Player
	if !slices.ContainsFunc(t.spec.Players, func(p check.Placed[*dsl.Player]) bool { return p.Stmt.Name.Text == name }) {
		return problem("the spec has no player called `" + name + "`")
	}
	at := play.Begin(g.deal)
	show := func(moves []string) error {
		drawing, err := g.drawn(at)
		if err != nil {
			return err
		}
		emit(Event{Kind: KindPlay, Play: &Play{SVG: drawing, Won: at.Won(), Over: at.Over(), Text: g.says(at), Made: len(moves), Moves: moves, Legal: []Move{}}})
		return nil
	}
	if err := show(nil); err != nil {
		return err
	}
	var moves []string
	lost, err := play.Drive(ctx, at, play.StrategyPlayer(name), mostMoves, func(move int64) error {
		moves = append(moves, g.Notation.Text(move))
		return show(moves)
	})
	if lost != "" {
		emit(Event{Kind: KindNote, Text: lost})
	}
	return err
}
