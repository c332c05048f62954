//go:build unix && !linux

package count

import "syscall"

// allocate returns zeroed memory outside the garbage collector.
func allocate(bytes int) ([]byte, error) {
	return syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

// release releases memory of allocate.
func release(b []byte) { _ = syscall.Munmap(b) }
