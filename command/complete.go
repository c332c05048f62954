package command

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"nazo/dsl/check"
	"nazo/internal/shell"
	"nazo/internal/specs"
	"nazo/native"
	"nazo/puzzles"
)

// complete prints what the last of some words may be.
func (s *session) complete(words []string) exitStatus {
	all, files := Completions(words)
	shell.PrintCompletions(s.out, words, all, files)
	return statusTrue
}

// Completions are what the last of the words of a command line may be, and whether files may stand there.
func Completions(words []string) (all []shell.Completion, files bool) {
	parser, err := newParser(new(cli))
	if err != nil {
		panic(err) // the declarations are wrong
	}
	return (&commandLine{shell.NewTyped(parser.Model.Node, words)}).completions()
}

// commandLine is a command line that is being written.
type commandLine struct{ *shell.Typed }

// completions are what the current word may be, and whether files may stand there.
func (l *commandLine) completions() (all []shell.Completion, files bool) {
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
func (l *commandLine) values(f *kong.Flag, before string) (all []shell.Completion, files bool) {
	if f.Enum != "" {
		return shell.OneOf(before, f.EnumSlice()...), false
	}
	switch f.Name {
	case "engine":
		return shell.OneOf(before, "auto", "sat", "native", "both"), false
	case "search":
		for _, v := range native.Searches() {
			all = append(all, shell.Completion{Word: before + v.Name, About: v.About})
		}
		return all, false
	case "player", "players":
		if sp := l.spec(); sp != nil {
			for _, p := range sp.Players {
				all = append(all, shell.Completion{Word: before + p.Stmt.Name.Text, About: "a player of the spec"})
			}
		}
		return all, false
	}
	return nil, true
}

// words are those that may stand beside flags: what the verb's declaration calls them decides.
func (l *commandLine) words() (all []shell.Completion, files bool) {
	p := l.Argument()
	switch {
	case p == nil:
		return nil, false
	case p.Enum != "":
		return shell.OneOf("", p.EnumSlice()...), false
	case p.Name == "verb":
		return l.Verbs(), false
	case strings.HasPrefix(p.Name, "spec"):
		for _, name := range puzzles.Specs() {
			all = append(all, shell.Completion{Word: name, About: puzzles.About(name)})
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
	sp, _, err := specs.Load(l.Words[0])
	if err != nil {
		return nil
	}
	return sp
}

// instances are those that come with the spec, and its givens; of a given that is named its values.
func (l *commandLine) instances() (all []shell.Completion) {
	sp := l.spec()
	if sp == nil {
		return nil
	}
	given, _, valued := strings.Cut(l.Current, "=")
	if valued {
		if t := sp.Types[given]; t != nil {
			return shell.OneOf(given+"=", valuesOf(t)...)
		}
		return nil
	}
	for _, file := range puzzles.Instances(l.Words[0]) {
		all = append(all, shell.Completion{Word: strings.TrimSuffix(file, ".txt"), About: "an instance that comes with the spec"})
	}
	said := func(name string) bool {
		return slices.ContainsFunc(l.Words, func(w string) bool { return strings.HasPrefix(w, name+"=") })
	}
	for _, g := range sp.Givens {
		for _, part := range g.Stmt.Parts {
			if !said(part.Name.Text) {
				all = append(all, shell.Completion{Word: part.Name.Text + "=", About: strings.Join(strings.Fields(g.Source.Slice(g.Stmt.Span())), " ")})
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
