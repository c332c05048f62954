package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/sourcegraph/jsonrpc2"
)

// mostBytes is how long a message may be: the longest instance that is read, with each character escaped.
const mostBytes = 64 << 20

// lengthField begins the field of a head that says how many bytes follow the head. When it is lost where a message begins, the next one is looked for by this word.
const lengthField = "Content-Length:"

// stream is the base protocol: messages in JSON, each behind a head with its length. What is no message is refused and left out, and reading goes on with
// the next, since the editor's texts would be lost with the server.
type stream struct {
	conn   io.ReadWriteCloser
	from   io.Reader // what in reads: the connection, and before it what was given back
	in     *bufio.Reader
	refuse func(refusal) // is told of each; it must not wait until that is written: the editor may wait, too
	ended  func()        // is called when there is nothing more to read, before whoever reads hears of it

	writing sync.Mutex
}

// refusal is the answer to what is no message. Its ID is null if it has none that can be read.
type refusal struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *jsonrpc2.Error `json:"error"`
}

func newStream(conn io.ReadWriteCloser, refuse func(refusal), ended func()) *stream {
	return &stream{conn: conn, from: conn, in: bufio.NewReader(conn), refuse: refuse, ended: ended}
}

// damage is what is wrong with a message or its head.
type damage struct {
	code int64
	what string
	head bool // it is the head: nobody knows where the message ends
}

// Error says what is wrong.
func (d *damage) Error() string { return d.what }

func damaged(what string) error { return &damage{jsonrpc2.CodeParseError, what, false} }

func noHead(what string) error { return &damage{jsonrpc2.CodeParseError, what, true} }

// ReadObject reads the next message. The error is one of the connection.
func (s *stream) ReadObject(v any) error {
	lost := false // where a message begins; that is told once at most, however much is left out until the next one
	for {
		body, err := s.body()
		if err == nil {
			if err = message(body, v); err == nil {
				return nil
			}
			reflect.ValueOf(v).Elem().SetZero() // half a message may have been read
		}
		wrong := (*damage)(nil)
		if !errors.As(err, &wrong) {
			s.ended()
			return err
		}
		if !wrong.head || !lost {
			s.refuse(refusal{"2.0", idOf(body), &jsonrpc2.Error{Code: wrong.code, Message: wrong.what}})
		}
		if wrong.code == jsonrpc2.CodeParseError {
			s.unread(body)
		}
		lost = wrong.code == jsonrpc2.CodeParseError
	}
}

// body reads a head, and what is behind it.
func (s *stream) body() ([]byte, error) {
	length, err := s.head()
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer // grows with what comes: the length may be wrong
	_, err = io.CopyN(&body, s.in, int64(length))
	return body.Bytes(), err
}

// head reads a head, and is how long the message behind it is. Behind damage a part of the input is left out, so that head can be called anew.
func (s *stream) head() (length int, err error) {
	length = -1
	for {
		line, err := s.line()
		if err != nil {
			return 0, err
		}
		if at := strings.Index(line, lengthField); at > 0 { // what is before it may be the rest of a message that is longer than its head says
			s.unread([]byte(line + "\r\n"))
			return 0, noHead("a message begins with its head")
		}
		name, value, field := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch {
		case line == "" && length >= 0:
			return length, nil
		case line == "":
			return 0, noHead("the head of a message does not say its length")
		case !field || strings.ContainsAny(name, " \t{\"["):
			return 0, noHead("a message begins with its head, and that with " + lengthField)
		case strings.EqualFold(name+":", lengthField):
			n, err := strconv.ParseUint(value, 10, 63)
			switch {
			case err != nil:
				return 0, noHead("the length of a message is no number")
			case n > mostBytes:
				return 0, noHead(fmt.Sprintf("a message is longer than %d bytes", mostBytes))
			}
			length = int(n)
		}
	}
}

// line reads a line of a head. Of one that is too long only the end is kept: in it a head may begin.
func (s *stream) line() (string, error) {
	var end []byte
	for {
		part, err := s.in.ReadSlice('\n')
		switch {
		case err == nil:
			return strings.TrimRight(string(append(end, part...)), "\r\n"), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
		end = bytes.Clone(part[len(part)/2:])
	}
}

// unread gives back the head that damaged text has in it: that is the next one, if a head says that its message is longer than it is.
func (s *stream) unread(body []byte) {
	at := bytes.Index(body, []byte(lengthField))
	if at < 0 {
		return
	}
	ahead, _ := s.in.Peek(s.in.Buffered())
	ahead = append(bytes.Clone(body[at:]), ahead...)
	s.from = io.MultiReader(bytes.NewReader(ahead), s.from)
	s.in.Reset(s.from)
}

// message reads a message of JSON-RPC.
func message(body []byte, v any) error {
	switch {
	case !utf8.Valid(body):
		return damaged("a message is not in UTF-8")
	case !json.Valid(body):
		return damaged("a message is no JSON")
	}
	if err := json.Unmarshal(body, v); err != nil {
		return &damage{jsonrpc2.CodeInvalidRequest, "this is no request, notification or answer: " + err.Error(), false}
	}
	return nil
}

// idOf is the ID in a body; null if there is none.
func idOf(body []byte) json.RawMessage {
	var m struct{ ID jsonrpc2.ID }
	if json.Unmarshal(body, &m) == nil && m.ID != (jsonrpc2.ID{}) {
		if id, err := json.Marshal(m.ID); err == nil {
			return id
		}
	}
	return json.RawMessage("null")
}

// WriteObject writes a message.
func (s *stream) WriteObject(message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	_, err = s.conn.Write(append(fmt.Appendf(nil, "%s %d\r\n\r\n", lengthField, len(body)), body...))
	return err
}

// Close ends the connection.
func (s *stream) Close() error { return s.conn.Close() }
