package path

// lines are the pieces of the path or cycle so far, in the numbers of the model: unlike
// a search from one end this one has many that grow together.
func (b *hamiltonian) lines() [][]int32 {
	n := int32(len(b.vertices))
	next := make([][]int32, n)
	entered := make([]bool, n)
	for e, state := range b.state {
		u, v := b.ends[e][0]/b.ports, b.ends[e][1]/b.ports
		if state <= 0 || u >= n || v >= n {
			continue
		}
		next[u] = append(next[u], v)
		if b.ports == 1 {
			next[v] = append(next[v], u)
		} else {
			entered[v] = true
		}
	}
	var out [][]int32
	seen := make([]bool, n)
	for v := range n {
		if seen[v] || len(next[v]) != 1 || entered[v] { // only where a piece begins
			continue
		}
		var line []int32
		for u := v; u >= 0; {
			seen[u] = true
			line = append(line, b.vertices[u])
			to := int32(-1)
			for _, x := range next[u] {
				if !seen[x] {
					to = x
				}
			}
			u = to
		}
		out = append(out, line)
	}
	return out
}
