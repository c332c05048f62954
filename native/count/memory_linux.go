package count

import "syscall"

// hugePage is the least size that asks for large pages. Tables are read at random, and each small page would need a
// look-up.
const hugePage = 2 << 20

// allocate returns zeroed memory outside the garbage collector.
func allocate(bytes int) ([]byte, error) {
	b, err := syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err == nil && bytes >= hugePage {
		_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) // a kernel without large pages is only slower
	}
	return b, err
}

// release releases memory of allocate.
func release(b []byte) { _ = syscall.Munmap(b) }
