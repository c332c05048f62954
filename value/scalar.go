package value

import (
	"cmp"
	"strconv"

	"nazo/ref"
)

// None is the absent value.
type None struct{}

func (None) rank() rank              { return noneRank }
func (None) noun() string            { return "none" }
func (None) known() bool             { return true }
func (None) text() string            { return "none" }
func (None) key() Key                { return Key{rank: noneRank} }
func (None) spell(out []byte) []byte { return out }
func (None) members() []Value        { return nil }

func (None) compare(v Value) int {
	if _, ok := v.(None); ok {
		return 0
	}
	return compareKinds(noneRank, v)
}

// Bool is a truth value: known if it is ref.True or ref.False.
type Bool ref.Bool

// True and False are the known truth values.
const (
	True  = Bool(ref.True)
	False = Bool(ref.False)
)

// Of is the known truth value of b.
func Of(b bool) Bool { return Bool(ref.Const(b)) }

func (v Bool) rank() rank   { return boolRank }
func (v Bool) noun() string { return "a truth value" }
func (v Bool) known() bool  { return v == True || v == False }

func (v Bool) text() string {
	switch v {
	case True:
		return "true"
	case False:
		return "false"
	}
	return "?"
}

func (v Bool) compare(w Value) int {
	if w, ok := w.(Bool); ok {
		return cmp.Compare(w, v) // true is ref.Bool 0; false sorts first
	}
	return compareKinds(boolRank, w)
}

func (v Bool) key() Key                { return Key{rank: boolRank, a: int64(v)} }
func (v Bool) spell(out []byte) []byte { return strconv.AppendInt(out, int64(v), 10) }

// Text is a literal text; it only names and prints things.
type Text string

func (v Text) rank() rank              { return textRank }
func (v Text) noun() string            { return "a text" }
func (v Text) known() bool             { return true }
func (v Text) text() string            { return string(v) }
func (v Text) key() Key                { return Key{rank: textRank, text: string(v)} }
func (v Text) spell(out []byte) []byte { return strconv.AppendQuote(out, string(v)) }

func (v Text) compare(w Value) int {
	if w, ok := w.(Text); ok {
		return cmp.Compare(v, w)
	}
	return compareKinds(textRank, w)
}
