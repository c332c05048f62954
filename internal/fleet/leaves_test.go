package fleet

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nazo/internal/solve/parts"
	"pgregory.net/rapid"
)

// all has the leaves that next comes to.
func (l *leaves) all() []parts.Path {
	var out []parts.Path
	for path, ok := l.next(); ok; path, ok = l.next() {
		out = append(out, path)
	}
	return out
}

func TestLeaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 130).Draw(t, "n")
		l := newLeaves(n, "")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		open, out, aside, done := map[string]parts.Path{}, map[string]bool{}, map[string]bool{}, []parts.Path{}
		for _, p := range parts.Path(nil).Split(n) {
			open[p.String()] = p
		}
		some := func() (parts.Path, string) {
			var keys []string
			for key := range open {
				keys = append(keys, key)
			}
			slices.Sort(keys)
			key := keys[random.IntN(len(keys))]
			return open[key], key
		}
		for range 400 {
			if len(open) == 0 {
				break
			}
			p, key := some()
			switch random.IntN(6) {
			case 0, 1:
				if p, ok := l.next(); ok {
					key := p.String()
					if open[key] == nil && key != "1/1" || out[key] || aside[key] {
						t.Fatalf("%s is not to be sent", key)
					}
					out[key] = true
				} else if len(out)+len(aside) != len(open) {
					t.Fatalf("nothing to send: %d of %d are out", len(out), len(open))
				}
			case 2:
				if first, known := l.finish(p); !first || !known {
					t.Fatalf("%s has a result already", key)
				}
				if first, known := l.finish(p); first || !known {
					t.Fatalf("%s has two results", key)
				}
				delete(open, key)
				delete(out, key)
				delete(aside, key)
				done = append(done, p)
			case 3:
				if len(p) < 3 {
					state := []string{"", "0123456789abcdef"}[random.IntN(2)]
					if first, known := l.divide(p, 3, state); !first || !known {
						t.Fatalf("%s can't be divided", key)
					}
					if first, known := l.finish(p); first || !known {
						t.Fatalf("%s has a result after it was divided", key)
					}
					delete(open, key)
					delete(out, key)
					delete(aside, key)
					for _, below := range p.SplitFrom(state, 3) {
						open[below.String()] = below
					}
				}
			case 4:
				if l.setAside(p) == aside[key] {
					t.Fatalf("%s was set aside: %v", key, aside[key])
				}
				delete(out, key)
				aside[key] = true
			case 5:
				l.again(p)
				delete(out, key)
				delete(aside, key)
			}
			if l.open != len(open) || l.done != len(done) || l.aside != len(aside) || l.out() != len(out) {
				t.Fatalf("%d open, %d done, %d aside, %d out; want %d, %d, %d, %d",
					l.open, l.done, l.aside, l.out(), len(open), len(done), len(aside), len(out))
			}
			n := 0
			l.sent(func(p parts.Path) {
				n++
				if !out[p.String()] {
					t.Fatalf("%s was not sent", p)
				}
			})
			if n != len(out) {
				t.Fatalf("%d were sent, of %d", n, len(out))
			}
		}
	})
}
