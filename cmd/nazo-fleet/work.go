package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"nazo/internal/fleet"
	"nazo/internal/ui/command"
)

// workCmd works for a hub.
type workCmd struct {
	hubFlags
	waitFlag
	URL, Name, Folder string
	Cores             command.Amount
	Memory            command.Memory
	Verbose, Commands bool
}

// Declare implements [command.Declarer].
func (c *workCmd) Declare(v *command.Verb) {
	v.Argument(&c.URL, "[url]", "The hub, such as tls://hub:4222 (default: what --hub or NAZO_HUB says).")
	v.Include(&c.hubFlags)
	v.Flag(&c.Cores, "cores", "N", "How many parts are worked on at once, each by a process of its own; a part of a count that was not divided when it was submitted has all cores that are free when it begins (default: one for each core).")
	v.Flag(&c.Memory, "memory", "SIZE", "What these may take together, such as 8G: of jobs that say what a part takes no more are taken than fit, and a part of others may take its share; what takes more is ended (default: no limit).")
	v.Flag(&c.Name, "name", "NAME", "What this worker is called (default: the machine's name and a number).")
	v.Flag(&c.Folder, "folder", "DIR", "Keep files of jobs and checkpoints in this folder (default: one of its own, removed in the end).")
	v.Flag(&c.Verbose, "verbose", "", "Tell of each part when it is begun and when it is done, how long it took and with which status it ended.")
	v.Flag(&c.Commands, "commands", "", "Do parts that run other programs, too: --engine dimacs:COMMAND and --player-command of those who submit jobs (default: such jobs are refused).")
	v.Include(&c.waitFlag)
}

// Run works until an interrupt.
func (c *workCmd) Run(s *session) error {
	if err := c.inOrder(); err != nil {
		return err
	}
	if c.URL != "" {
		c.Hub = c.URL
	}
	cores := int(c.Cores)
	if cores == 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	share, err := shareOf(c.Memory, cores, "--cores 1")
	if err != nil {
		return err
	}
	client, err := s.hub(c.hubFlags)
	if err != nil {
		return err
	}
	defer client.Close()
	o := fleet.WorkOptions{Name: c.Name, Cores: cores, Memory: int64(c.Memory), Folder: c.Folder, Timing: c.timing(), Verbose: c.Verbose, Log: s.log}
	if o.Build, err = build(); err != nil {
		return err
	}
	self, err := command.Executable()
	if err != nil {
		return err
	}
	s.note("works for %s, %s at once", c.Hub, count(o.Cores, "part"))
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-over:
			return
		case <-s.ctx.Done():
		}
		select {
		case <-over:
		case <-time.After(insists):
			s.note("ends when what its parts have is saved; another interrupt ends it at once")
		}
	}()
	return fleet.Work(s.ctx, client, &processes{self: self, saves: true, runs: c.Commands, share: share}, o)
}

// usualHub is the address of the hub if no flag names one.
const usualHub = "nats://127.0.0.1:4222"

// manyCores is the number of parts at once for each core above which --cores is taken for a slip.
const manyCores = 16

// inOrder returns an error for flags that contradict each other or the machine.
func (c *workCmd) inOrder() error {
	cores, memory := runtime.NumCPU(), machineMemory()
	switch {
	case c.URL != "" && c.Hub != c.URL && c.Hub != usualHub && c.Hub != os.Getenv("NAZO_HUB"):
		return fmt.Errorf("a worker works for one hub: %s or --hub %s", c.URL, c.Hub)
	case int(c.Cores) > manyCores*cores:
		return fmt.Errorf("--cores %d: this machine has %d", c.Cores, cores)
	case memory > 0 && int64(c.Memory) > memory:
		return fmt.Errorf("--memory: this machine has %d MB, and not %d", memory>>20, int64(c.Memory)>>20)
	case c.Name != "":
		return fleet.CheckName(c.Name)
	}
	return nil
}

