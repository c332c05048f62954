package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"nazo/dsl/diag"
	"nazo/internal/fleet"
	"nazo/internal/ui/command"
)

// verbs are the verbs of nazo-fleet. help.txt has their examples.
func verbs() (all []*command.Verb) {
	for _, w := range workloads {
		all = append(all, command.NewVerb(w.verb, w.about, &spreadCmd{workload: w}))
	}
	return append(all,
		command.NewVerb("serve", "Be the hub of a fleet: it keeps jobs and results, and gives out tasks.", new(serveCmd)),
		command.NewVerb("coordinate", "Run the jobs of a server of NATS that there is already, as a hub would.", new(coordinateCmd)),
		command.NewVerb("work", "Work for a hub until an interrupt: then what can be saved is saved, and others go on.", new(workCmd)),
		command.NewVerb("submit", "Give a hub a job, and print its name.", new(submitCmd)),
		command.NewVerb("watch", "Tell how far a job is until it is done: parts that are done, running, lost with their workers, failed, set aside since they failed too often, divided into smaller ones.", new(watchCmd)),
		command.NewVerb("result", "Print what came of a job as nazo alone would have.", new(resultCmd)),
		command.NewVerb("cancel", "Have nobody work on jobs any more.", new(cancelCmd)),
		command.NewVerb("reopen", "Go on with jobs that were cancelled, or of which parts were set aside: counts go on from their checkpoints.", new(reopenCmd)),
		command.NewVerb("remove", "Have the hub forget jobs that have ended, with their files and all that came of them.", new(removeCmd)),
		command.NewVerb("list", "List the jobs of a hub: running; done, or enough if the rest was superfluous; incomplete if parts failed too often and were set aside; cancelled; failed if each attempt ended with the same mistake; faulty if two results contradict each other.", new(listCmd)),
		command.NewVerb("workers", "List the workers of a hub: their build, cores and memory, when they were heard of, what they work on, and why they refuse jobs.", new(workersCmd)),
		command.NewVerb("keygen", "Make a key by which a hub knows who asks: its seed into a file, its public half is printed.", new(keygenCmd)),
		command.NewVerb("completion", "Print a script by which a shell completes verbs, flags, specs, instances, givens and the names of jobs.", new(completionCmd)),
		command.NewVerb("help", "Tell more about a verb.", new(helpCmd)),
		command.NewVerb("version", "Print the version, and the build by which workers and jobs know each other.", new(versionCmd)),
	)
}

// helpTexts has an example or two for each verb, after a line that names it.
//
//go:embed help.txt
var helpTexts string

func (s *session) program() *command.Program {
	return &command.Program{
		Name:     "nazo-fleet",
		About:    "Nazo-fleet does what nazo does with many processes, on this machine or on many: the same command lines, the same output.",
		Statuses: statuses,
		Examples: helpTexts,
		Common:   []string{"hub", "token-file", "seed-file", "tls-ca", "tls-cert", "tls-key"},
		Verbs:    verbs(),
		Out:      s.out,
		Width:    command.ColumnsOf(s.out),
		Complete: s.complete,
		NoVerb: func(name string) string {
			if nazos := command.Completions(name); slices.ContainsFunc(nazos, func(c cobra.Completion) bool { return word(c) == name }) {
				return fmt.Sprintf(": nazo has one, whose work can't be divided; that of %s can", verbList())
			}
			return ""
		},
	}
}

// command reads the command line and runs its verb.
func (s *session) command(args []string) error {
	if len(args) == 1 && (args[0] == "--version" || args[0] == "-v") {
		args = []string{"version"}
	}
	return s.program().Read(args, func(v *command.Verb) error {
		s.verb = v.Name()
		c, asks := v.Target.(asker)
		if !asks {
			return v.Target.(interface{ Run(*session) error }).Run(s)
		}
		client, err := s.hub(c.at())
		if err != nil {
			return err
		}
		defer client.Close()
		return c.ask(s, client)
	})
}

// asker is a verb that asks a hub. Other verbs have a method Run.
type asker interface {
	at() hubFlags
	ask(s *session, client *fleet.Client) error
}

// helpCmd prints the help of nazo-fleet or of verbs.
type helpCmd struct{ Verbs []string }

