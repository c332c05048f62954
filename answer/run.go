package answer

import (
	"fmt"
	"slices"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/judge"
	"nazo/value"
)

// AppendRun writes a run as JSON, without blanks.
func AppendRun(out []byte, j *judge.Judge, a *judge.Answer) []byte {
	out = append(out, `{"moves":[`...)
	for i, step := range a.Run.Steps {
		if i > 0 {
			out = append(out, ',')
		}
		out = AppendMove(out, step.Move)
	}
	out = append(out, `],"cost":`...)
	out = append(appendList(out, a.Objective), `,"states":[`...)
	out = AppendState(out, j, a.Run.Start)
	for _, step := range a.Run.Steps {
		out = AppendState(append(out, ','), j, step.After)
	}
	return append(out, "]}"...)
}

// AppendMove writes a move as {"move", "parameters"}.
func AppendMove(out []byte, move judge.Move) []byte {
	out = appendText(append(out, `{"move":`...), move.Name)
	return append(appendList(append(out, `,"parameters":`...), move.Parameters), '}')
}

// AppendState writes the values of all states by name, in the order of the spec.
func AppendState(out []byte, j *judge.Judge, state []value.Value) []byte {
	out = append(out, '{')
	for i, s := range j.StateVars {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendText(out, s.Name), ':')
		out = Append(out, state[i])
	}
	return append(out, '}')
}

// Run is a run as it stands in a file.
type Run struct {
	// Start has the states that it begins with, nil if the file doesn't say.
	Start []value.Value
	Moves []judge.Move
	// Places are those of the moves in the file.
	Places []diag.Span
	// After has the states that the file says the moves lead to, from the first
	// move on: none, or fewer or more than there are moves, if it says so.
	After [][]value.Value
	// Cost is the JSON of what the file says the run costs, "" if it doesn't say.
	Cost string
}

// DecodeRuns reads the answers to a puzzle that moves: an object with moves, all
// solutions of what nazo solve printed, or moves as text. Whether costs and states agree with the
// moves is for Run.Contradiction to say.
func DecodeRuns(src *diag.Source, p *compile.Problem, j *judge.Judge) ([]Run, *diag.List) {
	d := &runDecoder{decoder{src: src, problems: &diag.List{}}, p, j, map[string][][]value.Value{}}
	var out []Run
	if !IsJSON(src.Text) {
		if out = append(out, d.moves()); d.problems.HasErrors() {
			return nil, d.problems
		}
		return out, d.problems
	}
	d.read()
	for _, n := range d.answers(p.Name, `{"moves": [{"move": name, "parameters": […]}, …]}`) {
		out = append(out, d.run(n))
	}
	if d.problems.HasErrors() {
		return nil, d.problems
	}
	return out, d.problems
}

type runDecoder struct {
	decoder
	problem *compile.Problem
	judge   *judge.Judge
	// kinds has for each move that is ever possible, by name, what each of its
	// parameters may be.
	kinds map[string][][]value.Value
}

// read looks through the moves that there are.
func (d *runDecoder) read() {
	seen := map[string][]map[string]bool{}
	for i := range d.problem.Model.Machine.Moves {
		name, parameters := d.problem.MoveName(int64(i)), d.problem.Parameters(int64(i))
		if seen[name] == nil {
			d.kinds[name], seen[name] = make([][]value.Value, len(parameters)), make([]map[string]bool, len(parameters))
		}
		for k, v := range parameters {
			if seen[name][k] == nil {
				seen[name][k] = map[string]bool{}
			}
			if text := string(Append(nil, v)); !seen[name][k][text] {
				seen[name][k][text] = true
				d.kinds[name][k] = append(d.kinds[name][k], v)
			}
		}
	}
}

// runFields are the names in an answer.
var runFields = []string{"moves", "cost", "states"}

func (d *runDecoder) run(n *node) Run {
	var r Run
	moves := n.get("moves")
	if moves == nil || moves.kind != list {
		d.noMoves(n)
		return r
	}
	for _, f := range n.fields {
		if !slices.Contains(runFields, f.name) {
			d.problems.Add(diag.Errorf(d.src, f.at, "answer-misfit", "a run has no `%s`", f.name).
				Suggest(diag.Nearest(f.name, runFields)))
		}
	}
	for _, item := range moves.items {
		r.Moves = append(r.Moves, d.move(item))
		r.Places = append(r.Places, item.span)
	}
	if states := n.get("states"); states != nil {
		if states.kind != list {
			d.misfit(states, "these are no states", "a list: the start, then one for each move")
		}
		for i, item := range states.items {
			if state := d.state(item); i == 0 {
				r.Start = state
			} else {
				r.After = append(r.After, state)
			}
		}
	}
	if cost := n.get("cost"); cost != nil {
		r.Cost = cost.text
	}
	return r
}

