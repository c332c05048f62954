package serve

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net"
	"net/http"
	"strings"

	"nazo/page"
)

// Server gives a browser the page and passes on what the page asks. It is used once.
type Server struct {
	// Folder, if there is one, has specs and instances that the page may open and save.
	Folder *Folder
	// Quick answers what takes no search, Searching the rest, so that neither waits for the other.
	Quick, Searching *Crew
	// Secret is what whoever asks has to know; nobody is answered without one. [NewSecret] makes it.
	Secret string
	guard  guard
	door   door
	// patient waits for requests as long as they take, for tests.
	patient bool
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
	if s.door.places == 0 {
		s.door.places = maxArriving
	}
	ctx, stop := context.WithCancel(ctx)
	h := s.server(ctx)
	end := context.AfterFunc(ctx, func() { h.Close() })
	err := h.Serve(listener)
	if !end() {
		err = nil
	}
	stop()
	h.Close()
	s.door.close()
	s.Quick.End()
	s.Searching.End()
	return err
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	w := reply{to, http.NewResponseController(to)}
	for _, f := range protection {
		w.Header().Set(f[0], f[1])
	}
	err := s.guard.admit(r)
	var text []byte
	if err == nil {
		text, err = body(w, r)
	}
	if err == nil {
		if !s.door.arrived(r) {
			panic(http.ErrAbortHandler) // it was told why
		}
		defer s.door.left()
		err = s.answer(w, r, text)
	}
	if err != nil {
		w.refused(err)
	}
}

func (s *Server) answer(w reply, r *http.Request, text []byte) error {
	switch {
	case r.Method != http.MethodPost:
		s.guard.remember(w, r)
		return w.file(r)
	case r.URL.Path == "/ask":
		return s.ask(r.Context(), w, text)
	case r.URL.Path == "/folder":
		return s.folder(r.Context(), w, text)
	}
	return refuse(http.StatusNotFound, "there is nothing at %s", r.URL.Path)
}

// ask passes on a question, and its answer event by event.
func (s *Server) ask(ctx context.Context, w reply, body []byte) error {
	var q page.Question
	if err := json.Unmarshal(body, &q); err != nil {
		return refuse(http.StatusBadRequest, "this is no question: %v", err)
	}
	crew := s.Searching
	if q.Quick() {
		crew = s.Quick
	}
	if !crew.enter() {
		return refuse(http.StatusServiceUnavailable, "%d questions are worked on or wait already: ask again soon, or close pages that search", crew.Most+maxWaiting)
	}
	defer crew.leave()
	w.Header().Set("Content-Type", "application/x-ndjson")
	if err := w.write(nil); err != nil {
		return err
	}
	crew.Answer(ctx, q, w.write)
	return nil
}
