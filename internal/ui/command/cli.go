package command

import (
	_ "embed"
	"fmt"
	"strings"

	"nazo/dsl/linkformat"
	"nazo/puzzles"
)

// verbs are the verbs of nazo. Most have a file of their name, and help.txt has their examples. The type of a verb,
// such as solveCmd, has its flags. Its method Run does the work.
func verbs() []*Verb {
	return []*Verb{
		NewVerb("solve", "Find a solution, or all of them.", new(solveCmd)),
		NewVerb("count", "Count the solutions.", new(countCmd)),
		NewVerb("sample", "Draw solutions at random, each as likely as any other, where they are counted without visiting each: nazo list sample shows for which puzzles.", new(sampleCmd)),
		NewVerb("unique", "Tell whether there is exactly one solution.", new(uniqueCmd)),
		NewVerb("make", "Make new instances with exactly one solution.", new(makeCmd)),
		NewVerb("minimize", "Take clues away as long as there is one solution.", new(minimizeCmd)),
		NewVerb("show", "Draw a puzzle without its solution.", new(showCmd)),
		NewVerb("print", "Write a booklet: boards to solve on paper, with rules and solutions.", new(printCmd)),
		NewVerb("publish", "Write a site without a server, on which others solve your puzzles.", new(publishCmd)),
		NewVerb("explain", "Tell the way to the solution, step by step, and why.", new(explainCmd)),
		NewVerb("hint", "Tell the next step, or the next best move: where to look, which rules, what follows; or what is wrong so far.", new(hintCmd)),
		NewVerb("rate", "Tell how hard a puzzle is for people.", new(rateCmd)),
		NewVerb("check", "Check a spec, an instance or an answer.", new(checkCmd)),
		NewVerb("lint", "Look a spec over for rules, givens and examples that do nothing.", new(lintCmd)),
		NewVerb("test", "Run the examples of specs on both engines.", new(testCmd)),
		NewVerb("compare", "Hold both engines against each other.", new(compareCmd)),
		NewVerb("estimate", "Estimate how much a search for a path or a cycle has to do; nazo list estimate shows for which puzzles.", new(estimateCmd)),
		NewVerb("export", "Write a puzzle as clauses or as a linear program.", new(exportCmd)),
		NewVerb("play", "Play a puzzle that moves, or watch a player play it.", new(playCmd)),
		NewVerb("contest", "Have players play the same deals, and compare what they win.", new(contestCmd)),
		NewVerb("serve", "Write, draw and solve puzzles on a page in the browser.", new(serveCmd)),
		NewVerb("link", "Write the address of a puzzle on puzz.link, or the instance that an address has.", new(linkCmd)),
		NewVerb("new", "Write a spec to fill in for the puzzle of a link: givens, the link statement, and an example.", new(newCmd)),
		NewVerb("list", "List the puzzles that come with nazo.", new(listCmd)),
		NewVerb("fmt", "Write specs in the standard layout.", new(fmtCmd)),
		NewVerb("completion", "Print a script by which a shell completes verbs, flags, specs, instances and givens.", new(completionCmd)),
		NewVerb("lsp", "Serve an editor: a language server on standard input and output.", new(lspCmd)),
		NewVerb("help", "Tell more about a verb.", new(helpCmd)),
		NewVerb("version", "Print the version.", new(versionCmd)),
	}
}

// helpTexts has an example or two for each verb, after a line that names it.
//
//go:embed help.txt
var helpTexts string

// newProgram is the command line of nazo.
func newProgram() *Program {
	return &Program{
		Name:     "nazo",
		About:    "Nazo solves puzzles that are written down in small text files: their rules, not how to solve them.",
		Statuses: statuses,
		Examples: helpTexts,
		Common:   []string{"time", "memory", "format", "color"},
		Verbs:    verbs(),
		Complete: complete,
		NoVerb: func(name string) string {
			if _, own := puzzles.Spec(name); own || isFile(name) && strings.HasSuffix(name, specEnding) {
				return fmt.Sprintf("; a spec follows its verb: nazo solve %s", Shorten(name))
			}
			return ""
		},
	}
}

// command reads the command line and runs what it says.
func (s *session) command(args []string) Status {
	if len(args) == 1 && (args[0] == "--version" || args[0] == "-v") {
		fmt.Fprintln(s.out, versionOfBuild())
		return StatusTrue
	}
	return s.parse(args, func(v *Verb) error {
		for _, arg := range args {
			if len(arg) > linkformat.MaxLink {
				return mistakef("an argument has %d bytes, and a link has at most %d", len(arg), linkformat.MaxLink)
			}
		}
		s.asks(v)
		if d, ok := v.Target.(interface{ divisions() *partsFlags }); ok {
			s.written = d.divisions().Written
		}
		err := v.Target.(interface{ Run(*session) error }).Run(s)
		s.answered()
		return err
	})
}

// parse reads a command line and runs its verb with do.
func (s *session) parse(args []string, do func(*Verb) error) (status Status) {
	p := newProgram()
	p.Out, p.Width = s.out, ColumnsOf(s.file)
	err := p.Read(args, func(v *Verb) error {
		status = s.end(do(v))
		return nil
	})
	if err != nil {
		return s.end(err)
	}
	return status
}
