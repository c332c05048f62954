package diag

import (
	"io"
	"os"
)

// MostRead bounds the bytes that are read of a file; what is longer is refused when it is
// parsed.
const MostRead = 16 << 20

// ReadFile reads a file, at most [MostRead] bytes of it.
func ReadFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MostRead))
	return string(text), err
}
