package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nazo/internal/fleet"
	"nazo/internal/solve/parts"
	"nazo/internal/testkit"
	"nazo/internal/ui/command"
)

// holdVar names a folder: a task that runs with it writes its process's number there, and begins when there is a file called go, or go and that number.
const holdVar = "TEST_HOLD"

// endVar has a task end at once with the status that it says. It tells what it knows of the hub.
const endVar = "TEST_END"

// eatVar has a task take more and more memory.
const eatVar = "TEST_EAT"

// heldNazo is nazo, but for holdVar, endVar and eatVar.
func heldNazo() {
	named()
	for eaten := [][]byte{}; os.Getenv(eatVar) != ""; time.Sleep(time.Millisecond) {
		eaten = append(eaten, bytes.Repeat([]byte{1}, 1<<20))
	}
	if status, err := strconv.Atoi(os.Getenv(endVar)); err == nil {
		fmt.Fprintln(os.Stderr, "nazo: ended"+os.Getenv("NAZO_TOKEN_FILE"))
		os.Exit(status)
	}
	if folder := os.Getenv(holdVar); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, strconv.Itoa(os.Getpid())+".held"), nil, 0o600); err != nil {
			panic(err)
		}
		for !exists(filepath.Join(folder, "go")) && !exists(filepath.Join(folder, "go"+strconv.Itoa(os.Getpid()))) {
			time.Sleep(5 * time.Millisecond)
		}
	}
	command.Main()
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// site is where processes of a test run.
type site struct {
	*testing.T
	folder string
	url    string
	hub    *proc
}

// proc is a nazo-fleet that runs.
type proc struct {
	*exec.Cmd
	out, errs *bufio.Reader
}

func newSite(t *testing.T) *site { return &site{T: t, folder: t.TempDir()} }

// start starts nazo-fleet; it is killed in the end.
func (s *site) start(env string, args ...string) *proc {
	s.Helper()
	self, err := os.Executable()
	s.check(err)
	return s.startFile(self, env, args...)
}

func (s *site) startFile(file, env string, args ...string) *proc {
	s.Helper()
	p := &proc{Cmd: exec.Command(file, args...)}
	p.Args[0], p.Dir = "nazo-fleet", s.folder
	p.Env = append(os.Environ(), "NAZO_HUB="+s.url, "TMPDIR="+s.folder, env) // who is killed removes nothing
	out, err := p.StdoutPipe()
	s.check(err)
	errs, err := p.StderrPipe()
	s.check(err)
	p.out, p.errs = bufio.NewReader(out), bufio.NewReader(errs)
	s.check(p.Start())
	s.Cleanup(func() {
		p.Process.Kill()
		p.Wait()
	})
	return p
}

