package picture

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
)

// AppendRun appends a run as JSON, without blanks.
func AppendRun(out []byte, j *judge.Judge, a *judge.Answer) []byte {
	out = append(out, `{"moves":[`...)
	states := [][]value.Value{a.Run.Start}
	for i, step := range a.Run.Steps {
		if i > 0 {
			out = append(out, ',')
		}
		out, states = AppendMove(out, step.Move), append(states, step.After)
	}
	out = append(appendList(append(out, `],"cost":`...), a.Objective), `,"states":[`...)
	out = appendJoined(out, states, func(out []byte, state []value.Value) []byte { return AppendState(out, j, state) })
	return append(out, "]}"...)
}

// AppendMove appends a move as {"move", "parameters"}.
func AppendMove(out []byte, move judge.Move) []byte {
	out = appendText(append(out, `{"move":`...), move.Name)
	return append(appendList(append(out, `,"parameters":`...), move.Parameters), '}')
}

// AppendState appends the values of all states as an object, in the order of the spec.
func AppendState(out []byte, j *judge.Judge, state []value.Value) []byte {
	return appendObject(out, func(i int) string { return j.StateVars[i].Name }, state)
}

// Run is a run in a file.
type Run struct {
	Start  []value.Value // the states at the start, nil if the file doesn't give them
	Moves  []judge.Move
	Places []diag.Span // the places of the moves in the file
	// After are the states in the file after each move. There may be more or fewer than moves.
	After [][]value.Value
	Cost  string // the JSON of the cost in the file, or ""
}

// DecodeRuns reads the answers to a puzzle that moves: an object with moves, the output of nazo solve with all
// solutions, or moves as text. [Run.Contradiction] compares costs and states with the moves.
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
	out = append(out, alg.Map(d.answers(p.Name, `{"moves": [{"move": name, "parameters": […]}, …]}`), d.run)...)
	if d.problems.HasErrors() {
		return nil, d.problems
	}
	return out, d.problems
}

type runDecoder struct {
	decoder
	problem *compile.Problem
	judge   *judge.Judge
	// kinds has the possible values of each parameter, for each move that is ever possible, by name.
	kinds map[string][][]value.Value
}

// read collects the possible moves.
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
			if text := string(AppendJSON(nil, v)); !seen[name][k][text] {
				seen[name][k][text] = true
				d.kinds[name][k] = append(d.kinds[name][k], v)
			}
		}
	}
}

var runFields = []string{"moves", "cost", "states"}

