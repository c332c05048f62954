package ide

import (
	"cmp"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/library"
)

// Completion is what can be written at a place.
type Completion struct {
	Replace Span   `json:"replace"` // the beginning of the word at the cursor
	Items   []Item `json:"items"`   // the likeliest first
}

// Item is one thing that can be written.
type Item struct {
	Label   string `json:"label"`
	Kind    string `json:"kind"` // keyword, type, function, constant, or the role of a name
	Detail  string `json:"detail,omitempty"`
	Doc     string `json:"doc,omitempty"`
	Insert  string `json:"insert"`            // what is written
	Snippet bool   `json:"snippet,omitempty"` // Insert has places to fill in, as ${1:name}, in the notation of the language server protocol
}

// The order of what is proposed: what fits the type first, names before functions before words.
const (
	rankFittingLocal = iota
	rankFitting
	rankBeginning // what fits may begin with it, as a condition does with a number
	rankFittingFunction
	rankWord
	rankName
	rankConstant
	rankFunction
)

// ranked is an item and its place in the order.
type ranked struct {
	Item
	rank int
}

// Complete lists what can be written at an offset: words that the grammar takes there, and names and functions that are visible there, of the
// type that is wanted first.
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
	for _, r := range all {
		out.Items = append(out.Items, r.Item)
	}
	return out
}

// fuzzy reports whether the letters of a prefix occur in a label, in order, the first at its start.
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

// wordAt is the beginning of the word at the cursor, empty if there is none; ok is false within comments, texts and numbers.
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

// complete lists what can be written in a spec in the place of a word.
func (d *Document) complete(word Span) []ranked {
	var out []ranked
	begin := d.statementBefore(word.Start)
	atStart := d.begins(word.Start)
	head := ""
	if begin >= 0 {
		head = strings.TrimRight(d.Source.Text[begin:word.Start], " \t\r\n")
	}
	if atStart && (begin < 0 || parses(head)) {
		out = append(out, statementItems()...)
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
		return append(out, d.anyName()...)
	}
	c := d.contextOf(text, begin)
	for i := range out {
		if c.domain && slices.Contains(dsl.FormWords(), out[i].Label) {
			out[i].Kind, out[i].rank = "type", rankFitting
		}
	}
	return append(out, c.items()...)
}

// statementItems are the words that begin statements, with their forms.
func statementItems() []ranked {
	var out []ranked
	for _, w := range dsl.StatementWords() {
		out = append(out, ranked{Item{Label: w, Kind: "keyword", Detail: dsl.StatementUsage(w), Insert: w + " "}, rankWord})
	}
	return out
}

// wordItems are the words of the language that can come after the beginning of a statement, of those that a prefix is the beginning of. Words that mean
// something in certain places only are names elsewhere: where names can stand, those are proposed that mean something else than a name would.
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

// expectations tells what may follow the beginning of a statement, as far as it tells words of the language from names.
func expectations(head string) string {
	all := strings.Join(dsl.After(head, []string{placeholder, "of", "in", "to", "at", "path"}), " ")
	if parses(head) {
		all += " end"
	}
	return all
}

// anyName lists all names, for a place of which nothing is known.
func (d *Document) anyName() []ranked {
	c := &context{visible: d.found().record.Visible()}
	return c.items()
}

// functionItem is a function of the library.
func functionItem(f *library.Function, rank int) ranked {
	params := parametersOf(f.Signatures[0])
	var holes []string
	for i, p := range params {
		name, _, _ := strings.Cut(p, ":")
		holes = append(holes, "${"+string(rune('1'+i))+":"+name+"}")
	}
	var ways []string
	for _, s := range f.Signatures {
		ways = append(ways, f.Name+s)
	}
	return ranked{Item{
		Label: f.Name, Kind: "function", Detail: strings.Join(ways, "\n"), Doc: f.Doc,
		Insert: f.Name + "(" + strings.Join(holes, ", ") + ")", Snippet: true,
	}, rank}
}

// symbolItem is a name of the spec.
func symbolItem(s *check.Symbol, rank int) ranked {
	item := Item{Label: s.Name.Text, Kind: string(s.Role), Insert: s.Name.Text}
	if types := s.Types(); len(types) > 0 {
		item.Detail = types[0].String()
	}
	if def, ok := s.Stmt.(*dsl.Def); ok && s.Role == check.RoleFunction {
		var holes []string
		for i, p := range def.Params {
			holes = append(holes, "${"+string(rune('1'+i%9))+":"+p.Text+"}")
		}
		item.Insert, item.Snippet = s.Name.Text+"("+strings.Join(holes, ", ")+")", true
		item.Detail = wayOf(s.Name.Text, def.Params).Label
	}
	return ranked{item, rank}
}

// completeInstance lists the givens that an instance can have.
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
