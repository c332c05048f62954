package command

import (
	_ "embed"
	"fmt"
	"nazo/internal/shell"

	"github.com/alecthomas/kong"
)

// cli is the command line: a verb is a command of kong in a file of its own, whose Run
// answers, an entry here, and one in help.txt.
type cli struct {
	ShowVersion bool `name:"version" short:"v" help:"Print the version."`

	Solve      solveCmd      `cmd:"" help:"Find a solution, or all of them."`
	Count      countCmd      `cmd:"" help:"Count the solutions."`
	Sample     sampleCmd     `cmd:"" help:"Draw solutions at random, each as likely as any other, where they are counted without visiting each: nazo list sample shows for which puzzles."`
	Unique     uniqueCmd     `cmd:"" help:"Tell whether there is exactly one solution."`
	Make       makeCmd       `cmd:"" help:"Make new instances with exactly one solution."`
	Minimize   minimizeCmd   `cmd:"" help:"Take clues away as long as there is one solution."`
	Show       showCmd       `cmd:"" help:"Draw a puzzle without its solution."`
	Explain    explainCmd    `cmd:"" help:"Tell the way to the solution, step by step, and why."`
	Hint       hintCmd       `cmd:"" help:"Tell the next step, or the next best move: where to look, which rules, what follows; or what is wrong so far."`
	Rate       rateCmd       `cmd:"" help:"Tell how hard a puzzle is for people."`
	Check      checkCmd      `cmd:"" help:"Check a spec, an instance or an answer."`
	Lint       lintCmd       `cmd:"" help:"Look a spec over for rules, givens and examples that do nothing."`
	Test       testCmd       `cmd:"" help:"Run the examples of specs on both engines."`
	Compare    compareCmd    `cmd:"" help:"Hold both engines against each other."`
	Estimate   estimateCmd   `cmd:"" help:"Estimate how much a search for a path or a cycle has to do; nazo list estimate shows for which puzzles."`
	Export     exportCmd     `cmd:"" help:"Write a puzzle as clauses or as a linear program."`
	Play       playCmd       `cmd:"" help:"Play a puzzle that moves, or watch a player play it."`
	Contest    contestCmd    `cmd:"" help:"Have players play the same deals, and compare what they win."`
	Serve      serveCmd      `cmd:"" help:"Write, draw and solve puzzles on a page in the browser."`
	Link       linkCmd       `cmd:"" help:"Write the address of a puzzle on puzz.link, or the instance that an address has."`
	List       listCmd       `cmd:"" help:"List the puzzles that come with nazo."`
	Fmt        fmtCmd        `cmd:"" help:"Write specs in the standard layout."`
	Completion completionCmd `cmd:"" help:"Print a script by which a shell completes verbs, flags, specs, instances and givens."`
	Lsp        lspCmd        `cmd:"" help:"Serve an editor: a language server on standard input and output."`
	Help       helpCmd       `cmd:"" help:"Tell more about a verb."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
}

const description = "Nazo solves puzzles that are written down in small text files: their rules, not how to solve them."

// command reads the command line and runs what it says.
func (s *session) command(args []string) exitStatus {
	s.args = args
	if len(args) > 0 && args[0] == shell.CompleteVerb {
		return s.complete(args[1:])
	}
	parsed, _, status := s.parse(args)
	if parsed == nil {
		return status
	}
	s.asks(parsed)
	asked := parsed.Selected().Target.Addr().Interface().(verb)
	if d, ok := asked.(interface{ divisions() *partsFlags }); ok {
		s.renamed(d.divisions().Written)
	}
	err := asked.Run(s)
	s.answered()
	return s.end(err)
}

// parse reads a command line, and returns it also as it is arranged for kong. It is nil if there is nothing to run: help or a mistake has
// been printed then, and the status is that of the program.
func (s *session) parse(args []string) (parsed *kong.Context, arranged []string, status exitStatus) {
	parser, err := newParser(shell.Declarations[cli](args), kong.Name("nazo"), kong.Description(description+"\n\n"+statuses),
		kong.Writers(s.out, s.errs),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}))
	if err != nil {
		panic(err) // the declarations above are wrong
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	if len(args) == 1 && (args[0] == "--version" || args[0] == "-v") {
		fmt.Fprintln(s.out, versionOfBuild())
		return nil, nil, statusTrue
	}
	args = arrange(parser.Model, args)
	parsed, help, err := read(parser, args)
	switch {
	case help && err == nil:
		return nil, nil, statusTrue
	case err == nil:
		err = contradiction(parser.Model, args)
	}
	if err != nil {
		return nil, nil, s.end(mistakef("%s (nazo --help tells more)", cut(err.Error(), 5*longest)))
	}
	return parsed, args, statusTrue
}

// newParser has kong read command lines into what shell.Declarations gives.
func newParser(c any, options ...kong.Option) (*kong.Kong, error) {
	parser, err := kong.New(c, append(options, formatVars())...)
	if err != nil {
		return nil, err
	}
	for _, verb := range parser.Model.Children {
		verb.Detail = shell.Examples(helpTexts, verb.Name)
	}
	return parser, nil
}

// helpTexts has an example or two for each verb, after a line that names it.
//
//go:embed help.txt
var helpTexts string
