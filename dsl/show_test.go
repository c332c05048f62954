package dsl_test

import (
	"fmt"
	"reflect"
	"strings"

	"nazo/dsl"
)

// show writes a tree as nested lists, without places: (Binary + (Name a) (IntLit 1)).
func show(n any) string {
	var b strings.Builder
	showValue(&b, reflect.ValueOf(n))
	return b.String()
}

func showValue(b *strings.Builder, v reflect.Value) {
	if s, ok := v.Interface().(fmt.Stringer); ok && v.Kind() != reflect.Struct && !(v.Kind() == reflect.Pointer && v.IsNil()) {
		b.WriteString(s.String())
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			b.WriteString("-")
			return
		}
		showValue(b, v.Elem())
	case reflect.Slice:
		b.WriteString("[")
		for i := range v.Len() {
			if i > 0 {
				b.WriteString(" ")
			}
			showValue(b, v.Index(i))
		}
		b.WriteString("]")
	case reflect.Struct:
		b.WriteString("(" + v.Type().Name())
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != reflect.TypeFor[dsl.At]() && f.Name != "Source" {
				b.WriteString(" ")
				showValue(b, v.Field(i))
			}
		}
		b.WriteString(")")
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	default:
		fmt.Fprint(b, v.Interface())
	}
}
