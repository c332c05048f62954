//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package fleet

import (
	"errors"
	"os"
)

const hasLocks = false

// tryLock has nothing to lock with here: what a process leaves behind stays, and no folder is kept from others.
func tryLock(*os.File) error { return errors.ErrUnsupported }
