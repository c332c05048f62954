package layout

import (
	"fmt"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// List is a list of known length, or a tuple: what a given that is hidden
// may consist of.
type List struct {
	Parts []Layout
	Tuple bool
}

func (l *List) of(parts []value.Value) value.Value {
	if l.Tuple {
		return value.Tuple(parts)
	}
	return value.List(parts)
}

// Unknown makes the variables; see [Layout].
func (l *List) Unknown(lw *lower.Lowerer, at dsl.Node, find int32) value.Value {
	parts := make([]value.Value, len(l.Parts))
	for i, p := range l.Parts {
		lw.Tick(at)
		parts[i] = p.Unknown(lw, at, find)
	}
	return l.of(parts)
}

// Decode reads a value off a solution; see [Layout].
func (l *List) Decode(s model.Solution) value.Value {
	parts := make([]value.Value, len(l.Parts))
	for i, p := range l.Parts {
		parts[i] = p.Decode(s)
	}
	return l.of(parts)
}

// Meanings says what the variables stand for; see [Layout].
func (l *List) Meanings(of string, key value.Value) (out []Meaning) {
	for i, p := range l.Parts {
		out = append(out, p.Meanings(fmt.Sprintf("%s[%d]", of, i+1), key)...)
	}
	return out
}

func (l *List) admits(v value.Value) bool {
	_, tuple := v.(value.Tuple)
	_, list := v.(value.List)
	parts := value.Elements(v)
	if tuple != l.Tuple || list == l.Tuple || len(parts) != len(l.Parts) {
		return false
	}
	for i, p := range l.Parts {
		if !p.admits(parts[i]) {
			return false
		}
	}
	return true
}

// Encode writes a value as variables; see [Layout].
func (l *List) Encode(v value.Value, s model.Solution) bool {
	if !l.admits(v) {
		return false
	}
	for i, p := range value.Elements(v) {
		l.Parts[i].Encode(p, s)
	}
	return true
}
