package command

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/value"
)

// partVersion is that of the lines that --part prints.
const partVersion = 2

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
	ByLength map[int64]*big.Int `json:"by_length,omitzero"` // not nil if it is asked for
	Check    string             `json:"check"`              // a hash of all of the above
}

// newPartCount is the count of a part.
func newPartCount(c *countCmd, ans *outcome, plan *engine.Forecast) *partCount {
	r := ans.report
	out := &partCount{partVersion, ans.spec.Name, strings.Join(c.Args, " "), fingerprint(ans), plan.Fingerprint,
		c.Part.number, c.Part.of, uint64(c.Modulo), r.Total, r.Counted.ByLength, ""}
	if c.By != "" && out.ByLength == nil { // there are none in this part
		out.ByLength = map[int64]*big.Int{}
	}
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

func shortHash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// moduloText is the text by which a number is shown to be only a remainder.
func moduloText(m uint64) string {
	if m == 0 {
		return ""
	}
	return fmt.Sprintf(" modulo %d", m)
}
