//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package fleet

import (
	"errors"
	"os"
)

const hasLocks = false

// tryLock fails here: temporary folders of killed processes stay, and hub folders are not protected.
func tryLock(*os.File) error { return errors.ErrUnsupported }
