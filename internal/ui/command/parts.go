package command

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
)

// partsFlags divide the work of a verb.
type partsFlags struct {
	Part            part
	Join            string
	SoFar, Rehearse bool
	Written         renamings
}

// Declare implements [Declarer].
func (f *partsFlags) Declare(v *Verb) {
	v.Flag(&f.Part, "part", "I/N", "Do only part I of N, and print what it finds as lines of JSON, for --join. A part can be split again: 3/8,1/2 is the first half of 3/8. For one solution, and for nazo unique, I/N=whole is an attempt at the whole, with an engine or a seed of its own. Any one attempt is enough.")
	v.Flag(&f.Join, "join", "FILE", "Only join the parts in this file, which --part printed, and print the result as if all had been done here. The parts may have any order; - is standard input.")
	v.Flag(&f.SoFar, "so-far", "", "With --join: print what is known if parts are missing, with exit status 3.")
	v.Flag(&f.Rehearse, "rehearse", "", "With --part: look for mistakes, without doing the work.")
	v.Hide("rehearse")
	v.Flag(&f.Written, "written", "NAME//WRITTEN", "The user's name for a file or folder that lies elsewhere.")
	v.Hide("written")
	v.Rare("part", "join", "so-far")
}

// errRehearsed ends a part after the search for mistakes.
var errRehearsed = errors.New("all that comes before the work was done")

// rehearsed returns errRehearsed with --rehearse.
func (f *partsFlags) rehearsed() error {
	if f.Rehearse {
		return errRehearsed
	}
	return nil
}

func (f *partsFlags) divisions() *partsFlags { return f }

// divided names the flag that divides the work, or returns "".
func (f *partsFlags) divided() string {
	return firstGiven(flagged{f.Part.given, "--part"}, flagged{f.Join != "", "--join"})
}

// ofSeveral returns an error if the work is divided, for a question about one instance.
func (f *partsFlags) ofSeveral() error {
	if flag := f.divided(); flag != "" {
		return mistakef("%s divides a question about several instances, but there is only one here", flag)
	}
	return nil
}

// suitsParts returns an error for flags that don't go together.
func (f *partsFlags) suitsParts() error {
	switch {
	case f.Part.given && f.Join != "":
		return mistakef("--part does a part, and --join joins all parts; they don't go together")
	case f.SoFar && f.Join == "":
		return mistakef("--so-far goes with --join")
	}
	return nil
}

// suitsAttempts returns an error if an attempt at the whole is asked for.
func (f *partsFlags) suitsAttempts() error {
	if f.Part.path.Attempt() > 0 {
		return mistakef("--part %s is an attempt at the whole, which is for one puzzle, and for nazo unique or one solution of nazo solve; --part %d/%d is a part", f.Part.path, f.Part.path[0].Number, f.Part.path[0].Of)
	}
	return nil
}

// unasked are flags that don't change the question: format, limits, output, and files that are hashed with the problem.
var unasked = []string{"part", "join", "so-far", "like", "format", "color", "time", "memory", "watch", "output", "force", "checkpoint", "resume", "from", "clairvoyant-time"}

// asks notes the question of a command line: its verb, and the flags that change what is asked.
func (s *session) asks(v *Verb) {
	var flags []string
	v.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Hidden || slices.Contains(unasked, f.Name):
		case f.NoOptDefVal != "":
			flags = append(flags, "--"+f.Name)
		default:
			flags = append(flags, "--"+f.Name+" "+f.Value.String())
		}
	})
	slices.Sort(flags)
	s.verb, s.question = v.Name(), strings.Join(flags, " ")
}

// head returns the head of parts for a command line about a problem with that hash.
func (s *session) head(r *request, args []string, problem string) parts.Head {
	title := strings.TrimSpace(r.Name + " " + strings.Join(args, " "))
	return parts.Head{Version: parts.Version, Verb: s.verb, Title: title, Question: s.question, Problem: problem, Build: versionOfBuild().name()}
}

// enoughWaiting is how many bytes of findings wait before they are written.
const enoughWaiting = 1 << 16

