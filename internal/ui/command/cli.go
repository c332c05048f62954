package command

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

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
	if len(args) > 0 && args[0] == CompleteVerb {
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
	parser, err := newParser(Declarations[cli](args), kong.Name("nazo"), kong.Description(description+"\n\n"+statuses),
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
		verb.Detail = Examples(helpTexts, verb.Name)
	}
	return parser, nil
}

// helpTexts has an example or two for each verb, after a line that names it.
//
//go:embed help.txt
var helpTexts string

// What kong.Kong.Parse, kong.Context.Validate and kong.Context.Run do is done here, as far as the declarations of verbs ask for it. Those look for methods by names
// that only the running program knows, so that the linker would keep every exported method of every type, and the command would be larger by 2.2 MB.

// verb is a command that can be run.
type verb interface{ Run(*session) error }

// read reads a command line. With help among the flags nothing is read: it is printed, and the program is to end.
func read(parser *kong.Kong, args []string) (parsed *kong.Context, help bool, err error) {
	if parsed, err = kong.Trace(parser, args); err != nil {
		return nil, false, err
	}
	if parsed.Error != nil {
		return nil, false, unseen(parser, args)
	}
	if slices.ContainsFunc(parsed.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag == parser.Model.HelpFlag }) {
		return nil, true, parsed.PrintUsage(false)
	}
	if err := parsed.Reset(); err != nil {
		return nil, false, err
	}
	if err := parsed.Resolve(); err != nil {
		return nil, false, err
	}
	if _, err := parsed.Apply(); err != nil {
		return nil, false, err
	}
	return parsed, false, complaint(parsed)
}

// unseen is what kong says of a command line that can't be read if it doesn't know the hidden flags, those that are written there apart: nobody is to
// be advised to take one. No other line can be read by the parser from then on.
func unseen(parser *kong.Kong, args []string) error {
	for _, verb := range parser.Model.Children {
		verb.Flags = slices.DeleteFunc(verb.Flags, func(f *kong.Flag) bool { return f.Hidden && !slices.Contains(args, "--"+f.Name) })
	}
	parsed, err := kong.Trace(parser, args)
	if err != nil {
		return err
	}
	return parsed.Error
}

// complaint is what is wrong with flags and arguments that are right one by one: a value that is none of those there are, something missing, or two that exclude each
// other; nil if nothing is.
func complaint(parsed *kong.Context) error {
	for _, p := range parsed.Path {
		if p.Node() == nil {
			continue
		}
		for _, value := range p.Node().Values() {
			if value.Enum == "" || !value.Set && !value.HasDefault {
				continue
			}
			if got := fmt.Sprint(value.Target.Interface()); !slices.Contains(value.EnumSlice(), got) {
				return fmt.Errorf("%s must be one of %s but got %q", value.ShortSummary(), quotedList(value.EnumSlice(), ","), got)
			}
		}
	}
	for _, p := range parsed.Path {
		var missing []string
		for _, flag := range p.Flags {
			if flag.Required && !flag.Set {
				missing = append(missing, flag.Summary())
			}
		}
		if len(missing) > 0 {
			slices.Sort(missing)
			return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
		}
	}
	if missing := toFollow(parsed); len(missing) == 1 {
		return fmt.Errorf("expected %s", missing[0])
	} else if len(missing) > 1 {
		return fmt.Errorf("expected one of %s", strings.Join(missing, ", "))
	}
	for _, p := range parsed.Path {
		seen := map[string]*kong.Flag{}
		for _, flag := range p.Flags {
			for _, group := range flag.Xor {
				if !flag.Set {
					continue
				}
				if seen[group] != nil {
					return fmt.Errorf("--%s and --%s can't be used together", seen[group].Name, flag.Name)
				}
				seen[group] = flag
			}
		}
	}
	return nil
}

// toFollow is what has to follow and does not: the arguments of the verb that are missing, as one, or the first verbs where there is none.
func toFollow(parsed *kong.Context) (all []string) {
	const few = 5
	node := parsed.Selected()
	if node == nil {
		for _, verb := range parsed.Model.Children {
			if !verb.Hidden {
				all = append(all, strconv.Quote(verb.Name))
			}
		}
		if len(all) > few {
			all = append(all[:few], "...")
		}
		return all
	}
	var missing []string
	for _, argument := range node.Positional {
		if argument.Required && !argument.Set {
			missing = append(missing, argument.Summary())
		}
	}
	if len(missing) > 0 {
		all = append(all, strconv.Quote(strings.Join(missing, " ")))
	}
	return all
}

func quotedList(words []string, between string) string {
	var out []string
	for _, w := range words {
		out = append(out, strconv.Quote(w))
	}
	return strings.Join(out, between)
}

// Declarations is a pointer to a T, which declares verbs, or to what it has for the verb that args begin with: kong takes longer to read the
// declarations of all verbs than a small puzzle takes to be solved. A T begins with the flag ShowVersion; a verb is called as its field.
func Declarations[T any](args []string) any {
	all := reflect.TypeFor[T]()
	if len(args) > 0 {
		for f := range all.Fields() {
			if _, verb := f.Tag.Lookup("cmd"); verb && strings.ToLower(f.Name) == args[0] {
				version, _ := all.FieldByName("ShowVersion")
				version.Index, version.Offset = nil, 0
				f.Index, f.Offset = nil, 0
				return reflect.New(reflect.StructOf([]reflect.StructField{version, f})).Interface()
			}
		}
	}
	return new(T)
}

