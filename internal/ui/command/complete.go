package command

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"nazo/dsl/check"
	"nazo/internal/alg"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/puzzles"
)

// CompleteFlag declares the values that complete a flag.
func (v *Verb) CompleteFlag(name string, values func(before []string) []cobra.Completion) {
	err := v.RegisterFlagCompletionFunc(name, func(_ *cobra.Command, before []string, current string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return beginning(values(before), current), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // there is no such flag
	}
}

// beginning returns the completions that begin with a text, each with the first sentence of its description.
func beginning(all []cobra.Completion, current string) (fit []cobra.Completion) {
	for _, c := range all {
		word, about, _ := strings.Cut(c, "\t")
		if strings.HasPrefix(word, current) {
			about, _, _ = strings.Cut(about, ". ")
			fit = append(fit, cobra.CompletionWithDesc(word, strings.TrimSuffix(Cut(about, Longest), ".")))
		}
	}
	return fit
}

// words completes an argument.
func (p *Program) words(v *Verb, before []string, current string) (all []cobra.Completion, files cobra.ShellCompDirective) {
	at := len(before)
	if n := len(v.Arguments); at >= n {
		if n == 0 || !v.Arguments[n-1].Many() {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		at = n - 1
	}
	switch a := v.Arguments[at]; {
	case a.Enum != nil:
		all, files = a.Enum, cobra.ShellCompDirectiveNoFileComp
	case a.Name == "verb":
		for _, v := range p.Verbs {
			all = append(all, cobra.CompletionWithDesc(v.Name(), v.Short))
		}
		files = cobra.ShellCompDirectiveNoFileComp
	default:
		all, files = p.Complete(v, a, before, current)
	}
	all = beginning(all, current)
	if len(all) == 1 {
		if word, _, _ := strings.Cut(all[0], "\t"); strings.HasSuffix(word, "=") {
			files |= cobra.ShellCompDirectiveNoSpace
		}
	}
	return all, files
}

// Completions returns the completions of the last word of a command line of nazo.
func Completions(words ...string) (all []cobra.Completion) {
	var out bytes.Buffer
	p := newProgram()
	p.Out = &out
	if err := p.Read(append([]string{cobra.ShellCompRequestCmd}, words...), nil); err != nil {
		return nil
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	return lines[:len(lines)-1] // the last line is a directive for the shell
}

// complete completes specs, instances and givens, depending on the name of the verb's argument.
func complete(_ *Verb, a Argument, before []string, current string) (all []cobra.Completion, files cobra.ShellCompDirective) {
	if !strings.HasPrefix(a.Name, "spec") {
		return instances(before, current), cobra.ShellCompDirectiveDefault
	}
	for _, name := range puzzles.Specs() {
		all = append(all, cobra.CompletionWithDesc(name, puzzles.About(name)))
	}
	return all, cobra.ShellCompDirectiveDefault
}

func searchNames([]string) (all []cobra.Completion) {
	for _, v := range native.Searches() {
		all = append(all, cobra.CompletionWithDesc(v.Name, v.About))
	}
	return all
}

func playerNames(words []string) (all []cobra.Completion) {
	for _, p := range specOf(words).Players {
		all = append(all, cobra.CompletionWithDesc(p.Stmt.Name.Text, "a player of the spec"))
	}
	return all
}

func techniqueNames(words []string) (all []cobra.Completion) {
	sp := specOf(words)
	for i, name := range techniquesOf(sp) {
		about := "a general technique"
		if i < len(sp.Techniques) {
			about = "a technique of the spec"
		}
		all = append(all, cobra.CompletionWithDesc(name, about))
	}
	return all
}

func givenNames(words []string) (all []cobra.Completion) {
	for _, g := range specOf(words).Givens {
		for _, part := range g.Stmt.Parts {
			all = append(all, part.Name.Text)
		}
	}
	return all
}

// specOf returns the named spec. It is empty if there is none or it has mistakes.
func specOf(words []string) *check.Spec {
	if len(words) > 0 {
		if sp, _, err := load.Load(words[0]); err == nil {
			return sp
		}
	}
	return &check.Spec{}
}

// instances completes to the instances that come with the spec, to its givens, or to the values of a given.
func instances(words []string, current string) (all []cobra.Completion) {
	if len(words) == 0 {
		return nil
	}
	sp := specOf(words)
	if given, _, valued := strings.Cut(current, "="); valued {
		if t := sp.Types[given]; t != nil {
			all = alg.Map(valuesOf(t), func(value string) cobra.Completion { return given + "=" + value })
		}
		return all
	}
	for _, file := range puzzles.Instances(words[0]) {
		all = append(all, cobra.CompletionWithDesc(strings.TrimSuffix(file, ".txt"), "an instance that comes with the spec"))
	}
	said := func(name string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, name+"=") })
	}
	for _, g := range sp.Givens {
		for _, part := range g.Stmt.Parts {
			if !said(part.Name.Text) {
				all = append(all, cobra.CompletionWithDesc(part.Name.Text+"=", strings.Join(strings.Fields(g.Source.Slice(g.Stmt.Span())), " ")))
			}
		}
	}
	return all
}

// valuesOf returns the values of a type that has words for them.
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

type completionCmd struct{ Shell string }

// Declare implements [Declarer].
func (c *completionCmd) Declare(v *Verb) { v.ShellArgument(&c.Shell) }

// ShellArgument declares an argument for [Program.WriteCompletion].
func (v *Verb) ShellArgument(to *string) {
	v.Argument(to, "shell", "bash, zsh, fish or powershell.", "bash", "zsh", "fish", "powershell")
}

// Run prints the script.
func (c *completionCmd) Run(s *session) error { return newProgram().WriteCompletion(s.out, c.Shell) }

// WriteCompletion writes the script by which a shell completes the words of a program.
func (p *Program) WriteCompletion(to io.Writer, shell string) error {
	root := &cobra.Command{Use: p.Name}
	switch shell {
	case "bash":
		return root.GenBashCompletionV2(to, true)
	case "zsh":
		return root.GenZshCompletion(to)
	case "fish":
		return root.GenFishCompletion(to, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(to)
	}
	return fmt.Errorf("there is no script for %s", shell)
}
