package answer

import (
	"regexp"
	"strconv"
	"strings"

	"nazo/dsl/diag"
	"nazo/judge"
)

// aMove is one of several moves in a line, parted by two blanks or more, with or without its number.
var (
	aMove  = regexp.MustCompile(`\S+( \S+)*`)
	number = regexp.MustCompile(`^([0-9]+)\.\s*`)
)

// moves reads a run as text: moves as [judge.Move.String] writes them, several in a line if two blanks part them. If they are numbered, as in
// what nazo solve prints, whatever has no number is no move: states, and what the run costs.
func (d *runDecoder) moves() Run {
	var r Run
	type item struct {
		at       diag.Span
		numbered string
	}
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
	for _, one := range items {
		if numbered && one.numbered == "" {
			continue
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

// movesExpected says how a run is written.
const movesExpected = "moves as nazo solve --moves-only writes them, or JSON: {\"moves\": [{\"move\": name, \"parameters\": […]}, …]}"

// spelled has all moves that are ever possible, by their text.
func (d *runDecoder) spelled() map[string]judge.Move {
	known := map[string]judge.Move{}
	for i := range d.problem.Model.Machine.Moves {
		move := judge.Move{Name: d.problem.MoveName(int64(i)), Parameters: d.problem.Parameters(int64(i))}
		known[withoutBlanks(move.String())] = move
	}
	return known
}

// noSuchMove says that a text is no move that is ever possible.
func (d *runDecoder) noSuchMove(at diag.Span, text string) *diag.Diagnostic {
	name, _, _ := strings.Cut(text, "(")
	name = strings.TrimSpace(name)
	for _, kind := range d.problem.Model.Machine.Kinds {
		if kind == name {
			return diag.Errorf(d.src, at, "answer-misfit", "there is no such `%s`, whatever the state", name)
		}
	}
	p := diag.Errorf(d.src, at, "answer-misfit", "the puzzle has no move %s", shorten(text)).Expect(movesExpected)
	if near := diag.Nearest(name, d.problem.Model.Machine.Kinds); near != "" {
		p.Helpf("did you mean `%s`?", near)
	}
	return p
}

func withoutBlanks(text string) string { return strings.Join(strings.Fields(text), "") }
