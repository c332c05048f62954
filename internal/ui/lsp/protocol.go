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
	"nazo/internal/ui/ide"
)

// The structs of the language server protocol 3.17, with only the fields that this server needs.

type (
	position = ide.Position

	lspRange struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string   `json:"uri"`
		Range lspRange `json:"range"`
	}
	textEdit struct {
		Range   lspRange `json:"range"`
		NewText string   `json:"newText"`
	}
	workspaceEdit struct {
		DocumentChanges []documentEdit        `json:"documentChanges,omitempty"`
		Changes         map[string][]textEdit `json:"changes,omitempty"`
	}
	documentEdit struct {
		TextDocument versioned  `json:"textDocument"`
		Edits        []textEdit `json:"edits"`
	}
	identifier struct {
		URI string `json:"uri"`
	}
	versioned struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
)

// What the client sends with initialize, and the answer.
type (
	initializeParams struct {
		Capabilities          clientCapabilities `json:"capabilities"`
		InitializationOptions json.RawMessage    `json:"initializationOptions"`
	}
	clientCapabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		TextDocument struct {
			Completion struct {
				CompletionItem struct {
					SnippetSupport bool `json:"snippetSupport"`
				} `json:"completionItem"`
			} `json:"completion"`
			PublishDiagnostics struct {
				RelatedInformation bool `json:"relatedInformation"`
			} `json:"publishDiagnostics"`
		} `json:"textDocument"`
		Workspace struct {
			InlayHint     refreshSupport `json:"inlayHint"`
			CodeLens      refreshSupport `json:"codeLens"`
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
		} `json:"workspace"`
		Window struct {
			ShowDocument struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
		} `json:"window"`
	}
	refreshSupport struct {
		RefreshSupport bool `json:"refreshSupport"`
	}
)

// Texts and their changes.
type (
	didOpenParams struct {
		TextDocument struct {
			URI        string `json:"uri"`
			LanguageID string `json:"languageId"`
			Version    int    `json:"version"`
			Text       string `json:"text"`
		} `json:"textDocument"`
	}
	didChangeParams struct {
		TextDocument   versioned       `json:"textDocument"`
		ContentChanges []contentChange `json:"contentChanges"`
	}
	contentChange struct {
		Range *lspRange `json:"range"`
		Text  string    `json:"text"`
	}
	textDocumentParams struct {
		TextDocument identifier `json:"textDocument"`
	}
	positionParams struct {
		textDocumentParams
		Position position `json:"position"`
	}
	rangeParams struct {
		textDocumentParams
		Range lspRange `json:"range"`
	}
	cancelParams struct {
		ID json.RawMessage `json:"id"`
	}
)

// Diagnostics.
type (
	publishParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	diagnostic struct {
		Range              lspRange  `json:"range"`
		Severity           int       `json:"severity"`
		Code               string    `json:"code,omitempty"`
		Source             string    `json:"source"`
		Message            string    `json:"message"`
		RelatedInformation []related `json:"relatedInformation,omitempty"`
	}
	related struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
)

