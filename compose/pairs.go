package compose

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/givens"
	"nazo/value"
)

// joined reports whether a find joins equal labels of a given, so that each of them is printed twice.
func (m *models) joined(name string) bool {
	return slices.ContainsFunc(m.spec.Stmts, func(s check.Placed[dsl.Stmt]) bool {
		f, ok := s.Stmt.(*dsl.Find)
		if !ok {
			return false
		}
		links, ok := f.Domain.(*dsl.LinksIn)
		if !ok {
			return false
		}
		ends, ok := links.Ends.(*dsl.Name)
		return ok && ends.Text == name
	})
}

// pairs has labels at both ends of lines that fill a board, drawn at random: each grows from the free cell with the fewest free
// neighbours, to one of the same kind, and a cell that is left over goes to a line that ends beside it.
func (b *blanks) pairs(board *value.Board) []value.Value {
	out := make([]value.Value, board.Rows*board.Cols)
	for i := range out {
		out[i] = value.None{}
	}
	for range 1000 {
		if lines, ok := lines(board, b.random); ok {
			for i, line := range lines {
				text := strconv.Itoa(i + 1)
				label := value.Label{Name: text, Print: text}
				out[line[0]], out[line[len(line)-1]] = label, label
			}
			break
		}
	}
	return out
}

// lines cut a board into paths of two cells and more; ok is false if a cell is left over.
func lines(board *value.Board, random *rand.Rand) (lines [][]int, ok bool) {
	n := board.Rows * board.Cols
	taken := make([]bool, n)
	free := func(at int) (out []int) {
		for _, to := range neighbours(board, at) {
			if !taken[to] {
				out = append(out, to)
			}
		}
		return out
	}
	narrowest := func(of []int) int {
		best, least := of[0], 5
		for _, i := range random.Perm(len(of)) {
			if k := len(free(of[i])); k < least {
				best, least = of[i], k
			}
		}
		return best
	}
	for {
		var open []int
		for at := range n {
			if !taken[at] {
				open = append(open, at)
			}
		}
		if len(open) == 0 {
			return lines, true
		}
		at := narrowest(open)
		taken[at] = true
		line := []int{at}
		longest := 3 + random.IntN(board.Rows+board.Cols)
		for len(line) < longest {
			to := slices.DeleteFunc(free(at), func(next int) bool { return touches(board, line[:len(line)-1], next) })
			if len(to) == 0 {
				break
			}
			if at = narrowest(to); random.IntN(3) == 0 {
				at = to[random.IntN(len(to))]
			}
			taken[at] = true
			line = append(line, at)
		}
		if len(line) > 1 {
			lines = append(lines, line)
			continue
		}
		i := slices.IndexFunc(lines, func(l []int) bool {
			return slices.Contains(neighbours(board, l[len(l)-1]), at) && !touches(board, l[:len(l)-1], at)
		})
		if i < 0 {
			return nil, false
		}
		lines[i] = append(lines[i], at)
	}
}

// touches reports whether a cell lies beside one of a line: from there it could be reached sooner, so that the line would not be the
// only one.
func touches(board *value.Board, line []int, at int) bool {
	return slices.ContainsFunc(neighbours(board, at), func(to int) bool { return slices.Contains(line, to) })
}

// words reports whether something of a blank draft was drawn: names of rooms, or of pairs.
func words(d *Draft) bool {
	return slices.ContainsFunc(d.Parts, func(p givens.Part) bool {
		of := p.Type
		if o, optional := of.(givens.Optional); optional {
			of = o.Of
		}
		_, word := of.(givens.Word)
		return word && len(p.Path) > 0 && !isNone(p.Value)
	})
}
