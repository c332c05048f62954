package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"nazo/command"
	"nazo/internal/shell"
)

// completionCmd prints the script for a shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints it.
func (c *completionCmd) Run(s *session) error {
	text, err := shell.CompletionScript(c.Shell, "nazo-fleet")
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
	shell.PrintCompletions(s.out, words, all, files)
}

// completions are what the last of the words may be, and whether files may stand there.
func (s *session) completions(app *kong.Application, words []string) (all []shell.Completion, files bool) {
	t := shell.NewTyped(app.Node, words)
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
		return shell.OneOf("", p.EnumSlice()...), false
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
func nazoWords(app *kong.Application, t *shell.Typed, words []string) (all []shell.Completion, files bool) {
	last := len(words) - 1
	_, line := ownAndNazos(app, t.Verb, words[1:last])
	line = append(line, words[last])
	switch {
	case t.Verb.Name != "submit":
		line = append([]string{t.Verb.Name}, line...)
	case len(line) == 1 && !t.IsFlag():
		return shell.OneOf("", slices.Sorted(maps.Keys(workloads))...), false
	}
	if t.IsFlag() {
		all = t.Flags()
	}
	nazo, files := command.Completions(line)
	for _, c := range nazo {
		if suits([]string{line[0], c.Word}, t.Verb.Name == "submit") == nil && !slices.ContainsFunc(all, func(own shell.Completion) bool { return own.Word == c.Word }) {
			all = append(all, c)
		}
	}
	return all, files
}

// hubPatience is how long a hub that is asked for the names of its jobs may take: somebody has pressed a key.
const hubPatience = time.Second

// jobs are the jobs of the hub that a command line, or the environment, names; none if that can't be asked.
func (s *session) jobs(words []string) (all []shell.Completion) {
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
		all = append(all, shell.Completion{Word: job.ID, About: "nazo " + strings.Join(job.Args, " ")})
	}
	return all
}
