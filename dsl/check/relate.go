package check

import "slices"

// equal reports whether two types are the same in every respect.
func equal(a, b *Type) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Mark != b.Mark || a.deep != b.deep || a.Optional != b.Optional || a.size != b.size ||
		a.Form != b.Form || a.Directed != b.Directed || a.Anchored != b.Anchored || a.Crossing != b.Crossing || a.Stack != b.Stack || !slices.Equal(a.Enums, b.Enums) || a.orient.decided() != b.orient.decided() {
		return false
	}
	if (a.Elem == nil) != (b.Elem == nil) || a.Elem != nil && !equal(a.Elem, b.Elem) {
		return false
	}
	return slices.EqualFunc(a.Keys, b.Keys, equal) && slices.EqualFunc(a.Parts, b.Parts, equal)
}

// comparable reports whether a value of type a can equal one of type b, none
// aside. A list equals a list, a set a set. Edges whose orientation is open take
// that of what they are compared with.
func comparable(a, b *Type) bool {
	switch {
	case a.bad() || b.bad() || a.Kind == Never || b.Kind == Never:
		return true
	case a.Kind == Union:
		return slices.ContainsFunc(a.Parts, func(p *Type) bool { return comparable(p, b) })
	case b.Kind == Union:
		return comparable(b, a)
	case a.Kind != b.Kind:
		return false
	}
	switch a.Kind {
	case Label:
		return len(a.Enums) == 0 || len(b.Enums) == 0 ||
			slices.ContainsFunc(a.Enums, func(e *Enum) bool { return slices.Contains(b.Enums, e) })
	case Edge:
		return comparable(a.Elem, b.Elem) && a.orient.meet(b.orient)
	case List, Set:
		return comparable(a.Elem, b.Elem)
	case Array:
		return slices.EqualFunc(a.Keys, b.Keys, comparable) && comparable(a.Elem, b.Elem)
	case Tuple:
		return slices.EqualFunc(a.Parts, b.Parts, comparable)
	}
	return a.Kind != Graph && !a.isWhole()
}

// join returns the least type that holds the values of both; ok is false if
// they are of different kinds. A list and a set make a set.
func join(a, b *Type) (t *Type, ok bool) {
	switch {
	case a == b:
		return a, true
	case a.bad() || b.bad():
		return badType, true
	case a.Kind == Never:
		return joinNever(b, a), true
	case b.Kind == Never:
		return joinNever(a, b), true
	case a.Kind == Union || b.Kind == Union:
		return joinUnion(a, b)
	case a.Kind == List && b.Kind == Set || a.Kind == Set && b.Kind == List:
		elem, ok := join(a.Elem, b.Elem)
		return raise(setOf(elem), max(a.Mark, b.Mark)), ok
	case a.Kind != b.Kind || len(a.Parts) != len(b.Parts) || len(a.Keys) != len(b.Keys):
		return badType, false
	}
	r := *a
	r.Mark = max(a.Mark, b.Mark)
	r.Optional = a.Optional || b.Optional
	r.Directed = a.Directed && b.Directed
	r.Anchored = a.Anchored && b.Anchored
	r.Crossing = a.Crossing || b.Crossing
	r.Stack = a.Stack && b.Stack
	if a.Form != b.Form {
		r.Form = AnyForm
	}
	switch a.Kind {
	case Edge:
		if !a.orient.meet(b.orient) {
			return badType, false
		}
	case Graph, Route:
		r.orient = a.orient.or(b.orient)
	}
	if a.Kind == Label {
		r.Enums = joinEnums(a.Enums, b.Enums)
	}
	if a.Elem != nil {
		if r.Elem, ok = join(a.Elem, b.Elem); !ok {
			return badType, false
		}
	}
	if r.Keys, ok = joinEach(a.Keys, b.Keys); !ok {
		return badType, false
	}
	if r.Parts, ok = joinEach(a.Parts, b.Parts); !ok {
		return badType, false
	}
	return newType(r), true
}

// joinNever adds to t the possible none of a type without values.
func joinNever(t, never *Type) *Type {
	t = raise(t, never.Mark)
	if never.Optional {
		return optional(t)
	}
	return t
}

func joinEach(as, bs []*Type) (out []*Type, ok bool) {
	for i := range as {
		t, ok := join(as[i], bs[i])
		if !ok {
			return nil, false
		}
		out = append(out, t)
	}
	return out, true
}

func joinEnums(a, b []*Enum) []*Enum {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	out := slices.Clone(a)
	for _, e := range b {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// joinUnion joins two types one of which is a union: kinds that the union does
// not have yet are a mistake.
func joinUnion(a, b *Type) (t *Type, ok bool) {
	if a.Kind != Union {
		a, b = b, a
	}
	r := *a
	r.Optional = a.Optional || b.Optional
	r.Mark = max(a.Mark, b.own())
	r.Parts = slices.Clone(a.Parts)
	more := []*Type{b}
	if b.Kind == Union {
		more = b.Parts
	}
	for _, m := range more {
		i := slices.IndexFunc(r.Parts, func(p *Type) bool { return p.Kind == m.Kind })
		if i < 0 {
			return badType, false
		}
		if r.Parts[i], ok = join(r.Parts[i], present(m)); !ok {
			return badType, false
		}
	}
	return newType(r), true
}

// either is the type of A or B or … in a domain: parts of different kinds stand
// side by side.
func either(parts []*Type) *Type {
	var merged []*Type
	var none bool
	for _, p := range parts {
		if p.bad() {
			return badType
		}
		none = none || p.Optional
		alternatives := []*Type{present(p)}
		if p.Kind == Union {
			alternatives = p.Parts
		}
		for _, a := range alternatives {
			merged = addAlternative(merged, a)
		}
	}
	t := merged[0]
	if len(merged) > 1 {
		t = newType(Type{Kind: Union, Parts: merged})
	}
	if none {
		return optional(t)
	}
	return t
}

func addAlternative(merged []*Type, a *Type) []*Type {
	for i, m := range merged {
		if m.Kind != a.Kind {
			continue
		}
		if t, ok := join(m, a); ok {
			merged[i] = t
			return merged
		}
	}
	return append(merged, a)
}
