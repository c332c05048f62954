package explain_test

import (
	"context"
	"flag"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"nazo/internal/study/explain"
	"nazo/native"
)

var (
	levels = flag.Int("levels", 0, "how many boards of each level TestLevels has the programs of the package sgt-puzzles make")
	first  = flag.Int("first", 1, "the seed of the first of these boards")
	every  = flag.Int("every", 1, "how much larger the seed of each next one is")
)

// TestLevels compares ratings with the levels of other people's generators: how often, of two boards of
// one game and size and of different levels, the harder one is rated higher. It is run by hand, after
// the package sgt-puzzles is installed, with -levels 40 -timeout 0 -v.
func TestLevels(t *testing.T) {
	if *levels == 0 {
		t.Skip("it needs the programs of the package sgt-puzzles: -levels 40")
	}
	var all, allPairs float64
	for _, g := range collection {
		var right, pairs float64
		for i, size := range g.sizes {
			known := g.levels
			if i == 0 && g.onlySmall > 0 {
				known = known[:g.onlySmall]
			}
			var numbers [][]float64 // by level
			for _, level := range known {
				var of []float64
				for seed := *first; seed < *first+*levels**every; seed += *every {
					if id := generated(g.name, fmt.Sprintf("%s%s#%d", size, level, seed)); id != "" {
						of = append(of, g.rated(t, id))
					}
				}
				slices.Sort(of)
				if len(of) > 0 {
					t.Logf("%s %s%s: %d boards, %.1f, %.1f, %.1f at the quartiles", g.name, size, level, len(of), of[len(of)/4], of[len(of)/2], of[len(of)*3/4])
				}
				for _, easier := range numbers {
					for _, a := range easier {
						for _, b := range of {
							pairs++
							switch {
							case a < b:
								right++
							case a == b:
								right += 0.5
							}
						}
					}
				}
				numbers = append(numbers, of)
			}
		}
		t.Logf("%s: %.2f of %.0f pairs", g.name, right/pairs, pairs)
		all, allPairs = all+right, allPairs+pairs
	}
	t.Logf("all: %.3f of %.0f pairs", all/allPairs, allPairs)
}

// generated is the game id of a board; "" if none is made in time.
func generated(game, params string) string {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	out, err := exec.CommandContext(ctx, "/usr/games/sgt-"+game, "--generate", "1", params).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// rated is the rating of a board.
func (g *game) rated(t *testing.T, id string) float64 {
	r, err := explain.Rate(context.Background(), problem(t, g.spec, g.instanceText(id)), native.New(), explain.Usual())
	if err != nil || r.End != explain.Solved {
		t.Errorf("%s %s: %v, %v", g.name, id, r.End, err)
	}
	return r.Number
}
