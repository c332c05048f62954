package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"nazo/parts"
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