func (d *runDecoder) run(n *node) (r Run) {
	moves := n.get("moves")
	if moves == nil || moves.kind != jsonList {
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
		if states.kind != jsonList {
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

// move reads a move. It counts only if there is no problem.
func (d *runDecoder) move(n *node) (move judge.Move) {
	name, parameters := n.get("move"), n.get("parameters")
	if name == nil {
		d.misfit(n, "this is no move", `{"move": name, "parameters": […]}`)
		return move
	}
	kinds := d.problem.Model.Machine.Kinds
	k := slices.IndexFunc(kinds, func(kind string) bool { return name.text == string(appendText(nil, kind)) })
	if k < 0 {
		d.problems.Add(diag.Errorf(d.src, name.span, "answer-misfit", "the puzzle has no move %s", shorten(name.text)).
			Expect("a move of the spec").Suggest(diag.Nearest(strings.Trim(name.text, `"`), kinds)))
		return move
	}
	called := kinds[k]
	var items []*node
	if parameters != nil {
		if parameters.kind != jsonList {
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
		d.misfit(n, "`"+called+"` has "+diag.Count(len(may), "parameter")+", not "+value.String(value.Int(len(items))), "")
		return move
	}
	before := d.problems.Len()
	values := make([]value.Value, len(items))
	for i, item := range items {
		d.find = fmt.Sprintf("parameter %d of %s", i+1, called)
		values[i] = d.oneOf(item, may[i])
	}
	if _, ok := d.problem.FindMove(called, values); !ok && d.problems.Len() == before {
		d.misfit(n, "there is no such `"+called+"`, whatever the state", "")
	}
	return judge.Move{Name: called, Parameters: values}
}

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

// Contradiction says where the states or the cost in the file differ from the replayed run, or is "".
func (r Run) Contradiction(j *judge.Judge, a *judge.Answer) string {
	if len(r.After) > len(a.Run.Steps) {
		return fmt.Sprintf("\"states\" has %s, but there are %d: the start, and one after each move", diag.Count(len(r.After)+1, "state"), len(a.Run.Steps)+1)
	}
	for i, state := range r.After {
		for k, s := range j.StateVars {
			said, is := string(AppendJSON(nil, state[k])), string(AppendJSON(nil, a.Run.Steps[i].After[k]))
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

// moves reads a run as text: moves as [judge.Move.String] writes them, several in a line if blanks separate them.
// If some are numbered, as in the output of nazo solve, it skips what has no number: states and the cost.
func (d *runDecoder) moves() (r Run) {
	type item struct {
		at       diag.Span
		numbered string
	}
	aMove := regexp.MustCompile(`\S+( \S+)*`) // of several in a line, separated by two blanks or more
	number := regexp.MustCompile(`^([0-9]+)\.\s*`)
	var items []item
	numbered := false
	offset := 0
	for line := range strings.Lines(d.src.Text) {
		for _, at := range aMove.FindAllStringIndex(line, -1) {
			text := line[at[0]:at[1]]
			one := item{at: diag.Span{Start: offset + at[0], End: offset + at[1]}}
			if n := number.FindStringSubmatch(text); n != nil && len(n[0]) < len(text) {
				one.numbered, numbered = n[1], true
				one.at.Start += len(n[0])
				if state := strings.Index(text, "): "); state > 0 {
					one.at.End = offset + at[0] + state + 1
				}
			}
			items = append(items, one)
		}
		offset += len(line)
	}
	known := d.spelled()
	for i := 0; i < len(items); i++ {
		one := items[i]
		if numbered && one.numbered == "" {
			continue
		}
		if _, ok := known[withoutBlanks(d.src.Slice(one.at))]; !ok {
			if first, rest := words(d.src.Text, one.at); rest.Start < rest.End && known[withoutBlanks(d.src.Slice(first))].Name != "" {
				one.at = first
				next := item{at: rest}
				if n := number.FindStringSubmatch(d.src.Slice(rest)); n != nil {
					next.numbered = n[1]
					next.at.Start += len(n[0])
				} else if numbered {
					next.numbered = strconv.Itoa(len(r.Moves) + 2)
				}
				items = slices.Insert(items, i+1, next)
			}
		}
		text := d.src.Slice(one.at)
		if next := strconv.Itoa(len(r.Moves) + 1); numbered && one.numbered != next {
			d.problems.Add(diag.Errorf(d.src, one.at, "answer-misfit", "this is move %s, but move %s is expected here", one.numbered, next))
			break
		}
		move, ok := known[withoutBlanks(text)]
		if !ok {
			d.problems.Add(d.noSuchMove(one.at, text))
			break
		}
		r.Moves, r.Places = append(r.Moves, move), append(r.Places, one.at)
	}
	if len(items) == 0 {
		d.problems.Add(diag.Errorf(d.src, diag.Span{}, "answer-misfit", "there are no moves in this answer").Expect(movesExpected))
	}
	return r
}

// words splits a text at its first blank outside brackets.
func words(text string, at diag.Span) (first, rest diag.Span) {
	depth := 0
	for i, c := range text[at.Start:at.End] {
		switch c {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth--
		case ' ', '\t':
			if depth == 0 {
				rest := text[at.Start+i : at.End]
				return diag.Span{Start: at.Start, End: at.Start + i}, diag.Span{Start: at.End - len(strings.TrimLeft(rest, " \t")), End: at.End}
			}
		}
	}
	return at, diag.Span{}
}

const movesExpected = "moves as nazo solve --moves-only writes them, or JSON: {\"moves\": [{\"move\": name, \"parameters\": […]}, …]}"

func (d *runDecoder) spelled() map[string]judge.Move {
	known := map[string]judge.Move{}
	for i := range d.problem.Model.Machine.Moves {
		move := judge.Move{Name: d.problem.MoveName(int64(i)), Parameters: d.problem.Parameters(int64(i))}
		known[withoutBlanks(move.String())] = move
	}
	return known
}

// noSuchMove returns the problem of a text that is no possible move.
func (d *runDecoder) noSuchMove(at diag.Span, text string) *diag.Diagnostic {
	name, _, _ := strings.Cut(text, "(")
	name = strings.TrimSpace(name)
	if strings.Count(text, "(") > strings.Count(text, ")") {
		return diag.Errorf(d.src, at, "answer-misfit", "this move breaks off: a bracket is not closed").Expect(name + "(…)")
	}
	if slices.Contains(d.problem.Model.Machine.Kinds, name) {
		return diag.Errorf(d.src, at, "answer-misfit", "there is no such `%s`, whatever the state", name)
	}
	p := diag.Errorf(d.src, at, "answer-misfit", "the puzzle has no move %s", shorten(text)).Expect(movesExpected)
	if near := diag.Nearest(name, d.problem.Model.Machine.Kinds); near != "" {
		p.Helpf("did you mean `%s`?", near)
	}
	return p
}

func withoutBlanks(text string) string { return strings.Join(strings.Fields(text), "") }
