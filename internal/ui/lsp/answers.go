package lsp

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"nazo/internal/ui/ide"
)

// query is a question about a version of a text: the one when the question came.
type query struct {
	ctx     context.Context
	server  *server
	open    *document
	doc     *ide.Document
	version int
	alive   context.Context // ends when the text changes
}

func (s *server) query(uri string) (q query, ok bool) {
	s.mu.Lock()
	d := s.documents[uri]
	s.mu.Unlock()
	if d == nil {
		return q, false
	}
	q = query{server: s, open: d}
	q.doc, q.version, q.alive = d.snapshot()
	return q, true
}

func (p textDocumentParams) uri() string { return p.TextDocument.URI }

func (p positionParams) within() lspRange { return lspRange{p.Position, p.Position} }
func (p rangeParams) within() lspRange    { return p.Range }

// valid reports whether a range is valid in the protocol. It may lie beyond the end of the text.
func (r lspRange) valid() bool {
	return min(r.Start.Line, r.Start.Character, r.End.Line, r.End.Character) >= 0 &&
		(r.Start.Line < r.End.Line || r.Start.Line == r.End.Line && r.Start.Character <= r.End.Character)
}

func (q query) offset(p position) int { return q.doc.Lines.Offset(p, q.server.encoding) }

func (q query) rangeOf(span ide.Span) lspRange { return rangeIn(q.doc.Lines, span, q.server.encoding) }

func rangeIn(l *ide.Lines, span ide.Span, e ide.Encoding) lspRange {
	return lspRange{l.Position(span.Start, e), l.Position(span.End, e)}
}

func (q query) span(r lspRange) ide.Span {
	return ide.Span{Start: q.offset(r.Start), End: q.offset(r.End)}
}

// locate returns a place in a text for the editor. ok is false if the editor can't get there.
func (q query) locate(at ide.Location) (l location, ok bool) {
	if at.File == q.doc.Source.Name {
		return location{q.open.uri, q.rangeOf(at.Span)}, true
	}
	uri := uriOf(at.File)
	if d := q.server.named(at.File); d != nil {
		uri = d.uri
	}
	src, found := q.server.file(at.File)
	if uri == "" || !found {
		return l, false
	}
	return location{uri, rangeIn(ide.NewLines(src.Text), at.Span, q.server.encoding)}, true
}

func (q query) edits(edits []ide.Edit) []textEdit {
	out := []textEdit{} // not null in JSON
	for _, e := range edits {
		out = append(out, textEdit{q.rangeOf(e.Span), e.Text})
	}
	return out
}

// workspaceEdit returns an edit of the text, for this version only if the editor supports that.
func (q query) workspaceEdit(edits []ide.Edit) workspaceEdit {
	if q.server.client.Workspace.WorkspaceEdit.DocumentChanges {
		return workspaceEdit{DocumentChanges: []documentEdit{{versioned{q.open.uri, q.version}, q.edits(edits)}}}
	}
	return workspaceEdit{Changes: map[string][]textEdit{q.open.uri: q.edits(edits)}}
}

func markdown(text string) markup { return markup{"markdown", text} }

func (q query) hover(p positionParams) (any, error) {
	h, ok := q.doc.Hover(q.offset(p.Position))
	if !ok {
		return nil, nil
	}
	return hover{markdown(h.Markdown), q.rangeOf(h.Span)}, nil
}

func (q query) definition(p positionParams) (any, error) {
	at, ok := q.doc.Definition(q.offset(p.Position))
	if !ok {
		return nil, nil
	}
	if l, ok := q.locate(at); ok {
		return l, nil
	}
	return nil, nil
}

func (q query) references(p referenceParams) (any, error) {
	out := []location{}
	for _, at := range q.doc.References(q.offset(p.Position), p.Context.IncludeDeclaration) {
		if l, ok := q.locate(at); ok {
			out = append(out, l)
		}
	}
	return out, nil
}

func (q query) highlights(p positionParams) (any, error) {
	out := []documentHighlight{}
	for _, h := range q.doc.Highlights(q.offset(p.Position)) {
		kind := 2 // read
		if h.Declare {
			kind = 3 // write
		}
		out = append(out, documentHighlight{q.rangeOf(h.Span), kind})
	}
	return out, nil
}

// symbolKinds are the protocol's kinds of symbols for words that begin statements. Other statements are events, 24.
var symbolKinds = map[string]int{
	"puzzle": 2, "use": 3, "given": 13, "let": 14, "def": 12, "find": 7, "choose": 7, "state": 7, "move": 6, "player": 5, "example": 18,
}

func (q query) symbols(textDocumentParams) (any, error) {
	out := []documentSymbol{}
	for _, e := range q.doc.Outline() {
		kind := cmp.Or(symbolKinds[e.Kind], 24)
		out = append(out, documentSymbol{Name: e.Name, Detail: e.Detail, Kind: kind, Range: q.rangeOf(e.Span), SelectionRange: q.rangeOf(e.Select)})
	}
	return out, nil
}

