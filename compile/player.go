package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// players makes what the players of the spec prefer conditions and numbers over
// the states.
func (ev *evaluator) players(p *Problem) {
	for _, stmt := range ev.program.players {
		ev.Source = stmt.source
		player := model.Player{Name: stmt.node.Name.Text, By: -1}
		ev.Attempt(func() {
			if stmt.node.Sample != nil {
				player.Sample = ev.samples(stmt.node.Sample)
			}
			if stmt.node.By != nil {
				terms := []score{ev.score(stmt.node.By, nil)}
				player.By = ev.comparable(terms)[0]
			}
		})
		for _, prefer := range stmt.node.Prefers {
			ev.Attempt(func() { player.Prefers = append(player.Prefers, ev.preference(p, prefer)) })
		}
		p.Model.Machine.Players = append(p.Model.Machine.Players, player)
	}
}

// maxSamples bounds the deals on which a player tries a move.
const maxSamples = 1_000_000

func (ev *evaluator) samples(x dsl.Expr) int {
	n, ok := ev.eval(x, nil).(value.Int)
	if !ok || n < 1 || n > maxSamples {
		ev.Fail(x, "sample-count", "a player who samples tries between 1 and %d deals", maxSamples)
	}
	return int(n)
}

// preference lists the moves that a preference speaks of.
func (ev *evaluator) preference(p *Problem, prefer *dsl.Preference) model.Preference {
	var out model.Preference
	var scores []score
	for i, m := range p.moves.moves {
		if m.node.Name.Text != prefer.Move.Func.Text {
			continue
		}
		ev.Tick(prefer)
		sc, when := ev.arguments(prefer.Move, m.parameters)
		if when != model.False && prefer.When != nil {
			when = ev.And(when, ev.condition(prefer.When, sc))
		}
		if when == model.False {
			continue
		}
		out.Options = append(out.Options, model.Option{Move: int64(i), When: when, By: -1})
		if prefer.By != nil {
			scores = append(scores, ev.score(prefer.By, sc))
		}
	}
	if prefer.By != nil {
		for i, x := range ev.comparable(scores) {
			out.Options[i].By = x
		}
	}
	return out
}

// arguments matches the arguments of a preference with the parameters of a move:
// new names are bound to them, anything else must equal them.
func (ev *evaluator) arguments(call *dsl.Call, of parameters) (*scope, model.Bool) {
	if len(call.Args) != len(of) {
		ev.Fail(call, "wrong-arguments", "the move %s has %d parameters", call.Func.Text, len(of))
	}
	var sc *scope
	same := model.True
	for i, arg := range call.Args {
		if ev.program.spec.Binds(arg) {
			sc = sc.with(arg.(*dsl.Name).Text, of[i])
		} else {
			same = ev.And(same, ev.Equal(arg, ev.eval(arg, sc), of[i]))
		}
	}
	return sc, same
}

// score is the number that a player wants to be small, where it is defined.
type score struct {
	x       model.Int
	defined model.Bool
}

func (ev *evaluator) score(x dsl.Expr, sc *scope) score {
	n, defined := ev.Number(x, ev.eval(x, sc))
	return score{n, defined}
}

// comparable turns scores into numbers: none is worse than every number that any
// of them may be.
func (ev *evaluator) comparable(scores []score) []model.Int {
	worst := int64(0)
	for _, s := range scores {
		if s.defined != model.False {
			worst = max(worst, ev.Model.Bounds(s.x).Hi+1)
		}
	}
	out := make([]model.Int, len(scores))
	for i, s := range scores {
		out[i] = ev.Model.If(s.defined, s.x, ev.Model.Int(worst))
	}
	return out
}
