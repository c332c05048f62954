// Package serve puts the page on which puzzles are written, drawn and solved into a browser: `nazo serve`.
//
// Three kinds of processes take part. The browser has the texts and shows them. The server (a [Server]) gives it the page, guards the door and
// passes on what it asks; it computes nothing, so nothing that is asked can take it down. Questions are answered by workers, processes of the same
// program that run [Work]: orders come to them as lines of JSON on standard input, events leave them on standard output.
//
//	browser ── POST /ask ──▶ server ── order ──▶ worker
//	        ◀── events ─────        ◀── events ─
//
// Whoever asks takes back a question by closing its request, as the page does after each edit and as browsers do when a page is closed. The
// worker is told, and killed if it has not stopped soon; another waits already.
//
// HTTP is spoken by net/http, within the bounds of server.go. It makes the command larger by 3.9 MB, and others keep it secure. Who may ask is said in
// guard.go, and nowhere else; how many at once in door.go, for what arrives, and in crew.go, for what is worked on.
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

// Server gives a browser the page and passes on what the page asks. It is used once.
type Server struct {
	// Folder, if there is one, has specs and instances that the page may open and save.
	Folder *Folder
	// Crew answers what is asked.
	Crew *Crew
	// Secret is what whoever asks has to know; nobody is answered without one. [NewSecret] makes it.
	Secret string
	guard  guard
	door   door
	// patient waits for requests as long as they take, for tests.
	patient bool
}

// NewSecret is a word that nobody guesses.
func NewSecret() string { return strings.ToLower(rand.Text()) }

// Address is that of the page at an address of this machine, with the secret: it opens the page. Who listens at all addresses
// can be reached at the loopback address, which a browser on this machine opens.
func (s *Server) Address(at net.Addr) string {
	host := at.String()
	if to, ok := at.(*net.TCPAddr); ok && to.IP.IsUnspecified() {
		host = net.JoinHostPort("127.0.0.1", strconv.Itoa(to.Port))
	}
	return "http://" + host + "/?" + keyField + "=" + s.Secret
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

// The bounds of a request. A spec may have 1 MB and an instance 8 MB; as JSON both are a little longer.
const (
	maxHead = 16 << 10
	maxBody = 12 << 20
	// slowest is how long a request may take to arrive, and a part of an answer to leave.
	slowest = 20 * time.Second
	// headTime is how long the head of a request may take to arrive.
	headTime = 5 * time.Second
	// slop is what net/http reads of a head beyond the bound that it is given.
	slop = 4 << 10
)

// server is net/http's with our bounds. A connection carries one request.
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

// refusal is an answer that says what is wrong with a request: a status of HTTP, and words. To a person it is shown as a page, if there is one.
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

// reply is an answer on its way.
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
	if !errors.As(err, &no) { // whoever asked has gone
		return
	}
	text := "nazo: " + no.text + "\n"
	if no.page != "" {
		kind, text = "text/html; charset=utf-8", no.page
	}
	if no.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", comeAgain)
	}
	w.whole(no.status, kind, []byte(text)) // whether it arrives is all the same
}

// comeAgain is when whoever was not served may ask again, in seconds.
const comeAgain = "2"

// body is what a request carries.
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

// Page are the files of the page by their names, none compressed.
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

// stored is a file of the page; packed says that it is compressed, which it may be if the reader likes that.
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

// kinds are the types of the files of the page.
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

// takesGzip reports whether whoever asks says that it reads what is compressed so.
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
