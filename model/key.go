package model

import (
	"encoding/binary"

	"nazo/graph"
)

// key collects what identifies a body. Lists are written with their lengths, so that different
// contents never read the same.
type key []byte

func newKey(kind string) key { return append(append(key{}, kind...), 0) }

// String is the key as a key of maps.
func (k key) String() string { return string(k) }

func (k key) number(v int64) key { return binary.AppendVarint(k, v) }

func (k key) flag(v bool) key {
	if v {
		return append(k, 1)
	}
	return append(k, 0)
}

func (k key) bools(bs ...Bool) key { return appendList(k, bs) }

func (k key) ints(xs ...Int) key { return appendList(k, xs) }

func (k key) labels(vs []int32) key { return appendList(k, vs) }

// appendList tells nil, which stands for a list of what goes without saying, from an empty list.
func appendList[T ~int32](k key, list []T) key {
	if list == nil {
		return k.number(-1)
	}
	k = k.number(int64(len(list)))
	for _, v := range list {
		k = k.number(int64(v))
	}
	return k
}

// graph writes vertices and edges; the order in which searches try them is no part of a meaning.
func (k key) graph(g *graph.Graph) key {
	k = k.number(int64(g.Order())).flag(g.Directed).number(int64(len(g.Edges)))
	for _, e := range g.Edges {
		k = k.number(int64(e.U)).number(int64(e.V))
	}
	return k
}
