package ide

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/internal/alg"
)

// Completion lists what can be written at a place.
type Completion struct {
	Replace Span   `json:"replace"` // the part of the word before the cursor
	Items   []Item `json:"items"`   // the most likely first
}

// Item is one text that can be written.
type Item struct {
	Label   string `json:"label"`
	Kind    string `json:"kind"` // keyword, type, function, constant, or the role of a name
	Detail  string `json:"detail,omitempty"`
	Doc     string `json:"doc,omitempty"`
	Insert  string `json:"insert"`            // the text to write
	Snippet bool   `json:"snippet,omitempty"` // Insert has placeholders as ${1:name}, as in the language server protocol
}

// The order of items: those of the wanted type first, names before functions before words.
const (
	rankFittingLocal = iota
	rankFitting
	rankBeginning // may be the beginning of what fits, as a number may begin a condition
	rankFittingFunction
	rankWord
	rankName
	rankConstant
	rankFunction
)

type ranked struct {
	Item
	rank int
}

// Complete lists the words that the grammar takes at an offset, and the names and functions that are visible
// there. Those of the wanted type come first.
func (d *Document) Complete(offset int) Completion {
	word, ok := d.wordAt(offset)
	out := Completion{Replace: word, Items: []Item{}}
	if !ok {
		return out
	}
	var all []ranked
	if d.written {
		all = d.completeInstance(word)
	} else {
		all = d.complete(word)
	}
	prefix := d.Source.Slice(word)
	all = slices.DeleteFunc(all, func(r ranked) bool { return !fuzzy(prefix, r.Label) })
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.Label, b.Label))
	})
	out.Items = append(out.Items, alg.Map(all, func(r ranked) Item { return r.Item })...)
	return out
}

// fuzzy reports whether a label has the letters of a prefix, in order, with the same first letter.
func fuzzy(prefix, label string) bool {
	prefix, label = strings.ToLower(prefix), strings.ToLower(label)
	if prefix == "" {
		return true
	}
	if label == "" || prefix[0] != label[0] {
		return false
	}
	i := 0
	for j := 0; i < len(prefix) && j < len(label); j++ {
		if prefix[i] == label[j] {
			i++
		}
	}
	return i == len(prefix)
}

// wordAt returns the word up to the cursor. ok is false within comments, texts and numbers.
func (d *Document) wordAt(offset int) (word Span, ok bool) {
	word = Span{Start: offset, End: offset}
	tokens := d.tokens()
	i := dsl.TokenAt(tokens, offset)
	if i >= len(tokens) || offset <= tokens[i].Start {
		return word, true
	}
	switch t := tokens[i]; t.Kind {
	case dsl.WordToken:
		return Span{Start: t.Start, End: offset}, true
	case dsl.CommentToken, dsl.NumberToken:
		return word, false
	case dsl.TextToken, dsl.GridToken:
		return word, offset == t.End && !t.Open
	}
	return word, true
}

// complete lists what can replace a word in a spec.
func (d *Document) complete(word Span) (out []ranked) {
	begin := d.statementBefore(word.Start)
	atStart := d.begins(word.Start)
	head := ""
	if begin >= 0 {
		head = strings.TrimRight(d.Source.Text[begin:word.Start], " \t\r\n")
	}
	if atStart && (begin < 0 || parses(head)) {
		for _, w := range dsl.StatementWords() { // with their forms
			out = append(out, ranked{Item{Label: w, Kind: "keyword", Detail: dsl.StatementUsage(w), Insert: w + " "}, rankWord})
		}
		if begin < 0 || word.Start == d.Lines.Start(d.Lines.LineOf(word.Start)) {
			return out
		}
	}
	if begin < 0 {
		return out
	}
	takesName := len(dsl.After(head, []string{placeholder})) > 0
	out = append(out, wordItems(head, d.Source.Slice(word), takesName)...)
	if !takesName {
		return out
	}
	end := word.End
	if i := dsl.TokenAt(d.tokens(), word.End); word.Len() > 0 && i < len(d.tokens()) && d.tokens()[i].Start <= word.Start {
		end = d.tokens()[i].End
	}
	text, ok := d.repaired(begin, Span{Start: word.Start, End: end})
	if !ok {
		c := &context{visible: d.found().record.Visible()} // all names, as nothing is known of the place
		return append(out, c.items()...)
	}
	c := d.contextOf(text, begin)
	for i := range out {
		if c.domain && slices.Contains(dsl.FormWords(), out[i].Label) {
			out[i].Kind, out[i].rank = "type", rankFitting
		}
	}
	return append(out, c.items()...)
}

