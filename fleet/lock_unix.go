//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package fleet

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lockStore has the folder of a hub be this hub's alone until the file is closed, or the process ends.
func lockStore(folder string) (*os.File, error) {
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
			return nil, fmt.Errorf("another hub has the folder %s", folder)
		}
		return nil, fmt.Errorf("the folder %s can't be locked: %w", folder, err)
	}
	return f, nil
}
