package parts

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
)

// Version is that of the lines of parts.
const Version = 3

// Head is the first line of a part: what it is a part of, and which.
type Head struct {
	Version  int    `json:"nazo_part"`
	Verb     string `json:"verb"`               // the question that was asked
	Title    string `json:"title"`              // of what, for people
	Question string `json:"question,omitempty"` // how, for people: all that makes another question of it
	Problem  string `json:"problem"`            // a hash of the rules and the values of the givens
	Order    string `json:"order,omitempty"`    // a hash of what the parts' borders depend on beside the problem
	Build    string `json:"build,omitempty"`    // by which program: another may divide the work elsewhere
	Enough   int    `json:"enough,omitempty"`   // once parts found so many in all, the others are superfluous; 0 if none are
	Part     Path   `json:"part"`
}

// Alike reports whether two parts are of the same work; what people call it is no matter.
func (h Head) Alike(other Head) bool {
	return h.Version == other.Version && h.Verb == other.Verb && h.Question == other.Question && h.Problem == other.Problem &&
		h.Order == other.Order && h.Build == other.Build && h.Enough == other.Enough
}

// End is the last line of a part.
type End struct {
	Part  Path `json:"nazo_end"`
	Lines int  `json:"lines"`           // how many there are between head and end
	Found int  `json:"found,omitempty"` // how many the part found of what Enough is about
	// Result is a hash of that which another run of the same part must come to, too; empty if nothing must.
	Result string `json:"result,omitempty"`
	Check  string `json:"check"` // a hash of all else
}

// Contradict reports whether two runs of the same part came to what can't both be right.
func Contradict(a, b Part) bool {
	return a.Alike(b.Head) && a.Part.Compare(b.Part) == 0 && a.End.Result != "" && b.End.Result != "" && a.End.Result != b.End.Result
}

// Writer writes the lines of a part.
type Writer struct {
	to     io.Writer
	sum    hash.Hash
	result hash.Hash // nil if there is none
	part   Path
	lines  int
}

// NewWriter begins a part with its head, whose Version it sets. Errors are those of to.
func NewWriter(to io.Writer, head Head) (*Writer, error) {
	head.Version = Version
	w := &Writer{to: to, sum: sha256.New(), result: sha256.New(), part: head.Part}
	return w, w.write(head)
}

// Line writes a finding, which must be one that JSON can have: an object, not one with the
// keys nazo_part or nazo_end. Sure is that of it which whoever does the part again must find, too: not
// how long it took, nor which of several solutions came first. With nil none of the part is.
func (w *Writer) Line(finding, sure any) error {
	switch {
	case sure == nil:
		w.result = nil
	case w.result != nil:
		w.result.Write(append(jsonOf(sure), '\n'))
	}
	w.lines++
	return w.write(finding)
}

// End completes the part, which found so many of what Head.Enough is about.
func (w *Writer) End(found int) error {
	end := End{Part: w.part, Lines: w.lines, Found: found}
	if w.result != nil {
		end.Result = shortHash(w.result)
	}
	end.Check = end.check(w.sum)
	return w.write(end)
}

func (w *Writer) write(line any) error {
	text := append(jsonOf(line), '\n')
	w.sum.Write(text)
	_, err := w.to.Write(text)
	return err
}

func jsonOf(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("parts: a line that is no JSON: %v", err))
	}
	return text
}

func shortHash(sum hash.Hash) string { return hex.EncodeToString(sum.Sum(nil)[:8]) }

// check is the hash of a part from that of the lines before its end, which it adds to.
func (e End) check(sum hash.Hash) string {
	e.Check = ""
	sum.Write(jsonOf(e))
	return shortHash(sum)
}

// Part is a part that was found in a text.
type Part struct {
	Head
	End        End
	Line       int   // the number of the line of its head, from 1
	begin, end int64 // where its findings are
}

// Mistake is what is wrong with the text of parts, at a line of it counted from 1.
type Mistake struct {
	Line int
	Text string
}

// Error is the text without the line.
func (m *Mistake) Error() string { return m.Text }

