package main

import (
	_ "embed"
	"strings"

	"github.com/alecthomas/kong"
)

// cli is the command line: a verb is a command of kong, an entry here, and one in help.txt.
type cli struct {
	ShowVersion bool `name:"version" short:"v" help:"Print the version."`

	Solve   spreadCmd  `cmd:"" help:"Do nazo solve, in cubes of the search or instance by instance."`
	Count   spreadCmd  `cmd:"" help:"Do nazo count, in parts of the elimination of vertices, or in cubes of the search."`
	Unique  spreadCmd  `cmd:"" help:"Do nazo unique, in cubes of the search or instance by instance."`
	Sample  spreadCmd  `cmd:"" help:"Do nazo sample, in ranges of what is drawn."`
	Make    spreadCmd  `cmd:"" help:"Do nazo make, in ranges of what is made."`
	Contest spreadCmd  `cmd:"" help:"Do nazo contest, in ranges of deals."`
	Compare compareCmd `cmd:"" help:"Do nazo compare, example by example."`

	Serve      serveCmd      `cmd:"" help:"Be the hub of a fleet: it keeps jobs and results, and gives out tasks."`
	Coordinate coordinateCmd `cmd:"" help:"Run the jobs of a server of NATS that there is already, as a hub would."`
	Work       workCmd       `cmd:"" help:"Work for a hub until an interrupt: then what can be saved is saved, and others go on."`
	Submit     submitCmd     `cmd:"" help:"Give a hub a job, and print its name."`
	Watch      watchCmd      `cmd:"" help:"Tell how far a job is until it is done."`
	Result     resultCmd     `cmd:"" help:"Print what came of a job as nazo alone would have."`
	Cancel     cancelCmd     `cmd:"" help:"Have nobody work on a job any more."`
	List       listCmd       `cmd:"" help:"List the jobs of a hub."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
}

const description = "Nazo-fleet does what nazo does with many processes, on this machine or on many: the same command lines, the same output."

// command reads the command line and runs what it says.
func (s *session) command(args []string) error {
	exit := -1
	parser, err := kong.New(new(cli), kong.Name("nazo-fleet"), kong.Description(description+"\n\n"+statuses),
		kong.Writers(s.out, s.errs), kong.Exit(func(code int) { exit = code }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}))
	if err != nil {
		panic(err) // the declarations above are wrong
	}
	for _, verb := range parser.Model.Children {
		verb.Detail = examples(verb.Name)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	if len(args) == 1 && (args[0] == "--version" || args[0] == "-v") {
		args = []string{"version"}
	}
	parsed, err := parser.Parse(ownFirst(parser.Model, args))
	switch {
	case exit >= 0: // help was printed
		return exitStatus(exit)
	case err != nil:
		return ended{statusMistake, err.Error() + " (nazo-fleet --help tells more)"}
	}
	s.verb = parsed.Selected().Name
	return parsed.Run(s)
}

// ownFirst puts the flags of this program before the words that are nazo's, where a command line has both: behind a verb whose
// argument is a command line. After -- all is nazo's.
func ownFirst(app *kong.Application, args []string) []string {
	verb := verbOf(app, args)
	if verb == nil || len(verb.Positional) == 0 || !verb.Positional[0].Passthrough {
		return args
	}
	own := map[string]*kong.Flag{}
	for _, f := range append(verb.Flags, app.HelpFlag) {
		own["--"+f.Name] = f
		if f.Short != 0 {
			own["-"+string(f.Short)] = f
		}
	}
	var first, rest []string
	for i := 1; i < len(args); i++ {
		name, _, joined := strings.Cut(args[i], "=")
		f := own[name]
		switch {
		case args[i] == "--":
			rest = append(rest, args[i:]...)
			i = len(args)
		case f == nil:
			rest = append(rest, args[i])
		default:
			first = append(first, args[i])
			if !f.IsBool() && !joined && i+1 < len(args) {
				i++
				first = append(first, args[i])
			}
		}
	}
	out := append(args[:1:1], first...)
	if len(rest) > 0 {
		out = append(append(out, "--"), rest...)
	}
	return out
}

// verbOf is the verb that a command line begins with; nil if it begins with none.
func verbOf(app *kong.Application, args []string) *kong.Node {
	for _, v := range app.Children {
		if v.Name == args[0] {
			return v
		}
	}
	return nil
}

// helpTexts has an example or two for each verb, after a line that names it.
//
//go:embed help.txt
var helpTexts string

// examples are the examples with which a verb's help ends; "" if helpTexts has none.
func examples(verb string) string {
	_, text, ok := strings.Cut(helpTexts, "["+verb+"]\n")
	if !ok {
		return ""
	}
	text, _, _ = strings.Cut(text, "[")
	return "For example:\n\n" + text
}
