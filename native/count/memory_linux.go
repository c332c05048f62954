package count

import "syscall"

// hugePage is the least size for which large pages are asked for: a table is read at
// random, and each small page would have to be looked up.
const hugePage = 2 << 20

// allocate gets zeroed memory that the garbage collector doesn't know.
func allocate(bytes int) ([]byte, error) {
	b, err := syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err == nil && bytes >= hugePage {
		_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) // a kernel without them does as well, slower
	}
	return b, err
}

// release gives memory of allocate back.
func release(b []byte) { _ = syscall.Munmap(b) }
