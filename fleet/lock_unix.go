//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lockStore has the folder of a hub be this hub's alone until the file is closed, or the process ends. The file says whose it is: what this
// program is at, in the words of who started it.
func lockStore(folder, at string) (*os.File, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
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

// holder is who has a folder, by what its lock says.
func holder(lock string) string {
	text, _ := os.ReadFile(lock)
	return cmp.Or(string(text), "another process")
}