// writePart prints a part: the head, a line for each finding of do, and the end. do returns how many findings count
// for [parts.Head.Enough]. If it fails, the part has no end. sure is what another run of the part must find, too
// ([parts.Writer.Line]).
func writePart[F any](s *session, head parts.Head, part parts.Path, sure func(F) any, do func(found func(F) error) (int, error)) error {
	head.Part = part
	w, _ := parts.NewWriter(s.out, head) // an outbox takes everything
	n, err := do(func(f F) error {
		w.Line(f, sure(f))
		if s.out.waiting.Len() < enoughWaiting {
			return nil
		}
		return s.flush()
	})
	if err == nil {
		w.End(n)
	}
	return err
}

// readPart calls do with each finding of a part.
func readPart[F any](s *session, p *placed, do func(F) error) error {
	return p.Findings(p.file.at, func(line []byte) error {
		var f F
		if err := json.Unmarshal(line, &f); err != nil {
			return s.wrongLine(p)
		}
		return do(f)
	})
}

// wrongLine is the mistake for a line that the verb doesn't write.
func (s *session) wrongLine(p *placed) error {
	return mistakef("%s: part %s has a line that is not from a part of nazo %s", p.where(), p.Part.Part, s.verb)
}

// hashing makes a hash of texts.
type hashing struct{ io.Writer }

func newHashing() (h hashing, sum func() string) {
	of := sha256.New()
	return hashing{of}, func() string { return hex.EncodeToString(of.Sum(nil)[:8]) }
}

// rules adds the texts of a spec.
func (h hashing) rules(sp *spec) {
	seen := map[*diag.Source]bool{}
	for _, s := range sp.Stmts {
		if !seen[s.Source] {
			seen[s.Source] = true
			fmt.Fprintf(h, "%q\n", s.Source.Text)
		}
	}
}

// request adds the spec and values of a request, without its instances.
func (h hashing) request(r *request) {
	h.rules(r.spec)
	h.input(instance.Input{Overrides: r.overrides})
}

// input adds an instance and the values beside it.
func (h hashing) input(in instance.Input) {
	for _, o := range in.Overrides {
		fmt.Fprintf(h, "%s = %q\n", o.Name, o.Text)
	}
	if one := in.Instance; one != nil {
		fmt.Fprintf(h, "%q %v\n", one.Source.Text, one.At)
	}
}

// fingerprint returns a hash of a request and its inputs.
func (r *request) fingerprint(inputs []instance.Input) string {
	h, sum := newHashing()
	h.request(r)
	for _, in := range inputs {
		h.input(in)
	}
	return sum()
}

// fingerprint returns a hash of the rules and values.
func fingerprint(ans *outcome) string {
	h, sum := newHashing()
	h.rules(ans.spec)
	for _, g := range ans.problem.Givens {
		fmt.Fprintf(h, "%s = %s\n", g.Name, value.String(g.Value))
	}
	return sum()
}

// placed is a part and its file.
type placed struct {
	parts.Part
	file *partsFile
}

// partsFile is a file with parts, open until the program ends.
type partsFile struct {
	name string
	at   io.ReaderAt
	many bool // it has more than one part
}

// where names the place of a part.
func (p *placed) where() string {
	if p.file.many {
		return fmt.Sprintf("%s:%d", Shorten(p.file.name), p.Line)
	}
	return Shorten(p.file.name)
}

// joined returns the parts in the file of --join, in order, if they are complete or found enough. They must agree on
// Head.Order and Head.Build, on which their borders depend. With --so-far parts may be missing, and lacking names them.
func (s *session) joined(f *partsFlags, head parts.Head) (all []placed, lacking string, err error) {
	all, err = s.readParts(f.Join)
	if err != nil {
		return nil, "", err
	}
	head.Order, head.Build = all[0].Order, all[0].Build
	asked := placed{Part: parts.Part{Head: head}, file: &partsFile{name: "this command"}}
	if err := asked.differs(&all[0]); err != nil {
		return nil, "", err
	}
	lacking, err = s.order(all)
	if err == nil && lacking != "" && !f.SoFar {
		err = mistakef("%s", lacking)
	}
	return all, lacking, err
}

// readParts reads the parts in a file.
func (s *session) readParts(name string) (all []placed, err error) {
	s.progress.stage("reading parts")
	from, err := s.openParts(name)
	if err != nil {
		return nil, err
	}
	found, err := parts.Read(from)
	if m, ok := errors.AsType[*parts.Mistake](err); ok {
		return nil, mistakef("%s:%d: %s", Shorten(name), m.Line, m.Text)
	}
	switch {
	case err != nil:
		return nil, fileError(err)
	case len(found) == 0:
		return nil, mistakef("%s has no part that --part printed", Shorten(name))
	}
	file := &partsFile{name: name, at: from, many: len(found) > 1}
	all = alg.Map(found, func(p parts.Part) placed { return placed{p, file} })
	return all, nil
}

