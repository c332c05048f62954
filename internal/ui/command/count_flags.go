package command

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/solve/parts"
)

// countingFlags say how to count the solutions of a puzzle that stands still.
type countingFlags struct {
	Method, By               string
	Twice, Plan              bool
	Order                    Amount
	Modulo                   modulus
	Checkpoint, Resume, From string
}

// Declare implements [Declarer].
func (f *countingFlags) Declare(v *Verb) {
	f.Method = "auto"
	v.Flag(&f.Method, "method", "auto|enumerate|frontier", "auto (by eliminating vertices and one by one, whichever ends first), enumerate (one by one) or frontier (by eliminating vertices).")
	v.Flag(&f.Twice, "twice", "", "Count by eliminating vertices twice, along two orders, and compare; then compare with a search in small parts of the count.")
	v.Flag(&f.Order, "order", "K", "Eliminate vertices along another order, 1, 2 and so on, for an independent second count. The parts of one split have one order.")
	v.Flag(&f.Plan, "plan", "", "Only forecast such a count: layers, states, memory and time.")
	v.Flag(&f.By, "by", "length", "length: count solutions by the length of their path, cycle or links.")
	v.Flag(&f.Modulo, "modulo", "N", "Count modulo N, which says only what the rest of the number is.")
	v.Flag(&f.Checkpoint, "checkpoint", "FILE", "Save a count by eliminating vertices to this new file from time to time, and when it is interrupted.")
	v.Flag(&f.Resume, "resume", "FILE", "Go on with the count that was saved to this file, and save to it.")
	v.Flag(&f.From, "from", "FILE", "Divide what the count that was saved to this file has left: with --part 2/8, do the second of eight parts of it. The file stays as it is.")
	v.Rare("checkpoint", "resume", "from")
}

// set names a given flag that is only for eliminating vertices, or returns "".
func (f *countingFlags) set() string {
	return firstGiven(flagged{f.Plan, "--plan"}, flagged{f.Twice, "--twice"}, flagged{f.Order > 0, "--order"},
		flagged{f.Checkpoint != "", "--checkpoint"}, flagged{f.Resume != "", "--resume"}, flagged{f.From != "", "--from"},
		flagged{f.Method == solve.Frontier, "--method frontier"})
}

// eliminates names the flag that asks for eliminating vertices, or returns "". Parts are counted so if that is possible.
func (c *countCmd) eliminates() string {
	if c.Method == solve.Enumerate || c.byCubes {
		return c.set()
	}
	return cmp.Or(c.divided(), c.set())
}

// file returns the file to save to, or "".
func (f *countingFlags) file() string { return cmp.Or(f.Resume, f.Checkpoint) }

// suit returns an error if the flags don't suit each other or the puzzle.
func (c *countCmd) suit(r *request) error {
	if r.Moving() || c.States {
		switch flag := cmp.Or(c.divided(), c.set()); {
		case flag != "" && r.Moving():
			return mistakef("%s is for puzzles that stand still, and %s moves", flag, r.name)
		case c.By != "" && r.Moving():
			return mistakef("--by length is for paths, cycles and links, and %s moves; nazo count says how many moves its best runs have", r.name)
		case c.Modulo > 0 && r.Moving():
			return mistakef("--modulo is for puzzles that stand still, and %s moves", r.name)
		}
		return c.runFlags.suit(r)
	}
	if c.Moves > 0 {
		return c.runFlags.suit(r)
	}
	if c.By != "" && c.Limit > 0 {
		return mistakef("--by length is about all solutions, not about the first --limit %d", c.Limit)
	}
	if err := c.suitsDivision(r); err != nil {
		return err
	}
	if flag := c.set(); flag != "" {
		return c.suitsFrontier(flag, r)
	}
	return nil
}

// suitsDivision returns an error if flags don't go with parts of a count.
func (c *countCmd) suitsDivision(r *request) error {
	alone := firstGiven(flagged{c.UpToSymmetry, "--up-to-symmetry"}, flagged{c.WhereTheyDiffer, "--where-they-differ"}, flagged{c.Limit > 0, "--limit"})
	switch {
	case c.divided() == "":
		return nil
	case alone != "":
		return mistakef("%s doesn't go with parts: they don't know the solutions of others", alone)
	case c.Twice:
		return mistakef("--twice doesn't go with parts: another order has other ones")
	}
	return cmp.Or(c.suitsAttempts(), c.suitsCubes(r, c.searchFlags, false))
}

