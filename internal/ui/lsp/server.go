// Package lsp is a language server. It speaks the protocol with an editor, keeps the open texts, and asks package
// ide about them.
//
// Messages are read one after the other, and texts change in that order. A goroutine answers each request, for
// the version at which it came. The editor can cancel it. Each text has another goroutine for diagnostics:
// mistakes at once, and after a pause in typing also what takes compiling. A new version ends that work. Only
// this goroutine sends diagnostics, with their version, so older ones never replace newer ones.
//
// Runs of examples are bounded in time and memory. They go one after the other, and a change of the text ends them.
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

// Options configure a server. The zero Options are for tests without limits.
type Options struct {
	Version string // of the program
	Limits  Limits
	// Board, if not nil, starts a page for drawing and solving on its first call, and returns its address.
	Board func(context.Context) (address string, err error)
	Log   io.Writer // gets faults of the server itself; may be nil
}

// Serve speaks with an editor until it leaves or ctx ends. The error is nil if the editor announced that it leaves.
func Serve(ctx context.Context, conn io.ReadWriteCloser, o Options) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if o.Log == nil {
		o.Log = io.Discard
	}
	s := &server{options: o, log: log.New(o.Log, "nazo lsp: ", 0), ctx: ctx, stop: stop,
		documents: map[string]*document{}, asked: map[jsonrpc2.ID]context.CancelFunc{}, work: newGroup(), answers: newGroup(), runs: make(chan struct{}, 1), ready: make(chan struct{})}
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
	if _, leaving := s.state(); !leaving {
		return errors.New("the editor is gone without a word")
	}
	return nil
}

type server struct {
	options Options
	log     *log.Logger
	conn    *jsonrpc2.Conn
	ready   chan struct{}   // closed when conn is set; messages may come earlier
	ctx     context.Context // ends when the editor leaves
	stop    context.CancelFunc
	work    *group        // all goroutines
	answers *group        // the goroutines that answer
	runs    chan struct{} // has room for one run

	mu             sync.Mutex
	begun, leaving bool
	encoding       ide.Encoding
	client         clientCapabilities
	documents      map[string]*document // by URI
	asked          map[jsonrpc2.ID]context.CancelFunc
}

// A notification handles what the editor tells, a question what it asks.
type (
	notification func(s *server, params json.RawMessage) error
	question     func(s *server, params json.RawMessage) (answer, error)
	// answer computes the answer in a goroutine.
	answer func(ctx context.Context) (any, error)
)

// tells makes a notification of a function by reading its parameters.
func tells[P any](f func(*server, P) error) notification {
	return func(s *server, raw json.RawMessage) error {
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return err
		}
		return f(s, p)
	}
}

// asks makes a question of a function, about the current version of a text. It answers null for closed texts.
func asks[P interface{ uri() string }](f func(q query, p P) (any, error)) question {
	return func(s *server, raw json.RawMessage) (answer, error) {
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, invalid(err)
		}
		if at, ok := any(p).(interface{ within() lspRange }); ok && !at.within().valid() {
			return nil, invalid("lines and characters count from 0, and a range begins before it ends")
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

func invalid(why any) error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprint(why)}
}

func ignore(*server, json.RawMessage) error { return nil }

