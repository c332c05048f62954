package join

import (
	"nazo/dsl"
	"nazo/library"
	"nazo/value"
)

// Identity tells a known collection, or one whose members are guarded, from others without going
// through its members; the size of one for which this can't be done is 0.
func Identity(v value.Value) (id any, size int) {
	switch v := v.(type) {
	case *value.Set:
		return v, v.Len()
	case *value.Array:
		return v, len(v.Values)
	case *value.Board:
		return v, v.Rows * v.Cols
	case value.Range:
		if v.Hi-v.Lo < library.MaxCells {
			return v, v.Len()
		}
	case value.List:
		if len(v) > 0 {
			return sliceID[value.Value]{&v[0], len(v)}, len(v)
		}
	case value.Guarded:
		if len(v.Members) > 0 {
			return sliceID[value.Alternative]{&v.Members[0], len(v.Members)}, len(v.Members)
		}
	}
	return nil, 0
}

type sliceID[T any] struct {
	first *T
	n     int
}

// IsSize reports whether an expression is the size of what a binder binds, as the library has it.
func IsSize(x dsl.Expr, item *dsl.Binder) bool {
	call, ok := x.(*dsl.Call)
	if !ok || len(call.Args) != 1 || !IsName(call.Args[0], item) {
		return false
	}
	f := library.Find(call.Func.Text)
	return f != nil && f.Length
}
