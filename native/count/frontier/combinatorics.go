package frontier

// perfectMatchings is the number of ways to join n things in pairs, one of them left over
// if n is odd: (n-1)!! for even n, and (n-2)!! for odd n. A uint64 holds it up to n = 34.
func perfectMatchings[N uint64 | float64](n int) N {
	count := N(1)
	for k := n &^ 1; k > 1; k -= 2 {
		count *= N(k - 1)
	}
	return count
}

// catalan is the Catalan number of n: the non-crossing ways to join 2n points in pairs, and the
// non-crossing partitions of n.
func catalan(n int) float64 { return binomial(2*n, n) / float64(n+1) }

// partitions is the Bell number of n, by the triangle of Peirce.
func partitions(n int) float64 {
	row := []float64{1}
	for range n {
		next := make([]float64, 0, len(row)+1)
		next = append(next, row[len(row)-1])
		for i, x := range row {
			next = append(next, next[i]+x)
		}
		row = next
	}
	return row[0]
}

func binomial(n, k int) float64 {
	ways := 1.0
	for i := range k {
		ways *= float64(n-i) / float64(i+1)
	}
	return ways
}

func power(x float64, n int) float64 {
	y := 1.0
	for range n {
		y *= x
	}
	return y
}
