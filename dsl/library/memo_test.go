package library_test

import (
	"errors"
	"testing"

	"nazo/dsl/library"
	"nazo/dsl/value"
)

// TestMemo has boards and graphs made once for all who share a memo, each by its own arguments, and nothing else kept.
func TestMemo(t *testing.T) {
	call := func(memo *library.Memo, name string, args ...value.Value) value.Value {
		v, err := library.Find(name).Apply(&library.Call{Name: name, Args: args, Memo: memo})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	memo := &library.Memo{}
	board := call(memo, "grid", value.Int(3), value.Int(4))
	knight := call(memo, "leaper", board, value.Int(1), value.Int(2))
	for _, c := range []struct {
		name string
		same bool
		a, b value.Value
	}{
		{"a board", true, board, call(memo, "grid", value.Int(3), value.Int(4))},
		{"a board turned over", false, board, call(memo, "grid", value.Int(4), value.Int(3))},
		{"a graph", true, knight, call(memo, "leaper", board, value.Int(1), value.Int(2))},
		{"a graph of the places", true, call(memo, "king", call(memo, "cells", board)), call(memo, "king", call(memo, "cells", board))},
		{"another leap", false, knight, call(memo, "leaper", board, value.Int(1), value.Int(3))},
		{"another function", false, call(memo, "king", board), call(memo, "orthogonal", board)},
		{"another memo", false, knight, call(&library.Memo{}, "leaper", board, value.Int(1), value.Int(2))},
		{"no memo", false, knight, call(nil, "leaper", board, value.Int(1), value.Int(2))},
	} {
		if (c.a == c.b) != c.same {
			t.Errorf("%s: the same %t", c.name, c.a == c.b)
		}
	}
}

// TestMemoOfNothing has no call remembered that was ended before it had a value.
func TestMemoOfNothing(t *testing.T) {
	memo, ended := &library.Memo{}, errors.New("ended")
	board := &value.Board{Rows: 40, Cols: 40}
	king := library.Find("king")
	if _, err := king.Apply(&library.Call{Args: []value.Value{board}, Memo: memo, Poll: func() error { return ended }}); !errors.Is(err, ended) {
		t.Fatal(err)
	}
	v, err := king.Apply(&library.Call{Args: []value.Value{board}, Memo: memo})
	if g, ok := v.(*value.Graph); err != nil || !ok || g.Vertices.Len() != 1600 {
		t.Errorf("%v, %v", v, err)
	}
}
