package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"nazo/internal/shell"
	"os"
	"runtime/debug"
)

// build is a hash of this executable: workers do the tasks of jobs of the same build only, since another may divide them elsewhere.
func build() (string, error) {
	self, err := shell.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(self)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
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
