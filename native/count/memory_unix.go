//go:build unix && !linux

package count

import "syscall"

// allocate gets zeroed memory that the garbage collector doesn't know.
func allocate(bytes int) ([]byte, error) {
	return syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

// release gives memory of allocate back.
func release(b []byte) { _ = syscall.Munmap(b) }
