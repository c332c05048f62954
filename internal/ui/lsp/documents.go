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

// document is a text that is open in the editor.
type document struct {
	uri     string
	written bool // it is a file of instances

	mu      sync.Mutex
	version int
	text    string
	current *ide.Document
	looked  looked                 // what compiling found out
	runs    map[string]ide.Outcome // of examples, by the meaning of the spec with the example
	alive   context.Context        // ends with this version
	changed context.CancelFunc     // ends it
	looking context.Context        // that of the version that is, or was, compiled
	news    bool                   // something was found out that hints and lenses show

	wake chan struct{} // has room for one; closed, and nil, when the document is closed
}

// looked is what compiling found out about a meaning.
type looked struct {
	meaning   string
	instances []int
	problems  []*diag.Diagnostic
	text      string // that the places of the problems are in
}

// specEnding is that of files of specs.
const specEnding = ".nazo"

// instanceLanguage is what editors call files of instances.
const instanceLanguage = "nazo-instance"

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
	s.goes(func() { s.watch(d, wake) })
	d.tell()
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
		// No change can be refused: the text would no longer be that of the editor. A range that is turned round is what editors' own libraries make of it.
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

func (s *server) didSave(textDocumentParams) error { return nil }

// refresh reads the other texts anew, which may use one that has changed.
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

// reread makes a new document of a text, ends the work on the old one, and has it looked over. A version, its text and its document change at once: what is
// found out about one is never told of another. Only whoever reads messages calls it.
func (s *server) reread(d *document, text string, version int) {
	current := s.read(d, text)
	d.mu.Lock()
	d.changed()
	d.text, d.version, d.current = text, version, current
	d.alive, d.changed = context.WithCancel(s.ctx)
	d.mu.Unlock()
	d.tell()
}

// read makes a document of a text.
func (s *server) read(d *document, text string) *ide.Document {
	src := diag.NewSource(sourceName(d.uri), text)
	if !d.written {
		return ide.Open(src, s.uses(pathOf(d.uri)))
	}
	return ide.OpenInstances(src, s.specOf(pathOf(d.uri)))
}

// uses finds what a spec uses: what is open in the editor first, then files beside it, then the specs that come with nazo.
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

// named is the open document of that name; nil if there is none. Editors write the URI of a path in several ways.
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

// file is the text of a file as the editor has it, or else as it is on the disk.
func (s *server) file(path string) (*diag.Source, bool) {
	if d := s.named(path); d != nil {
		return diag.NewSource(path, d.textNow()), true
	}
	text, err := diag.ReadFile(path)
	return diag.NewSource(path, text), err == nil
}

// specOf finds the spec that a file of instances is for: NAME.nazo beside the folder NAME that the file is in, or one that comes with nazo and has this name; or
// the only spec in the folder. It is nil if there is none.
func (s *server) specOf(path string) *ide.Document {
	if path == "" {
		return nil
	}
	folder := filepath.Dir(path)
	if spec := folder + specEnding; isFile(spec) {
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

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// tell has the goroutine of the document look at it.
func (d *document) tell() {
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

// tellNews has the goroutine of the document tell what was found out.
func (d *document) tellNews() {
	d.mu.Lock()
	d.news = true
	d.mu.Unlock()
	d.tell()
}

// close ends the work on the document.
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

// snapshot is the document as it is now, its version, and a context that ends with it.
func (d *document) snapshot() (doc *ide.Document, version int, alive context.Context) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.current, d.version, d.alive
}

// factsOf are what is known of a document.
func (d *document) factsOf(doc *ide.Document) ide.Facts {
	f := ide.Facts{Outcomes: map[int]ide.Outcome{}}
	if d.written {
		return f
	}
	meaning := doc.Meaning(0)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.looked.meaning == meaning {
		f.Instances = d.looked.instances
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

// pathOf is the path of a file's URI; "" for other URIs.
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

// sourceName is the name of a text in results: the path of a file, or the URI.
func sourceName(uri string) string {
	if path := pathOf(uri); path != "" {
		return path
	}
	return uri
}

// uriOf is the URI of a text by its name; "" for one that is nowhere in the editor's reach.
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
