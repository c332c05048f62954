package command

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// sampleValues are values that flags take, by their types.
var sampleValues = map[string]string{"Amount": "3", "Period": "2s", "seed": "-5", "Memory": "500M", "part": "1/2", "modulus": "7", "measure": "length", "renaming": "a//b"}

// groups are flags with their values that a verb takes, of each flag one.
func groups(verb *kong.Node) [][]string {
	var out [][]string
	taken := map[string]bool{}
	for _, f := range verb.Flags {
		if slices.ContainsFunc(f.Xor, func(group string) bool { return taken[group] }) {
			continue
		}
		for _, group := range f.Xor {
			taken[group] = true
		}
		if f.IsBool() {
			out = append(out, []string{"--" + f.Name})
			continue
		}
		kind := f.Target.Type()
		if kind.Kind() == reflect.Pointer || kind.Kind() == reflect.Slice {
			kind = kind.Elem()
		}
		value, ok := sampleValues[kind.Name()]
		if !ok {
			value = "word"
		}
		if f.Enum != "" {
			value, _, _ = strings.Cut(f.Enum, ",")
		}
		out = append(out, []string{"--" + f.Name, value}, []string{"--" + f.Name + "=" + value})
		if f.Short != 0 {
			out = append(out, []string{"-" + string(f.Short), value}, []string{"-" + string(f.Short) + value})
		}
	}
	return out
}

// Every verb takes its words in any order.
func TestWordsInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, verb := range verbs(t) {
		words := []string{"one", "two", "a=-b", "-"}
		if n := len(verb.Positional); n == 0 {
			words = nil
		} else if one := verb.Positional[0]; one.Enum != "" {
			words = one.EnumSlice()[:1]
		} else if !verb.Positional[n-1].IsCumulative() {
			words = words[:n]
		}
		flags := groups(verb)
		plain := []string{verb.Name}
		for _, f := range flags {
			plain = append(plain, f...)
		}
		got := &cli{}
		parser, err := newParser(got, kong.Exit(func(int) {}))
		if err != nil {
			t.Fatal(err)
		}
		parse := func(line []string) (cli, error) { // making a parser takes ten times as long as parsing
			*got = cli{}
			_, err := parser.Parse(arrange(parser.Model, line))
			return *got, err
		}
		want, err := parse(append(append(plain, "--"), words...))
		if err != nil {
			t.Errorf("nazo %s: %v", strings.Join(plain, " "), err)
			continue
		}
		for range 50 {
			pieces := slices.Clone(flags)
			where := make([]int, len(words)+1) // the verb and the words stay in their order
			for i := range where {
				where[i] = r.IntN(len(flags) + 1)
			}
			slices.Sort(where)
			for i, at := range slices.Backward(where) {
				word := verb.Name
				if i > 0 {
					word = words[i-1]
				}
				pieces = slices.Insert(pieces, at, []string{word})
			}
			line := slices.Concat(pieces...)
			got, err := parse(line)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("nazo %s: %v\n%+v, want\n%+v", strings.Join(line, " "), err, got, want)
			}
		}
	}
}

// The help of every verb ends with examples of it.
func TestExamples(t *testing.T) {
	for _, verb := range verbs(t) {
		if !strings.Contains(Examples(helpTexts, verb.Name), "    nazo "+verb.Name) {
			t.Errorf("help.txt has no example for %s", verb.Name)
		}
	}
}

// Before the verb is known a flag has to be told from its value, so a name takes a
// value either with every verb or with none.
func TestFlagsAgree(t *testing.T) {
	takes := map[string]bool{}
	for _, verb := range verbs(t) {
		for name, value := range flagsOf(verb) {
			if other, known := takes[name]; known && other != value {
				t.Errorf("%s of %s takes a value, or doesn't, unlike that of another verb", name, verb.Name)
			}
			takes[name] = value
		}
	}
}

func TestArrange(t *testing.T) {
	parser, err := newParser(&cli{})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ line, want string }{
		{"solve sudoku", "solve -- sudoku"},
		{"unique numberlink FILE --time 20s fill=true", "unique --time 20s -- numberlink FILE fill=true"},
		{"--time 2s solve sudoku", "solve --time 2s -- sudoku"},
		{"--time=2s --all solve sudoku --limit 3 a=1", "solve --time=2s --all --limit 3 -- sudoku a=1"},
		{"sample -n 3 queens n=6", "sample -n 3 -- queens n=6"},
		{"sample queens -n3 n=6", "sample -n3 -- queens n=6"},
		{"fmt a -d b", "fmt -d -- a b"},
		{"fmt - -w", "fmt -w -- -"},
		{"solve --seed -5 queens", "solve --seed -5 -- queens"},
		{"solve queens -- --time 3s", "solve -- queens --time 3s"},
		{"solve -- --time", "solve -- --time"},
		{"solve --all -- -x -- y", "solve --all -- -x -- y"},
		{"--all -- solve --limit", "solve --all -- --limit"},
		{"solve queens --time", "solve --time"},
		{"solve queens --nonsense n=4", "solve --nonsense -- queens n=4"},
		{"--nonsense solve queens", "solve --nonsense -- queens"},
		{"sovle --time 2s queens", "sovle --time 2s -- queens"},
		{"solve queens --watch n=4", "solve --watch -- queens n=4"},
		{"--limt 3 solve queens", "solve --limt -- 3 queens"},
		{"--help solve", "solve --help"},
		{"list", "list"},
		{"--help", "--help"},
		{"--time 2s", "--time 2s"},
		{"--", "--"},
	}
	for _, test := range tests {
		if got := strings.Join(arrange(parser.Model, strings.Fields(test.line)), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.line, got, test.want)
		}
	}
}
