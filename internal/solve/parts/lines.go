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

// Version is the version of the lines of parts.
const Version = 3

// Head is the first line of a part. It says of which work it is which part.
type Head struct {
	Version  int    `json:"nazo_part"`
	Verb     string `json:"verb"`               // the question asked
	Title    string `json:"title"`              // its subject, for people
	Question string `json:"question,omitempty"` // its options, for people; others make another question
	Problem  string `json:"problem"`            // hash of the rules and the values of the givens
	Order    string `json:"order,omitempty"`    // hash of all else that decides the borders of parts
	Build    string `json:"build,omitempty"`    // hash of the program, as others may divide the work elsewhere
	Enough   int    `json:"enough,omitempty"`   // so many found in all parts make the others superfluous; 0 is never
	Part     Path   `json:"part"`
}

// Alike reports whether two parts are of the same work. The title doesn't matter.
func (h Head) Alike(other Head) bool {
	return h.Version == other.Version && h.Verb == other.Verb && h.Question == other.Question && h.Problem == other.Problem &&
		h.Order == other.Order && h.Build == other.Build && h.Enough == other.Enough
}

// End is the last line of a part.
type End struct {
	Part  Path `json:"nazo_end"`
	Lines int  `json:"lines"`           // between head and end
	Found int  `json:"found,omitempty"` // of what Head.Enough counts
	// Result is a hash of what every run of the part must find, or "" if nothing must.
	Result string `json:"result,omitempty"`
	Check  string `json:"check"` // hash of all else
}

// Contradict reports whether two runs of the same part can't both be right.
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

// NewWriter begins a part with its head, and sets its Version. Errors are those of to.
func NewWriter(to io.Writer, head Head) (*Writer, error) {
	head.Version = Version
	w := &Writer{to: to, sum: sha256.New(), result: sha256.New(), part: head.Part}
	return w, w.write(head)
}

// Line writes a finding, which must be a JSON object without the keys nazo_part and nazo_end. Sure is what every run
// of the part must find: no times, nor which of several solutions came first. With nil, the part has no Result.
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

// End completes the part, which found so many of what Head.Enough counts.
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

// check returns the hash of a part, given that of the lines before its end, which it changes.
func (e End) check(sum hash.Hash) string {
	e.Check = ""
	sum.Write(jsonOf(e))
	return shortHash(sum)
}

// Part is a part that was found in a text.
type Part struct {
	Head
	End        End
	Line       int   // number of its head's line, from 1
	begin, end int64 // offsets of its findings
}

// Mistake is an error in the text of parts, at a line counted from 1.
type Mistake struct {
	Line int
	Text string
}

// Error is the text without the line.
func (m *Mistake) Error() string { return m.Text }

// Read finds the parts in a text, in their order. It checks findings without keeping them, and Findings reads them
// again. A *Mistake is a line that is of no part, or a part of another version, cut off or damaged. Other errors are
// those of the reader.
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

// reader is the state of Read.
type reader struct {
	from   *bufio.Reader
	parts  []Part
	now    Part
	sum    hash.Hash // of the lines of now; nil between parts
	number int       // of the last line
	offset int64     // of its end
}

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
	if n := len(r.parts); n > 0 && r.parts[n-1].Alike(r.now.Head) && r.parts[n-1].Title == r.now.Title { // share texts
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

func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// Findings calls each with the findings of a part, in order, as JSON without the line's end. The slice is valid during
// the call. From is the text that Read has read. An error of each ends the reading and is returned.
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