func (s *site) check(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// run runs nazo-fleet to its end, and returns what it prints.
func (s *site) run(args ...string) string {
	s.Helper()
	p := s.start("", args...)
	errs := make(chan string)
	go func() {
		text, _ := io.ReadAll(p.errs)
		errs <- string(text)
	}()
	out, _ := io.ReadAll(p.out)
	told := <-errs
	if err := p.Wait(); err != nil {
		s.Fatalf("nazo-fleet %s: %v\n%s%s", strings.Join(args, " "), err, out, told)
	}
	return string(out)
}

// serve starts the hub, again where it was if there was one.
func (s *site) serve() {
	s.Helper()
	listen := "127.0.0.1:0"
	if s.url != "" {
		listen = strings.TrimPrefix(s.url, "nats://")
	}
	s.hub = s.start("", "serve", "--store=store", "--wait=1s", "--listen="+listen)
	line, err := s.hub.out.ReadString('\n')
	s.check(err)
	s.url = strings.TrimSpace(line)
	go io.Copy(io.Discard, s.hub.errs)
}

// work starts a worker, whose tasks are held if there is a folder for that.
func (s *site) work(hold string) *proc {
	s.Helper()
	p := s.start(holdVar+"="+hold, "work", "--wait=1s", "--cores=1")
	go io.Copy(io.Discard, p.errs)
	return p
}

// kill kills a process, and waits for its end.
func (p *proc) kill() {
	p.Process.Kill()
	p.Wait()
}

// heldTask waits for a task that is held, and returns the number of its process.
func (s *site) heldTask(folder string) int {
	for {
		files, err := filepath.Glob(filepath.Join(folder, "*.held"))
		s.check(err)
		if len(files) > 0 {
			pid, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(files[0]), ".held"))
			s.check(err)
			return pid
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// gone waits until a process has ended, which nobody may have waited for.
func gone(pid int) {
	for {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || bytes.Contains(state, []byte(") Z ")) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// The count of a job that goes through what a test does to it, and what it comes to.
var (
	tours      = []string{"count", "knights_tour", "rows=5", "cols=6", "closed=true"}
	toursCount = "8\n"
)

// submit has the hub count tours.
func (s *site) submit() {
	s.run(append([]string{"submit", "--name=tours", "--parts=6"}, tours...)...)
}

// sum holds that the count is right.
func (s *site) sum() {
	s.Helper()
	if got := s.run("result", "--wait", "tours"); got != toursCount {
		s.Errorf("counted %s, want %s", got, toursCount)
	}
}

// A worker that is killed in the midst of a part takes its process with it, and another does the part.
func TestKilledWorker(t *testing.T) {
	t.Parallel()
	s, hold := newSite(t), t.TempDir()
	s.serve()
	s.submit()
	w := s.work(hold)
	task := s.heldTask(hold)
	w.kill()
	gone(task)
	s.work("")
	s.sum()
}

// Ten workers that are processes, on however few cores, count what is to be counted.
func TestTenProcesses(t *testing.T) {
	if !testkit.Thorough() {
		t.Skip("takes ten processes; -thorough has it")
	}
	s := newSite(t)
	s.serve()
	s.submit()
	for range 10 {
		s.work("")
	}
	s.sum()
}

// A hub that is killed is started again, and the worker that had a part meanwhile goes on.
func TestKilledHub(t *testing.T) {
	t.Parallel()
	s, hold := newSite(t), t.TempDir()
	s.serve()
	s.submit()
	s.work(hold)
	s.heldTask(hold)
	watch := s.start("", "watch", "tours")
	_, err := watch.out.ReadString('\n') // it knows how far the job is
	s.check(err)
	s.hub.kill()
	if line, err := watch.errs.ReadString('\n'); err != nil || line != "nazo-fleet: the hub doesn't answer any more, and is waited for\n" {
		t.Errorf("%v: %s", err, line)
	}
	s.check(os.WriteFile(filepath.Join(hold, "go"), nil, 0o600))
	s.serve()
	if line, err := watch.errs.ReadString('\n'); err != nil || line != "nazo-fleet: the hub answers again\n" {
		t.Errorf("%v: %s", err, line)
	}
	s.sum()
}

// Hub and worker are killed.
func TestKilledBoth(t *testing.T) {
	t.Parallel()
	s, hold := newSite(t), t.TempDir()
	s.serve()
	s.submit()
	w := s.work(hold)
	s.heldTask(hold)
	s.hub.kill()
	w.kill()
	s.serve()
	s.work("")
	s.sum()
}

// A worker that is asked to end gives back what it has, at once: nobody has to wait until it is held to be lost.
func TestDrainedWorker(t *testing.T) {
	t.Parallel()
	s, hold := newSite(t), t.TempDir()
	s.serve()
	s.submit()
	w := s.work(hold)
	task := s.heldTask(hold)
	s.check(w.Process.Signal(syscall.SIGTERM))
	if err := w.Wait(); err != nil {
		t.Errorf("the worker ended with %v", err)
	}
	gone(task)
	s.work("")
	s.sum()
}

// What a process that was killed had in the folder for temporary files is removed by the next worker, also if that has a folder of its own.
func TestKilledIsTidiedUp(t *testing.T) {
	t.Parallel()
	s, hold := newSite(t), t.TempDir()
	s.serve()
	left := func() []string {
		all, err := filepath.Glob(filepath.Join(s.folder, "nazo-*"))
		s.check(err)
		return all
	}
	p := s.start(holdVar+"="+hold, append([]string{"submit"}, tours...)...)
	task := s.heldTask(hold)
	p.kill()
	gone(task)
	if len(left()) != 1 {
		t.Error(left())
	}
	s.start("", "work", "--cores=1", "--folder=kept")
	for len(left()) > 0 {
		time.Sleep(5 * time.Millisecond)
	}
}

// A worker of another build takes no part of a job, and who watches the job hears of it.
func TestOtherBuild(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.serve()
	s.submit()
	self, err := os.Executable()
	s.check(err)
	program, err := os.ReadFile(self)
	s.check(err)
	other := filepath.Join(t.TempDir(), "other")
	at := regexp.MustCompile(`\x04\x00\x00\x00Go\x00\x00| Go build ID: "`).FindIndex(program)
	if at == nil {
		t.Fatal("the linker has no name for it")
	}
	program[at[1]]++ // that of another build
	s.check(os.WriteFile(other, program, 0o700))
	w := s.startFile(other, "", "work", "--name=other")
	go io.Copy(io.Discard, w.errs)
	watch := s.start("", "watch", "tours")
	go io.Copy(io.Discard, watch.out)
	line, err := watch.errs.ReadString('\n')
	s.check(err)
	if !strings.HasPrefix(line, "nazo-fleet: worker other takes no part of it: the job is for build ") {
		t.Error(line)
	}
	s.check(w.Process.Signal(syscall.SIGTERM))
	s.check(w.Wait())
	late := s.start("", "watch", "tours") // the worker has gone, or its going is about to be noted
	go io.Copy(io.Discard, late.out)
	line, err = late.errs.ReadString('\n')
	s.check(err)
	if _, reason, _ := strings.Cut(line, " no part of it: "); !strings.HasPrefix(reason, "the job is for build ") {
		t.Error(line)
	}
	s.work("")
	s.sum()
}

// What one process did in a store another goes on with: the parts that are done are not done again.
func TestStore(t *testing.T) {
	t.Parallel()
	s, hold := newSite(t), t.TempDir()
	line := append([]string{tours[0], "--store=kept", "--parts=4", "--workers=1"}, tours[1:]...)
	p := s.start(holdVar+"="+hold, line...)
	s.heldTask(hold)
	s.check(p.Process.Signal(syscall.SIGTERM))
	told, _ := io.ReadAll(p.errs)
	if p.Wait(); p.ProcessState.ExitCode() != int(command.StatusLimit) || string(told) != "nazo-fleet: interrupted: 0 of 4 parts done; the same command goes on with it\n" {
		t.Errorf("%v: %s", p.ProcessState, told)
	}
	for range 2 { // the second finds that all is done
		if got := s.run(line...); got != toursCount {
			t.Errorf("counted %s, want %s", got, toursCount)
		}
	}
}

// newWorkspace has new folders for a task that begins from a file, if that is not "".
func newWorkspace(t *testing.T, begin string) *fleet.Workspace {
	return &fleet.Workspace{Folder: t.TempDir(), Checkpoint: filepath.Join(t.TempDir(), "checkpoint"), Begin: begin, Cores: 1}
}

// A part that is broken off saves its checkpoint, and goes on from there, or is divided: it comes to the same.
func TestCheckpoint(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	runner := &processes{self: self}
	job := fleet.Job{Args: []string{"count", "knights_tour", "rows=6", "cols=7", "closed=true"}, Resumable: true}
	part, err := parts.Parse("2/3")
	if err != nil {
		t.Fatal(err)
	}
	task := fleet.Task{Part: part}
	whole, err := runner.Run(t.Context(), job, task, newWorkspace(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		w := newWorkspace(t, "")
		ctx, stop := context.WithCancelCause(t.Context())
		go func() {
			for ctx.Err() == nil { // there is a checkpoint as soon as an order was found
				if _, err := os.Stat(w.Checkpoint); err == nil {
					stop(fleet.ErrDivide)
				}
				time.Sleep(time.Millisecond)
			}
		}()
		result, err := runner.Run(ctx, job, task, w)
		stop(nil)
		if err == nil && sure(t, result) == sure(t, whole) {
			continue // it was done before this test saw the checkpoint
		}
		if !errors.Is(err, fleet.ErrDivide) {
			t.Fatal(err)
		}
		state, err := os.ReadFile(w.Checkpoint)
		if err != nil {
			t.Fatal(err)
		}
		result, errRun := runner.Run(t.Context(), job, task, w)
		if err := errors.Join(err, errRun); err != nil || sure(t, result) != sure(t, whole) {
			t.Errorf("%v\n%s\nbut at once\n%s", err, result.Output, whole.Output)
		}
		begin := filepath.Join(t.TempDir(), "begin")
		if err := os.WriteFile(begin, state, 0o600); err != nil {
			t.Fatal(err)
		}
		digest, _ := parts.Digest(bytes.NewReader(state)) // of memory
		sum := 0
		for _, half := range part.SplitFrom(digest, 2) {
			result, err := runner.Run(t.Context(), job, fleet.Task{Part: half}, newWorkspace(t, begin))
			if err != nil {
				t.Fatal(err)
			}
			sum += countIn(t, result)
		}
		if want := countIn(t, whole); sum != want {
			t.Errorf("the halves have %d in all, and there are %d", sum, want)
		}
		return
	}
	t.Error("each time the part was done before it could be broken off")
}

// countIn is the number that a part has come to.
func countIn(t *testing.T, r fleet.Result) (n int) {
	if _, err := fmt.Sscanf(string(bytes.SplitN(r.Output, []byte("\n"), 2)[1]), `{"count":%d,`, &n); err != nil {
		t.Fatalf("%v\n%s", err, r.Output)
	}
	return n
}

// sure is what whoever does a part must come to, as a hash: not how much work it was.
func sure(t *testing.T, r fleet.Result) string {
	found, err := parts.Read(bytes.NewReader(r.Output))
	if err != nil || len(found) != 1 || found[0].End.Result == "" {
		t.Fatalf("%v\n%s", err, r.Output)
	}
	return found[0].End.Result
}

// How a process ended says what is to become of the task, and of its job.
func TestEnds(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NAZO_TOKEN_FILE", "token")
	runner := &processes{self: self}
	for status, want := range map[command.Status]error{
		command.StatusTrue:     nil,
		command.StatusFalse:    nil,
		command.StatusMistake:  &fleet.Fatal{Err: errors.New("nazo: ended")},
		command.StatusLimit:    errors.New("exit status 3\nnazo: ended"),
		command.StatusDisagree: &fleet.Fatal{Err: errors.New("nazo: ended"), Fault: true},
		command.StatusBug:      errors.New("exit status 70\nnazo: ended"),
	} {
		t.Setenv(endVar, strconv.Itoa(int(status)))
		result, err := runner.Run(t.Context(), fleet.Job{Args: []string{"count", "--", "x"}}, fleet.Task{}, &fleet.Workspace{Folder: t.TempDir(), Cores: 1})
		if fmt.Sprintf("%T %[1]v", err) != fmt.Sprintf("%T %[1]v", want) || result.Status != int(status) {
			t.Errorf("status %d: %v, and status %d; want %v", status, err, result.Status, want)
			continue
		}
		if fatal, ok := errors.AsType[*fleet.Fatal](err); ok && fatal.Fault != (status == command.StatusDisagree) {
			t.Errorf("status %d: %+v", status, fatal)
		}
	}
}

// A task that takes more memory than it may is ended, whatever it is, and its failure says why; a job that says nothing has the worker's share.
func TestTooMuchMemory(t *testing.T) {
	if _, known := heldBy(os.Getpid()); !known {
		t.Skip("how much memory a process has can't be told here")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(eatVar, "1")
	for _, c := range []struct{ share, memory int64 }{{0, 60 << 20}, {60 << 20, 0}, {1 << 40, 60 << 20}} {
		result, err := (&processes{self: self, share: c.share}).Run(t.Context(), fleet.Job{Args: []string{"contest", "--", "x"}, Memory: c.memory}, fleet.Task{}, &fleet.Workspace{Folder: t.TempDir(), Cores: 1})
		if want := "the task took more than the 60 MB of memory that it may take, and was ended"; err == nil || err.Error() != want {
			t.Errorf("%+v: %v, status %d; want %s", c, err, result.Status, want)
		}
	}
}

// What parts print is on the disk as long as it is needed, and what goes on is said, unless it is about the job.
func TestHere(t *testing.T) {
	passing := t.TempDir()
	t.Setenv("TMPDIR", passing)
	var said []string
	h, err := openHere(t.Context(), spreadFlags{Workers: 1}, &command.Packed{Args: []string{"count", "--", "x"}}, func(text string) { said = append(said, text) })
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := filepath.Glob(filepath.Join(passing, "nazo-hub-*", "jetstream")); err != nil || len(kept) != 1 {
		t.Errorf("what is kept is in %q, %v", kept, err)
	}
	log := h.unlessOfJob(func(text string) { said = append(said, text) })
	log("the disk is full")
	log(h.job.ID + ": part 1/2 failed")
	h.close()
	if left, err := os.ReadDir(passing); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
	if want := []string{"the disk is full"}; !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
}

// The script that measures for docs/fleet.md measures.
func TestMeasure(t *testing.T) {
	if !testkit.Thorough() {
		t.Skip("-thorough runs the short form of measure.sh")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "nazo-fleet") // the name by which this executable knows what it is
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	script := exec.Command(bash, "measure.sh", "-short")
	script.Env = append(os.Environ(), "NAZO_FLEET="+program)
	out, err := script.CombinedOutput()
	if rows := strings.Count(string(out), "\n| "); err != nil || rows != 8 {
		t.Errorf("%v, %d rows:\n%s", err, rows, out)
	}
}
