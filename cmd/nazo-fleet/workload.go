package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// workload is a verb of nazo that a fleet can do: all that there is to know of it here.
type workload struct {
	bounded bool // its --memory is that of the whole process
	timed   bool // its --time is that of the whole question, so that it is for the fleet to keep
	each    bool // but of several instances that of each, so that it is for parts to keep
}

// workloads are the verbs with --part and --join.
var workloads = map[string]workload{
	"solve":   {bounded: true, timed: true, each: true},
	"count":   {bounded: true, timed: true, each: true},
	"unique":  {bounded: true, timed: true, each: true},
	"sample":  {bounded: true, timed: true},
	"make":    {bounded: true, timed: true},
	"contest": {timed: true},
	"compare": {bounded: true},
}

// verbList has their names, for people.
func verbList() string { return strings.Join(slices.Sorted(maps.Keys(workloads)), ", ") }

// divides are flags of nazo that say what this program sees to, and elsewhere those that hold where nazo runs.
var (
	divides   = []string{"--part", "--join", "--add", "--plan", "--checkpoint", "--resume", "--from", "--watch"}
	elsewhere = []string{"--output", "-o"}
)

// suits is an error if flags of nazo, before --, don't go with a fleet, or with one of other machines.
func suits(args []string, away bool) error {
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.Contains(arg, "o") {
			name = "-o" // with others in front of it, or what it is to be behind it
		}
		switch {
		case arg == "--":
			return nil
		case slices.Contains(divides, name):
			return fmt.Errorf("%s: nazo-fleet divides the work itself, and keeps what is done; nazo %s %[1]s does it by hand", name, args[0])
		case away && slices.Contains(elsewhere, name):
			return fmt.Errorf("%s is for work on this machine; nazo-fleet result prints what came of a job that others do", name)
		case away && name == "--time" && !timeOfParts(args[0], true):
			return errTime
		}
	}
	return nil
}

// timeOfParts reports whether --time of a verb is for its parts to keep, as it is not that of the whole job: that of each engine and example, or,
// where a question is about several instances, of each of them.
func timeOfParts(verb string, several bool) bool {
	w := workloads[verb]
	return !w.timed || w.each && several
}

// errTime says of --time what else there is.
var errTime = errors.New("--time is that of a whole question, and parts would each take it for theirs; --deadline says when the whole job ends, and nazo-fleet result prints what was done by then")

// hasTime reports whether --time is among flags of nazo, before --.
func hasTime(args []string) bool {
	for _, arg := range args {
		if arg == "--" {
			return false
		}
		if name, _, _ := strings.Cut(arg, "="); name == "--time" {
			return true
		}
	}
	return false
}

// quiet is an error if flags of nazo, before --, name programs that it runs.
func quiet(args []string) error {
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		switch {
		case arg == "--":
			return nil
		case name == "--player-command", strings.Contains(arg, "dimacs:"):
			return fmt.Errorf("%s has another program run, for which a worker is to be started with --commands", arg)
		}
	}
	return nil
}

// inside is an error if words of a command line, or values of its flags, may name files outside of the folder that has those of the job. Behind
// -- name=value names none, nor does use in a spec.
func inside(args []string) error {
	flags := true
	for _, arg := range args[1:] {
		if flags && arg == "--" {
			flags = false
			continue
		}
		name, value, given := strings.Cut(arg, "=")
		switch {
		case !flags && given && !strings.ContainsAny(name, `/\.`):
			continue
		case flags && given && strings.HasPrefix(arg, "-"):
			arg = value
		}
		if arg != "" && !filepath.IsLocal(arg) {
			return fmt.Errorf("%s is outside of the folder of the job, and not for a worker to read: nazo-fleet submit packs what a job needs", arg)
		}
	}
	return nil
}
