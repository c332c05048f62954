package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"nazo/dsl/diag"
	"nazo/internal/ui/command"
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
		verb.Detail = command.Examples(helpTexts, verb.Name)
	}
	return parser, nil
}

// command reads the command line and runs what it says.
func (s *session) command(args []string) error {
	exit := -1
	args = verbFirst(args)
	parser, err := newParser(command.Declarations[cli](args), kong.Writers(s.out, s.errs), kong.Exit(func(code int) { exit = code }))
	if err != nil {
		panic(err) // the declarations above are wrong
	}
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == command.CompleteVerb: // nobody's declaration, so these are all
		s.complete(parser.Model, args[1:])
		return nil
	case len(args) == 1 && (args[0] == "--version" || args[0] == "-v"):
		args = []string{"version"}
	}
	parsed, err := parser.Parse(ownFirst(parser.Model, args))
	switch {
	case exit >= 0: // help was printed
		return command.Status(exit)
	case err != nil && verbOf(parser.Model, args) == nil && !strings.HasPrefix(args[0], "-"):
		return ended{command.Mistake, noVerb(parser.Model, args[0])}
	case err != nil:
		return ended{command.Mistake, err.Error() + " (nazo-fleet --help tells more)"}
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

// helpCmd prints the help of nazo-fleet or of verbs.
type helpCmd struct {
	Verbs []string `arg:"" optional:"" name:"verb" help:"Verbs, such as count."`
}

// Run prints it.
func (c *helpCmd) Run(s *session) error {
	if len(c.Verbs) == 0 {
		return s.command([]string{"--help"})
	}
	parser, err := newParser(new(cli))
	if err != nil {
		panic(err) // the declarations are wrong
	}
	for _, verb := range c.Verbs {
		if verbOf(parser.Model, []string{verb}) == nil {
			return errors.New(noVerb(parser.Model, verb))
		}
	}
	for _, verb := range c.Verbs {
		if err := s.command([]string{verb, "--help"}); err != nil && err != command.True {
			return err
		}
	}
	return nil
}

// noVerb says that there is no such verb, and what there is.
func noVerb(app *kong.Application, verb string) string {
	var known []string
	for _, v := range app.Children {
		known = append(known, v.Name)
	}
	text := fmt.Sprintf("there is no verb `%s`", command.Shorten(verb))
	if nazo, _ := command.Completions([]string{verb}); slices.ContainsFunc(nazo, func(c command.Completion) bool { return c.Word == verb }) {
		return fmt.Sprintf("%s: nazo has one, whose work can't be divided; that of %s can", text, verbList())
	}
	if near := diag.Nearest(verb, known); near != "" {
		return fmt.Sprintf("%s; did you mean `%s`?", text, near)
	}
	return text + "; nazo-fleet help shows them all"
}

// notHere and notAway have flags of this program that are not for work on this machine, or only for that, and what there is instead.
var (
	notHere = map[string]string{
		"--hub":      "nazo-fleet VERB has the work done by this machine alone; nazo-fleet submit --hub URL VERB … gives it to a hub",
		"--attempts": "nazo-fleet VERB tries a part three times; --attempts is for nazo-fleet submit VERB …",
	}
	notAway = map[string]string{
		"--workers": "a job is done by all workers that come to its hub; nazo-fleet work --cores N says how many parts one does at once",
		"--store":   "a job is kept by its hub; nazo-fleet serve --store DIR has it keep all that it has",
	}
)

// misplaced is an error if words of a command line of nazo, before --, are flags of this program that the verb does not have here, or by which one
// was meant that it has. All others are for nazo to read.
func misplaced(words []string, away bool) error {
	end := slices.Index(words, "--")
	if end < 0 {
		end = len(words)
	}
	flags := slices.DeleteFunc(slices.Clone(words[:end]), func(w string) bool { return !strings.HasPrefix(w, "--") })
	if len(flags) == 0 {
		return nil
	}
	parser, err := newParser(new(cli))
	if err != nil {
		panic(err) // the declarations are wrong
	}
	verb, others := words[0], notHere
	own := flagNames(verbOf(parser.Model, []string{verb}))
	if away {
		others, own = notAway, flagNames(verbOf(parser.Model, []string{"submit"}))
	}
	nazo, _ := command.Completions([]string{verb, "--"})
	known := slices.Clone(own)
	for _, c := range nazo {
		known = append(known, c.Word)
	}
	for _, word := range flags {
		name, _, _ := strings.Cut(word, "=")
		if text := others[name]; text != "" {
			return fmt.Errorf("%s: %s", name, strings.ReplaceAll(text, "VERB", verb))
		}
		if near := diag.Nearest(name, known); !slices.Contains(known, name) && slices.Contains(own, near) {
			return fmt.Errorf("unknown flag %s, did you mean %s? (nazo-fleet --help tells more)", name, near)
		}
	}
	return nil
}

// flagNames are the flags of a verb of this program, with their dashes.
func flagNames(verb *kong.Node) (all []string) {
	for _, f := range verb.Flags {
		all = append(all, "--"+f.Name)
	}
	return all
}

// completionCmd prints the script for a shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints it.
func (c *completionCmd) Run(s *session) error {
	text, err := command.CompletionScript(c.Shell, "nazo-fleet")
	if err != nil {
		return err
	}
	fmt.Fprint(s.out, text)
	return nil
}

// complete prints what the last of some words may be.
func (s *session) complete(app *kong.Application, words []string) {
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	all, files := s.completions(app, words)
	command.PrintCompletions(s.out, words, all, files)
}

// completions are what the last of the words may be, and whether files may stand there.
func (s *session) completions(app *kong.Application, words []string) (all []command.Completion, files bool) {
	t := command.NewTyped(app.Node, words)
	if t.Verb == nil {
		if t.IsFlag() {
			return t.Flags(), false
		}
		return t.Verbs(), false
	}
	if f, _ := t.Value(); f != nil {
		return nil, f.PlaceHolder == "FILE" || f.PlaceHolder == "DIR"
	}
	if nazos(t.Verb) {
		return nazoWords(app, t, words)
	}
	if t.IsFlag() {
		return t.Flags(), false
	}
	switch p := t.Argument(); {
	case p == nil:
		return nil, false
	case p.Enum != "":
		return command.OneOf("", p.EnumSlice()...), false
	case p.Name == "file":
		return nil, true
	case p.Name == "verb":
		return t.Verbs(), false
	case p.Name == "job" && (len(t.Words) == 0 || p.IsCumulative()):
		return s.jobs(words), false
	}
	return nil, false
}

// nazoWords are completions where a command line of nazo is written: nazo's, and the flags that this program has for it.
func nazoWords(app *kong.Application, t *command.Typed, words []string) (all []command.Completion, files bool) {
	last := len(words) - 1
	_, line := ownAndNazos(app, t.Verb, words[1:last])
	line = append(line, words[last])
	switch {
	case t.Verb.Name != "submit":
		line = append([]string{t.Verb.Name}, line...)
	case len(line) == 1 && !t.IsFlag():
		return command.OneOf("", slices.Sorted(maps.Keys(workloads))...), false
	}
	if t.IsFlag() {
		all = t.Flags()
	}
	nazo, files := command.Completions(line)
	for _, c := range nazo {
		if suits([]string{line[0], c.Word}, t.Verb.Name == "submit") == nil && !slices.ContainsFunc(all, func(own command.Completion) bool { return own.Word == c.Word }) {
			all = append(all, c)
		}
	}
	return all, files
}

// hubPatience is how long a hub that is asked for the names of its jobs may take: somebody has pressed a key.
const hubPatience = time.Second

// jobs are the jobs of the hub that a command line, or the environment, names; none if that can't be asked.
func (s *session) jobs(words []string) (all []command.Completion) {
	parser, err := newParser(new(cli))
	if err != nil {
		panic(err) // the declarations are wrong
	}
	parsed, err := parser.Parse(append(slices.Clip(words[:len(words)-1]), "job"))
	if err != nil {
		return nil
	}
	verb, ok := parsed.Selected().Target.Addr().Interface().(interface{ at() hubFlags })
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(s.ctx, hubPatience)
	defer cancel()
	client, err := verb.at().connect(ctx)
	if err != nil {
		return nil
	}
	defer client.Close()
	jobs, err := client.Jobs(ctx)
	if err != nil {
		return nil
	}
	for _, job := range jobs {
		all = append(all, command.Completion{Word: job.ID, About: "nazo " + strings.Join(job.Args, " ")})
	}
	return all
}
