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

	"nazo/fleet"
	"nazo/internal/shell"
)

// processes runs each task as a process of its own, as a user would run it by hand: nazo VERB ARGS --part I/N in a folder
// that has the files. So a task that crashes, or takes too much memory, hurts no other.
type processes struct {
	self   string // the executable, which is nazo under another name
	folder string // where they run; "" if each is to run in a folder with nothing but the files of its job
	input  string // what comes on standard input there
	saves  bool   // a count that is broken off may take its time to save what it has
	runs   bool   // command lines of others may name programs that are run
	share  int64  // bytes that a task may take whose job doesn't say; 0 is no limit
}

// What is kept of a task's output.
const (
	mostOutput = 256 << 20 // bytes on standard output; more is an error
	mostErrors = 3 << 10   // bytes on standard error, the last ones
)

// How long a task that is broken off may take to end by itself: those that have something to save get longer.
const (
	timeToEnd  = 2 * time.Second
	timeToSave = time.Minute
)

// Run does a task.
func (p *processes) Run(ctx context.Context, job fleet.Job, task fleet.Task, w fleet.Workspace) (fleet.Result, error) {
	if err := p.willing(job.Args); err != nil {
		return fleet.Result{}, fleet.Refused(err.Error())
	}
	cmd := p.nazo(taskArgs(job, task, w, p.allowed(job)), w.Cores())
	run, end := context.WithCancelCause(ctx)
	defer end(nil)
	out := &bounded{most: mostOutput, over: func() { end(excess(fmt.Sprintf("the task printed more than %d MB", mostOutput>>20))) }}
	cmd.Stdout = out
	errs, err := p.run(run, end, cmd, job, w.Folder())
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

// nazo is a process of nazo that is to be started, and may use so many cores.
func (p *processes) nazo(args []string, cores int) *exec.Cmd {
	cmd := exec.Command(p.self, args...)
	cmd.Args[0] = nazoName
	cmd.Env = append(environment(), "GOMAXPROCS="+cmp.Or(os.Getenv("GOMAXPROCS"), strconv.Itoa(cores)))
	return cmd
}

// elsewhere has a process of nazo with one core do something for a job, in a folder with nothing but what fill puts there. It returns what the process said and
// why it has not come to an answer, as run does; err is why there was no process.
func (p *processes) elsewhere(ctx context.Context, args []string, job fleet.Job, fill func(folder string) error) (said string, failed, err error) {
	if p.self, err = shell.Executable(); err != nil {
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

// run has a process do something for a job whose files are in a folder, up to its end or that of ctx, which end brings on. It returns what
// the process said on standard error, and why it has not come to an answer; nil if it has.
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
	switch status := shell.Status(cmd.ProcessState.ExitCode()); {
	case status == shell.True || status == shell.False:
		return said, nil
	case status == shell.Disagree: // which must not be passed over, even if nobody waits for it any more
		return said, &fleet.Fatal{Err: told(cmd, said), Fault: true}
	case tooMuch != "":
		return said, tooMuch
	case ctx.Err() != nil:
		return said, context.Cause(ctx)
	case status == shell.Mistake: // of the user's, so that any other part would end so; or of this machine's
		return said, &fleet.Fatal{Err: told(cmd, said), Certain: p.folder != ""} // there files are read where nazo would read them
	}
	return said, told(cmd, cmd.ProcessState.String()+"\n"+said)
}

// willing is an error if a command line, which may come from anybody whom the hub lets in, is not one that is done here.
func (p *processes) willing(args []string) error {
	if p.folder != "" {
		return nil // it is the user's own
	}
	if _, known := workloads[args[0]]; !known {
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

// environment is this program's for processes: how one gets into the hub is not for them.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "NAZO_") })
}

// told is what a process said, or else how it ended.
func told(cmd *exec.Cmd, text string) error {
	return errors.New(cmp.Or(strings.TrimSpace(text), cmd.ProcessState.String()))
}

// place sets where a process runs, and what comes on its standard input: a file that is to be closed, nil if there is none.
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

// inputIn is what comes on standard input of a job whose files are in a folder: a file that is to be closed, nil if nothing comes.
func inputIn(folder string) (*os.File, error) {
	in, err := os.Open(filepath.Join(folder, "-"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return in, err
}

// supervise runs a process to its end, and meanwhile watch. When ctx ends the process is asked to end, and killed if it doesn't.
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

// taskArgs is nazo's command line for a task, which may take so many bytes of memory.
func taskArgs(job fleet.Job, task fleet.Task, w fleet.Workspace, memory int64) []string {
	args := []string{job.Args[0], "--part=" + task.Part.String()}
	if checkpoint := w.Checkpoint(); checkpoint != "" {
		flag := "--checkpoint="
		if _, err := os.Stat(checkpoint); err == nil {
			flag = "--resume="
		}
		args = append(args, flag+checkpoint)
	}
	if begin := w.Begin(); begin != "" {
		args = append(args, "--from="+begin)
	}
	return withMemory(args, job, memory)
}

// withMemory is a command line with what a job's has behind its verb, and says how many bytes of memory the process may take, if there is a
// limit that it can keep.
func withMemory(args []string, job fleet.Job, memory int64) []string {
	if memory > 0 && workloads[job.Args[0]].bounded {
		args = append(args, fmt.Sprintf("--memory=%d", memory))
	}
	return append(args, rest(job)...)
}

// rest is a job's command line behind its verb, with which files are told of by the names that the user knows.
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
	over func() // is told once that there was more
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

// tail keeps the last bytes of what is written to it.
type tail struct {
	text []byte
	most int
}

// Write keeps more text, and forgets the first of it.
func (t *tail) Write(text []byte) (int, error) {
	t.text = append(t.text, text...)
	if len(t.text) > 2*t.most {
		t.text = append(t.text[:0], t.text[len(t.text)-t.most:]...)
	}
	return len(text), nil
}

// String is the text, from the beginning of a line if something is missing.
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
