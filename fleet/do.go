package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// do does a task to its end, whatever that is.
func (w *worker) do(d *delivery) {
	defer w.release(d)
	if d.again && !w.needed(d) {
		return
	}
	space, err := w.prepare(d)
	if err != nil {
		w.interrupted(d, fmt.Errorf("part %s can't be begun: %w", d.Part, err))
		return
	}
	defer space.remove()
	ctx, cancel := context.WithCancel(d.ctx)
	var saving sync.WaitGroup
	if d.job.Resumable {
		saving.Go(func() {
			w.every(ctx, w.o.Timing.Checkpoint, func() {
				if err := space.Save(ctx); err != nil && ctx.Err() == nil {
					w.o.Log(fmt.Sprintf("%s: the checkpoint of part %s can't be saved: %v", d.job.ID, d.Part, err))
				}
			})
		})
	}
	begun := time.Now()
	result, err := w.runner.Run(ctx, d.job.Job, d.Task, space)
	cause := context.Cause(d.ctx)
	cancel()
	saving.Wait()
	result.Worker, result.Wall = w.o.Name, time.Since(begun)
	w.mu.Lock()
	divide := d.divide
	w.mu.Unlock()
	switch {
	case err == nil:
		if err = result.look(d.Part); err == nil {
			err = w.suits(d, &result)
		}
		switch {
		case errors.Is(err, errOther):
			w.refuse(d.job.ID, err.Error())
			w.ended(d.job.ID)
			w.back(d, w.o.Timing.Retry)
		case err != nil:
			w.failed(d, err)
		default:
			w.deliver(d, &result)
		}
	case errors.Is(cause, ErrEnded):
		w.drop(d)
	case errors.Is(cause, ErrDivide) && divide > 1:
		w.deliver(d, &Result{Part: d.Part, Divided: divide, Worker: w.o.Name, CPU: result.CPU, Wall: result.Wall})
	case cause != nil:
		ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
		if err := space.Save(ctx); err != nil {
			w.o.Log(fmt.Sprintf("%s: the checkpoint of part %s is lost: %v", d.job.ID, d.Part, err))
		}
		cancel()
		w.back(d, 0)
	default:
		w.failed(d, err)
	}
}

// needed reports whether a task that somebody may have had before is still to be done; if not, it is acknowledged.
func (w *worker) needed(d *delivery) bool {
	stored, err := w.stored(d.ctx, d.key)
	if err != nil {
		w.interrupted(d, err)
		return false
	}
	aside := false
	if stored == nil {
		entry, err := w.states.Get(d.ctx, d.key)
		if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
			w.interrupted(d, err)
			return false
		}
		aside = err == nil && entry.Operation() == jetstream.KeyValuePut && readTrouble(entry.Value()).Aside
	}
	if stored == nil && !aside {
		w.pulse() // whoever goes down with this task is known to have had it
		return true
	}
	d.msg.Ack()
	w.drop(d)
	return false
}

// back gives a task to whoever takes it next.
func (w *worker) back(d *delivery, wait time.Duration) {
	w.drop(d)
	if wait > 0 {
		d.msg.NakWithDelay(wait)
		return
	}
	d.msg.Nak()
}

// interrupted gives back a task that could not be done for reasons that are not its own.
func (w *worker) interrupted(d *delivery, err error) {
	if d.ctx.Err() == nil {
		w.o.Log(fmt.Sprintf("%s: %v", d.job.ID, err))
	}
	w.back(d, w.o.Timing.Retry)
}

