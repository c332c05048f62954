package lsp

import (
	"context"
	"runtime/debug"
	"time"

	"nazo/dsl/diag"
	"nazo/internal/ui/ide"
)

// pause is how long nothing is typed before a spec is compiled. How long that takes is bounded by counted work, and ends with the next change.
const pause = 250 * time.Millisecond

// watch tells the editor what is wrong with a document, for each version that it still has when the last one was told of.
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

// look tells what is wrong with the newest version, as far as it is known. What takes compiling is then found out beside, and told of when this goroutine is
// woken for it, as what comes out of examples is.
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
		s.goes(func() {
			s.safely(s.ctx, "compiling", func(context.Context) (any, error) {
				q.lookLater()
				return nil, nil
			})
		})
	}
}

// lookLater has a version compiled when nothing was typed for a moment, and gives back the memory that reading the versions before and compiling has left.
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
	q.open.tellNews()
}

// lookedAt reports whether it is known what compiling finds out.
func (q query) lookedAt() bool {
	if q.open.written {
		return false
	}
	meaning := q.doc.Meaning(0)
	q.open.mu.Lock()
	defer q.open.mu.Unlock()
	return q.open.looked.meaning == meaning && q.open.looked.text == q.doc.Source.Text
}

// lookCloser has the text compiled. It reports whether that came to an end.
func (q query) lookCloser() bool {
	ctx := q.alive
	var out looked
	if q.open.written {
		if spec := q.open.specNow(q.server); spec != nil {
			out.problems = Values(ctx, q.doc, spec)
		}
	} else {
		found := Look(ctx, q.doc)
		out = looked{meaning: q.doc.Meaning(0), instances: found.Instances, problems: found.Problems}
	}
	out.text = q.doc.Source.Text
	if ctx.Err() != nil {
		return false
	}
	q.open.mu.Lock()
	q.open.looked = out
	q.open.mu.Unlock()
	return true
}

// specNow is the spec of a file of instances as it is now; nil if there is none.
func (d *document) specNow(s *server) *ide.Document { return s.specOf(pathOf(d.uri)) }

// closer is what compiling found out about this text.
func (q query) closer() []*diag.Diagnostic {
	q.open.mu.Lock()
	defer q.open.mu.Unlock()
	if q.open.looked.text != q.doc.Source.Text {
		return nil
	}
	return q.open.looked.problems
}

// diagnostics are what is wrong with the text, what compiling found out beyond that, and what came out of examples.
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

// diagnostic is one of them for the editor.
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

// publish tells the editor what is wrong with a version; with none for a text that is closed. Only the goroutine of the document does so.
func (s *server) publish(d *document, version *int, found []diagnostic) {
	if found == nil {
		found = []diagnostic{}
	}
	s.conn.Notify(s.ctx, "textDocument/publishDiagnostics", publishParams{d.uri, version, found})
}

// refreshHints has the editor ask anew for what depends on facts.
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

// request asks the editor for something and waits for no answer.
func (s *server) request(method string, params any) {
	s.goes(func() { s.conn.DispatchCall(s.ctx, method, params) })
}
