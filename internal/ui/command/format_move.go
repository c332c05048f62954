package command

import (
	"encoding/json"
	"fmt"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
)

// text prints as much of the next move as --strength asks for, or why there is none.
func (h *moveHint) text(t *textPrinter) {
	if h.show {
		t.headed(h.boards(t.draw))
	}
	t.out.WriteString(h.says())
}

// says returns the words of a hint, in whole lines.
func (h *moveHint) says() string {
	if h.won {
		return "the goal is met\n"
	}
	if h.mistake != nil {
		return h.outOfReach()
	}
	move, _, ok := h.next()
	switch {
	case h.advice != nil && !ok:
		return "no move is possible: the game is lost\n"
	case !ok:
		return "no way to the goal was found so far; whether there is one is not known\n"
	}
	text := wrapped(strings.Join(h.where(), ", "), "look at ", "   ")
	if h.strength >= 2 {
		text += "move: " + move.String() + "\n"
	}
	if h.strength < 3 {
		more := [...]string{1: "--strength 2 names the move, --strength 3 what follows", 2: "--strength 3 tells what follows"}
		return text + "(" + more[h.strength] + ")\n"
	}
	changes := alg.Map(h.changes(), picture.Change.String)
	if len(changes) > 0 {
		text += wrapped(strings.Join(changes, "; "), "so: ", "   ")
	}
	return text + h.worth()
}

// worth says how good the move is.
func (h *moveHint) worth() string {
	if a := h.advice; a != nil {
		if a.prospect.Deals == 0 {
			return fmt.Sprintf("says %s, a player of the spec\n", a.who)
		}
		if a.prospect.Deals == 1 {
			return fmt.Sprintf("says %s, a player of the spec, who wins so: nothing is unknown any more\n", a.who)
		}
		return fmt.Sprintf("wins %d of %s that fit what is seen, as %s plays on, a player of the spec\n", a.prospect.Wins, plural(a.prospect.Deals, "deal"), a.who)
	}
	text := "from here to the goal: " + h.length() + "\n"
	if rest := h.way().Steps[1:]; len(rest) > 0 {
		text += wrapped(movesOf(rest), "then: ", "   ")
	}
	return text
}

// length says how long the way to the goal is, what it costs, and whether it is proved optimal.
func (h *moveHint) length() string {
	names := h.rest.CostNames
	steps := plural(len(h.way().Steps), "move")
	switch {
	case len(names) == 0 && h.best():
		return steps + ", and no fewer do"
	case len(names) == 0:
		return steps + "; perhaps fewer do"
	case h.some:
		return "at most " + costText(h.rest, &solve.Report{Answers: h.report.Answers})
	}
	return costText(h.rest, h.report)
}

// mostMoves bounds the moves of a way that are named.
const mostMoves = 12

// movesOf names the first of some moves.
func movesOf(steps []judge.Step) string {
	names := alg.Map(steps[:min(len(steps), mostMoves)], func(step judge.Step) string { return step.Move.String() })
	if more := len(steps) - mostMoves; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// outOfReach says which move put the goal out of reach, why, and which way there was instead.
func (h *moveHint) outOfReach() string {
	text := h.wrongMove()
	if moves, err := h.problem.Judge.Legal(h.state(h.moves())); err == nil && len(moves) == 0 {
		text += "no move is possible any more\n"
	}
	if h.cause == nil {
		text += "why: no cause was found that is smaller than the whole position\n"
	} else {
		text += wrapped(h.cause.String()+".", "why: ", "   ")
	}
	m := h.mistake
	if m.instead == nil || h.strength < 2 {
		return text
	}
	text += fmt.Sprintf("before move %d: %s\n", m.earliest, m.instead.Steps[0].Move)
	if rest := m.instead.Steps[1:]; h.strength == 3 && len(rest) > 0 {
		text += wrapped(movesOf(rest), "then: ", "   ")
	}
	return text
}

func (h *moveHint) wrongMove() string {
	m := h.mistake
	switch {
	case m.number == 0 && h.moves() == 0:
		return "the goal is out of reach, which is proved\n"
	case m.number == 0:
		return "the goal is out of reach from the start, which is proved\n"
	case m.earliest == m.number:
		return fmt.Sprintf("move %d, %s, was a mistake: before it the goal could be reached, after it it can't, which is proved\n",
			m.number, h.run.Steps[m.number-1].Move)
	case m.earliest > 0:
		return fmt.Sprintf("one of the moves %d to %d was a mistake: before move %d the goal could be reached, after move %d it can't, which is proved\n",
			m.earliest, m.number, m.earliest, m.number)
	}
	return fmt.Sprintf("after move %d, %s, the goal is out of reach, which is proved; whether it was so before is not known\n",
		m.number, h.run.Steps[m.number-1].Move)
}

// boards draws as much as --strength allows: the position, with marks on what moves, and the position after the move.
func (h *moveHint) boards(d picture.Drawer) []draw.Section {
	position := func(heading string, state, from, to []value.Value) draw.Section {
		return d.Position(h.problem, heading, state, from, to, h.secrets()...)
	}
	var matters []value.Value
	if h.cause != nil {
		matters = h.cause.Places()
	}
	if h.mistake != nil && h.mistake.number > 0 {
		n := h.mistake.number
		before, after := h.state(n-1), h.state(n)
		from, to := picture.Moved(h.problem.Judge, before, after)
		return []draw.Section{position(fmt.Sprintf("before move %d", n), before, from, nil),
			position(fmt.Sprintf("after %s", h.run.Steps[n-1].Move), after, matters, to)}
	}
	now := h.state(h.moves())
	move, after, ok := h.next()
	if !ok || after == nil {
		return []draw.Section{position("", now, matters, nil)}
	}
	from, to := picture.Moved(h.problem.Judge, now, after)
	if h.strength < 3 {
		return []draw.Section{position("", now, from, nil)}
	}
	return []draw.Section{position("now", now, from, nil), position("after "+move.String(), after, nil, to)}
}

func (h *moveHint) costs() map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for i, name := range h.rest.CostNames {
		out[name] = jsonOf(h.report.Answers[0].Objective[i])
	}
	return out
}

