package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"nazo/dsl/check"
	"nazo/internal/specs"
	"nazo/native"
	"nazo/puzzles"
)

// completeVerb is what the scripts of shells ask: nazo complete -- WORDS prints what the last of the words of a command line may be, one
// in a line, behind a tab what it is; a line :files says that files may stand there, too. It is in no help.
const completeVerb = "complete"

// completion is one of the words that may stand somewhere.
type completion struct{ word, about string }

// complete prints them.
func (s *session) complete(words []string) exitStatus {
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		words = []string{""}
	}
	parser, err := newParser(new(cli))
	if err != nil {
		panic(err) // the declarations are wrong
	}
	l := &commandLine{root: parser.Model.Node, current: words[len(words)-1]}
	l.read(words[:len(words)-1])
	all, files := l.completions()
	for _, c := range all {
		if strings.HasPrefix(c.word, l.current) {
			fmt.Fprintf(s.out, "%s\t%s\n", c.word, firstSentence(c.about))
		}
	}
	if files {
		fmt.Fprintln(s.out, ":files")
	}
	return statusTrue
}

// firstSentence is what fits beside a word.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(text, ". ")
	return strings.TrimSuffix(cut(text, longest), ".")
}

// commandLine is a command line that is being written.
type commandLine struct {
	root       *kong.Node
	verb       *kong.Node // nil: it is to come
	positional []string   // words behind the verb that are no flags
	waiting    *kong.Flag // the flag whose value comes next
	current    string
}

// read takes up the words before the current one.
func (l *commandLine) read(words []string) {
	for _, w := range words {
		switch {
		case l.waiting != nil:
			l.waiting = nil
		case strings.HasPrefix(w, "-") && len(w) > 1:
			name, _, valued := strings.Cut(w, "=")
			if f := l.flag(name); f != nil && !f.IsBool() && !valued {
				l.waiting = f
			}
		case l.verb == nil:
			for _, verb := range l.root.Children {
				if verb.Name == w {
					l.verb = verb
				}
			}
		default:
			l.positional = append(l.positional, w)
		}
	}
}

// flag is the one that is written so; nil if there is none.
func (l *commandLine) flag(text string) *kong.Flag {
	for _, f := range l.flags() {
		if text == "--"+f.Name || f.Short != 0 && text == "-"+string(f.Short) {
			return f
		}
	}
	return nil
}

func (l *commandLine) flags() []*kong.Flag {
	if l.verb == nil {
		return l.root.Flags
	}
	return l.verb.Flags
}

// completions are what the current word may be, and whether files may stand there.
func (l *commandLine) completions() (all []completion, files bool) {
	name, _, valued := strings.Cut(l.current, "=")
	switch {
	case l.waiting != nil:
		return l.values(l.waiting, "")
	case strings.HasPrefix(l.current, "-") && valued:
		if f := l.flag(name); f != nil {
			return l.values(f, name+"=")
		}
		return nil, false
	case strings.HasPrefix(l.current, "-"):
		for _, f := range l.flags() {
			if !f.Hidden {
				all = append(all, completion{"--" + f.Name, f.Help})
			}
		}
		return all, false
	case l.verb == nil:
		return l.verbs(), false
	}
	return l.words()
}

func (l *commandLine) verbs() (all []completion) {
	for _, verb := range l.root.Children {
		if !verb.Hidden {
			all = append(all, completion{verb.Name, verb.Help})
		}
	}
	return all
}

// values are those of a flag.
func (l *commandLine) values(f *kong.Flag, before string) (all []completion, files bool) {
	if f.Enum != "" {
		for _, v := range f.EnumSlice() {
			all = append(all, completion{before + v, ""})
		}
		return all, false
	}
	switch f.Name {
	case "engine":
		for _, v := range []string{"auto", "sat", "native", "both"} {
			all = append(all, completion{before + v, ""})
		}
		return all, false
	case "search":
		for _, v := range native.Searches() {
			all = append(all, completion{before + v.Name, v.About})
		}
		return all, false
	case "player", "players":
		if sp := l.spec(); sp != nil {
			for _, p := range sp.Players {
				all = append(all, completion{before + p.Stmt.Name.Text, "a player of the spec"})
			}
		}
		return all, false
	}
	return nil, true
}

// words are those that may stand beside flags: what the verb's declaration calls them decides.
func (l *commandLine) words() (all []completion, files bool) {
	at := min(len(l.positional), len(l.verb.Positional)-1)
	if at < 0 {
		return nil, false
	}
	p := l.verb.Positional[at]
	switch {
	case p.Enum != "":
		for _, v := range p.EnumSlice() {
			all = append(all, completion{v, ""})
		}
		return all, false
	case p.Name == "verb":
		return l.verbs(), false
	case strings.HasPrefix(p.Name, "spec"):
		for _, name := range puzzles.Specs() {
			all = append(all, completion{name, puzzles.About(name)})
		}
		return all, true
	}
	return l.instances(), true
}

// spec is the one that is named; nil if there is none, or if it has mistakes.
func (l *commandLine) spec() *check.Spec {
	if len(l.positional) == 0 {
		return nil
	}
	sp, _, err := specs.Load(l.positional[0])
	if err != nil {
		return nil
	}
	return sp
}

// instances are those that come with the spec, and its givens; of a given that is named its values.
func (l *commandLine) instances() (all []completion) {
	sp := l.spec()
	if sp == nil {
		return nil
	}
	given, _, valued := strings.Cut(l.current, "=")
	if valued {
		if t := sp.Types[given]; t != nil {
			for _, v := range valuesOf(t) {
				all = append(all, completion{given + "=" + v, ""})
			}
		}
		return all
	}
	for _, file := range puzzles.Instances(l.positional[0]) {
		all = append(all, completion{strings.TrimSuffix(file, ".txt"), "an instance that comes with the spec"})
	}
	said := func(name string) bool {
		return slices.ContainsFunc(l.positional, func(w string) bool { return strings.HasPrefix(w, name+"=") })
	}
	for _, g := range sp.Givens {
		for _, part := range g.Stmt.Parts {
			if !said(part.Name.Text) {
				all = append(all, completion{part.Name.Text + "=", strings.Join(strings.Fields(g.Source.Slice(g.Stmt.Span())), " ")})
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
