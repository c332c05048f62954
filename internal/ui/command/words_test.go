package command

import (
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// sampleValues are values that flags take, by what help calls them.
var sampleValues = map[string]string{"N": "3", "K": "3", "DURATION": "2s", "SIZE": "500M", "I/N": "1/2", "NAME//WRITTEN": "a//b"}

// groups are flags with their values that a verb takes, of each flag one.
func groups(verb *Verb) (out [][]string) {
	verb.Flags().VisitAll(func(f *pflag.Flag) {
		own, ok := f.Value.(*flagValue)
		switch {
		case !ok || f.Name == "diff": // which excludes --write
			return
		case f.NoOptDefVal != "":
			out = append(out, []string{"--" + f.Name})
			return
		}
		value, ok := sampleValues[own.kind]
		if own.enum != nil {
			value = own.enum[0]
		} else if !ok {
			value = "word"
		}
		out = append(out, []string{"--" + f.Name, value}, []string{"--" + f.Name + "=" + value})
		if f.Shorthand != "" {
			out = append(out, []string{"-" + f.Shorthand, value}, []string{"-" + f.Shorthand + value})
		}
	})
	return out
}

// readHere is what a command line sets: the target of its verb.
func readHere(line []string) (target any, err error) {
	p := newProgram()
	p.Out = io.Discard
	err = p.Read(line, func(v *Verb) error {
		target = v.Target
		return nil
	})
	return target, err
}

// Every verb takes its words in any order.
func TestWordsInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, verb := range verbs() {
		words := []string{"one", "two", "a=-b", "-"}
		if n := len(verb.Arguments); n == 0 {
			words = nil
		} else if one := verb.Arguments[0]; one.Enum != nil {
			words = one.Enum[:1]
		} else if !verb.Arguments[n-1].Many() {
			words = words[:n]
		}
		flags := groups(verb)
		plain := slices.Concat([]string{verb.Name()}, slices.Concat(flags...), []string{"--"}, words)
		want, err := readHere(plain)
		if err != nil || want == nil {
			t.Errorf("nazo %s: %v", strings.Join(plain, " "), err)
			continue
		}
		for range 20 {
			pieces := slices.Clone(flags)
			where := make([]int, len(words)+1) // the verb and the words stay in their order
			for i := range where {
				where[i] = r.IntN(len(flags) + 1)
			}
			slices.Sort(where)
			for i, at := range slices.Backward(where) {
				word := verb.Name()
				if i > 0 {
					word = words[i-1]
				}
				pieces = slices.Insert(pieces, at, []string{word})
			}
			line := slices.Concat(pieces...)
			got, err := readHere(line)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("nazo %s: %v\n%+v, want\n%+v", strings.Join(line, " "), err, got, want)
			}
		}
	}
}

// The help of every verb fits on a screen, with examples of it. Behind --help-all are all flags.
func TestHelp(t *testing.T) {
	for _, verb := range verbs() {
		status, short, errs := runHere(t, verb.Name(), "--help")
		if n := strings.Count(short, "\n"); status != StatusTrue || n > 50 || !strings.Contains(short, "    nazo "+verb.Name()) {
			t.Errorf("nazo %s --help: exit status %d, %d lines\n%s%s", verb.Name(), status, n, short, errs)
		}
		status, all, _ := runHere(t, verb.Name(), "--help-all")
		verb.Flags().VisitAll(func(f *pflag.Flag) {
			if status != StatusTrue || !f.Hidden && !strings.Contains(all, "--"+f.Name) || f.Hidden && strings.Contains(all, "  --"+f.Name) {
				t.Errorf("nazo %s --help-all: exit status %d, --%s is told of: %v", verb.Name(), status, f.Name, f.Hidden)
			}
		})
	}
	_, short, _ := runHere(t, "solve", "--help")
	_, all, _ := runHere(t, "solve", "--help-all")
	for _, flag := range []string{"--part=", "--join=", "--time="} {
		if strings.Contains(short, flag) || !strings.Contains(all, flag) {
			t.Errorf("%s is for --help-all alone", flag)
		}
	}
}