type changeReport struct {
	Text  string            `json:"text"`
	State string            `json:"state"`
	Key   json.RawMessage   `json:"key,omitempty"`
	Was   json.RawMessage   `json:"was,omitempty"`
	Is    json.RawMessage   `json:"is,omitempty"`
	Out   []json.RawMessage `json:"out,omitempty"` // the members that leave a set
	In    []json.RawMessage `json:"in,omitempty"`
}

type wayReport struct {
	Moves []json.RawMessage          `json:"moves"`
	Costs map[string]json.RawMessage `json:"costs,omitempty"`
	Best  bool                       `json:"best"` // no way has lower costs, or the same and fewer moves
}

// prospectReport is what a player thinks of a move.
type prospectReport struct {
	Player string `json:"player"`
	Wins   int    `json:"wins"`
	Deals  int    `json:"deals"`
}

// mistakeReport is the move after which the goal is out of reach.
type mistakeReport struct {
	Number   int               `json:"number"`   // 0: the goal was out of reach from the start
	Earliest int               `json:"earliest"` // the first move that may be the mistake; 0 if the start may be lost already
	Move     json.RawMessage   `json:"move,omitempty"`
	Instead  []json.RawMessage `json:"instead,omitempty"` // a way to the goal from before the earliest
}

// causeReport says why the goal is out of reach after the mistake.
type causeReport struct {
	Text    string   `json:"text"`
	Facts   []fact   `json:"facts"`   // with these no moves reach the goal, whatever else is on the board
	Wants   []string `json:"wants"`   // parts of the goal
	Reduced bool     `json:"reduced"` // no fact and no want was found to be superfluous
	// Parity has facts of which an odd number holds (or an even one, see Odd). No move changes that, and the goal needs
	// the opposite.
	Parity []fact `json:"parity,omitempty"`
	Odd    *bool  `json:"odd,omitempty"`
}

func (h *moveHint) causeJSON() *causeReport {
	d := h.cause
	if d == nil {
		return nil
	}
	out := &causeReport{Text: d.String(), Facts: []fact{}, Wants: d.WantTexts(), Reduced: d.Reduced}
	fact := func(v model.VarID, x int64) fact {
		m := d.Meaning(v)
		f := factOf(d.Say(model.Fact{Var: v, Value: x, Is: true}), h.problem.Model.Finds[h.problem.Model.Vars[m.Var].Find].Name, m, x, true)
		f.Is = nil
		return f
	}
	for _, m := range d.Matters() {
		out.Facts = append(out.Facts, fact(m.Var, d.Start(m.Var)))
	}
	for _, f := range d.Parity {
		out.Parity, out.Odd = append(out.Parity, fact(f.Var, f.Value)), &d.Odd
	}
	return out
}

func changesJSON(all []picture.Change) (out []changeReport) {
	for _, c := range all {
		j := changeReport{Text: c.String(), State: c.State, Out: jsonOfAll(c.Out), In: jsonOfAll(c.In)}
		if c.Key != nil {
			j.Key = jsonOf(c.Key)
		}
		if len(c.Out)+len(c.In) == 0 {
			j.Was, j.Is = jsonOf(c.Was), jsonOf(c.Is)
		}
		out = append(out, j)
	}
	return out
}

func movesJSON(run *judge.Run) (out []json.RawMessage) {
	if run != nil {
		out = alg.Map(run.Steps, func(step judge.Step) json.RawMessage { return picture.AppendMove(nil, step.Move) })
	}
	return out
}

func (h *moveHint) fill() {
	move, _, ok := h.next()
	switch {
	case h.won:
		h.End = "goal met"
	case h.mistake != nil:
		h.End = "goal out of reach"
		m := &mistakeReport{Number: h.mistake.number, Earliest: h.mistake.earliest, Instead: movesJSON(h.mistake.instead)}
		if m.Number > 0 {
			m.Move = picture.AppendMove(nil, h.run.Steps[m.Number-1].Move)
		}
		h.Mistake, h.Cause = m, h.causeJSON()
	case !ok && h.advice != nil:
		h.End = "game lost"
	case !ok:
		h.End = "not finished"
	default:
		h.Where, h.Move, h.Changes = h.where(), picture.AppendMove(nil, move), changesJSON(h.changes())
		if a := h.advice; a != nil {
			h.Prospect = &prospectReport{a.who, a.prospect.Wins, a.prospect.Deals}
		} else {
			h.Way = &wayReport{movesJSON(h.way()), h.costs(), h.best()}
		}
	}
}
