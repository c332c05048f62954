package command

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nazo/internal/testkit"
	"nazo/puzzles"
)

// TestGolden runs each verb on many of the puzzles that come with nazo, and compares what it prints, its messages and its
// exit status with testdata/golden, which has a file for each verb. The short run takes few puzzles. This writes
// the files anew:
//
//	go test ./internal/ui/command -run TestGolden -thorough -update
//
// Where only some of it is run, without -thorough or with a longer -run, only that is written.
//
// A long output is kept by its digest, and a drawing also by what programs may rely on in it: see draw.SVG. What depends on the clock
// or on how an engine searches is replaced: see goldenMasks. The file fields.txt lists the fields that the JSON of each verb has.
func TestGolden(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "golden"))
	if err != nil {
		t.Fatal(err)
	}
	specs := goldenSpecs[:goldenShort]
	if testkit.Thorough() {
		specs = goldenSpecs
	}
	t.Chdir(t.TempDir())
	g := &goldenRun{sections: map[string]*goldenFile{}, fields: map[string]map[string]map[string]bool{}}
	t.Run("run", func(t *testing.T) {
		for _, spec := range specs {
			t.Run(spec, func(t *testing.T) {
				t.Parallel()
				lines := goldenLines
				if slices.Contains(goldenWorked, spec) {
					lines = slices.Concat(lines, goldenWork)
				}
				g.spec(t, spec, lines)
			})
		}
		if testkit.Thorough() {
			t.Run("others", func(t *testing.T) {
				t.Parallel()
				for _, l := range goldenOthers {
					g.formats(t, l)
				}
				for _, v := range verbs() {
					g.run(t, v.Name()+" --help")
				}
				g.ended()
			})
		}
	})
	g.compare(t, dir)
}

// goldenRun is what the command lines of a run said.
type goldenRun struct {
	mu       sync.Mutex
	parts    int                                   // how many specs were run, and the other lines
	sections map[string]*goldenFile                // by verb
	fields   map[string]map[string]map[string]bool // by verb and path, the types of values
}

// goldenFile has a section for each command line, and the whole output of those that are run.
type goldenFile struct{ kept, whole map[string]string }

// ended counts what has been run.
func (g *goldenRun) ended() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.parts++
}

// whole reports whether all has been run.
func (g *goldenRun) whole() bool { return g.parts == len(goldenSpecs)+1 }

