package link

import (
	"strings"

	"nazo/givens"
	"nazo/value"
)

// Text is an instance as a file has it.
func Text(values []givens.Given) string {
	var b strings.Builder
	for _, g := range values {
		b.WriteString(g.Name)
		switch v := g.Value.(type) {
		case *value.Array:
			if v.Board != nil && v.Keys.Len() == v.Board.Rows*v.Board.Cols {
				b.WriteString(":\n" + gridText(v) + "\n")
				continue
			}
			b.WriteString(" = " + listText(v.Values) + "\n")
		case value.List:
			if len(v) > 0 && nested(v) {
				b.WriteString(":\n")
				for _, row := range v {
					b.WriteString("  " + wordsText(row.(value.List)) + "\n")
				}
				b.WriteString("\n")
				continue
			}
			b.WriteString(" = " + listText(v) + "\n")
		default:
			b.WriteString(" = " + expression(v) + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func nested(list value.List) bool {
	for _, v := range list {
		if _, ok := v.(value.List); !ok {
			return false
		}
	}
	return true
}

// gridText has the rows of a grid, its columns one below the other.
func gridText(a *value.Array) string {
	words := make([]string, len(a.Values))
	width := 0
	for i, v := range a.Values {
		words[i] = word(v)
		width = max(width, len([]rune(words[i])))
	}
	var b strings.Builder
	for r := range a.Board.Rows {
		for c := range a.Board.Cols {
			w := words[r*a.Board.Cols+c]
			b.WriteString(strings.Repeat(" ", width-len([]rune(w))+1))
			if c == 0 {
				b.WriteString(" ")
			}
			b.WriteString(w)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// wordsText is a row of words.
func wordsText(list value.List) string {
	if len(list) == 0 {
		return "[]"
	}
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = word(v)
	}
	return strings.Join(words, " ")
}

// word is a value as it stands in a cell of a grid.
func word(v value.Value) string {
	switch v := v.(type) {
	case value.None:
		return "."
	case value.Label:
		return v.Print
	case value.Direction:
		return v.Print
	case value.Shape:
		return v.Print()
	case value.List:
		return wordOf(v)
	case value.Tuple:
		return wordOf(value.List(v))
	case *value.Set:
		return wordOf(value.List(v.List()))
	}
	return value.String(v)
}

func wordOf(list value.List) string {
	if len(list) == 0 {
		return "."
	}
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = word(v)
	}
	return strings.Join(words, ",")
}

func listText(list []value.Value) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = expression(v)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// expression is a value as it is written in the language.
func expression(v value.Value) string {
	switch v := v.(type) {
	case value.Shape:
		if v.Name() == "" {
			return `"` + string(v) + `"`
		}
	case value.Label:
		return `"` + v.Print + `"`
	case value.List:
		return listText(v)
	case *value.Array:
		return listText(v.Values)
	}
	return value.String(v)
}
