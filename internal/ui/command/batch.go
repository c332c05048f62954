package command

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nazo/dsl/instance"
	"nazo/internal/show/picture"
	"nazo/internal/solve/parts"
)

// asker is a verb that can be asked about each of several instances.
type asker interface {
	// answer asks about the instance of a request, and prints the answer.
	answer(s *session, r *request, to printer) error
	// alone names a flag that is for one instance only, or returns "".
	alone() string
	divisions() *partsFlags
	puzzle() *puzzleArgs
	limits() *limitFlags // Time is for each instance
	format() *formatFlag
}

// batch is a verb's question about several instances of a spec. It prints a line for each, and a summary.
type batch struct {
	*session
	verb  asker
	ask   *request // without an instance
	words []string
	piped []*instance.Instance // of standard input, which can be read only once
	parts partsFlags           // taken from the verb, which does each instance as a whole
}

// requests reads a command line. If it names several instances (files, directories, files of many), it returns a
// batch. Otherwise it returns a request for one instance or none.
func (s *session) requests(c asker) (*request, *batch, error) {
	args := c.puzzle()
	if err := c.divisions().suitsParts(); err != nil {
		return nil, nil, err
	}
	r, words, err := s.newRequest(args.Spec, args.Args, c.limits().Seed)
	if err != nil {
		return nil, nil, err
	}
	b := &batch{session: s, verb: c, ask: r, words: words}
	switch {
	case len(words) == 0:
		if err := s.supply(r); err != nil || len(r.others) == 0 {
			return r, nil, err
		}
		b.words, b.piped = []string{"-"}, append([]*instance.Instance{r.instance}, r.others...)
	case len(words) > 1:
		for _, word := range words { // report a misspelt name before any work
			if word == "-" || isDirectory(word) || isLink(word) {
				continue
			}
			if _, _, err := s.namedInstances(r.spec, word); err != nil {
				return nil, nil, err
			}
		}
	case !isDirectory(words[0]):
		one, several, err := b.first(words[0])
		if err != nil || !several {
			r.instance = one
			return r, nil, err
		}
	}
	if err := c.divisions().suitsAttempts(); err != nil {
		return nil, nil, err
	}
	if flag := c.alone(); flag != "" {
		return nil, nil, mistakef("%s is for one instance; name one, as in %s:1", flag, Shorten(b.words[0]))
	}
	r.instance, r.others = nil, nil
	b.parts, *c.divisions() = *c.divisions(), partsFlags{}
	return nil, b, nil
}

// pose asks about the instance of the command line, or about each of several.
func (s *session) pose(c asker, to printer) error {
	r, several, err := s.requests(c)
	switch {
	case err != nil:
		return err
	case several != nil:
		return several.run()
	}
	return c.answer(s, r, to)
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// first returns the first instance that a word names, and whether there are more.
func (b *batch) first(word string) (one *instance.Instance, several bool, err error) {
	if word == "-" {
		b.piped, err = b.loadInstances(b.ask.spec, word)
		if err != nil {
			return nil, false, err
		}
		return b.piped[0], len(b.piped) > 1, nil
	}
	n := 0
	for next, err := range b.eachInstance(b.ask.spec, word) {
		if err != nil {
			return nil, false, err
		}
		if n++; n > 1 {
			return one, true, nil
		}
		one = next
	}
	return one, false, nil
}

// instances yields all instances by name, or errors in their place. It keeps no more of them than needed.
func (b *batch) instances() iter.Seq2[string, func() (*instance.Instance, error)] {
	return func(yield func(string, func() (*instance.Instance, error)) bool) {
		for file, err := range b.files() {
			if err != nil {
				if !yield(b.called(file), func() (*instance.Instance, error) { return nil, err }) {
					return
				}
				continue
			}
			if !b.instancesOf(file, yield) {
				return
			}
		}
	}
}

// instancesOf yields the instances of a file. A single one has the name of the file. Others have a title or a number,
// too.
func (b *batch) instancesOf(file string, yield func(string, func() (*instance.Instance, error)) bool) bool {
	each := b.eachInstance(b.ask.spec, file)
	if file == "-" && b.piped != nil {
		each = func(yield func(*instance.Instance, error) bool) {
			for _, one := range b.piped {
				if !yield(one, nil) {
					return
				}
			}
		}
	}
	next, stop := iter.Pull2(each)
	defer stop()
	one, err, more := next()
	for n := 1; more; n++ {
		name, this, wrong := b.called(file), one, err
		one, err, more = next()
		if (n > 1 || more) && wrong == nil {
			name += ":" + cmp.Or(this.Title, strconv.Itoa(n))
		}
		if !yield(name, func() (*instance.Instance, error) { return this, wrong }) {
			return false
		}
	}
	return true
}

// noInstances are the endings of files that lie beside instances: specs and documents.
var noInstances = []string{".nazo", ".md"}

// files yields the files that the words name. In a directory it skips hidden files and [noInstances].
func (b *batch) files() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, word := range b.words {
			if !isDirectory(word) {
				if !yield(word, nil) {
					return
				}
				continue
			}
			entries, err := os.ReadDir(word)
			if err != nil && !yield(word, fileError(err)) {
				return
			}
			for _, e := range entries {
				if e.IsDir() || e.Name()[0] == '.' || slices.Contains(noInstances, strings.ToLower(filepath.Ext(e.Name()))) {
					continue
				}
				name := filepath.Join(word, e.Name())
				var err error
				if info, gone := os.Stat(name); gone == nil && !info.Mode().IsRegular() {
					err = mistakef("%s is no regular file", Shorten(name))
				}
				if !yield(name, err) {
					return
				}
			}
		}
	}
}

