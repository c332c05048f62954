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

// workspace is that of a task.
type workspace struct {
	w      *worker
	folder string
	file   string // the checkpoint
	begin  string // a file with the state that it is a part of; "" if it needs none
	cores  int
	key    string
	mu     sync.Mutex
	saved  os.FileInfo // of the checkpoint when it was saved last
	begun  time.Time
	stored time.Time // when it was begun to be saved last; zero before that

	unsaved bool // the task was broken off, and its checkpoint is nowhere else
}

// fetchOnce gets the files of a job, unless a task before has done so. It is for the job that they are fetched: the task that came
// first may be broken off, and others wait for them, too.
func (w *worker) fetchOnce(j *workJob) error {
	j.files.Lock()
	defer j.files.Unlock()
	if j.fetched {
		return nil
	}
	if j.folder == "" {
		err := os.MkdirAll(w.kept("jobs"), 0o700)
		if err == nil { // nobody else's, nor that of the job before it was taken up again
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

// clear removes the files of a job of which no task is under way.
func (j *workJob) clear() {
	j.files.Lock()
	defer j.files.Unlock()
	if j.folder != "" {
		os.RemoveAll(j.folder)
	}
	j.folder, j.fetched = "", false
}

// prepare has the files of the job and the checkpoint at hand. An error that is no failure of the connection is errDamaged.
func (w *worker) prepare(d *delivery) (*workspace, error) {
	j := d.job
	if err := w.fetchOnce(j); err != nil {
		return nil, err
	}
	s := &workspace{w: w, folder: j.folder, cores: d.cores, key: d.key, begun: time.Now()}
	if !j.Resumable {
		return s, nil
	}
	ctx := withMoved(d.ctx, func() { w.movesOn(&d.moved) })
	s.file = w.checkpointFile(d)
	if err := os.MkdirAll(filepath.Dir(s.file), 0o700); err != nil {
		return nil, err
	}
	switch err := damaged(w.getFile(ctx, w.checkpoints, d.key, s.file)); {
	case err == nil:
		if s.saved, err = os.Stat(s.file); err != nil {
			return nil, err
		}
	case errors.Is(err, jetstream.ErrObjectNotFound): // there may be a file all the same, that could not be saved
	case errors.Is(err, errDamaged): // it saves time, and no more
		w.o.Log(fmt.Sprintf("%s: part %s begins anew, as its checkpoint can't be read: %v", j.ID, d.Part, err))
	default:
		return nil, fmt.Errorf("its checkpoint: %w", err)
	}
	return s, s.getState(ctx, d)
}

// checkpointFile is where the checkpoint of a task is. Parts of parts have long names, so it is called by a hash.
func (w *worker) checkpointFile(d *delivery) string {
	sum := sha256.Sum256([]byte(d.key))
	return w.kept("checkpoints", hex.EncodeToString(sum[:16]))
}

// getState gets the state from which a task begins, if it has to begin.
func (s *workspace) getState(ctx context.Context, d *delivery) error {
	from := d.Part.Checkpoint()
	if from == "" {
		return nil
	}
	if _, err := os.Stat(s.file); err == nil {
		return nil
	}
	s.begin = s.file + ".begin"
	err := damaged(s.w.getFile(ctx, s.w.checkpoints, stateName(d.job.ID, from), s.begin))
	if err != nil {
		return fmt.Errorf("the state from which it begins: %w", err)
	}
	return nil
}

// storeState takes the checkpoint to the hub as the state from which others begin, and returns its digest; "" if the job has none.
func (s *workspace) storeState(ctx context.Context) (digest string, err error) {
	if s.file == "" {
		return "", nil
	}
	f, err := os.Open(s.file)
	if err != nil {
		return "", err
	}
	defer f.Close() // it is only read
	if digest, err = parts.Digest(f); err != nil {
		return "", err
	}
	if _, err = f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	job, _, _ := strings.Cut(s.key, ".")
	return digest, putObject(ctx, s.w.checkpoints, s.w.object(stateName(job, digest)), f)
}

// Folder has the files of the job.
func (s *workspace) Folder() string { return s.folder }

// Checkpoint is the file of the checkpoint.
func (s *workspace) Checkpoint() string { return s.file }

// Begin is the file of the state that the task is a part of.
func (s *workspace) Begin() string { return s.begin }

// Cores is how many the task may use.
func (s *workspace) Cores() int { return s.cores }

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
	begun := time.Now()
	if err := putObject(ctx, s.w.checkpoints, s.w.object(s.key), f); err != nil {
		return err
	}
	s.w.cost.learn(info.Size(), time.Since(begun))
	s.saved, s.stored = info, begun
	return nil
}

// remove removes the file of the checkpoint, unless it is the only copy of it.
func (s *workspace) remove() {
	if s.file != "" && !s.unsaved {
		os.Remove(s.file)
	}
	if s.begin != "" {
		os.Remove(s.begin)
	}
}

// progress says that the worker has what it has. What was fetched in advance and could not be begun
// meanwhile is given back: the tasks before it are longer than those before them. Of a task that can't be begun, as what it needs does not
// come, nothing is said: the hub gives it to another.
func (w *worker) progress() {
	w.mu.Lock()
	var kept, back, stuck []*delivery
	var rest []*delivery
	for _, j := range w.jobs { // what was given back comes again before that, or others have done it
		clear(j.returned)
	}
	for _, d := range w.queue {
		if d.waited {
			back = append(back, d)
			delete(w.held, d)
			d.job.returned[d.key] = d.times
		} else {
			d.waited = true
			rest = append(rest, d)
		}
	}
	w.queue = rest
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
	for _, d := range back {
		d.msg.Nak()
	}
	for _, d := range kept {
		d.msg.InProgress()
	}
}

// pulse says what the worker is at.
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

// stuck reports whether the preparation of a task has not gone on for so long that it is left to others. That the worker lives is not enough.
// Once the work has begun, the runner is who says when it ends.
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

// movesOn notes at a time that something goes on.
func (w *worker) movesOn(when *time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	*when = time.Now()
}

// The checkpoint of a count may have gigabytes, and the hub gets those of all its workers. They save what is lost with a worker, which is
// rare: so they may cost little. Taking them to the hub is at most one part in taskShare of the time of a task, and
// taking those of all tasks together at most one part in hubShare of the hub's.
const (
	taskShare = 20
	hubShare  = 4
)

// transferCost is what a worker knows of how fast the hub takes what is large.
type transferCost struct {
	mu       sync.Mutex
	expected time.Duration   // transferUnit bytes, until it was measured
	took     []time.Duration // so did they, the last rememberedCosts times
	asked    time.Time       // when something was measured last, or begun to be
}

const (
	transferUnit  = 100 << 20
	leastMeasured = 1 << 20 // bytes; with fewer it is the way there and back that takes its time

	// What was measured once may be from when all others sent, too, and then the next time would be days away. So it is the least of
	// the last ones that counts, and a worker that has measured nothing for costAge sends trialSize bytes for no other reason.
	rememberedCosts = 3
	costAge         = time.Hour
	trialSize       = 8 << 20
)

// learn notes how long so many bytes took.
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

// stale reports whether it is time for a trial, and leaves it to who has asked.
func (c *transferCost) stale() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.asked) < costAge {
		return false
	}
	c.asked = time.Now()
	return true
}

// interval is the least time from one checkpoint of so many bytes to the next, if so many tasks have such.
func (c *transferCost) interval(size int64, tasks int) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	cost := c.expected
	if len(c.took) > 0 {
		cost = slices.Min(c.took)
	}
	return time.Duration(float64(cost) * float64(size) / transferUnit * float64(max(taskShare, hubShare*tasks)))
}

// due reports whether the checkpoint of a task is to be taken to the hub. The first one comes earlier, by a share that the task's name
// decides: otherwise the checkpoints of tasks that began together would come together, then and ever after.
func (s *workspace) due() bool {
	info, err := os.Stat(s.file)
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

// tryTransfer sends the beginning of the checkpoint to the hub, if nothing was measured for long, and removes it there.
func (s *workspace) tryTransfer(ctx context.Context) error {
	f, err := os.Open(s.file)
	if err != nil { // there is none yet
		return nil
	}
	defer f.Close() // it is only read
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

// share is a number from 0 to 1 for a name, each as likely as any other.
func share(name string) float64 {
	sum := sha256.Sum256([]byte(name))
	return float64(binary.LittleEndian.Uint64(sum[:])>>11) / (1 << 53)
}

// resumable is how many tasks that have checkpoints are under way, by what the hub said last.
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
