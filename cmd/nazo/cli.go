package main

import (
	_ "embed"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// cli is the command line.
type cli struct {
	Version bool `help:"Print the version."`

	Solve    solveCmd    `cmd:"" help:"Find a solution, or all of them."`
	Count    countCmd    `cmd:"" help:"Count the solutions."`
	Sample   sampleCmd   `cmd:"" help:"Draw solutions at random, each as likely as any other."`
	Unique   uniqueCmd   `cmd:"" help:"Tell whether there is exactly one solution."`
	Check    checkCmd    `cmd:"" help:"Check a spec, an instance or an answer."`
	Test     testCmd     `cmd:"" help:"Run the examples of specs on both engines."`
	Compare  compareCmd  `cmd:"" help:"Hold both engines against each other."`
	Estimate estimateCmd `cmd:"" help:"Foretell how much a search has to do."`
	Export   exportCmd   `cmd:"" help:"Write a puzzle as clauses or as a linear program."`
	Play     playCmd     `cmd:"" help:"Play a puzzle that moves, or watch a player play it."`
	Contest  contestCmd  `cmd:"" help:"Have players play the same deals, and compare what they win."`
	List     listCmd     `cmd:"" help:"List the puzzles that come with nazo."`
	Fmt      fmtCmd      `cmd:"" help:"Write specs in the standard layout."`
}

// puzzleArgs name a problem: a spec, an instance, values.
type puzzleArgs struct {
	Spec string   `arg:"" help:"A spec: a file, or the name of one that comes with nazo."`
	Args []string `arg:"" optional:"" name:"instance|name=value" help:"An instance (a file, the name of one that comes with the spec, or - for standard input; FILE:2 is the second in it) and values for givens. A range, n=1..9, is tried in order."`
}

// engineFlags say who works, and for how long.
type engineFlags struct {
	Engine string `default:"auto" help:"Who works: auto (native, and sat beside it if that takes longer than a moment, on two cores; the first to finish answers), sat, native, both (compared), or dimacs:COMMAND, a SAT solver of its own, such as dimacs:minisat. For a long count choose one."`
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	Seed   seed   `placeholder:"N" help:"Vary the order of the search, and what is shuffled (default: the plain order)."`
}

// runFlags bound the search for runs of puzzles that move.
type runFlags struct {
	Moves  amount `placeholder:"N" help:"Of a puzzle that moves, look for runs of at most N moves (default: no limit)."`
	Memory memory `placeholder:"SIZE" help:"Of a puzzle that moves, or of a count by eliminating vertices, take at most so much memory in all, such as 500M or 2G: states get what the program itself leaves of it. Engine sat, which keeps no states, is not bounded. (Default: 4 GiB for the states of such a count, for those of runs the engine's choice.)"`
}

// searchFlags choose among the searches of engine native that have a name.
type searchFlags struct {
	Search string    `placeholder:"NAME,…" help:"Search a path, a cycle, links or runs by these named searches of engine native; nazo list --searches shows them."`
	Watch  watchFlag `help:"Draw the board while a named search runs, every 100,000 choices; --watch=N: every N choices, also where the output is no terminal."`
	Base   amount    `default:"10" help:"Number the steps of a watched path in this base, 2 to 36."`
}

// formatFlag says how to print.
type formatFlag struct {
	Format string `enum:"text,json" default:"text" help:"text or json."`
}

// colorFlag says whether boards are coloured.
type colorFlag struct {
	Color string `enum:"auto,always,never" default:"auto" help:"auto (on a terminal, unless NO_COLOR is set), always or never."`
}

type solveCmd struct {
	puzzleArgs
	engineFlags
	runFlags
	searchFlags
	formatFlag
	colorFlag
	All   bool   `help:"Find all solutions."`
	Limit amount `placeholder:"N" help:"Find at most so many solutions (default: one)."`

	UpToSymmetry bool `help:"With --all or --limit: show one of those that the spec's symmetry turns into each other."`
	MovesOnly    bool `help:"Of a run, show the moves without what they lead to."`
}

type countCmd struct {
	Spec string   `arg:"" optional:"" help:"A spec: a file, or the name of one that comes with nazo."`
	Args []string `arg:"" optional:"" name:"instance|name=value" help:"An instance and values, as for solve."`
	engineFlags
	runFlags
	searchFlags
	formatFlag
	colorFlag
	Limit amount `placeholder:"N" help:"Stop counting there (default: no limit)."`

	UpToSymmetry    bool `help:"Count also how many there are of which the spec's symmetry turns none into another, and show one of each."`
	WhereTheyDiffer bool `help:"Count at which step each solution first differs from the one before."`
	countingFlags
	States bool `help:"Count the states of a puzzle that moves instead: how many can be reached in so many moves, how many meet the goal, and from how many there is no way to it; moves go on where the goal is met."`
}

// countingFlags say how to count the solutions of what stands still.
type countingFlags struct {
	Method     string   `enum:"auto,enumerate,frontier" default:"auto" help:"auto (by eliminating vertices where that can be done, else one by one), enumerate (one by one) or frontier (by eliminating vertices)."`
	Twice      bool     `help:"Count by eliminating vertices twice, along two orders, and compare."`
	Plan       bool     `help:"Only show what counting by eliminating vertices would take: layers, states, memory, time."`
	By         measure  `placeholder:"length" help:"length: count solutions by the length of their path, cycle or links."`
	Modulo     modulus  `placeholder:"N" help:"Count modulo N, which says only what the rest of the number is."`
	Part       part     `placeholder:"I/N" help:"Count part I of N by eliminating vertices and print it as a line of JSON, for --add."`
	Add        bool     `help:"Add up the parts in these files, which --part printed."`
	Checkpoint fileName `placeholder:"FILE" help:"Save a count by eliminating vertices to this new file from time to time, and when it is interrupted."`
	Resume     fileName `placeholder:"FILE" help:"Go on with the count that was saved to this file, and save to it."`
}

type sampleCmd struct {
	puzzleArgs
	Number amount `short:"n" default:"1" placeholder:"N" help:"How many to draw; the same may come more than once (default: 1)."`
	Seed   seed   `placeholder:"N" help:"Draw others, and vary what is shuffled (default: 0)."`
	Memory memory `placeholder:"SIZE" help:"Take at most so much memory in all, such as 500M or 2G (default: 4 GiB for the states)."`
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	formatFlag
	colorFlag
}

type uniqueCmd struct {
	puzzleArgs
	engineFlags
	runFlags
	formatFlag
	colorFlag
}

type checkCmd struct {
	puzzleArgs
	formatFlag
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	Seed   seed   `placeholder:"N" help:"Shuffle what is shuffled by this seed."`
	Answer string `placeholder:"FILE" help:"Judge this answer: JSON as nazo solve prints it, - for standard input."`
}

type testCmd struct {
	Specs     []string `arg:"" optional:"" name:"spec" help:"Specs; without any, all that come with nazo."`
	Engine    string   `enum:"sat,native,both" default:"both" help:"Who works: sat, native or both."`
	Time      period   `default:"10s" placeholder:"DURATION" help:"Time for each example and engine (default: 10s)."`
	Seed      seed     `placeholder:"N" help:"Shuffle what is shuffled by this seed."`
	Instances bool     `help:"Test what the instances that come with the specs say to expect, too."`
}

type compareCmd struct {
	Spec string   `arg:"" help:"A spec: a file, or the name of one that comes with nazo."`
	Args []string `arg:"" optional:"" name:"instance|name=value" help:"An instance and values, as for solve. Without any, the spec's examples are compared."`
	Time period   `default:"10s" placeholder:"DURATION" help:"Time for each engine and example (default: 10s)."`
	formatFlag
	Search string `placeholder:"NAME,…" help:"Compare named searches of engine native instead, by their first solutions: all, or a list; a+b is a and b together."`

	Limit amount `placeholder:"N" help:"Stop counting there (default: no limit)."`
	First bool   `help:"Compare the time to the first solution instead of counting."`
	Seed  seed   `placeholder:"N" help:"Vary the order of the search, and what is shuffled (default: the plain order)."`
	runFlags
}

type estimateCmd struct {
	puzzleArgs
	formatFlag
	Search string `default:"naive" placeholder:"NAME" help:"The exhaustive search to foretell; nazo list --searches shows them."`
	Probes amount `default:"1000" placeholder:"N" help:"How many random probes to take, after Knuth 1975 (default: 1000)."`
	Seed   seed   `placeholder:"N" help:"Take other probes."`
	Exact  bool   `help:"Also go through the whole search, and count."`
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
}

type exportCmd struct {
	puzzleArgs
	To     string `required:"" enum:"dimacs,opb,lp" help:"The format: dimacs (clauses, for SAT solvers), opb (0/1 programs, for pseudo-boolean solvers) or lp (for CBC, GLPK, CPLEX and others)."`
	Output string `short:"o" placeholder:"FILE" help:"Write to this file."`
	Pieces string `enum:"best,levels,subtours,relaxed" default:"best" help:"How to say that a path is in one piece: by levels, by a constraint for each set that a subtour could have (small boards, opb and lp), not at all (relaxed), or the best of these."`
	Moves  amount `placeholder:"N" help:"Of a puzzle that moves, export the runs of at most N moves."`
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
	Seed   seed   `placeholder:"N" help:"Shuffle what is shuffled by this seed."`
}

type listCmd struct {
	Specs    []string `arg:"" optional:"" name:"spec" help:"Only these, with what they ask for."`
	Searches bool     `help:"List the searches that have a name instead."`
}

type fmtCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Spec files; - or none for standard input."`
	Write bool     `short:"w" xor:"what" help:"Write the files anew instead of printing."`
	Diff  bool     `short:"d" xor:"what" help:"Print what would change, and exit with 1 if anything would."`
}

