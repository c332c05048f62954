package check

import (
	"slices"

	"nazo/dsl"
	"nazo/internal/alg"
)

// Want describes what may stand at a place, by kinds and elements. It serves completion. It is looser
// than the checker and accepts what it does not know.
type Want struct {
	alternatives []outline
	routes       bool // a path, a cycle or links count as the set of their edges
}

// outline is a type, or a pattern of a signature, reduced to kinds and elements.
type outline struct {
	any        bool
	board      bool // anything with cells
	collection bool // any collection whose elements are the only part
	kind       Kind
	parts      []outline // elements, keys and value of an array, parts of a tuple
	options    []outline // of a union
}

// WantKind wants any value of a kind.
func WantKind(k Kind) Want {
	return Want{alternatives: []outline{{kind: k, parts: []outline{{any: true}}}}}
}

// WantType wants a value that can equal one of a type.
func WantType(t *Type) Want { return Want{alternatives: []outline{outlineOf(t)}} }

// WantCollection wants a collection whose elements can equal those of a type, or any collection for nil.
func WantCollection(elem *Type) Want {
	of := outline{any: true}
	if elem != nil {
		of = outlineOf(elem)
	}
	return Want{alternatives: []outline{{collection: true, parts: []outline{of}}}, routes: true}
}

// WantArgument wants argument i, from 0, of a library function. args are the types of the arguments
// before it, or nil where unknown. ok is false if there is no such function or argument.
func WantArgument(function string, args []*Type, i int) (w Want, ok bool) {
	f := functions()[function]
	if f == nil {
		return w, false
	}
	for _, s := range f.read() {
		if i >= len(s.params) {
			continue
		}
		var variables [26]*outline
		fits := true
		for j, t := range args[:min(i, len(args))] {
			if t != nil {
				of := outlineOf(t)
				fits = fits && (Want{alternatives: []outline{outlinePattern(s.params[j].pattern, nil)}}).takes(of)
				bindOutline(s.params[j].pattern, of, &variables)
			}
		}
		if fits {
			w.alternatives = append(w.alternatives, outlinePattern(s.params[i].pattern, &variables))
		}
	}
	return w, len(w.alternatives) > 0
}

// Takes reports whether a value of a type fits.
func (w Want) Takes(t *Type) bool { return t == nil || w.takes(outlineOf(t)) }

// TakesCall reports whether the result of a library function fits.
func (w Want) TakesCall(function string) bool {
	f := functions()[function]
	return f != nil && slices.ContainsFunc(f.read(), func(s signature) bool { return w.takes(outlinePattern(s.result, nil)) })
}

func (w Want) takes(got outline) bool {
	return slices.ContainsFunc(w.alternatives, func(want outline) bool {
		return want.takes(got) || w.routes && want.collection && got.kind == Route
	})
}

// takes reports whether a value of outline got fits o.
func (o outline) takes(got outline) bool {
	switch {
	case o.any || got.any:
		return true
	case len(got.options) > 0:
		return slices.ContainsFunc(got.options, o.takes)
	case len(o.options) > 0:
		return slices.ContainsFunc(o.options, func(p outline) bool { return p.takes(got) })
	case o.board:
		return got.board || got.kind == Board || got.kind == Array && got.parts[0].isCell() ||
			(got.collection || got.kind == List || got.kind == Set) && got.parts[0].isCell()
	case o.collection:
		elem, ok := got.element()
		return ok && o.parts[0].takes(elem)
	case got.board:
		return o.kind == Board
	case got.collection:
		return (o.kind == List || o.kind == Set) && o.parts[0].takes(got.parts[0])
	case o.kind == Tuple && got.kind == Edge:
		return len(o.parts) == 2
	case o.kind != got.kind || o.kind == Tuple && len(o.parts) != len(got.parts):
		return false
	}
	for i := range min(len(o.parts), len(got.parts)) {
		if !o.parts[i].takes(got.parts[i]) {
			return false
		}
	}
	return true
}

func (o outline) isCell() bool { return o.any || o.kind == Cell }

// element returns the outline of a collection's elements.
func (o outline) element() (elem outline, ok bool) {
	switch {
	case o.collection || o.kind == List || o.kind == Set:
		return o.parts[0], true
	case o.board || o.kind == Board:
		return outline{kind: Cell}, true
	case o.kind == Array:
		return o.parts[len(o.parts)-1], true
	}
	return outline{}, false
}

func outlineOf(t *Type) outline {
	o := outline{kind: t.Kind}
	switch t.Kind {
	case Bad, Never:
		return outline{any: true}
	case Union:
		o.options = alg.Map(t.Parts, outlineOf)
		return o
	}
	parts := slices.Concat(t.Keys, t.Parts)
	if t.Elem != nil {
		parts = append(parts, t.Elem)
	}
	o.parts = alg.Map(parts, outlineOf)
	return o
}

// outlinePattern returns the outline of a pattern. variables may be nil or hold the outlines of earlier arguments.
func outlinePattern(p pattern, variables *[26]*outline) outline {
	o := outline{kind: p.kind, parts: alg.Map(p.subs, func(s pattern) outline { return outlinePattern(s, variables) })}
	switch p.form {
	case variablePattern:
		if variables != nil && variables[p.variable-'A'] != nil {
			return *variables[p.variable-'A']
		}
		return outline{any: true}
	case anyPattern:
		return outline{any: true}
	case boardPattern:
		o.board = true
	case collPattern, setPattern, listPattern, stackPattern:
		o.collection = true
	case arrayPattern:
		o.kind = Array
	case tuplePattern:
		o.kind = Tuple
	}
	return o
}

// bindOutline binds the variables of a pattern to the parts of an argument.
func bindOutline(p pattern, of outline, variables *[26]*outline) {
	switch p.form {
	case variablePattern:
		if variables[p.variable-'A'] == nil && !of.any {
			variables[p.variable-'A'] = &of
		}
	case collPattern, setPattern, listPattern, stackPattern:
		if elem, ok := of.element(); ok {
			bindOutline(p.subs[0], elem, variables)
		}
	case kindPattern, arrayPattern, tuplePattern:
		for i, s := range p.subs {
			if i < len(of.parts) {
				bindOutline(s, of.parts[i], variables)
			}
		}
	}
}

// Elements returns the type of a collection's members, or nil for other types.
func (t *Type) Elements() *Type {
	if t.bad() {
		return nil
	}
	return t.elements()
}

// WantOperand wants an operand of a binary operator. other is the type of the other operand, or nil if it is unknown.
func WantOperand(op dsl.BinaryOp, right bool, other *Type) (w Want, ok bool) {
	switch op {
	case dsl.OpImplies, dsl.OpOr, dsl.OpAnd:
		return WantKind(Bool), true
	case dsl.OpRange, dsl.OpMul, dsl.OpDiv, dsl.OpMod:
		return WantKind(Int), true
	case dsl.OpIn:
		if right {
			return WantCollection(other), true
		}
		if other != nil && other.Elements() != nil {
			return WantType(other.Elements()), true
		}
		return w, false
	case dsl.OpSubset, dsl.OpIntersect:
		if other != nil && other.Elements() != nil {
			return WantCollection(other.Elements()), true
		}
		return WantCollection(nil), true
	}
	if other == nil || other.bad() {
		return w, false
	}
	return WantType(other), true
}