// finding is the result for one instance of a batch.
type finding struct {
	Name    string
	Verdict string // in a word or two: "unique", or a number of solutions
	Kind    string // the heading under which the summary counts it
	Seconds float64
	Object  string // the verb's report in JSON, or ""
	Errors  string // for standard error
	Status  Status
	// Found has the answers of a part, to be judged again.
	Found answered
}

func (b *batch) find(name string, read func() (*instance.Instance, error)) *finding {
	var out outbox
	var errs bytes.Buffer
	part := b.part(b.verb.limits().Time, &out, &errs)
	defer part.stop()
	v := &verdictPrinter{errs: &errs}
	if to := b.verb.format().printer(part, picture.Drawer{}); to.document() {
		v.printer = to
	}
	one := *b.ask
	var err error
	if one.instance, err = read(); err == nil {
		err = b.verb.answer(part, &one, v)
	}
	f := &finding{Name: name, Status: part.end(err), Seconds: time.Since(part.start).Seconds()}
	f.Verdict, f.Kind, f.Object, f.Errors = v.verdict, v.kind, out.waiting.String(), errs.String()
	if out.cut && f.Status < StatusMistake {
		f.Status = StatusLimit
	}
	if b.parts.Part.given && v.found != nil {
		f.Found = answeredBy(v.found)
	}
	switch f.Status {
	case StatusMistake:
		f.Verdict, f.Kind = "mistake", "with a mistake"
	case StatusDisagree:
		f.Verdict = "disagreement"
	case StatusLimit:
		if f.Verdict == "" {
			f.Verdict = "not known"
		}
	}
	f.Kind = cmp.Or(f.Kind, f.Verdict)
	return f
}

// run asks about all instances. It prints a line for each as it comes, and a summary. The status is the worst of all.
func (b *batch) run() error {
	b.grace = 2 * grace // an interrupted instance has a line, too
	b.unlimit()         // each instance has its own time limit
	b.ctx = b.root
	b.limit(0)
	b.warn()
	format := b.verb.format().Format
	if format != "text" && format != "json" {
		return mistakef("--format %s is for one instance; several are text or json", format)
	}
	lines := &batchLines{session: b.session, json: format == "json", kinds: map[string]int{}}
	if slices.Contains(b.words, "-") {
		switch {
		case b.parts.Join == "-":
			return mistakef("--join - reads parts on standard input, where instances are to come: keep the parts in a file")
		case b.parts.divided() != "" && b.piped == nil: // a part reads its instances twice
			var err error
			if b.piped, err = b.loadInstances(b.ask.spec, "-"); err != nil {
				return err
			}
		}
	}
	if !b.parts.Part.given {
		b.known(func() {
			lines.mu.Lock() // and nothing more is printed
			lines.summary()
		})
	}
	return b.series(lines).run(b.session, &b.parts)
}

// each asks about the instances begin to end-1, counted from 0.
func (b *batch) each(begin, end int, found func(*finding) error) error {
	b.progress.step("instances", 0, 0)
	at := 0
	for name, read := range b.instances() {
		if at >= end || b.ctx.Err() != nil {
			break
		}
		if at >= begin {
			if err := found(b.find(name, read)); err != nil {
				return err
			}
		}
		at++
	}
	return nil
}

type batchLines struct {
	*session
	json  bool
	apart time.Duration // the time that other machines took
	kinds map[string]int
	worst Status
	n     int
	mu    sync.Mutex
}

// batchLine begins the document of an instance, or says why there is none.
type batchLine struct {
	Instance string  `json:"instance"`
	Finding  string  `json:"finding"`
	Error    *string `json:"error,omitempty"`
}

