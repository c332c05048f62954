package command

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"nazo/dsl/diag"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
)

// puzzleArgs name a problem: a spec, an instance, values.
type puzzleArgs struct {
	Spec string
	Args []string
}

// Declare implements [Declarer].
func (c *puzzleArgs) Declare(v *Verb) {
	v.Argument(&c.Spec, "spec", "A spec: a file, or the name of one that comes with nazo.")
	v.Argument(&c.Args, "[instance|name=value]", "An instance (a file, FILE:2 for its second, the name of one that comes with the spec, or - for standard input) and values for givens. Several instances, and directories, are asked about one by one. A range, n=1..9, is tried up to the first number with a solution; count and check take each, rate none.")
}

// onePuzzleArgs name a problem for a verb that is about one.
type onePuzzleArgs struct {
	Spec string
	Args []string
}

// Declare implements [Declarer].
func (c *onePuzzleArgs) Declare(v *Verb) {
	v.Argument(&c.Spec, "spec", "A spec: a file, or the name of one that comes with nazo.")
	v.Argument(&c.Args, "[instance|name=value]", "An instance (a file, FILE:2 for its second, the name of one that comes with the spec, or - for standard input) and values for givens.")
}

// engineFlags say who works, and for how long.
type engineFlags struct {
	Engine string
	Time   period
	Seed   seed
}

// Declare implements [Declarer].
func (c *engineFlags) Declare(v *Verb) {
	c.Engine = "auto"
	v.Flag(&c.Engine, "engine", "ENGINE", "Who works: auto (native, joined by sat after a moment; the first to finish answers), sat, native, both (compared), or dimacs:COMMAND, a SAT solver such as dimacs:minisat. For a long count choose one.")
	v.CompleteFlag("engine", func([]string) []cobra.Completion { return []string{"auto", "sat", "native", "both"} })
	v.Flag(&c.Time, "time", "DURATION", "Stop after this time, such as 10s (default: no limit).")
	v.Flag(&c.Seed, "seed", "N", "Vary the order of the search, and what is shuffled.")
}

// memoryFlag bounds the memory of the whole process.
type memoryFlag struct {
	Memory memory
}

// Declare implements [Declarer].
func (c *memoryFlag) Declare(v *Verb) {
	v.Flag(&c.Memory, "memory", "SIZE", "Memory limit, for example 2G (at least 52M).")
}

// runFlags bound the search for runs of puzzles that move.
type runFlags struct {
	Moves  amount
	Memory memory
}

// Declare implements [Declarer].
func (f *runFlags) Declare(v *Verb) {
	v.Flag(&f.Moves, "moves", "N", "Look for runs of at most N moves, if the puzzle moves.")
	v.Flag(&f.Memory, "memory", "SIZE", "Memory limit, for example 2G (at least 52M). Stored states get what the program itself leaves of it. (Default: no limit, but 4 GiB for the states of a count, and the engine's choice for those of runs.)")
}

// searchFlags choose among the searches of engine native that have a name.
type searchFlags struct {
	Search string
	Watch  watchFlag
	Base   amount
}

// Declare implements [Declarer].
func (c *searchFlags) Declare(v *Verb) {
	v.Flag(&c.Search, "search", "NAME,…", "Search by these named searches of engine native; nazo list --searches shows them.")
	v.CompleteFlag("search", searchNames)
	v.Flag(&c.Watch, "watch", "", "Draw the board every 100,000 choices of a named search; --watch=N: every N choices, also where the output is no terminal.")
	c.Base = 10
	v.Flag(&c.Base, "base", "N", "Number the steps of a watched path in this base, 2 to 36.")
	v.Rare("base")
}

// formatFlag says how to print.
type formatFlag struct {
	Format string
}

// Declare implements [Declarer].
func (f *formatFlag) Declare(v *Verb) {
	f.Format = formatNames()[0]
	names := formatNames()
	last := len(names) - 1
	v.Flag(&f.Format, "format", strings.Join(names, "|"), strings.Join(names[:last], ", ")+" or "+names[last]+"; --json is short for --format json, and so on.")
	v.Alias("format", names...)
}

// formatNames are the formats that there are, the default first.
func formatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// plainFormatFlag says how a verb prints that draws nothing.
type plainFormatFlag struct {
	Format string
}

// Declare implements [Declarer].
func (f *plainFormatFlag) Declare(v *Verb) {
	f.Format = "text"
	v.Flag(&f.Format, "format", "text|json", "text or json; --json is short for --format json.")
	v.Alias("format", formatNames()...)
}

// boardFormatFlag says how a verb prints that draws boards and makes no links.
type boardFormatFlag struct {
	Format string
}

// Declare implements [Declarer].
func (f *boardFormatFlag) Declare(v *Verb) {
	f.Format = "text"
	v.Flag(&f.Format, "format", "text|svg|json", "text, svg (for a page) or json; --json is short for --format json, and so on.")
	v.Alias("format", formatNames()...)
}

func (f boardFormatFlag) any() formatFlag { return formatFlag(f) }

