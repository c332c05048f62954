package main

import (
	"fmt"
	"os"

	"nazo/fleet"
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
	f, err := os.OpenFile(c.File, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if os.IsExist(err) {
		return fmt.Errorf("there is a file %s already", c.File)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(append(seed, '\n'))
	if errClose := f.Close(); err == nil {
		err = errClose
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(s.out, public)
	return nil
}
