package main

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"nazo/internal/shell"
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
	Watch      watchCmd      `cmd:"" help:"Tell how far a job is until it is done: parts that are done, running, lost with their workers, failed, set aside since they failed too often, divided into smaller ones."`
	Result     resultCmd     `cmd:"" help:"Print what came of a job as nazo alone would have."`
	Cancel     cancelCmd     `cmd:"" help:"Have nobody work on jobs any more."`
	Reopen     reopenCmd     `cmd:"" help:"Go on with jobs that were cancelled, or of which parts were set aside: counts go on from their checkpoints."`
	Remove     removeCmd     `cmd:"" help:"Have the hub forget jobs that have ended, with their files and all that came of them."`
	List       listCmd       `cmd:"" help:"List the jobs of a hub: running; done, or enough if the rest was superfluous; incomplete if parts failed too often and were set aside; cancelled; failed if each attempt ended with the same mistake; faulty if two results contradict each other."`
	Workers    workersCmd    `cmd:"" help:"List the workers of a hub: their build, cores and memory, when they were heard of, what they work on, and why they refuse jobs."`
	Keygen     keygenCmd     `cmd:"" help:"Make a key by which a hub knows who asks: its seed into a file, its public half is printed."`
	Completion completionCmd `cmd:"" help:"Print a script by which a shell completes verbs, flags, specs, instances, givens and the names of jobs."`
	Help       helpCmd       `cmd:"" help:"Tell more about a verb."`
	Version    versionCmd    `cmd:"" help:"Print the version, and the build by which workers and jobs know each other."`
}

const description = "Nazo-fleet does what nazo does with many processes, on this machine or on many: the same command lines, the same output."

// newParser has kong read command lines into what shell.Declarations gives.
func newParser(declared any, options ...kong.Option) (*kong.Kong, error) {
	parser, err := kong.New(declared, append(options, kong.Name("nazo-fleet"), kong.Description(description+"\n\n"+statuses),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}))...)
	if err != nil {
		return nil, err
	}
	for _, verb := range parser.Model.Children {
		verb.Detail = shell.Examples(helpTexts, verb.Name)
	}
	return parser, nil
}

// command reads the command line and runs what it says.
func (s *session) command(args []string) error {
	exit := -1
	args = verbFirst(args)
	parser, err := newParser(shell.Declarations[cli](args), kong.Writers(s.out, s.errs), kong.Exit(func(code int) { exit = code }))
	if err != nil {
		panic(err) // the declarations above are wrong
	}
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == shell.CompleteVerb: // nobody's declaration, so these are all
		s.complete(parser.Model, args[1:])
		return nil
	case len(args) == 1 && (args[0] == "--version" || args[0] == "-v"):
		args = []string{"version"}
	}
	parsed, err := parser.Parse(ownFirst(parser.Model, args))
	switch {
	case exit >= 0: // help was printed
		return shell.Status(exit)
	case err != nil && verbOf(parser.Model, args) == nil && !strings.HasPrefix(args[0], "-"):
		return ended{shell.Mistake, noVerb(parser.Model, args[0])}
	case err != nil:
		return ended{shell.Mistake, err.Error() + " (nazo-fleet --help tells more)"}
	}
	s.verb = parsed.Selected().Name
	return parsed.Run(s)
}

// nazos reports whether what stands behind a verb is a command line of nazo.
func nazos(verb *kong.Node) bool { return len(verb.Positional) > 0 && verb.Positional[0].Passthrough }

// ownFirst puts the flags of this program before the words that are nazo's, where a command line has both. After -- all is nazo's.
func ownFirst(app *kong.Application, args []string) []string {
	verb := verbOf(app, args)
	if verb == nil || !nazos(verb) {
		return args
	}
	own, rest := ownAndNazos(app, verb, args[1:])
	out := append(args[:1:1], own...)
	if len(rest) > 0 {
		out = append(append(out, "--"), rest...)
	}
	return out
}

// ownAndNazos divides the words behind a verb into the flags of this program, with their values, and what is nazo's.
func ownAndNazos(app *kong.Application, verb *kong.Node, words []string) (own, rest []string) {
	flags := map[string]*kong.Flag{}
	for _, f := range append(slices.Clip(verb.Flags), app.HelpFlag) {
		flags["--"+f.Name] = f
		if f.Short != 0 {
			flags["-"+string(f.Short)] = f
		}
	}
	for i := 0; i < len(words); i++ {
		name, _, joined := strings.Cut(words[i], "=")
		f := flags[name]
		switch {
		case words[i] == "--":
			return own, append(rest, words[i:]...)
		case f == nil:
			rest = append(rest, words[i])
		default:
			own = append(own, words[i])
			if !f.IsBool() && !joined && i+1 < len(words) {
				i++
				own = append(own, words[i])
			}
		}
	}
	return own, rest
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

// hubWords are flags that say where the hub is, and by what it knows who asks.
var hubWords = []string{"--hub", "--token-file", "--seed-file", "--tls-ca", "--tls-cert", "--tls-key"}

// verbFirst puts a verb before flags that say where the hub is, if they were written before it.
func verbFirst(args []string) []string {
	n := 0
	for n < len(args) {
		name, _, joined := strings.Cut(args[n], "=")
		if !slices.Contains(hubWords, name) {
			break
		}
		if n++; !joined {
			n++
		}
	}
	if n == 0 || n >= len(args) {
		return args
	}
	return slices.Concat(args[n:n+1], args[:n], args[n+1:])
}
