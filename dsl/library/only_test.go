package library_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nazo/dsl/library"
	"nazo/dsl/value"
)

// TestOnly holds what is listed of the members that matter against the whole list.
func TestOnly(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		board := &value.Board{Rows: 1 + random.IntN(5), Cols: 1 + random.IntN(5)}
		cells := board.Cells()
		some := value.NewSet(slices.DeleteFunc(slices.Clone(cells), func(value.Value) bool { return random.IntN(5) == 0 })...)
		only := &library.Only{Size: random.IntN(8) - 1}
		if random.IntN(4) > 0 {
			only.Has = cells[random.IntN(len(cells))]
		}
		matters := func(v value.Value) bool {
			s := v.(*value.Set)
			return (only.Has == nil || s.Contains(only.Has)) && (only.Size < 0 || s.Len() == only.Size)
		}
		compareListed(t, "rectangles", only, matters, some)
		shapes := value.List{value.Shape("##/#."), value.Shape("###/.#."), value.Shape("#")}
		compareListed(t, "placements", only, matters, shapes, some)
		compareListed(t, "fixed_placements", only, matters, shapes, some)

		key := func(v value.Value) (value.Key, bool) {
			c := v.(value.Cell)
			return value.KeyOf(value.Int(c.Row % 2)), c.Col != 2
		}
		compareListed(t, "pairs", &library.Only{Size: -1, Key: key}, func(v value.Value) bool {
			ends := v.(*value.Set).List()
			a, okA := key(ends[0])
			b, okB := key(ends[1])
			return a == b || !okA || !okB
		}, some)
	}
}

// TestShortcutsAreHeld names the functions whose shortcuts the tests beside it hold to going through
// all members.
func TestShortcutsAreHeld(t *testing.T) {
	for _, f := range library.All() {
		if f.Selects && !slices.Contains([]string{"rectangles", "pairs", "placements", "fixed_placements"}, f.Name) {
			t.Errorf("what %s lists of the members that matter is not held against the whole list", f.Name)
		}
		if f.Near != nil && f.Name != "distance" {
			t.Errorf("nobody holds what is near by %s against all values", f.Name)
		}
	}
}

func compareListed(t *testing.T, name string, only *library.Only, matters func(value.Value) bool, args ...value.Value) {
	t.Helper()
	list := func(only *library.Only) value.List {
		v, err := library.Find(name).Apply(&library.Call{Name: name, Args: args, Only: only})
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(slices.Clone(v.(value.List)), func(v value.Value) bool { return !matters(v) })
	}
	if all, some := list(nil), list(only); value.String(all) != value.String(some) {
		t.Fatalf("%s of %s with %v: %s, want %s", name, value.String(value.List(args)), only, value.String(some), value.String(all))
	}
}

// TestNear asks for all places, on this board and on a larger one, whether they are near.
func TestNear(t *testing.T) {
	distance := library.Find("distance")
	for _, points := range []bool{false, true} {
		large := &value.Board{Rows: 9, Cols: 9, Points: points}
		for _, v := range (&value.Board{Rows: 3, Cols: 4}).Cells() {
			for most := int64(-1); most < 8; most++ {
				near, ok := distance.Near(v, most)
				if !ok {
					t.Fatalf("nothing is near %s", value.String(v))
				}
				set := value.NewSet(near...)
				for _, w := range large.Cells() {
					d, err := distance.Apply(&library.Call{Args: []value.Value{v, w}})
					if err != nil {
						t.Fatal(err)
					}
					if within := int64(d.(value.Int)) <= most; within && !set.Contains(w) {
						t.Errorf("%s is not near %s, within %d", value.String(w), value.String(v), most)
					}
				}
			}
		}
	}
}