// failed notes that a task has failed; the last time it is set aside.
func (w *worker) failed(d *delivery, failure error) {
	ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
	defer cancel()
	var t trouble
	err := alter(ctx, w.states, d.key, func(old []byte) ([]byte, error) {
		t = readTrouble(old)
		t.Errors = append(t.Errors, cut(fmt.Sprintf("%s: %v", w.o.Name, failure), mostErrors))
		t.Aside = t.Aside || len(t.Errors) >= d.job.attempts()
		return encode(t), nil
	})
	w.o.Log(fmt.Sprintf("%s: part %s failed: %v", d.job.ID, d.Part, failure))
	switch {
	case err != nil:
		w.interrupted(d, fmt.Errorf("that part %s failed can't be noted: %w", d.Part, err))
	case t.Aside:
		d.msg.Ack()
		w.drop(d)
	default:
		w.back(d, w.o.Timing.Retry)
	}
}

// mostErrors is how many bytes are kept of what went wrong.
const mostErrors = 4096

// cut is the end of a text.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return "…" + strings.ToValidUTF8(text[len(text)-most:], "")
}

// errOther says that a result is of other work than those of others.
var errOther = errors.New("what this worker finds is a part of other work than what others found: another spec, values or order")

// suits holds the first result of a worker against what the job's first one was.
func (w *worker) suits(d *delivery, r *Result) error {
	d.job.heads.Lock()
	defer d.job.heads.Unlock()
	if d.job.head == nil {
		head := *r.Head
		head.Part = nil
		ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
		defer cancel()
		err := alter(ctx, w.states, d.job.ID+".head", func(old []byte) ([]byte, error) {
			if old == nil {
				return encode(head), nil
			}
			return nil, decode(old, &head)
		})
		if err != nil {
			return nil // the hub is away, and holds them against each other itself
		}
		d.job.head = &head
	}
	if !d.job.head.Alike(*r.Head) {
		return errOther
	}
	return nil
}

// workspace is that of a task.
type workspace struct {
	w      *worker
	folder string
	file   string // the checkpoint
	key    string
	mu     sync.Mutex
	saved  os.FileInfo // of the checkpoint when it was saved last
}

// prepare has the files of the job and the checkpoint at hand.
func (w *worker) prepare(d *delivery) (*workspace, error) {
	j := d.job
	j.files.Do(func() {
		j.folder = w.kept("jobs", j.ID)
		j.failed = fetchFiles(d.ctx, w.Client.files, j.Job, w.kept("files"), j.folder)
	})
	if j.failed != nil {
		err := j.failed
		w.mu.Lock()
		if w.jobs[j.ID] == j { // try again with the next task
			delete(w.jobs, j.ID)
		}
		w.mu.Unlock()
		return nil, err
	}
	s := &workspace{w: w, folder: j.folder, key: d.key}
	if !j.Resumable {
		return s, nil
	}
	s.file = w.kept("checkpoints", strings.ReplaceAll(d.key, "/", "_"))
	if err := os.MkdirAll(filepath.Dir(s.file), 0o700); err != nil {
		return nil, err
	}
	err := getFile(d.ctx, w.checkpoints, d.key, s.file)
	if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, fmt.Errorf("its checkpoint: %w", err)
	}
	if info, err := os.Stat(s.file); err == nil {
		s.saved = info
	}
	return s, nil
}

// Folder has the files of the job.
func (s *workspace) Folder() string { return s.folder }

// Checkpoint is the file of the checkpoint.
func (s *workspace) Checkpoint() string { return s.file }

