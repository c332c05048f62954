package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"nazo/internal/ui/lsp"
	"nazo/internal/ui/page"
	"nazo/internal/ui/serve"
)

type serveCmd struct {
	Folder, Listen string
	Open, Worker   bool
	Time           Period
	Memory         Memory
}

// Declare implements [Declarer].
func (c *serveCmd) Declare(v *Verb) {
	v.Argument(&c.Folder, "[folder]", "A folder whose specs and instances the page opens and saves, beside those that come with nazo.")
	c.Listen = "127.0.0.1:7333"
	v.Flag(&c.Listen, "listen", "LISTEN", "Where to listen: an address of this machine and a port; port 0 takes any that is free. Whoever knows the address that is printed, with its key, can use the page, and with it the folder.")
	v.Flag(&c.Open, "open", "", "Open the page in the browser.")
	c.Time = Period(time.Minute)
	v.Flag(&c.Time, "time", "DURATION", "Work on a question no longer than this, such as 10s.")
	c.Memory = 1 << 30
	v.Flag(&c.Memory, "memory", "SIZE", "Take at most so much memory for a question, such as 500M or 2G; less than 52M counts as 52M.")
	v.Flag(&c.Worker, "worker", "", "")
	v.Hide("worker")
}

// mostQuestions bounds the questions that run at once: a look, the examples, a game, and one of a page that was closed.
const mostQuestions = 4

// Run answers the page until an interrupt.
func (c *serveCmd) Run(s *session) error {
	if c.Worker {
		return c.work(s)
	}
	server := &serve.Server{Crew: c.crew(), Secret: serve.NewSecret()}
	var err error
	if c.Folder != "" {
		if server.Folder, err = serve.OpenFolder(c.Folder); err != nil {
			return noFolder(c.Folder, err)
		}
		defer server.Folder.Close()
	}
	at, err := listenAt(c.Listen)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", at)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return mistakef("%s is taken: does nazo serve run already? --listen 127.0.0.1:0 takes a port that is free", at)
	case err != nil:
		return mistakef("nothing can listen at %s: %v", Shorten(c.Listen), errors.Unwrap(err))
	}
	address := server.Address(listener.Addr())
	fmt.Fprintf(s.out, "The page is at %s (Ctrl-C ends this).\n", address)
	if err := s.flush(); err != nil {
		listener.Close()
		return err
	}
	if to, ok := listener.Addr().(*net.TCPAddr); ok && !to.IP.IsLoopback() {
		if to.IP.IsUnspecified() {
			s.note("on another machine write this machine's number in place of 127.0.0.1")
		}
		s.note("others can reach this address, too: whoever learns the word in it can have this machine work, and can read and write the folder, if there is one; and nothing is encrypted on its way")
	}
	if c.Open {
		if err := browse(address); err != nil {
			s.note("no browser can be started: %v", err)
		}
	}
	return server.Serve(s.ctx, listener, at)
}

// crew starts processes of this program that answer questions.
func (c *serveCmd) crew() *serve.Crew {
	return &serve.Crew{Most: mostQuestions, Seconds: time.Duration(c.Time).Seconds(), Command: func() *exec.Cmd {
		self, err := Executable()
		if err != nil {
			self = os.Args[0]
		}
		worker := exec.Command(self, "serve", "--worker", "--time", time.Duration(c.Time).String(), "--memory", strconv.FormatInt(int64(c.Memory), 10))
		worker.Args[0] = os.Args[0] // an executable may be several programs
		return worker
	}}
}

// work answers the questions on standard input.
func (c *serveCmd) work(s *session) error {
	IgnoreTerminal() // the server says when to end
	s.bound(c.Memory)
	err := serve.Work(s.ctx, page.NewDesk(time.Duration(c.Time).Seconds()), orphan{s.in}, os.Stdout)
	if s.ctx.Err() != nil { // its status tells the server why
		return limited{s.stopReason()}
	}
	return err
}

// orphan ends the program soon after its input has ended, even if a question is still being answered.
type orphan struct{ io.Reader }

// Read reads on.
func (o orphan) Read(to []byte) (int, error) {
	n, err := o.Reader.Read(to)
	if err != nil {
		time.AfterFunc(time.Second, func() { os.Exit(int(StatusLimit)) })
	}
	return n, err
}

// listenAt returns the address to listen at. Without a host only this machine can reach it.
func listenAt(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	if _, bad := strconv.Atoi(text); bad == nil {
		host, port, err = "", text, nil
	}
	n, bad := strconv.Atoi(port)
	if err != nil || bad != nil || n < 0 || n > 65535 {
		return "", mistakef("--listen %s is no address with a port; 127.0.0.1:7333 and localhost:0 are", Shorten(text))
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// noFolder returns the mistake for a folder that can't be opened.
func noFolder(name string, err error) error {
	if on, ok := errors.AsType[*os.PathError](err); ok {
		err = on.Err
	}
	hint := ""
	if strings.HasSuffix(name, specEnding) {
		hint = "; nazo serve takes the folder of a spec, and the page opens the spec"
	}
	return mistakef("%s can't be opened as a folder: %v%s", Shorten(name), err, hint)
}

// browse opens an address in the browser.
func browse(address string) error {
	opener := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if opener == nil {
		opener = []string{"xdg-open"}
	}
	return exec.Command(opener[0], append(opener[1:], address)...).Start()
}

type lspCmd struct {
	Time   Period
	Memory Memory
}

// Declare implements [Declarer].
func (c *lspCmd) Declare(v *Verb) {
	c.Time = Period(10 * time.Second)
	v.Flag(&c.Time, "time", "DURATION", "Time for each example that is run from the editor (default: 10s).")
	c.Memory = 1 << 30
	v.Flag(&c.Memory, "memory", "SIZE", "Memory that a run may take (default: 1G).")
}

// Run speaks with the editor until it leaves.
func (c *lspCmd) Run(s *session) error {
	s.inputTaken = true
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	board := c.board(ctx)
	return lsp.Serve(ctx, stdio{s.in, s.file}, lsp.Options{
		Version: versionOfBuild().String(),
		Limits:  lsp.Limits{Time: time.Duration(c.Time), Memory: int64(c.Memory)},
		Board:   func(context.Context) (string, error) { return board() },
		Log:     s.errs,
	})
}

// board returns a function that starts the page of nazo serve at its first call. The page ends with the editor.
func (c *lspCmd) board(ctx context.Context) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return "", err
		}
		at := listener.Addr().String()
		page := serveCmd{Time: c.Time, Memory: c.Memory}
		go (&serve.Server{Crew: page.crew()}).Serve(ctx, listener, at)
		return "http://" + at + "/", nil
	})
}

// stdio is standard input and output as one stream.
type stdio struct {
	io.Reader
	io.WriteCloser
}
