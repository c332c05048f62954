package lsp

import (
	"context"
	"runtime/debug"
	"time"

	"nazo/dsl/diag"
	"nazo/internal/ui/ide"
)

// pause is the time from the last change until a spec is compiled. The next change ends compiling.
const pause = 250 * time.Millisecond

// watch sends diagnostics of a document whenever it is woken, for the version at that time.
func (s *server) watch(d *document, wake <-chan struct{}) {
	for {
		select {
		case _, open := <-wake:
			if !open {
				s.publish(d, nil, nil) // the document is closed
				return
			}
		case <-s.ctx.Done(): // the editor is gone
			return
		}
		s.safely(s.ctx, "diagnostics", func(context.Context) (any, error) {
			s.look(d)
			return nil, nil
		})
	}
}

// look sends what is known to be wrong with the newest version. It starts compiling in another goroutine, which
// wakes this one again when done.
func (s *server) look(d *document) {
	q := query{server: s, open: d}
	q.doc, q.version, q.alive = d.snapshot()
	found := q.diagnostics(q.closer())
	if q.alive.Err() != nil {
		return
	}
	s.publish(d, &q.version, found)
	d.mu.Lock()
	news, begun := d.news, d.looking == q.alive
	d.news, d.looking = false, q.alive
	d.mu.Unlock()
	if news {
		s.refreshHints()
	}
	if !begun {
		s.work.Go(func() {
			s.safely(s.ctx, "compiling", func(context.Context) (any, error) {
				q.lookLater()
				return nil, nil
			})
		})
	}
}

// lookLater compiles a version after a pause in typing, and returns the memory that old versions and compiling used.
func (q query) lookLater() {
	if !q.lookedAt() {
		select {
		case <-q.alive.Done():
			return
		case <-time.After(q.server.options.Limits.pause()):
		}
		if !q.lookCloser() {
			return
		}
		defer debug.FreeOSMemory()
	}
	q.open.wakeForNews()
}

func (q query) lookedAt() bool {
	if q.open.written {
		return false
	}
	meaning := q.doc.Meaning(0)
	q.open.mu.Lock()
	defer q.open.mu.Unlock()
	return q.open.compiled.meaning == meaning && q.open.compiled.text == q.doc.Source.Text
}

// lookCloser compiles the text. It reports whether compiling ended.
func (q query) lookCloser() bool {
	ctx := q.alive
	var out compiled
	if q.open.written {
		if spec := q.server.specOf(pathOf(q.open.uri)); spec != nil {
			out.problems = Values(ctx, q.doc, spec)
		}
	} else {
		found := Look(ctx, q.doc)
		out = compiled{meaning: q.doc.Meaning(0), instances: found.Instances, problems: found.Problems}
	}
	out.text = q.doc.Source.Text
	if ctx.Err() != nil {
		return false
	}
	q.open.mu.Lock()
	q.open.compiled = out
	q.open.mu.Unlock()
	return true
}

// closer returns what compiling found out about this text.
func (q query) closer() []*diag.Diagnostic {
	q.open.mu.Lock()
	defer q.open.mu.Unlock()
	if q.open.compiled.text != q.doc.Source.Text {
		return nil
	}
	return q.open.compiled.problems
}

// diagnostics returns the mistakes in the text, further ones found by compiling, and the outcomes of examples.
func (q query) diagnostics(more []*diag.Diagnostic) []diagnostic {
	out := []diagnostic{}
	known := map[ide.Span]bool{}
	for _, d := range q.doc.Diagnostics() {
		known[d.Span] = true
		out = append(out, q.diagnostic(d))
	}
	for _, d := range more {
		if !known[d.Span] {
			out = append(out, q.diagnostic(d))
		}
	}
	return append(out, q.outcomes()...)
}

var severities = [...]int{diag.Error: severityError, diag.Warning: severityWarning, diag.Remark: severityInformation}

func (q query) diagnostic(d *diag.Diagnostic) diagnostic {
	out := diagnostic{Range: q.rangeOf(d.Span), Severity: severities[d.Severity], Code: d.Code, Source: "nazo", Message: d.Lines()}
	if !q.server.client.TextDocument.PublishDiagnostics.RelatedInformation {
		return out
	}
	for _, n := range d.Notes {
		if n.Source == nil {
			continue
		}
		if at, ok := q.locate(ide.Location{File: n.Source.Name, Span: n.Span}); ok {
			out.RelatedInformation = append(out.RelatedInformation, related{at, n.Message})
		}
	}
	return out
}

// publish sends the diagnostics of a version, none for a closed text. Only the goroutine of the document calls it.
func (s *server) publish(d *document, version *int, found []diagnostic) {
	if found == nil {
		found = []diagnostic{}
	}
	s.conn.Notify(s.ctx, "textDocument/publishDiagnostics", publishParams{d.uri, version, found})
}

func (s *server) refreshHints() {
	s.mu.Lock()
	c := s.client.Workspace
	s.mu.Unlock()
	if c.InlayHint.RefreshSupport {
		s.request("workspace/inlayHint/refresh", nil)
	}
	if c.CodeLens.RefreshSupport {
		s.request("workspace/codeLens/refresh", nil)
	}
}

func (s *server) request(method string, params any) {
	s.work.Go(func() { s.conn.DispatchCall(s.ctx, method, params) })
}
