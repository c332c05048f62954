package command

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
)

// flagged is a flag, and whether it is given.
type flagged struct {
	given bool
	name  string
}

// firstGiven names the first of some flags that is given, or returns "".
func firstGiven(flags ...flagged) string {
	for _, f := range flags {
		if f.given {
			return f.name
		}
	}
	return ""
}

// puzzleArgs name a problem, or several to be asked about one by one.
type puzzleArgs struct{ onePuzzleArgs }

// Declare implements [Declarer].
func (c *puzzleArgs) Declare(v *Verb) {
	v.Include(&c.onePuzzleArgs)
	v.Arguments[1].Help += " Several instances, and directories, are asked about one by one. A range, n=1..9, is tried up to the first number with a solution; count and check take each, rate none."
}

func (c *puzzleArgs) puzzle() *puzzleArgs { return c }

// onePuzzleArgs name one problem.
type onePuzzleArgs struct {
	Spec string
	Args []string
}

// Declare implements [Declarer].
func (c *onePuzzleArgs) Declare(v *Verb) {
	v.Argument(&c.Spec, "spec", "A spec: a file, or the name of one that comes with nazo.")
	v.Argument(&c.Args, "[instance|name=value]", "An instance (a file, FILE:2 for its second, the name of one that comes with the spec, or - for standard input) and values for givens.")
}

// boundFlags bound the time and the memory of the process.
type boundFlags struct {
	Time   Period
	Memory Memory
}

// Declare implements [Declarer].
func (c *boundFlags) Declare(v *Verb) {
	v.Flag(&c.Time, "time", "DURATION", "Stop after this time, such as 10s, with what is known by then (default: no limit).")
	v.Flag(&c.Memory, "memory", "SIZE", "Memory limit, for example 2G (at least 52M).")
}

// start begins to count the time and to watch the memory.
func (c *boundFlags) start(s *session) {
	s.limit(c.Time)
	s.bound(c.Memory)
}

// limitFlags bound a search, and seed what is random in it.
type limitFlags struct {
	boundFlags
	Seed seed
}

// Declare implements [Declarer].
func (c *limitFlags) Declare(v *Verb) {
	v.Include(&c.boundFlags)
	v.Flag(&c.Seed, "seed", "N", "Vary the order of the search, and what is shuffled (default: 0).")
}

func (c *limitFlags) limits() *limitFlags { return c }

// puzzleFlags name one problem, and bound the work on it.
type puzzleFlags struct {
	onePuzzleArgs
	limitFlags
}

// Declare implements [Declarer].
func (c *puzzleFlags) Declare(v *Verb) { v.Include(&c.onePuzzleArgs, &c.limitFlags) }

// open starts the limits, and reads the spec and the instance.
func (c *puzzleFlags) open(s *session) (*request, error) {
	c.start(s)
	r, err := s.request(c.Spec, c.Args, c.Seed)
	if err == nil && len(r.swept) > 0 {
		err = mistakef("nazo %s takes one puzzle, not a range of them", s.verb)
	}
	return r, err
}

type engineFlag struct{ Engine string }

// Declare implements [Declarer].
func (c *engineFlag) Declare(v *Verb) {
	c.Engine = "auto"
	v.Flag(&c.Engine, "engine", "ENGINE", "Which engine searches: auto (native, joined by sat after a moment; the first to finish answers), sat, native, both (compared), or dimacs:COMMAND, a SAT solver such as dimacs:minisat. For a long count choose one.")
	v.CompleteFlag("engine", func([]string) []cobra.Completion { return []string{"auto", "sat", "native", "both"} })
}

// runFlags bound a search, also one for runs of a puzzle that moves.
type runFlags struct {
	limitFlags
	Moves Amount
}

// Declare implements [Declarer].
func (f *runFlags) Declare(v *Verb) {
	v.Include(&f.limitFlags)
	v.Reword("memory", "Memory limit, for example 2G (at least 52M). Stored states get what the program itself leaves of it. (Default: no limit, but 4 GiB for the states of a count, and the engine's choice for those of runs.)")
	v.Flag(&f.Moves, "moves", "N", "Look for runs of at most N moves, if the puzzle moves.")
}

