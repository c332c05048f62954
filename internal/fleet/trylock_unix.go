//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package fleet

import (
	"errors"
	"os"
	"syscall"
)

// hasLocks reports whether the system has locks. A file system may still have none.
const hasLocks = true

// tryLock locks a file until it is closed or the process ends. The error is errLocked if another process has it.
func tryLock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errLocked
	}
	return err
}
