package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

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