// noMoves reports as a mistake that an answer has no moves, once, whatever it has instead.
func (d *runDecoder) noMoves(n *node) {
	p := diag.Errorf(d.src, n.span, "answer-misfit", "there are no moves in this answer").
		Expect(`"moves": [{"move": name, "parameters": […]}, …]`)
	for _, f := range n.fields {
		if near := diag.Nearest(f.name, runFields[:1]); near != "" && f.name != near {
			p = diag.Errorf(d.src, f.at, "answer-misfit", "a run has no `%s`", f.name).Suggest(near)
			break
		}
	}
	d.problems.Add(p)
}

// move reads a move; it counts only if there is no problem.
func (d *runDecoder) move(n *node) (move judge.Move) {
	name, parameters := n.get("move"), n.get("parameters")
	if name == nil {
		d.misfit(n, "this is no move", `{"move": name, "parameters": […]}`)
		return move
	}
	called, known := "", false
	var names []string
	for _, kind := range d.problem.Model.Machine.Kinds {
		names = append(names, kind)
		if name.text == string(appendText(nil, kind)) {
			called, known = kind, true
		}
	}
	if !known {
		d.problems.Add(diag.Errorf(d.src, name.span, "answer-misfit", "the puzzle has no move %s", shorten(name.text)).
			Expect("a move of the spec").Suggest(diag.Nearest(unquoted(name.text), names)))
		return move
	}
	var items []*node
	if parameters != nil {
		if parameters.kind != list {
			d.misfit(parameters, "these are no parameters", "a list")
			return move
		}
		items = parameters.items
	}
	may, possible := d.kinds[called]
	if !possible {
		d.misfit(n, "the move `"+called+"` is never possible", "")
		return move
	}
	if len(items) != len(may) {
		d.misfit(n, "`"+called+"` has "+count(len(may), "parameter")+", not "+value.String(value.Int(len(items))), "")
		return move
	}
	before := d.problems.Len()
	values := make([]value.Value, len(items))
	for i, item := range items {
		d.find = called
		values[i] = d.parameter(item, i, may[i])
	}
	if _, ok := d.problem.FindMove(called, values); !ok && d.problems.Len() == before {
		d.misfit(n, "there is no such `"+called+"`, whatever the state", "")
	}
	return judge.Move{Name: called, Parameters: values}
}

// parameter reads a parameter, which must be one of some values.
func (d *runDecoder) parameter(n *node, i int, values []value.Value) value.Value {
	d.find = "parameter " + value.String(value.Int(i+1)) + " of " + d.find
	return d.oneOf(n, values)
}

// state reads the values of all states.
func (d *runDecoder) state(n *node) []value.Value {
	out := make([]value.Value, len(d.judge.StateVars))
	for i, s := range d.judge.StateVars {
		d.find = s.Name
		if f := n.get(s.Name); f != nil {
			out[i] = d.value(f, s.Shape)
		} else {
			d.misfit(n, "there is no value for `"+s.Name+"`", "")
		}
	}
	return out
}

// unquoted is a JSON text without its quotes, if it has any.
func unquoted(text string) string {
	if n := len(text); n > 1 && text[0] == '"' {
		return text[1 : n-1]
	}
	return text
}

// Contradiction says where the states or the cost in the file differ from what the
// moves come to, or is "". The run is the replayed one.
func (r Run) Contradiction(j *judge.Judge, a *judge.Answer) string {
	if len(r.After) > len(a.Run.Steps) {
		return fmt.Sprintf("\"states\" has %s, but there are %d: the start, and one after each move", count(len(r.After)+1, "state"), len(a.Run.Steps)+1)
	}
	for i, state := range r.After {
		for k, s := range j.StateVars {
			said, is := string(Append(nil, state[k])), string(Append(nil, a.Run.Steps[i].After[k]))
			if said != is {
				return fmt.Sprintf("\"states\" says that after move %d, %s, `%s` is %s, but it is %s",
					i+1, a.Run.Steps[i].Move, s.Name, shorten(said), shorten(is))
			}
		}
	}
	if is := string(appendList(nil, a.Objective)); r.Cost != "" && r.Cost != is {
		return fmt.Sprintf("\"cost\" is %s, but the moves cost %s", shorten(r.Cost), is)
	}
	return ""
}