// Save takes the checkpoint to the hub if it is another than the last.
func (s *workspace) Save(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == "" {
		return nil
	}
	f, err := os.Open(s.file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if s.saved != nil && os.SameFile(info, s.saved) && info.ModTime().Equal(s.saved.ModTime()) && info.Size() == s.saved.Size() {
		return nil
	}
	if _, err := s.w.checkpoints.Put(ctx, s.w.object(s.key), f); err != nil {
		return err
	}
	s.saved = info
	return nil
}

// remove removes the file of the checkpoint.
func (s *workspace) remove() {
	if s.file != "" {
		os.Remove(s.file)
	}
}

// sending is a result on its way to the hub.
type sending struct {
	d      *delivery
	result *Result
}

// publisher has the handlers of what becomes of results.
func (w *worker) publisher() (jetstream.JetStream, error) {
	settled := func(msg *nats.Msg) *sending {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.sending[msg]
	}
	return jetstream.New(w.nc, jetstream.WithPublishAsyncMaxPending(mostSending), jetstream.WithPublishAsyncTimeout(w.o.Timing.Publish),
		jetstream.WithPublishAsyncAckHandler(func(_ jetstream.JetStream, msg *nats.Msg, _ *jetstream.PubAck) {
			if s := settled(msg); s != nil {
				w.counted(msg, s)
			}
		}),
		jetstream.WithPublishAsyncErrHandler(func(_ jetstream.JetStream, msg *nats.Msg, err error) {
			if s := settled(msg); s != nil {
				go w.insist(msg, s, err)
			}
		}))
}

// mostSending is how many results may be on their way.
const mostSending = 4096

// deliver sends a result to the hub; the task is acknowledged when it is there.
func (w *worker) deliver(d *delivery, r *Result) {
	r.Errors = cut(r.Errors, mostErrors)
	ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
	defer cancel()
	if err := w.storeOutput(ctx, r); err != nil {
		w.interrupted(d, fmt.Errorf("the output of part %s can't be stored: %w", d.Part, err))
		return
	}
	msg := r.message(d.key)
	s := &sending{d, r}
	w.mu.Lock()
	w.sending[msg] = s
	w.mu.Unlock()
	if _, err := w.pub.PublishMsgAsync(msg); err != nil {
		go w.insist(msg, s, err)
	}
}

// counted acknowledges a task whose result is there.
func (w *worker) counted(msg *nats.Msg, s *sending) {
	s.d.msg.Ack()
	w.drop(s.d)
	if s.d.job.Resumable {
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
			defer cancel()
			w.checkpoints.Delete(ctx, s.d.key) // what is left is removed with the job
		}()
	}
	w.settledOne(msg)
}

func (w *worker) settledOne(msg *nats.Msg) {
	w.mu.Lock()
	delete(w.sending, msg)
	w.mu.Unlock()
	w.awake()
}

// insist deals with a result that the hub did not take: there is one already, or it is tried again until the
// worker ends.
func (w *worker) insist(msg *nats.Msg, s *sending, err error) {
	said := false
	for {
		if exists(err) {
			err = w.compare(s)
		}
		if err == nil {
			w.counted(msg, s)
			return
		}
		last := w.stopping.Err() != nil
		if !said || last {
			w.o.Log(fmt.Sprintf("%s: the hub doesn't take the result of part %s: %v", s.d.job.ID, s.d.Part, err))
			said = true
		}
		if last { // who gets the task next finds it again
			w.drop(s.d)
			w.settledOne(msg)
			return
		}
		select {
		case <-time.After(w.o.Timing.Retry):
		case <-w.stopping.Done(): // once more
		}
		ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
		_, err = w.js.PublishMsg(ctx, msg)
		cancel()
	}
}

// compare holds a result against the one that the task has already.
func (w *worker) compare(s *sending) error {
	ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
	defer cancel()
	stored, err := w.stored(ctx, s.d.key)
	if err != nil || stored == nil {
		return errors.Join(err, errors.New("a result that was there is gone"))
	}
	if !s.result.contradicts(stored) {
		return nil
	}
	first, second := *stored, *s.result
	first.Output, second.Output = nil, nil
	reason := fmt.Sprintf("workers %s and %s came to different results", stored.Worker, s.result.Worker)
	w.o.Log(fmt.Sprintf("%s: part %s: %s", s.d.job.ID, s.d.Part, reason))
	return w.report(s.d.key, &fault{s.d.Part.String(), reason, &first, &second})
}

// settle waits until no result is on its way any more.
func (w *worker) settle() {
	for {
		w.mu.Lock()
		n := len(w.sending)
		w.mu.Unlock()
		if n == 0 {
			return
		}
		<-w.wake
	}
}
