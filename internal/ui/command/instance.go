package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/alg"
	"nazo/internal/show/link"
	"nazo/internal/show/picture"
	"nazo/puzzles"
)

// request is a spec with the values that the command line gives it.
type request struct {
	*spec
	instance  *instance.Instance
	others    []*instance.Instance // further ones in the same file
	overrides []instance.Override
	swept     []int // overrides that are ranges, to be tried in order
	seed      int64 // of what is shuffled
}

// request reads the spec, the instance and the values of a command line. The seed decides the order of shuffled lists.
func (s *session) request(name string, args []string, shuffled seed) (*request, error) {
	r, words, err := s.newRequest(name, args, shuffled)
	switch {
	case err != nil:
		return nil, err
	case len(words) == 0:
		if err := s.supply(r); err != nil || len(r.others) == 0 {
			return r, err
		}
		s.firstOf(append([]*instance.Instance{r.instance}, r.others...), "-")
		return r, nil
	case len(words) > 1 && isLink(name):
		return nil, mistakef("the link is the instance, so %s is one instance too many", Shorten(words[1]))
	case len(words) > 1:
		return nil, mistakef("there is one instance too many: %s and %s", Shorten(words[0]), Shorten(words[1]))
	}
	all, err := s.loadInstances(r.spec, words[0])
	if err != nil {
		return nil, err
	}
	r.instance, r.others = s.firstOf(all, words[0]), all[1:]
	return r, nil
}

// newRequest reads the spec and the values of a command line, and returns the words that name instances.
func (s *session) newRequest(name string, args []string, shuffled seed) (r *request, words []string, err error) {
	sp, err := s.loadSpec(name)
	if err != nil {
		return nil, nil, err
	}
	r = &request{spec: sp, seed: int64(shuffled)}
	if isLink(name) {
		words = append(words, name)
	}
	for _, arg := range args {
		given, text, isValue := strings.Cut(arg, "=")
		if !isValue || looksLikePath(given) || isLink(arg) {
			words = append(words, arg)
		} else if err := r.override(given, text); err != nil {
			return nil, nil, err
		}
	}
	return r, words, nil
}

// override adds a value of the command line, name=text.
func (r *request) override(name, text string) error {
	if name == "" {
		return mistakef("`%s` names no given; a value is written name=value", Shorten("="+text))
	}
	for _, o := range r.overrides {
		if o.Name == name {
			return mistakef("%s has two values: `%s` and `%s`", Shorten(name), Shorten(o.Text), Shorten(text))
		}
	}
	if lo, hi, ok := span(text); ok && r.Types[name] != nil && r.Types[name].Kind == check.Int {
		if lo > hi {
			return mistakef("%s: the range is empty, for %d is more than %d", Shorten(name+"="+text), lo, hi)
		}
		r.swept = append(r.swept, len(r.overrides))
	}
	r.overrides = append(r.overrides, instance.Override{Name: name, Text: text, Origin: "command line"})
	return nil
}

// input returns the input of a request without ranges.
func (r *request) input() instance.Input {
	return instance.Input{Instance: r.instance, Overrides: r.overrides}
}

// inputs yields the inputs that the request stands for: one, or one for each number of a range.
func (r *request) inputs() iter.Seq[instance.Input] {
	return func(yield func(instance.Input) bool) {
		var try func(i int, chosen []instance.Override) bool
		try = func(i int, chosen []instance.Override) bool {
			if i == len(r.swept) {
				return yield(instance.Input{Instance: r.instance, Overrides: chosen})
			}
			lo, hi, _ := span(r.overrides[r.swept[i]].Text)
			for n := lo; n <= hi; n++ {
				chosen = slices.Clone(chosen)
				chosen[r.swept[i]].Text = strconv.FormatInt(n, 10)
				if !try(i+1, chosen) {
					return false
				}
			}
			return true
		}
		try(0, r.overrides)
	}
}

// each returns a request for each number of each range.
func (r *request) each() (all []*request) {
	for in := range r.inputs() {
		one := *r
		one.overrides = slices.Clone(in.Overrides)
		for _, i := range r.swept {
			one.overrides[i].Text += ".." + one.overrides[i].Text
		}
		all = append(all, &one)
	}
	return all
}

// tried returns the numbers of the ranges in an input, as in "n = 3".
func (r *request) tried(in instance.Input) string {
	parts := alg.Map(r.swept, func(i int) string { return in.Overrides[i].Name + " = " + in.Overrides[i].Text })
	return strings.Join(parts, ", ")
}

// span reads a range of numbers, lo..hi.
func span(text string) (lo, hi int64, ok bool) {
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		return 0, 0, false
	}
	lo, errLo := strconv.ParseInt(strings.TrimSpace(from), 10, 64)
	hi, errHi := strconv.ParseInt(strings.TrimSpace(to), 10, 64)
	return lo, hi, errLo == nil && errHi == nil
}