// Without words the program says what it can do, whatever the arguments of the process are.
func TestNoWords(t *testing.T) {
	if status, out, _ := runHere(t); status != StatusTrue || !strings.HasPrefix(out, "Usage: nazo <verb>") {
		t.Errorf("exit status %d\n%s", status, out)
	}
}

// Before the verb is known a flag has to be told from its value, so a name takes a
// value either with every verb or with none.
func TestFlagsAgree(t *testing.T) {
	takes := map[string]bool{}
	for _, verb := range verbs() {
		verb.Flags().VisitAll(func(f *pflag.Flag) {
			value := f.NoOptDefVal == ""
			for _, name := range []string{"--" + f.Name, "-" + f.Shorthand} {
				if other, known := takes[name]; known && other != value && name != "-" {
					t.Errorf("%s of %s takes a value, or doesn't, unlike that of another verb", name, verb.Name())
				}
				takes[name] = value
			}
		})
	}
}

func TestVerbFirst(t *testing.T) {
	p := newProgram()
	tests := []struct{ line, want string }{
		{"solve sudoku", "solve sudoku"},
		{"--time 2s solve sudoku", "solve --time 2s sudoku"},
		{"--time=2s --all solve sudoku --limit 3 a=1", "solve --time=2s --all sudoku --limit 3 a=1"},
		{"-n 3 sample queens", "sample -n 3 queens"},
		{"--search count solve queens", "solve --search count queens"},
		{"--all -- solve --limit", "solve --all -- --limit"},
		{"--nonsense solve queens", "solve --nonsense queens"},
		{"sovle --time 2s solve", "sovle --time 2s solve"},
		{"--time 2s sovle queens", "sovle --time 2s queens"},
		{"--limt 3 solve queens", "solve --limt 3 queens"},
		{"--help solve", "solve --help"},
		{"--help", "--help"},
		{"--time 2s", "--time 2s"},
		{"--time", "--time"},
		{"--", "--"},
		{"", ""},
	}
	for _, test := range tests {
		if got := strings.Join(p.verbFirst(strings.Fields(test.line)), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.line, got, test.want)
		}
	}
}

// What is wrong with a flag or a verb says what was expected.
func TestWrongFlags(t *testing.T) {
	for line, want := range map[string]string{
		"solve queens --limt 3":            "unknown flag --limt, did you mean \"--limit\"?",
		"solve queens --nonsense":          "unknown flag --nonsense (nazo solve --help",
		"solve queens -x":                  "unknown flag -x",
		"solve queens --color blue":        `--color must be one of "auto","always","never" but got "blue"`,
		"solve queens --time":              `--time: "" is no time: write it like 10s, 1m30s or 500ms`,
		"solve queens --search":            "--search: expected NAME,…",
		"solve queens --json --format svg": "--format is to be both json and svg",
		"solve queens --time 1s --time 2s": "--time is to be both 1s and 2s",
		"play pig --puzzlink":              `--format must be one of "text","svg" but got "puzzlink"`,
		"version two":                      "unexpected argument two",
		"solve":                            `expected "<spec> [<instance|name=value> ...]"`,
		"completion csh":                   `<shell> must be one of "bash","zsh","fish","powershell" but got "csh"`,
		"fmt -w -d":                        "write diff",
		"export queens":                    "--to dimacs, opb or lp",
		"--time 2s slove queens":           "there is no verb `slove`; did you mean `solve`?",
		"xyzzy":                            "there is no verb `xyzzy`; nazo help shows them all",
	} {
		if status, out, errs := runHere(t, strings.Fields(line)...); status != StatusMistake || out != "" || !strings.Contains(errs, want) {
			t.Errorf("nazo %s: exit status %d\n%s%s, want %s", line, status, out, errs, want)
		}
	}
}