// spec runs lines for a spec. Its answers, one of them wrong, are in files.
func (g *goldenRun) spec(t *testing.T, spec string, lines []goldenLine) {
	defer g.ended()
	name, _, _ := strings.Cut(spec, " ")
	writeHere := func(file string, text []byte) {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, found, _ := runHere(t, append([]string{"solve"}, strings.Fields(spec+" --engine native --json")...)...)
	writeHere(name+".right.json", []byte(found))
	writeHere(name+".wrong.json", spoiled(t, found))
	text, ok := puzzles.Spec(name)
	if !ok {
		t.Fatalf("there is no spec %s", name)
	}
	writeHere(name+".nazo.txt", []byte(text))
	var linked struct{ Link string }
	if _, out, _ := runHere(t, append([]string{"link"}, strings.Fields(spec+" --json")...)...); out != "" {
		if err := json.Unmarshal([]byte(out), &linked); err != nil {
			t.Fatal(err)
		}
	}
	replace := strings.NewReplacer("SPEC", spec, "NAME.nazo", name+".nazo.txt", "NAME", name, "LINK", linked.Link,
		"RIGHT", name+".right.json", "WRONG", name+".wrong.json")
	for _, l := range lines {
		line := replace.Replace(l.line)
		long := slices.ContainsFunc(goldenLong, func(begin string) bool { return strings.HasPrefix(line, begin+" ") || line == begin })
		if !long && (linked.Link != "" || !strings.Contains(l.line, "LINK")) {
			g.formats(t, goldenLine{line, l.formats})
		}
	}
}

// formats runs a line in each of its formats.
func (g *goldenRun) formats(t *testing.T, l goldenLine) {
	for _, format := range strings.Fields(l.formats) {
		if format == "text" {
			g.run(t, l.line)
		} else {
			g.run(t, l.line+" --"+format)
		}
	}
}

// run runs a command line and keeps what it says.
func (g *goldenRun) run(t *testing.T, line string) {
	start := time.Now()
	status, out, errs := runHere(t, strings.Fields(line)...)
	if took := time.Since(start); took > 700*time.Millisecond {
		t.Logf("nazo %s took %v", line, took)
	}
	if status == StatusBug {
		t.Errorf("nazo %s: %s", line, errs)
	}
	verb := goldenVerb(line)
	kept := fmt.Sprintf("exit %d\n", status)
	whole := kept
	for _, stream := range []struct{ prefix, text string }{{"> ", out}, {"! ", errs}} {
		text := masked(verb, stream.text)
		kept += prefixed(stream.prefix, abridged(text))
		whole += prefixed(stream.prefix, text)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if strings.HasSuffix(line, " --json") {
		for d := json.NewDecoder(strings.NewReader(out)); d.More(); {
			var v any
			if err := d.Decode(&v); err != nil {
				t.Errorf("nazo %s: %v", line, err)
				break
			}
			g.fieldsOf(verb, "", v)
		}
	}
	if g.sections[verb] == nil {
		g.sections[verb] = &goldenFile{map[string]string{}, map[string]string{}}
	}
	g.sections[verb].kept[line], g.sections[verb].whole[line] = kept, whole
}

// goldenVerb is the verb of a line, as its file is named.
func goldenVerb(line string) string {
	verb, _, _ := strings.Cut(line, " ")
	return cmp.Or(verb, "none")
}

// spoiled is an answer with something in it that is otherwise: the last number, else the last word.
func spoiled(t *testing.T, answer string) []byte {
	var v struct {
		Solutions []json.RawMessage `json:"solutions"`
	}
	if err := json.Unmarshal([]byte(answer), &v); err != nil || len(v.Solutions) == 0 {
		t.Fatalf("no answer: %s", answer)
	}
	text := v.Solutions[0]
	if at := regexp.MustCompile(`[0-9]+`).FindAllIndex(text, -1); at != nil {
		last := at[len(at)-1]
		other := "1"
		if string(text[last[0]:last[1]]) == other {
			other = "2"
		}
		return slices.Concat(text[:last[0]], []byte(other), text[last[1]:])
	}
	if at := regexp.MustCompile(`:"\w+"`).FindAllIndex(text, -1); len(at) > 1 {
		first, last := at[0], at[len(at)-1]
		return slices.Concat(text[:last[0]], text[first[0]:first[1]], text[last[1]:])
	}
	return []byte("{}")
}

// goldenMasks are the rules by which what may differ from run to run is replaced. Without verbs, a rule is for all.
var goldenMasks = []struct {
	name    string
	verbs   string
	pattern *regexp.Regexp
	with    string
}{
	{"seconds in JSON", "", regexp.MustCompile(`"seconds":[0-9.e+-]+`), `"seconds":#`},
	{"effort in JSON: all of stats but the size of the problem", "",
		regexp.MustCompile(`"(conflicts|nodes|dead_ends|propagations|solves|restarts|learnt|choices|states)":[0-9.e+-]+`), `"$1":#`},
	{"effort in tables: what stands behind a time", "compare", regexp.MustCompile(`([0-9.,]+ (?:ns|µs|ms|s|min|h))(?: +[0-9,]+)+`), "$1"},
	{"durations", "", regexp.MustCompile(`\b[0-9][0-9.,]* (ns|µs|ms|s|min|h)\b`), "# s"},
	{"width of columns that have a duration", "compare test", regexp.MustCompile(` {2,}`), "  "},
}

// masked replaces in an output of a verb what may differ.
func masked(verb, text string) string {
	for _, m := range goldenMasks {
		if m.verbs == "" || slices.Contains(strings.Fields(m.verbs), verb) {
			text = m.pattern.ReplaceAllString(text, m.with)
		}
	}
	return text
}

const (
	goldenLongest = 400 // bytes of an output that is kept as a whole
	goldenHead    = 120 // bytes that are kept of one that is longer
)

// abridged is an output as it is kept: a long one by its head, size and digest.
func abridged(text string) string {
	drawn := strings.HasPrefix(text, "<svg ")
	if len(text) <= goldenLongest && !drawn {
		return text
	}
	digest := fmt.Sprintf("%d bytes, SHA-256 %.6x…", len(text), sha256.Sum256([]byte(text)))
	if drawn {
		return digest + "\n" + promises(text)
	}
	return strings.ToValidUTF8(text[:goldenHead], "") + "…\n" + digest
}

var (
	drawnTitle   = regexp.MustCompile(`<title>(.*?)</title>`)
	drawnBoard   = regexp.MustCompile(`<g class="board"[^>]*? data-rows="(\d+)" data-cols="(\d+)"`)
	drawnPromise = regexp.MustCompile(`(data-(?:given|find|state)="[^"]*"|data-place="[^"]*"|class="[^"]*")`)
	drawnClasses = []string{"given", "found", "piece", "wall", "shade", "maybe", "new", "used", "wrong"}
)

// promises counts in a drawing what programs may rely on: boards, attributes, classes.
func promises(drawing string) string {
	counts := map[string]int{}
	for _, m := range drawnBoard.FindAllStringSubmatch(drawing, -1) {
		counts["board "+m[1]+"x"+m[2]]++
	}
	for _, m := range drawnPromise.FindAllString(drawing, -1) {
		classes, ok := strings.CutPrefix(m, `class="`)
		if place, named := strings.CutPrefix(m, `data-place="`); named {
			counts["data-place of "+kindOfPlace(strings.TrimSuffix(place, `"`))]++
		} else if !ok {
			counts[strings.ReplaceAll(m, `"`, "")]++
		}
		for _, class := range strings.Fields(strings.TrimSuffix(classes, `"`)) {
			if ok && slices.Contains(drawnClasses, class) {
				counts["."+class]++
			}
		}
	}
	var b strings.Builder
	if m := drawnTitle.FindStringSubmatch(drawing); m != nil {
		fmt.Fprintf(&b, "%s;", m[1])
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&b, " %s %d", name, counts[name])
	}
	return b.String()
}

// kindOfPlace says what kind of place a name is of.
func kindOfPlace(name string) string {
	for _, kind := range placeKinds {
		if kind.named.MatchString(name) {
			return kind.name
		}
	}
	return "a thing"
}

var placeKinds = []struct {
	name  string
	named *regexp.Regexp
}{
	{"a cell", regexp.MustCompile(`^r\d+c\d+$`)},
	{"a point", regexp.MustCompile(`^p\d+,\d+$`)},
	{"an edge", regexp.MustCompile(`^(r\d+c\d+-r\d+c\d+|p\d+,\d+-p\d+,\d+)$`)},
	{"the outside", regexp.MustCompile(`^(above|below|left|right) \d+$`)},
}

// prefixed puts a prefix before each line. An end without a line feed shows.
func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+prefix) + "\n"
}

