package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/show/link"
	"nazo/internal/solve"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/puzzles"
)

// spec is a checked spec and its origin.
type spec struct {
	*check.Spec
	name string // as the user says it
	// embedded is the name of a spec that comes with nazo. It is "" for a file.
	embedded string
	left     int // the examples left out because of mistakes
}

// loadRest is [session.loadSpec], but leaves out examples with mistakes. It returns these mistakes.
func (s *session) loadRest(name string) (*spec, *diag.List, error) {
	sp, err := s.loadSpec(name)
	var mistakes *diag.List
	if err == nil || sp == nil || !errors.As(err, &mistakes) {
		return sp, &diag.List{}, err
	}
	rest, others := check.Variant(sp.Spec, func(stmt dsl.Stmt) dsl.Stmt {
		if e, ok := stmt.(*dsl.Example); ok && slices.ContainsFunc(mistakes.All(), func(d *diag.Diagnostic) bool {
			return d.Source == sp.File.Source && e.Span().Contains(d.Span)
		}) {
			return nil
		}
		return stmt
	})
	if others.HasErrors() {
		return nil, nil, err
	}
	if sp.embedded == "" {
		s.warnings.Merge(others)
	}
	sp.left = len(sp.Examples) - len(rest.Examples)
	sp.Spec = rest
	return sp, mistakes, nil
}

// loadSpec finds a spec, a file or one that comes with nazo, and checks it. With an error it may return a spec with
// mistakes.
func (s *session) loadSpec(name string) (*spec, error) {
	if isLink(name) {
		return s.specOfLink(name)
	}
	_, own := puzzles.Spec(name)
	if !own && !isFile(name) && name != "-" && !looksLikePath(name) {
		if by := load.Declaring(name); by != "" {
			s.remark("%s is the spec for links of type %s", by, name)
			name, own = by, true
		}
	}
	var checked *check.Spec
	var warnings *diag.List
	var err error
	switch {
	case own || name != "-" && isFile(name):
		checked, warnings, err = load.LoadAs(name, s.read, s.called)
	case strings.Contains(name, "=") && !looksLikePath(name):
		return nil, mistakef("`%s` stands in the place of the spec; values follow it: nazo solve SPEC %[1]s", Shorten(name))
	case name != "-" && !looksLikePath(name) && isFile(name+specEnding):
		return nil, mistakef("there is no spec named `%[1]s`; did you mean the file `%[1]s.nazo`?", Shorten(name))
	case name != "-" && !looksLikePath(name):
		return nil, unknownName("spec", name, load.Nearest(name), "nazo list shows those that come with nazo")
	default:
		var text string
		if text, err = s.read(name); err == nil {
			checked, warnings, err = load.Parse(name, text)
		}
	}
	if err != nil && checked == nil {
		return nil, fileError(err)
	}
	if own {
		return &spec{Spec: checked, name: name, embedded: name}, err
	}
	if err == nil {
		s.warnings.Merge(warnings)
	}
	return &spec{Spec: checked, name: s.called(name)}, err
}

// unknownName is the mistake of an unknown name. It suggests the near name, if there is one.
func unknownName(what, name, near, help string) error {
	text := fmt.Sprintf("there is no file or %s named `%s`", what, Shorten(name))
	if near != "" {
		return mistakef("%s; did you mean `%s`?", text, near)
	}
	return mistakef("%s; %s", text, help)
}

const specEnding = ".nazo"

func looksLikePath(name string) bool {
	return strings.ContainsAny(name, `/\.`)
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// read reads a file, or standard input for "-".
func (s *session) read(name string) (string, error) {
	if name == "-" {
		s.inputTaken = true
		return s.readStream("standard input", func() (io.Reader, error) { return s.in, nil })
	}
	text, err := diag.ReadFile(name)
	switch {
	case errors.Is(err, diag.ErrIrregular):
		return s.readOnce(name)
	case err != nil:
		return "", fileError(err)
	}
	return text, nil
}

// readOnce reads a pipe or the like, and keeps its text, since it can't be read again.
func (s *session) readOnce(name string) (string, error) {
	if text, ok := s.streams[name]; ok {
		return text, nil
	}
	waiting := time.AfterFunc(untold, func() { s.note("waiting for %s, which is no regular file", name) })
	defer waiting.Stop()
	text, err := s.readStream(name, func() (io.Reader, error) { return os.Open(name) })
	if err != nil {
		return "", fileError(err)
	}
	if s.streams == nil {
		s.streams = map[string]string{}
	}
	s.streams[name] = text
	return text, nil
}

// readStream reads an input that may never end, or never begin.
func (s *session) readStream(name string, open func() (io.Reader, error)) (text string, err error) {
	err = readUntil(s.ctx, open, func(from io.Reader) (err error) {
		text, err = diag.ReadText(from)
		return err
	})
	if err != nil && s.ctx.Err() != nil {
		return "", limited{s.stopReason() + " while reading " + name}
	}
	return text, err
}

// fileError rewords an error of a file without the name of a system call.
func fileError(err error) error {
	var p *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist) && errors.As(err, &p):
		return mistakef("there is no file %s", Shorten(p.Path))
	case errors.As(err, &p):
		return mistakef("%s: %v", Shorten(p.Path), p.Err)
	}
	return err
}

