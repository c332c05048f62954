package testkit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/model"
	"pgregory.net/rapid"
)

// TestEveryKindIsListed compares the kinds with the types of package model that are bodies: those
// whose method Holds takes an Evaluation.
func TestEveryKindIsListed(t *testing.T) {
	names, err := filepath.Glob("../model/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "Holds" {
				continue
			}
			if _, evaluation := f.Type.Params.List[0].Type.(*ast.StarExpr); !evaluation {
				continue
			}
			want = append(want, strings.TrimPrefix(fmt.Sprint(f.Recv.List[0].Type), "*"))
		}
	}
	for _, k := range Kinds() {
		got = append(got, k.Name)
		if k.weight <= 0 {
			t.Errorf("kind %s is never drawn", k.Name)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("package model has the kinds %v, Kinds lists %v", want, got)
	}
}

// eachKind checks a property of random constraints of each kind.
func eachKind(t *testing.T, property func(t *rapid.T, m *model.Model, b model.Body)) {
	for _, k := range Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := k.Random(t)
				for _, c := range m.Constraints { // none if its guard is false
					if name := reflect.TypeOf(c.Body).Name(); name != k.Name {
						t.Fatalf("kind %s draws a %s", k.Name, name)
					}
					property(t, m, c.Body)
				}
			})
		})
	}
}

// TestOperands compares what Operands tells with the fields of the body.
func TestOperands(t *testing.T) {
	eachKind(t, func(t *rapid.T, m *model.Model, b model.Body) {
		var want, got []string
		add := func(v any) { want = append(want, fmt.Sprintf("%T %d", v, v)) }
		for i := range reflect.TypeOf(b).NumField() {
			switch f := reflect.ValueOf(b).Field(i).Interface().(type) {
			case model.Bool:
				add(f)
			case []model.Bool:
				for _, x := range f {
					add(x)
				}
			case []model.Int:
				for _, x := range f {
					add(x)
				}
			}
		}
		model.Operands(b, func(x model.Bool) { got = append(got, fmt.Sprintf("%T %d", x, x)) }, func(x model.Int) { got = append(got, fmt.Sprintf("%T %d", x, x)) })
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Fatalf("%+v refers to %v, Operands says %v", b, want, got)
		}
	})
}

// TestKey changes a body in every place and expects another key, and that the body is refused or
// still has a meaning.
func TestKey(t *testing.T) {
	eachKind(t, func(t *rapid.T, m *model.Model, b model.Body) {
		if again := copyOf(reflect.ValueOf(b)).Interface().(model.Body); again.Key() != b.Key() {
			t.Fatalf("%+v has another key as a copy", b)
		}
		constraint := &m.Constraints[0]
		for _, v := range variants(t, reflect.ValueOf(b)) {
			other := v.Interface().(model.Body)
			if other.Key() == b.Key() {
				t.Fatalf("%+v\nhas the key of\n%+v", other, b)
			}
			if constraint.Body = other; m.Validate() == nil {
				other.Holds(model.Evaluate(m, make(model.Solution, len(m.Vars))))
			}
		}
	})
}

// TestRewrite renames the variables of a body, and expects a body with the operands renamed and
// all else as it was.
func TestRewrite(t *testing.T) {
	eachKind(t, func(t *rapid.T, m *model.Model, b model.Body) {
		same := model.Rewriter{From: m, To: m, BoolVar: m.BoolVar, IntVar: m.IntVar}
		if is := b.Rewrite(&same); !reflect.DeepEqual(is, b) {
			t.Fatalf("%+v\nis rewritten as\n%+v", b, is)
		}
		twins := make([]model.VarID, len(m.Vars))
		for v, of := range slices.Clone(m.Vars) {
			if of.Bool {
				twins[v] = m.AddBool(-1)
			} else {
				twins[v] = m.AddInt(of.Domain, -1, of.Nominal)
			}
		}
		r := model.Rewriter{From: m, To: m, BoolVar: func(v model.VarID) model.Bool { return m.BoolVar(twins[v]) },
			IntVar: func(v model.VarID) model.Int { return m.IntVar(twins[v]) }}
		var want, got []string
		model.Operands(b, func(x model.Bool) { want = append(want, fmt.Sprint(r.Bool(x))) }, func(x model.Int) { want = append(want, fmt.Sprint(r.Int(x))) })
		model.Operands(b.Rewrite(&r), func(x model.Bool) { got = append(got, fmt.Sprint(x)) }, func(x model.Int) { got = append(got, fmt.Sprint(x)) })
		if !slices.Equal(want, got) {
			t.Fatalf("%+v has the operands %v after rewriting, not %v", b, got, want)
		}
	})
}

