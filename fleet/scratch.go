package fleet

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// scratch is a folder that is there as long as its process needs it. What one leaves behind that was killed is removed when another is made.
type scratch struct {
	folder string
	lock   *os.File // held as long as the process lives; nil where the system has no locks
}

// scratchLock is the name of the lock in such a folder, which says on which host its process is: machines may have one disk for temporary
// files, and a lock may only hold on its own. A folder without it is nobody's to remove.
const scratchLock = ".lock"

// scratchNames are how such folders are called.
var scratchNames = []string{workerScratch, hubScratch}

const (
	workerScratch = "nazo-fleet-"
	hubScratch    = "nazo-hub-"
)

// Scratch makes a folder for temporary files. Call remove when they are no longer needed. If this process is killed before, the next hub, worker
// or Scratch on this host removes the folder.
func Scratch() (folder string, remove func(), err error) {
	s, err := newScratch(workerScratch)
	if err != nil {
		return "", nil, err
	}
	return s.folder, s.remove, nil
}

// newScratch makes a folder in that for temporary files, with one of scratchNames.
func newScratch(name string) (*scratch, error) {
	removeOrphans()
	folder, err := os.MkdirTemp("", name)
	if err != nil {
		return nil, err
	}
	s := &scratch{folder: folder}
	// The lock has its name only once it is held, so that nobody takes the folder to be an orphan before.
	file := filepath.Join(folder, scratchLock)
	lock, err := os.OpenFile(file+".new", os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		if err = tryLock(lock); err == nil {
			s.lock = lock
			host, _ := os.Hostname()
			if _, err = lock.WriteString(host); err == nil {
				err = os.Rename(file+".new", file)
			}
		} else {
			lock.Close()
			os.Remove(file + ".new")
		}
	}
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		s.remove()
		return nil, err
	}
	return s, nil
}

// remove removes the folder.
func (s *scratch) remove() {
	removeScratch(s.folder)
	s.lock.Close()
}

// removeScratch removes such a folder, and its lock last: if this process is killed meanwhile, others know what is left.
func removeScratch(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if e.Name() != scratchLock {
			os.RemoveAll(filepath.Join(folder, e.Name()))
		}
	}
	os.RemoveAll(folder)
}

// keep leaves the folder to people: nobody removes it any more.
func (s *scratch) keep() {
	os.Remove(filepath.Join(s.folder, scratchLock))
	s.lock.Close()
}

// removeOrphans removes the folders of processes of this host that have ended without doing so.
func removeOrphans() {
	host, _ := os.Hostname()
	if host == "" { // nobody knows which they are
		return
	}
	for _, name := range scratchNames {
		folders, _ := filepath.Glob(filepath.Join(os.TempDir(), name+"*"))
		for _, folder := range folders {
			lock, err := os.OpenFile(filepath.Join(folder, scratchLock), os.O_RDWR, 0)
			if err != nil {
				continue
			}
			if of, err := io.ReadAll(lock); err == nil && string(of) == host && tryLock(lock) == nil {
				removeScratch(folder)
			}
			lock.Close()
		}
	}
}
