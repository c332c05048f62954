package command

import (
	"embed"
	"fmt"
)

// completions are scripts that have a shell ask `nazo complete` what a word may be.
//
//go:embed completion
var completions embed.FS

// completionCmd prints the script for a shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints it.
func (c *completionCmd) Run(s *session) error {
	text, err := completions.ReadFile("completion/nazo." + c.Shell)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s", text)
	return nil
}
