package main

import (
	"io"
	"os"
	"time"

	"nazo/lsp"
)

// lspCmd serves an editor.
type lspCmd struct {
	Time   period `default:"10s" placeholder:"DURATION" help:"Time for each example that is run from the editor (default: 10s)."`
	Memory memory `default:"1G" placeholder:"SIZE" help:"Memory that a run may take (default: 1G)."`
}

// Run speaks with the editor until it leaves.
func (c *lspCmd) Run(s *session) error {
	s.inputTaken = true
	return lsp.Serve(s.ctx, stdio{s.in, s.file}, lsp.Options{
		Version: versionOfBuild().String(),
		Limits:  lsp.Limits{Time: time.Duration(c.Time), Memory: int64(c.Memory)},
		Log:     s.errs,
	})
}

// stdio is standard input and output as one stream.
type stdio struct {
	io.Reader
	*os.File
}

// Read reads standard input.
func (s stdio) Read(p []byte) (int, error) { return s.Reader.Read(p) }
