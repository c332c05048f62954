package explain_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nazo/internal/model"
	"nazo/internal/study/explain"
	"nazo/internal/testkit"
	"nazo/native"
)

// technique is a case of testdata/techniques: a position, and what a tutorial says follows from it. It is a piece of a board, which need not have a
// solution as a whole; what follows must follow from rule instances that have.
type technique struct {
	name, instance string
	has            map[string]string
}

// techniques reads the cases of a file. One begins with a line == and its name, then come lines "key: value", an empty line, and the
// instance, or nothing if it is that of the case before.
func techniques(text string) (out []technique) {
	for _, part := range strings.Split("\n"+text, "\n== ")[1:] {
		head, body, _ := strings.Cut(part, "\n\n")
		name, lines, _ := strings.Cut(head, "\n")
		c := technique{name: name, has: map[string]string{}, instance: strings.TrimRight(body, "\n") + "\n"}
		if c.instance == "\n" && len(out) > 0 {
			c.instance = out[len(out)-1].instance
		}
		for line := range strings.Lines(lines) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if before, ok := c.has[key]; ok {
				value = before + "; " + value
			}
			c.has[key] = value
		}
		out = append(out, c)
	}
	return out
}

var (
	valueFacts  = regexp.MustCompile(`^(\w+)\[(.+)\] (=|≠|of) (.+)$`)
	memberFacts = regexp.MustCompile(`^(.+?) (not in|in) (\w+)$`)
)