// TestDecompose holds the decomposition of a body against its meaning, under all assignments.
func TestDecompose(t *testing.T) {
	eachKind(t, func(t *rapid.T, m *model.Model, b model.Body) {
		d, ok := b.(model.Decomposable)
		if !ok {
			return
		}
		all := d.Decompose(plainLogic{m})
		if len(all) > d.Conjuncts() {
			t.Fatalf("%+v is decomposed into %d conditions, Conjuncts says at most %d", b, len(all), d.Conjuncts())
		}
		condition := m.And(all...)
		for s := range assignments(m) {
			if e := model.Evaluate(m, s); e.Bool(condition) != b.Holds(e) {
				t.Fatalf("%+v holds: %t, its decomposition: %t, under %v", b, b.Holds(e), e.Bool(condition), s)
			}
		}
	})
}

// TestPieces holds that each piece of a body follows from it.
func TestPieces(t *testing.T) {
	eachKind(t, func(t *rapid.T, m *model.Model, b model.Body) {
		parted, ok := b.(model.Parted)
		if !ok {
			return
		}
		pieces := parted.Pieces(m)
		for s := range assignments(m) {
			e := model.Evaluate(m, s)
			for _, p := range pieces {
				if b.Holds(e) && !p.Body.Holds(e) {
					t.Fatalf("%+v holds, its piece %+v does not, under %v", b, p, s)
				}
			}
		}
	})
}

// plainLogic builds conditions as a model does.
type plainLogic struct{ *model.Model }

func (plainLogic) Bool(b model.Bool) model.Bool { return b }

// TestAntichain looks for a set of edges that is a part of another, where a body says there is none.
func TestAntichain(t *testing.T) {
	eachKind(t, func(t *rapid.T, m *model.Model, b model.Body) {
		structure, ok := b.(model.Structure)
		if !ok || !model.Antichain(structure) {
			return
		}
		_, edges := structure.Chosen()
		sets := map[uint]bool{}
		for s := range assignments(m) {
			if e := model.Evaluate(m, s); b.Holds(e) {
				set := uint(0)
				for i, edge := range edges {
					if e.Bool(edge) {
						set |= 1 << i
					}
				}
				sets[set] = true
			}
		}
		for a := range sets {
			for b := range sets {
				if a != b && a&b == a {
					t.Fatalf("edges %b are a part of %b", a, b)
				}
			}
		}
	})
}

// assignments lists all assignments of a small model.
func assignments(m *model.Model) func(yield func(model.Solution) bool) {
	return func(yield func(model.Solution) bool) {
		s := make(model.Solution, len(m.Vars))
		var from func(v int) bool
		from = func(v int) bool {
			if v == len(s) {
				return yield(s)
			}
			for x := range m.Vars[v].Domain.Each {
				if s[v] = x; !from(v + 1) {
					return false
				}
			}
			return true
		}
		from(0)
	}
}

// copyOf copies a value of a body with all that it points to, graphs excepted.
func copyOf(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			out.Field(i).Set(copyOf(v.Field(i)))
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			reflect.Copy(out, v)
		}
	case reflect.Pointer:
		if a, ok := v.Interface().(*model.Automaton); ok {
			out.Set(copyOf(reflect.ValueOf(*a)).Addr())
		}
	}
	return out
}

// variants are values that differ from one of a body in one place.
func variants(t *rapid.T, v reflect.Value) (out []reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		return []reflect.Value{reflect.ValueOf(!v.Bool()).Convert(v.Type())}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return []reflect.Value{reflect.ValueOf(v.Int() + 1).Convert(v.Type())}
	case reflect.Struct:
		for i := range v.NumField() {
			for _, f := range variants(t, v.Field(i)) {
				other := copyOf(v)
				other.Field(i).Set(f)
				out = append(out, other)
			}
		}
		return out
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			for _, x := range variants(t, v.Index(i)) {
				other := copyOf(v)
				other.Index(i).Set(x)
				out = append(out, other)
			}
		}
		if v.Kind() == reflect.Array {
			return out
		}
		longer := reflect.Append(copyOf(v), reflect.Zero(v.Type().Elem()))
		if v.Len() == 0 {
			return append(out, longer)
		}
		return append(out, longer, copyOf(v).Slice(0, v.Len()-1), reflect.Zero(v.Type()))
	case reflect.Pointer:
		switch p := v.Interface().(type) {
		case *model.Automaton:
			for _, a := range variants(t, reflect.ValueOf(*p)) {
				a = copyOf(a)
				out = append(out, a.Addr())
			}
			return out
		case *alg.Graph:
			if n := len(p.Edges); n > 0 {
				out = append(out, reflect.ValueOf(alg.NewGraph(p.Order(), p.Edges[:n-1], p.Directed)))
			}
			return append(out, reflect.ValueOf(alg.NewGraph(p.Order(), p.Edges, !p.Directed)), reflect.ValueOf(alg.NewGraph(p.Order()+1, p.Edges, p.Directed)))
		}
	}
	t.Fatalf("no variants of %s: teach variants in this test", v.Type())
	return nil
}
