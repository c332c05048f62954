//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package fleet

import (
	"errors"
	"os"
	"syscall"
)

// hasLocks says whether the system has locks; a disk may still have none.
const hasLocks = true

// tryLock has a file be this process's alone until it is closed, or the process ends; errLocked if it is another's.
func tryLock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return err
}
