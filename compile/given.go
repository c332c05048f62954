package compile

import (
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/givens"
	"nazo/model"
	"nazo/value"
)

// readInput finds out which given each entry is for.
func (ev *evaluator) readInput(in givens.Input) {
	var names []string
	for _, name := range ev.program.order {
		if ev.isGiven(name) {
			names = append(names, name)
		}
	}
	input, problems := givens.Entries(names, in)
	ev.input = input
	ev.diags.Merge(problems)
}

func (ev *evaluator) isGiven(name string) bool {
	d, ok := ev.program.decls[name]
	if !ok {
		return false
	}
	_, given := d.stmt.(*dsl.Given)
	return given
}

// given is the value of a given: from the input, or its default.
func (ev *evaluator) given(d *declaration) value.Value {
	stmt := d.stmt.(*dsl.Given)
	part := stmt.Parts[d.part]
	e, ok := ev.input[d.name]
	if !ok {
		if stmt.Value == nil {
			panic(stop{diag.Errorf(d.source, part.Span(), "missing-given", "the given %s has no value", d.name).
				Helpf("write %s=… on the command line, or name an instance file that has it", d.name)})
		}
		if len(stmt.Parts) == 1 && part.Type == nil && part.Keys == nil {
			ev.refuseFinds(stmt.Value)
			v := ev.eval(stmt.Value, nil) // once: what is drawn would be drawn again
			if w, ok := (givens.Like{Example: v}).Fits(v); ok {
				return w
			}
			return v
		}
		e = &givens.Entry{Value: stmt.Value, Source: d.source, At: part.Span(), Place: d.part}
		for _, p := range stmt.Parts {
			e.Names = append(e.Names, p.Name)
		}
	}
	ev.source = e.Source
	if e.Parts != nil {
		return ev.keyedParts(e)
	}
	ev.refuseFinds(e.Value)
	types := make([]givens.Type, len(e.Names))
	for i, n := range e.Names {
		types[i] = ev.givenType(n)
	}
	if len(types) == 1 {
		return ev.read(e.Value, types[0])
	}
	return ev.mustRead(givens.ReadJoint(inputEvaluator{ev}, ev.source, e.Value, types, e.Place))
}

// keyedParts is the value of a given of which each key was given its own value.
func (ev *evaluator) keyedParts(e *givens.Entry) value.Value {
	t, ok := ev.givenType(e.Names[0]).(givens.Keyed)
	if !ok {
		panic(stop{diag.Errorf(e.Source, e.At, "not-keyed", "%s has no keys", e.Names[0].Text)})
	}
	values := make([]value.Value, t.Keys.Len())
	for _, part := range e.Parts {
		var key value.Value
		parts := value.Tuple(ev.evalAll(part.Keys, nil))
		if key = parts; len(parts) == 1 {
			key = parts[0]
		}
		i := t.Keys.Index(key)
		if i < 0 {
			panic(stop{diag.Errorf(e.Source, part.Span(), "no-such-key", "%s is no key of %s", value.String(key), e.Names[0].Text).
				Expect("one of " + value.String(t.Keys))})
		}
		if values[i] != nil {
			panic(stop{diag.Errorf(e.Source, part.Span(), "repeated-given", "%s[%s] has a value already", e.Names[0].Text, value.String(key))})
		}
		ev.refuseFinds(part.Value)
		values[i] = ev.read(part.Value, t.Of[i])
	}
	for i, k := range t.Keys.List() {
		if values[i] == nil {
			panic(stop{diag.Errorf(e.Source, e.At, "missing-given", "%s[%s] has no value", e.Names[0].Text, value.String(k))})
		}
	}
	return value.NewArray(t.Keys, values, value.BoardOf(t.Keys))
}

