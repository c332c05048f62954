package main

import (
	"errors"
	"fmt"
	"io/fs"

	"nazo/fleet"
	"nazo/internal/atomicfile"
)

// keygenCmd makes a key by which a hub knows who asks.
type keygenCmd struct {
	File string `arg:"" help:"The file for its seed, which is secret; there must be none yet."`
}

// Run writes the seed into the file, and prints the public half.
func (c *keygenCmd) Run(s *session) error {
	seed, public, err := fleet.NewKey()
	if err != nil {
		return err
	}
	err = atomicfile.WriteText(c.File, string(seed)+"\n", atomicfile.Options{Private: true})
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("there is a file %s already", c.File)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(s.out, public)
	return nil
}
