//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package fleet

import (
	"os"
	"syscall"
)

// tryLock has a file be this process's alone until it is closed, or the process ends; an error if it is another's.
func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
