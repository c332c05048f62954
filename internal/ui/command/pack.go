package command

import (
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nazo/dsl/diag"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
)

// Packed is a command line that does the same in another folder, which has its files and nothing else.
type Packed struct {
	// Args is the command line: verb, flags, --, other words.
	Args []string
	// Files are the texts of the files by their names in Args: slash-separated, below the folder. "-" is standard
	// input.
	Files map[string]string
	// Written are values of the hidden flag --written. They give files their local names in messages.
	Written []string
	// Piped is true if an instance came on standard input without being named. Args names it.
	Piped bool
	// Several is true if the command line is about several instances, each a question of its own.
	Several bool
	// Pieces is the largest number of parts with work to do, 0 if it is unknown.
	Pieces int
	// Divisible is true if a part can be split again.
	Divisible bool
	// Raced is true if attempts at the whole are best. Any one of them is enough. Part 2/8=whole is the second of
	// eight.
	Raced bool
	// Resumable is true if an interrupted part goes on from a checkpoint.
	Resumable bool

	forecast *model.Forecast // of a count that may be out of reach, or nil
	repeats  bool            // each part repeats most of the work of the others
}

// MostPacked bounds the bytes of all files of a packed command line.
const MostPacked = 256 << 20

// Pack reads the files that a command line about one spec names: the spec, what it uses, instances, standard input.
// Files above or beside the current folder get names below it. Pack prints mistakes as the program itself does. If
// there is nothing to run, Packed is nil. The status is that of the program.
func Pack(args []string, in, out, errs *os.File) (*Packed, int) {
	s := newSession(time.Now(), in, out, errs)
	defer s.stop()
	p, status := s.pack(args)
	return p, int(s.close(status))
}

func (s *session) pack(args []string) (packed *Packed, status Status) {
	status = s.parse(args, func(v *Verb) (err error) {
		p := &packer{session: s, folders: map[string]string{}, files: map[string]string{}, spelt: map[string]string{}}
		if packed, err = p.pack(v); err == nil {
			err = p.divide(packed, v.Target)
		}
		if err != nil {
			packed = nil
		}
		return err
	})
	return packed, status
}

// packer gives files names below a folder.
type packer struct {
	*session
	spec    *spec
	folders map[string]string // new names of folders that lie elsewhere
	files   map[string]string // Packed.Files
	spelt   map[string]string // the user's spelling of names that are not clean
	request *request          // with the instance if there is but one
	named   []string          // words that name instances
	several bool              // there is more than one
	unnamed bool              // it came on standard input without being named
	bytes   int
}

// takesInstance are flags whose value names an instance.
var takesInstance = []string{"--like"}

// pack packs the command line of a verb.
func (p *packer) pack(v *Verb) (*Packed, error) {
	out := append([]string{v.Name()}, v.Written()...)
	words := v.Flags().Args()
	if len(words) == 0 {
		return nil, mistakef(`expected "<spec> [<instance|name=value> ...]" (nazo --help tells more)`)
	}
	var err error
	if p.request, p.named, err = p.newRequest(words[0], words[1:], 0); err != nil {
		return nil, err
	}
	if v.Name() == "make" {
		p.named = slices.DeleteFunc(p.named, func(word string) bool { _, _, size := boardSize(word); return size })
	}
	p.spec = p.request.spec
	spec, err := p.packSpec(words[0])
	if err != nil {
		return nil, err
	}
	for i, word := range out {
		name, value, _ := strings.Cut(word, "=")
		if slices.Contains(takesInstance, name) {
			if value, err = p.packInstance(value); err != nil {
				return nil, err
			}
			out[i] = name + "=" + value
		}
	}
	out = append(out, "--", spec)
	for _, word := range words[1:] {
		if slices.Contains(p.named, word) {
			if word, err = p.packInstance(word); err != nil {
				return nil, err
			}
		}
		out = append(out, word)
	}
	if err := p.only(v.Name()); err != nil {
		return nil, err
	}
	if p.unnamed { // naming it makes the program wait for it
		out = append(out, "-")
	}
	return &Packed{Args: out, Files: p.files, Written: p.written(), Piped: p.unnamed, Several: p.several}, nil
}

