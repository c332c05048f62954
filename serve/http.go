package serve

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The bounds of a request. A spec may have 1 MB and an instance 8 MB; as JSON both are a little longer.
const (
	maxHead = 16 << 10
	maxBody = 12 << 20
	// slowest is how long the body of a request may take to arrive, and a part of an answer to leave.
	slowest = 20 * time.Second
)

// request is one that has arrived as a whole.
type request struct {
	method, path, query string
	header              textproto.MIMEHeader
	host                string
	body                []byte
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

// reasons are the words that HTTP has for the statuses that occur.
var reasons = map[int]string{
	200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict", 411: "Length Required",
	413: "Content Too Large", 415: "Unsupported Media Type", 421: "Misdirected Request", 431: "Request Header Fields Too Large",
	501: "Not Implemented", 505: "HTTP Version Not Supported",
}

// readRequest reads a request from a connection, which carries no other, and whose head has so much time. The body is read only if admit has
// nothing against what stands before it.
func readRequest(conn net.Conn, headTime time.Duration, admit func(*request) error) (*request, error) {
	if err := conn.SetReadDeadline(time.Now().Add(headTime)); err != nil {
		return nil, err
	}
	bounded := &io.LimitedReader{R: conn, N: maxHead}
	in := bufio.NewReader(bounded)
	head := textproto.NewReader(in)
	tooLong := func(err error) error {
		if bounded.N <= 0 {
			return refuse(431, "the head of the request is longer than %d bytes", maxHead)
		}
		return err
	}
	line, err := head.ReadLine()
	if err != nil {
		return nil, tooLong(err)
	}
	words := strings.Split(line, " ")
	if len(words) != 3 || !strings.HasPrefix(words[1], "/") {
		return nil, refuse(400, "this is no request of HTTP")
	}
	if words[2] != "HTTP/1.1" {
		return nil, refuse(505, "HTTP/1.1 is spoken here")
	}
	r := &request{method: words[0]}
	r.path, r.query, _ = strings.Cut(words[1], "?")
	if r.header, err = head.ReadMIMEHeader(); err != nil {
		if bounded.N > 0 && !isTimeout(err) {
			return nil, refuse(400, "the head of the request can't be read")
		}
		return nil, tooLong(err)
	}
	if r.host, err = r.only("Host"); err != nil {
		return nil, err
	}
	if err := admit(r); err != nil {
		return nil, err
	}
	length, err := r.length()
	if err != nil || length == 0 {
		return r, err
	}
	if err := conn.SetReadDeadline(time.Now().Add(slowest)); err != nil {
		return nil, err
	}
	if strings.EqualFold(r.header.Get("Expect"), "100-continue") {
		if _, err := io.WriteString(conn, "HTTP/1.1 100 Continue\r\n\r\n"); err != nil {
			return nil, err
		}
	}
	bounded.N = int64(length)
	r.body = make([]byte, length)
	_, err = io.ReadFull(in, r.body)
	return r, err
}

// only is the value of a field that occurs once at most; "" if it does not.
func (r *request) only(field string) (string, error) {
	all := r.header[textproto.CanonicalMIMEHeaderKey(field)]
	switch {
	case len(all) == 0:
		return "", nil
	case len(all) > 1:
		return "", refuse(400, "the field %s occurs twice", field)
	}
	return all[0], nil
}

// length is how many bytes the body has.
func (r *request) length() (int, error) {
	if len(r.header["Transfer-Encoding"]) > 0 {
		return 0, refuse(501, "the body has to come with its length")
	}
	text, err := r.only("Content-Length")
	switch {
	case err != nil:
		return 0, err
	case text == "" && r.method == "POST":
		return 0, refuse(411, "the body has to come with its length")
	case text == "":
		return 0, nil
	}
	digits := !strings.ContainsFunc(text, func(c rune) bool { return c < '0' || c > '9' })
	n, err := strconv.Atoi(text)
	switch {
	case !digits:
		return 0, refuse(400, "the length of the body is no number")
	case err != nil || n > maxBody:
		return 0, refuse(413, "the body is longer than %d bytes", maxBody)
	}
	return n, nil
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.As(err, &timeout) && timeout.Timeout()
}

// reply is an answer on its way.
type reply struct{ conn net.Conn }

// head begins an answer. The body ends with the connection, or has a length if that is 0 or more.
func (w reply) head(status int, kind string, length int, more ...string) error {
	fields := slices.Concat([]string{
		fmt.Sprintf("HTTP/1.1 %d %s", status, reasons[status]),
		"Connection: close",
		"Content-Type: " + kind,
		"Date: " + time.Now().UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"),
	}, protection, more)
	if length >= 0 {
		fields = append(fields, fmt.Sprint("Content-Length: ", length))
	}
	return w.write([]byte(strings.Join(fields, "\r\n") + "\r\n\r\n"))
}

// write sends a part of an answer at once.
func (w reply) write(part []byte) error {
	if err := w.conn.SetWriteDeadline(time.Now().Add(slowest)); err != nil {
		return err
	}
	_, err := w.conn.Write(part)
	return err
}

// whole sends an answer.
func (w reply) whole(status int, kind string, body []byte, more ...string) error {
	if err := w.head(status, kind, len(body), more...); err != nil {
		return err
	}
	return w.write(body)
}

// refused says why a request gets no answer; nothing is said to one that never came.
func (w reply) refused(err error) {
	no := (*refusal)(nil)
	switch {
	case !errors.As(err, &no):
	case no.page != "":
		w.whole(no.status, "text/html; charset=utf-8", []byte(no.page))
	default:
		w.whole(no.status, "text/plain; charset=utf-8", []byte("nazo: "+no.text+"\n")) // whether it arrives is all the same
	}
}
