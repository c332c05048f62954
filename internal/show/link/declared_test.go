package link_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"nazo/compile"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/show/link"
)

// declared is a puzzle with a link statement, and an address that it reads and writes.
type declared struct {
	name, givens, parts, address string
	// want are givens as the address has them.
	want map[string]string
	// refused are addresses that can't be read, and what is said of them.
	refused map[string]string
}

const (
	clueGrid  = "given clue: grid of {any \"?\"} or 0..9?\n"
	digitGrid = "given clue: grid of 0..9?\n"
	wordGrid  = "given clue: grid of label\n"
)

// spec is the puzzle. Its first given is the grid clue.
func (d declared) spec(t *testing.T) *check.Spec {
	t.Helper()
	return checkedSpec(t, "puzzle declared \"Shade nothing.\"\n"+d.givens+
		"find black: set of cells(clue)\nrule \"none\": black = {}\nlink \"declared\""+d.parts+"\n")
}

// declaredLinks has each kind of target and of part that a statement may have.
var declaredLinks = []declared{
	{"a grid", clueGrid, ": num16 clue", "declared/3/2/1h.3g",
		map[string]string{"clue": "[r1c1: 1, r1c2: none, r1c3: none, r2c1: any, r2c2: 3, r2c3: none]"},
		map[string]string{"declared/3/2/1h!0g": `"!" begins no mark here`, "declared/3/2/1h.-1": "the body ends within the number",
			"declared/3/2/1h.-zz": "is none in base 16", "declared/3/2/1h.-99g": "153"}},
	{"words for rooms", wordGrid, ": border clue", "declared/2/2/o0",
		map[string]string{"clue": "[r1c1: A, r1c2: B, r2c1: A, r2c2: B]"},
		map[string]string{"declared/2/2/o": "the body ends after", "declared/2/2/o!": "begins no mark"}},
	{"rooms and holes", wordGrid + "given hole: set of cells(clue) = {}\n", ": border clue, holes hole", "declared/2/2/o0g",
		map[string]string{"hole": "{r1c1}"}, map[string]string{"declared/2/2/o0!": "begins no mark"}},
	{"a set of cells", digitGrid + "given star: set of cells(clue) = {}\n", ": num10 clue, bits star", "declared/2/2/1c8",
		map[string]string{"star": "{r1c2}", "clue": "[r1c1: 1, r1c2: none, r2c1: none, r2c2: none]"},
		map[string]string{"declared/2/2/1c": "the body ends after", "declared/2/2/1": "the body ends after"}},
	{"a value for each edge", digitGrid + "given dot[e in edges(orthogonal(clue))]: 1..9?\n", ": num10 clue, num16 sides dot", "declared/2/2/1c2g1g",
		map[string]string{"dot": "[r1c1-r1c2: 2, r1c1-r2c1: 1, r1c2-r2c2: none, r2c1-r2c2: none]"}, nil},
	{"a single number", digitGrid + "given n: 1..99\n", ": count n, num10 clue", "declared/2/2/12/1c",
		map[string]string{"n": "12"}, map[string]string{"declared/2/2/1c": "a slash is expected", "declared/2/2/x/1c": "a number is expected",
			"declared/2/2/99999999999999999999/1c": "too large"}},
	{"values of keys", digitGrid + "given seen[d in {north, west}]: list of 0..9?\n", ": num10 clue, num16 outside (seen[north], seen[west])", "declared/2/2/1c12g3",
		map[string]string{"seen": "[north: [1, 2], west: [none, 3]]"}, nil},
	{"two givens of a mark", "given clue: grid of {up \"u\", down \"d\", left \"l\", right \"r\"}?\ngiven number: grid of {any \"?\"} or 0..9?\n",
		": arrow16 (clue, number)", "declared/2/2/23a4.a",
		map[string]string{"clue": "[r1c1: down, r1c2: none, r2c1: right, r2c2: none]", "number": "[r1c1: 3, r1c2: none, r2c1: any, r2c2: none]"},
		map[string]string{"declared/2/2/2": "ends", "declared/2/2/2!c": "is none"}},
	{"places outside", digitGrid + "given down: list of 0..9?\ngiven across: list of 0..9?\n", ": num10 clue, num16 outside (down, across)", "declared/2/2/d123g",
		map[string]string{"down": "[1, 2]", "across": "[3, none]"}, nil},
	{"places around", digitGrid + "given up: list of 0..9?\ngiven down: list of 0..9?\ngiven left: list of 0..9?\ngiven right: list of 0..9?\n",
		": num10 clue, num16 around (up, down, left, right)", "declared/2/1/b12345g",
		map[string]string{"up": "[1, 2]", "down": "[3, 4]", "left": "[5]", "right": "[none]"}, nil},
	{"a place", digitGrid + "given home: cells(clue)\n", ": at home, num10 clue", "declared/2/2/211c",
		map[string]string{"home": "r1c2"}, map[string]string{"declared/2/2/2": "the body ends before the column and row"}},
	{"nothing", clueGrid, ": num16 clue, bits none", "declared/2/2/1i0", nil, map[string]string{"declared/2/2/1i8": ""}},
	{"one number only", clueGrid, ": num16 clue, count 3", "declared/2/2/1i3", nil, map[string]string{"declared/2/2/1i4": ""}},
	{"flags", clueGrid + "given full = false\n", " flags f full, b none, c true: num16 clue", "declared/fc/2/2/1i",
		map[string]string{"full": "true"}, map[string]string{"declared/fcx/2/2/1i": `the flag "x" may change the rules`, "declared/f/2/2/1i": ""}},
	{"a table", "given clue: grid of {white \"o\", dark \"*\"}?\n", ": num10 clue {1: white, 2: dark}", "declared/2/2/1a2a",
		map[string]string{"clue": "[r1c1: white, r1c2: none, r2c1: dark, r2c2: none]"}, map[string]string{"declared/2/2/1a3a": ""}},
	{"letters", "given clue: grid of {any \"?\", g \"G\"} or 0..9?\n", ": num16h clue {\"g\": g}", "declared/2/2/g.1i",
		map[string]string{"clue": "[r1c1: g, r1c2: any, r2c1: 1, r2c2: none]"}, map[string]string{"declared/2/2/hi": ""}},
	{"one part over another", digitGrid, ": num10 clue, bits clue {1: 9}", "declared/2/2/1a9a0",
		map[string]string{"clue": "[r1c1: 1, r1c2: none, r2c1: 9, r2c2: none]"}, nil},
	{"a slash", digitGrid + "given second: grid of 0..9?\n", ": num10 clue, slash, num10 second", "declared/2/2/1c/2c",
		map[string]string{"second": "[r1c1: 2, r1c2: none, r2c1: none, r2c2: none]"}, map[string]string{"declared/2/2/1c2c": "a slash is expected"}},
	{"a part that is left out", digitGrid + "given star: set of cells(clue) = {}\n", ": num10 clue, bits star?", "declared/2/2/1c",
		map[string]string{"star": "{}"}, nil},
	{"several numbers", "given clue: grid of 0..9?\ngiven a: grid of 0..9?\n", ": pair16 (clue, a)", "declared/2/1/12g",
		map[string]string{"clue": "[r1c1: 1, r1c2: none]", "a": "[r1c1: 2, r1c2: none]"}, map[string]string{"declared/2/1/1": "the body ends within"}},
}

