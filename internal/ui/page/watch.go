package page

import (
	"context"
	"slices"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/play"
	"nazo/native"
)

// frame is the least time for which each moment is shown. A search waits for those who watch it.
const frame = 40 * time.Millisecond

const mostMoves = 10_000 // bounds the moves of a player who is watched

// searchesOf returns the names of the searches that can be watched: those that accept the problem.
func searchesOf(ctx context.Context, p *solve.Problem) []string {
	names := []string{}
	if _, drawn := picture.NewMoments(p, 1); !drawn || p.Moving() {
		return names
	}
	for _, s := range native.Searches() {
		if s.Name == native.Default || slices.Contains(names, s.Name) {
			continue
		}
		job, err := native.New().Open(ctx, p.Model, model.Options{Search: []string{s.Name}})
		if err == nil && job.Refuses(model.SolveOptions{Limit: 1}).Kind == model.None {
			names = append(names, s.Name)
		}
	}
	return names
}

// searches answers with the searches that can be watched, if there are some.
func (l *inspection) searches(ctx context.Context) {
	if l.table.desk.searches == nil {
		return
	}
	var names []string
	l.table.desk.note(func() { names = l.results.searches })
	if names == nil {
		if names = l.table.desk.searches(ctx, l.problem); ctx.Err() != nil {
			return
		}
		l.table.desk.note(func() { l.results.searches = names })
	}
	if len(names) > 0 {
		l.emit(Event{Kind: KindSearches, Searches: names})
	}
}

func (t *table) watch(ctx context.Context, emit func(Event)) error {
	q := t.question
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

// watchSearch shows moments of a search, and in the end its solution.
func watchSearch(ctx context.Context, p *solve.Problem, q Question, emit func(Event)) error {
	moments, ok := picture.NewMoments(p, 10)
	if !ok {
		return problem("a search that looks for no path, cycle or links can't be watched")
	}
	job, err := native.New().Open(ctx, p.Model, model.Options{Search: []string{q.Search}})
	if err != nil {
		return problem(err.Error())
	}
	pause := time.NewTicker(frame)
	defer pause.Stop()
	o := model.SolveOptions{Limit: 1, Seed: q.Seed, WatchEvery: max(1, q.Every)}
	o.Watch = func(t model.Moment) {
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
		if result.Reason.Kind != model.None {
			text = result.Reason.String()
		}
		emit(Event{Kind: KindNote, Text: text})
		return ctx.Err()
	}
	r := solve.Accept(ctx, p, "native", found)
	if r.Fault != nil {
		return bug(r.Fault)
	}
	v := &Verdict{Solutions: "unknown", Text: "found by " + q.Search, Engine: "native"}
	(&inspection{problem: p, report: r}).drawn(v)
	emit(Event{Kind: KindVerdict, Verdict: v})
	return nil
}

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

type game struct {
	*play.Puzzle
	deal  play.Deal
	stage *picture.Stage
}

const mostSeats = 4 // bounds the seeds whose games stay set up

// seat returns the game of a question, and sets it up if need be.
func (t *table) seat(ctx context.Context) (*game, error) {
	seed := t.question.Seed
	if g := t.seats[seed]; g != nil {
		return g, nil
	}
	if !t.spec.Moving() {
		return nil, problem("nothing moves in this puzzle")
	}
	p, problems := solve.Compile(ctx, t.spec, t.input, compile.Options{HiddenUnknown: true, Seed: seed})
	if problems.HasErrors() {
		return nil, problems
	}
	g := &game{Puzzle: play.NewPuzzle(p)}
	var err error
	if g.deal, _, err = g.Deal(ctx, t.input, seed); err != nil {
		return nil, err
	}
	g.stage = picture.Drawer{}.Stage(p, g.Secrets.Names()...)
	if len(t.seats) >= mostSeats || t.seats == nil {
		t.seats = map[int64]*game{}
	}
	t.seats[seed] = g
	return g, nil
}

// act makes the moves of a question as far as possible, and answers with the state after them.
func (t *table) act(ctx context.Context, emit func(Event)) error {
	g, err := t.seat(ctx)
	if err != nil {
		return err
	}
	at := play.Begin(g.deal)
	out := &Play{Legal: []Move{}}
	var refused string
	for _, text := range t.question.Moves {
		move, ok := g.Notation.Find(text)
		if ok {
			_, err = at.Make(move)
		}
		if !ok || err != nil {
			refused = text
			break
		}
		out.Made++
	}
	out.Won, out.Over = at.Won(), at.Over()
	out.Text = g.says(at)
	if refused != "" {
		out.Text = "`" + refused + "` can't be made here; " + out.Text
	}
	if out.SVG, err = g.drawn(at); err != nil {
		return err
	}
	if !out.Over {
		out.Legal = append(out.Legal, alg.Map(at.Legal(), func(move int64) Move { return g.move(at, move) })...)
	}
	emit(Event{Kind: KindPlay, Play: out})
	return nil
}

// drawn draws a game as a player may see it. Of the hidden givens it shows only what is revealed.
func (g *game) drawn(at *play.Game) (string, error) {
	section, err := g.stage.With(g.Revealed(at)...).Section(at.StateValues())
	if err != nil {
		return "", err
	}
	return svg(g.Problem.Judge, section), nil
}

func (g *game) says(at *play.Game) string {
	n := len(at.Moves())
	text := diag.Count(n, "move")
	text += play.CostText(g.Problem.CostNames, at.Costs())
	switch {
	case at.Won():
		return "solved in " + text
	case at.Over():
		return "no moves left after " + text
	}
	return text
}

// move describes a move that can be made, with the directions and places that it is about: its parameters, then
// what it changes on a board or in a chart. Changes that its parameters name come first, in their order.
func (g *game) move(at *play.Game, move int64) Move {
	m := Move{Text: g.Notation.Text(move)}
	add := func(name string) {
		if !slices.Contains(m.Places, name) {
			m.Places = append(m.Places, name)
		}
	}
	onBoard := func(v value.Value) bool {
		switch v.(type) {
		case value.Cell, value.Edge:
			add(value.String(v))
			return true
		}
		return false
	}
	parameters := g.Problem.Parameters(move)
	for _, v := range parameters {
		if d, ok := v.(value.Direction); ok {
			m.Keys = append(m.Keys, d.Name)
		}
		onBoard(v)
	}
	before := at.StateValues()
	after, _, err := g.deal.Rules.Make(before, move)
	if err != nil { // at a limit, only the parameters are known
		return m
	}
	changes := picture.Changes(g.Problem.Judge, before, after)
	for _, v := range parameters {
		for _, c := range changes {
			if c.Key != nil && value.Equal(c.Key, v) || slices.ContainsFunc(slices.Concat(c.Out, c.In), func(x value.Value) bool { return value.Equal(x, v) }) {
				add(draw.ChartPlace(c.State, v))
			}
		}
	}
	for _, c := range changes {
		for _, v := range slices.Concat(c.Out, c.In) {
			if !onBoard(v) {
				add(draw.ChartPlace(c.State, v))
			}
		}
		onBoard(c.Was)
		onBoard(c.Is)
		if c.Key != nil && !onBoard(c.Key) {
			add(draw.ChartPlace(c.State, c.Key))
			add(draw.ChartColumn(c.State, c.Was))
			add(draw.ChartColumn(c.State, c.Is))
		} else if c.Key == nil && len(c.Out)+len(c.In) == 0 {
			add(c.State)
		}
	}
	return m
}