// namedKeys are objects whose keys are names of the spec, or numbers: these count as one field.
var namedKeys = regexp.MustCompile(`(^|\.|\])(solutions\[\]|samples\[\]|givens|for|lost|steps|answer|values)$`)

// field adds a field with the type of what it has.
func (g *goldenRun) field(verb, path, kind string) {
	if g.fields[verb] == nil {
		g.fields[verb] = map[string]map[string]bool{}
	}
	if g.fields[verb][path] == nil {
		g.fields[verb][path] = map[string]bool{}
	}
	g.fields[verb][path][kind] = true
}

// fieldsOf adds the paths of all fields of a value, with the types of what they have.
func (g *goldenRun) fieldsOf(verb, path string, v any) {
	kind := "null"
	switch v := v.(type) {
	case map[string]any:
		kind = "object"
		for key, value := range v {
			if namedKeys.MatchString(path) {
				key = "*"
			}
			g.fieldsOf(verb, path+"."+key, value)
		}
	case []any:
		kind = "array"
		for _, value := range v {
			g.fieldsOf(verb, path+"[]", value)
		}
	case bool:
		kind = "bool"
	case float64:
		kind = "number"
	case string:
		kind = "string"
	}
	g.field(verb, cmp.Or(path, "."), kind)
}

// compare holds a run against the golden files, or writes these anew.
func (g *goldenRun) compare(t *testing.T, dir string) {
	names := slices.Sorted(maps.Keys(g.sections))
	for _, verb := range names {
		file, got := filepath.Join(dir, verb+".txt"), g.sections[verb]
		want := readGolden(t, file)
		if *update {
			if g.whole() {
				want = map[string]string{}
			}
			maps.Copy(want, got.kept)
			writeGolden(t, file, want)
			continue
		}
		for _, line := range slices.Sorted(maps.Keys(got.kept)) {
			if got.kept[line] != want[line] {
				t.Errorf("nazo %s: got\n%snot as in %s (see TestGolden):\n%s", line, Cut(got.whole[line], 4000), filepath.Base(file), want[line])
			}
			delete(want, line)
		}
		if g.whole() {
			for line := range want {
				t.Errorf("%s has nazo %s, which is not run", filepath.Base(file), line)
			}
		}
	}
	g.compareFields(t, filepath.Join(dir, "fields.txt"))
}

