package ide

import (
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// Whoever writes a statement has not written its end yet. To ask the checker about the place of the cursor the statement is
// completed around a placeholder there.

// placeholder is a name that no text has.
const placeholder = "nazo_cursor__"

// maxEnds bounds the brackets that are closed: nobody nests as deep by hand.
const maxEnds = 40

// repaired is the text with the placeholder at the cursor, and with the statement around it complete, so that it can be parsed; ok is false if no
// completion was found. The statement begins at begin, the word at the cursor is replaced.
func (d *Document) repaired(begin int, word Span) (text string, ok bool) {
	text = d.Source.Text
	head := text[begin:word.Start] + placeholder
	next := d.nextStatement(word.End)
	if parses(head + text[word.End:next]) {
		return text[:begin] + head + text[word.End:], true
	}
	line := strings.IndexByte(text[word.End:next], '\n')
	for _, rest := range []string{text[word.End:next], ""} {
		if line < 0 || rest == "" {
			continue
		}
		if after := rest[line:]; parses(head + after) { // what follows in the line belongs to what was there before
			return text[:begin] + head + after + text[next:], true
		}
	}
	closers := closersOf(head)
	if len(closers) > maxEnds {
		return "", false
	}
	for _, inner := range []string{"", ": true", " in {}: true", " then true else true", " else true", " in {}"} {
		for _, outer := range []string{"", ": true", " = 0", " := 0", ": expect solution", ": bool", " then true else true", " else true"} {
			if closers == "" && inner != "" {
				break
			}
			if end := inner + closers + outer; parses(head + end) {
				return text[:begin] + head + end + "\n" + text[next:], true
			}
		}
	}
	for _, outer := range []string{": expect solution", " = 0: expect solution", ": prefer m()", "(): expect solution", " then s := 0", "() then s := 0", ` "x"`} {
		if parses(head + closers + outer) {
			return text[:begin] + head + closers + outer + "\n" + text[next:], true
		}
	}
	return "", false
}

// parses reports whether a text is one or more statements without mistakes.
func parses(text string) bool {
	_, problems := dsl.Parse(diag.NewSource("", text))
	return !problems.HasErrors()
}

// closersOf has the brackets that are open in a text, innermost first, closed.
func closersOf(text string) string {
	var open []byte
	for _, t := range dsl.Scan(text) {
		switch {
		case t.Kind != dsl.BracketToken || t.Text == ",":
		case strings.Contains("([{", t.Text):
			open = append(open, map[string]byte{"(": ')', "[": ']', "{": '}'}[t.Text])
		case len(open) > 0 && open[len(open)-1] == t.Text[0]:
			open = open[:len(open)-1]
		}
	}
	var b strings.Builder
	for i := len(open) - 1; i >= 0; i-- {
		b.WriteByte(open[i])
	}
	return b.String()
}

// nextStatement is where the next line that begins with a word of statements begins, at or after an offset; the end of the text if none does.
func (d *Document) nextStatement(offset int) int {
	for _, t := range d.tokens() {
		if t.Start >= offset && t.Kind == dsl.WordToken && dsl.StatementUsage(t.Text) != "" && t.Start == d.Lines.Start(d.Lines.LineOf(t.Start)) {
			return t.Start
		}
	}
	return len(d.Source.Text)
}

// statementBefore is where the statement begins that an offset belongs to; -1 if there is none.
func (d *Document) statementBefore(offset int) int {
	begin := -1
	for _, t := range d.tokens() {
		if t.Start >= offset {
			break
		}
		if t.Kind != dsl.WordToken || dsl.StatementUsage(t.Text) == "" {
			continue
		}
		if begin < 0 || d.begins(t.Start) && (t.Text != "let" || d.Lines.Start(d.Lines.LineOf(t.Start)) == t.Start) || t.End < offset && !parsesOn(d.Source.Text[begin:t.End]) {
			begin = t.Start
		}
	}
	return begin
}

// parsesOn reports whether a text can be the beginning of a statement, up to its last word.
func parsesOn(text string) bool {
	i := strings.LastIndexAny(text, " \t\r\n")
	return i > 0 && len(dsl.After(text[:i], []string{text[i+1:]})) > 0
}
