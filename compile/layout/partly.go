package layout

import (
	"nazo/model"
	"nazo/value"
)

// encodeParts writes those parts of a value that are known, each by the number of its key; false if one can't be.
func encodeParts(p *value.Partly, keys []value.Value, encode func(i int, part value.Value) bool) bool {
	for i, k := range keys {
		if part, _ := p.At.At(k); part != nil && !encode(i, part) {
			return false
		}
	}
	return true
}

// encodeBool writes truth values as variables that follow one another.
func encodeBool(first model.VarID, s model.Solution) func(i int, v value.Value) bool {
	return func(i int, v value.Value) bool {
		encodeBools([]model.Bool{model.Bool(v.(value.Bool))}, first+model.VarID(i), s)
		return true
	}
}
