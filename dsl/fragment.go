package dsl

import "nazo/dsl/diag"

// Fragments reads expressions that stand within a text which is no spec, such as a
// file of instances. Whoever reads the text says where each begins and ends; all
// places count from the start of the text.
type Fragments struct{ reader }

// NewFragments is the reader of fragments of a text, of which start is the offset after
// a byte order mark. A text that is not UTF-8, or has more than limit bytes, is refused
// with ok false and reported in Problems; what names it in the message.
func NewFragments(src *diag.Source, what string, limit int) (f *Fragments, start int, ok bool) {
	f = &Fragments{newReader(src)}
	start, ok = f.check(what, limit)
	return f, start, ok
}

// Problems has what was reported up to now.
func (f *Fragments) Problems() *diag.List { return f.problems }

// Full reports whether there are so many problems that reading should end.
func (f *Fragments) Full() bool { return f.problems.Len() >= maxProblems }

// Report adds a problem.
func (f *Fragments) Report(d *diag.Diagnostic) { f.report(d) }

// Value reads the expression between two offsets. If there is none it is a Bad, and
// reported.
func (f *Fragments) Value(start, end int) Expr { return f.value(start, end) }

// Assigned reads what a value is assigned to, between two offsets: a name with keys, as
// in seen[north], or names. The Assign has no value yet. A name that could not be
// read is empty, and reported; expected says what should follow.
func (f *Fragments) Assigned(start, end int, expected string) *Assign {
	p := newExprParser(lex(f.src.Text[start:end], start))
	e := &Assign{Names: []*Name{p.name("a given's name")}}
	if p.is("[") {
		var keys []operand
		p.inBrackets(p.next(), "]", func() { keys = p.list(p.expression) })
		e.Keys = exprs(keys)
	}
	for len(e.Keys) == 0 && p.accept(",") {
		e.Names = append(e.Names, p.name("a given's name"))
	}
	e.At = p.from(e.Names[0].Start)
	if p.problem == nil && !p.peek().EOF() {
		p.fail(unexpected(p.lx, expected))
	}
	if p.problem != nil {
		f.explain(p.problem, "")
	}
	return e
}
