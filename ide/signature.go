package ide

import (
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/library"
)

// Signatures are the ways to write a call whose arguments are being written.
type Signatures struct {
	Ways   []Way `json:"ways"`
	Active int   `json:"active"` // the way that has room for as many arguments; the first of them
	Param  int   `json:"param"`  // the argument that the cursor is at, from 0
}

// Way is one way to call a function.
type Way struct {
	Label  string   `json:"label"`
	Params []string `json:"params"` // parts of the label, in their order
	Doc    string   `json:"doc,omitempty"`
}

// Signatures tells about the call around an offset; ok is false if there is none. It goes by brackets, so the call need not be complete.
func (d *Document) Signatures(offset int) (s Signatures, ok bool) {
	if d.written {
		return s, false
	}
	name, arg := callAround(d.tokens(), offset)
	if name == "" {
		return s, false
	}
	s.Param = arg
	s.Ways = d.waysToCall(name)
	for i, w := range s.Ways {
		if len(w.Params) > arg {
			s.Active = i
			break
		}
	}
	return s, len(s.Ways) > 0
}

// callAround is the name before the innermost parenthesis that is open at an offset, and how many commas stand between; "" if there is
// none, or a statement begins after it.
func callAround(tokens []dsl.Token, offset int) (name string, arg int) {
	depth := 0
	for i := len(tokens) - 1; i > 0; i-- {
		t := tokens[i]
		if t.End > offset {
			continue
		}
		switch t.Text {
		case ")", "]", "}":
			depth++
		case "[", "{":
			if depth == 0 {
				arg = 0 // what is in these brackets is one argument
				continue
			}
			depth--
		case "(":
			if depth--; depth >= 0 {
				continue
			}
			if f := tokens[i-1]; f.Kind == dsl.WordToken && f.End == t.Start {
				return f.Text, arg
			}
			depth, arg = 0, 0 // parentheses that only hold together
		case ",":
			if depth == 0 {
				arg++
			}
		default:
			if t.Kind == dsl.WordToken && dsl.StatementUsage(t.Text) != "" {
				return "", 0
			}
		}
	}
	return "", 0
}

// waysToCall lists how a function of the spec, of the library or a move is called.
func (d *Document) waysToCall(name string) []Way {
	for _, s := range d.found().record.Symbols() {
		if s.Name.Text != name {
			continue
		}
		switch stmt := s.Stmt.(type) {
		case *dsl.Def:
			if s.Role == check.RoleFunction {
				return []Way{wayOf(name, stmt.Params)}
			}
		case *dsl.Move:
			if s.Role == check.RoleMove {
				return []Way{wayOf(name, stmt.Parameters())}
			}
		}
	}
	f := library.Find(name)
	if f == nil {
		return nil
	}
	var ways []Way
	for _, text := range f.Signatures {
		ways = append(ways, Way{name + text, parametersOf(text), f.Doc})
	}
	return ways
}

// wayOf is how a def or a move is called.
func wayOf(name string, params []*dsl.Name) Way {
	w := Way{Params: []string{}}
	for _, p := range params {
		w.Params = append(w.Params, p.Text)
	}
	w.Label = name + "(" + strings.Join(w.Params, ", ") + ")"
	return w
}

// parametersOf cuts a signature of the library at the commas between its parameters.
func parametersOf(signature string) []string {
	params := []string{}
	depth, start := 0, 1
	for i, r := range signature {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 1 && r == ',' || depth == 0 {
			if p := strings.TrimSpace(signature[start:i]); p != "" {
				params = append(params, p)
			}
			start = i + 1
		}
		if depth == 0 {
			break
		}
	}
	return params
}
