package command

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"nazo/dsl/check"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/puzzles"
)

// complete prints what the last of some words may be.
func (s *session) complete(words []string) exitStatus {
	all, files := Completions(words)
	PrintCompletions(s.out, words, all, files)
	return statusTrue
}

// Completions are what the last of the words of a command line may be, and whether files may stand there.
func Completions(words []string) (all []Completion, files bool) {
	parser, err := newParser(new(cli))
	if err != nil {
		panic(err) // the declarations are wrong
	}
	return (&commandLine{NewTyped(parser.Model.Node, words)}).completions()
}

// commandLine is a command line that is being written.
type commandLine struct{ *Typed }

// completions are what the current word may be, and whether files may stand there.
func (l *commandLine) completions() (all []Completion, files bool) {
	switch f, before := l.Value(); {
	case f != nil:
		return l.values(f, before)
	case l.IsFlag() && before != "":
		return nil, false
	case l.IsFlag():
		return l.Flags(), false
	case l.Verb == nil:
		return l.Verbs(), false
	}
	return l.words()
}

// values are those of a flag.
func (l *commandLine) values(f *kong.Flag, before string) (all []Completion, files bool) {
	if f.Enum != "" {
		return OneOf(before, f.EnumSlice()...), false
	}
	switch f.Name {
	case "engine":
		return OneOf(before, "auto", "sat", "native", "both"), false
	case "search":
		for _, v := range native.Searches() {
			all = append(all, Completion{Word: before + v.Name, About: v.About})
		}
		return all, false
	case "player", "players":
		if sp := l.spec(); sp != nil {
			for _, p := range sp.Players {
				all = append(all, Completion{Word: before + p.Stmt.Name.Text, About: "a player of the spec"})
			}
		}
		return all, false
	}
	return nil, true
}

// words are those that may stand beside flags: what the verb's declaration calls them decides.
func (l *commandLine) words() (all []Completion, files bool) {
	p := l.Argument()
	switch {
	case p == nil:
		return nil, false
	case p.Enum != "":
		return OneOf("", p.EnumSlice()...), false
	case p.Name == "verb":
		return l.Verbs(), false
	case strings.HasPrefix(p.Name, "spec"):
		for _, name := range puzzles.Specs() {
			all = append(all, Completion{Word: name, About: puzzles.About(name)})
		}
		return all, true
	}
	return l.instances(), true
}

// spec is the one that is named; nil if there is none, or if it has mistakes.
func (l *commandLine) spec() *check.Spec {
	if len(l.Words) == 0 {
		return nil
	}
	sp, _, err := load.Load(l.Words[0])
	if err != nil {
		return nil
	}
	return sp
}

// instances are those that come with the spec, and its givens; of a given that is named its values.
func (l *commandLine) instances() (all []Completion) {
	sp := l.spec()
	if sp == nil {
		return nil
	}
	given, _, valued := strings.Cut(l.Current, "=")
	if valued {
		if t := sp.Types[given]; t != nil {
			return OneOf(given+"=", valuesOf(t)...)
		}
		return nil
	}
	for _, file := range puzzles.Instances(l.Words[0]) {
		all = append(all, Completion{Word: strings.TrimSuffix(file, ".txt"), About: "an instance that comes with the spec"})
	}
	said := func(name string) bool {
		return slices.ContainsFunc(l.Words, func(w string) bool { return strings.HasPrefix(w, name+"=") })
	}
	for _, g := range sp.Givens {
		for _, part := range g.Stmt.Parts {
			if !said(part.Name.Text) {
				all = append(all, Completion{Word: part.Name.Text + "=", About: strings.Join(strings.Fields(g.Source.Slice(g.Stmt.Span())), " ")})
			}
		}
	}
	return all
}

// valuesOf are the values of a type that has words for them.
func valuesOf(t *check.Type) (all []string) {
	if t.Kind == check.Bool {
		return []string{"false", "true"}
	}
	for _, e := range t.Enums {
		for _, l := range e.Set.Labels {
			all = append(all, l.Name.Text)
		}
	}
	return all
}

// completionCmd prints the script for a shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints it.
func (c *completionCmd) Run(s *session) error {
	text, err := CompletionScript(c.Shell, "nazo")
	if err != nil {
		return err
	}
	fmt.Fprint(s.out, text)
	return nil
}

