package command

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl/linkformat"
	"nazo/puzzles"
)

// verbs are the verbs of nazo. Most have a file of their name, and help.txt has their examples. The type of a verb,
// such as solveCmd, has its flags. Its method Run does the work. If names are given, only these verbs are made.
func verbs(names ...string) (all []*Verb) {
	add := func(name, about string, target Declarer) {
		if len(names) == 0 || slices.Contains(names, name) {
			all = append(all, NewVerb(name, about, target))
		}
	}
	add("solve", "Find a solution, or all of them.", new(solveCmd))
	add("count", "Count the solutions.", new(countCmd))
	add("sample", "Draw solutions at random, each as likely as any other, where they are counted without visiting each: nazo list sample shows for which puzzles.", new(sampleCmd))
	add("unique", "Tell whether there is exactly one solution.", new(uniqueCmd))
	add("make", "Make new instances with exactly one solution.", new(makeCmd))
	add("minimize", "Take clues away as long as there is one solution.", new(minimizeCmd))
	add("show", "Draw a puzzle without its solution.", new(showCmd))
	add("print", "Write a booklet: boards to solve on paper, with rules and solutions.", new(printCmd))
	add("publish", "Write a site without a server, on which others solve your puzzles.", new(publishCmd))
	add("explain", "Tell the way to the solution, step by step, and why.", new(explainCmd))
	add("hint", "Tell the next step, or the next best move: where to look, which rules, what follows; or what is wrong so far.", new(hintCmd))
	add("rate", "Tell how hard a puzzle is for people.", new(rateCmd))
	add("check", "Check a spec, an instance or an answer.", new(checkCmd))
	add("lint", "Look a spec over for rules, givens and examples that do nothing.", new(lintCmd))
	add("test", "Run the examples of specs on both engines.", new(testCmd))
	add("compare", "Hold both engines against each other.", new(compareCmd))
	add("estimate", "Estimate how much a search for a path or a cycle has to do; nazo list estimate shows for which puzzles.", new(estimateCmd))
	add("export", "Write a puzzle as clauses or as a linear program.", new(exportCmd))
	add("play", "Play a puzzle that moves, or watch a player play it.", new(playCmd))
	add("contest", "Have players play the same deals, and compare what they win.", new(contestCmd))
	add("serve", "Write, draw and solve puzzles on a page in the browser.", new(serveCmd))
	add("link", "Write the address of a puzzle on puzz.link, or the instance that an address has.", new(linkCmd))
	add("new", "Write a spec to fill in for the puzzle of a link: givens, the link statement, and an example.", new(newCmd))
	add("list", "List the puzzles that come with nazo.", new(listCmd))
	add("fmt", "Write specs in the standard layout.", new(fmtCmd))
	add("completion", "Print a script by which a shell completes verbs, flags, specs, instances and givens.", new(completionCmd))
	add("lsp", "Serve an editor: a language server on standard input and output.", new(lspCmd))
	add("help", "Tell more about a verb.", new(helpCmd))
	add("version", "Print the version.", new(versionCmd))
	return all
}

// helpTexts has an example or two for each verb, after a line that names it.
//
//go:embed help.txt
var helpTexts string

// newProgram is the command line of nazo, with all verbs or some.
func newProgram(names ...string) *Program {
	return &Program{
		Name:     "nazo",
		About:    "Nazo solves puzzles that are written down in small text files: their rules, not how to solve them.",
		Statuses: statuses,
		Examples: helpTexts,
		Common:   []string{"time", "memory", "format", "color"},
		Verbs:    verbs(names...),
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
	var p *Program
	if len(args) > 0 { // the others would take longer to declare than most have to do
		p = newProgram(args[0])
	}
	if p == nil || len(p.Verbs) == 0 {
		p = newProgram()
	}
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