func (f boardFormatFlag) printer(s *session, d picture.Drawer) printer { return f.any().printer(s, d) }

// any is the same as one of all formats.
func (f plainFormatFlag) any() formatFlag { return formatFlag(f) }

func (f plainFormatFlag) printer(s *session, d picture.Drawer) printer { return f.any().printer(s, d) }

// colorFlag reports whether boards are coloured.
type colorFlag struct {
	Color string
}

// Declare implements [Declarer].
func (f *colorFlag) Declare(v *Verb) {
	f.Color = "auto"
	v.Flag(&f.Color, "color", "auto|always|never", "auto (on a terminal, unless NO_COLOR is set), always or never.")
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
	color := ""
	if f.Color == "always" || f.Color == "auto" && IsTerminal(s.file) && os.Getenv("NO_COLOR") == "" {
		color = s.out.ink
	}
	return picture.Drawer{Color: color, Width: ColumnsOf(s.file), Note: s.note, Missing: s.notDrawn}
}

// Values that other programs have, too.
type (
	period = Period
	amount = Amount
	memory = Memory
)

// fileName is the name of a file. As a flag that is not given it is "".
type fileName string

// Decode reads a name. An empty one usually comes from a variable of a script that isn't set.
func (f *fileName) Decode(text string) error {
	if text == "" {
		return fmt.Errorf("the name of a file is missing")
	}
	*f = fileName(text)
	return nil
}

// modulus is a number to divide by, 2 or more. As a flag that is not given it is 0.
type modulus uint64

// Decode reads a modulus.
func (m *modulus) Decode(text string) error {
	k, err := strconv.ParseUint(text, 10, 64)
	if err != nil || k < 2 {
		return fmt.Errorf("%q is no modulus; those are numbers from 2 on, of 64 bits", shorten(text))
	}
	*m = modulus(k)
	return nil
}

// measure is the property that solutions are counted by. As a flag that is not given it is "".
type measure string

// Decode reads the only measure that there is.
func (m *measure) Decode(text string) error {
	if text != byLength {
		hint := fmt.Sprintf("; solutions are counted by %s", byLength)
		if diag.Nearest(text, []string{byLength}) != "" {
			hint = fmt.Sprintf("; did you mean `%s`?", byLength)
		}
		return fmt.Errorf("there is no measure %q%s", shorten(text), hint)
	}
	*m = measure(text)
	return nil
}

const byLength = "length"

// part is a part of some work. As a flag that is not given it is none.
type part struct {
	path  parts.Path
	given bool
}

// Decode reads a part such as 3/8, or 3/8,1/2.
func (p *part) Decode(text string) error {
	path, err := parts.Parse(text)
	*p = part{path, true}
	return err
}

// seed is any whole number.
type seed int64

// Decode reads a whole number, which may be negative.
func (s *seed) Decode(text string) error {
	k, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no whole number of 64 bits", shorten(text))
	}
	*s = seed(k)
	return nil
}

// longest is how many characters of a text of the user's are repeated in a message.
const longest = Longest

// shorten makes one line of a text, and cuts it where it gets too long to read.
func shorten(text string) string { return Shorten(text) }

// cut leaves at most so many characters of a text.
func cut(text string, most int) string { return Cut(text, most) }

// Period is how long something may take: more than no time. As a flag that is
// not given it is 0, which stands for no limit.
type Period time.Duration

// Decode reads a time such as 10s or 1m30s.
func (p *Period) Decode(text string) error {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return fmt.Errorf("%q is no time; 10s, 1m30s and 500ms are", Shorten(text))
	case d <= 0:
		return fmt.Errorf("%s is no time to work in; a limit is more than that", text)
	}
	*p = Period(d)
	return nil
}

// Amount is a number of things, 1 or more. As a flag that is not given it is 0,
// which stands for no limit.
type Amount int

// Decode reads a number of things.
func (n *Amount) Decode(text string) error {
	k, err := strconv.Atoi(text)
	if err != nil || k < 1 {
		return fmt.Errorf("%q is no number from 1 on", Shorten(text))
	}
	*n = Amount(k)
	return nil
}

// Memory is a number of bytes. As a flag that is not given it is 0.
type Memory int64

// units are the powers of 1024 that a size may end in.
const units = "KMGT"

// fewBytes is a number of bytes below which a size without a unit is taken for one whose unit was forgotten.
const fewBytes = 1 << 20

// Decode reads a size such as 500M or 2G; B or iB may follow.
func (m *Memory) Decode(written string) error {
	text := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(written)), "B"), "I")
	factor := int64(1)
	if n := len(text); n > 0 {
		if power := strings.IndexByte(units, text[n-1]); power >= 0 {
			text, factor = text[:n-1], 1<<(10*(power+1))
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > 1<<50/factor {
		return fmt.Errorf("%q is no size of memory; 500M and 2G are", Shorten(written))
	}
	if factor == 1 && n < fewBytes && strings.EqualFold(text, strings.TrimSpace(written)) {
		return fmt.Errorf("%d are bytes; did you mean %dM?", n, n)
	}
	*m = Memory(n * factor)
	return nil
}
