package command

import (
	"encoding/json"

	"nazo/answer"
	"nazo/judge"
	"nazo/model"
	"nazo/picture"
)

// changeJSON is what a move changes.
type changeJSON struct {
	Text  string            `json:"text"`
	State string            `json:"state"`
	Key   json.RawMessage   `json:"key,omitempty"`
	Was   json.RawMessage   `json:"was,omitempty"`
	Is    json.RawMessage   `json:"is,omitempty"`
	Out   []json.RawMessage `json:"out,omitempty"` // of a set: the members that leave it
	In    []json.RawMessage `json:"in,omitempty"`
}

// wayJSON is a way to the goal.
type wayJSON struct {
	Moves []json.RawMessage          `json:"moves"`
	Costs map[string]json.RawMessage `json:"costs,omitempty"`
	Best  bool                       `json:"best"` // no way is better by costs, and then by length
}

// prospectJSON is what a player thinks of a move.
type prospectJSON struct {
	Player string `json:"player"`
	Wins   int    `json:"wins"`
	Deals  int    `json:"deals"`
}

// mistakeJSON is the move after which the goal is out of reach.
type mistakeJSON struct {
	Number   int               `json:"number"`   // 0: the goal was out of reach from the start
	Earliest int               `json:"earliest"` // the first move that may have been it; 0 if the goal may have been out of reach from the start
	Move     json.RawMessage   `json:"move,omitempty"`
	Instead  []json.RawMessage `json:"instead,omitempty"` // a way to the goal from before the earliest
}

// causeJSON is why the goal is out of reach after the mistake.
type causeJSON struct {
	Text    string     `json:"text"`
	Facts   []factJSON `json:"facts"`   // with these no moves lead to what is wanted, wherever all else is
	Wants   []string   `json:"wants"`   // parts of the goal
	Reduced bool       `json:"reduced"` // of none of the facts and wants it was found that it can go
	// Parity: of these facts an odd number holds, or an even one; no move changes that, and it is the other way where the goal is met.
	Parity []factJSON `json:"parity,omitempty"`
	Odd    *bool      `json:"odd,omitempty"`
}

func (h *moveHint) causeJSON() *causeJSON {
	d := h.cause
	if d == nil {
		return nil
	}
	out := &causeJSON{Text: d.String(), Facts: []factJSON{}, Wants: d.WantTexts(), Reduced: d.Reduced}
	fact := func(v model.VarID, x int64) factJSON {
		m := d.Meaning(v)
		f := factJSON{Text: m.Says(x, true), Find: h.problem.Model.Finds[h.problem.Model.Vars[m.Var].Find].Name}
		if m.Key != nil {
			f.Key = answer.Append(nil, m.Key)
		}
		if is := x == 1; m.Member != nil {
			f.Member, f.In = answer.Append(nil, m.Member), &is
		} else {
			f.Value = answer.Append(nil, m.Values(x))
		}
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

func changesJSON(all []picture.Change) (out []changeJSON) {
	for _, c := range all {
		j := changeJSON{Text: c.String(), State: c.State, Out: valuesJSON(c.Out), In: valuesJSON(c.In)}
		if c.Key != nil {
			j.Key = answer.Append(nil, c.Key)
		}
		if len(c.Out)+len(c.In) == 0 {
			j.Was, j.Is = answer.Append(nil, c.Was), answer.Append(nil, c.Is)
		}
		out = append(out, j)
	}
	return out
}

func movesJSON(run *judge.Run) (out []json.RawMessage) {
	if run != nil {
		for _, step := range run.Steps {
			out = append(out, answer.AppendMove(nil, step.Move))
		}
	}
	return out
}

func (j *jsonPrinter) move(h *moveHint) {
	out := struct {
		Puzzle   string          `json:"puzzle"`
		Made     int             `json:"made"` // how many moves were made
		Where    []string        `json:"where,omitempty"`
		Move     json.RawMessage `json:"move,omitempty"`
		Changes  []changeJSON    `json:"changes,omitempty"`
		Way      *wayJSON        `json:"way,omitempty"`
		Prospect *prospectJSON   `json:"prospect,omitempty"`
		Mistake  *mistakeJSON    `json:"mistake,omitempty"`
		Cause    *causeJSON      `json:"cause,omitempty"`
		End      string          `json:"end,omitempty"`
	}{Puzzle: h.puzzle, Made: h.moves()}
	move, _, ok := h.next()
	switch {
	case h.won:
		out.End = "goal met"
	case h.mistake != nil:
		out.End = "goal out of reach"
		m := &mistakeJSON{Number: h.mistake.number, Earliest: h.mistake.earliest, Instead: movesJSON(h.mistake.instead)}
		if m.Number > 0 {
			m.Move = answer.AppendMove(nil, h.run.Steps[m.Number-1].Move)
		}
		out.Mistake, out.Cause = m, h.causeJSON()
	case !ok && h.advice != nil:
		out.End = "game lost"
	case !ok:
		out.End = "not finished"
	default:
		out.Where, out.Move, out.Changes = h.where(), answer.AppendMove(nil, move), changesJSON(h.changes())
		if a := h.advice; a != nil {
			out.Prospect = &prospectJSON{a.who, a.prospect.Wins, a.prospect.Deals}
		} else {
			out.Way = &wayJSON{Moves: movesJSON(h.way()), Best: h.best()}
			for name, v := range h.costs() {
				if out.Way.Costs == nil {
					out.Way.Costs = map[string]json.RawMessage{}
				}
				out.Way.Costs[name] = answer.Append(nil, v)
			}
		}
	}
	j.object(out)
}