// processes runs each task as a process of its own, as a user would: nazo VERB ARGS --part I/N in a folder that has
// the files. So a task that crashes, or takes too much memory, hurts no other.
type processes struct {
	self   string // the executable, which is nazo under another name
	folder string // where tasks run; "" for a folder with the files of the job alone
	input  string // standard input in that folder
	saves  bool   // an interrupted count gets time to save what it has
	runs   bool   // command lines of others may run other programs
	share  int64  // the memory of a task whose job names no limit, in bytes; 0 for no limit
}

// Bounds of a task's output.
const (
	mostOutput = 256 << 20 // bytes on standard output; more is an error
	mostErrors = 3 << 10   // bytes on standard error, the last ones
)

// How long an interrupted task may take to end by itself, and longer if it has something to save.
const (
	timeToEnd  = 2 * time.Second
	timeToSave = time.Minute
)

// Run does a task.
func (p *processes) Run(ctx context.Context, job fleet.Job, task fleet.Task, w *fleet.Workspace) (fleet.Result, error) {
	if err := p.willing(job.Args); err != nil {
		return fleet.Result{}, fleet.Refused(err.Error())
	}
	cmd := p.nazo(taskArgs(job, task, w, p.allowed(job)), w.Cores)
	run, end := context.WithCancelCause(ctx)
	defer end(nil)
	out := &bounded{most: mostOutput, over: func() { end(excess(fmt.Sprintf("the task printed more than %d MB", mostOutput>>20))) }}
	cmd.Stdout = out
	errs, err := p.run(run, end, cmd, job, w.Folder)
	result := fleet.Result{Output: out.text.Bytes(), Errors: errs}
	if cmd.ProcessState == nil {
		return result, err
	}
	result.Status = cmd.ProcessState.ExitCode()
	result.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if out.full {
		err = context.Cause(run)
	}
	return result, err
}

// nazo prepares a process of nazo with so many cores.
func (p *processes) nazo(args []string, cores int) *exec.Cmd {
	cmd := exec.Command(p.self, args...)
	cmd.Args[0] = nazoName
	cmd.Env = append(environment(), "GOMAXPROCS="+cmp.Or(os.Getenv("GOMAXPROCS"), strconv.Itoa(cores)))
	return cmd
}

// elsewhere runs nazo with one core for a job, in a folder that fill fills. It returns what the process said and why
// it has no answer, as run does. err says why there was no process.
func (p *processes) elsewhere(ctx context.Context, args []string, job fleet.Job, fill func(folder string) error) (said string, failed, err error) {
	if p.self, err = command.Executable(); err != nil {
		return "", nil, err
	}
	folder, remove, err := fleet.Scratch()
	if err != nil {
		return "", nil, err
	}
	defer remove()
	if err := fill(folder); err != nil {
		return "", nil, err
	}
	run, end := context.WithCancelCause(ctx)
	defer end(nil)
	said, failed = p.run(run, end, p.nazo(args, 1), job, folder)
	return said, failed, nil
}

// run runs a process for a job whose files are in a folder, until it ends or ctx does. end ends ctx. It returns the
// process's standard error, and why it has no answer, or nil if it has one.
func (p *processes) run(ctx context.Context, end context.CancelCauseFunc, cmd *exec.Cmd, job fleet.Job, folder string) (said string, err error) {
	input, err := p.place(cmd, folder)
	if err != nil {
		return "", err
	}
	if input != nil {
		defer input.Close()
	}
	errs := &tail{most: mostErrors}
	cmd.Stderr = errs
	err = supervise(ctx, cmd, job.Resumable, p.saves, func() { watchMemory(ctx, cmd.Process.Pid, p.allowed(job), end) })
	said = errs.String()
	if cmd.ProcessState == nil {
		return said, fmt.Errorf("nazo can't be started: %w", err)
	}
	tooMuch, _ := errors.AsType[excess](context.Cause(ctx))
	switch status := command.Status(cmd.ProcessState.ExitCode()); {
	case status == command.StatusTrue || status == command.StatusFalse:
		return said, nil
	case status == command.StatusDisagree: // must be reported even if nobody waits any more
		return said, &fleet.Fatal{Err: told(cmd, said), Fault: true}
	case tooMuch != "":
		return said, tooMuch
	case ctx.Err() != nil:
		return said, context.Cause(ctx)
	case status == command.StatusMistake: // of the user, so any part would end like this, or of this machine
		return said, &fleet.Fatal{Err: told(cmd, said), Certain: p.folder != ""} // there files are read where nazo would read them
	}
	return said, told(cmd, cmd.ProcessState.String()+"\n"+said)
}

