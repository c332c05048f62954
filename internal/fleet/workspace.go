package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
)

// Workspace is what a worker provides for a task.
type Workspace struct {
	// Folder has the files of the job under their names. Tasks share it and must not write there.
	Folder string
	// Checkpoint is the task's checkpoint file. If it exists, the task continues from it. Replace it by renaming, as
	// Work reads it at any time. It is "" if the job isn't resumable.
	Checkpoint string
	// Begin is the file of the checkpoint that the task begins from, or "" if it has none or one of its own.
	Begin string
	// Cores is how many cores the task may use: 1, or those lent to a Wide job.
	Cores int

	w       *worker
	key     string
	mu      sync.Mutex
	saved   os.FileInfo // of the last saved checkpoint
	begun   time.Time
	stored  time.Time // start of the last save; zero before the first
	unsaved bool      // the checkpoint exists nowhere else
}

// fetchOnce gets the files of a job for all its tasks, within the job's context: the first task may be stopped.
func (w *worker) fetchOnce(j *workJob) error {
	j.files.Lock()
	defer j.files.Unlock()
	if j.fetched {
		return nil
	}
	if j.folder == "" {
		err := os.MkdirAll(w.kept("jobs"), 0o700)
		if err == nil { // not shared with an earlier run of the job
			j.folder, err = os.MkdirTemp(w.kept("jobs"), j.ID+"-")
		}
		if err != nil {
			return damaged(err)
		}
	}
	err := w.Fetch(withMoved(j.ctx, func() { w.movesOn(&j.moved) }), j.Job, j.folder)
	j.fetched = err == nil
	return err
}

// clear removes the files of a job without running tasks.
func (j *workJob) clear() {
	j.files.Lock()
	defer j.files.Unlock()
	if j.folder != "" {
		os.RemoveAll(j.folder)
	}
	j.folder, j.fetched = "", false
}

// prepare gets the files of the job and the checkpoint. An error not due to the connection is errDamaged.
func (w *worker) prepare(d *delivery) (*Workspace, error) {
	j := d.job
	if err := w.fetchOnce(j); err != nil {
		return nil, err
	}
	s := &Workspace{w: w, Folder: j.folder, Cores: d.cores, key: d.key, begun: time.Now()}
	if !j.Resumable {
		return s, nil
	}
	ctx := withMoved(d.ctx, func() { w.movesOn(&d.moved) })
	s.Checkpoint = w.checkpointFile(d)
	if err := os.MkdirAll(filepath.Dir(s.Checkpoint), 0o700); err != nil {
		return nil, err
	}
	switch err := damaged(w.getFile(ctx, w.checkpoints, d.key, s.Checkpoint)); {
	case err == nil:
		if s.saved, err = os.Stat(s.Checkpoint); err != nil {
			return nil, err
		}
	case errors.Is(err, jetstream.ErrObjectNotFound): // an unsaved local file may still exist
	case errors.Is(err, errDamaged): // a checkpoint only saves time
		w.o.Log(fmt.Sprintf("%s: part %s begins anew, as its checkpoint can't be read: %v", j.ID, d.Part, err))
	default:
		return nil, fmt.Errorf("its checkpoint: %w", err)
	}
	return s, s.getState(ctx, d)
}

// checkpointFile names a task's checkpoint by a hash, since paths of parts are long.
func (w *worker) checkpointFile(d *delivery) string {
	sum := sha256.Sum256([]byte(d.key))
	return w.kept("checkpoints", hex.EncodeToString(sum[:16]))
}

// getState gets the state from which a task begins, unless it has a checkpoint.
func (s *Workspace) getState(ctx context.Context, d *delivery) error {
	from := d.Part.Checkpoint()
	if from == "" {
		return nil
	}
	if _, err := os.Stat(s.Checkpoint); err == nil {
		return nil
	}
	s.Begin = s.Checkpoint + ".begin"
	err := damaged(s.w.getFile(ctx, s.w.checkpoints, stateName(d.job.ID, from), s.Begin))
	if err != nil {
		return fmt.Errorf("the state from which it begins: %w", err)
	}
	return nil
}

// storeState stores the checkpoint as the state from which parts begin. It returns its digest, or "" without one.
func (s *Workspace) storeState(ctx context.Context) (digest string, err error) {
	if s.Checkpoint == "" {
		return "", nil
	}
	f, err := os.Open(s.Checkpoint)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if digest, err = parts.Digest(f); err != nil {
		return "", err
	}
	if _, err = f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	job, _, _ := strings.Cut(s.key, ".")
	return digest, putObject(ctx, s.w.checkpoints, s.w.object(stateName(job, digest)), f)
}

// Save stores a changed checkpoint at the hub. Work does that at intervals and when a task is stopped.
func (s *Workspace) Save(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Checkpoint == "" {
		return nil
	}
	f, err := os.Open(s.Checkpoint)
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
	begun := time.Now()
	if err := putObject(ctx, s.w.checkpoints, s.w.object(s.key), f); err != nil {
		return err
	}
	s.w.cost.learn(info.Size(), time.Since(begun))
	s.saved, s.stored = info, begun
	return nil
}

// remove removes the checkpoint file, unless it is the only copy.
func (s *Workspace) remove() {
	if s.Checkpoint != "" && !s.unsaved {
		os.Remove(s.Checkpoint)
	}
	if s.Begin != "" {
		os.Remove(s.Begin)
	}
}

