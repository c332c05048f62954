package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

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
