package command

import (
	"fmt"

	"nazo/internal/shell"
)

// completionCmd prints the script for a shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints it.
func (c *completionCmd) Run(s *session) error {
	text, err := shell.CompletionScript(c.Shell, "nazo")
	if err != nil {
		return err
	}
	fmt.Fprint(s.out, text)
	return nil
}