var notifications = map[string]notification{
	"initialized":                     ignore,
	"exit":                            func(s *server, _ json.RawMessage) error { s.exit(); return nil },
	"$/cancelRequest":                 tells((*server).cancel),
	"$/setTrace":                      ignore,
	"textDocument/didOpen":            tells((*server).didOpen),
	"textDocument/didChange":          tells((*server).didChange),
	"textDocument/didClose":           tells((*server).didClose),
	"textDocument/didSave":            ignore,
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

// Handle takes one message. They come one after the other.
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
	begun, leaving := s.state()
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
		s.answering(func() { s.reply(req.ID, nil, err) }) // the reader must not wait for the writing: the editor may do the same
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

// state reports whether the conversation has begun, and whether the editor is about to leave.
func (s *server) state() (begun, leaving bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begun, s.leaving
}

// notified takes a notification. Unknown ones are ignored.
func (s *server) notified(method string, params json.RawMessage) {
	tell, ok := notifications[method]
	begun, _ := s.state()
	if !ok || !begun && method != "exit" {
		return
	}
	_, err := s.safely(s.ctx, method, func(context.Context) (any, error) { return nil, tell(s, params) })
	if err != nil {
		s.log.Printf("%s: %v", method, err)
	}
}

// safely computes an answer. A panic, a bug of ours, is logged and answered, to keep the editor's texts.
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

// answering runs f, which answers the editor, in a goroutine.
func (s *server) answering(f func()) {
	done := s.answers.begin()
	s.work.Go(func() {
		defer done()
		f()
	})
}

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
		return nil, invalid(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun, s.client, s.encoding = true, p.Capabilities, ide.UTF16
	if slices.Contains(p.Capabilities.General.PositionEncodings, string(ide.UTF8)) {
		s.encoding = ide.UTF8
	}
	provided := map[string]any{
		"positionEncoding":           s.encoding,
		"textDocumentSync":           map[string]any{"openClose": true, "change": incrementalSync},
		"hoverProvider":              true,
		"definitionProvider":         true,
		"referencesProvider":         true,
		"documentHighlightProvider":  true,
		"documentSymbolProvider":     true,
		"foldingRangeProvider":       true,
		"documentFormattingProvider": true,
		"inlayHintProvider":          true,
		"renameProvider":             map[string]any{"prepareProvider": true},
		"completionProvider":         struct{}{},
		"signatureHelpProvider":      map[string]any{"triggerCharacters": []string{"(", ","}},
		"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix"}},
		"codeLensProvider":           struct{}{},
		"semanticTokensProvider": map[string]any{"full": true, "range": true,
			"legend": map[string]any{"tokenTypes": ide.TokenTypes, "tokenModifiers": ide.TokenModifiers}},
		"executeCommandProvider": map[string]any{"commands": commands()},
	}
	result := map[string]any{"capabilities": provided, "serverInfo": map[string]string{"name": "nazo", "version": s.options.Version}}
	return func(context.Context) (any, error) { return result, nil }, nil
}

// shutdown ends all work. The editor leaves next.
func (s *server) shutdown(json.RawMessage) (answer, error) {
	s.mu.Lock()
	s.leaving = true
	s.mu.Unlock()
	s.closeAll()
	return func(context.Context) (any, error) { return nil, nil }, nil
}

// exit ends the conversation after the pending answers. Reading goes on, as editors may write before they read.
func (s *server) exit() {
	s.closeAll()
	go func() {
		s.work.Wait()
		s.conn.Close()
	}()
}

// answerAll waits for the answers when the editor has ended its input, because then the connection closes for
// answers, too. It cancels long work, and does not wait for an editor that does not read.
func (s *server) answerAll() {
	_, leaving := s.state()
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

// group counts running goroutines. Unlike with a sync.WaitGroup, a message that still arrives may begin another while
// somebody waits.
type group struct {
	mu      sync.Mutex
	running int
	idle    *sync.Cond
}

func newGroup() *group {
	g := &group{}
	g.idle = sync.NewCond(&g.mu)
	return g
}

// begin counts one more until done is called.
func (g *group) begin() (done func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running++
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.running--; g.running == 0 {
			g.idle.Broadcast()
		}
	}
}

// Go runs f in a goroutine of the group.
func (g *group) Go(f func()) {
	done := g.begin()
	go func() {
		defer done()
		f()
	}()
}

// Wait returns at a moment when nothing runs.
func (g *group) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.running > 0 {
		g.idle.Wait()
	}
}

// patience bounds the waiting for pending answers at the end of the input, and again after they were cancelled.
const patience = time.Second

// within calls a function that ends, and reports whether it ended within a time.
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

func (s *server) closeAll() {
	s.mu.Lock()
	open := s.documents
	s.documents = map[string]*document{}
	s.mu.Unlock()
	for _, d := range open {
		d.close()
	}
}

// openBoard shows the spec and an example on the page, and returns its address.
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
		q.server.request("window/showDocument", map[string]any{"uri": address, "external": true})
	} else {
		q.server.conn.Notify(q.ctx, "window/showMessage", showMessageParams{messageInfo, address})
	}
	return address, nil
}

// packed encodes a puzzle for the part of the page's address after #: JSON, deflated, in base64 for URLs.
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
