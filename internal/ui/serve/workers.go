package serve

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"nazo/internal/ui/page"
)

const (
	// patience is how long a worker has for stopping.
	patience = 50 * time.Millisecond
	// overtime is how long a worker may exceed the limit of a question, for an orderly end.
	overtime = time.Second
	// lull is how long idle workers wait for another question.
	lull = time.Minute
	// spare bounds the idle workers.
	spare = 3
	// maxWaiting bounds the questions of a kind that wait for their turn.
	maxWaiting = 60
	// lastWords bounds the bytes that are read of a worker's standard error.
	lastWords = 4 << 10
)

// Crew is a pool of worker processes. Each answers one question after another. One idle worker is kept ready as long as
// there are questions. A question goes to the worker that knows its puzzle, so that each board is read by one process.
type Crew struct {
	// Command makes the process of a worker, which runs Work. It exits with LimitStatus when it takes too much memory.
	Command func() *exec.Cmd
	// Most bounds the searches at the same time, and separately the quick questions. Neither kind waits for the
	// other. Further questions wait.
	Most int
	// Seconds limits the work on a question.
	Seconds float64

	mu    sync.Mutex
	kinds [2]kind       // searches and quick questions
	busy  []*worker     // at work
	freed chan struct{} // closed when a busy worker is released
	idle  []*worker     // the last is asked first
	rest  *time.Timer
	ended bool
	// lenient replaces patience in tests, if it is not 0.
	lenient time.Duration
	alive   sync.WaitGroup
}

// kind counts the questions of a kind.
type kind struct {
	asked int           // in work or waiting
	room  chan struct{} // a slot for each in work
}

func (c *Crew) kindOf(q page.Question) *kind {
	k := &c.kinds[0]
	if q.Quick() {
		k = &c.kinds[1]
	}
	if k.room == nil {
		k.room = make(chan struct{}, c.Most)
	}
	return k
}

// LimitStatus is the exit status of a worker that ended because it took too much memory.
const LimitStatus = 3

// order is a line to a worker: a question, or the cancellation of the current one.
type order struct {
	Ask    *page.Question `json:"ask,omitempty"`
	Cancel bool           `json:"cancel,omitempty"`
}

func line(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts, numbers and JSON
	}
	return append(text, '\n')
}

// enter reserves a place for a question, in work or waiting. It returns false if there is none.
func (c *Crew) enter(q page.Question) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.kindOf(q)
	if k.asked == c.Most+maxWaiting {
		return false
	}
	k.asked++
	return true
}

// leave gives the place back.
func (c *Crew) leave(q page.Question) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kindOf(q).asked--
}

// Answer has a worker answer a question. emit gets the events as lines of JSON, the last of kind done. If ctx ends or
// emit has an error, the question is cancelled.
func (c *Crew) Answer(ctx context.Context, q page.Question, emit func([]byte) error) {
	c.mu.Lock()
	room := c.kindOf(q).room
	c.mu.Unlock()
	select {
	case room <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-room }()
	c.await(ctx, q)
	if q.Seconds <= 0 || q.Seconds > c.Seconds {
		q.Seconds = c.Seconds
	}
	w, err := c.take(q)
	if err == nil {
		var done []byte
		done, err = w.answer(ctx, q, emit)
		c.release(w) // before the client can ask the next question
		if done != nil {
			emit(done)
		}
	}
	if err != nil && ctx.Err() == nil {
		kind, text := page.KindProblem, err.Error()
		if errors.As(err, new(limit)) {
			kind = page.KindLimit
		}
		if emit(line(page.Event{Kind: kind, Text: text})) == nil {
			emit(line(page.Event{Kind: page.KindDone}))
		}
	}
}

// limit is the error of a worker that reached a limit.
type limit string

// Error says which limit it was.
func (l limit) Error() string { return string(l) }