// supply finds an instance for a request without one. It takes standard input. If that is empty and the spec needs an
// instance, it takes the first that comes with the spec, or the first example's.
func (s *session) supply(r *request) error {
	lacks := r.lacks()
	if len(r.Givens) > 0 && (lacks || len(r.overrides) == 0) {
		piped, err := s.piped(lacks)
		if err != nil {
			return err
		}
		if piped {
			all, err := s.loadInstances(r.spec, "-")
			if err == nil {
				r.instance, r.others = all[0], all[1:]
			}
			return err
		}
	}
	if !lacks {
		return nil
	}
	if names := r.instances(); len(names) > 0 {
		others := ""
		if len(names) > 1 {
			others = " (others: " + strings.Join(names[1:], ", ") + ")"
		}
		s.remark("no instance named: taking %s%s", names[0], others)
		var err error
		r.instance, err = s.loadInstance(r.spec, names[0])
		return err
	}
	if e := r.firstExample(); e != nil {
		title := "the first example"
		if e.Stmt.Name != nil {
			title = fmt.Sprintf("the example %q", e.Stmt.Name.Value)
		}
		s.remark("no instance named: taking that of %s", title)
		r.instance = &instance.Instance{At: e.Stmt.At, Source: e.Source, Entries: e.Stmt.Givens}
	}
	return nil
}

// firstExample returns the first example with an instance and a solution, or else the first with an instance, or nil.
func (s *spec) firstExample() (first *check.Placed[*dsl.Example]) {
	for i, e := range s.Examples {
		if len(e.Stmt.Givens) == 0 {
			continue
		}
		if len(e.Stmt.Expect) == 0 || e.Stmt.Expect[0].Kind != dsl.ExpectNone {
			return &s.Examples[i]
		}
		if first == nil {
			first = &s.Examples[i]
		}
	}
	return first
}

// lacks reports whether a given has neither a default nor a value.
func (r *request) lacks() bool {
	for _, g := range r.Givens {
		for _, part := range g.Stmt.Parts {
			if g.Stmt.Value == nil && !r.overridden(part.Name.Text) {
				return true
			}
		}
	}
	return false
}

// instances names the instances that come with the spec, without the ending of text files.
func (s *spec) instances() []string {
	if s.embedded == "" {
		return nil
	}
	names := puzzles.Instances(s.embedded)
	for i, name := range names {
		names[i] = strings.TrimSuffix(name, ".txt")
	}
	return names
}

// loadInstance reads an instance, the first in its file if no other is named.
func (s *session) loadInstance(sp *spec, arg string) (*instance.Instance, error) {
	all, err := s.loadInstances(sp, arg)
	if err != nil {
		return nil, err
	}
	return s.firstOf(all, arg), nil
}

// firstOf returns the first of several instances, and remarks that there are others.
func (s *session) firstOf(all []*instance.Instance, arg string) *instance.Instance {
	if len(all) > 1 {
		next := "2"
		if second, err := pickInstance("", all, next); err == nil && second != all[1] { // titles count before numbers
			next = all[1].Title
		}
		s.remark("%s has %d instances: taking the first; %s:%s is the next", all[0].Source.Name, len(all), s.called(arg), next)
	}
	return all[0]
}

