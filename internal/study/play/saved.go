package play

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nazo/dsl/diag"
	"nazo/internal/alg"
)

// Saved is a game as a text from which it can be replayed.
type Saved struct {
	Spec string
	Args []string // the instance and values, as on the command line
	Seed int64
	// Moves are the texts of the moves.
	Moves []string
	// Source and Spans are where they were read.
	Source *diag.Source
	Spans  []diag.Span
}

const (
	savedHead  = "nazo game 1"
	savedTail  = "end"
	savedMoves = 1_000_000 // bound on moves to read
)

// Text writes the game: a header, "spec NAME", lines "with ARGUMENT", "seed NUMBER", "moves COUNT", a line for each
// move, and "end". The error means that a name does not fit into a line.
func (s *Saved) Text() (string, error) {
	var out strings.Builder
	lines := []string{savedHead, "spec " + s.Spec}
	lines = append(lines, alg.Map(s.Args, func(a string) string { return "with " + a })...)
	lines = append(lines, "seed "+strconv.FormatInt(s.Seed, 10), "moves "+strconv.Itoa(len(s.Moves)))
	lines = append(append(lines, s.Moves...), savedTail)
	for _, line := range lines {
		if strings.ContainsAny(line, "\r\n") || strings.TrimSpace(line) != line {
			return "", errors.New("a name with line breaks, or blanks at its ends, can't be saved: " + excerpt(line))
		}
		out.WriteString(line + "\n")
	}
	return out.String(), nil
}

// IsSaved reports whether a text looks like a saved game.
func IsSaved(text string) bool { return strings.HasPrefix(text, "nazo game ") }

// ReadSaved reads a game that Text wrote.
func ReadSaved(src *diag.Source) (*Saved, *diag.List) {
	r := &savedReader{src: src, problems: &diag.List{}}
	s := &Saved{Source: src}
	if line, span := r.line(); line != savedHead {
		if IsSaved(line) {
			r.wrong(span, "this game was saved by another version of nazo", savedHead)
		} else {
			r.wrong(span, "this is no saved game", "a file that begins with `"+savedHead+"`")
		}
		return nil, r.problems
	}
	s.Spec = r.field("spec")
	for r.next("with") {
		s.Args = append(s.Args, r.field("with"))
	}
	s.Seed = r.number("seed", -1<<63, 1<<63-1)
	n := r.number("moves", 0, savedMoves)
	for range n {
		line, span := r.line()
		if r.problems.HasErrors() {
			break
		}
		if line == savedTail || line == "" {
			r.wrong(span, fmt.Sprintf("the game breaks off after %s of %d", diag.Count(len(s.Moves), "move"), n), "a move")
			break
		}
		s.Moves, s.Spans = append(s.Moves, line), append(s.Spans, span)
	}
	if line, span := r.line(); line != savedTail {
		r.wrong(span, "the saved game does not end here", "`"+savedTail+"`")
	}
	if line, span := r.line(); line != "" || r.at < len(src.Text) {
		r.wrong(span, "something follows the saved game", "")
	}
	if r.problems.HasErrors() {
		return nil, r.problems
	}
	return s, r.problems
}

// savedReader reads lines until the first mistake.
type savedReader struct {
	src      *diag.Source
	at       int
	problems *diag.List
}

// peek returns the next line, or "" at the end, with its span.
func (r *savedReader) peek() (line string, span diag.Span, next int) {
	rest := r.src.Text[r.at:]
	end := strings.IndexByte(rest, '\n')
	next = r.at + end + 1
	if end < 0 {
		end, next = len(rest), len(r.src.Text)
	}
	return strings.TrimSuffix(rest[:end], "\r"), diag.Span{Start: r.at, End: r.at + end}, next
}

func (r *savedReader) line() (string, diag.Span) {
	line, span, next := r.peek()
	r.at = next
	return line, span
}

// next reports whether the next line is a field of that name.
func (r *savedReader) next(name string) bool {
	line, _, _ := r.peek()
	return strings.HasPrefix(line, name+" ") && !r.problems.HasErrors()
}

func (r *savedReader) wrong(span diag.Span, message, expected string) {
	if r.problems.HasErrors() {
		return
	}
	d := diag.Errorf(r.src, span, "saved-game", "%s", message)
	if expected != "" {
		d.Expect(expected)
	}
	r.problems.Add(d)
}

func (r *savedReader) field(name string) string {
	line, span := r.line()
	text, ok := strings.CutPrefix(line, name+" ")
	if !ok || text == "" {
		r.wrong(span, "this line of the saved game is damaged", "`"+name+" …`")
	}
	return text
}

func (r *savedReader) number(name string, lo, hi int64) int64 {
	_, span, _ := r.peek()
	n, err := strconv.ParseInt(r.field(name), 10, 64)
	if err != nil || n < lo || n > hi {
		r.wrong(span, "this line of the saved game is damaged", "`"+name+"` and a number")
		return 0
	}
	return n
}

// Replay makes the moves in a deal. Unknown or illegal moves are errors in the list.
func (s *Saved) Replay(d Deal, n *Notation) (*Game, *diag.List) {
	g, problems := Begin(d), &diag.List{}
	for i, text := range s.Moves {
		move, ok := n.Find(text)
		if !ok {
			problems.Add(diag.Errorf(s.Source, s.Spans[i], "saved-game", "this puzzle has no move %s", excerpt(text)))
			return nil, problems
		}
		if _, err := g.Make(move); err != nil {
			problems.Add(diag.Errorf(s.Source, s.Spans[i], "saved-game", "move %d, %s, is not possible there", i+1, excerpt(text)).
				Helpf("has the spec or the instance been changed since the game was saved?"))
			return nil, problems
		}
	}
	return g, problems
}