// willing returns an error if a command line from a hub, which anybody may have written, is not to be run here.
func (p *processes) willing(args []string) error {
	if p.folder != "" {
		return nil // the user's own command line
	}
	if _, known := workloadOf(args[0]); !known {
		return fmt.Errorf("nazo %s is no work for a fleet", args[0])
	}
	if err := suits(args, true); err != nil || p.runs {
		return err
	}
	if err := quiet(args); err != nil {
		return err
	}
	return inside(args)
}

// environment is this program's environment without the credentials of the hub.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "NAZO_") })
}

// told returns what a process said, or else how it ended, as an error.
func told(cmd *exec.Cmd, text string) error {
	return errors.New(cmp.Or(strings.TrimSpace(text), cmd.ProcessState.String()))
}

// place sets folder and standard input of a process. The caller closes the returned file, if there is one.
func (p *processes) place(cmd *exec.Cmd, folder string) (*os.File, error) {
	if p.folder != "" {
		cmd.Dir = p.folder
		if p.input != "" {
			cmd.Stdin = strings.NewReader(p.input)
		}
		return nil, nil
	}
	cmd.Dir = folder
	in, err := inputIn(folder)
	if in != nil {
		cmd.Stdin = in
	}
	return in, err
}

// inputIn opens the standard input of a job whose files are in a folder. It returns nil if there is none.
func inputIn(folder string) (*os.File, error) {
	in, err := os.Open(filepath.Join(folder, "-"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return in, err
}

// supervise runs a process to its end, and watch meanwhile. When ctx ends it asks the process to end, and kills it if
// it doesn't.
func supervise(ctx context.Context, cmd *exec.Cmd, resumable, saves bool, watch func()) error {
	// The process dies with the thread that started it (apart), so nothing else may end that thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	apart(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	go watch()
	ended := make(chan error, 1)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		patience := timeToEnd
		select {
		case <-ended:
			return
		case <-ctx.Done():
			if _, tooMuch := errors.AsType[excess](context.Cause(ctx)); tooMuch || errors.Is(context.Cause(ctx), fleet.ErrEnded) {
				patience = 0
			} else if resumable && (saves || errors.Is(context.Cause(ctx), fleet.ErrDivide)) {
				patience = timeToSave
			}
		}
		if patience > 0 {
			cmd.Process.Signal(syscall.SIGTERM)
			select {
			case <-ended:
				return
			case <-time.After(patience):
			}
		}
		kill(cmd)
	}()
	err := cmd.Wait()
	ended <- err
	<-gone
	return err
}

// taskArgs returns nazo's command line for a task, which may take so many bytes of memory.
func taskArgs(job fleet.Job, task fleet.Task, w *fleet.Workspace, memory int64) []string {
	args := []string{job.Args[0], "--part=" + task.Part.String()}
	if checkpoint := w.Checkpoint; checkpoint != "" {
		flag := "--checkpoint="
		if _, err := os.Stat(checkpoint); err == nil {
			flag = "--resume="
		}
		args = append(args, flag+checkpoint)
	}
	if begin := w.Begin; begin != "" {
		args = append(args, "--from="+begin)
	}
	return withMemory(args, job, memory)
}

// withMemory adds the rest of a job's command line to args, and the limit of memory if the verb can keep one.
func withMemory(args []string, job fleet.Job, memory int64) []string {
	if w, _ := workloadOf(job.Args[0]); memory > 0 && w.bounded {
		args = append(args, fmt.Sprintf("--memory=%d", memory))
	}
	return append(args, rest(job)...)
}

// rest returns a job's command line after its verb, with the user's names of files.
func rest(job fleet.Job) (args []string) {
	for _, names := range job.Written {
		args = append(args, "--written="+names)
	}
	return append(args, job.Args[1:]...)
}

// bounded keeps what is written to it up to a limit.
type bounded struct {
	text bytes.Buffer
	most int
	over func() // called once when there was more
	full bool
}

// Write keeps more text. Text beyond the limit is lost.
func (l *bounded) Write(text []byte) (int, error) {
	switch {
	case l.full:
	case l.text.Len()+len(text) > l.most:
		l.full = true
		l.over()
	default:
		l.text.Write(text)
	}
	return len(text), nil
}

// tail keeps the last bytes that are written to it.
type tail struct {
	text []byte
	most int
}

// Write adds text.
func (t *tail) Write(text []byte) (int, error) {
	t.text = append(t.text, text...)
	if len(t.text) > 2*t.most {
		t.text = append(t.text[:0], t.text[len(t.text)-t.most:]...)
	}
	return len(text), nil
}

// String is the text. If its beginning is missing, it begins with a whole line.
func (t *tail) String() string {
	if len(t.text) <= t.most {
		return string(t.text)
	}
	text := t.text[len(t.text)-t.most:]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[i+1:]
	}
	return "…\n" + string(text)
}