func (q query) folds(textDocumentParams) (any, error) {
	out := []foldingRange{}
	for _, f := range q.doc.Folds() {
		kind := ""
		if f.Comment {
			kind = "comment"
		}
		out = append(out, foldingRange{f.First, f.Last, kind})
	}
	return out, nil
}

func (q query) format(textDocumentParams) (any, error) { return q.edits(q.doc.Format()), nil }

func (q query) prepareRename(p positionParams) (any, error) {
	span, err := q.doc.Renamable(q.offset(p.Position))
	if err != nil {
		return nil, err
	}
	return q.rangeOf(span), nil
}

func (q query) rename(p renameParams) (any, error) {
	edits, err := q.doc.Rename(q.offset(p.Position), p.NewName)
	if err != nil {
		return nil, err
	}
	return q.workspaceEdit(edits), nil
}

func (q query) signatures(p positionParams) (any, error) {
	s, ok := q.doc.Signatures(q.offset(p.Position))
	if !ok {
		return nil, nil
	}
	out := signatureHelp{ActiveSignature: s.Active, ActiveParameter: s.Param}
	for _, w := range s.Ways {
		info := signatureInformation{Label: w.Label, Parameters: []parameterInformation{}}
		if w.Doc != "" {
			doc := markdown(w.Doc)
			info.Documentation = &doc
		}
		for _, param := range w.Params {
			info.Parameters = append(info.Parameters, parameterInformation{param})
		}
		out.Signatures = append(out.Signatures, info)
	}
	return out, nil
}

// actions returns quick fixes for the mistakes in a part of the text.
func (q query) actions(p rangeParams) (any, error) {
	within := q.span(p.Range)
	out := []codeAction{}
	for _, d := range q.doc.Diagnostics() {
		if d.Suggestion != "" && d.Span.End >= within.Start && d.Span.Start <= within.End {
			out = append(out, codeAction{Title: "write `" + d.Suggestion + "`", Kind: "quickfix", IsPreferred: true,
				Diagnostics: []diagnostic{q.diagnostic(d)}, Edit: q.workspaceEdit([]ide.Edit{{Span: d.Span, Text: d.Suggestion}})})
		}
	}
	return out, nil
}

func (q query) hints(p rangeParams) (any, error) {
	out := []inlayHint{}
	for _, h := range q.doc.Hints(q.span(p.Range), q.open.factsOf(q.doc)) {
		kind := 0
		if h.Type {
			kind = 1
		}
		out = append(out, inlayHint{Position: q.doc.Lines.Position(h.Offset, q.server.encoding), Label: h.Label, Kind: kind, Tooltip: h.Detail,
			PaddingLeft: !strings.HasPrefix(h.Label, ":")})
	}
	return out, nil
}

func (q query) tokens(textDocumentParams) (any, error) {
	return q.semantic(ide.Span{End: len(q.doc.Source.Text)}), nil
}

func (q query) tokensWithin(p rangeParams) (any, error) { return q.semantic(q.span(p.Range)), nil }

// semantic encodes tokens as five numbers each. Line and character are relative to the token before.
func (q query) semantic(within ide.Span) semanticTokens {
	out := semanticTokens{Data: []int{}}
	before := position{}
	for _, t := range q.doc.SemanticTokens(within) {
		r := q.rangeOf(t.Span)
		if r.Start.Line != before.Line {
			before.Character = 0
		}
		out.Data = append(out.Data, r.Start.Line-before.Line, r.Start.Character-before.Character, r.End.Character-r.Start.Character, int(t.Type), t.Modifiers)
		before = r.Start
	}
	return out
}

// completionKinds are the protocol's kinds of completions.
var completionKinds = map[string]int{
	"keyword": 14, "type": 25, "function": 3, "constant": 21, "given": 6, "let": 21, "find": 10, "choose": 10, "state": 10, "move": 2, "cost": 12, "label": 20, "bound": 6,
}

func (q query) complete(p positionParams) (any, error) {
	c := q.doc.Complete(q.offset(p.Position))
	out := completionList{Items: []completionItem{}}
	replace := q.rangeOf(c.Replace)
	for i, item := range c.Items {
		text, format := item.Insert, 1
		switch {
		case item.Snippet && q.server.client.TextDocument.Completion.CompletionItem.SnippetSupport:
			format = 2
		case item.Snippet:
			text = item.Label
		}
		line := completionItem{Label: item.Label, Kind: completionKinds[item.Kind], Detail: item.Detail, SortText: fmt.Sprintf("%04d", i%10000),
			InsertTextFormat: format, TextEdit: &textEdit{replace, text}}
		if item.Doc != "" {
			doc := markdown(item.Doc)
			line.Documentation = &doc
		}
		out.Items = append(out.Items, line)
	}
	return out, nil
}
