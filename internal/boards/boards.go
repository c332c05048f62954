package boards

import "fmt"

// Lamps puts a lamp wherever no light is yet, in a random order.
func Lamps(n int) string {
	random := drawn(n)
	block := newBoard(n, ".")
	walls, lit, lamp := newArea(n), newArea(n), newArea(n)
	for _, p := range shuffledPlaces(random, n)[:n*n/5] {
		walls.add(p)
	}
	for _, p := range shuffledPlaces(random, n) {
		if walls.has(p) || lit.has(p) {
			continue
		}
		lamp.add(p)
		lit.add(p)
		for _, d := range sides {
			for q := p.plus(d); q.on(n) && !walls.has(q); q = q.plus(d) {
				lit.add(q)
			}
		}
	}
	for i, wall := range walls.in {
		if p := (place{i / n, i % n}); wall {
			block[p.r][p.c] = "#"
			if random.IntN(2) == 0 {
				block[p.r][p.c] = fmt.Sprint(lamp.beside(p))
			}
		}
	}
	return block.text("block")
}

// Rooms shades a lattice that leaves no four in a line open, in rooms that are at least
// three wide, so that no open line crosses one as a whole.
func Rooms(n int) string {
	random := drawn(n)
	room, clue := newBoard(n, "?"), newBoard(n, ".")
	next := 0
	var cut func(top, left, bottom, right int)
	cut = func(top, left, bottom, right int) {
		h, w := bottom-top, right-left
		switch {
		case h >= 6 && (h >= w || w < 6) && (h > 6 || random.IntN(2) == 0):
			at := top + 3 + random.IntN(h-5)
			cut(top, left, at, right)
			cut(at, left, bottom, right)
		case w >= 6 && (w > 6 || random.IntN(2) == 0):
			at := left + 3 + random.IntN(w-5)
			cut(top, left, bottom, at)
			cut(top, at, bottom, right)
		default:
			shaded := 0
			for r := top; r < bottom; r++ {
				for c := left; c < right; c++ {
					room[r][c] = label(next)
					if (2*r+c)%5 == 0 {
						shaded++
					}
				}
			}
			if next++; random.IntN(2) == 0 {
				clue[top][left] = fmt.Sprint(shaded)
			}
		}
	}
	cut(0, 0, n, n)
	return room.text("room") + "\n" + clue.text("clue")
}

// Repeats writes a Latin square, and into each shaded cell what stands elsewhere in its row.
func Repeats(n int) string {
	random := drawn(n)
	digit := newBoard(n, ".")
	symbols, columns := random.Perm(n), random.Perm(n)
	for r := range n {
		for c := range n {
			digit[r][c] = fmt.Sprint(symbols[(r+columns[c])%n])
		}
	}
	for i, black := range spread(random, n).in {
		if black {
			digit[i/n][i%n] = digit[i/n][(i+1+random.IntN(n-1))%n]
		}
	}
	return digit.text("digit")
}

// Sights numbers a third of the open cells.
func Sights(n int) string {
	random := drawn(n)
	clue := newBoard(n, ".")
	black := spread(random, n)
	for _, p := range shuffledPlaces(random, n)[:n*n/5] {
		if black.has(p) {
			continue
		}
		seen := 1
		for _, d := range sides {
			for q := p.plus(d); q.on(n) && !black.has(q); q = q.plus(d) {
				seen++
			}
		}
		clue[p.r][p.c] = fmt.Sprint(seen)
	}
	return clue.text("clue")
}

// Fence counts the sides that the outline of an area has.
func Fence(n int) string {
	random := drawn(n)
	clue := newBoard(n, ".")
	a := inner(random, n)
	for r := range n {
		for c := range n {
			p := place{r, c}
			count := a.beside(p)
			if a.has(p) {
				count = 4 - count
			}
			if random.IntN(2) == 0 {
				clue[r][c] = fmt.Sprint(count)
			}
		}
	}
	return clue.text("clue")
}

// Pearls puts pearls on the outline of an area of one row and column less, whose corners
// are the cells.
func Pearls(n int) string {
	random := drawn(n)
	pearl := newBoard(n, ".")
	a := inner(random, n-1)
	// uses reports whether the loop leaves a cell in direction d.
	uses := func(p place, d int) bool {
		left := [4]place{{-1, -1}, {-1, 0}, {0, 0}, {0, -1}} // of the faces on both sides
		return p.on(n) && a.has(p.plus(left[d])) != a.has(p.plus(left[(d+1)%4]))
	}
	straight := func(p place) bool { return uses(p, 0) && uses(p, 2) || uses(p, 1) && uses(p, 3) }
	for r := range n {
		for c := range n {
			p := place{r, c}
			ends, turns := 0, 0
			for d, side := range sides {
				if uses(p, d) {
					ends++
					if !straight(p.plus(side)) {
						turns++
					}
				}
			}
			switch {
			case ends != 2 || random.IntN(3) > 0:
			case straight(p) && turns > 0:
				pearl[r][c] = "o"
			case !straight(p) && turns == 0:
				pearl[r][c] = "*"
			}
		}
	}
	return pearl.text("pearl")
}

// Stars puts two stars in each row and column, far from those of the next, and cuts a
// winding line through all cells after every second star.
func Stars(n int) string {
	random := drawn(n)
	room := newBoard(n, "?")
	half := n / 2
	star := newArea(n)
	step := half/2 + 1
	for gcd(step, n) > 1 {
		step++
	}
	shift := random.IntN(n)
	for r := range n {
		star.add(place{r, (r*step + shift) % n})
		star.add(place{r, (r*step + shift + half) % n})
	}
	met := 0
	for top := 0; top < n; top += 4 { // in strips of four rows, up and down
		for k := range n {
			c := k
			if top%8 != 0 {
				c = n - 1 - k
			}
			height := min(4, n-top)
			for i := range height {
				r := top + i
				if k%2 != 0 {
					r = top + height - 1 - i
				}
				if star.has(place{r, c}) {
					met++
				}
				room[r][c] = label(max(0, met-1) / 2)
			}
		}
	}
	return room.text("room") + "\nstars = 2\n"
}

// Islands puts islands of up to nine cells into every second row; the sea is the rest.
func Islands(n int) string {
	random := drawn(n)
	clue := newBoard(n, ".")
	for r := 0; r < n; r += 2 {
		for c := 1; c < n; {
			size := min(1+random.IntN(9), n-c)
			clue[r][c+random.IntN(size)] = fmt.Sprint(size)
			c += size + 1
		}
	}
	return clue.text("clue")
}

// Rectangles cuts the board into rectangles of up to about twelve cells.
func Rectangles(n int) string {
	random := drawn(n)
	clue := newBoard(n, ".")
	var cut func(top, left, h, w int)
	cut = func(top, left, h, w int) {
		switch {
		case h*w > 12 && h >= w:
			at := 1 + random.IntN(h-1)
			cut(top, left, at, w)
			cut(top+at, left, h-at, w)
		case h*w > 12:
			at := 1 + random.IntN(w-1)
			cut(top, left, h, at)
			cut(top, left+at, h, w-at)
		default:
			clue[top+random.IntN(h)][left+random.IntN(w)] = fmt.Sprint(h * w)
		}
	}
	cut(0, 0, n, n)
	return clue.text("clue")
}
