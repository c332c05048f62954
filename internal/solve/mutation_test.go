package solve_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/puzzles"
)

var mutants = flag.Int("mutants", 0, "how many changed specs TestMutants holds the engines against each other on (default: 20, and 300 with -thorough)")

var mutantSeed = flag.Uint64("mutantseed", 1, "which changes TestMutants makes")

// mostNodes bounds the models of mutants, so that many of them can be tried.
const mostNodes = 4000

// someSolutions is how many solutions of a mutant are looked at.
const someSolutions = 2000

// tokens finds what may be changed in a spec, and comments, texts and grids,
// which stay.
var tokens = regexp.MustCompile(`#[^\n]*|"""(?s:.*?)"""|"[^"\n]*"|[0-9]+|[A-Za-z_][A-Za-z0-9_]*|!=|<=|>=|\.\.|[-=<>+*/&]`)

// alike are words and signs that stand in the same places.
var alike = [][]string{
	{"=", "!=", "<", "<=", ">", ">=", "in", "subset"}, {"+", "-", "*", "/", "mod", "&"}, {"and", "or", "implies"},
	{"all", "some", "no", "one"}, {"min", "max", "sum", "product", "count", "first", "prefix"}, {"minimize", "maximize"},
	{"path", "cycle", "directed"}, {"find", "choose"}, {"true", "false", "none"},
	{"orthogonal", "king"}, {"rows", "columns"}, {"row", "column"}, {"starts_at", "ends_at"}, {"north", "east", "south", "west"},
	{"size", "sum", "min", "max"}, {"connected", "acyclic", "reaches"}, {"distinct", "connected"}, {"reverse", "sorted"},
}

// mutant changes one token of a spec: a number by one, an operator or word into
// one that stands in the same places, a name into another of the spec.
func mutant(random *rand.Rand, text string) string {
	places := slices.DeleteFunc(tokens.FindAllStringIndex(text, -1), func(p []int) bool { return strings.ContainsAny(text[p[0]:p[0]+1], `#"`) })
	place := places[random.IntN(len(places))]
	old := text[place[0]:place[1]]
	var others []string
	if n, err := strconv.Atoi(old); err == nil {
		others = []string{strconv.Itoa(n + 1), strconv.Itoa(max(n-1, 0))}
	}
	for _, words := range alike {
		if slices.Contains(words, old) {
			others = append(others, words...)
		}
	}
	if len(others) == 0 {
		for _, p := range places {
			if word := text[p[0]:p[1]]; word[0] >= 'A' {
				others = append(others, word)
			}
		}
	}
	others = slices.DeleteFunc(others, func(s string) bool { return s == old })
	if len(others) == 0 {
		return text
	}
	return text[:place[0]] + others[random.IntN(len(others))] + text[place[1]:]
}

// knownSpecs are the specs that come with nazo and those of the reference, by
// their names, and the names in order.
func knownSpecs(t *testing.T) (specs map[string]string, names []string) {
	specs = map[string]string{}
	add := func(name, text string) { specs[name], names = text, append(names, name) }
	for _, name := range puzzles.Specs() {
		text, _ := puzzles.Spec(name)
		add(name, text)
	}
	page, inOrder := pageSpecs(t)
	for _, name := range inOrder {
		if specs[name] == "" {
			add(name, page[name])
		}
	}
	return specs, names
}

// pageSpecs are the specs of the pages for authors, by their names, and the names in order.
func pageSpecs(t *testing.T) (specs map[string]string, names []string) {
	specs = map[string]string{}
	for _, file := range []string{"card.md", "language.md", "links.md", "authoring.md", "idioms.md"} {
		page, err := os.ReadFile("../../docs/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile("(?s)```nazo\n(puzzle ([a-z_]+).*?)```").FindAllSubmatch(page, -1) {
			name := string(block[2])
			if specs[name] != "" {
				t.Errorf("%s: %s is on two pages", file, name)
			}
			specs[name], names = string(block[1]), append(names, name)
		}
	}
	return specs, names
}

// compileExamples compiles the examples of a spec whose models are small.
func compileExamples(specs map[string]string, text string) (small []*solve.Problem) {
	file, problems := dsl.Parse(diag.NewSource("mutant.nazo", text))
	if problems.HasErrors() {
		return nil
	}
	spec, problems := check.Check(file, func(name string) (*dsl.File, error) {
		used, ok := specs[name]
		if !ok {
			return nil, errors.New("there is no spec " + name)
		}
		file, problems := dsl.Parse(diag.NewSource(name+".nazo", used))
		return file, problems.Err()
	})
	if problems.HasErrors() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for _, e := range compile.Examples(spec) {
		p, _ := solve.Compile(ctx, spec, e.Input, compile.Options{MaxNodes: mostNodes})
		if p != nil && p.Model != nil && p.Model.BoolCount()+len(p.Model.Ints) <= mostNodes {
			small = append(small, p)
		}
	}
	return small
}

// TestMutants changes single tokens of specs that people have written, and holds
// both engines and, if there is little to try, brute force against each other.
func TestMutants(t *testing.T) {
	if *mutants == 0 {
		*mutants = 20
		if testkit.Thorough() {
			*mutants = 300
		}
	}
	specs, names := knownSpecs(t)
	random := rand.New(rand.NewPCG(*mutantSeed, 0))
	tried, late := 0, 0
	for attempt := 0; tried < *mutants; attempt++ {
		if attempt > 100*(*mutants) {
			t.Fatalf("only %d mutants of %d are specs", tried, attempt)
		}
		text := mutant(random, specs[names[random.IntN(len(names))]])
		problems := compileExamples(specs, text)
		if len(problems) == 0 {
			continue
		}
		tried++
		d, finished := difference(problems[random.IntN(len(problems))], effort{time: 100 * time.Millisecond, limit: someSolutions})
		if !finished {
			late++
		}
		if d != "" {
			t.Errorf("%s\n%s", text, d)
		}
	}
	t.Logf("%d mutants; %d of them too large to be compared in full", tried, late)
}
