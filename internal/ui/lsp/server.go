// Package lsp is a language server. It speaks the protocol with an editor, keeps the open texts, and asks package ide about them.
//
// Messages are read one after the other, and changes of texts are made in that order. A goroutine of its own answers each
// request, for the version that was there when it came; the editor can cancel it. Each text has one more goroutine for
// its diagnostics: mistakes at once, and after a pause in typing also what takes compiling. A new version ends that work.
// Only this goroutine sends diagnostics, with their version, so older ones never replace newer ones.
//
// What a user runs by a lens is bounded in time and memory. Runs go one after the other, and a change of the text ends them.
package lsp

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"nazo/internal/ui/ide"
)

// Options say how a server works; the zero Options are for tests without limits.
type Options struct {
	Version string // of the program
	Limits  Limits
	// Board, if not nil, is the address of a page on which specs are drawn and solved; it is started when it is first asked for.
	Board func(context.Context) (address string, err error)
	Log   io.Writer // gets what is wrong with the server itself; nil for nobody
}

// Serve speaks with an editor until it leaves, or ctx ends. The error is nil if the editor said that it would leave.
func Serve(ctx context.Context, conn io.ReadWriteCloser, o Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if o.Log == nil {
		o.Log = io.Discard
	}
	s := &server{options: o, log: log.New(o.Log, "nazo lsp: ", 0), ctx: ctx, stop: stop,
		documents: map[string]*document{}, asked: map[jsonrpc2.ID]context.CancelFunc{}, runs: make(chan struct{}, 1), ready: make(chan struct{})}
	var messages *stream
	messages = newStream(conn, func(r refusal) { s.answering(func() { messages.WriteObject(r) }) }, s.answerAll)
	s.conn = jsonrpc2.NewConn(ctx, messages, s, jsonrpc2.SetLogger(s.log))
	close(s.ready)
	select {
	case <-s.conn.DisconnectNotify():
	case <-ctx.Done():
		s.conn.Close()
	}
	stop()
	s.work.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.leaving {
		return errors.New("the editor is gone without a word")
	}
	return nil
}

// server is a conversation with one editor.
type server struct {
	options Options
	log     *log.Logger
	conn    *jsonrpc2.Conn
	ready   chan struct{}   // closed when there is a conn, which reads messages before we get hold of it
	ctx     context.Context // ends when the editor leaves
	stop    context.CancelFunc
	work    sync.WaitGroup // of goroutines
	answers sync.WaitGroup // of those of them that answer
	runs    chan struct{}  // has room for one run

	mu        sync.Mutex
	begun     bool
	leaving   bool
	encoding  ide.Encoding
	client    clientCapabilities
	documents map[string]*document // by URI
	asked     map[jsonrpc2.ID]context.CancelFunc
}

// notification is what the editor tells; question is what it asks.
type (
	notification func(s *server, params json.RawMessage) error
	question     func(s *server, params json.RawMessage) (answer, error)
	// answer is found out by a goroutine of its own.
	answer func(ctx context.Context) (any, error)
)

// tells reads the parameters of a notification.
func tells[P any](f func(*server, P) error) notification {
	return func(s *server, raw json.RawMessage) error {
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return err
		}
		return f(s, p)
	}
}

// asks reads the parameters of a question and opens the text that it is about, as it is now. The answer is null for a text that is not open.
func asks[P interface{ uri() string }](f func(q query, p P) (any, error)) question {
	return func(s *server, raw json.RawMessage) (answer, error) {
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
		if at, ok := any(p).(interface{ within() lspRange }); ok && !at.within().valid() {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "lines and characters count from 0, and a range begins before it ends"}
		}
		q, ok := s.query(p.uri())
		return func(ctx context.Context) (any, error) {
			if !ok {
				return nil, nil
			}
			q.ctx = ctx
			return f(q, p)
		}, nil
	}
}

var notifications = map[string]notification{
	"initialized":                     func(*server, json.RawMessage) error { return nil },
	"exit":                            func(s *server, _ json.RawMessage) error { s.exit(); return nil },
	"$/cancelRequest":                 tells((*server).cancel),
	"$/setTrace":                      func(*server, json.RawMessage) error { return nil },
	"textDocument/didOpen":            tells((*server).didOpen),
	"textDocument/didChange":          tells((*server).didChange),
	"textDocument/didClose":           tells((*server).didClose),
	"textDocument/didSave":            tells((*server).didSave),
	"workspace/didChangeWatchedFiles": func(s *server, _ json.RawMessage) error { s.refresh(nil); return nil },
}

