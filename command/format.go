package command

import (
	"strings"

	"github.com/alecthomas/kong"

	"nazo/judge"
	"nazo/picture"
	"nazo/solve"
)

// printer writes what verbs have to say in one output format. What there is to say comes
// as data, in a type for each kind of it.
type printer interface {
	// document reports whether the output is one document, which is written in the end and
	// says everything: also the mistakes in a spec, and that nothing was found. If not,
	// solutions may be written as they come, and what went wrong is on standard error.
	document() bool

	// solution shows one of several as it comes, under its number from 1; tried says which
	// numbers of a range were tried, "" if there is no range.
	solution(p *solve.Problem, tried string, number int, found *judge.Answer)
	solutions(*solutions)
	uniqueness(*uniqueness)
	puzzle(*printedPuzzle)
	samples(*samples)

	count(*counted)
	sum(*partSum)
	plan(*countPlan)
	survey(*survey)
	estimation(*estimation)

	// fact says what needs no form of its own: a line for people, data for programs.
	fact(line string, data any)

	linked(*linked) error

	made(*madePuzzle)
	// pageOf is a drawing of what was made for a file of its own; "" for a format without.
	pageOf(*madePuzzle) string
	// finish writes what waited until nothing more is made.
	finish()

	rating(*rated)

	// step tells a step of an explanation as it is found, explained how it ended.
	step(*explanation, told)
	explained(*explanation)
	hint(*hinted)
	// move tells the next move of a puzzle that moves.
	move(*moveHint)

	check(*checked)
	lint(*linted)
	comparisons(*comparisons)
	contest(*contestResults)
}

// formats are those of --format: an output format is a file with its printer, and an
// entry here.
var formats = []struct {
	name string
	open func(*outbox, picture.Drawer) printer
}{
	{"text", func(out *outbox, d picture.Drawer) printer { return &textPrinter{out, d} }},
	{"svg", func(out *outbox, d picture.Drawer) printer { return &svgPrinter{textPrinter: textPrinter{out, d}} }},
	{"json", func(out *outbox, _ picture.Drawer) printer { return &jsonPrinter{out} }},
	{puzzlink, func(out *outbox, d picture.Drawer) printer { return &linkPrinter{textPrinter{out, d}} }},
}

// formatVars are the variables in the declaration of --format about the formats, of which the first
// is the default.
func formatVars() kong.Vars {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	last := len(names) - 1
	return kong.Vars{"formats": strings.Join(names, ","), "format": names[0],
		"formats_help": strings.Join(names[:last], ", ") + " or " + names[last]}
}

// printer is that of the format asked for.
func (f formatFlag) printer(s *session, d picture.Drawer) printer {
	for _, known := range formats {
		if known.name == f.Format {
			return known.open(s.out, d)
		}
	}
	panic("a format that kong should have refused: " + f.Format)
}
