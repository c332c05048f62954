package main

import (
	"errors"
	"fmt"
	"runtime/debug"

	"nazo/internal/shell"
)

// build is that of this program: workers do the tasks of jobs of the same build only, since another may divide them elsewhere.
func build() (string, error) {
	hash := shell.Build()
	if hash == "" {
		return "", errors.New("nazo-fleet can't read its own file, by which it knows its build")
	}
	return hash, nil
}

// versionCmd says which nazo-fleet this is.
type versionCmd struct{}

// Run prints the version, and the build by which workers and jobs know each other.
func (c *versionCmd) Run(s *session) error {
	text := "nazo-fleet of unknown version"
	if info, ok := debug.ReadBuildInfo(); ok {
		text = "nazo-fleet " + info.Main.Version
	}
	hash, err := build()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s, build %s\n", text, hash)
	return nil
}