// batchSum is the last line.
type batchSum struct {
	Instances int            `json:"instances"`
	Verdicts  map[string]int `json:"verdicts"`
	Seconds   float64        `json:"seconds"`
	Reason    string         `json:"reason,omitempty"`
}

// severity orders statuses from good to bad: a mistake is worse than an unknown result.
var severity = []Status{StatusTrue, StatusFalse, StatusLimit, StatusMistake, StatusDisagree, StatusBug}

func (l *batchLines) print(f *finding) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	l.kinds[f.Kind]++
	if slices.Index(severity, f.Status) > slices.Index(severity, l.worst) {
		l.worst = f.Status
	}
	l.progress.clear()
	line := batchLine{Instance: f.Name, Finding: f.Verdict}
	switch {
	case !l.json:
		fmt.Fprint(l.errs, f.Errors)
		fmt.Fprintf(l.out, "%s: %s (%s)\n", f.Name, f.Verdict, seconds(time.Duration(f.Seconds*float64(time.Second))))
	case f.Object != "":
		fmt.Fprint(l.errs, f.Errors)
		fmt.Fprintf(l.out, "%s,%s", bytes.TrimSuffix(encode(line), []byte("}")), strings.TrimPrefix(f.Object, "{"))
	default:
		said := strings.TrimSpace(f.Errors)
		line.Error = &said
		fmt.Fprintf(l.out, "%s\n", encode(line))
	}
	l.progress.step("instances", l.n, 0)
	return l.flush()
}

// sum prints the summary and returns the worst status. No instance at all is a mistake.
func (l *batchLines) sum() error {
	l.answered()
	if l.n == 0 && l.ctx.Err() == nil {
		return mistakef("the directory has no instance")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.summary()
	if l.ctx.Err() != nil {
		return limited{l.stopReason()}
	}
	return l.worst
}

// summary prints how many instances had which verdict.
func (l *batchLines) summary() {
	l.progress.clear()
	took := time.Since(l.start) + l.apart
	if l.json {
		sum := batchSum{Instances: l.n, Verdicts: l.kinds, Seconds: took.Seconds()}
		if l.ctx.Err() != nil {
			sum.Reason = l.stopReason()
		}
		fmt.Fprintf(l.out, "%s\n", encode(sum))
	} else {
		var parts []string
		for _, kind := range slices.Sorted(maps.Keys(l.kinds)) {
			parts = append(parts, fmt.Sprintf("%d %s", l.kinds[kind], kind))
		}
		ended := ""
		if l.ctx.Err() != nil {
			ended = ", then " + l.stopReason()
		}
		fmt.Fprintf(l.out, "%s in %s%s: %s\n", plural(l.n, "instance"), seconds(took), ended, cmp.Or(strings.Join(parts, ", "), "none is done"))
	}
}

// series is the batch as findings of numbered instances.
func (b *batch) series(lines *batchLines) *series[*finding] {
	next, stop := iter.Pull2(b.instances())
	return &series[*finding]{
		head:  b.head,
		do:    b.each,
		print: lines.print,
		sure:  (*finding).sure,
		again: func(f *finding) error {
			name, read, _ := next()
			f.Name = name // the local name
			lines.apart += time.Duration(f.Seconds * float64(time.Second))
			if len(f.Found.Answers) == 0 || b.own {
				return nil
			}
			one := *b.ask
			var err error
			if one.instance, err = read(); err != nil {
				return err
			}
			_, _, err = b.judgeAgain(&one, f.Found)
			return err
		},
		missing: func(begin, end int) error {
			for range end - begin {
				next()
			}
			return nil
		},
		finish: func() error {
			stop()
			return lines.sum()
		},
	}
}

// head returns the head of the parts, and the number of instances. It reads all of them. Their file names make no
// difference.
func (b *batch) head() (parts.Head, int, error) {
	h, sum := newHashing()
	h.request(b.ask)
	n, last := 0, ""
	for _, read := range b.instances() {
		n++
		one, err := read()
		if err != nil {
			fmt.Fprintln(h, err)
			continue
		}
		if one.Source.Text != last {
			last = one.Source.Text
			fmt.Fprintf(h, "%q\n", last)
		}
	}
	head := b.session.head(b.ask, b.verb.puzzle().Args, sum())
	head.Question = strings.TrimSpace(head.Question + " --format " + b.verb.format().Format) // the format decides what is found out
	return head, n, b.ctx.Err()
}

// sure returns the verdict, if there is one.
func (f *finding) sure() any {
	if f.Status == StatusLimit || f.Status == StatusBug {
		return nil
	}
	return []any{f.Verdict, f.Status}
}