// openParts opens a file that is read more than once. It copies a pipe to a file.
func (s *session) openParts(name string) (*os.File, error) {
	from := func() (io.Reader, error) { return s.in, nil }
	if name != "-" {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return nil, fileError(err)
		case info.IsDir():
			return nil, mistakef("%s is a directory, but a file with parts is expected", Shorten(name))
		case info.Mode().IsRegular():
			file, err := os.Open(name)
			if err != nil {
				return nil, fileError(err)
			}
			return file, nil
		}
		from = func() (io.Reader, error) { return os.Open(name) }
	}
	s.inputTaken = true
	copied, err := os.CreateTemp("", "nazo-parts-")
	if err != nil {
		return nil, fileError(err)
	}
	os.Remove(copied.Name()) // the open file remains usable
	err = readUntil(s.ctx, from, func(from io.Reader) error {
		_, err := io.Copy(copied, from)
		return err
	})
	if s.ctx.Err() != nil {
		return nil, limited{s.stopReason() + " while reading parts"}
	} else if err != nil {
		return nil, fileError(err)
	}
	_, err = copied.Seek(0, io.SeekStart)
	return copied, err
}

// readUntil hands an input to take, and does not wait for it longer than ctx. A pipe may never end, or may not even open.
func readUntil(ctx context.Context, open func() (io.Reader, error), take func(io.Reader) error) error {
	done := make(chan error, 1)
	go func() {
		from, err := open()
		if err == nil {
			err = take(from)
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// differs returns an error if two parts are not of the same work.
func (p *placed) differs(q *placed) error {
	say := func(what, one, other string) error {
		if one != other {
			what += fmt.Sprintf(": %s, and %s", one, other)
		}
		return mistakef("%s and %s are of different %s", p.where(), q.where(), what)
	}
	switch {
	case p.Alike(q.Head):
		return nil
	case p.Verb != q.Verb:
		return say("verbs", p.Verb, q.Verb)
	case p.Problem != q.Problem && p.Title == q.Title:
		return say("puzzles: both are of "+p.title()+", but the rules or values are not the same", "", "")
	case p.Problem != q.Problem:
		return say("puzzles", p.title(), q.title())
	case p.Question != q.Question:
		return say("questions", p.asked(), q.asked())
	case p.Build != q.Build:
		return mistakef("%s and %s were done by different builds of nazo, %s and %s, which may divide the work elsewhere: do all parts with one", p.where(), q.where(), p.build(), q.build())
	}
	return say("splits: the vertices were eliminated in different orders, as --order has it, or another version of nazo", "", "")
}

func (p *placed) build() string { return cmp.Or(p.Build, "an unknown one") }

func (p *placed) title() string { return Cut(p.Title, Longest) }

// asked returns the question as a command line.
func (p *placed) asked() string { return strings.TrimSpace("nazo " + p.Verb + " " + p.Question) }

// order sorts parts. It returns an error unless they all belong to the same work, each at most once. It names the
// missing ones, or returns "" if none is missing or the others found enough.
func (s *session) order(all []placed) (lacking string, err error) {
	paths, found := make([]parts.Path, len(all)), 0
	for i := range all {
		if err := all[0].differs(&all[i]); err != nil {
			return "", err
		}
		paths[i] = all[i].Part.Part
		found += all[i].End.Found
	}
	gaps, err := parts.Leaves(paths)
	if clash, ok := errors.AsType[*parts.Clash](err); ok {
		one, other := &all[clash.First], &all[clash.Second]
		if parts.Contradict(one.Part, other.Part) {
			return "", s.differ("part %s of %s came to different results in %s and in %s", one.Part.Part, one.title(), one.where(), other.where())
		}
		return "", mistakef("%v: in %s and in %s", err, one.where(), other.where())
	}
	first := &all[0]
	if len(gaps) > 0 && (first.Enough == 0 || found < first.Enough) {
		names := alg.Map(gaps, parts.Gap.String)
		lacking = fmt.Sprintf("of the parts of %s these are missing: %s", first.title(), Cut(strings.Join(names, ", "), Longest))
	}
	slices.SortFunc(all, func(a, b placed) int { return a.Part.Part.Compare(b.Part.Part) })
	return lacking, nil
}

// differ reports that parts can't both be right.
func (s *session) differ(format string, args ...any) Status {
	s.progress.clear()
	fmt.Fprintf(s.errs, "nazo: DISAGREEMENT: "+format+"\n\n"+
		"A machine is at fault, or nazo: do these parts again on each, and trust no result before you know.\n", args...)
	return StatusDisagree
}

// answered is the answers that a part found, as JSON, and its engine.
type answered struct {
	Engine  string   `json:",omitempty"`
	Answers []string `json:",omitempty"`
	Tried   string   `json:",omitempty"` // the numbers of a range that they are for
}

// answeredBy returns the answers of an outcome.
func answeredBy(ans *outcome) (out answered) {
	out.Engine, out.Tried = ans.engine(), ans.tried
	for _, a := range ans.report.Answers {
		out.Answers = append(out.Answers, string(picture.AppendAnswer(nil, ans.problem.Judge, a)))
	}
	return out
}

// judgeAgain judges the answers of a part again, because a part may lie. A refused answer is a disagreement. It
// returns the givens and the judge. Parts of this machine are not judged again.
func (s *session) judgeAgain(r *request, said answered) ([]instance.Given, *judge.Judge, error) {
	for in := range r.inputs() {
		if r.tried(in) != said.Tried {
			continue
		}
		var f *solve.Fault
		p, err := s.judged(r, in)
		if s.own && err == nil {
			return p.Givens, p.Judge, nil
		}
		for _, text := range said.Answers {
			src := diag.NewSource("answer of a part", text)
			switch {
			case err != nil || f != nil:
			case r.Moving():
				f, err = s.refusedRun(p, src)
			default:
				_, f, err = s.refusedAnswer(p, src)
			}
		}
		if err != nil {
			return nil, nil, err
		}
		if f != nil {
			f.Engine = said.Engine
			return nil, nil, s.disagree(r, &outcome{spec: r.spec, problem: p, report: &solve.Report{Fault: f}, tried: said.Tried})
		}
		return p.Givens, p.Judge, nil
	}
	return nil, nil, mistakef("a part has answers for %s, which is not asked about", Shorten(said.Tried))
}

// judged makes a problem for its judge. A puzzle that stands still gets no model.
func (s *session) judged(r *request, in instance.Input) (*solve.Problem, error) {
	if r.Moving() {
		return s.problem(r, in)
	}
	var j *judge.Judge
	gs, problems := compile.Givens(s.ctx, r.Spec, in, compile.Options{Seed: r.seed})
	if !problems.HasErrors() {
		j, problems = judge.New(s.late, r.Spec, gs, nil)
	}
	if err := s.unread(problems); err != nil {
		return nil, err
	}
	return &solve.Problem{Problem: &compile.Problem{Givens: gs}, Judge: j}, nil
}

// refusedAnswer reads an answer of a puzzle that stands still, and returns a fault if the rules refuse it.
func (s *session) refusedAnswer(p *solve.Problem, src *diag.Source) (*judge.Answer, *solve.Fault, error) {
	all, problems := picture.DecodeAnswer(src, p.Judge.Spec().Name, picture.Finds(p.Judge))
	switch {
	case problems.HasErrors():
		return nil, nil, problems
	case len(all) != 1:
		return nil, nil, mistakef("a part has %s where one should be", plural(len(all), "answer"))
	}
	a, verdict := p.JudgeValues(s.late, all[0])
	if verdict.Err == nil && !verdict.Accepted {
		return nil, &solve.Fault{Kind: solve.Refused, Answer: a, Violations: verdict.Violations}, nil
	}
	return a, nil, verdict.Err
}

// refusedRun is refusedAnswer for a run.
func (s *session) refusedRun(p *solve.Problem, src *diag.Source) (*solve.Fault, error) {
	all, err := picture.JudgeAnswer(s.late, src, solve.Open(p, solve.Team{}), 0)
	if err != nil {
		return nil, err
	}
	for _, said := range all {
		if said.Accepted {
			continue
		}
		f := &solve.Fault{Kind: solve.Refused, Answer: said.Answer}
		for _, text := range said.Broken {
			f.Violations = append(f.Violations, judge.Violation{Rule: text})
		}
		return f, nil
	}
	return nil, nil
}
