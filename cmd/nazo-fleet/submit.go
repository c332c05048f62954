package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nazo/internal/fleet"
	"nazo/internal/ui/command"
)

// submitCmd gives a hub a job.
type submitCmd struct {
	commandWords
	hubFlags
	divisionFlags
	Memory   command.Memory
	Attempts command.Amount
	Deadline command.Period
	Name     string
}

// Declare implements [command.Declarer].
func (c *submitCmd) Declare(v *command.Verb) {
	v.Include(&c.commandWords, &c.hubFlags, &c.divisionFlags)
	v.Flag(&c.Memory, "memory", "SIZE", "What each part may take, such as 4G: a worker does as many at once as its own memory allows, and ends what takes more (default: no limit).")
	v.Flag(&c.Attempts, "attempts", "N", "How often a part may fail before it is set aside (default: 3).")
	v.Flag(&c.Deadline, "deadline", "DURATION", "End the job so long after it was submitted, or reopened, such as 12h, whatever is done by then, which nazo-fleet result prints (default: never).")
	v.Flag(&c.Name, "name", "NAME", "The job's name: letters, digits, - and _ (default: the verb and a number).")
}

// leastWorkers is the least number of workers that a job is divided for. Most come when there is something to do.
const leastWorkers = 16

// Run reads the command line and its files, as nazo would, and prints the name of the job.
func (c *submitCmd) Run(s *session) error {
	words := c.Words
	if len(words) == 0 {
		return fmt.Errorf("submit what? A command line of nazo, such as: nazo-fleet submit count SPEC")
	}
	if _, ok := workloadOf(words[0]); !ok {
		return fmt.Errorf("nazo %s can't be divided; %s can", words[0], verbList())
	}
	if err := misplaced(words, true); err != nil {
		return err
	}
	packed, status := command.Pack(words, s.in, s.out, s.errs)
	if packed == nil {
		return command.Status(status)
	}
	if err := suits(packed.Args, true); err != nil {
		return err
	}
	if hasTime(packed.Args) && !timeOfParts(packed.Args[0], packed.Several) {
		return errTime
	}
	if err := c.suit(packed); err != nil {
		return err
	}
	if _, err := shareOf(c.Memory, 1, ""); err != nil {
		return err
	}
	if err := s.rehearse(packed); err != nil {
		return err
	}
	client, err := s.hub(c.hubFlags)
	if err != nil {
		return err
	}
	defer client.Close()
	job := jobOf(packed, c.divisionFlags, leastWorkers)
	job.ID, job.Memory, job.Attempts = c.Name, int64(c.Memory), int(c.Attempts)
	job.Deadline = time.Duration(c.Deadline)
	if job.Build, err = build(); err != nil {
		return err
	}
	known := s.lacks(client)
	job, err = client.Submit(s.ctx, job, packed.Files)
	if !known { // it may have found out by this job
		s.lacks(client)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(s.out, job.ID)
	return nil
}

// rehearse runs a part up to the work, in a folder with the files of the job alone. So mistakes are reported here, in
// nazo's words, and not by workers.
func (s *session) rehearse(packed *command.Packed) error {
	p := &processes{runs: true}
	args := append([]string{packed.Args[0], "--part=1/1", "--rehearse"}, packed.Args[1:]...)
	said, failed, err := p.elsewhere(s.ctx, args, fleet.Job{Args: packed.Args}, func(folder string) error {
		for name, text := range packed.Files {
			name = filepath.Join(folder, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				return err
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if wrong, ok := errors.AsType[*fleet.Fatal](failed); ok && !wrong.Fault {
		s.progress.end()
		fmt.Fprint(s.errs, plain(said))
		return command.Status(command.StatusMistake)
	}
	return context.Cause(s.ctx)
}

// workload is a verb of nazo that a fleet can do.
type workload struct {
	verb, about string
	bounded     bool // --memory limits the whole process
	timed       bool // --time limits the whole question, so the fleet keeps it
	each        bool // with several instances --time limits each, so the parts keep it
}

// workloads are the verbs with --part and --join.
var workloads = []workload{
	{"solve", "Do nazo solve, in cubes of the search or instance by instance.", true, true, true},
	{"count", "Do nazo count, in parts of the elimination of vertices, or in cubes of the search.", true, true, true},
	{"unique", "Do nazo unique, in cubes of the search or instance by instance.", true, true, true},
	{"rate", "Do nazo rate, instance by instance.", true, true, true},
	{"check", "Do nazo check, instance by instance.", true, true, true},
	{"sample", "Do nazo sample, in ranges of what is drawn.", true, true, false},
	{"make", "Do nazo make, in ranges of what is made.", true, true, false},
	{"contest", "Do nazo contest, in ranges of deals.", false, true, false},
	{"compare", "Do nazo compare, example by example.", true, false, false},
}

// workloadOf returns the workload of a verb. It returns false if a fleet can't do it.
func workloadOf(verb string) (w workload, ok bool) {
	i := slices.IndexFunc(workloads, func(w workload) bool { return w.verb == verb })
	if i < 0 {
		return w, false
	}
	return workloads[i], true
}

// workVerbs returns the verbs of all workloads, sorted.
func workVerbs() (all []string) {
	for _, w := range workloads {
		all = append(all, w.verb)
	}
	slices.Sort(all)
	return all
}

func verbList() string { return strings.Join(workVerbs(), ", ") }

// flagsOf yields the words before --, each up to its = and as a whole.
func flagsOf(args []string) iter.Seq2[string, string] {
	return func(yield func(name, arg string) bool) {
		for _, arg := range args {
			if name, _, _ := strings.Cut(arg, "="); arg == "--" || !yield(name, arg) {
				return
			}
		}
	}
}

// divides are flags of nazo for what this program does itself. elsewhere are flags that only make sense on this machine.
var (
	divides   = []string{"--part", "--join", "--plan", "--checkpoint", "--resume", "--from", "--watch"}
	elsewhere = []string{"--output", "-o"}
)

// suits returns an error if flags of nazo, before --, don't suit a fleet, or other machines if away is true.
func suits(args []string, away bool) error {
	for name, arg := range flagsOf(args) {
		if strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.Contains(arg, "o") {
			name = "-o" // it may stand among others, or before its value
		}
		switch {
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

// timeOfParts reports whether the parts keep --time: it limits each engine and example, or each of several instances.
func timeOfParts(verb string, several bool) bool {
	w, _ := workloadOf(verb)
	return !w.timed || w.each && several
}

// errTime explains the alternatives to --time.
var errTime = errors.New("--time is that of a whole question, and parts would each take it for theirs; --deadline says when the whole job ends, and nazo-fleet result prints what was done by then")

// hasTime reports whether --time is among the flags before --.
func hasTime(args []string) bool {
	for name := range flagsOf(args) {
		if name == "--time" {
			return true
		}
	}
	return false
}

// quiet returns an error if flags before -- name programs to run.
func quiet(args []string) error {
	for name, arg := range flagsOf(args) {
		if name == "--player-command" || strings.Contains(arg, "dimacs:") {
			return fmt.Errorf("%s has another program run, for which a worker is to be started with --commands", arg)
		}
	}
	return nil
}

// inside returns an error if words of a command line, or values of its flags, may name files outside of the job's
// folder. After -- a name=value names no file, nor does use in a spec.
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

// divisionFlags say how a job is divided.
type divisionFlags struct{ Parts, Race command.Amount }

// Declare implements [command.Declarer].
func (f *divisionFlags) Declare(v *command.Verb) {
	v.Flag(&f.Parts, "parts", "N", "Divide it into N parts (default: one in all for a count by eliminating vertices, which is divided as it goes, and for samples; else four for each worker; what --race is for is raced).")
	v.Flag(&f.Race, "race", "N", "Make N attempts at the whole, by engines and seeds of their own, of which the first that ends answers: for solve, if it asks for one solution, and unique, of one puzzle that stands still (default there: one for each worker).")
}

// suit returns an error if the command line can't be divided like that.
func (f divisionFlags) suit(packed *command.Packed) error {
	switch {
	case f.Race > 0 && f.Parts > 0:
		return errors.New("--parts divides the work, and --race has all of it done several times; they don't go together")
	case f.Race > 0 && !packed.Raced:
		return errors.New("--race is for nazo solve that asks for one solution, and nazo unique, of one puzzle that stands still; here each part is needed")
	}
	return inReach(packed, int(f.Parts))
}

// jobOf returns the job of a command line. The flags say how to divide it. Without them it suits the number of workers.
func jobOf(packed *command.Packed, f divisionFlags, workers int) fleet.Job {
	job := fleet.Job{Args: packed.Args, Written: packed.Written, Parts: int(f.Parts), Pieces: packed.Pieces, Divisible: packed.Divisible, Resumable: packed.Resumable}
	if job.Parts == 0 && packed.Raced {
		job.Parts, job.Race, job.Divisible = int(f.Race), true, false
	}
	if job.Parts == 0 {
		job.Parts = packed.Parts(workers)
	}
	job.Wide = undivided(&job)
	return job
}

// undivided reports whether one process with all cores of a machine does a job best: a count in one part, whose
// states would merge less in several, and work that can't be divided.
func undivided(job *fleet.Job) bool { return job.Parts == 1 && (job.Resumable || !job.Divisible) }

// inReach returns an error if each worker would refuse the work, divided into this number of parts, as too large.
func inReach(packed *command.Packed, parts int) error {
	if why := packed.OutOfReach(parts); why != "" {
		return ended{command.StatusLimit, why}
	}
	return nil
}

// follow watches a job to its end, and shows the progress.
func (s *session) follow(ctx context.Context, client *fleet.Client, id string) (last fleet.State, err error) {
	for st, err := range client.Watch(ctx, id) {
		if err != nil {
			return last, err
		}
		last = st
		s.progress.say(stateLine(st))
	}
	return last, nil
}

// stopped returns the error of a job that an interrupt or the clock ended, or err if nothing did.
func stopped(ctx context.Context, st fleet.State, err error) error {
	why := context.Cause(ctx)
	if why == nil {
		return err
	}
	text := "interrupted"
	if known := (ended{}); errors.As(why, &known) {
		text = known.text
	}
	return ended{command.StatusLimit, text + ": " + stateLine(fleet.State{Done: st.Done, Total: st.Total})}
}

// goesOn returns the error for a user who stops waiting for a job of a hub, or err if nothing made him stop.
func goesOn(ctx context.Context, id string, st fleet.State, err error) error {
	switch {
	case context.Cause(ctx) != nil:
		return ended{command.StatusLimit, fmt.Sprintf("the job goes on: %s; nazo-fleet watch %s tells more", stateLine(fleet.State{Done: st.Done, Total: st.Total}), id)}
	case errors.Is(err, fleet.ErrHubGone):
		return ended{command.StatusLimit, err.Error()}
	}
	return err
}

// within limits a context to the time that the user allows.
func within(ctx context.Context, allowed command.Period) (context.Context, context.CancelFunc) {
	if allowed == 0 {
		return ctx, func() {}
	}
	d := time.Duration(allowed)
	return context.WithTimeoutCause(ctx, d, ended{command.StatusLimit, "time limit (" + d.String() + ")"})
}