var questions = map[string]question{
	"textDocument/hover":                asks(query.hover),
	"textDocument/definition":           asks(query.definition),
	"textDocument/references":           asks(query.references),
	"textDocument/documentHighlight":    asks(query.highlights),
	"textDocument/documentSymbol":       asks(query.symbols),
	"textDocument/foldingRange":         asks(query.folds),
	"textDocument/formatting":           asks(query.format),
	"textDocument/prepareRename":        asks(query.prepareRename),
	"textDocument/rename":               asks(query.rename),
	"textDocument/completion":           asks(query.complete),
	"textDocument/signatureHelp":        asks(query.signatures),
	"textDocument/codeAction":           asks(query.actions),
	"textDocument/codeLens":             asks(query.lenses),
	"textDocument/inlayHint":            asks(query.hints),
	"textDocument/semanticTokens/full":  asks(query.tokens),
	"textDocument/semanticTokens/range": asks(query.tokensWithin),
	"workspace/executeCommand":          (*server).execute,
	"shutdown":                          (*server).shutdown,
}

// Handle takes one message; they come one after the other.
func (s *server) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-s.ready
	var params json.RawMessage
	if req.Params != nil {
		params = *req.Params
	}
	if req.Notif {
		s.notified(req.Method, params)
		return
	}
	ask := questions[req.Method]
	s.mu.Lock()
	begun, leaving := s.begun, s.leaving
	s.mu.Unlock()
	var err error
	switch {
	case req.Method == "initialize" && !begun:
		ask = (*server).initialize
	case !begun:
		err = &jsonrpc2.Error{Code: codeNotInitialized, Message: "the first request is initialize"}
	case leaving || req.Method == "initialize":
		err = &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "not now: " + req.Method}
	case ask == nil:
		err = &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "unknown: " + req.Method}
	}
	var find answer
	if err == nil {
		find, err = ask(s, params)
	}
	if err != nil {
		s.answering(func() { s.reply(req.ID, nil, err) }) // whoever reads must not wait to write: the editor may do the same
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	s.asked[req.ID] = cancel
	s.mu.Unlock()
	s.answering(func() {
		defer func() {
			s.mu.Lock()
			delete(s.asked, req.ID)
			s.mu.Unlock()
			cancel()
		}()
		result, err := s.safely(ctx, req.Method, find)
		s.reply(req.ID, result, err)
	})
}

// notified takes a notification; unknown ones that may be ignored begin with $/.
func (s *server) notified(method string, params json.RawMessage) {
	tell, ok := notifications[method]
	s.mu.Lock()
	begun := s.begun
	s.mu.Unlock()
	if !ok || !begun && method != "exit" {
		return
	}
	_, err := s.safely(s.ctx, method, func(context.Context) (any, error) { return nil, tell(s, params) })
	if err != nil {
		s.log.Printf("%s: %v", method, err)
	}
}

// safely finds an answer out. A panic is a bug of ours, which should not take the editor's texts with it: it is told of, and the server goes on.
func (s *server) safely(ctx context.Context, method string, find answer) (result any, err error) {
	defer func() {
		if r := recover(); r != nil {
			s.log.Printf("this is a bug in nazo: %s: %v\n%s", method, r, debug.Stack())
			result, err = nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("this is a bug in nazo: %v", r)}
		}
	}()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return find(ctx)
}

// reply sends an answer, or why there is none.
func (s *server) reply(id jsonrpc2.ID, result any, err error) {
	response := &jsonrpc2.Response{ID: id}
	var wire *jsonrpc2.Error
	switch {
	case errors.Is(err, context.Canceled):
		response.Error = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
	case errors.As(err, &wire):
		response.Error = wire
	case err != nil:
		response.Error = &jsonrpc2.Error{Code: codeRequestFailed, Message: err.Error()}
	default:
		if err := response.SetResult(result); err != nil {
			panic("lsp: an answer is no JSON: " + err.Error())
		}
	}
	s.conn.SendResponse(s.ctx, response)
}

// goes runs f in a goroutine that the end of the conversation waits for.
func (s *server) goes(f func()) {
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		f()
	}()
}

// answering does the same for what ends with an answer to the editor.
func (s *server) answering(f func()) {
	s.answers.Add(1)
	s.goes(func() {
		defer s.answers.Done()
		f()
	})
}