// renamings are the values of --written, NAME//WRITTEN: the user's names of files that lie elsewhere. The name of a
// folder holds for its files, too. NAME is clean and has no // itself.
type renamings map[string]string

// Decode adds one.
func (r *renamings) Decode(text string) error {
	name, written, ok := strings.Cut(text, "//")
	if !ok {
		return errors.New("NAME//WRITTEN is expected")
	}
	if *r == nil {
		*r = renamings{}
	}
	(*r)[name] = written
	return nil
}

// called returns the user's name for a file. Messages use only this name.
func (s *session) called(name string) string {
	if len(s.written) == 0 {
		return name
	}
	clean := filepath.ToSlash(filepath.Clean(name))
	if as, ok := s.written[clean]; ok {
		return as
	}
	if as, ok := s.written[filepath.ToSlash(filepath.Dir(clean))]; ok {
		return filepath.Join(as, filepath.Base(clean))
	}
	return name
}

type listCmd struct {
	Specs    []string
	Searches bool
}

// Declare implements [Declarer].
func (c *listCmd) Declare(v *Verb) {
	v.Argument(&c.Specs, "[spec|word]", "Specs to show in detail, or words to look for in names and descriptions. Also link: specs with links; sample and estimate: specs for which these verbs work.")
	v.Flag(&c.Searches, "searches", "", "List the named searches instead.")
}

// Run lists specs by families. For specs named on the command line it also lists their givens and finds.
func (c *listCmd) Run(s *session) error {
	if c.Searches && len(c.Specs) > 0 {
		return mistakef("--searches lists all searches; leave %s out", Shorten(c.Specs[0]))
	}
	if c.Searches {
		s.listSearches()
		return nil
	}
	if found := s.withWords(c.Specs); len(found) > 0 {
		s.listFamilies(found, slices.ContainsFunc(c.Specs, isLinkWord))
		return nil
	}
	for _, name := range c.Specs {
		sp, err := s.loadSpec(name)
		if err != nil {
			return err
		}
		if isLink(name) { // the link may be damaged
			if _, err := s.loadInstances(sp, name); err != nil {
				return err
			}
		}
		s.warn()
		s.listSpec("", len(sp.name), sp.name, sp.About, sp.instances())
		s.listLinks("", len(sp.name), sp.File.Source.Text)
		s.listAbilities(sp)
		s.listParts(sp)
	}
	return nil
}

// withWords returns the shipped specs that have all the words in their name or description. It returns none if a word
// names a spec or a file.
func (s *session) withWords(words []string) []string {
	for _, word := range words {
		if _, own := puzzles.Spec(word); own || isFile(word) || looksLikePath(word) {
			return nil
		}
	}
	var found []string
	isAbility := func(word string) bool { return abilities[word] != nil } // these take long, and come last
	words = slices.Concat(slices.DeleteFunc(slices.Clone(words), isAbility), alg.Filter(words, isAbility))
	specs := puzzles.Specs()
	for i, name := range specs {
		text := strings.ToLower(load.Title(name) + " " + dsl.InWords(name) + " " + name + " " + puzzles.About(name))
		lacks := func(word string) bool {
			switch {
			case isAbility(word):
				return !s.able(name, abilities[word])
			case isLinkWord(word):
				source, _ := puzzles.Spec(name)
				return len(link.Declared(source)) == 0
			}
			return !strings.Contains(text, strings.ToLower(word))
		}
		s.progress.step("specs", i, len(specs))
		if !slices.ContainsFunc(words, lacks) {
			found = append(found, name)
		}
	}
	return found
}

// isLinkWord reports whether a word asks for specs with links.
func isLinkWord(word string) bool { return word == "link" || word == "links" }

// listLinks prints the types of links of a spec.
func (s *session) listLinks(indent string, width int, text string) {
	if ids := link.Declared(text); len(ids) > 0 {
		fmt.Fprintf(s.out, "%s%-*s  links: %s\n", indent, width, "", strings.Join(ids, ", "))
	}
}

// listFamilies prints specs by families. It reads only their descriptions, and the types of their links if these are
// wanted.
func (s *session) listFamilies(wanted []string, links bool) {
	width := 0
	for _, name := range wanted {
		width = max(width, len(name))
	}
	between := ""
	for _, family := range puzzles.Families() {
		heading := between + family + "\n"
		for _, name := range puzzles.SpecsOf(family) {
			if !slices.Contains(wanted, name) {
				continue
			}
			fmt.Fprint(s.out, heading)
			heading, between = "", "\n"
			s.listSpec("  ", width, name, puzzles.About(name), (&spec{embedded: name}).instances())
			if links {
				text, _ := puzzles.Spec(name)
				s.listLinks("  ", width, text)
			}
		}
	}
}

