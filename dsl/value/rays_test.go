package value

import "testing"

// TestRays goes along each ray step by step.
func TestRays(t *testing.T) {
	for _, b := range []*Board{{Rows: 1, Cols: 1}, {Rows: 3, Cols: 4}, {Rows: 4, Cols: 1, Points: true}} {
		for _, v := range b.Cells() {
			for _, d := range Directions() {
				at := v
				for _, seen := range v.(Cell).Ray(d) {
					if at = at.(Cell).Step(d); Compare(at, seen) != 0 {
						t.Errorf("%s follows on %s to the %s, want %s", String(seen), String(v), d.Name, String(at))
					}
				}
				if c := at.(Cell); c.Step(d) != (None{}) {
					t.Errorf("the ray from %s to the %s ends at %s", String(v), d.Name, String(at))
				}
			}
		}
	}
	if seen := (Cell{&Board{Rows: 2, Cols: 2}, 3, 1}).Ray(North); seen != nil {
		t.Errorf("%s is seen from beyond the board", String(List(seen)))
	}
}
