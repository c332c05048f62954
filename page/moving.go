package page

import (
	"context"
	"fmt"
	"slices"

	"nazo/compile"
	"nazo/draw"
	"nazo/picture"
	"nazo/play"
	"nazo/solve"
	"nazo/value"
)

// game is a puzzle that moves, dealt to be played.
type game struct {
	*play.Puzzle
	deal  play.Deal
	stage *picture.Stage
}

// mostSeats is of how many seeds games stay set up.
const mostSeats = 4

// seat sets up the game of a question, unless it stands.
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

// act makes the moves of a question, as far as they can be made, and shows what they lead to.
func (d *Desk) act(ctx context.Context, q Question, emit func(Event)) error {
	t, err := d.lay(q)
	if err != nil {
		return err
	}
	defer d.leave(t)
	g, err := t.seat(ctx)
	if err != nil {
		return err
	}
	at := play.Begin(g.deal)
	out := &Play{Legal: []Move{}}
	var refused string
	for _, text := range q.Moves {
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
		for _, move := range at.Legal() {
			out.Legal = append(out.Legal, g.move(at, move))
		}
	}
	emit(Event{Kind: KindPlay, Play: out})
	return nil
}

// drawn draws a game as a player may see it: of what is given once more only what was hidden at first.
func (g *game) drawn(at *play.Game) (string, error) {
	section, err := g.stage.With(g.Revealed(at)...).Section(at.StateValues())
	if err != nil {
		return "", err
	}
	return svg(g.Problem.Judge, section), nil
}

// says is a line about a game.
func (g *game) says(at *play.Game) string {
	n := len(at.Moves())
	text := fmt.Sprintf("%d moves", n)
	if n == 1 {
		text = "1 move"
	}
	text += play.CostText(g.Problem.CostNames, at.Costs())
	switch {
	case at.Won():
		return "solved in " + text
	case at.Over():
		return "no moves left after " + text
	}
	return text
}

// move is a move that can be made, with the directions and places that it is about: its parameters, and what it changes, on a board or in a chart, where
// what its parameters name comes first, in their order.
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
	if err != nil { // at a limit: its parameters are all that is told of it
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
		}
	}
	return m
}