// CompleteVerb is what the scripts of shells ask: PROGRAM complete -- WORDS prints what the last of the words of a command line may be, one
// in a line, behind a tab what it is; a line :files says that files may stand there, too. It is in no help.
const CompleteVerb = "complete"

// scripts have a shell ask `nazo complete` what a word may be.
//
//go:embed completion
var scripts embed.FS

// CompletionScript is the script by which a shell, bash, zsh or fish, completes the words of a program.
func CompletionScript(shell, program string) (string, error) {
	text, err := scripts.ReadFile("completion/nazo." + shell)
	return strings.ReplaceAll(string(text), "nazo", program), err
}

// Completion is one of the words that may stand somewhere.
type Completion struct{ Word, About string }

// PrintCompletions prints those of them that go on from the last of some words.
func PrintCompletions(to io.Writer, words []string, all []Completion, files bool) {
	current := ""
	if len(words) > 0 {
		current = words[len(words)-1]
	}
	for _, c := range all {
		if strings.HasPrefix(c.Word, current) {
			fmt.Fprintf(to, "%s\t%s\n", c.Word, firstSentence(c.About))
		}
	}
	if files {
		fmt.Fprintln(to, ":files")
	}
}

// firstSentence is what fits beside a word.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(text, ". ")
	return strings.TrimSuffix(Cut(text, Longest), ".")
}

// Typed is a command line that is being written.
type Typed struct {
	Verb    *kong.Node // nil: it is to come
	Words   []string   // those behind the verb that are no flags
	Waiting *kong.Flag // the flag whose value comes next
	Current string     // the word that is being written

	root *kong.Node
}

// NewTyped reads the words that stand behind CompleteVerb.
func NewTyped(root *kong.Node, words []string) *Typed {
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		words = []string{""}
	}
	last := len(words) - 1
	t := &Typed{root: root, Current: words[last]}
	for _, w := range words[:last] {
		switch {
		case t.Waiting != nil:
			t.Waiting = nil
		case strings.HasPrefix(w, "-") && len(w) > 1:
			name, _, valued := strings.Cut(w, "=")
			if f := t.flag(name); f != nil && !f.IsBool() && !valued {
				t.Waiting = f
			}
		case t.Verb == nil:
			for _, verb := range t.root.Children {
				if verb.Name == w {
					t.Verb = verb
				}
			}
		default:
			t.Words = append(t.Words, w)
		}
	}
	return t
}

// flag is the one that is written so; nil if there is none.
func (t *Typed) flag(text string) *kong.Flag {
	for _, f := range t.flags() {
		if text == "--"+f.Name || f.Short != 0 && text == "-"+string(f.Short) {
			return f
		}
	}
	return nil
}

func (t *Typed) flags() []*kong.Flag {
	if t.Verb == nil {
		return t.root.Flags
	}
	return t.Verb.Flags
}

// Value is the flag whose value the current word is, and what stands before that in it; nil if it is none's.
func (t *Typed) Value() (f *kong.Flag, before string) {
	name, _, valued := strings.Cut(t.Current, "=")
	switch {
	case t.Waiting != nil:
		return t.Waiting, ""
	case strings.HasPrefix(t.Current, "-") && valued:
		return t.flag(name), name + "="
	}
	return nil, ""
}

// IsFlag reports whether the current word is a flag, or its beginning.
func (t *Typed) IsFlag() bool { return t.Waiting == nil && strings.HasPrefix(t.Current, "-") }

// Flags are the flags that may stand there.
func (t *Typed) Flags() (all []Completion) {
	for _, f := range t.flags() {
		if !f.Hidden {
			all = append(all, Completion{Word: "--" + f.Name, About: f.Help})
		}
	}
	return all
}

// Verbs are all verbs.
func (t *Typed) Verbs() (all []Completion) {
	for _, verb := range t.root.Children {
		if !verb.Hidden {
			all = append(all, Completion{Word: verb.Name, About: verb.Help})
		}
	}
	return all
}

// Argument is the declaration of the current word, which is no flag; nil if there is none.
func (t *Typed) Argument() *kong.Positional {
	at := min(len(t.Words), len(t.Verb.Positional)-1)
	if at < 0 {
		return nil
	}
	return t.Verb.Positional[at]
}

// OneOf are words, each behind what stands before it.
func OneOf(before string, words ...string) (all []Completion) {
	for _, w := range words {
		all = append(all, Completion{Word: before + w})
	}
	return all
}
