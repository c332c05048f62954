package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"nazo/internal/fleet"
	"nazo/internal/ui/command"
)

// commandWords is a command line of nazo after its verb.
type commandWords struct{ Words []string }

// Declare implements [command.Declarer].
func (c *commandWords) Declare(v *command.Verb) {
	v.Argument(&c.Words, "[words]", "A command line of nazo: what stands there behind the verb, or behind submit the verb, too. nazo help VERB tells what that may be.")
	v.DisableFlagParsing = true // other flags are for nazo
}

// spreadFlags say how a job is spread over processes of this machine.
type spreadFlags struct {
	divisionFlags
	Workers  command.Amount
	Memory   command.Memory
	Deadline command.Period
	Store    string
}

// Declare implements [command.Declarer].
func (c *spreadFlags) Declare(v *command.Verb) {
	v.Include(&c.divisionFlags)
	v.Flag(&c.Workers, "workers", "N", "How many parts are worked on at once, each by a process of its own; what is one part is done by one process with as many cores (default: one for each core).")
	v.Flag(&c.Memory, "memory", "SIZE", "What all of these may take together, such as 8G (default: no limit).")
	v.Flag(&c.Deadline, "deadline", "DURATION", "End the whole job after this time, such as 10m, and print what was done by then (default: no limit).")
	v.Flag(&c.Store, "store", "DIR", "Keep what is done in this folder: the same command goes on where it was interrupted, in however many parts it was divided then (default: nothing is kept).")
}

// spreadCmd does a verb of nazo with many processes.
type spreadCmd struct {
	workload
	commandWords
	spreadFlags
	Time command.Period
}

// Declare implements [command.Declarer].
func (c *spreadCmd) Declare(v *command.Verb) {
	v.Include(&c.commandWords, &c.spreadFlags)
	if c.timed {
		v.Flag(&c.Time, "time", "DURATION", "Stop after this time, such as 10m; of several instances it is that of each (default: no limit).")
	}
}

// Run divides the work, does the parts, and prints what nazo alone would have printed.
func (c *spreadCmd) Run(s *session) error { return s.spread(c.Words, c.spreadFlags, c.Time) }

// spread does a verb with a hub and workers of its own, in the current folder.
func (s *session) spread(words []string, on spreadFlags, limit command.Period) error {
	command.TuneCollector()
	args := append([]string{s.verb}, words...)
	if err := misplaced(args, false); err != nil {
		return err
	}
	packed, status := command.Pack(args, s.in, s.out, s.errs)
	if packed == nil {
		return command.Status(status)
	}
	if err := suits(packed.Args, false); err != nil {
		return err
	}
	if err := on.suit(packed); err != nil {
		return err
	}
	if packed.Piped {
		args = append(args, "-")
	}
	if limit > 0 && timeOfParts(s.verb, packed.Several) {
		args = slices.Insert(args, 1, "--time="+time.Duration(limit).String())
		limit = 0
	}
	packed.Args, packed.Written = args, nil // tasks run in the current folder
	ctx, stop := within(s.ctx, on.Deadline)
	defer stop()
	ctx, stop = within(ctx, limit)
	defer stop()
	here, err := openHere(ctx, on, packed, s.log)
	if err != nil {
		return stopped(ctx, fleet.State{}, err)
	}
	defer here.close()
	job, fresh, err := here.submit(ctx)
	if err != nil {
		return stopped(ctx, fleet.State{}, err)
	}
	st, err := s.follow(ctx, here.client, job.ID)
	if err != nil {
		err = stopped(ctx, st, err)
		if known := (ended{}); on.Store != "" && errors.As(err, &known) {
			err = ended{known.status, known.text + "; the same command goes on with it"}
		}
	} else {
		err = s.verdict(st)
	}
	if err != nil && (context.Cause(ctx) == nil && !st.Phase.Ended() || !mayHaveSome(job, st)) {
		return err
	}
	why := err
	file, discard, err := collect(context.WithoutCancel(s.ctx), here.client, job.ID)
	if err != nil || file == "" {
		return cmp.Or(why, err)
	}
	in, err := stdin(packed.Files["-"])
	if err != nil {
		return err
	}
	go here.close() // while nazo prints
	return worst(why, s.join(job, file, in, joining{own: fresh, soFar: why != nil}, func() {
		discard()
		here.close()
	}))
}

// here is a fleet within this process, a hub and a worker, for one job.
type here struct {
	job     fleet.Job
	hub     *fleet.Hub
	client  *fleet.Client
	stop    context.CancelFunc
	ended   sync.WaitGroup
	closing sync.Once
}

// hereBuild is the build of jobs that no other process will see. hereName is the only worker.
const (
	hereBuild = "this"
	hereName  = "here"
)

