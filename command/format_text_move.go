package command

import (
	"fmt"
	"strings"

	"nazo/draw"
	"nazo/judge"
	"nazo/picture"
	"nazo/solve"
	"nazo/value"
)

// move tells as much of the next move as is asked for, or why there is none.
func (t *textPrinter) move(h *moveHint) {
	if h.show {
		for _, s := range h.boards(t.draw) {
			if s.Heading != "" {
				t.out.WriteString(s.Heading + "\n")
			}
			t.out.WriteString(draw.Text(s.Items, s.Options))
		}
	}
	t.out.WriteString(h.text())
}

// text is what a hint says, in whole lines.
func (h *moveHint) text() string {
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
	var changes []string
	for _, c := range h.changes() {
		changes = append(changes, c.String())
	}
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

// length says how long the way to the goal is, what it costs, and whether that is known to be the least.
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

// mostMoves is how many moves of a way are named.
const mostMoves = 12

// movesOf names moves, the first of many.
func movesOf(steps []judge.Step) string {
	var names []string
	for _, step := range steps[:min(len(steps), mostMoves)] {
		names = append(names, step.Move.String())
	}
	if more := len(steps) - mostMoves; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// outOfReach says that the goal is, which move was the mistake, why, and what could have been done instead.
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

// wrongMove says which move was the mistake.
func (h *moveHint) wrongMove() string {
	m := h.mistake
	switch {
	case m.number == 0:
		return "the goal is out of reach" + fromTheStart(h.moves()) + ", which is proved\n"
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

// fromTheStart says that something was so already at the start, if moves were made.
func fromTheStart(moves int) string {
	if moves == 0 {
		return ""
	}
	return " from the start"
}

// boards draw as much as the strength of a hint allows: the position, with marks on what moves, and what comes of it.
func (h *moveHint) boards(d picture.Drawer) (out []draw.Section) {
	hidden := h.secrets()
	var matters []value.Value
	if h.cause != nil {
		matters = h.cause.Places()
	}
	if h.mistake != nil && h.mistake.number > 0 {
		n := h.mistake.number
		before, after := h.state(n-1), h.state(n)
		from, to := picture.Moved(h.problem.Judge, before, after)
		return append(out, d.Position(h.problem, fmt.Sprintf("before move %d", n), before, from, nil, hidden...),
			d.Position(h.problem, fmt.Sprintf("after %s", h.run.Steps[n-1].Move), after, matters, to, hidden...))
	}
	now := h.state(h.moves())
	move, after, ok := h.next()
	if !ok || after == nil {
		return append(out, d.Position(h.problem, "", now, matters, nil, hidden...))
	}
	from, to := picture.Moved(h.problem.Judge, now, after)
	if h.strength < 3 {
		return append(out, d.Position(h.problem, "", now, from, nil, hidden...))
	}
	return append(out, d.Position(h.problem, "now", now, from, nil, hidden...),
		d.Position(h.problem, "after "+move.String(), after, nil, to, hidden...))
}

// costs are what the way from here costs, with the names of what is minimised.
func (h *moveHint) costs() map[string]value.Value {
	if h.way() == nil || len(h.rest.CostNames) == 0 {
		return nil
	}
	out := map[string]value.Value{}
	for i, name := range h.rest.CostNames {
		out[name] = h.report.Answers[0].Objective[i]
	}
	return out
}