// values are the givens that an address has. The error is what is wrong with it.
func (d declared) values(spec *check.Spec, address string) (*link.Reading, []instance.Given, error) {
	read, err := link.Read(spec, diag.NewSource("link", address))
	if err != nil {
		return nil, nil, err
	}
	values, problems := compile.Givens(context.Background(), spec, instance.Input{Instance: read.Instance}, compile.Options{})
	if problems.HasErrors() {
		return read, nil, problems
	}
	return read, values, nil
}

// TestDeclaredLinks reads an address of each kind of statement, and writes it again.
func TestDeclaredLinks(t *testing.T) {
	for _, d := range declaredLinks {
		t.Run(d.name, func(t *testing.T) {
			spec := d.spec(t)
			read, values, err := d.values(spec, d.address)
			if err != nil {
				t.Fatal(err)
			}
			if len(read.Notes) > 0 {
				t.Errorf("notes: %q", read.Notes)
			}
			got := map[string]string{}
			for _, v := range values {
				got[v.Name] = value.String(v.Value)
			}
			for name, want := range d.want {
				if got[name] != want {
					t.Errorf("%s is %s, want %s", name, got[name], want)
				}
			}
			if u, err := link.Of(spec, values); err != nil || u.Path() != d.address {
				t.Errorf("it is written as %s, %v", u.Path(), err)
			}
			for _, address := range slices.Sorted(maps.Keys(d.refused)) {
				_, _, err := d.values(spec, address)
				diagnosed(t, address, err)
				if err != nil && !strings.Contains(err.Error(), d.refused[address]) {
					t.Errorf("%s: %v, which has no %q", address, err, d.refused[address])
				}
				if err == nil {
					t.Errorf("%s is read", address)
				}
			}
		})
	}
}

