package sites

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"nazo/dsl/linkformat"
)

// scl returns a board of 4 by 4 with further fields of the JSON.
func scl(fields string) string {
	return `{"cells":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]` + fields + `}`
}

func said(d *Document) string {
	var out []string
	for _, it := range d.Items {
		text := it.Kind
		for _, name := range []string{"value", "values", "cell", "cells", "cloneCells", "lines"} {
			if f, ok := it.Fields[name]; ok {
				text += " " + name + "=" + strings.NewReplacer(" ", ",").Replace(fmt.Sprint(f))
			}
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// TestDrawingsOfSudokuPadAreRecognised holds the forms that things of f-puzzles have there, and what other drawings are called.
func TestDrawingsOfSudokuPadAreRecognised(t *testing.T) {
	const bulb = `{"center":[0.5,0.5],"width":0.85,"height":0.85,"rounded":true,"backgroundColor":"#CFCFCF","borderColor":"#CFCFCF"}`
	dot := func(fill, border, more string) string {
		return `,"overlays":[{"center":[0.5,1],"width":0.3,"height":0.3,"rounded":true,"backgroundColor":"` + fill + `","borderColor":"` + border + `"` + more + `}]`
	}
	for _, test := range []struct{ fields, want string }{
		{`,"regions":[[[0,0],[0,1]],[[0,1],[1,1]]]`, "region value=1 cell={1,1}; region value=1 cell={3,1}; extraregion cells=[{3,1},{3,3}]"},
		{`,"cages":[{"cells":[[0,0],[0,1]],"value":"7","sum":7,"unique":true},{"cells":[[3,3]],"unique":true},{"cells":[[2,2]],"value":"odd"},{"cells":[[3,0]],"unique":false,"hidden":true}]`,
			"killercage value=7 cells=[{1,1},{3,1}]; killercage cells=[{7,7}]; cage value=odd cells=[{5,5}]; hiddencage cells=[{1,7}]"},
		{`,"underlays":[` + bulb + `],"lines":[{"color":"#CFCFCF","thickness":21,"wayPoints":[[0.5,0.5],[0.5,2.5],[1.5,3.5]]}]`, "thermometer lines=[[{1,1},{3,1},{5,1},{7,3}]]"},
		{`,"underlays":[` + bulb + `],"lines":[{"color":"#CFCFCF","thickness":21,"wayPoints":[[0.5,1.5],[0.5,0.5]]}]`, "thermometer lines=[[{1,1},{3,1}]]"},
		{`,"underlays":[` + bulb + `],"lines":[{"color":"#FF0000","thickness":21,"wayPoints":[[0.5,0.5],[0.5,1.5]]}]`, "line red lines=[[{1,1},{3,1}]]; circle grey cell={1,1} cells=[{1,1}]"},
		{`,"lines":[{"color":"#CFCFCF","thickness":16,"wayPoints":[[0.5,0.5],[2.5,2.5]]},{"color":"#CFCFCF","thickness":9,"wayPoints":[[0.5,0.5],[2.5,1.5]]}]`,
			"palindrome lines=[[{1,1},{3,3},{5,5}]]; line grey lines=[[{1,1},{3,5}]]"},
		{`,"lines":[{"color":"#67f067","thickness":9,"wayPoints":[[0.5,0.5],[0.5,1.5]]}]`, "line 67f067 lines=[[{1,1},{3,1}]]"},
		{`,"foglink":[{}],"triggereffect":[{}]`, "foglink; triggereffect"},
		{`,"lines":[{"color":"#34BBE6","thickness":2,"wayPoints":[[0,4],[4,0]]},{"color":"#34BBE6","thickness":2,"wayPoints":[[0,0],[4,4]]}]`, "diagonal+; diagonal-"},
		{`,"arrows":[{"color":"#a1a1a1","thickness":5,"headLength":0.3,"wayPoints":[[0.8,0.5],[1.5,0.5]]}],"overlays":[{"center":[0.5,1],"width":1.75,"height":0.75,"rounded":true,"backgroundColor":"#ffffff","borderColor":"#a1a1a1","text":""}]`,
			"arrow cells=[{1,1},{3,1}] lines=[[{1,1},{1,3}]]"},
		{`,"arrows":[{"color":"#a1a1a1","wayPoints":[[0.8,0.5],[1.5,0.5]]}]`, "drawnarrow grey lines=[[{1,1},{1,3}]]"},
		{`,"arrows":[{"color":"#000000","thickness":2,"wayPoints":[[-0.2,1.8],[-0.02,1.98]]}],"overlays":[{"center":[-0.5,1.5],"width":0.25,"height":0.25,"text":"11"}]`,
			"littlekillersum value=11 cell={3,-1} cells=[{5,1},{7,3}]"},
		{dot("#000000", "#000000", ""), "ratio cells=[{1,1},{3,1}]"},
		{dot("#FFFFFF", "#000000", `,"text":"2"`), "difference value=2 cells=[{1,1},{3,1}]"},
		{dot("#FF0000", "#000000", ""), "circle red cell={2,1} cells=[]"},
		{`,"overlays":[{"center":[1,0.5],"width":0.25,"height":0.25,"backgroundColor":"#FFFFFF","borderColor":"#FFFFFF","text":"X"}]`, "xv value=X cells=[{1,1},{1,3}]"},
		{`,"overlays":[{"center":[1,0.5],"width":0.25,"height":0.25,"text":"X"}]`, "text side value=X cell={1,2}"},
		{`,"overlays":[{"center":[1,1],"width":0.7,"height":0.7,"rounded":true,"backgroundColor":"#FFFFFF","borderColor":"#000000","text":"1 2\n34"}]`, "quadruple values=[1,2,3,4] cells=[{1,1},{3,1},{1,3},{3,3}]"},
		{`,"underlays":[{"center":[0.5,0.5],"width":0.7,"height":0.7,"rounded":true,"backgroundColor":"#CFCFCF"},{"center":[0.5,1.5],"width":0.7,"height":0.7,"backgroundColor":"#CFCFCF"}]`, "odd cell={1,1}; even cell={3,1}"},
		{`,"overlays":[{"center":[-0.5,0.5],"width":0.25,"height":0.25,"fontSize":32,"backgroundColor":"#FFFFFF","borderColor":"#FFFFFF","text":"5"},{"center":[0.5,4.5],"width":0.25,"height":0.25,"text":"5"}]`,
			"sandwichsum value=5 cell={1,-1}; text right value=5 cell={9,1}"},
		{`,"underlays":[{"center":[0.5,0.5],"width":1,"height":1,"backgroundColor":"#ccc"}],"lines":[{"color":"#000000","thickness":1,"wayPoints":[[0.6,0.94],[0.5,0.89],[0.4,0.94]]}]`, "minimum cell={1,1}"},
		{`,"underlays":[{"center":[0.5,0.5],"width":1,"height":1,"backgroundColor":"#ccc"}],"lines":[{"color":"#000000","thickness":1,"wayPoints":[[0.6,0.89],[0.5,0.94],[0.4,0.89]]}]`, "maximum cell={1,1}"},
		{`,"metadata":{"antiknight":true,"antiking":false,"norowcol":"true"}`, "antiknight; norowcol"},
	} {
		d, err := Read("https://sudokupad.app/scl" + packLZ(scl(test.fields)))
		if err != nil || said(d) != test.want {
			t.Errorf("%s\nis read as\n%s, %v\nand not as\n%s", test.fields, said(d), err, test.want)
		}
	}
}

func TestLinksOfSudokuPadAreRead(t *testing.T) {
	plain := scl(`,"metadata":{"title":"A","author":"B","rules":["C","D"],"solution":"1234341221434.21"}`)
	zipped := `{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],ca:[{v:'title: It\'s'},{ce:[[0,0],[0,1]],v:5}],l:[{c:f067f0,th:9.6,wp:[[.5,.5],[1.5,.5]]}],u:[{ct:[.5,.5],w:1,h:1,r:t,c2:#0,c1:#F}],metadata:{rules:'x: \u0041\ny'}}`
	for _, test := range []struct{ link, want, title, rules string }{
		{"https://sudokupad.app/scl" + strings.NewReplacer("+", "%2B", "/", "%2F").Replace(packLZ(plain)), "", "A", "C\nD"},
		{"https://app.crackingthecryptic.com/sudoku/?puzzleid=ctc" + packLZ(plain), "", "A", "C\nD"},
		{"scl" + packLZ(plain), "", "A", "C\nD"},
		{"scl" + strings.ReplaceAll(packLZ(plain), "//", "/"), "", "A", "C\nD"},
		{"https://sudokupad.app/scl" + packLZ(zipped), "given value=1 cell={1,1}; killercage value=5 cells=[{1,1},{3,1}]; line f067f0 lines=[[{1,1},{1,3}]]; circle black cell={1,1} cells=[{1,1}]", "It's", "x: A\ny"},
	} {
		d, err := Read(test.link)
		if err != nil || said(d) != test.want || d.Title != test.title || d.Rules != test.rules {
			t.Errorf("%s is read as %+v, %v", test.link, d, err)
			continue
		}
		if test.title == "A" && (len(d.Solution) != 16 || d.Solution[12] != 4 || d.Solution[13] != nil || d.Author != "B") {
			t.Errorf("the solution is %v", d.Solution)
		}
	}
	d, err := Read("https://sudokupad.app/scf1" + strings.Repeat("o", 13) + "U" + "wxtName*aMe*")
	if err != nil || d.Title != "Name" || d.Author != "Me" || !slices.Contains(d.Kinds(), "extraregion") || !slices.Contains(d.Kinds(), "diagonal-") {
		t.Errorf("the short form is read as %+v, %v", d, err)
	}
	for text, want := range map[string]string{
		"https://sudokupad.app/abc123":                "this short link only names a puzzle that the site keeps",
		"https://sudokupad.app/sclN4":                 "the packed link ends too early",
		"https://sudokupad.app/scl" + packLZ("{a:[}"): "the link has no JSON: it makes no sense from character 5",
		"https://sudokupad.app/scl" + packLZ("{}"):    "the board has 0 rows and 0 columns",
		"https://sudokupad.app/scf12":                 "the link has 2 cells, and not 81",
	} {
		if _, err := Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, and not: %s", text, err, want)
		}
	}
}

// hostile are links that would take much time or memory.
func hostile() []string {
	many := func(text string, n int) string { return strings.Repeat(text, n) }
	zigzag := `{"color":"#000000","wayPoints":[` + many("[0.5,0.5],[0.5,249.5],", 300) + `[0.5,0.5]]},`
	wide := `{"cells":[[` + many("{},", 249) + `{}]],"lines":[` + many(zigzag, 100) + `null]}`
	var out []string
	for _, plain := range []string{
		many("a", MaxText), many("[", MaxText), many(`{"a":`, MaxText/5), "[" + many(",", MaxText-2) + "]", many("{a:", MaxText/3), many(`"`, MaxText), "'" + many(`\`, MaxText-1),
		`{"cells":[` + many("[],", MaxText/4) + `[]]}`, `{"cells":[[` + many("{},", MaxText/4) + `{}]]}`, wide,
		scl(`,"overlays":[` + many(`{"center":[1,1],"width":1e9,"height":1e9,"rounded":true,"backgroundColor":"#fff"},`, MaxText/100) + `null]`),
		scl(`,"regions":[` + many(`[[1e300,1e300]],`, MaxText/20) + `[]]`), scl(`,"underlays":[` + many(`{"text":"1"},`, MaxText/20) + `null]`),
		scl(`,"cages":[` + many(`{"cells":[[0,0],[0,1],[1,1]]},`, MaxText/40) + `null],"underlays":[` + many(`{"center":[0.5,0.5],"width":1,"height":1,"backgroundColor":"#CCC"},`, MaxText/200) + `null]`),
	} {
		packed := packLZ(plain)
		out = append(out, "https://sudokupad.app/scl"+packed, "https://www.f-puzzles.com/?load="+packed)
	}
	return append(out, "scl"+many("/", 20_000), "sclN4"+many("//", 9_000), many("N4Ig", 1000), "https://sudokupad.app/scf"+many("o", linkformat.MaxLink-100), "https://sudokupad.app/scl"+many("A", linkformat.MaxLink),
		"https://sudokupad.app/scl"+many("%", 100_000), "https://sudokupad.app/scl\xff\xfe")
}

// TestHostileLinksEndInAMessage holds that each is refused or read within bounds of memory. That none takes long is
// seen from the time of the test.
func TestHostileLinksEndInAMessage(t *testing.T) {
	for _, text := range hostile() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		d, err := Read(text)
		runtime.ReadMemStats(&after)
		var bad *linkformat.Error
		if err != nil && !errors.As(err, &bad) {
			t.Errorf("%.60s: %v is no error of a link", text, err)
		}
		if grown := int64(after.TotalAlloc - before.TotalAlloc); grown > 128<<20 {
			t.Errorf("%.60s…: %d MB were allocated, for %v, %v", text, grown>>20, d != nil, err)
		}
	}
}

func FuzzSudokuPad(f *testing.F) {
	f.Add("https://sudokupad.app/scl" + packLZ(scl("")))
	f.Add("https://sudokupad.app/scf1" + strings.Repeat("o", 13) + "Uwx")
	f.Add("https://www.f-puzzles.com/?load=" + packLZ(`{"size":1,"grid":[[{}]]}`))
	f.Fuzz(func(t *testing.T, text string) { read(t, text) })
}

// FuzzReadUnpacked changes what is packed, which FuzzRead hardly reaches.
func FuzzReadUnpacked(f *testing.F) {
	f.Add(scl(`,"lines":[{"color":"#CFCFCF","thickness":21,"wayPoints":[[0.5,0.5],[0.5,2.5]]}],"cages":[{"cells":[[0,0]],"value":"title: x"}]`))
	f.Add(`{ce:[[{v:1},,]],u:[{ct:[.5,.5],w:1,h:1,r:t,c2:#0}],o:[{ct:[1,1],te:'1 2'}]}`)
	f.Add(`{"size":2,"grid":[[{"value":1,"given":true},{}],[{},{}]],"arrow":[{"cells":["R1C1"],"lines":[["R1C1","R1C2"]]}]}`)
	f.Fuzz(func(t *testing.T, plain string) {
		packed := packLZ(plain)
		read(t, "https://sudokupad.app/scl"+packed)
		read(t, "https://www.f-puzzles.com/?load="+packed)
	})
}

// read reads a link, which gives a document of a possible size or a message.
func read(t *testing.T, text string) {
	d, err := Read(text)
	var bad *linkformat.Error
	switch {
	case err != nil && (!errors.As(err, &bad) || bad.Message == ""):
		t.Errorf("%q: %v", text, err)
	case err == nil && (d.Rows < 1 || d.Columns < 1 || d.Rows > maxSide || d.Columns > maxSide):
		t.Errorf("%q has %d rows and %d columns", text, d.Rows, d.Columns)
	}
}