// Read finds the parts in a text, in their order there. Findings are read, but not kept:
// Findings reads them again. Lines that are not of a part, parts of another version and such
// as are cut off or damaged are a *Mistake; other errors are those of the reader.
func Read(from io.Reader) ([]Part, error) {
	r := &reader{from: bufio.NewReaderSize(from, 1<<16)}
	for {
		text, err := r.next()
		switch {
		case err == io.EOF && r.sum != nil:
			return nil, r.mistake(r.now.Line, "part %s has no end: it was cut off", r.now.Part)
		case err == io.EOF:
			return r.parts, nil
		case err != nil:
			return nil, err
		case len(bytes.TrimSpace(text)) == 0:
			continue
		}
		if err := r.line(text); err != nil {
			return nil, err
		}
	}
}

// reader is in the middle of a text.
type reader struct {
	from   *bufio.Reader
	parts  []Part
	now    Part
	sum    hash.Hash // of the lines of now; nil between parts
	number int       // of the line
	offset int64     // behind the line
}

// next is the next line with its end.
func (r *reader) next() ([]byte, error) {
	text, err := r.from.ReadBytes('\n')
	r.offset += int64(len(text))
	r.number++
	if err == io.EOF && len(text) > 0 {
		err = nil
	}
	return text, err
}

func (r *reader) mistake(line int, format string, args ...any) error {
	return &Mistake{line, fmt.Sprintf(format, args...)}
}

var (
	headMark = []byte(`{"nazo_part":`)
	endMark  = []byte(`{"nazo_end":`)
)

// line takes the next line.
func (r *reader) line(text []byte) error {
	switch begins, ends := bytes.HasPrefix(text, headMark), bytes.HasPrefix(text, endMark); {
	case begins && r.sum != nil:
		return r.mistake(r.now.Line, "part %s has no end: it was cut off", r.now.Part)
	case begins:
		return r.head(text)
	case r.sum == nil:
		return r.mistake(r.number, "this is no line of a part that --part printed")
	case ends:
		return r.end(text)
	}
	r.now.end = r.offset
	r.now.End.Lines++
	r.sum.Write(text)
	return nil
}

func (r *reader) head(text []byte) error {
	r.now = Part{Line: r.number, begin: r.offset, end: r.offset}
	var version struct {
		Version int `json:"nazo_part"`
	}
	switch err := json.Unmarshal(text, &version); {
	case err == nil && version.Version != Version:
		return r.mistake(r.number, "this part is of version %d, and this nazo joins version %d", version.Version, Version)
	case err != nil || strict(text, &r.now.Head) != nil:
		return r.mistake(r.number, "this is no line of a part that --part printed")
	}
	if n := len(r.parts); n > 0 && r.parts[n-1].Alike(r.now.Head) && r.parts[n-1].Title == r.now.Title { // its texts need to be kept only once
		part := r.now.Part
		r.now.Head = r.parts[n-1].Head
		r.now.Part = part
	}
	r.sum = sha256.New()
	r.sum.Write(text)
	return nil
}

func (r *reader) end(text []byte) error {
	lines := r.now.End.Lines
	err := strict(text, &r.now.End)
	if e := r.now.End; err != nil || e.Lines != lines || e.Check != e.check(r.sum) || e.Part.Compare(r.now.Part) != 0 {
		return r.mistake(r.now.Line, "part %s is damaged", r.now.Part)
	}
	r.parts, r.sum = append(r.parts, r.now), nil
	return nil
}

// strict reads a line that has no other keys.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// Findings calls each with the findings of a part, in order, as JSON without the end of
// the line; the text holds until each returns. From is what Read has read. An error of
// each ends it and is the error; others are those of reading.
func (p *Part) Findings(from io.ReaderAt, each func(line []byte) error) error {
	r := bufio.NewReaderSize(io.NewSectionReader(from, p.begin, p.end-p.begin), 1<<16)
	for {
		text, err := r.ReadBytes('\n')
		if text = bytes.TrimSpace(text); len(text) > 0 {
			if err := each(text); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