// helpTexts has an example or two for each command, after a line that names it.
//
//go:embed help.txt
var helpTexts string

// exampleOf is the part of helpTexts for a command.
func exampleOf(command string) string {
	_, text, _ := strings.Cut(helpTexts, "["+command+"]\n")
	text, _, _ = strings.Cut(text, "[")
	return "For example:\n\n" + text
}

// Help is the examples of a command, for kong to print below its flags.
func (solveCmd) Help() string    { return exampleOf("solve") }
func (countCmd) Help() string    { return exampleOf("count") }
func (sampleCmd) Help() string   { return exampleOf("sample") }
func (uniqueCmd) Help() string   { return exampleOf("unique") }
func (checkCmd) Help() string    { return exampleOf("check") }
func (testCmd) Help() string     { return exampleOf("test") }
func (compareCmd) Help() string  { return exampleOf("compare") }
func (estimateCmd) Help() string { return exampleOf("estimate") }
func (exportCmd) Help() string   { return exampleOf("export") }
func (listCmd) Help() string     { return exampleOf("list") }
func (fmtCmd) Help() string      { return exampleOf("fmt") }

const description = "Nazo solves puzzles that are written down in small text files: their rules, not how to solve them."

const statuses = `Exit status: 0 solved or true, 1 no solution or false, 2 a mistake in the command, spec or instance, 3 a limit was reached, 4 engines or judge disagree, 70 a bug in nazo.`

