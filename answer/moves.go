package answer

import (
	"regexp"
	"slices"
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

// moves reads a run as text: moves as [judge.Move.String] writes them, several in a line if blanks part them. If they are numbered, as in
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

// words parts a text where its first blank outside of brackets is.
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
	if strings.Count(text, "(") > strings.Count(text, ")") {
		return diag.Errorf(d.src, at, "answer-misfit", "this move breaks off: a bracket is not closed").Expect(name + "(…)")
	}
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
