package lsp

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"nazo/dsl/diag"
	"nazo/internal/ui/ide"
	"nazo/puzzles"
)

type document struct {
	uri     string
	written bool // it is a file of instances

	mu       sync.Mutex
	version  int
	text     string
	current  *ide.Document
	compiled compiled               // results of compiling
	runs     map[string]ide.Outcome // outcomes of examples, by the meaning of the spec with the example
	alive    context.Context        // ends with this version
	changed  context.CancelFunc     // ends alive
	looking  context.Context        // alive of the last version that began to compile
	news     bool                   // there are results for hints and lenses

	wake chan struct{} // has room for one; nil when the document is closed
}

type compiled struct {
	meaning   string
	instances []int
	problems  []*diag.Diagnostic
	text      string // the text with the places of the problems
}

const specEnding = ".nazo" // ends the names of specs

const instanceLanguage = "nazo-instance" // the language ID of files of instances

func (s *server) didOpen(p didOpenParams) error {
	t := p.TextDocument
	path := pathOf(t.URI)
	d := &document{uri: t.URI, version: t.Version, text: t.Text, wake: make(chan struct{}, 1), runs: map[string]ide.Outcome{}}
	d.written = t.LanguageID == instanceLanguage || path != "" && t.LanguageID != "nazo" && !strings.HasSuffix(path, specEnding)
	d.current = s.read(d, t.Text)
	d.alive, d.changed = context.WithCancel(s.ctx)
	wake := d.wake
	s.mu.Lock()
	old := s.documents[t.URI]
	s.documents[t.URI] = d
	s.mu.Unlock()
	if old != nil {
		old.close()
	}
	s.work.Go(func() { s.watch(d, wake) })
	d.wakeUp()
	s.refresh(d)
	return nil
}

func (s *server) didChange(p didChangeParams) error {
	s.mu.Lock()
	d, e := s.documents[p.TextDocument.URI], s.encoding
	s.mu.Unlock()
	if d == nil {
		return nil
	}
	d.mu.Lock()
	text := d.text
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			text = c.Text
			continue
		}
		lines := ide.NewLines(text)
		start, end := lines.Offset(c.Range.Start, e), lines.Offset(c.Range.End, e)
		// A change must not be refused, or the texts would differ. Editors swap the ends of a reversed range.
		text = text[:min(start, end)] + c.Text + text[max(start, end):]
	}
	d.mu.Unlock()
	s.reread(d, text, p.TextDocument.Version)
	s.refresh(d)
	return nil
}

func (s *server) didClose(p textDocumentParams) error {
	s.mu.Lock()
	d := s.documents[p.TextDocument.URI]
	delete(s.documents, p.TextDocument.URI)
	s.mu.Unlock()
	if d != nil {
		d.close()
		s.refresh(d)
	}
	return nil
}

// refresh reads the other texts again, since they may use the changed one.
func (s *server) refresh(but *document) {
	s.mu.Lock()
	var others []*document
	for _, d := range s.documents {
		if d != but && (but == nil || !but.written) {
			others = append(others, d)
		}
	}
	s.mu.Unlock()
	for _, d := range others {
		if d.written || strings.Contains(d.textNow(), "use") {
			s.reread(d, d.text, d.version)
		}
	}
}

// reread replaces the document of a text, ends the work on the old one, and wakes its goroutine. Version, text and
// document change together, so results about one never appear under another. Only the reader of messages calls it.
func (s *server) reread(d *document, text string, version int) {
	current := s.read(d, text)
	d.mu.Lock()
	d.changed()
	d.text, d.version, d.current = text, version, current
	d.alive, d.changed = context.WithCancel(s.ctx)
	d.mu.Unlock()
	d.wakeUp()
}

func (s *server) read(d *document, text string) *ide.Document {
	src := diag.NewSource(sourceName(d.uri), text)
	if !d.written {
		return ide.Open(src, s.uses(pathOf(d.uri)))
	}
	return ide.OpenInstances(src, s.specOf(pathOf(d.uri)))
}

