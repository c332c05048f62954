package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nazo/compile/model"
	"nazo/compile/value"
	"nazo/dsl/diag"
	"nazo/solve"
)

// partVersion is that of the lines that --part prints.
const partVersion = 1

// partCount is the number of one part of a split, as --part prints it and --add
// reads it.
type partCount struct {
	Version  int                `json:"nazo_part"`
	Puzzle   string             `json:"puzzle"`
	Instance string             `json:"instance"`
	Problem  string             `json:"problem"` // a hash of the rules and the values of the givens
	Order    string             `json:"order"`   // a hash of the order of elimination
	Part     int                `json:"part"`
	Parts    int                `json:"parts"`
	Modulo   uint64             `json:"modulo,omitempty"`
	Count    *big.Int           `json:"count"`
	ByLength map[int64]*big.Int `json:"by_length,omitempty"`
	Check    string             `json:"check"` // a hash of all of the above
}

// newPartCount is what was counted of a part.
func newPartCount(c *countCmd, ans *outcome, plan model.CountPlan) *partCount {
	r := ans.report
	out := &partCount{partVersion, ans.spec.Name, strings.Join(c.Args, " "), fingerprint(ans), orderHash(plan),
		c.Part.number, c.Part.of, uint64(c.Modulo), r.Total, r.Counted.ByLength, ""}
	out.Check = out.hash()
	return out
}

// hash is over everything but itself.
func (p *partCount) hash() string {
	bare := *p
	bare.Check = ""
	text, err := json.Marshal(bare)
	if err != nil {
		panic(err) // names and numbers
	}
	return shortHash(text)
}

func (p *partCount) line() []byte {
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // names and numbers
	}
	return append(text, '\n')
}

// fingerprint is the same for the same rules and values.
func fingerprint(ans *outcome) string {
	var text strings.Builder
	seen := map[*diag.Source]bool{}
	for _, s := range ans.spec.Stmts {
		if !seen[s.Source] {
			seen[s.Source] = true
			fmt.Fprintf(&text, "%q\n", s.Source.Text)
		}
	}
	for _, g := range ans.problem.Givens {
		fmt.Fprintf(&text, "%s = %s\n", g.Name, value.String(g.Value))
	}
	return shortHash([]byte(text.String()))
}

func orderHash(plan model.CountPlan) string {
	var text strings.Builder
	for _, l := range plan.Layers {
		fmt.Fprintln(&text, l.Vertex)
	}
	return shortHash([]byte(text.String()))
}

func shortHash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// addParts adds up what --part has printed to files.
func (a *app) addParts(c *countCmd) (int, error) {
	switch flag := c.set(); {
	case flag != "":
		return 0, mistakef("--add only adds up; it doesn't go with %s", flag)
	case c.Spec == "":
		return 0, mistakef("--add adds up the parts in files, and none is named")
	}
	var parts []*partCount
	from := map[*partCount]string{}
	for _, name := range append([]string{c.Spec}, c.Args...) {
		some, err := a.readParts(name)
		if err != nil {
			return 0, err
		}
		for _, p := range some {
			from[p] = name
		}
		parts = append(parts, some...)
	}
	if err := whole(parts, from); err != nil {
		return 0, err
	}
	a.answered()
	total, table := sumOf(parts)
	first := parts[0]
	if c.Format == "json" {
		a.out.Write(addedJSON(first, total, table))
		return statusTrue, nil
	}
	a.note("%s of %s", plural(first.Parts, "part"), strings.TrimSpace(first.Puzzle+" "+first.Instance))
	fmt.Fprintln(a.out, total.String()+moduloText(first.Modulo))
	a.out.WriteString(lengthTable(table))
	return statusTrue, nil
}

// readParts reads the lines of a file.
func (a *app) readParts(name string) ([]*partCount, error) {
	text, err := a.read(name)
	if err != nil {
		return nil, err
	}
	var out []*partCount
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		p := &partCount{}
		d := json.NewDecoder(bytes.NewReader([]byte(line)))
		d.DisallowUnknownFields()
		switch err := d.Decode(p); {
		case err != nil || p.Count == nil || p.Version < 1:
			return nil, mistakef("%s:%d: this is no part that nazo count --part printed", shorten(name), i+1)
		case p.Version != partVersion:
			return nil, mistakef("%s:%d: this part is of version %d, and this nazo adds version %d", shorten(name), i+1, p.Version, partVersion)
		case p.Check != p.hash():
			return nil, mistakef("%s:%d: this part is damaged", shorten(name), i+1)
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return nil, mistakef("%s has no part that nazo count --part printed", shorten(name))
	}
	return out, nil
}

