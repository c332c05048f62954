package command

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"nazo/internal/atomicfile"
)

// forceFlag allows to write over files.
type forceFlag struct {
	Force bool `help:"Write over files that exist."`
}

// free is an error if a file that is to be written may not be, found before the work for it.
func (f forceFlag) free(name string) error {
	if name == "" {
		return nil
	}
	return unwritten(atomicfile.Check(name, atomicfile.Options{Force: f.Force}))
}

// write writes a file of the user, whole or not at all.
func (f forceFlag) write(s *session, name, text string) error {
	s.writing.Lock() // abandon waits
	defer s.writing.Unlock()
	return unwritten(atomicfile.WriteText(name, text, atomicfile.Options{Force: f.Force}))
}

// longestWrite bounds how long a program that is to end waits for a file that is being written: a pipe may have no reader.
const longestWrite = 10 * time.Second

// awaitWrites waits until no file is being written.
func (s *session) awaitWrites() {
	done := make(chan struct{})
	go func() {
		s.writing.Lock()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(longestWrite):
	}
}

// unwritten says why a file was not written, and what to do; nil stays nil.
func unwritten(err error) error {
	var on *fs.PathError
	switch {
	case !errors.As(err, &on):
		return err
	case errors.Is(err, fs.ErrExist):
		return mistakef("%s exists: --force writes over it", shorten(on.Path))
	case errors.Is(err, atomicfile.ErrNoFolder):
		return mistakef("there is no folder %s to write to", shorten(on.Path))
	}
	return mistakef("%s can't be written: %v", shorten(on.Path), on.Err)
}

// makeFolder makes a folder for files, and those above it.
func makeFolder(name string) error { return unwritten(os.MkdirAll(name, 0o777)) }