// uses finds used specs: texts open in the editor first, then files beside the spec, then specs that come with nazo.
func (s *server) uses(path string) ide.Uses {
	return func(name string) (*diag.Source, bool) {
		if path != "" {
			if src, ok := s.file(filepath.Join(filepath.Dir(path), name+specEnding)); ok {
				return src, true
			}
		}
		text, ok := puzzles.Spec(name)
		return diag.NewSource(name+specEnding, text), ok
	}
}

// named returns the open document with a name, or nil. Editors write the URI of a path in several ways.
func (s *server) named(name string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	for uri, d := range s.documents {
		if sourceName(uri) == name {
			return d
		}
	}
	return nil
}

// file returns the text of a file as the editor has it, else as it is on the disk.
func (s *server) file(path string) (*diag.Source, bool) {
	if d := s.named(path); d != nil {
		return diag.NewSource(path, d.textNow()), true
	}
	text, err := diag.ReadFile(path)
	return diag.NewSource(path, text), err == nil
}

// specOf returns the spec for a file of instances: NAME.nazo beside its folder NAME, else the only spec in the
// folder, else the spec NAME that comes with nazo. It is nil if there is none.
func (s *server) specOf(path string) *ide.Document {
	if path == "" {
		return nil
	}
	folder := filepath.Dir(path)
	spec := folder + specEnding
	if info, err := os.Stat(spec); err == nil && info.Mode().IsRegular() {
		return s.spec(spec)
	}
	if specs, _ := filepath.Glob(filepath.Join(folder, "*"+specEnding)); len(specs) == 1 {
		return s.spec(specs[0])
	}
	name := filepath.Base(folder)
	if text, ok := puzzles.Spec(name); ok {
		return ide.Open(diag.NewSource(name+specEnding, text), s.uses(""))
	}
	return nil
}

func (s *server) spec(path string) *ide.Document {
	src, ok := s.file(path)
	if !ok {
		return nil
	}
	return ide.Open(src, s.uses(path))
}

// wakeUp has the goroutine of the document look at it.
func (d *document) wakeUp() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.wake == nil {
		return
	}
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// wakeForNews has the goroutine of the document send new results.
func (d *document) wakeForNews() {
	d.mu.Lock()
	d.news = true
	d.mu.Unlock()
	d.wakeUp()
}

func (d *document) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.changed()
	if d.wake != nil {
		close(d.wake)
		d.wake = nil
	}
}

func (d *document) textNow() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text
}

// snapshot returns the current version of the document, and a context that ends with it.
func (d *document) snapshot() (doc *ide.Document, version int, alive context.Context) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.current, d.version, d.alive
}

func (d *document) factsOf(doc *ide.Document) ide.Facts {
	f := ide.Facts{Outcomes: map[int]ide.Outcome{}}
	if d.written {
		return f
	}
	meaning := doc.Meaning(0)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.compiled.meaning == meaning {
		f.Instances = d.compiled.instances
	}
	if len(d.runs) > 0 {
		for i := range doc.Examples() {
			if o, ok := d.runs[doc.Meaning(i)]; ok {
				f.Outcomes[i] = o
			}
		}
	}
	return f
}

// pathOf returns the path of a file's URI, "" for other URIs.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // a drive
		path = path[1:]
	}
	return filepath.FromSlash(path)
}

// sourceName returns the name of a text in results: the path of a file, else the URI.
func sourceName(uri string) string {
	if path := pathOf(uri); path != "" {
		return path
	}
	return uri
}

// uriOf returns the URI of a text by its name, "" for one that the editor can't reach.
func uriOf(name string) string {
	if filepath.IsAbs(name) {
		path := filepath.ToSlash(name)
		if path[0] != '/' {
			path = "/" + path
		}
		return (&url.URL{Scheme: "file", Path: path}).String()
	}
	if u, err := url.Parse(name); err == nil && u.Scheme != "" {
		return name
	}
	return ""
}