// packSpec packs a spec and the specs that it uses, and returns its name.
func (p *packer) packSpec(name string) (string, error) {
	if p.spec.embedded != "" || isLink(name) {
		return name, nil
	}
	packed := name
	for _, stmt := range p.spec.Stmts {
		// A spec that comes with nazo and is used by this one exists elsewhere, too. Another copy
		// beside this one is the same.
		as, err := p.add(stmt.Source.Name, stmt.Source.Text)
		if err != nil {
			return "", err
		}
		if stmt.Source.Name == name {
			packed = as
		}
	}
	return packed, nil
}

// packInstance packs what a word names: an instance, a file of several or a directory. It returns the new word.
func (p *packer) packInstance(word string) (string, error) {
	if isLink(word) {
		return word, nil
	}
	if isDirectory(word) {
		b := batch{session: p.session, words: []string{word}}
		for file, err := range b.files() {
			if err == nil {
				_, err = p.packInstance(file)
			}
			if err != nil {
				return "", err
			}
		}
		return p.folder(word), nil
	}
	src, which, err := p.namedInstances(p.spec, word)
	if err != nil {
		return "", err
	}
	name := strings.TrimSuffix(word, ":"+which)
	if src.Name != name || word == "-" && p.spec.name == "-" {
		return word, nil // one that comes with the spec
	}
	packed, err := p.add(name, src.Text)
	if which != "" {
		packed += ":" + which
	}
	return packed, err
}

// only reads the instance if there is one or none named. It may come on standard input.
func (p *packer) only(verb string) error {
	r, named := p.request, p.named
	switch {
	case len(named) > 1 || len(named) == 1 && isDirectory(named[0]):
		p.several = true
	case len(named) == 1:
		if text, ok := p.files["-"]; ok && named[0] == "-" {
			p.in = strings.NewReader(text)
		}
		var err error
		b := batch{session: p.session, ask: r}
		r.instance, p.several, err = b.first(named[0])
		return err
	case len(named) == 0 && verb != "make":
		if err := p.supply(r); err != nil {
			return err
		}
		p.several = len(r.others) > 0
		if r.instance != nil && r.instance.Source.Name == "-" {
			p.unnamed = verb != "compare" // compare takes the examples if none is named
			_, err := p.add("-", r.instance.Source.Text)
			return err
		}
	}
	return nil
}

// add packs a file, and returns its new name.
func (p *packer) add(name, text string) (string, error) {
	as := name
	if name != "-" {
		as = path.Join(p.folder(filepath.Dir(name)), filepath.Base(name))
	}
	if before, known := p.files[as]; known {
		if before != text {
			return "", mistakef("%s changed while it was read", Shorten(name))
		}
		return as, nil
	}
	if len(text) == diag.MostRead {
		return "", mistakef("%s is larger than %s, which is too large", Shorten(name), size(float64(diag.MostRead)))
	}
	if p.bytes += len(text); p.bytes > MostPacked {
		return "", mistakef("the files have more than %s together, which is too much", size(float64(MostPacked)))
	}
	p.files[as] = text
	if name != "-" && name != filepath.Clean(name) {
		p.spelt[as] = name
	}
	return as, nil
}

// folder returns the new name of a folder. One that is not below the current folder gets a new place.
func (p *packer) folder(name string) string {
	if filepath.IsLocal(name) {
		return filepath.ToSlash(filepath.Clean(name))
	}
	name = filepath.Clean(name)
	if p.folders[name] == "" {
		p.folders[name] = "elsewhere/" + strconv.Itoa(len(p.folders)+1)
	}
	return p.folders[name]
}

// written returns the values of --written for the packed files.
func (p *packer) written() []string {
	names := maps.Clone(p.spelt)
	for as, name := range p.folders {
		names[name] = as
	}
	return alg.Map(slices.Sorted(maps.Keys(names)), func(name string) string { return name + "//" + names[name] })
}

// partsEach is the number of parts for each worker if dividing costs nothing. So all workers have work to the end.
const partsEach = 4

