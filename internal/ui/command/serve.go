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

// serveCmd shows the page in a browser.
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

// mostQuestions is how many questions of a kind run at once: a look, the examples, a game, and one
// from a page that was closed.
const mostQuestions = 4

// Run answers the page until an interrupt.
func (c *serveCmd) Run(s *session) error {
	if c.Worker {
		return c.work(s)
	}
	server := &serve.Server{Crew: c.crew(), Secret: serve.NewSecret()}
	if c.Folder != "" {
		folder, err := serve.OpenFolder(c.Folder)
		if err != nil {
			return noFolder(c.Folder, err)
		}
		defer folder.Close()
		server.Folder = folder
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

// crew are processes of this program that answer questions.
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

// work answers questions that come on standard input.
func (c *serveCmd) work(s *session) error {
	IgnoreTerminal() // the server says when to end
	s.bound(c.Memory)
	err := serve.Work(s.ctx, page.NewDesk(time.Duration(c.Time).Seconds()), orphan{s.in}, os.Stdout)
	if s.ctx.Err() != nil { // its status tells the server why
		return limited{s.stopReason()}
	}
	return err
}

// orphan ends the program soon after what it reads has ended, whatever it is doing.
type orphan struct{ io.Reader }

// Read reads on.
func (o orphan) Read(to []byte) (int, error) {
	n, err := o.Reader.Read(to)
	if err != nil {
		time.AfterFunc(time.Second, func() { os.Exit(int(StatusLimit)) })
	}
	return n, err
}

// listenAt is an address to listen at. Without a host it is one that only this machine reaches.
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

// noFolder is the mistake of a folder that can't be opened.
func noFolder(name string, err error) error {
	var on *os.PathError
	if errors.As(err, &on) {
		err = on.Err
	}
	hint := ""
	if strings.HasSuffix(name, ".nazo") {
		hint = "; nazo serve takes the folder of a spec, and the page opens the spec"
	}
	return mistakef("%s can't be opened as a folder: %v%s", Shorten(name), err, hint)
}

// browse opens an address in the browser.
func browse(address string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", address).Start()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Start()
	}
	return exec.Command("xdg-open", address).Start()
}

// lspCmd serves an editor.
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
	return lsp.Serve(s.ctx, stdio{s.in, s.file}, lsp.Options{
		Version: versionOfBuild().String(),
		Limits:  lsp.Limits{Time: time.Duration(c.Time), Memory: int64(c.Memory)},
		Board:   c.board(),
		Log:     s.errs,
	})
}

// board starts the page of nazo serve at its first use. It ends with the editor.
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
			go (&serve.Server{Crew: page.crew()}).Serve(ctx, listener, at)
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
