package compile

import (
	"fmt"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// listLayout is a list of known length, or a tuple: what a given that is hidden
// may consist of.
type listLayout struct {
	parts []encodable
	tuple bool
}

func (l *listLayout) of(parts []value.Value) value.Value {
	if l.tuple {
		return value.Tuple(parts)
	}
	return value.List(parts)
}

func (l *listLayout) unknown(ev *lowerer, at dsl.Node, find int32) value.Value {
	parts := make([]value.Value, len(l.parts))
	for i, p := range l.parts {
		ev.tick(at)
		parts[i] = p.unknown(ev, at, find)
	}
	return l.of(parts)
}

func (l *listLayout) decode(s model.Solution) value.Value {
	parts := make([]value.Value, len(l.parts))
	for i, p := range l.parts {
		parts[i] = p.decode(s)
	}
	return l.of(parts)
}

func (l *listLayout) names(of string) (out []string) {
	for i, p := range l.parts {
		out = append(out, p.names(fmt.Sprintf("%s[%d]", of, i+1))...)
	}
	return out
}

func (l *listLayout) admits(v value.Value) bool {
	_, tuple := v.(value.Tuple)
	_, list := v.(value.List)
	parts := value.Elements(v)
	if tuple != l.tuple || list == l.tuple || len(parts) != len(l.parts) {
		return false
	}
	for i, p := range l.parts {
		if !p.admits(parts[i]) {
			return false
		}
	}
	return true
}

func (l *listLayout) encode(v value.Value, s model.Solution) bool {
	if !l.admits(v) {
		return false
	}
	for i, p := range value.Elements(v) {
		l.parts[i].encode(p, s)
	}
	return true
}
