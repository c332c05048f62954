package instance

import (
	"fmt"
	"strings"
	"testing"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// three is a file with three places whose distances are 1, 2 and 3.
func three(format, numbers string) string {
	return "NAME : three\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : " + format +
		"\nEDGE_WEIGHT_SECTION\n" + numbers + "\nEOF\n"
}

func rows(t *TSPLIBTable) string {
	var out []string
	for i := range t.Size() {
		var row []string
		for j := range t.Size() {
			row = append(row, fmt.Sprint(t.At(i, j)))
		}
		out = append(out, strings.Join(row, " "))
	}
	return strings.Join(out, "/")
}

func TestFormats(t *testing.T) {
	for format, numbers := range map[string]string{
		"FULL_MATRIX":    "0 1 2 1 0 3 2 3 0",
		"UPPER_ROW":      "1 2 3",
		"LOWER_ROW":      "1 2\n3",
		"UPPER_DIAG_ROW": "0 1 2 0 3 0",
		"LOWER_DIAG_ROW": "0 1 0 2 3 0",
		"UPPER_COL":      "1 2 3",
		"LOWER_COL":      "1 2 3",
		"UPPER_DIAG_COL": "0 1 0 2 3 0",
		"LOWER_DIAG_COL": "0 1 2 0 3 0",
	} {
		table, problems := ParseTSPLIB(diag.NewSource("three.tsp", three(format, numbers)))
		if problems.Len() > 0 {
			t.Fatal(problems.Text(false))
		}
		if got := rows(table); got != "0 1 2/1 0 3/2 3 0" {
			t.Errorf("%s: %s", format, got)
		}
	}
}

func TestMetrics(t *testing.T) {
	for kind, want := range map[string]string{
		"EUC_2D": "0 4/4 0", "CEIL_2D": "0 5/5 0", "MAN_2D": "0 6/6 0", "MAX_2D": "0 4/4 0", "ATT": "0 2/2 0",
		// 2°40′ of latitude and 3°70′ of longitude near the equator: 4.95° of 111.3 km.
		"GEO": "0 551/551 0",
	} {
		text := "TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: " + kind + "\nNODE_COORD_SECTION\n2 2.4 -3.7\n1 0 0\n"
		table, problems := ParseTSPLIB(diag.NewSource("two.tsp", text))
		if problems.Len() > 0 {
			t.Fatal(problems.Text(false))
		}
		if got := rows(table); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
}

// An instance has the numbers where the file has them.
func TestInstance(t *testing.T) {
	src := diag.NewSource("three.tsp", three("LOWER_ROW", "1 22\n3"))
	table, problems := ParseTSPLIB(src)
	if problems.Len() > 0 {
		t.Fatal(problems.Text(false))
	}
	in := table.Instance("far")
	grid := in.Entries[0].Value.(*dsl.GridLit)
	cell := grid.Rows[0].Cells[2]
	if in.Entries[0].Names[0].Text != "far" || in.Title != "three" || cell.Text != "22" || src.Slice(cell.Span()) != "22" {
		t.Errorf("%+v", cell)
	}
}

func TestMistakes(t *testing.T) {
	ok := three("LOWER_ROW", "1 2 3")
	for _, c := range []struct{ old, new, want string }{
		{"TYPE : TSP", "TYPE : ATSP", "2:8: error: a file with TYPE `ATSP` can't be read"},
		{"EXPLICIT", "XRAY1", "4:20: error: a file with EDGE_WEIGHT_TYPE `XRAY1`"},
		{": LOWER_ROW", ": FUNCTION", "5:22: error: a file with EDGE_WEIGHT_FORMAT `FUNCTION`"},
		{"DIMENSION : 3\n", "", "7:4: error: this file has no DIMENSION"},
		{"TYPE : TSP\n", "", "this file has no TYPE"},
		{": 3", ": three", "3:13: error: `three` is no number of places"},
		{": 3", ": 100000", "3:13: error: there are 100000 places; the limit is 1000"},
		{"1 2 3", "1 2", "7:3: error: EDGE_WEIGHT_SECTION ends after 2 numbers"},
		{"1 2 3", "1 2 3 4", "7:7: error: EDGE_WEIGHT_SECTION has more than 3 numbers"},
		{"1 2 3", "1 2.5 3", "7:3: error: `2.5` is no distance"},
		{"1 2 3", "", "has no EDGE_WEIGHT_SECTION with numbers"},
		{"NAME :", "NAMES :", "1:1: error: `NAMES` is no keyword that is known here"},
		{"NAME : three", "TYPE : TSP", "2:1: error: TYPE is given twice"},
		{"EOF", "FIXED_EDGES_SECTION\n1 2", "8:1: error: `FIXED_EDGES_SECTION` is no keyword"},
		{"NAME", "\xff", "1:1: error: this file is not UTF-8"},
		{"LOWER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3", "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2 1 0 3 9 3 0", "7:13: error: the distance from 3 to 1"},
		{"EXPLICIT\nEDGE_WEIGHT_FORMAT : LOWER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3", "GEO\nNODE_COORD_SECTION\n1 0 0\n1 1 1\n2 2 2", "7:1: error: `1` is no place"},
		{"EXPLICIT\nEDGE_WEIGHT_FORMAT : LOWER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3", "GEO\nNODE_COORD_SECTION\n1 0 0\n2 1 NaN\n3 2 2", "7:5: error: `NaN` is no coordinate"},
	} {
		text := strings.Replace(ok, c.old, c.new, 1)
		table, problems := ParseTSPLIB(diag.NewSource("t.tsp", text))
		if table != nil || !strings.Contains(problems.Text(false), c.want) {
			t.Errorf("%q for %q:\n%s\nwant %s", c.new, c.old, problems.Text(false), c.want)
		}
	}
}

func FuzzParseTSPLIB(f *testing.F) {
	f.Add(three("LOWER_ROW", "1 2 3"))
	f.Add("TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: ATT\nNODE_COORD_SECTION\n2 2.4 -3.7\n1 0 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, problems := ParseTSPLIB(diag.NewSource("f.tsp", text))
		if (table == nil) != problems.HasErrors() {
			t.Fatalf("a table %v, and problems %s", table, problems.Text(false))
		}
		if table == nil {
			return
		}
		if len(table.Instance("g").Entries) != 1 {
			t.Fatal("no entry")
		}
		for i := range table.Size() {
			for j := range table.Size() {
				if table.At(i, j) != table.At(j, i) {
					t.Fatalf("the distances between %d and %d differ", i, j)
				}
			}
		}
	})
}
