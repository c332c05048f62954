// Package serve puts the page on which puzzles are written, drawn and solved into a browser: `nazo serve`.
//
// Three kinds of processes take part. The browser has the texts and shows them. The server (a [Server]) gives it the page, guards the door and
// passes on what it asks; it computes nothing, so nothing that is asked can take it down. Questions are answered by workers, processes of the same
// program that run [Work]: orders come to them as lines of JSON on standard input, events leave them on standard output.
//
//	browser ── POST /ask ──▶ server ── order ──▶ worker
//	        ◀── events ─────        ◀── events ─
//
// The page cancels a question by closing its request, as it does after each edit and as browsers do when a page is closed.
//
// The server is net/http, with the limits below. guard.go decides who may ask and how many requests may arrive at once.
//
// A page can also do without the server: then nazo runs in the browser (site.go).
package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"nazo/internal/ui/page"
)

// Server gives a browser the page and passes on its questions. It is used once.
type Server struct {
	// Folder, if not nil, has specs and instances that the page may open and save.
	Folder *Folder
	// Crew answers the questions.
	Crew *Crew
	// Secret is what every client has to know. Without one nobody is answered. [NewSecret] makes it.
	Secret string
	guard  guard
	door   door
	// patient waits for requests without limit, for tests.
	patient bool
}

// NewSecret returns a random word.
func NewSecret() string { return strings.ToLower(rand.Text()) }

// Address is the address of the page, with the secret. A server that listens at all addresses is opened at the
// loopback address.
func (s *Server) Address(at net.Addr) string {
	host := at.String()
	if to, ok := at.(*net.TCPAddr); ok && to.IP.IsUnspecified() {
		host = net.JoinHostPort("127.0.0.1", strconv.Itoa(to.Port))
	}
	return "http://" + host + "/?" + keyField + "=" + s.Secret
}

// Serve answers requests until ctx ends, and returns nil then. asked is the address that the user asked for. Its host
// is a name of this server. All work on questions has ended when it returns.
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
	s.Crew.End()
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
	if !s.Crew.enter(q) {
		return refuse(http.StatusServiceUnavailable, "%d questions are worked on or wait already: ask again soon, or close pages that search", s.Crew.Most+maxWaiting)
	}
	defer s.Crew.leave(q)
	w.Header().Set("Content-Type", "application/x-ndjson")
	if err := w.write(nil); err != nil {
		return err
	}
	s.Crew.Answer(ctx, q, w.write)
	return nil
}

// The limits of a request. A spec may have 1 MB and an instance 8 MB. As JSON both are a little longer.
const (
	maxHead = 16 << 10
	maxBody = 12 << 20
	// slowest is how long a request may take to arrive, and a part of an answer to leave.
	slowest = 20 * time.Second
	// headTime is how long the head of a request may take to arrive.
	headTime = 5 * time.Second
	// slop is what net/http reads of a head beyond its limit.
	slop = 4 << 10
)

// server is net/http's with our limits. A connection carries one request.
func (s *Server) server(ctx context.Context) *http.Server {
	speaks := new(http.Protocols)
	speaks.SetHTTP1(true)
	h := &http.Server{Handler: s, Protocols: speaks, ReadHeaderTimeout: headTime, ReadTimeout: slowest, MaxHeaderBytes: maxHead - slop,
		BaseContext: func(net.Listener) context.Context { return ctx }, ConnContext: withConn, ConnState: s.door.state}
	if s.patient {
		h.ReadHeaderTimeout, h.ReadTimeout = 0, 0
	}
	h.SetKeepAlivesEnabled(false)
	return h
}

// refusal is an answer that says what is wrong with a request: an HTTP status and a text. A person gets it as a page,
// if there is one.
type refusal struct {
	status int
	text   string
	page   string // in HTML
}

// Error is the text.
func (r *refusal) Error() string { return r.text }

func refuse(status int, format string, args ...any) error {
	return &refusal{status: status, text: fmt.Sprintf(format, args...)}
}

// reply is an answer that is being sent.
type reply struct {
	http.ResponseWriter
	is *http.ResponseController
}

// write sends a part of an answer at once.
func (w reply) write(part []byte) error {
	if err := w.is.SetWriteDeadline(time.Now().Add(slowest)); err != nil {
		return err
	}
	if _, err := w.Write(part); err != nil {
		return err
	}
	return w.is.Flush()
}

// whole sends an answer.
func (w reply) whole(status int, kind string, body []byte) error {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(status)
	return w.write(body)
}

// refused says why a request gets no answer.
func (w reply) refused(err error) {
	no, kind := (*refusal)(nil), "text/plain; charset=utf-8"
	if !errors.As(err, &no) { // the client has gone
		return
	}
	text := "nazo: " + no.text + "\n"
	if no.page != "" {
		kind, text = "text/html; charset=utf-8", no.page
	}
	if no.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", comeAgain)
	}
	w.whole(no.status, kind, []byte(text)) // it may fail to arrive
}

// comeAgain is after how many seconds a refused client may ask again.
const comeAgain = "2"

// body reads the body of a request.
func body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	tooLong := refuse(http.StatusRequestEntityTooLarge, "the body is longer than %d bytes", maxBody)
	if r.ContentLength > maxBody {
		return nil, tooLong
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if errors.As(err, new(*http.MaxBytesError)) {
		err = tooLong
	}
	return text, err
}

// The page as web/build.sh makes it of its sources in web: it is kept with the code, so that Go alone builds nazo. What is large is kept as
// browsers like to get it, compressed, by its name with .gz.
//
//go:embed static
var embedded embed.FS

const packedEnding = ".gz"

// Page returns the files of the page by their names, uncompressed.
func Page() map[string][]byte {
	entries, err := embedded.ReadDir("static")
	if err != nil {
		panic(err) // it is embedded
	}
	files := map[string][]byte{}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), packedEnding)
		files[name], _, _ = stored(name, false)
	}
	return files
}

// stored returns a file of the page. It may be compressed if likesPacked is true.
func stored(name string, likesPacked bool) (text []byte, packed, ok bool) {
	if text, err := embedded.ReadFile("static/" + name); err == nil {
		return text, false, true
	}
	text, err := embedded.ReadFile("static/" + name + packedEnding)
	if err != nil || likesPacked {
		return text, true, err == nil
	}
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err == nil {
		text, err = io.ReadAll(r)
	}
	if err != nil {
		panic("serve: " + name + " is damaged: " + err.Error()) // it is embedded
	}
	return text, false, true
}

// kinds are the content types of the files of the page.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
}

// file answers with a file of the page.
func (w reply) file(r *http.Request) error {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	switch name {
	case "":
		name = "index.html"
	case "favicon.ico": // browsers ask for it where no page names another
		name = "icon.svg"
	}
	kind := kinds[path.Ext(name)]
	text, packed, ok := stored(name, takesGzip(r))
	if !ok || kind == "" {
		return refuse(http.StatusNotFound, "there is nothing at %s", r.URL.Path)
	}
	w.Header().Set("Vary", "Accept-Encoding")
	if packed {
		w.Header().Set("Content-Encoding", "gzip")
	}
	return w.whole(http.StatusOK, kind, text)
}

// takesGzip reports whether the client accepts gzip.
func takesGzip(r *http.Request) bool {
	for offer := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(offer, " ", ""), ";")
		if strings.EqualFold(name, "gzip") {
			q, err := strconv.ParseFloat(strings.TrimPrefix(weight, "q="), 64)
			return weight == "" || err == nil && q > 0
		}
	}
	return false
}