// Questions and answers.
type (
	hover struct {
		Contents markup   `json:"contents"`
		Range    lspRange `json:"range"`
	}
	referenceParams struct {
		positionParams
		Context struct {
			IncludeDeclaration bool `json:"includeDeclaration"`
		} `json:"context"`
	}
	documentHighlight struct {
		Range lspRange `json:"range"`
		Kind  int      `json:"kind"`
	}
	renameParams struct {
		positionParams
		NewName string `json:"newName"`
	}
	documentSymbol struct {
		Name           string   `json:"name"`
		Detail         string   `json:"detail,omitempty"`
		Kind           int      `json:"kind"`
		Range          lspRange `json:"range"`
		SelectionRange lspRange `json:"selectionRange"`
	}
	foldingRange struct {
		StartLine int    `json:"startLine"`
		EndLine   int    `json:"endLine"`
		Kind      string `json:"kind,omitempty"`
	}
	signatureHelp struct {
		Signatures      []signatureInformation `json:"signatures"`
		ActiveSignature int                    `json:"activeSignature"`
		ActiveParameter int                    `json:"activeParameter"`
	}
	signatureInformation struct {
		Label         string                 `json:"label"`
		Documentation *markup                `json:"documentation,omitempty"`
		Parameters    []parameterInformation `json:"parameters"`
	}
	parameterInformation struct {
		Label string `json:"label"`
	}
	completionList struct {
		IsIncomplete bool             `json:"isIncomplete"`
		Items        []completionItem `json:"items"`
	}
	completionItem struct {
		Label            string    `json:"label"`
		Kind             int       `json:"kind"`
		Detail           string    `json:"detail,omitempty"`
		Documentation    *markup   `json:"documentation,omitempty"`
		SortText         string    `json:"sortText,omitempty"`
		InsertTextFormat int       `json:"insertTextFormat,omitempty"`
		TextEdit         *textEdit `json:"textEdit,omitempty"`
	}
	codeAction struct {
		Title       string        `json:"title"`
		Kind        string        `json:"kind"`
		IsPreferred bool          `json:"isPreferred,omitempty"`
		Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
		Edit        workspaceEdit `json:"edit"`
	}
	codeLens struct {
		Range   lspRange `json:"range"`
		Command command  `json:"command"`
	}
	command struct {
		Title     string `json:"title"`
		Command   string `json:"command"`
		Arguments []any  `json:"arguments,omitempty"`
	}
	inlayHint struct {
		Position    position `json:"position"`
		Label       string   `json:"label"`
		Kind        int      `json:"kind,omitempty"`
		Tooltip     string   `json:"tooltip,omitempty"`
		PaddingLeft bool     `json:"paddingLeft"`
	}
	semanticTokens struct {
		Data []int `json:"data"`
	}
	executeCommandParams struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
	}
	showMessageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
)

// Numbers of the protocol.
const (
	severityError, severityWarning, severityInformation, severityHint = 1, 2, 3, 4
	messageInfo                                                       = 3
	incrementalSync                                                   = 2
	codeRequestCancelled                                              = -32800
	codeRequestFailed                                                 = -32803
	codeNotInitialized                                                = -32002
)

// mostBytes bounds a message: the longest instance that is read, with each character escaped.
const mostBytes = 64 << 20

// lengthField begins the line with the length of a message. After damage, it finds the next message.
const lengthField = "Content-Length:"

// stream is the base protocol: messages in JSON, each after a head with its length. Damaged messages are refused and
// skipped, and reading goes on. If the server ended instead, it would lose the editor's texts.
type stream struct {
	conn   io.ReadWriteCloser
	from   io.Reader // the source of in: text that was given back, then the connection
	in     *bufio.Reader
	refuse func(refusal) // called for each; it must not wait for the writing, because the editor may wait, too
	ended  func()        // called at the end of the input, before the reader returns

	writing sync.Mutex
}

// refusal is the answer to a damaged message. Its ID is null if none can be read.
type refusal struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *jsonrpc2.Error `json:"error"`
}

func newStream(conn io.ReadWriteCloser, refuse func(refusal), ended func()) *stream {
	return &stream{conn: conn, from: conn, in: bufio.NewReader(conn), refuse: refuse, ended: ended}
}

type damage struct {
	code int64
	what string
	head bool // the head is damaged, so nobody knows where the message ends
}

// Error describes the damage.
func (d *damage) Error() string { return d.what }

func damaged(what string) error { return &damage{jsonrpc2.CodeParseError, what, false} }

func noHead(what string) error { return &damage{jsonrpc2.CodeParseError, what, true} }

// ReadObject reads the next message. The error is one of the connection.
func (s *stream) ReadObject(v any) error {
	lost := false // the beginning of the next message is unknown; skipped text is refused once at most
	for {
		body, err := s.body()
		if err == nil {
			if err = message(body, v); err == nil {
				return nil
			}
			reflect.ValueOf(v).Elem().SetZero() // message may have filled a part
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

// body reads a head and the message after it.
func (s *stream) body() ([]byte, error) {
	length, err := s.head()
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer // it grows with the input, since the length may be wrong
	_, err = io.CopyN(&body, s.in, int64(length))
	return body.Bytes(), err
}

// head reads a head and returns the length of its message. After damage it can be called again.
func (s *stream) head() (length int, err error) {
	length = -1
	for {
		line, err := s.line()
		if err != nil {
			return 0, err
		}
		if at := strings.Index(line, lengthField); at > 0 { // the text before may belong to a message longer than its head says
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

// line reads a line of a head. Of a line that is too long it keeps the end, in which a head may begin.
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

// unread gives back the text from a head within a damaged message on, which may be the next head.
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

// message decodes a message of JSON-RPC.
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
