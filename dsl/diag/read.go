package diag

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// MostRead bounds the bytes that are read of a file; what is longer is refused when it is
// parsed.
const MostRead = 16 << 20

// ErrIrregular is in the error of a file that may never end, or for which one may wait for ever: a pipe or a device.
var ErrIrregular = errors.New("it is no regular file, but a pipe or a device")

// ReadFile reads a regular file, at most [MostRead] bytes of it.
func ReadFile(name string) (string, error) {
	info, err := os.Stat(name) // before it is opened: a pipe would wait for whoever writes
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular() && !info.IsDir():
		return "", &fs.PathError{Op: "read", Path: name, Err: ErrIrregular}
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MostRead))
	return string(text), err
}