// Declare implements [command.Declarer].
func (c *helpCmd) Declare(v *command.Verb) { v.Argument(&c.Verbs, "[verb]", "Verbs, such as count.") }

// Run prints the help.
func (c *helpCmd) Run(s *session) error { return s.program().Help(c.Verbs) }

// notHere and notAway have advice for flags that are not for work on this machine, or only for that.
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

// misplaced returns an error if a word before -- is a flag of this program that does not belong here, or is probably
// a misspelt one. nazo reads all other words.
func misplaced(words []string, away bool) error {
	verb, others, name := words[0], notHere, words[0]
	if away {
		others, name = notAway, "submit"
	}
	var own []string
	for _, v := range verbs() {
		if v.Name() == name {
			own = command.FlagNames(v.Flags())
		}
	}
	var known []string // asked for when a word is a flag
	for name := range flagsOf(words) {
		if !strings.HasPrefix(name, "--") {
			continue
		}
		if text := others[name]; text != "" {
			return fmt.Errorf("%s: %s", name, strings.ReplaceAll(text, "VERB", verb))
		}
		if known == nil {
			known = slices.Clone(own)
			for _, c := range command.Completions(verb, "--") {
				known = append(known, word(c))
			}
		}
		if near := diag.Nearest(name, known); !slices.Contains(known, name) && slices.Contains(own, near) {
			return errors.New(command.UnknownFlag(name, own) + " (nazo-fleet --help tells more)")
		}
	}
	return nil
}

// completionCmd prints the script for a shell.
type completionCmd struct{ Shell string }

// Declare implements [command.Declarer].
func (c *completionCmd) Declare(v *command.Verb) { v.ShellArgument(&c.Shell) }

// Run prints it.
func (c *completionCmd) Run(s *session) error { return s.program().WriteCompletion(s.out, c.Shell) }

// word is the word of a completion.
func word(c cobra.Completion) string {
	name, _, _ := strings.Cut(c, "\t")
	return name
}

// complete completes the words of a command line of nazo, and names of jobs and files.
func (s *session) complete(v *command.Verb, a command.Argument, before []string, current string) ([]cobra.Completion, cobra.ShellCompDirective) {
	switch {
	case v.DisableFlagParsing:
		return nazoWords(v, before, current)
	case a.Name == "file":
		return nil, cobra.ShellCompDirectiveDefault
	case a.Name == "job" && (len(before) == 0 || a.Many()):
		return s.jobs(v), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// nazoWords are completions where a command line of nazo is written; the flags of this program are among those of cobra.
func nazoWords(v *command.Verb, before []string, current string) (all []cobra.Completion, files cobra.ShellCompDirective) {
	own, line := v.Split(append(slices.Clip(before), current))
	if slices.Contains(own, current) && current != "" { // a value of a flag of this program
		return nil, cobra.ShellCompDirectiveDefault
	}
	if v.Name() != "submit" {
		line = append([]string{v.Name()}, line...)
	} else if len(line) == 1 && !strings.HasPrefix(current, "-") {
		return workVerbs(), cobra.ShellCompDirectiveNoFileComp
	}
	known := command.FlagNames(v.Flags())
	for _, c := range command.Completions(line...) {
		if name := word(c); suits([]string{line[0], name}, v.Name() == "submit") == nil && !slices.Contains(known, name) {
			all = append(all, c)
		}
	}
	return all, cobra.ShellCompDirectiveDefault
}

// hubPatience is how long a hub that is asked for the names of its jobs may take: somebody has pressed a key.
const hubPatience = time.Second

// jobs are the jobs of the hub that a command line, or the environment, names; none if that can't be asked.
func (s *session) jobs(v *command.Verb) (all []cobra.Completion) {
	target, ok := v.Target.(interface{ at() hubFlags })
	if !ok {
		return nil
	}
	ctx, cancel := context.WithTimeout(s.ctx, hubPatience)
	defer cancel()
	client, err := target.at().connect(ctx)
	if err != nil {
		return nil
	}
	defer client.Close()
	jobs, err := client.Jobs(ctx)
	if err != nil {
		return nil
	}
	for _, job := range jobs {
		all = append(all, cobra.CompletionWithDesc(job.ID, "nazo "+strings.Join(job.Args, " ")))
	}
	return all
}
