package command

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// work answers for the instances whose numbers, from 0 and ascending, come on standard input, each with a line of JSON: a
// finding, or null behind the last instance.
func (b *batch) work() error {
	asked := bufio.NewScanner(b.in)
	next := func() (int, bool) {
		if !asked.Scan() {
			return 0, false
		}
		n, err := strconv.Atoi(asked.Text())
		return n, err == nil
	}
	IgnoreTerminal() // the one that gave the numbers says when to end
	wanted, more := next()
	at := 0
	for name, read := range b.instances() {
		if !more || b.ctx.Err() != nil {
			break
		}
		if at == wanted {
			if err := b.send(b.find(name, read)); err != nil {
				return err
			}
			wanted, more = next()
		}
		at++
	}
	if more {
		return b.send(nil)
	}
	return nil
}

func (b *batch) send(f *finding) error {
	text, err := json.Marshal(f)
	if err != nil {
		panic(err) // texts and finite numbers
	}
	b.out.Write(append(text, '\n'))
	return b.flush()
}

// ahead is how many findings for each worker may wait for an earlier one to be printed.
const ahead = 16

// spread has workers ask about the instances, each a process of its own, as no two searches of a SAT solver
// can be in one, about those from one number up to another, without it; print gets what they find, in the order of the instances. When the context ends that is what they know by then.
func (b *batch) spread(workers, begin, end int, print func(*finding) error) error {
	type numbered struct {
		at       int
		*finding // nil behind the last instance, and if the end of the context came first
	}
	tasks, found := make(chan int), make(chan numbered, workers)
	room := make(chan struct{}, ahead*workers)
	done := make(chan struct{})
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			w := &worker{batch: b}
			defer w.end()
			for at := range tasks {
				select {
				case found <- numbered{at, w.ask(at)}:
				case <-done:
				}
			}
		})
	}
	go func() {
		all.Wait()
		close(found)
	}()
	go func() {
		defer close(tasks)
		for at := begin; at < end && b.ctx.Err() == nil; at++ {
			select {
			case room <- struct{}{}:
			case <-b.ctx.Done():
				return
			case <-done:
				return
			}
			select {
			case tasks <- at:
			case <-b.ctx.Done():
				return
			case <-done:
				return
			}
		}
	}()
	defer all.Wait()
	defer close(done)
	waiting := map[int]*finding{}
	next := begin
	for one := range found {
		waiting[one.at] = one.finding
		for f, ok := waiting[next]; ok; f, ok = waiting[next] {
			if f == nil && b.ctx.Err() == nil {
				return nil
			}
			if f != nil {
				if err := print(f); err != nil {
					return err
				}
			}
			delete(waiting, next)
			<-room
			next++
		}
	}
	return nil
}

// worker is a process that asks about some of the instances.
type worker struct {
	*batch
	process *exec.Cmd
	to      io.WriteCloser
	from    *bufio.Reader
	errs    strings.Builder
}

// ask has the process ask about an instance; nil if there are no more, or the context has ended. If the process dies the finding says so, and the
// next instance gets another.
func (w *worker) ask(at int) *finding {
	if w.process == nil {
		if err := w.begin(); w.ctx.Err() != nil {
			w.end()
			return nil
		} else if err != nil {
			return &finding{Name: fmt.Sprint("instance ", at+1), Verdict: "failed", Kind: "failed", Errors: fmt.Sprintf("nazo: %v\n", err), Status: statusBug}
		}
	}
	_, err := fmt.Fprintln(w.to, at)
	var line []byte
	if err == nil {
		line, err = w.from.ReadBytes('\n')
	}
	var f *finding
	if err == nil {
		err = json.Unmarshal(line, &f)
	}
	if err == nil {
		return f
	}
	w.end()
	if w.ctx.Err() != nil {
		return nil
	}
	return &finding{Name: fmt.Sprint("instance ", at+1), Verdict: "failed", Kind: "failed", Errors: w.errs.String(), Status: statusBug}
}

// begin starts the process: this program, with the same command line.
func (w *worker) begin() error {
	w.process = anew(w.ctx, slices.Concat([]string{"--worker"}, w.args)...)
	w.errs.Reset()
	w.process.Stderr = &w.errs
	w.process.Cancel = func() error {
		if w.process.Process.Signal(syscall.SIGTERM) != nil { // a system without signals
			return w.process.Process.Kill()
		}
		return nil
	}
	w.process.WaitDelay = 2 * grace // for what is known by then
	var err error
	if w.to, err = w.process.StdinPipe(); err != nil {
		return err
	}
	from, err := w.process.StdoutPipe()
	if err != nil {
		return err
	}
	w.from = bufio.NewReader(from)
	return w.process.Start()
}

// end ends the process, if there is one.
func (w *worker) end() {
	if w.process == nil {
		return
	}
	w.to.Close()
	w.process.Wait() // how it ended was seen by what it sent
	w.process = nil
}

// anew is this program with other arguments, as a process that is killed when ctx ends. It goes by the same name: an
// executable may be several programs.
func anew(ctx context.Context, args ...string) *exec.Cmd {
	self, err := Executable()
	if err != nil {
		self = os.Args[0]
	}
	process := exec.CommandContext(ctx, self, args...)
	process.Args[0] = os.Args[0]
	return process
}
