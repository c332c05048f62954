package command

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nazo/dsl/diag"
	"nazo/engine"
)

// Packed is a command line that does the same elsewhere: in a folder that has its files and nothing else.
type Packed struct {
	// Args is the command line: verb, flags, --, other words.
	Args []string
	// Files are the texts of its files by the names that they have in Args: slash-separated, below the folder. One called
	// - is what comes on standard input.
	Files map[string]string
	// Written are values of the hidden flag --written: with them files are told of by the names that they have here.
	Written []string
	// Piped says that an instance came on standard input without being named: Args names it.
	Piped bool
	// Several says that it is about more than one instance, each a question of its own.
	Several bool
	// Pieces is into how many parts that find something the work can be divided at most; 0 if there is no telling.
	Pieces int
	// Divisible says that a part can be split again.
	Divisible bool
	// Raced says that the work is best done by attempts at the whole, any of which is enough: part 2/8=whole is the second of eight.
	Raced bool
	// Resumable says that a part that was interrupted goes on from a checkpoint.
	Resumable bool

	forecast *engine.Forecast // of a count that may be out of reach; else nil
	repeats  bool             // each part does again most of what the others do
}

// MostPacked bounds the bytes of the files of a command line that is packed.
const MostPacked = 256 << 20

// Pack reads the files that a command line about one spec names: the spec, what it uses, instances, standard input. Files above or beside
// the current folder get names below it. What is wrong with the command line, with the spec or its only instance, is printed to errs as the
// program itself does it. If there is nothing to be run Packed is nil; the status is that of the program.
func Pack(args []string, in, out, errs *os.File) (*Packed, int) {
	s := newSession(time.Now(), in, out, errs)
	defer s.stop()
	p, status := s.pack(args)
	return p, int(s.close(status))
}

func (s *session) pack(args []string) (*Packed, exitStatus) {
	parsed, args, status := s.parse(args)
	if parsed == nil {
		return nil, status
	}
	p := &packer{session: s, folders: map[string]string{}, files: map[string]string{}, spelt: map[string]string{}}
	packed, err := p.pack(flagsOf(parsed.Selected()), args)
	if err == nil {
		err = p.divide(packed, parsed.Selected().Target.Addr().Interface())
	}
	if err != nil {
		return nil, s.end(err)
	}
	return packed, statusTrue
}

// packer gives files names below a folder.
type packer struct {
	*session
	spec    *spec
	folders map[string]string // of files that lie elsewhere, by where they lie
	files   map[string]string // Packed.Files
	spelt   map[string]string // how names are written that are not clean, by what they are in files
	request *request          // with the instance if there is but one
	named   []string          // words that name instances
	several bool              // there is more than one
	unnamed bool              // it came on standard input, and was not named
	bytes   int
}

// takesInstance are flags whose value names an instance.
var takesInstance = []string{"--like"}

// pack packs a command line as it is arranged for kong.
func (p *packer) pack(known flagNames, args []string) (*Packed, error) {
	out := args[:1:1]
	at := 1
	for at < len(args) && args[at] != "--" {
		n := known.span(args[at:])
		out = append(out, args[at:at+n]...)
		at += n
	}
	if at == len(args) {
		return nil, mistakef(`expected "<spec> [<instance|name=value> ...]" (nazo --help tells more)`)
	}
	words := args[at+1:]
	var err error
	if p.request, p.named, err = p.newRequest(words[0], words[1:], 0); err != nil {
		return nil, err
	}
	p.spec = p.request.spec
	spec, err := p.packSpec(words[0])
	if err != nil {
		return nil, err
	}
	for i, word := range out {
		name, value, joined := strings.Cut(word, "=")
		switch {
		case joined && slices.Contains(takesInstance, name):
			value, err = p.packInstance(value)
			out[i] = name + "=" + value
		case i > 0 && slices.Contains(takesInstance, out[i-1]):
			out[i], err = p.packInstance(word)
		}
		if err != nil {
			return nil, err
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
	if err := p.only(args[0]); err != nil {
		return nil, err
	}
	if p.unnamed { // it is named, so that it is waited for however late it comes
		out = append(out, "-")
	}
	return &Packed{Args: out, Files: p.files, Written: p.written(), Piped: p.unnamed, Several: p.several}, nil
}

// packSpec packs a spec with those that it uses, and returns its name.
func (p *packer) packSpec(name string) (string, error) {
	if p.spec.embedded != "" || isLink(name) {
		return name, nil
	}
	packed := name
	for _, stmt := range p.spec.Stmts {
		// A spec that comes with nazo and is used by this one is there elsewhere, too; another copy beside this one is the same.
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

// packInstance packs what a word names, an instance, a file of several or a directory, and returns the word for it.
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

// only reads the instance of a command line that names one or none, which may then come on standard input.
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
			p.unnamed = verb != "compare" // which asks about examples if none is named
			_, err := p.add("-", r.instance.Source.Text)
			return err
		}
	}
	return nil
}

// add packs a file, and returns the name that it has from now on.
func (p *packer) add(name, text string) (string, error) {
	as := name
	if name != "-" {
		as = path.Join(p.folder(filepath.Dir(name)), filepath.Base(name))
	}
	if before, known := p.files[as]; known {
		if before != text {
			return "", mistakef("%s changes while it is read", shorten(name))
		}
		return as, nil
	}
	if len(text) == diag.MostRead {
		return "", mistakef("%s has more than %s, and is too large to be read", shorten(name), size(float64(diag.MostRead)))
	}
	if p.bytes += len(text); p.bytes > MostPacked {
		return "", mistakef("the files have more than %s together, which is too much to be sent", size(float64(MostPacked)))
	}
	p.files[as] = text
	if name != "-" && name != filepath.Clean(name) {
		p.spelt[as] = name
	}
	return as, nil
}

// folder is where the files of a folder lie from now on: if it is not below the current one, in a new one.
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