// progress tells the hub which tasks the worker still has. It gives back tasks that were queued since the last call, as
// the running ones take longer than expected. It leaves stuck tasks to others.
func (w *worker) progress() {
	w.mu.Lock()
	var kept, stuck []*delivery
	for _, j := range w.jobs { // earlier ones have come again or were done elsewhere
		clear(j.returned)
	}
	back := w.unqueue(func(d *delivery) bool { return d.waited })
	for _, d := range back {
		d.job.returned[d.key] = d.times
	}
	for _, d := range w.queue {
		d.waited = true
	}
	for d := range w.held {
		if !w.stuck(d) {
			kept = append(kept, d)
		} else if d.ctx.Err() == nil {
			stuck = append(stuck, d)
		}
	}
	w.mu.Unlock()
	for _, d := range stuck {
		w.o.Log(fmt.Sprintf("%s: part %s is left to others: nothing it needs has come for %v", d.job.ID, d.Part, w.o.Timing.Wait))
		d.stop(errStalled)
	}
	giveBack(back)
	for _, d := range kept {
		d.msg.InProgress()
	}
}

func (w *worker) pulse() {
	w.mu.Lock()
	p := pulse{Worker: w.o.Name, Build: w.o.Build, Slots: w.o.Cores, Free: w.o.Cores - w.busy, Memory: w.o.Memory, Needed: w.memory,
		Running: map[string][]during{}, Refusing: map[string]string{}}
	for d := range w.held {
		if d.running && !w.stuck(d) {
			p.Running[d.Task.Job] = append(p.Running[d.Task.Job], during{d.Part.String(), time.Since(d.begun), d.worked()})
		}
	}
	for id, reason := range w.refusing {
		p.Refusing[id] = reason
	}
	w.mu.Unlock()
	w.say(p)
}

// stuck reports whether a task's preparation has made no progress for too long. Running tasks are never stuck.
func (w *worker) stuck(d *delivery) bool {
	if d.moved.IsZero() {
		return false
	}
	last := d.moved
	if d.job.moved.After(last) {
		last = d.job.moved
	}
	return time.Since(last) > w.o.Timing.Wait
}

func (w *worker) movesOn(when *time.Time) { w.locked(func() { *when = time.Now() }) }

// A checkpoint may have gigabytes, and the hub gets those of all workers. They are needed only when a worker is lost,
// which is rare. So transfers take at most 1/taskShare of a task's time, and all together 1/hubShare of the hub's.
const (
	taskShare = 20
	hubShare  = 4
)

// transferCost estimates the hub's speed for large objects.
type transferCost struct {
	mu       sync.Mutex
	expected time.Duration   // for transferUnit bytes, until measured
	took     []time.Duration // the last measurements of it
	asked    time.Time       // of the last measurement or its start
}

const (
	transferUnit  = 100 << 20
	leastMeasured = 1 << 20 // bytes; smaller transfers measure the latency

	// A measurement may be from a busy time and would delay the next by days. So the least of the last ones
	// counts, and after costAge without any, a trial of trialSize bytes is sent.
	rememberedCosts = 3
	costAge         = time.Hour
	trialSize       = 8 << 20
)

func (c *transferCost) learn(size int64, took time.Duration) {
	if size < leastMeasured {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took = append(c.took, time.Duration(float64(took)*transferUnit/float64(size)))
	c.took = c.took[max(0, len(c.took)-rememberedCosts):]
	c.asked = time.Now()
}

// stale reports whether a trial is due, and leaves it to the caller.
func (c *transferCost) stale() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.asked) < costAge {
		return false
	}
	c.asked = time.Now()
	return true
}

// interval returns the least time between checkpoints of a size, with so many tasks that have them.
func (c *transferCost) interval(size int64, tasks int) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	cost := c.expected
	if len(c.took) > 0 {
		cost = slices.Min(c.took)
	}
	return time.Duration(float64(cost) * float64(size) / transferUnit * float64(max(taskShare, hubShare*tasks)))
}

// due reports whether to send a task's checkpoint to the hub. A hash of the task's name shortens the first interval:
// otherwise tasks that began together would send together forever.
func (s *Workspace) due() bool {
	info, err := os.Stat(s.Checkpoint)
	if err != nil { // there is none yet
		return false
	}
	least := s.w.cost.interval(info.Size(), s.w.resumable())
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stored.IsZero() {
		return time.Since(s.begun) >= time.Duration(float64(least)*share(s.key))
	}
	return time.Since(s.stored) >= least
}

// tryTransfer measures a transfer with the beginning of the checkpoint, if nothing was measured for long.
func (s *Workspace) tryTransfer(ctx context.Context) error {
	f, err := os.Open(s.Checkpoint)
	if err != nil { // there is none yet
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() < leastMeasured || !s.w.cost.stale() {
		return err
	}
	job, _, _ := strings.Cut(s.key, ".")
	name := trialName(job, s.w.o.Name)
	begun := time.Now()
	if err := putObject(ctx, s.w.checkpoints, s.w.object(name), io.LimitReader(f, trialSize)); err != nil {
		return err
	}
	s.w.cost.learn(min(info.Size(), trialSize), time.Since(begun))
	return s.w.checkpoints.Delete(ctx, name)
}

// share hashes a name to a number from 0 to 1.
func share(name string) float64 {
	sum := sha256.Sum256([]byte(name))
	return float64(binary.LittleEndian.Uint64(sum[:])>>11) / (1 << 53)
}

// resumable returns how many tasks with checkpoints are running, by the hub's last states.
func (w *worker) resumable() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, j := range w.jobs {
		if j.Resumable {
			n += max(j.running, j.busy)
		}
	}
	return n
}
