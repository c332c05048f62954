package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// errLocked says that another process has a lock.
var errLocked = errors.New("it is another process's")

// lockStore has the folder of a hub be this hub's alone until the file is closed, or the process ends. The file says whose it is: what this
// program is at, in the words of who started it. Where the system has no locks it is for people to start one hub for a folder.
func lockStore(folder, at string) (*os.File, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := insistLock(f); err != nil && hasLocks {
		f.Close()
		if errors.Is(err, errLocked) {
			return nil, fmt.Errorf("%s is in use by %s", folder, holder(f.Name()))
		}
		return nil, fmt.Errorf("the folder %s can't be locked: %w", folder, err)
	}
	if err = f.Truncate(0); err == nil {
		_, err = fmt.Fprintf(f, "%s, process %d", cmp.Or(at, "a hub"), os.Getpid())
	}
	if err != nil && !outOfRoom(err.Error()) { // a hub whose disk is full says so later, and waits
		f.Close()
		return nil, err
	}
	return f, nil
}

// insistLock waits for a lock for half a second: a process that this one has just started has all of its files up to the moment when it
// becomes another program, and with them a lock that was given up here.
func insistLock(f *os.File) (err error) {
	for range 50 {
		if err = tryLock(f); !errors.Is(err, errLocked) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// holder is who has a folder, by what its lock says.
func holder(lock string) string {
	text, _ := os.ReadFile(lock)
	return cmp.Or(string(text), "another process")
}