// diagnosed wants an error, if there is one, to be of diagnostics with a place.
func diagnosed(t *testing.T, address string, err error) {
	t.Helper()
	var problems *diag.List
	if err != nil && (!errors.As(err, &problems) || !problems.HasErrors()) {
		t.Errorf("%s: no diagnostic: %v", address, err)
	}
}

// TestDamagedLinks cuts, lengthens and changes the addresses, and makes the boards large: each is read, or has a diagnostic, and a
// character that stands in no body is never passed over in silence.
func TestDamagedLinks(t *testing.T) {
	for _, d := range declaredLinks {
		spec := d.spec(t)
		try := func(address string, silent bool) {
			read, _, err := d.values(spec, address)
			diagnosed(t, address, err)
			if !silent && err == nil && len(read.Notes) == 0 {
				t.Errorf("%s: %s is read as if it were right", d.name, address)
			}
		}
		for i := range len(d.address) {
			try(d.address[:i], true)
			for _, other := range []string{"!", "~", "é", "\xff", "\x00"} {
				if i >= len("declared/") {
					try(d.address[:i]+other+d.address[i+1:], false)
				}
			}
			try(d.address[:i]+"z"+d.address[i:], true)
		}
		for _, longer := range []string{"0123", "zzzz", "/", "//9", strings.Repeat("1", 100_000)} {
			try(d.address+longer, longer == "/" || longer == "zzzz")
		}
		flags, body := "", strings.SplitN(strings.TrimPrefix(d.address, "declared/"), "/", 3)
		if body[0] == "fc" {
			flags, body = "fc/", strings.SplitN(strings.TrimPrefix(d.address, "declared/fc/"), "/", 3)
		}
		for _, size := range []string{"0/0", "0/2", "2/0", "-1/2", "1000/1000", "250001/1", "1/250001", "999999999/999999999",
			"99999999999999999999/1", "1/99999999999999999999", "two/2", "/", "2.5/2"} {
			address := "declared/" + flags + size + "/" + body[2]
			_, _, err := d.values(spec, address)
			diagnosed(t, address, err)
			if err == nil {
				t.Errorf("%s: %s is read", d.name, address)
			}
		}
	}
}

// TestForeignLinks reads addresses that are for no statement of the spec.
func TestForeignLinks(t *testing.T) {
	d := declaredLinks[0]
	spec := d.spec(t)
	for address, want := range map[string]string{
		"other/3/2/1h.3g":             "another type of puzzle",
		"declared/v:knight/3/2/1h.3g": "rules of its own",
		"declared/x/3/2/1h.3g":        `the flag "x" may change the rules`,
		"declared":                    "",
		"declared/3":                  "",
		"":                            "",
		"https://puzz.link/p?":        "",
	} {
		_, err := link.Read(spec, diag.NewSource("link", address))
		diagnosed(t, address, err)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", address, err)
		}
	}
}
