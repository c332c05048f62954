package command

import (
	"os"

	"nazo/internal/shell"
	"nazo/picture"
	"nazo/solve"
)

// puzzleArgs name a problem: a spec, an instance, values.
type puzzleArgs struct {
	Spec string   `arg:"" help:"A spec: a file, or the name of one that comes with nazo."`
	Args []string `arg:"" optional:"" name:"instance|name=value" help:"An instance (a file, the name of one that comes with the spec, or - for standard input; FILE:2 is the second in it; several, directories, and files of many are asked about one by one) and values for givens. A range, n=1..9, is tried in order (but not by rate)."`
}

// onePuzzleArgs name a problem for a verb that is about one.
type onePuzzleArgs struct {
	Spec string   `arg:"" help:"A spec: a file, or the name of one that comes with nazo."`
	Args []string `arg:"" optional:"" name:"instance|name=value" help:"An instance (a file, the name of one that comes with the spec, or - for standard input; FILE:2 is the second in it) and values for givens."`
}

// engineFlags say who works, and for how long.
type engineFlags struct {
	Engine string `default:"auto" help:"Who works: auto (native, and sat beside it if that takes longer than a moment, on two cores; the first to finish answers), sat, native, both (compared), or dimacs:COMMAND, a SAT solver of its own, such as dimacs:minisat. For a long count choose one."`
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	Seed   seed   `placeholder:"N" help:"Vary the order of the search, and what is shuffled (default: the plain order)."`
}

// manyFlags are about several instances.
type manyFlags struct {
	Jobs   amount `placeholder:"N" help:"Of several instances (files, directories, files of many) ask about N at once, each in a process of its own (default: one after the other)."`
	Worker bool   `hidden:""`
}

// share is what each process may take of a limit for all.
func (f manyFlags) share(limit memory) memory { return limit / memory(max(1, f.Jobs)) }

// memoryFlag bounds the memory of the whole process.
type memoryFlag struct {
	Memory memory `placeholder:"SIZE" help:"Take at most so much memory in all, such as 500M or 2G; the program itself takes some, so less than 52M counts as 52M."`
}

// runFlags bound the search for runs of puzzles that move.
type runFlags struct {
	Moves  amount `placeholder:"N" help:"Of a puzzle that moves, look for runs of at most N moves (default: no limit)."`
	Memory memory `placeholder:"SIZE" help:"Take at most so much memory in all, such as 500M or 2G; less than 52M counts as 52M. States of runs, and of a count by eliminating vertices, get what the program itself leaves of it. (Default: no limit, but 4 GiB for the states of such a count, and for those of runs the engine's choice.)"`
}

// searchFlags choose among the searches of engine native that have a name.
type searchFlags struct {
	Search string    `placeholder:"NAME,…" help:"Search a path, a cycle, links or runs by these named searches of engine native; nazo list --searches shows them."`
	Watch  watchFlag `help:"Draw the board while a named search runs, every 100,000 choices; --watch=N: every N choices, also where the output is no terminal."`
	Base   amount    `default:"10" help:"Number the steps of a watched path in this base, 2 to 36."`
}

// formatFlag says how to print.
type formatFlag struct {
	Format string `enum:"${formats}" default:"${format}" help:"${formats_help}; --json is short for --format json, and so on."`
}

// plainFormatFlag says how a verb prints that draws nothing.
type plainFormatFlag struct {
	Format string `enum:"text,json" default:"text" help:"text or json; --json is short for --format json."`
}

// boardFormatFlag says how a verb prints that draws boards and makes no links.
type boardFormatFlag struct {
	Format string `enum:"text,svg,json" default:"text" help:"text, svg (for a page) or json; --json is short for --format json, and so on."`
}

func (f boardFormatFlag) any() formatFlag { return formatFlag(f) }

func (f boardFormatFlag) printer(s *session, d picture.Drawer) printer { return f.any().printer(s, d) }

// any is the same as one of all formats.
func (f plainFormatFlag) any() formatFlag { return formatFlag(f) }

func (f plainFormatFlag) printer(s *session, d picture.Drawer) printer { return f.any().printer(s, d) }

// colorFlag reports whether boards are coloured.
type colorFlag struct {
	Color string `enum:"auto,always,never" default:"auto" help:"auto (on a terminal, unless NO_COLOR is set), always or never."`
}

// suit is an error if the flags are given for a puzzle in which nothing moves.
func (f runFlags) suit(r *request) error {
	switch {
	case r.Moving():
		return nil
	case f.Moves > 0:
		return mistakef("--moves is for puzzles that move, and %s stands still", r.name)
	}
	return nil
}

// question is q with the bounds of the flags.
func (f runFlags) question(q solve.Question) solve.Question {
	q.MaxMoves, q.Memory = int(f.Moves), int64(f.Memory)
	return q
}

// drawer draws in colours if standard output gets them.
func (f colorFlag) drawer(s *session) picture.Drawer {
	color := f.Color == "always" || f.Color == "auto" && shell.IsTerminal(s.file) && os.Getenv("NO_COLOR") == ""
	s.out.colours = s.out.colours || color
	return picture.Drawer{Color: color, Width: shell.ColumnsOf(s.file), Note: s.note, Missing: s.notDrawn}
}
