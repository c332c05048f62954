package command

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"nazo/dsl/diag"
	"nazo/parts"
	"nazo/value"
)

// partsFlags divide what a verb does.
type partsFlags struct {
	Part     part       `placeholder:"I/N" help:"Do only part I of N, and print what it finds as lines of JSON, for --join. A part can be split again: 3/8,1/2 is the first half of 3/8. Where one solution is asked for, or whether there is only one, I/N=whole is an attempt at the whole, by an engine or a seed of its own: any one of them is enough."`
	Join     fileName   `placeholder:"FILE" help:"Do nothing but print, as if all had been done here, what the parts in this file came to, which --part printed (in any order; - for standard input)."`
	SoFar    bool       `help:"With --join: some parts may be missing. What the others came to is printed, and the exit status is 3."`
	Rehearse bool       `hidden:"" help:"With --part: look for mistakes, and do nothing of the work."`
	Written  []renaming `hidden:"" sep:"none" placeholder:"NAME//WRITTEN" help:"What the user calls a file that lies elsewhere, or a folder with files."`
}

// errRehearsed ends a part of which only mistakes were looked for.
var errRehearsed = errors.New("all that comes before the work was done")

// rehearsed is errRehearsed if no more is to be done.
func (f *partsFlags) rehearsed() error {
	if f.Rehearse {
		return errRehearsed
	}
	return nil
}

func (f *partsFlags) divisions() *partsFlags { return f }

// divided names the flag that divides the work; "" if none is given.
func (f *partsFlags) divided() string {
	switch {
	case f.Part.given:
		return "--part"
	case f.Join != "":
		return "--join"
	}
	return ""
}

// ofSeveral is an error if a flag is given: one instance has no parts.
func (f *partsFlags) ofSeveral() error {
	if flag := f.divided(); flag != "" {
		return mistakef("%s is about several instances, of which each is done as a whole, and there is one here", flag)
	}
	return nil
}

// suitsParts is an error if both are given, or --so-far without --join.
func (f *partsFlags) suitsParts() error {
	switch {
	case f.Part.given && f.Join != "":
		return mistakef("--part does a part, and --join prints what all have come to; they don't go together")
	case f.SoFar && f.Join == "":
		return mistakef("--so-far is about the parts that --join prints")
	}
	return nil
}

// suitsAttempts is an error if an attempt at the whole is asked for: any one of several would not do for it.
func (f *partsFlags) suitsAttempts() error {
	if f.Part.path.Attempt() > 0 {
		return mistakef("--part %s is an attempt at the whole: that is for one puzzle, and for nazo solve of one solution, or nazo unique; --part %d/%d is a part", f.Part.path, f.Part.path[0].Number, f.Part.path[0].Of)
	}
	return nil
}

// unasked are flags that make no other question of one: how it is printed, what it may take, where; or whose files are hashed with the problem.
var unasked = []string{"part", "join", "so-far", "rehearse", "written", "add", "like", "format", "color", "time", "memory", "jobs", "worker", "watch", "output", "force", "checkpoint", "resume", "from", "clairvoyant-time"}

// asks notes which question a command line asks: its verb, and the flags that make another question of it.
func (s *session) asks(parsed *kong.Context) {
	var flags []string
	for _, p := range parsed.Path {
		switch {
		case p.Command != nil:
			s.verb = p.Command.Name
		case p.Flag != nil && !slices.Contains(unasked, p.Flag.Name):
			text := "--" + p.Flag.Name
			if !p.Flag.IsBool() {
				text += fmt.Sprintf(" %v", parsed.FlagValue(p.Flag))
			}
			flags = append(flags, text)
		}
	}
	slices.Sort(flags)
	s.question = strings.Join(flags, " ")
}

// head is that of the parts of what the command line asks about a problem, which is a hash.
func (s *session) head(r *request, args []string, problem string) parts.Head {
	title := strings.TrimSpace(r.Name + " " + strings.Join(args, " "))
	return parts.Head{Version: parts.Version, Verb: s.verb, Title: title, Question: s.question, Problem: problem, Build: versionOfBuild().name()}
}

// partLines writes the lines of a part as they come.
type partLines struct {
	*parts.Writer
	session *session
}

// beginPart writes the first line of a part.
func (s *session) beginPart(head parts.Head, part parts.Path) *partLines {
	head.Part = part
	w, _ := parts.NewWriter(s.out, head) // an outbox takes everything
	return &partLines{w, s}
}

// enoughWaiting is how many bytes of findings wait to be written at most.
const enoughWaiting = 1 << 16

// line writes a finding; see [parts.Writer.Line].
func (w *partLines) line(finding, sure any) error {
	w.Line(finding, sure)
	if w.session.out.waiting.Len() < enoughWaiting {
		return nil
	}
	return w.session.flush()
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

// request adds what the command line has for a request beside its instances.
func (h hashing) request(r *request) {
	h.rules(r.spec)
	for _, o := range r.overrides {
		fmt.Fprintf(h, "%s = %q\n", o.Name, o.Text)
	}
}

// fingerprint is the same for the same rules and values.
func fingerprint(ans *outcome) string {
	h, sum := newHashing()
	h.rules(ans.spec)
	for _, g := range ans.problem.Givens {
		fmt.Fprintf(h, "%s = %s\n", g.Name, value.String(g.Value))
	}
	return sum()
}
