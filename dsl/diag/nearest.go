package diag

import (
	"strings"
	"unicode/utf8"
)

// Nearest returns the candidate that a name was probably meant to be ("did you mean …?"), or "". A near
// candidate differs only in letter case. From two letters on, it may also have an edit distance
// (Damerau and Levenshtein) of at most a third of the name's length, or 1. Ties go to the
// alphabetically first, so the order of the candidates does not matter.
func Nearest(name string, candidates []string) string {
	if len(name) > maxNearest {
		return ""
	}
	length := utf8.RuneCountInString(name)
	best, bestDistance := "", min(max(length/3, 1), length-1)+1
	for _, c := range candidates {
		if c == name || c == "" || len(c) > maxNearest {
			continue
		}
		d := distance(name, c, bestDistance)
		if strings.EqualFold(name, c) {
			d = 0
		}
		if d < bestDistance || d == bestDistance && best != "" && c < best {
			best, bestDistance = c, d
		}
	}
	return best
}

// Likely returns the candidate that was probably meant. It is the nearest one, or the first one to which the name is near,
// since letters may be missing.
func Likely(name string, candidates []string) string {
	if near := Nearest(name, candidates); near != "" {
		return near
	}
	for _, c := range candidates {
		if Nearest(c, []string{name}) != "" {
			return c
		}
	}
	return ""
}

// maxNearest bounds the names for which anything is suggested. Longer ones are not typing errors, and
// comparing them is slow.
const maxNearest = 100

// distance counts the insertions, deletions, substitutions and swaps of neighbours that turn a into b
// (optimal string alignment). It is limit+1 if they are more than limit.
func distance(a, b string, limit int) int {
	s, t := []rune(a), []rune(b)
	if len(s)-len(t) > limit || len(t)-len(s) > limit {
		return limit + 1
	}
	var before, previous, row = make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(s); i++ {
		before, previous, row = previous, row, before
		row[0] = i
		for j := 1; j <= len(t); j++ {
			cost := 1
			if s[i-1] == t[j-1] {
				cost = 0
			}
			row[j] = min(previous[j]+1, row[j-1]+1, previous[j-1]+cost)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return min(row[len(t)], limit+1)
}
