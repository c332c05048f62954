package sites

import (
	"fmt"
	"strings"
)

// issLine returns how a line of characters is read, or nil if a text is none of those of the site: killer cages,
// digits and then regions, or the possible digits of each cell.
func issLine(text string) func(line string) []*issNode {
	line := strings.Join(strings.Fields(text), "")
	switch {
	case strings.HasPrefix(line, "3x3:") && strings.Count(line, ":") == 84:
		return issLongKiller
	case len(line) == 81 && strings.ContainsAny(line, "<v>^`'") && strings.Trim(line, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij^<v>`',.") == "":
		return issShortKiller
	}
	for n := 4; n <= maxISS; n++ {
		switch {
		case len(line) == 2*n*n && issRegions(line[n*n:], n):
			return func(line string) []*issNode { return issJigsawLine(line, n) }
		case len(line) == n*n*n && n > 4 && n <= 9 && strings.Trim(line, "123456789.") == "": // 4*4*4 is a board of 8 by 8
			return func(line string) []*issNode { return issPencilLine(line, n) }
		}
	}
	return nil
}

// issRegions reports whether n characters stand in n cells each.
func issRegions(layout string, n int) bool {
	count := map[rune]int{}
	for _, c := range layout {
		count[c]++
	}
	for _, k := range count {
		if k != n {
			return false
		}
	}
	return len(count) == n
}

func issCell(i, columns int) string {
	const digits = "0123456789abcdefg"
	return "R" + digits[i/columns+1:i/columns+2] + "C" + digits[i%columns+1:i%columns+2]
}

// issCages gathers the cells of cages, each with a number of its own and a sum.
type issCages struct {
	all []*issNode
	of  map[int]*issNode
}

func (c *issCages) add(cage, sum int, cell string) {
	if c.of[cage] == nil {
		c.of[cage] = &issNode{kind: "Cage", args: []string{fmt.Sprint(sum)}}
		c.all = append(c.all, c.of[cage])
	}
	c.of[cage].args = append(c.of[cage].args, cell)
}

// issShortKiller reads a character for each cell: an arrow points to another cell of its cage, and the last one has the
// sum, in which letters go on from 10.
func issShortKiller(line string) []*issNode {
	const sums = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
	steps := map[byte]int{'v': 9, '^': -9, '<': -1, '>': 1, '`': -10, '\'': -8, ',': 8, '.': 10}
	cages := issCages{of: map[int]*issNode{}}
	for i := range 81 {
		at := i
		for n := 0; n < 81; n++ {
			step, ok := steps[line[at]]
			if !ok || at+step < 0 || at+step > 80 {
				break
			}
			at += step
		}
		if sum := strings.IndexByte(sums, line[at]); sum >= 0 {
			cages.add(at, sum, issCell(i, 9))
		}
	}
	return cages.all
}

// issLongKiller reads a number for each cell: the sum of its cage times 256, and the number of the cage.
func issLongKiller(line string) []*issNode {
	words := strings.Split(line, ":")
	cages := issCages{of: map[int]*issNode{}}
	if words[1] == "d" {
		cages.all = []*issNode{{kind: "Diagonal", args: []string{"1"}}, {kind: "Diagonal", args: []string{"-1"}}}
	}
	for i := range 81 {
		if n, _ := number(words[i+3]); n/256 != 0 {
			cages.add(n%256, n/256, issCell(i, 9))
		}
	}
	return cages.all
}

// issJigsawLine reads a digit for each cell, and then a region for each. On boards above nine, A is 1.
func issJigsawLine(line string, n int) (out []*issNode) {
	digits := "123456789"
	if n > 9 {
		digits = "ABCDEFGHIJKLMNOP"
	}
	for i := range n * n {
		if digit := 1 + strings.IndexByte(digits[:n], line[i]); digit > 0 {
			out = append(out, &issNode{kind: "Given", args: []string{fmt.Sprintf("%s_%d", issCell(i, n), digit)}})
		}
	}
	return append(out, issShape(n), &issNode{kind: "NoBoxes"}, &issNode{kind: "Jigsaw", args: []string{line[n*n:]}})
}

func issShape(n int) *issNode {
	return &issNode{kind: "Shape", args: []string{fmt.Sprintf("%dx%d", n, n)}}
}

// issPencilLine reads n characters for each cell: the digits that it may have, and points for the others.
func issPencilLine(line string, n int) []*issNode {
	out := []*issNode{issShape(n)}
	for i := range n * n {
		words := append([]string{issCell(i, n)}, strings.Split(strings.ReplaceAll(line[i*n:i*n+n], ".", ""), "")...)
		out = append(out, &issNode{kind: "Given", args: []string{strings.Join(words, "_")}})
	}
	return out
}