// openHere starts a fleet for a command line. Tasks run in the current folder. say gets what the job's state doesn't
// tell.
func openHere(ctx context.Context, on spreadFlags, packed *command.Packed, say func(string)) (*here, error) {
	self, err := command.Executable()
	if err != nil {
		return nil, err
	}
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	workers := int(on.Workers)
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	h := &here{job: jobOf(packed, on.divisionFlags, workers)}
	tasks := workers
	if h.job.Wide {
		tasks = 1
	}
	if h.job.Memory, err = shareOf(on.Memory, tasks, "--workers 1"); err != nil {
		return nil, err
	}
	h.job.Build = hereBuild
	if on.Store != "" { // another process may find its jobs
		if h.job.Build, err = build(); err != nil {
			return nil, err
		}
	}
	h.job.ID = nameOf(h.job.Build, packed)
	log := h.unlessOfJob(say)
	if h.hub, err = fleet.StartHub(ctx, fleet.HubOptions{Store: on.Store, At: "nazo-fleet " + strings.Join(packed.Args, " "), Alone: true, Coordination: fleet.Coordination{Log: log}}); err != nil {
		return nil, err
	}
	if h.client, err = h.hub.Connect(ctx); err != nil {
		h.hub.Close()
		return nil, err
	}
	work, stop := context.WithCancel(context.Background())
	h.stop = stop
	runner := &processes{self: self, folder: folder, input: packed.Files["-"], saves: on.Store != ""}
	h.ended.Go(func() {
		fleet.Work(work, h.client, runner, fleet.WorkOptions{Name: hereName, Build: h.job.Build, Cores: workers, Log: log})
	})
	return h, nil
}

// submit submits the job. If it was begun before, it goes on, and fresh is false.
func (h *here) submit(ctx context.Context) (job fleet.Job, fresh bool, err error) {
	known, err := h.client.Job(ctx, h.job.ID)
	if errors.Is(err, fleet.ErrNoJob) {
		job, err = h.client.Submit(ctx, h.job, nil)
		return job, true, err
	}
	st, errState := h.client.State(ctx, h.job.ID)
	if err = errors.Join(err, errState); err != nil || st.Phase != fleet.Cancelled && st.Phase != fleet.Incomplete {
		return known, false, err
	}
	if err := h.client.Reopen(ctx, h.job.ID); err != nil {
		return known, false, err
	}
	for st.Phase.Ended() { // until the hub has reopened it
		time.Sleep(10 * time.Millisecond)
		if st, err = h.client.State(ctx, h.job.ID); err != nil {
			return known, false, err
		}
	}
	return known, false, nil
}

// unlessOfJob filters out messages about the job, which the line of progress and the verdict show.
func (h *here) unlessOfJob(say func(string)) func(string) {
	return func(text string) {
		if !strings.HasPrefix(text, h.job.ID+": ") {
			say(text)
		}
	}
}

// nameOf names a job in a store by its build, command line and files.
func nameOf(build string, packed *command.Packed) string {
	text, err := json.Marshal([]any{build, packed.Args, packed.Files})
	if err != nil {
		panic(err) // text
	}
	sum := sha256.Sum256(text)
	return packed.Args[0] + "-" + hex.EncodeToString(sum[:8])
}

// close ends the fleet and all processes. Further calls wait for the first.
func (h *here) close() {
	h.closing.Do(func() {
		h.stop()
		h.ended.Wait()
		h.client.Close()
		h.hub.Close()
	})
}

// collect writes the results of a job's parts to a file. The name is "" if there are none. Discard deletes the file.
func collect(ctx context.Context, client *fleet.Client, id string) (name string, discard func(), err error) {
	folder, discard, err := fleet.Scratch()
	if err != nil {
		return "", nil, err
	}
	if name, err = collectIn(ctx, client, id, folder); err != nil || name == "" {
		discard()
		discard = func() {}
	}
	return name, discard, err
}

func collectIn(ctx context.Context, client *fleet.Client, id, folder string) (name string, err error) {
	file, err := os.Create(filepath.Join(folder, "parts"))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	empty := true
	for r, err := range client.Results(ctx, id) {
		if err == nil {
			empty = false
			_, err = file.Write(r.Output)
		}
		if err != nil {
			return "", err
		}
	}
	if empty {
		return "", nil
	}
	return filepath.Abs(file.Name())
}

// joining says how parts are joined.
type joining struct {
	own   bool // processes of this program did all parts; a store may have results of other machines
	soFar bool // parts may be missing
}

// join has nazo join the parts of a job and print the result. It runs in the current folder, since the job's command
// line is relative to it. The file in is standard input, or nil, and join closes it. At the end join calls clean. The
// error is the exit status.
func (s *session) join(job fleet.Job, file string, in *os.File, how joining, clean func()) error {
	defer clean()
	s.progress.end()
	if in == nil {
		var err error
		if in, err = os.Open(os.DevNull); err != nil {
			return err
		}
	}
	defer in.Close()
	args := []string{job.Args[0], "--join=" + file}
	if how.soFar {
		args = append(args, "--so-far")
	}
	run := command.Run
	if how.own {
		run = command.RunOwn
	}
	return command.Status(run(append(args, rest(job)...), in, s.out, s.errs, func(status int) {
		clean()
		os.Exit(status)
	}))
}

// worst returns why a job has no more results, or a disagreement that printing its results revealed. Without a reason
// it returns the error of printing.
func worst(why, printed error) error {
	status, _ := errors.AsType[command.Status](printed)
	if why == nil || status >= command.StatusDisagree {
		return printed
	}
	return why
}

// mayHaveSome reports whether a job that ended early may have results. A count by elimination has none before all
// parts are done.
func mayHaveSome(job fleet.Job, st fleet.State) bool {
	return !job.Resumable && (st.Phase != fleet.Cancelled || st.Status == 0) && st.Phase != fleet.Faulty
}

// stdin returns a file that yields a text, or nil for "".
func stdin(text string) (*os.File, error) {
	if text == "" {
		return nil, nil
	}
	in, from, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	go func() {
		io.WriteString(from, text)
		from.Close()
	}()
	return in, nil
}