// refuseFinds ends a given whose value mentions what is to be found.
func (ev *evaluator) refuseFinds(x dsl.Expr) {
	dsl.Visit(x, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok {
			if d, declared := ev.program.decls[name.Text]; declared {
				switch d.stmt.(type) {
				case *dsl.Find, *dsl.Choose:
					ev.fail(name, "must-be-known", "%s is to be found, an input can't mention it", name.Text)
				case *dsl.State:
					ev.fail(name, "must-be-known", "%s is a state, which changes, and an input can't mention it", name.Text)
				}
			}
		}
		return true
	})
}

// givenType is the type of a given, evaluated in its own source.
func (ev *evaluator) givenType(n *dsl.Name) givens.Type {
	d, ok := ev.program.decls[n.Text]
	if !ok {
		panic(abandoned{})
	}
	source := ev.source
	ev.source = d.source
	defer func() { ev.source = source }()
	stmt := d.stmt.(*dsl.Given)
	part := stmt.Parts[d.part]
	x := stmt.TypeOf(d.part)
	if x == nil {
		return givens.Like{Example: ev.eval(stmt.Value, nil)}
	}
	if part.Keys == nil {
		return ev.typeOf(x, nil)
	}
	t := givens.Keyed{}
	var keys []value.Value
	ev.each(part.Keys, nil, func(sc *scope, _ model.Bool) bool {
		keys = append(keys, keyOf(part.Keys, sc))
		t.Of = append(t.Of, ev.typeOf(x, sc))
		return true
	})
	t.Keys = value.NewSet(keys...)
	return t
}

// inputEvaluator computes what stands in an input.
type inputEvaluator struct{ *evaluator }

// Eval computes an expression that is read for a given; see arcs.
func (ev inputEvaluator) Eval(x dsl.Expr) value.Value {
	reading := ev.reading
	ev.reading = true
	defer func() { ev.reading = reading }()
	return ev.eval(x, nil)
}

// Mentionable reports whether a name is a label or a given.
func (ev inputEvaluator) Mentionable(name string) bool {
	_, label := ev.program.labels[name]
	return label || ev.isGiven(name)
}

// read reads an expression as a value of a type.
func (ev *evaluator) read(x dsl.Expr, t givens.Type) value.Value {
	return ev.mustRead(givens.Read(inputEvaluator{ev}, ev.source, x, t))
}

func (ev *evaluator) mustRead(v value.Value, problem *diag.Diagnostic) value.Value {
	if problem != nil {
		panic(stop{problem})
	}
	return v
}

// typeOf evaluates the type of a given.
func (ev *evaluator) typeOf(x dsl.Expr, sc *scope) givens.Type {
	switch x := x.(type) {
	case *dsl.Name:
		switch x.Text {
		case "int":
			return givens.Int{}
		case "bool":
			return givens.Bool{}
		case "label":
			return givens.Word{}
		}
	case *dsl.Optional:
		return givens.Optional{Of: ev.typeOf(x.Of, sc)}
	case *dsl.Union:
		return givens.Union{Parts: ev.typesOf(x.Parts, sc)}
	case *dsl.Tuple:
		return givens.Tuple{Parts: ev.typesOf(x.Elems, sc)}
	case *dsl.ListOf:
		return givens.List{Of: ev.typeOf(x.Of, sc)}
	case *dsl.SetOf:
		return givens.Set{Of: ev.typeOf(x.Of, sc)}
	case *dsl.GridOf:
		return givens.Grid{Of: ev.typeOf(x.Of, sc)}
	case *dsl.StackOf, *dsl.PermutationOf, *dsl.PathIn, *dsl.CycleIn, *dsl.LinksIn, *dsl.RegionsIn:
		ev.fail(x, "not-an-input", "a given can't have this type")
	}
	values, _ := ev.domainValues(x, sc)
	return givens.OneOf{Values: values}
}

func (ev *evaluator) typesOf(xs []dsl.Expr, sc *scope) []givens.Type {
	out := make([]givens.Type, len(xs))
	for i, x := range xs {
		out[i] = ev.typeOf(x, sc)
	}
	return out
}
