package link

import (
	"fmt"

	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/givens"
	"nazo/link/format"
)

// Exact is the address of an instance, by the values of its givens, if it says all of it: evaluate reads what is given from the instance that
// the address comes to, and is asked whether that is the same. The errors are those of [Of] and, with diagnostics (*diag.List) or whatever else it
// ended with, [Inexact].
func Exact(spec *check.Spec, values []givens.Given, evaluate func(*instance.Instance) ([]givens.Given, error)) (format.URL, error) {
	u, err := Of(spec, values)
	if err != nil {
		return u, err
	}
	read, err := Read(spec, diag.NewSource("link", u.Path()))
	if err != nil {
		return u, &Inexact{URL: u, Err: err}
	}
	again, err := evaluate(read.Instance)
	if err != nil {
		return u, &Inexact{URL: u, Err: err}
	}
	if name := lost(spec, u, values, again); name != "" {
		return u, &Inexact{URL: u, Given: name}
	}
	return u, nil
}

// Inexact is the error that an address does not say all of an instance.
type Inexact struct {
	URL   format.URL
	Given string // which given it has otherwise; "" if it can't be read back
	Err   error  // why not
}

// mostPath is how many characters of an address are said in messages.
const mostPath = 60

// Error is a sentence.
func (e *Inexact) Error() string {
	path := e.URL.Path()
	if len(path) > mostPath {
		path = path[:mostPath-1] + "…"
	}
	if e.Given != "" {
		return fmt.Sprintf("a link can't say what `%s` is: %s, which would be it, has it otherwise", e.Given, path)
	}
	return fmt.Sprintf("a link can't say this instance: %s, which would be it, can't be read back: %v", path, e.Err)
}

// Unwrap is why the address can't be read back.
func (e *Inexact) Unwrap() error { return e.Err }
