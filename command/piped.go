package command

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"time"
)

// How long standard input is waited for: before the user is told, and where a puzzle can do without an instance.
const (
	untold    = time.Second
	inPassing = 100 * time.Millisecond
)

// piped reports whether standard input brings an instance: it is a file or a pipe, nothing else reads it, and it is
// not empty. A pipe into which nobody writes is waited for if the puzzle needs an instance, and the user told of it.
func (s *session) piped(needed bool) (bool, error) {
	file, ok := s.in.(*os.File)
	if !ok || s.inputTaken {
		return false, nil
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice != 0 {
		return false, nil
	}
	first := make(chan []byte, 1)
	go func() {
		piece := make([]byte, 4096)
		n, _ := io.ReadAtLeast(file, piece, 1)
		first <- piece[:n]
	}()
	enough := make(<-chan time.Time)
	if needed {
		waiting := time.AfterFunc(untold, func() {
			s.note("waiting for an instance on standard input; one that is named after the spec is taken instead")
		})
		defer waiting.Stop()
	} else if info.Mode().Type()&(fs.ModeNamedPipe|fs.ModeSocket) != 0 {
		enough = time.After(inPassing)
	}
	select {
	case piece := <-first:
		s.in = io.MultiReader(bytes.NewReader(piece), file)
		return len(piece) > 0, nil
	case <-enough:
		s.inputTaken = true // by the reader above, should anything come
		s.remark("nothing has come on standard input so far: taking the defaults; with - as the instance it is waited for")
		return false, nil
	case <-s.ctx.Done():
		return false, limited{s.stopReason() + " while waiting for an instance on standard input"}
	}
}
