//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and group of another, if it may: root may replace files of users.
func keepOwner(f *os.File, old fs.FileInfo) {
	if was, ok := old.Sys().(*syscall.Stat_t); ok {
		f.Chown(int(was.Uid), int(was.Gid)) // only root may give files away
	}
}
