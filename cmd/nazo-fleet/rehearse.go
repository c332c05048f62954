package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"nazo/command"
	"nazo/fleet"
	"nazo/internal/shell"
)

// rehearse has a process do all of a part that comes before the work, in a folder with nothing but the files of the job, as a worker would: what
// is wrong then is told here, in nazo's words, and not by workers.
func (s *session) rehearse(packed *command.Packed) error {
	p := &processes{runs: true}
	args := append([]string{packed.Args[0], "--part=1/1", "--rehearse"}, packed.Args[1:]...)
	said, failed, err := p.elsewhere(s.ctx, args, fleet.Job{Args: packed.Args}, func(folder string) error {
		for name, text := range packed.Files {
			name = filepath.Join(folder, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				return err
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if wrong, ok := errors.AsType[*fleet.Fatal](failed); ok && !wrong.Fault {
		s.progress.end()
		fmt.Fprint(s.errs, plain(said))
		return shell.Status(shell.Mistake)
	}
	return context.Cause(s.ctx)
}
