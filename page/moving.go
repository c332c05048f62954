package page

import (
	"context"
	"fmt"
	"slices"

	"nazo/compile"
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

// seat sets up the game of a question.
func (t *table) seat(ctx context.Context) (*game, error) {
	if !t.spec.Moving() {
		return nil, problem("nothing moves in this puzzle")
	}
	p, problems := solve.Compile(ctx, t.spec, t.input, compile.Options{HiddenUnknown: true, Seed: t.question.Seed})
	if problems.HasErrors() {
		return nil, problems
	}
	g := &game{Puzzle: play.NewPuzzle(p)}
	var err error
	if g.deal, _, err = g.Deal(ctx, t.input, t.question.Seed); err != nil {
		return nil, err
	}
	g.stage = picture.Drawer{}.Stage(p, g.Secrets.Names()...)
	return g, nil
}

// act makes the moves of a question, as far as they can be made, and shows what they lead to.
func (d *Desk) act(ctx context.Context, q Question, emit func(Event)) error {
	t, err := lay(q)
	if err != nil {
		return err
	}
	values, err := t.givens(ctx)
	if err != nil {
		return err
	}
	k := d.about(fmt.Sprint(q.Seed) + "\n" + t.key(values))
	var g *game
	d.note(func() { g = k.game })
	if g == nil {
		if g, err = t.seat(ctx); err != nil {
			return err
		}
		d.note(func() { k.game = g })
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

// move is a move that can be made, with the directions and places that it is about: its parameters, and what it changes.
func (g *game) move(at *play.Game, move int64) Move {
	m := Move{Text: g.Notation.Text(move)}
	seen := map[string]bool{}
	add := func(v value.Value) {
		switch v := v.(type) {
		case value.Direction:
			m.Keys = append(m.Keys, v.Name)
		case value.Cell, value.Edge:
			if name := value.String(v); !seen[name] {
				seen[name] = true
				m.Places = append(m.Places, name)
			}
		}
	}
	for _, v := range g.Problem.Parameters(move) {
		add(v)
	}
	before := at.StateValues()
	after, _, err := g.deal.Rules.Make(before, move)
	if err != nil { // at a limit: its parameters are all that is told of it
		return m
	}
	for i := range after {
		for _, v := range changed(before[i], after[i]) {
			add(v)
		}
	}
	return m
}

// changed are the places that a state has before or after, but not both.
func changed(before, after value.Value) (out []value.Value) {
	if value.Equal(before, after) {
		return nil
	}
	if a, ok := before.(*value.Array); ok {
		b, ok := after.(*value.Array)
		if !ok || !slices.EqualFunc(a.Keys.List(), b.Keys.List(), value.Equal) {
			return nil
		}
		for i, k := range a.Keys.List() {
			if value.Equal(a.Values[i], b.Values[i]) {
				continue
			}
			if inner := changed(a.Values[i], b.Values[i]); len(inner) > 0 {
				out = append(out, inner...)
			} else {
				out = append(out, k)
			}
		}
		return out
	}
	for _, v := range []value.Value{before, after} {
		if s, ok := v.(*value.Set); ok {
			out = append(out, s.List()...)
		} else {
			out = append(out, v)
		}
	}
	if a, ok := before.(*value.Set); ok {
		if b, ok := after.(*value.Set); ok {
			out = slices.DeleteFunc(out, func(v value.Value) bool { return a.Contains(v) && b.Contains(v) })
		}
	}
	return out
}