// whole is an error unless these are all parts of one split, each once.
func whole(parts []*partCount, from map[*partCount]string) error {
	first := parts[0]
	byNumber := map[int]*partCount{}
	for _, p := range parts {
		differs := func(what string) error {
			return mistakef("%s and %s are parts of different %s", shorten(from[first]), shorten(from[p]), what)
		}
		switch other := byNumber[p.Part]; {
		case p.Problem != first.Problem:
			return differs("puzzles")
		case p.Order != first.Order || p.Parts != first.Parts:
			return differs("splits")
		case p.Modulo != first.Modulo || (p.ByLength == nil) != (first.ByLength == nil):
			return differs("questions")
		case other != nil:
			return mistakef("part %d comes twice: in %s and in %s", p.Part, shorten(from[other]), shorten(from[p]))
		}
		byNumber[p.Part] = p
	}
	var missing []string
	for i := 1; i <= first.Parts; i++ {
		if byNumber[i] == nil {
			missing = append(missing, fmt.Sprint(i))
		}
	}
	if len(missing) > 0 {
		return mistakef("of %s these are missing: %s", plural(first.Parts, "part"), cut(strings.Join(missing, ", "), longest))
	}
	return nil
}

// sumOf adds up parts.
func sumOf(parts []*partCount) (total *big.Int, table map[int64]*big.Int) {
	total = new(big.Int)
	for _, p := range parts {
		total.Add(total, p.Count)
		for length, n := range p.ByLength {
			if table == nil {
				table = map[int64]*big.Int{}
			}
			if table[length] == nil {
				table[length] = new(big.Int)
			}
			table[length].Add(table[length], n)
		}
	}
	if m := parts[0].Modulo; m > 0 {
		rest := func(n *big.Int) { n.Mod(n, new(big.Int).SetUint64(m)) }
		rest(total)
		for _, n := range table {
			rest(n)
		}
	}
	return total, table
}

func addedJSON(p *partCount, total *big.Int, table map[int64]*big.Int) []byte {
	out := struct {
		Puzzle   string        `json:"puzzle"`
		Instance string        `json:"instance"`
		Complete bool          `json:"complete"`
		Parts    int           `json:"parts"`
		Modulo   uint64        `json:"modulo,omitempty"`
		Count    *big.Int      `json:"count"`
		ByLength []lengthCount `json:"by_length,omitempty"`
	}{p.Puzzle, p.Instance, true, p.Parts, p.Modulo, total, lengthCounts(table)}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // names and numbers
	}
	return append(text, '\n')
}

// lengthCount is how many solutions have a length.
type lengthCount struct {
	Length int64    `json:"length"`
	Count  *big.Int `json:"count"`
}

// lengthCounts lists a table by length, without what there is none of.
func lengthCounts(table map[int64]*big.Int) []lengthCount {
	var out []lengthCount
	for length, n := range table {
		if n.Sign() != 0 {
			out = append(out, lengthCount{length, n})
		}
	}
	slices.SortFunc(out, func(a, b lengthCount) int { return int(a.Length - b.Length) })
	return out
}

// lengthTable is a table of numbers by length for people; "" if there is none.
func lengthTable(table map[int64]*big.Int) string {
	list := lengthCounts(table)
	if len(list) == 0 {
		return ""
	}
	rows := [][]string{{"length", "solutions"}}
	for _, l := range list {
		rows = append(rows, []string{fmt.Sprint(l.Length), bigThousands(l.Count)})
	}
	return alignColumns(rows, 0) + fmt.Sprintf("shortest %d, longest %d\n", list[0].Length, list[len(list)-1].Length)
}

// moduloText says that a number is only a rest.
func moduloText(m uint64) string {
	if m == 0 {
		return ""
	}
	return fmt.Sprintf(" modulo %d", m)
}

// countedText says how a number came about that wasn't found one by one; "" if it was,
// too.
func countedText(r *solve.Report) string {
	c := r.Counted
	if c == nil || c.Listed {
		return ""
	}
	text := "counted by eliminating vertices; not enumerated"
	if c.Twice {
		text = "counted by eliminating vertices, along two orders that agree; not enumerated"
	}
	switch {
	case r.Count == 1:
		text += "; one solution was found and judged"
	case r.Count > 1:
		text += fmt.Sprintf("; %s solutions were found and judged", thousands(int64(r.Count)))
	case r.Total.Sign() != 0:
		text += "; no solution was found in time to be judged"
	}
	return text
}