// suitsFrontier returns an error if flags don't go with a count by eliminating vertices.
func (c *countCmd) suitsFrontier(flag string, r *request) error {
	visits := firstGiven(flagged{c.UpToSymmetry, "--up-to-symmetry"}, flagged{c.WhereTheyDiffer, "--where-they-differ"},
		flagged{c.Search != "", "--search"}, flagged{c.Limit > 0, "--limit"})
	switch {
	case c.Method == solve.Enumerate:
		return mistakef("%s doesn't go with --method enumerate", flag)
	case visits != "":
		return mistakef("%s counts by eliminating vertices, which visits no solution; %s has to visit each", flag, visits)
	case c.Engine == "sat" || strings.HasPrefix(c.Engine, "dimacs:"):
		return mistakef("%s counts by eliminating vertices, which only engine native does, not %s", flag, Shorten(c.Engine))
	case c.Plan && (c.divided() != "" || c.Twice || c.file() != "" || c.From != ""):
		return mistakef("--plan counts nothing; it goes with none of --part, --join, --twice, --checkpoint, --resume and --from")
	case c.Resume != "" && c.Checkpoint != "" && c.Resume != c.Checkpoint:
		return mistakef("--resume %s goes on saving to that file; --checkpoint names another", Shorten(c.Resume))
	case len(r.swept) > 0 && (c.Plan || c.file() != "" || c.From != ""):
		return mistakef("%s is about one puzzle, not a range of them", flag)
	}
	if err := c.beginsFrom(); err != nil {
		return err
	}
	return c.savesTo()
}

// beginsFrom returns an error if --from doesn't suit --part. It puts the digest of the file into the part.
func (c *countCmd) beginsFrom() error {
	path := c.Part.path
	switch {
	case c.From == "":
		return nil
	case len(path) == 0:
		return mistakef("--from %[1]s is for parts of what was saved there, such as --part 2/8; --resume %[1]s goes on with all of it", Shorten(c.From))
	case c.From == c.Checkpoint:
		return mistakef("--from %s is what all parts begin from; --checkpoint has to be another file for each", Shorten(c.From))
	}
	if info, err := os.Stat(c.From); err == nil && !info.Mode().IsRegular() {
		return mistakef("%s is no file that a count was saved to", Shorten(c.From))
	}
	f, err := os.Open(c.From)
	if err != nil {
		return fileError(err)
	}
	defer f.Close() // it is only read
	digest, err := parts.Digest(f)
	if err != nil {
		return fileError(err)
	}
	last := &path[len(path)-1]
	if last.From != "" && last.From != digest {
		return mistakef("--part %s is of another checkpoint than %s, which has the digest %s", path, Shorten(c.From), digest)
	}
	last.From = digest
	return nil
}

// savesTo returns an error if a count can't be saved to the file.
func (c *countCmd) savesTo() error {
	file := c.file()
	if file == "" {
		return nil
	}
	info, err := os.Stat(file)
	switch {
	case c.Resume != "" && err != nil:
		return fileError(err)
	case c.Resume != "" && !info.Mode().IsRegular():
		return mistakef("%s is no file that a count was saved to", Shorten(file))
	case err == nil && info.IsDir():
		return mistakef("%s is a folder, not a file to save to", Shorten(file))
	case err == nil && c.Resume == "":
		return mistakef("there is a file %s already; --resume %s goes on with what it has", Shorten(file), Shorten(file))
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return mistakef("there is no folder %s to save to", Shorten(filepath.Dir(file)))
	}
	return nil
}

// counting returns how to count solutions.
func (c *countCmd) counting(s *session) *solve.Counting {
	out := &solve.Counting{Method: c.Method, CountOptions: model.CountOptions{Modulo: uint64(c.Modulo), ByLength: c.By != "",
		OrderVariant: int(c.Order), From: c.From, Checkpoint: c.file(), Resume: c.Resume != "", Progress: s.layers()}}
	path := c.Part.path
	out.PartName = path.String()
	if out.Parts = c.partsOfCount(); out.Parts > 0 {
		out.Part = 1
	}
	if n := len(path) - 1; n >= 0 {
		out.Part, out.FromName = path[n].Number, path[:n].String()
	}
	if c.set() != "" || c.Part.given && c.Method != solve.Enumerate {
		out.Method = solve.Frontier
	}
	return out
}

// partsOfCount returns the number of parts of the count if one of them is counted, or 0.
func (c *countCmd) partsOfCount() int {
	switch n := len(c.Part.path); {
	case n > 0:
		return c.Part.path[n-1].Of
	case c.Part.given:
		return 1
	}
	return 0
}

// layers returns a function that shows the progress of a count by eliminating vertices.
func (s *session) layers() func(model.CountProgress) {
	start := time.Now()
	return func(p model.CountProgress) {
		s.progress.say(func() string { return layersDone(p, time.Since(start).Seconds()) })
	}
}

// layersDone describes the progress of such a count after so many seconds.
func layersDone(p model.CountProgress, seconds float64) string {
	text := fmt.Sprintf("layer %d of %d, %s", p.Layer, p.Layers, pluralOf(p.States, "state"))
	if p.Share > 0.01 && p.Share < 1 {
		text += inHundred(p.Share, 1) + ", about " + longTime(seconds*(1-p.Share)/p.Share) + " left"
	}
	return text
}