// compareFields holds the fields against their table. The short run need not have all.
func (g *goldenRun) compareFields(t *testing.T, file string) {
	want := readGolden(t, file)
	if *update && !g.whole() {
		for verb, text := range want {
			for line := range strings.Lines(text) {
				path, kinds := fieldLine(strings.TrimSpace(line))
				for _, kind := range strings.Split(kinds, "|") {
					g.field(verb, path, kind)
				}
			}
		}
	}
	got := map[string]string{}
	for verb, fields := range g.fields {
		var b strings.Builder
		for _, path := range slices.Sorted(maps.Keys(fields)) {
			fmt.Fprintf(&b, "%s %s\n", path, strings.Join(slices.Sorted(maps.Keys(fields[path])), "|"))
		}
		got[verb] = b.String()
	}
	if *update {
		writeGolden(t, file, got)
		return
	}
	for _, verb := range slices.Sorted(maps.Keys(got)) {
		known := map[string][]string{}
		for _, l := range strings.Split(strings.TrimSpace(want[verb]), "\n") {
			path, kinds := fieldLine(l)
			known[path] = strings.Split(kinds, "|")
		}
		for path, kinds := range g.fields[verb] {
			for kind := range kinds {
				if !slices.Contains(known[path], kind) {
					t.Errorf("the JSON of nazo %s has %s, of type %s, which fields.txt has not", verb, path, kind)
				}
			}
		}
		if !g.whole() {
			continue
		}
		for path, kinds := range known {
			for _, kind := range kinds {
				if !g.fields[verb][path][kind] {
					t.Errorf("the JSON of nazo %s has lost %s, of type %s", verb, path, kind)
				}
			}
		}
	}
}

// fieldLine is a line of fields.txt: a path, and the types behind the last space.
func fieldLine(line string) (path, kinds string) {
	at := max(strings.LastIndexByte(line, ' '), 0)
	return line[:at], strings.TrimSpace(line[at:])
}

// readGolden reads the sections of a file, by their headings; there may be none yet.
func readGolden(t *testing.T, file string) map[string]string {
	text, err := os.ReadFile(file)
	if err != nil && (!*update || !os.IsNotExist(err)) {
		t.Error(err)
	}
	sections := map[string]string{}
	for _, s := range strings.Split("\n"+string(text), "\n= ")[1:] {
		heading, body, _ := strings.Cut(s, "\n")
		if body != "" && !strings.HasSuffix(body, "\n") {
			body += "\n"
		}
		sections[strings.TrimSpace(heading)] = body
	}
	return sections
}

// writeGolden writes the sections in the order of their headings.
func writeGolden(t *testing.T, file string, sections map[string]string) {
	var b bytes.Buffer
	for _, heading := range slices.Sorted(maps.Keys(sections)) {
		fmt.Fprintf(&b, "= %s\n%s", heading, sections[heading])
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Error(err)
	}
}