// wordItems returns the words of the language that match a prefix and can follow the beginning of a statement.
// Some words are reserved only in certain places. Where a name can stand, such a word is listed only if it means
// something else.
func wordItems(head, prefix string, takesName bool) []ranked {
	other := func(w string) bool { return !fuzzy(prefix, w) }
	fit := dsl.After(head, slices.DeleteFunc(dsl.ReservedWords(), other))
	inPlace := dsl.After(head, slices.DeleteFunc(dsl.WordsInPlace(), other))
	if takesName && len(inPlace) > 0 {
		name := expectations(head + " " + placeholder)
		inPlace = slices.DeleteFunc(inPlace, func(w string) bool { return expectations(head+" "+w) == name })
	}
	var out []ranked
	for _, w := range append(fit, inPlace...) {
		out = append(out, ranked{Item{Label: w, Kind: "keyword", Detail: dsl.FormUsage(w), Insert: w}, rankWord})
	}
	return out
}

// expectations returns what may follow the beginning of a statement, as far as that distinguishes words from names.
func expectations(head string) string {
	all := strings.Join(dsl.After(head, []string{placeholder, "of", "in", "to", "at", "path"}), " ")
	if parses(head) {
		all += " end"
	}
	return all
}

func functionItem(f *library.Function, rank int) ranked {
	var names []string
	for _, p := range parametersOf(f.Signatures[0]) {
		name, _, _ := strings.Cut(p, ":")
		names = append(names, name)
	}
	return ranked{Item{
		Label: f.Name, Kind: "function", Detail: callsOf(f), Doc: f.Doc,
		Insert: callSnippet(f.Name, names), Snippet: true,
	}, rank}
}

func callSnippet(name string, params []string) string {
	var holes []string
	for i, p := range params {
		holes = append(holes, fmt.Sprintf("${%d:%s}", i+1, p))
	}
	return name + "(" + strings.Join(holes, ", ") + ")"
}

func symbolItem(s *check.Symbol, rank int) ranked {
	item := Item{Label: s.Name.Text, Kind: string(s.Role), Insert: s.Name.Text}
	if types := s.Types(); len(types) > 0 {
		item.Detail = types[0].String()
	}
	if def, ok := s.Stmt.(*dsl.Def); ok && s.Role == check.RoleFunction {
		way := wayOf(s.Name.Text, def.Params)
		item.Insert, item.Snippet, item.Detail = callSnippet(s.Name.Text, way.Params), true, way.Label
	}
	return ranked{item, rank}
}

func (d *Document) completeInstance(word Span) []ranked {
	if d.spec == nil || !d.begins(word.Start) {
		return nil
	}
	var out []ranked
	for _, s := range d.spec.found().record.Symbols() {
		if s.Role == check.RoleGiven {
			item := symbolItem(s, rankFitting)
			item.Insert += " = "
			if types := s.Types(); len(types) > 0 && types[0].Kind == check.Array {
				item.Insert = s.Name.Text + ":\n"
			}
			out = append(out, item)
		}
	}
	return out
}

// To ask the checker about the cursor, an unfinished statement is completed around a placeholder.

const placeholder = "nazo_cursor__" // a name that occurs in no text

// maxEnds bounds the brackets to close. Nobody nests deeper by hand.
const maxEnds = 40

// repaired returns the text with a placeholder for the word at the cursor and a complete statement around it, so
// that it can be parsed. The statement begins at begin. ok is false if no completion was found.
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
		if after := rest[line:]; parses(head + after) { // the rest of the line belongs to the old text
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

func parses(text string) bool {
	_, problems := dsl.Parse(diag.NewSource("", text))
	return !problems.HasErrors()
}

// closersOf returns the closing brackets that a text lacks, innermost first.
func closersOf(text string) string {
	var closers []byte
	for _, t := range dsl.Scan(text) {
		switch {
		case t.Kind != dsl.BracketToken || t.Text == ",":
		case strings.Contains("([{", t.Text):
			closers = append(closers, map[string]byte{"(": ')', "[": ']', "{": '}'}[t.Text])
		case len(closers) > 0 && closers[len(closers)-1] == t.Text[0]:
			closers = closers[:len(closers)-1]
		}
	}
	slices.Reverse(closers)
	return string(closers)
}

// nextStatement returns where the next statement at the start of a line begins, or the end of the text.
func (d *Document) nextStatement(offset int) int {
	for _, t := range d.tokens() {
		if t.Start >= offset && t.Kind == dsl.WordToken && dsl.StatementUsage(t.Text) != "" && t.Start == d.Lines.Start(d.Lines.LineOf(t.Start)) {
			return t.Start
		}
	}
	return len(d.Source.Text)
}

// statementBefore returns where the statement around an offset begins, or -1.
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

// parsesOn reports whether a text can be the beginning of a statement that includes its last word.
func parsesOn(text string) bool {
	i := strings.LastIndexAny(text, " \t\r\n")
	return i > 0 && len(dsl.After(text[:i], []string{text[i+1:]})) > 0
}