// listSpec prints a spec's name, padded to a width, its description and its instances.
func (s *session) listSpec(indent string, width int, name, about string, instances []string) {
	fmt.Fprintf(s.out, "%s%-*s  %s\n", indent, width, name, about)
	if len(instances) > 0 {
		fmt.Fprintf(s.out, "%s%-*s  instances: %s\n", indent, width, "", strings.Join(instances, ", "))
	}
}

// listParts prints the statements of a spec that say what it asks for.
func (s *session) listParts(sp *spec) {
	print := func(text string) {
		fmt.Fprintf(s.out, "  %s\n", strings.Join(strings.Fields(text), " "))
	}
	for _, text := range slices.Concat(textsOf(sp.Givens), textsOf(sp.Hiddens), textsOf(sp.Finds), textsOf(sp.States)) {
		print(text)
	}
	for _, m := range sp.Moves {
		params := ""
		if m.Stmt.Params != nil {
			params = m.Source.Slice(m.Stmt.Params.Span())
		}
		print("move " + m.Stmt.Name.Text + "(" + params + ")")
	}
	for _, text := range textsOf(sp.Goals) {
		print(text)
	}
	if sp.Moving() {
		for _, text := range textsOf(sp.Objectives) {
			print(text)
		}
	}
	for _, r := range sp.Rules {
		if r.Stmt.Name != nil {
			print("rule " + fmt.Sprintf("%q", r.Stmt.Name.Value))
		}
	}
	for _, p := range sp.Players {
		text := "player " + p.Stmt.Name.Text
		if p.Stmt.Sample != nil {
			text += " sample " + p.Source.Slice(p.Stmt.Sample.Span())
		}
		if p.Stmt.By != nil {
			text += " by " + p.Source.Slice(p.Stmt.By.Span())
		}
		print(text)
	}
}

func textsOf[S dsl.Stmt](all []check.Placed[S]) []string {
	return alg.Map(all, func(one check.Placed[S]) string { return one.Source.Slice(one.Stmt.Span()) })
}

// ability says why a verb can't work on a model, or is nil if it can.
type ability func(ctx context.Context, m *model.Model) error

// abilities are the abilities by verbs.
var abilities = map[string]ability{"sample": canSample, "estimate": canEstimate}

// canSample checks whether solutions can be drawn, each as likely as any other.
func canSample(ctx context.Context, m *model.Model) error {
	job, err := native.New().Open(ctx, m, model.Options{})
	if err != nil {
		return err
	}
	sampler, ok := job.(model.Sampler)
	if !ok {
		return model.Because(model.Unsupported, "it moves, so it has runs")
	}
	return sampler.CanSample()
}

// canEstimate checks whether the work of the plainest named search can be estimated.
func canEstimate(ctx context.Context, m *model.Model) error {
	job, err := native.New().Open(ctx, m, model.Options{Search: []string{usualEstimate}})
	if err != nil {
		return err
	}
	if _, ok := job.(model.Estimator); !ok {
		return errNoTree
	}
	return nil
}

var errNoTree = model.Because(model.Unsupported, "only the tree of a search for a path or cycle can be estimated")

// model returns the model of the default instance, or nil if there is none.
func (s *session) model(sp *spec) *model.Model {
	r := &request{spec: sp}
	s.inputTaken = true // no instance is read from it
	err := s.supply(r)
	s.remarks = nil // don't say which instance was taken
	if err != nil {
		return nil
	}
	p, problems := solve.Compile(s.ctx, sp.Spec, instance.Input{Instance: r.instance}, compile.Options{})
	if problems.HasErrors() {
		return nil
	}
	return p.Model
}

// able reports whether a verb with that ability works on a shipped spec.
func (s *session) able(name string, can ability) bool {
	sp, err := s.loadSpec(name)
	if err != nil {
		return false
	}
	m := s.model(sp)
	return m != nil && can(s.ctx, m) == nil
}

// listAbilities prints whether the verbs that work on some specs only work on the first instance of this one.
func (s *session) listAbilities(sp *spec) {
	m := s.model(sp)
	if m == nil {
		return
	}
	text := "each solution as likely as any other"
	if err := canSample(s.ctx, m); err != nil {
		text = fmt.Sprintf("not here: %v", err)
		if m.Machine == nil {
			text += " (nazo solve --seed N --limit K finds solutions that differ widely)"
		}
	}
	fmt.Fprintf(s.out, "  nazo sample: %s\n", text)
	text = "the work of searches for its path or cycle"
	if err := canEstimate(s.ctx, m); err != nil {
		text = fmt.Sprintf("not here: %v", err)
	}
	fmt.Fprintf(s.out, "  nazo estimate: %s\n", text)
}