// loadInstances reads one or more instances, as [session.eachInstance] does.
func (s *session) loadInstances(sp *spec, arg string) (all []*instance.Instance, err error) {
	for one, err := range s.eachInstance(sp, arg) {
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// eachInstance yields the instances of NAME or NAME:WHICH. NAME is a file, "-", or an instance that comes with the
// spec. WHICH is the title of an instance in it, or its number from 1. An error is the last.
func (s *session) eachInstance(sp *spec, arg string) iter.Seq2[*instance.Instance, error] {
	return func(yield func(*instance.Instance, error) bool) {
		if isLink(arg) {
			yield(s.readLink(sp, linkSource(linkName, arg)))
			return
		}
		src, which, err := s.namedInstances(sp, arg)
		switch {
		case err != nil:
			yield(nil, err)
			return
		case which == "" && isOnlyLink(sp, src.Text):
			yield(s.readLink(sp, linkSource(src.Name, src.Text)))
			return
		}
		each := instance.EachOf(sp.Spec, src)
		if links := linksOf(sp, src); len(links) > 0 {
			each = func(yield func(*instance.Instance, error) bool) {
				for _, src := range links {
					if !yield(s.readLink(sp, src)) {
						return
					}
				}
			}
		} else if picture.IsJSON(src.Text) && json.Valid([]byte(src.Text)) {
			yield(nil, mistakef("%s is JSON, but an instance is text: a value in a line, name = value, or a board below name: (nazo show SPEC draws one; nazo link writes the one of a link)", src.Name))
			return
		}
		var all []*instance.Instance // if WHICH is given
		n := 0
		for one, err := range each {
			var table instance.TableError
			if errors.As(err, &table) {
				err = mistakef("%s is a table of distances, but %s is given %d grids of numbers, not one", src.Name, sp.name, table.Grids)
			}
			n++
			if err != nil || which == "" {
				if !yield(one, err) || err != nil {
					return
				}
				continue
			}
			all = append(all, one)
		}
		switch {
		case which != "":
			yield(pickInstance(src.Name, all, which))
		case n == 0:
			yield(&instance.Instance{Source: src}, nil)
		}
	}
}

// readLink reads the instance that an address is, and remarks what it ignores of it.
func (s *session) readLink(sp *spec, src *diag.Source) (*instance.Instance, error) {
	defer keenCollector()()
	read, err := link.Read(sp.Spec, src)
	if err != nil {
		return nil, err
	}
	for _, note := range read.Notes {
		s.remark("%s: %s", src.Name, note)
	}
	return read.Instance, nil
}

// namedInstances reads the text that NAME or NAME:WHICH names. Either part may contain a colon.
func (s *session) namedInstances(sp *spec, arg string) (src *diag.Source, which string, err error) {
	if src, err = s.instanceSource(sp, arg); err == nil {
		return src, "", nil
	}
	for i, c := range arg {
		if c != ':' || i+1 == len(arg) {
			continue
		}
		if src, err = s.instanceSource(sp, arg[:i]); err == nil {
			return src, arg[i+1:], nil
		}
	}
	return nil, "", err
}

// pickInstance returns the instance with that title, or else with that number.
func pickInstance(file string, all []*instance.Instance, which string) (*instance.Instance, error) {
	var titles []string
	for _, i := range all {
		if i.Title == which {
			return i, nil
		}
		if i.Title != "" {
			titles = append(titles, i.Title)
		}
	}
	k, err := strconv.Atoi(which)
	switch near := diag.Nearest(which, titles); {
	case err == nil && 1 <= k && k <= len(all):
		return all[k-1], nil
	case err == nil:
		return nil, mistakef("%s has %s, numbered from 1; there is no %d", file, plural(len(all), "instance"), k)
	case near != "":
		return nil, mistakef("%s has no instance titled `%s`; did you mean `%s`?", file, Shorten(which), near)
	}
	return nil, mistakef("%s has no instance titled `%s`; name an instance by the title after its ---, or by its number from 1", file, Shorten(which))
}

// inWords shows how to write a given on the command line. It returns false if there is none of that name.
func (s *spec) inWords(name string) (text string, ok bool) {
	t, ok := s.Types[name]
	if !ok || !slices.ContainsFunc(s.Givens, func(g check.Placed[*dsl.Given]) bool {
		return slices.ContainsFunc(g.Stmt.Parts, func(p *dsl.GivenPart) bool { return p.Name.Text == name })
	}) {
		return "", false
	}
	if t.Kind == check.Bool {
		return name + "=true or " + name + "=false", true
	}
	return name + "=…", true
}

func (s *session) instanceSource(sp *spec, name string) (*diag.Source, error) {
	if sp.embedded != "" && name != "-" {
		for _, file := range []string{name, name + ".txt", name + instance.TSPLIBEnding} {
			if text, ok := puzzles.Instance(sp.embedded, file); ok {
				return diag.NewSource(sp.embedded+"/"+file, text), nil
			}
		}
	}
	switch {
	case name != "-" && isDirectory(name):
		return nil, mistakef("%s is a directory, but one instance is expected: name a file in it (solve, unique, count and check take directories)", name)
	case name != "-" && !isFile(name) && !looksLikePath(name):
		names := sp.instances()
		if value, ok := sp.inWords(name); ok {
			return nil, mistakef("`%s` is a given of %s and needs a value: %s", name, sp.name, value)
		}
		help := "the spec comes without instances"
		if len(names) > 0 {
			help = "those of " + sp.name + " are " + strings.Join(names, ", ")
		}
		return nil, unknownName("instance", name, diag.Likely(name, names), help)
	}
	text, err := s.read(name)
	return diag.NewSource(s.called(name), text), err
}

// How long to wait for standard input: before a note, and if the puzzle needs no instance.
const (
	untold    = time.Second
	inPassing = 100 * time.Millisecond
)

// piped reports whether standard input has an instance: it is a file or a pipe, nothing else reads it, and it is not
// empty. If the puzzle needs an instance, piped waits for an empty pipe and notes that.
func (s *session) piped(needed bool) (bool, error) {
	file, ok := s.in.(*os.File)
	if !ok || s.inputTaken {
		return false, nil
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice != 0 {
		return false, nil
	}
	first := make(chan []byte, 1)
	go func() {
		piece := make([]byte, 4096)
		n, _ := io.ReadAtLeast(file, piece, 1)
		first <- piece[:n]
	}()
	enough := make(<-chan time.Time)
	if needed {
		waiting := time.AfterFunc(untold, func() {
			s.note("waiting for an instance on standard input; to take another one, name it after the spec")
		})
		defer waiting.Stop()
	} else if info.Mode().Type()&(fs.ModeNamedPipe|fs.ModeSocket) != 0 {
		enough = time.After(inPassing)
	}
	select {
	case piece := <-first:
		s.in = io.MultiReader(bytes.NewReader(piece), file)
		return len(piece) > 0, nil
	case <-enough:
		s.inputTaken = true // the reader above takes what comes later
		s.remark("standard input is empty so far: taking the defaults; name - as the instance to wait for it")
		return false, nil
	case <-s.ctx.Done():
		return false, limited{s.stopReason() + " while waiting for an instance on standard input"}
	}
}