// cancel ends the work on a question.
func (s *server) cancel(p cancelParams) error {
	var id jsonrpc2.ID
	if err := json.Unmarshal(p.ID, &id); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.asked[id]; cancel != nil {
		cancel()
	}
	return nil
}

// initialize agrees with the editor on what both can do.
func (s *server) initialize(raw json.RawMessage) (answer, error) {
	var p initializeParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun, s.client, s.encoding = true, p.Capabilities, ide.UTF16
	if slices.Contains(p.Capabilities.General.PositionEncodings, string(ide.UTF8)) {
		s.encoding = ide.UTF8
	}
	c := serverCapabilities{
		PositionEncoding:           string(s.encoding),
		TextDocumentSync:           syncOptions{OpenClose: true, Change: incrementalSync},
		HoverProvider:              true,
		DefinitionProvider:         true,
		ReferencesProvider:         true,
		DocumentHighlightProvider:  true,
		DocumentSymbolProvider:     true,
		FoldingRangeProvider:       true,
		DocumentFormattingProvider: true,
		InlayHintProvider:          true,
		RenameProvider:             renameOptions{PrepareProvider: true},
		SignatureHelpProvider:      signatureOptions{TriggerCharacters: []string{"(", ","}},
		CodeActionProvider:         codeActionOptions{CodeActionKinds: []string{"quickfix"}},
		SemanticTokensProvider:     semanticTokensOptions{Legend: tokenLegend{ide.TokenTypes, ide.TokenModifiers}, Full: true, Range: true},
		ExecuteCommandProvider:     commandOptions{Commands: commands()},
	}
	result := initializeResult{c, serverInfo{"nazo", s.options.Version}}
	return func(context.Context) (any, error) { return result, nil }, nil
}

// shutdown ends all work; the editor leaves next.
func (s *server) shutdown(json.RawMessage) (answer, error) {
	s.mu.Lock()
	s.leaving = true
	s.mu.Unlock()
	s.closeAll()
	return func(context.Context) (any, error) { return nil, nil }, nil
}

// exit ends the conversation, after the answers that are under way. Reading goes on meanwhile: an editor may first want to be heard, and then hear.
func (s *server) exit() {
	s.closeAll()
	go func() {
		s.work.Wait()
		s.conn.Close()
	}()
}

// answerAll waits for the answers to an editor that has ended what it says: with that end the connection is closed for answers, too. What takes long is
// cancelled, and whoever does not read its answers is not waited for.
func (s *server) answerAll() {
	s.mu.Lock()
	leaving := s.leaving
	s.mu.Unlock()
	if leaving {
		s.work.Wait()
		return
	}
	if within(patience, s.answers.Wait) {
		return
	}
	s.mu.Lock()
	for _, cancel := range s.asked {
		cancel()
	}
	s.mu.Unlock()
	within(patience, s.answers.Wait)
}

// patience is how long the answers are waited for that are under way when the editor has said its last, and again when they were cancelled.
const patience = time.Second

// within does something that ends, and reports whether it did so within a time.
func within(limit time.Duration, do func()) bool {
	done := make(chan struct{})
	go func() {
		do()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}

// closeAll ends the work on all texts.
func (s *server) closeAll() {
	s.mu.Lock()
	open := s.documents
	s.documents = map[string]*document{}
	s.mu.Unlock()
	for _, d := range open {
		d.close()
	}
}

// openBoard shows the spec and what an example gives on the page, and returns its address.
func (q query) openBoard(example int) (any, error) {
	if q.server.options.Board == nil {
		return nil, errors.New("there is no page here")
	}
	instance, err := Instance(q.ctx, q.doc, example)
	if err != nil {
		return nil, q.why(err)
	}
	address, err := q.server.options.Board(q.server.ctx)
	if err != nil {
		return nil, err
	}
	spec, _ := q.doc.Spec()
	address += "#" + packed(spec.Name, q.doc.Source.Text, instance)
	if q.server.client.Window.ShowDocument.Support {
		q.server.request("window/showDocument", showDocumentParams{URI: address, External: true})
	} else {
		q.server.conn.Notify(q.ctx, "window/showMessage", showMessageParams{messageInfo, address})
	}
	return address, nil
}

// packed is a puzzle as the page reads it from the part of its address behind #: JSON, deflated, in base64 for addresses.
func packed(name, spec, instance string) string {
	text, err := json.Marshal(map[string]string{"n": name, "s": spec, "i": instance})
	if err != nil {
		panic("lsp: texts are no JSON: " + err.Error())
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic("lsp: " + err.Error())
	}
	w.Write(text)
	w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}
