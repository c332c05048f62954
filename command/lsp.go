package command

import (
	"context"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"nazo/lsp"
	"nazo/serve"
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
		Board:   c.board(),
		Log:     s.errs,
	})
}

// board starts the page of nazo serve when it is first asked for; it ends with the editor.
func (c *lspCmd) board() func(context.Context) (string, error) {
	var once sync.Once
	var address string
	var failed error
	return func(ctx context.Context) (string, error) {
		once.Do(func() {
			var listener net.Listener
			if listener, failed = net.Listen("tcp", "127.0.0.1:0"); failed != nil {
				return
			}
			at := listener.Addr().String()
			address = "http://" + at + "/"
			page := serveCmd{Time: c.Time, Memory: c.Memory}
			go (&serve.Server{Quick: page.crew(), Searching: page.crew()}).Serve(ctx, listener, at)
		})
		return address, failed
	}
}

// stdio is standard input and output as one stream.
type stdio struct {
	io.Reader
	*os.File
}

// Read reads standard input.
func (s stdio) Read(p []byte) (int, error) { return s.Reader.Read(p) }
