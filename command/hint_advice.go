package command

import (
	"errors"

	"nazo/judge"
	"nazo/play"
)

// advice is what a player thinks of a game in which something is hidden. What the move leads to is no part of it: that would tell
// what is hidden.
type advice struct {
	move judge.Move // of no name if none is possible
	who  string
	// prospect is what becomes of the move as the player plays on; of no deals if the move is by the player's preferences alone.
	prospect play.Prospect
}

// triedDeals is on how many deals each move is tried.
const triedDeals = 50

// advise asks the players of the spec, who see no more than a person at the table: the move is proposed that wins most often as one of them
// plays on, or if none wins ever, the move that the first would make.
func (s *session) advise(p *position, shuffled seed) (*advice, error) {
	seated := p.seated
	players := seated.Problem.Model.Machine.Players
	if len(players) == 0 {
		return nil, mistakef("no hint: something is hidden, so a search would know too much, and the spec has no player to ask")
	}
	g := play.Begin(seated.deal)
	for i, step := range p.run.Steps {
		move, ok := seated.Problem.FindMove(step.Move.Name, step.Move.Parameters)
		if ok {
			_, err := g.Make(move)
			ok = err == nil
		}
		if !ok {
			panic("the table refuses move " + step.Move.String() + ", which the rules have made, after " + plural(i, "move"))
		}
	}
	if g.Over() {
		return &advice{}, nil
	}
	s.progress.stage("asking the players")
	var best play.Prospect
	who := ""
	for _, player := range players {
		all, err := play.Prospects(s.ctx, g, player.Name, triedDeals)
		switch {
		case s.ctx.Err() != nil && who == "":
			return nil, limited{s.stopReason()}
		case s.ctx.Err() != nil:
		case err != nil:
			return nil, err
		case len(all) > 0 && all[0].Wins > best.Wins:
			best, who = all[0], player.Name
		}
	}
	if who == "" {
		who = players[0].Name
		move, err := play.Ask(s.ctx, g, play.StrategyPlayer(who))
		switch {
		case errors.As(err, new(play.Forfeit)):
			move = g.Legal()[0]
		case err != nil:
			return nil, limited{s.stopReason()}
		}
		best = play.Prospect{Move: move}
	}
	return &advice{seated.Problem.Move(best.Move), who, best}, nil
}