// excess is the reason for ending a task that takes too much of something.
type excess string

// Error is the reason.
func (e excess) Error() string { return string(e) }

// lookForMemory is how often the memory of a task is measured.
const lookForMemory = 50 * time.Millisecond

// watchMemory ends the context of a task that takes too much memory. Nazo itself ends earlier where it can. This
// catches the rest, and keeps the machine for other tasks. It does not count programs that the task has started.
func watchMemory(ctx context.Context, pid int, most int64, end context.CancelCauseFunc) {
	firstToGo(pid)
	tick := time.NewTicker(lookForMemory)
	defer tick.Stop()
	for most > 0 {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		held, known := heldBy(pid)
		if !known {
			return
		}
		if held > most {
			end(excess(fmt.Sprintf("the task took more than the %d MB of memory that it may take, and was ended", most>>20)))
		}
	}
}

// allowed returns how many bytes a task of a job may take: the job's limit, or else a share of the worker's memory. 0 is
// no limit.
func (p *processes) allowed(job fleet.Job) int64 {
	most := cmp.Or(job.Memory, p.share)
	if most == 0 {
		return 0
	}
	return max(most, command.LeastMemory)
}

// shareOf returns the share of each of several tasks in a memory, or 0 without a limit. A share that is too small is an
// error. fewer is the flag for fewer tasks at once, or "".
func shareOf(memory command.Memory, tasks int, fewer string) (int64, error) {
	share := int64(memory) / int64(tasks)
	if memory == 0 || share >= command.LeastMemory {
		return share, nil
	}
	const mb = 1 << 20
	text := fmt.Sprintf("--memory: a part takes %d MB in any case, and ", command.LeastMemory/mb)
	switch {
	case tasks == 1:
		return 0, fmt.Errorf("%sthere are %d", text, share/mb)
	case memory < command.LeastMemory:
		fewer = ""
	default:
		fewer = "; " + fewer + " has fewer at once"
	}
	return 0, fmt.Errorf("%s%d MB are %d for each of %d at once%s", text, memory/mb, share/mb, tasks, fewer)
}