// arrange puts the words of a command line into the one order that kong reads: the
// verb, its flags, and after a -- all other words. Users may write them in any order,
// the verb and its first argument being the first words that belong to no flag; after
// a -- no word is a flag.
func arrange(app *kong.Application, args []string) []string {
	known := flagsOf(app.Children...)
	at, verbs := known.verb(args), app.Children
	if at < 0 {
		return args // of kong's own flags, or nothing that could be done
	}
	if i := slices.IndexFunc(args, func(word string) bool { return named(app, word) != nil }); i > at && known.strange(args[:at]) {
		at = i // what comes before is rather the value of a misspelt flag
	}
	if v := named(app, args[at]); v != nil {
		verbs = []*kong.Node{v}
	}
	out, words := []string{args[at]}, []string(nil)
	known = flagsOf(verbs...)
	for i := 0; i < len(args); {
		n := known.span(args[i:])
		switch {
		case i == at:
			n = 1
		case args[i] == "--":
			n = len(args) - i
			rest := args[i+1:]
			if at > i {
				rest = rest[1:] // the verb is the first of them
			}
			words = append(words, rest...)
		case n == 0:
			words, n = append(words, args[i]), 1
		case i+n > len(args):
			return append(out, args[i]) // kong says that the value is missing, and looks at nothing else
		default:
			out = append(append(out, known.spelt(args[i])), args[i+1:i+n]...)
		}
		i += n
	}
	if len(words) > 0 {
		out = append(append(out, "--"), words...)
	}
	return out
}

// contradiction is the mistake of a command line, arranged, in which a flag has two values.
func contradiction(app *kong.Application, args []string) error {
	verb := named(app, args[0])
	if verb == nil {
		return nil
	}
	known, values := flagsOf(verb), map[string]string{}
	for i := 1; i < len(args) && args[i] != "--"; i += known.span(args[i:]) {
		name, value, joined := strings.Cut(args[i], "=")
		if !joined && known.span(args[i:]) == 2 {
			value = args[i+1]
		}
		if before, ok := values[name]; ok && before != value {
			return mistakef("%s is to be both %s and %s", name, shorten(before), shorten(value))
		}
		if i := slices.IndexFunc(verb.Flags, func(f *kong.Flag) bool { return "--"+f.Name == name }); i >= 0 && !verb.Flags[i].IsCumulative() {
			values[name] = value
		}
	}
	return nil
}

// named is the verb of that name, nil if there is none.
func named(app *kong.Application, name string) *kong.Node {
	for _, v := range app.Children {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// flagNames says of flags, as they are written, whether they take a value. Flags that
// it doesn't have are taken for such without one: kong refuses them anyway.
type flagNames map[string]bool

// flagsOf are the flags of some verbs. A name that several have takes a value either in
// all of them or in none.
func flagsOf(verbs ...*kong.Node) flagNames {
	out := flagNames{}
	for _, v := range verbs {
		for _, f := range v.Flags {
			out["--"+f.Name] = !f.IsBool()
			if f.Short != 0 {
				out["-"+string(f.Short)] = !f.IsBool()
			}
		}
	}
	return out
}

// spelt is the flag that a word is short for: --json for --format=json, as each format is a flag, too; else the word.
func (known flagNames) spelt(word string) string {
	if _, has := known["--format"]; has {
		for _, f := range formats {
			if word == "--"+f.name {
				return "--format=" + f.name
			}
		}
	}
	return word
}

// verb is the index of the first word that belongs to no flag, or comes first after a --;
// -1 if there is none.
func (known flagNames) verb(args []string) int {
	for i := 0; i < len(args); {
		if args[i] == "--" {
			i++
			if i == len(args) {
				return -1
			}
			return i
		}
		n := known.span(args[i:])
		if n == 0 {
			return i
		}
		i += n
	}
	return -1
}

// strange reports whether a flag is among the words that no verb has.
func (known flagNames) strange(args []string) bool {
	for i := 0; i < len(args); i += max(1, known.span(args[i:])) {
		name, _, _ := strings.Cut(args[i], "=")
		if _, ok := known[name]; !ok && strings.HasPrefix(name, "--") {
			return true
		}
	}
	return false
}

// span is how many of the words belong to the flag that they begin with; 0 if they
// begin with no flag. It is one word too many if a value is missing at the end.
func (known flagNames) span(args []string) int {
	word := args[0]
	switch {
	case word == "-" || !strings.HasPrefix(word, "-"):
		return 0
	case strings.HasPrefix(word, "--"):
		if known[word] { // a value after a = is part of the word
			return 2
		}
		return 1
	}
	for i, c := range word[1:] {
		if known["-"+string(c)] {
			if last := 1+i+len(string(c)) == len(word); last {
				return 2
			}
			return 1 // the rest of the word is the value
		}
	}
	return 1
}
