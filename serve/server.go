package serve

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"sync"
	"time"

	"nazo/page"
)

// maxConnections is how many requests are in hand at once; see door.
const maxConnections = 64

// Server gives a browser the page and passes on what the page asks. It is used once.
type Server struct {
	// Folder, if there is one, has specs and instances that the page may open and save.
	Folder *Folder
	// Quick answers what takes no search, Searching the rest, so that neither waits for the other.
	Quick, Searching *Crew
	// Secret is what whoever asks has to know; nobody is answered without one. [NewSecret] makes it.
	Secret string
	guard  guard
	door   *door
}

// NewSecret is a word that nobody guesses.
func NewSecret() string { return strings.ToLower(rand.Text()) }

// Address is that of the page at an address of this machine, with the secret: it opens the page.
func (s *Server) Address(at net.Addr) string {
	return "http://" + at.String() + "/?" + keyField + "=" + s.Secret
}

// Serve answers whoever connects until ctx ends, and returns nil then; else what was wrong. Asked is the address that was asked to be
// listened on: the name in it is one by which the server may be called. All work on questions has ended when it returns.
func (s *Server) Serve(ctx context.Context, listener net.Listener, asked string) error {
	s.guard = newGuard(asked, listener.Addr(), s.Secret)
	if s.door == nil {
		s.door = newDoor(maxConnections, headTime)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	var all sync.WaitGroup
	defer func() {
		stop()
		all.Wait()
		s.Quick.End()
		s.Searching.End()
	}()
	for {
		conn, err := listener.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				conn.Close()
			}
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		case err != nil: // too many open files, a connection that was given up: it may be better soon
			select {
			case <-time.After(50 * time.Millisecond):
			case <-ctx.Done():
			}
			continue
		}
		if !s.door.enter(ctx, conn) {
			conn.Close()
			return nil
		}
		all.Go(func() {
			defer s.door.leave(conn)
			s.connection(ctx, conn)
		})
	}
}

// connection answers the one request of a connection.
func (s *Server) connection(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	// A request that is still arriving when the server ends is left.
	arriving := context.AfterFunc(ctx, func() { conn.SetReadDeadline(time.Now()) })
	w := reply{conn}
	r, err := readRequest(conn, s.door.within, s.guard.admit)
	if err == nil && !s.door.arrived(conn) {
		return
	}
	if err != nil {
		w.refused(err)
		drain(conn)
		return
	}
	arriving()
	// Nothing more is to come but the end: then whoever asked is gone.
	if conn.SetReadDeadline(time.Time{}) != nil {
		return
	}
	go func() {
		conn.Read(make([]byte, 1)) // how it ends is all the same
		stop()
	}()
	switch {
	case r.method != "POST":
		err = w.file(r, s.guard.cookie(r)...)
	case r.path == "/ask":
		err = s.ask(ctx, w, r.body)
	case r.path == "/folder":
		err = s.folder(ctx, w, r.body)
	default:
		err = refuse(404, "there is nothing at %s", r.path)
	}
	if err != nil {
		w.refused(err)
	}
}

// drain reads what is still on its way, so that the reason of a refusal is not lost with it.
func drain(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.CloseWrite()
	}
	if conn.SetReadDeadline(time.Now().Add(time.Second)) != nil {
		return
	}
	rest := make([]byte, 1<<15)
	for range maxBody / len(rest) {
		if _, err := conn.Read(rest); err != nil {
			return
		}
	}
}

// ask passes on a question, and its answer event by event.
func (s *Server) ask(ctx context.Context, w reply, body []byte) error {
	var q page.Question
	if err := json.Unmarshal(body, &q); err != nil {
		return refuse(400, "this is no question: %v", err)
	}
	crew := s.Searching
	if q.Quick() {
		crew = s.Quick
	}
	if err := w.head(200, "application/x-ndjson", -1); err != nil {
		return err
	}
	crew.Answer(ctx, q, w.write)
	return nil
}
