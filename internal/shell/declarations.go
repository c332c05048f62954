package shell

import (
	"reflect"
	"strings"
)

// Declarations is a pointer to a T, which declares verbs, or to what it has for the verb that args begin with: kong takes longer to read the
// declarations of all verbs than a small puzzle takes to be solved. A T begins with the flag ShowVersion; a verb is called as its field.
func Declarations[T any](args []string) any {
	all := reflect.TypeFor[T]()
	if len(args) > 0 {
		for f := range all.Fields() {
			if _, verb := f.Tag.Lookup("cmd"); verb && strings.ToLower(f.Name) == args[0] {
				version, _ := all.FieldByName("ShowVersion")
				version.Index, version.Offset = nil, 0
				f.Index, f.Offset = nil, 0
				return reflect.New(reflect.StructOf([]reflect.StructField{version, f})).Interface()
			}
		}
	}
	return new(T)
}
