//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package command

import (
	"os"
	"syscall"
	"unsafe"
)

// terminalColumns is how wide a terminal is; 0 if f is none.
func terminalColumns(f *os.File) int {
	var size struct{ rows, columns, width, height uint16 }
	if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size))); err != 0 {
		return 0
	}
	return int(size.columns)
}