// mostPieces bounds the puzzles, deals or samples in one part. Starting a process and reading a small spec takes some
// 7 ms, so a part of small puzzles takes seconds. Its output is kept in memory until it ends, and a lost worker's
// part is done again.
const mostPieces = 10_000

// Parts returns the best number of parts for so many workers, or of attempts if the work is Raced.
func (p *Packed) Parts(workers int) int {
	switch {
	case p.Resumable || p.repeats && !p.Divisible: // resumable work is divided as it goes
		return 1
	case p.repeats || p.Raced:
		return workers
	case p.Pieces > 0:
		return min(max(partsEach*workers, (p.Pieces+mostPieces-1)/mostPieces), p.Pieces, parts.MostShares)
	}
	return partsEach * workers
}

// divide finds out how the work of a verb can be divided.
func (p *packer) divide(to *Packed, verb any) error {
	if len(p.request.swept) > 0 {
		return mistakef("a range of values is not divided; nazo %s does it alone, one value after the other", to.Args[0])
	}
	to.Divisible = true
	switch c := verb.(type) {
	case *makeCmd:
		to.Pieces = int(c.Number)
		return c.freeNames(p.request.Name) // fail before the work
	case *rateCmd, *checkCmd:
		if !p.several {
			return mistakef("nazo %s is divided by instances, and there is only one here", to.Args[0])
		}
	case *sampleCmd: // each part counts, which takes the time
		to.Pieces, to.repeats, to.Divisible = int(c.Number), true, false
	case *contestCmd:
		to.Pieces = int(c.Deals)
		if c.Deals == 0 && !p.several {
			to.Pieces = someDeals
		}
	case *uniqueCmd: // the time is partly luck, and parts can't share what they learn
		to.Raced = p.standsAlone()
	case *solveCmd:
		to.repeats = p.standsAlone() && !c.All
		to.Raced = to.repeats && c.Limit <= 1 && c.Search == ""
	case *countCmd:
		return p.divideCount(to, c)
	}
	return nil
}

// standsAlone reports whether the question is about one puzzle that stands still.
func (p *packer) standsAlone() bool {
	return !p.several && len(p.request.swept) == 0 && !p.request.Moving()
}

// divideCount finds out whether parts of a count are counted by eliminating vertices.
func (p *packer) divideCount(to *Packed, c *countCmd) error {
	if !p.standsAlone() || c.Method == solve.Enumerate {
		return nil
	}
	problem, err := p.onlyProblem(p.request)
	if err != nil {
		return err
	}
	t, err := p.team(c.Engine, c.searchFlags)
	if err != nil {
		return err
	}
	p.progress.clear()
	q := c.question(solve.Question{Counting: c.counting(p.session)})
	opened := solve.Open(problem, t)
	if planParts(p.ctx, opened, q) != nil {
		return nil
	}
	to.Divisible, to.Resumable = true, true
	q.Counting.Method, q.Counting.Parts = solve.Frontier, 1 // as parts count
	return p.forecast(to, opened, q)
}

// forecast estimates a count that may be out of reach. It searches for better orders only if the spec's own order
// would take too long.
func (p *packer) forecast(to *Packed, opened *solve.Session, q solve.Question) error {
	soon, stop := context.WithCancel(p.ctx)
	stop()
	for _, ctx := range []context.Context{soon, p.ctx} {
		plan, _, err := opened.Plan(p.ctx, q)
		if err != nil {
			return err
		}
		if to.forecast = plan.Forecast(ctx); to.forecast == nil || to.forecast.Work <= solve.MostWork(1) {
			to.forecast = nil
			return nil
		}
	}
	if p.ctx.Err() != nil {
		return limited{p.stopReason()}
	}
	return nil
}

// OutOfReach says, in nazo's words, why a count in so many parts is not begun. It returns "" if it is. 0 stands for
// the number of [Packed.Parts].
func (p *Packed) OutOfReach(parts int) string {
	if parts = max(parts, 1); p.forecast == nil || p.forecast.Work <= solve.MostWork(parts) {
		return ""
	}
	return tooMuch(p.forecast, parts)
}