// facts reads facts as the explainer says them, separated by semicolons; several cells stand for a fact about each, and "of" says which
// values are left.
func facts(t *testing.T, says map[string]model.Fact, domain map[string][]string, text string) (out []model.Fact) {
	t.Helper()
	add := func(said string) {
		f, ok := says[said]
		if !ok {
			t.Fatalf("%q says nothing of this instance", said)
		}
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	for part := range strings.SplitSeq(text, ";") {
		part = strings.TrimSpace(part)
		if m := valueFacts.FindStringSubmatch(part); m != nil {
			for key := range strings.FieldsSeq(m[2]) {
				of := m[1] + "[" + key + "]"
				if m[3] != "of" {
					for v := range strings.FieldsSeq(m[4]) {
						add(of + " " + m[3] + " " + v)
					}
					continue
				}
				for _, v := range domain[of] {
					if !slices.Contains(strings.Fields(m[4]), v) {
						add(of + " ≠ " + v)
					}
				}
			}
		} else if m := memberFacts.FindStringSubmatch(part); m != nil {
			for key := range strings.FieldsSeq(m[1]) {
				add(key + " " + m[2] + " " + m[3])
			}
		} else if part != "" {
			t.Fatalf("%q is no fact", part)
		}
	}
	return out
}

// least finds a smallest set of units that refutes something, by implicit hitting sets, apart from what package explain does.
type least struct {
	model.Inquiry
	all  []int32
	sets [][]int32 // each conflict has one of each
}

func (l *least) refutes(t *testing.T, facts []model.Fact, units []int32) bool {
	r := l.Ask(context.Background(), model.Query{On: units, Supposed: facts, Conflicts: model.Unlimited})
	if !r.Refuted && r.Solution == nil {
		t.Fatal("undecided")
	}
	return r.Refuted
}

func (l *least) set(t *testing.T, facts []model.Fact) []int32 {
	l.sets = nil
	for size := 0; ; {
		set, ok := l.hit(nil, size)
		switch {
		case !ok:
			size++
			continue
		case l.refutes(t, facts, set):
			return set
		case len(l.sets) > 150:
			t.Fatal("too much to try")
		}
		on := slices.Clone(set)
		var left []int32
		for _, u := range l.all {
			if slices.Contains(set, u) {
				continue
			}
			with := append(slices.Clone(on), u)
			slices.Sort(with)
			if l.Ask(context.Background(), model.Query{On: with, Supposed: facts, Conflicts: 10}).Solution != nil {
				on = with
			} else {
				left = append(left, u) // also where it is undecided: what is on has a solution
			}
		}
		if left == nil {
			t.Fatal("it does not follow")
		}
		l.sets = append(l.sets, left)
	}
}

// hit is a set of so many more units that has one of each set.
func (l *least) hit(chosen []int32, left int) ([]int32, bool) {
	var open []int32
	for _, s := range l.sets {
		if !slices.ContainsFunc(s, func(u int32) bool { return slices.Contains(chosen, u) }) && (open == nil || len(s) < len(open)) {
			open = s
		}
	}
	if open == nil {
		out := slices.Clone(chosen)
		slices.Sort(out)
		return out, true
	}
	if left == 0 {
		return nil, false
	}
	for _, u := range open {
		if set, ok := l.hit(append(slices.Clone(chosen), u), left-1); ok {
			return set, true
		}
	}
	return nil, false
}

// TestTechniques holds the smallest steps against the arguments of tutorials: what these conclude must follow from as many rule instances or
// fewer, or the case says how many more it needs, and docs/workbench.md names it.
func TestTechniques(t *testing.T) {
	page, err := os.ReadFile("../../../docs/workbench.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/techniques/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases, larger, types := 0, 0, len(files)
	told := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		spec := strings.TrimSuffix(filepath.Base(file), ".txt")
		for _, c := range techniques(string(text)) {
			cases++
			if c.has["needs"] != "" {
				larger++
			}
			if cases%3 > 0 && !testkit.Thorough() {
				continue
			}
			t.Run(spec+"/"+c.name, func(t *testing.T) { told[c.run(t, spec, string(page))]++ })
		}
	}
	if said := fmt.Sprintf("%d cases of %d types, of which %d need more", cases, types, larger); !strings.Contains(string(page), said) {
		t.Errorf("docs/workbench.md does not say: %s", said)
	}
	if said := fmt.Sprintf("%d have the name of a technique, %d are one rule and have its name, and %d are chains without a name", told[named], told[oneRule], told[nameless]); testkit.Thorough() && !strings.Contains(string(page), said) {
		t.Errorf("docs/workbench.md does not say: %s", said)
	}
}

// How an argument is named.
const (
	named    = "by a technique"
	oneRule  = "by its only rule"
	nameless = "not at all"
)

// run runs a case and returns how its argument is named.
func (c technique) run(t *testing.T, spec, page string) string {
	x, err := explain.Open(t.Context(), problem(t, spec, c.instance), native.New())
	if err != nil {
		t.Fatal(err)
	}
	p := x.Problem
	job, err := native.New().Open(t.Context(), p.Model, model.Options{AnyObjective: true})
	if err != nil {
		t.Fatal(err)
	}
	reasons, err := job.(model.Inquirer).Inquire(t.Context(), model.InquiryOptions{Switches: true})
	if err != nil {
		t.Fatal(err)
	}
	l := &least{Inquiry: reasons}
	for _, u := range p.Model.Units() { // a whole stands for what only says it more closely
		if piece := p.Model.Instances[u].Piece; piece == nil || piece.At >= 0 {
			l.all = append(l.all, u)
		}
	}
	says, domain := map[string]model.Fact{}, map[string][]string{}
	for v, m := range p.Meanings() {
		for k := range p.Model.Vars[v].Domain.Each {
			for _, is := range []bool{false, true} {
				f := model.Fact{Var: v, Value: k, Is: is}
				if p.Model.Vars[v].Bool && !is {
					f = model.Fact{Var: v, Value: 1 - k, Is: true}
				}
				said := m.Says(k, is)
				says[said] = f
				if of, value, ok := strings.Cut(said, " = "); ok {
					domain[of] = append(domain[of], value)
				}
			}
		}
	}
	known := facts(t, says, domain, c.has["known"])
	want, err := strconv.Atoi(c.has["size"])
	if err != nil {
		t.Fatal(err)
	}
	follows := facts(t, says, domain, c.has["follows"])
	if len(follows) == 0 {
		t.Fatal("nothing follows")
	}
	needs, told := 0, nameless
	for _, f := range follows {
		supposed := append(slices.Clone(known), f.Not())
		set := l.set(t, supposed)
		if len(set) == 0 {
			t.Fatalf("%s is known", nameOf(says, f))
		}
		if l.refutes(t, known, set) {
			t.Fatalf("what %s follows from contradicts itself", nameOf(says, f))
		}
		if len(set) > needs {
			needs = len(set)
			switch rules, name := x.Argument(t.Context(), known, set, f); {
			case name != "":
				told = named
			case rules == 1:
				told = oneRule
			default:
				told = nameless
			}
		}
	}
	said, _ := strconv.Atoi(c.has["needs"])
	switch {
	case needs > want && said != needs:
		t.Errorf("it needs %d rule instances; the argument has %d", needs, want)
	case needs <= want && said != 0:
		t.Errorf("it needs %d rule instances, as the argument does", needs)
	case said != 0 && !strings.Contains(page, c.name):
		t.Errorf("docs/workbench.md does not name it")
	}
	t.Logf("%d of %d, named %s", needs, want, told)
	return told
}

func nameOf(says map[string]model.Fact, f model.Fact) string {
	var all []string
	for said, g := range says {
		if f == g {
			all = append(all, said)
		}
	}
	return strings.Join(slices.SortedFunc(slices.Values(all), cmp.Compare[string]), ", ")
}