// searchFlags choose named searches of engine native.
type searchFlags struct {
	Search string
	Watch  watchFlag
	Base   Amount
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

type formatFlag struct{ Format string }

// Declare implements [Declarer].
func (f *formatFlag) Declare(v *Verb) {
	f.declare(v, "text|svg|json|puzzlink", "text, svg, json or puzzlink; --json is short for --format json, and so on.")
}

// plainFormatFlag is the format of a verb that draws nothing.
type plainFormatFlag struct{ formatFlag }

// Declare implements [Declarer].
func (f *plainFormatFlag) Declare(v *Verb) {
	f.declare(v, "text|json", "text or json; --json is short for --format json.")
}

// boardFormatFlag is the format of a verb that draws boards but writes no links.
type boardFormatFlag struct{ formatFlag }

// Declare implements [Declarer].
func (f *boardFormatFlag) Declare(v *Verb) {
	f.declare(v, "text|svg|json", "text, svg (for a page) or json; --json is short for --format json, and so on.")
}

func (f *formatFlag) format() *formatFlag { return f }

func (f *formatFlag) declare(v *Verb, kinds, help string) {
	f.Format = "text"
	v.Flag(&f.Format, "format", kinds, help)
	for _, known := range formats {
		v.Alias("format", known.name)
	}
}

// colorFlag says whether boards are coloured.
type colorFlag struct{ Color string }

// Declare implements [Declarer].
func (f *colorFlag) Declare(v *Verb) {
	f.Color = "auto"
	v.Flag(&f.Color, "color", "auto|always|never", "auto (on a terminal, unless NO_COLOR is set), always or never.")
}

// rulesFlag asks for the rules in words on a page.
type rulesFlag struct{ Rules bool }

// Declare implements [Declarer].
func (f *rulesFlag) Declare(v *Verb) {
	v.Flag(&f.Rules, "rules", "", "With --format svg: write the rules in words below the board.")
}

func (f rulesFlag) suit(format string) error {
	if f.Rules && format != "svg" {
		return mistakef("--rules is for pictures: add --format svg")
	}
	return nil
}

// suit returns an error if --moves is given for a puzzle that stands still.
func (f runFlags) suit(r *request) error {
	if f.Moves > 0 && !r.Moving() {
		return mistakef("--moves is for puzzles that move, and %s stands still", r.name)
	}
	return nil
}

// question adds the flags to a question.
func (f runFlags) question(q solve.Question) solve.Question {
	q.MaxMoves, q.Memory, q.Seed = int(f.Moves), int64(f.Memory), int64(f.Seed)
	return q
}

// drawer returns a drawer for standard output.
func (f colorFlag) drawer(s *session) picture.Drawer {
	color := ""
	if f.Color == "always" || f.Color == "auto" && IsTerminal(s.file) && os.Getenv("NO_COLOR") == "" {
		color = s.out.ink
	}
	return picture.Drawer{Color: color, Width: ColumnsOf(s.file), Note: s.note, Missing: s.notDrawn}
}

// modulus is a number to divide by, 2 or more. 0 stands for a flag that is not given.
type modulus uint64

// Decode reads a modulus.
func (m *modulus) Decode(text string) error {
	k, err := strconv.ParseUint(text, 10, 64)
	if err != nil || k < 2 {
		return fmt.Errorf("%q is no modulus: a modulus is a number from 2 on, of 64 bits", Shorten(text))
	}
	*m = modulus(k)
	return nil
}

// part is the value of --part.
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

// seed is the seed of a random choice.
type seed int64

// Decode reads a whole number, which may be negative.
func (s *seed) Decode(text string) error {
	k, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no whole number of 64 bits", Shorten(text))
	}
	*s = seed(k)
	return nil
}

// Period is a limit of time, more than 0. 0 stands for a flag that is not given, and for no limit.
type Period time.Duration

// Decode reads a time such as 10s or 1m30s.
func (p *Period) Decode(text string) error {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return fmt.Errorf("%q is no time: write it like 10s, 1m30s or 500ms", Shorten(text))
	case d <= 0:
		return fmt.Errorf("%s leaves no time to work in: give a longer one", text)
	}
	*p = Period(d)
	return nil
}

// Amount is a number of things, 1 or more. 0 stands for a flag that is not given, and for no limit.
type Amount int

// Decode reads a whole number.
func (n *Amount) Decode(text string) error {
	k, err := strconv.Atoi(text)
	if err != nil || k < 1 {
		return fmt.Errorf("%q is no whole number from 1 on", Shorten(text))
	}
	*n = Amount(k)
	return nil
}

// Memory is a number of bytes. 0 stands for a flag that is not given.
type Memory int64

// fewBytes is the number of bytes below which a unit was probably forgotten.
const fewBytes = 1 << 20

// Decode reads a size such as 500M or 2G; B or iB may follow.
func (m *Memory) Decode(written string) error {
	text := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(written)), "B"), "I")
	factor := int64(1)
	if n := len(text); n > 0 {
		if power := strings.IndexByte("KMGT", text[n-1]); power >= 0 {
			text, factor = text[:n-1], 1<<(10*(power+1))
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > 1<<50/factor {
		return fmt.Errorf("%q is no size of memory: write it like 500M or 2G", Shorten(written))
	}
	if factor == 1 && n < fewBytes && strings.EqualFold(text, strings.TrimSpace(written)) {
		return fmt.Errorf("%d is a number of bytes; did you mean %dM?", n, n)
	}
	*m = Memory(n * factor)
	return nil
}
