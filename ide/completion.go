package ide

import (
	"cmp"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/library"
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