// await waits for a busy worker that knows the puzzle of an edit. Its current question is being cancelled.
func (c *Crew) await(ctx context.Context, q page.Question) {
	if !q.Edits() {
		return
	}
	given := time.NewTimer(cmp.Or(c.lenient, patience))
	defer given.Stop()
	for {
		c.mu.Lock()
		at := slices.ContainsFunc(c.busy, func(w *worker) bool { return w.asked.SamePuzzle(q) })
		if at && c.freed == nil {
			c.freed = make(chan struct{})
		}
		freed := c.freed
		c.mu.Unlock()
		if !at {
			return
		}
		select {
		case <-freed:
		case <-given.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// take returns a worker for a question: one that knows its puzzle, or its spec, or any. It starts another one for the
// next question.
func (c *Crew) take(q page.Question) (*worker, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rest != nil {
		c.rest.Stop()
	}
	var w *worker
	if n := len(c.idle); n > 0 {
		i, best := n-1, 0
		for k, w := range c.idle {
			fits := 0
			if w.asked.SamePuzzle(q) {
				fits = 2
			} else if w.asked.SameSpec(q) {
				fits = 1
			}
			if fits > 0 && fits >= best {
				i, best = k, fits
			}
		}
		w = c.idle[i]
		c.idle = slices.Delete(c.idle, i, i+1)
	} else {
		var err error
		if w, err = c.start(); err != nil {
			return nil, fmt.Errorf("no process can be started: %w", err)
		}
	}
	if len(c.idle) == 0 && !c.ended {
		if next, err := c.start(); err == nil { // else the next question will say so
			c.idle = append(c.idle, next)
		}
	}
	w.asked = q
	c.busy = append(c.busy, w)
	return w, nil
}

// release keeps a worker that can be asked again, or ends it. Too many idle workers lose the one that waited longest.
func (c *Crew) release(w *worker) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = slices.DeleteFunc(c.busy, func(other *worker) bool { return other == w })
	if c.freed != nil {
		close(c.freed)
		c.freed = nil
	}
	if w.broken || c.ended {
		w.end()
	} else if c.idle = append(c.idle, w); len(c.idle) > spare {
		c.idle[0].end()
		c.idle = slices.Delete(c.idle, 0, 1)
	}
	if c.rest != nil {
		c.rest.Stop()
	}
	if !c.ended {
		c.rest = time.AfterFunc(lull, c.dismiss)
	}
}

// dismiss ends the idle workers.
func (c *Crew) dismiss() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.idle {
		w.end()
	}
	c.idle = nil
}

// End ends all workers, and returns when they have ended.
func (c *Crew) End() {
	c.mu.Lock()
	c.ended = true
	if c.rest != nil {
		c.rest.Stop()
	}
	c.mu.Unlock()
	c.dismiss()
	c.alive.Wait()
}

// worker is a process that answers questions.
type worker struct {
	process *exec.Cmd
	to      io.WriteCloser
	events  chan []byte   // lines of its standard output; closed at the end
	left    chan struct{} // closed when nobody reads events
	gone    chan struct{} // closed when the process has ended
	words   bytes.Buffer  // its standard error, to be read when it is gone
	broken  bool          // it can't be asked again
	asked   page.Question // the last question
	// patience is how long the worker has for stopping.
	patience time.Duration
}

// start starts a worker.
func (c *Crew) start() (*worker, error) {
	w := &worker{process: c.Command(), events: make(chan []byte), left: make(chan struct{}), gone: make(chan struct{}), patience: cmp.Or(c.lenient, patience)}
	w.process.Stderr = &bounded{to: &w.words, room: lastWords}
	var err error
	if w.to, err = w.process.StdinPipe(); err != nil {
		return nil, err
	}
	from, err := w.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := w.process.Start(); err != nil {
		return nil, err
	}
	c.alive.Go(func() {
		in := bufio.NewReader(from)
		for {
			text, err := in.ReadBytes('\n')
			if err != nil {
				break
			}
			select {
			case w.events <- text:
			case <-w.left:
			}
		}
		close(w.events)
		w.process.Wait() // how it ended is in its state
		close(w.gone)
	})
	return w, nil
}

// answer asks the worker and emits its events, except for the last, which it returns. An error says why the answer is
// incomplete. The worker is broken then, or if it had to be killed.
func (w *worker) answer(ctx context.Context, q page.Question, emit func([]byte) error) (done []byte, err error) {
	go w.to.Write(line(order{Ask: &q})) // a hanging worker might not read
	late := time.NewTimer(time.Duration(q.Seconds*float64(time.Second)) + overtime)
	defer late.Stop()
	for {
		select {
		case text, ok := <-w.events:
			if !ok {
				return nil, w.died()
			}
			if isDone(text) {
				return text, nil
			}
			if err := emit(text); err != nil {
				w.cancel()
				return nil, nil
			}
		case <-ctx.Done():
			w.cancel()
			return nil, nil
		case <-late.C:
			w.cancel()
			return nil, limit(fmt.Sprintf("the work took longer than %g s", q.Seconds))
		}
	}
}

// isDone reports whether an event is the last.
func isDone(text []byte) bool {
	if len(text) > 100 {
		return false
	}
	var e struct {
		Kind string `json:"kind"`
	}
	return json.Unmarshal(text, &e) == nil && e.Kind == page.KindDone
}

// cancel cancels the question and waits for the worker to stop. It kills one that does not.
func (w *worker) cancel() {
	given := time.NewTimer(w.patience)
	defer given.Stop()
	told := make(chan struct{})
	go func() { // a worker that hangs might not read
		w.to.Write(line(order{Cancel: true}))
		close(told)
	}()
	for {
		select {
		case text, ok := <-w.events:
			if !ok {
				w.broken = true
				return
			}
			if isDone(text) {
				<-told
				return
			}
		case <-given.C:
			w.broken = true
			w.process.Process.Kill()
			return
		}
	}
}

// died says why the process has ended during its work.
func (w *worker) died() error {
	w.broken = true
	w.to.Close()
	for range w.events { // what it said last
	}
	<-w.gone
	if w.process.ProcessState.ExitCode() == LimitStatus {
		return limit("the work took more memory than a question may take")
	}
	words, _, _ := strings.Cut(strings.TrimSpace(w.words.String()), "\n\n")
	if words == "" {
		words = w.process.ProcessState.String()
	}
	return fmt.Errorf("the process that worked on this has ended: %s", words)
}

// end ends the process, at once if it is at work.
func (w *worker) end() {
	close(w.left)
	w.to.Close()
	if w.broken {
		w.process.Process.Kill()
		return
	}
	time.AfterFunc(overtime, func() {
		select {
		case <-w.gone:
		default:
			w.process.Process.Kill()
		}
	})
}

// bounded keeps the beginning of what is written, up to a size.
type bounded struct {
	to   *bytes.Buffer
	room int
}

// Write accepts all text.
func (b *bounded) Write(text []byte) (int, error) {
	b.to.Write(text[:min(len(text), b.room-b.to.Len())])
	return len(text), nil
}

// Answerer answers questions, as a [page.Desk] does: event by event, the last of kind done unless ctx has ended.
type Answerer interface {
	Answer(ctx context.Context, q page.Question, emit func(page.Event))
}

// Work is the program of a worker. It answers one question after another of the orders on in, and writes the events
// to out. It ends when no more orders come, or at once when ctx ends.
func Work(ctx context.Context, desk Answerer, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	asked := make(chan page.Question)
	var mu sync.Mutex
	var take context.CancelFunc // cancels the current question
	current := ctx              // the context of the last question that came
	go func() {
		defer stop()
		orders := json.NewDecoder(bufio.NewReader(in))
		for {
			var o order
			if orders.Decode(&o) != nil {
				return
			}
			mu.Lock()
			if take != nil {
				take()
			}
			if o.Ask != nil {
				current, take = context.WithCancel(ctx)
			}
			mu.Unlock()
			if o.Ask == nil {
				continue
			}
			select {
			case asked <- *o.Ask:
			case <-ctx.Done():
				return
			}
		}
	}()
	events := bufio.NewWriter(out)
	var failed error
	emit := func(e page.Event) {
		if failed == nil {
			events.Write(line(e)) // an error comes with Flush
			failed = events.Flush()
		}
	}
	for failed == nil {
		select {
		case q := <-asked:
			mu.Lock()
			within := current
			mu.Unlock()
			done := false
			desk.Answer(within, q, func(e page.Event) {
				done = done || e.Kind == page.KindDone
				emit(e)
			})
			if ctx.Err() != nil { // a limit: the end of the process tells the client
				return nil
			}
			if !done {
				emit(page.Event{Kind: page.KindDone})
			}
		case <-ctx.Done():
			return nil
		}
	}
	return failed
}
