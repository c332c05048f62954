package alg

import (
	"cmp"
	"slices"
)

// Map returns f of each element, in order. It returns nil only for nil: an empty list may mean something else.
func Map[T, U any](list []T, f func(T) U) []U {
	if list == nil {
		return nil
	}
	out := make([]U, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// Filter returns the elements that pass, in order. It returns nil if there are none.
func Filter[T any](list []T, pass func(T) bool) (out []T) {
	for _, x := range list {
		if pass(x) {
			out = append(out, x)
		}
	}
	return out
}

// Count returns the number of elements that pass.
func Count[T any](list []T, pass func(T) bool) (n int) {
	for _, x := range list {
		if pass(x) {
			n++
		}
	}
	return n
}

// Set sorts a list and drops repeats, both in place.
func Set[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}