// command reads the command line and runs what it says.
func (a *app) command(args []string) int {
	var c cli
	exit := -1
	parser, err := kong.New(&c, kong.Name("nazo"), kong.Description(description+"\n\n"+statuses),
		kong.Writers(a.out, a.errs), kong.Exit(func(code int) { exit = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}))
	if err != nil {
		panic(err) // the declarations above are wrong
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	if len(args) == 1 && args[0] == "--version" {
		fmt.Fprintln(a.out, "nazo", version())
		return statusTrue
	}
	parsed, err := parser.Parse(arrange(parser.Model, args))
	switch {
	case exit >= 0: // help was printed
		return exit
	case err != nil:
		return a.fail(mistakef("%s (nazo --help tells more)", cut(err.Error(), 5*longest)))
	}
	status, err := a.dispatch(parsed.Selected().Name, &c)
	if err != nil {
		a.answered()
		return a.fail(err)
	}
	return status
}

// dispatch runs the command of that name.
func (a *app) dispatch(name string, c *cli) (int, error) {
	switch name {
	case "solve":
		return a.solve(&c.Solve)
	case "count":
		return a.count(&c.Count)
	case "sample":
		return a.sample(&c.Sample)
	case "unique":
		return a.unique(&c.Unique)
	case "check":
		return a.check(&c.Check)
	case "test":
		return a.test(&c.Test)
	case "compare":
		return a.compare(&c.Compare)
	case "estimate":
		return a.estimate(&c.Estimate)
	case "export":
		return a.export(&c.Export)
	case "play":
		return a.play(&c.Play)
	case "contest":
		return a.contest(&c.Contest)
	case "list":
		return a.list(&c.List)
	}
	return a.fmt(&c.Fmt)
}

// version is that of the module, or of the commit that was built.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	text := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			text += " " + s.Value
		}
	}
	return text
}
