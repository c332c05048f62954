package compile_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/internal/testkit"
	"nazo/native"
	"nazo/sat"
)

// constructs has a small spec for each construct of the language and the number
// of its solutions, worked out by hand. The header "puzzle t" is left out.
var constructs = []struct {
	name, spec string
	count      int
}{
	{"range", `find x: 1..5`, 5},
	{"single value", `find x: 3..3`, 1},
	{"bool", `find b: bool`, 2},
	{"bool array", `find b[i in 1..3]: bool  rule "r": some i in 1..3: b[i]`, 7},
	{"labels", `find x: {red "R", green "G"}  rule "r": x != red`, 1},
	{"numbers with holes", `find x: {1, 5, 9}  rule "r": x > 1`, 2},
	{"optional number", `find x: (1..3)?  rule "r": x != 2`, 3},
	{"optional number below", `find x: (1..3)?  rule "r": x < 2`, 1},
	{"negation of an atom with none", `find x: (1..3)?  rule "r": not (x < 2)`, 3},
	{"optional label", `let k = {a "a", b "b"}  find x: k?  rule "r": x = none or x = a`, 2},
	{"cells", `find c: cells(grid(2, 3))  rule "r": row(c) = 1 and column(c) > 1`, 2},
	{"directions", `find d: directions  rule "r": opposite(d) in {north, east}`, 2},
	{"tuples", `find t: {(1, 2), (2, 1), (2, 2)}  rule "r": t != (2, 2)`, 2},
	{"sets of sets", `find s: {{1, 2}, {2, 3}, {3}}  rule "r": 2 in s`, 2},
	{"set", `find s: set of 1..4  rule "r": size(s) = 2`, 6},
	{"set sums", `find s: set of 1..4  rule "r": sum(s) = 5`, 2},
	{"set comparison", `find s: set of 1..3  rule "r": {1} subset s and s != {1, 2, 3}`, 3},
	{"set minus and intersection", `find s: set of 1..4  rule "r": size((s - {1}) & {1, 2, 3}) = 2`, 4},
	{"union of sets", `find s: set of 1..3 find t: set of 1..3  rule "r": s + t = {1, 2, 3} and s & t = {}`, 8},
	{"min of a set", `find s: set of 1..4  rule "r": min(s) = 3`, 2},
	{"min of an empty set is none", `find s: set of 1..2  rule "r": min(s) = none`, 1},
	{"max aggregate", `find a[i in 1..2]: 1..3  rule "r": (max i in 1..2: a[i]) = 3`, 5},
	{"permutation", `find p: permutation of 1..3  rule "r": p[1] != 1`, 4},
	{"permutation of labels", `let k = {a "a", b "b", c "c"}  find p: permutation of k  rule "r": all x in k: p[x] != x`, 2},
	{"inverse", `find p: permutation of 1..3  rule "r": inverse(p)[1] = 2`, 2},
	{"inverse of labels", `let k = {a "a", b "b", c "c"}  find p: permutation of k  rule "r": inverse(p)[a] = b`, 2},
	{"distinct", `find a[i in 1..3]: 1..3  rule "r": distinct(a)`, 6},
	{"not distinct", `find a[i in 1..3]: 1..3  rule "r": not distinct(a)`, 21},
	{"distinct skips none", `find a[i in 1..2]: (1..2)?  rule "r": distinct(a)`, 7},
	{"distinct of labels", `let k = {u "u", v "v"}  find a[i in 1..2]: k  rule "r": distinct(a)`, 2},
	{"distinct under a guard", `find b: bool find a[i in 1..2]: 1..2  rule "r": b implies distinct(a)`, 6},
	{"distinct as a value", `find b: bool find a[i in 1..2]: 1..2  rule "r": b = distinct(a)`, 4},
	{"arithmetic", `find x: 0..9 find y: 0..9  rule "r": 2 * x + 3 * y = 12`, 3},
	{"product", `find x: 1..9 find y: 1..9  rule "r": x * y = 12`, 4},
	{"division rounds down", `find x: -5..5  rule "r": x / 2 = -2`, 2},
	{"mod is not negative", `find x: -5..5  rule "r": x mod 3 = 2`, 4},
	{"division by zero is none", `find x: -1..1  rule "r": 4 / x = none`, 1},
	{"abs", `find x: -3..3  rule "r": abs(x) = 2`, 2},
	{"unary minus", `find x: -3..3  rule "r": -x > 1`, 2},
	{"if", `find x: 1..4 find b: bool  rule "r": (if b then x else 5 - x) = 1`, 2},
	{"conditional none", `find x: 1..4 find b: bool  rule "r": (if b then x else none) = none`, 4},
	{"implies", `find a: bool find b: bool  rule "r": a implies b`, 3},
	{"one", `find s: set of 1..4  rule "r": one i in 1..4: i in s`, 4},
	{"no", `find s: set of 1..4  rule "r": no i in 2..4: i in s`, 2},
	{"count", `find s: set of 1..4  rule "r": (count i in 1..4: i in s) >= 3`, 5},
	{"sum with where", `find a[i in 1..3]: 0..1  rule "r": (sum i in 1..3 where i != 2: i * a[i]) = 3`, 2},
	{"where on an unknown", `find s: set of 1..3 find x: 1..3  rule "r": all i in 1..3 where i in s: i < x`, 7},
	{"binder over an unknown set", `find s: set of 1..3  rule "r": all i in s: i > 1`, 4},
	{"first", `find s: set of 1..4  rule "r": (first i in 1..4: i in s) = 3`, 2},
	{"first of none", `find s: set of 1..3  rule "r": (first i in 1..3: i in s) = none`, 1},
	{"prefix", `find s: set of 1..4  rule "r": size(prefix i in 1..4: i in s) = 2`, 2},
	{"prefix as a list", `find s: set of 1..3  rule "r": (prefix i in 1..3: i in s) = [1]`, 2},
	{"product aggregate", `find a[i in 1..2]: 1..4  rule "r": (product i in 1..2: a[i]) = 4`, 3},
	{"indexing by an unknown number", `let a = [4, 5, 6]  find i: 1..3  rule "r": a[i] = 5`, 1},
	{"index out of range", `let a = [4, 5, 6]  find i: 0..4  rule "r": a[i] = none`, 2},
	{"indexing finds by an unknown", `find a[i in 1..2]: 1..2 find i: 1..2  rule "r": a[i] = i`, 4},
	{"indexing by an unknown label", `let k = {u "u", v "v"}  find a[x in k]: 1..2 find x: k  rule "r": a[x] = 2`, 4},
	{"indexing by a list", `find a[i in 1..3]: 0..1  rule "r": sum(a[[1, 3]]) = 2`, 2},
	{"slices", `find a[i in 1..4]: 0..1  rule "r": sum(a[2..3]) = 0`, 4},
	{"index", `let a = [3, 1, 2]  find x: 1..3  rule "r": index(a, x) = 1`, 1},
	{"table of a library function", `find c: cells(grid(2, 2))  rule "r": next(c, east) != none`, 2},
	{"neighbours of an unknown cell", `find c: cells(grid(2, 2)) find s: set of cells(grid(2, 2))  rule "r": neighbors(orthogonal(grid(2, 2)), c) = s`, 4},
	{"unknown set from an unknown filter", `find a[i in 1..3]: 0..2  let big = { i in 1..3 where a[i] > 0 }  rule "r": big = {1, 3}`, 4},
	{"list comprehension", `find a[i in 1..3]: 0..1  rule "r": [a[i] for i in 1..3] = [1, 0, 1]`, 1},
	{"set comprehension", `find s: set of { 2 * i for i in 1..3 }  rule "r": size(s) = 1`, 3},
	{"distance in a known graph", `let g = graph(1..4, [(1, 2), (2, 3)])  find x: 1..4  rule "r": distance(1, x, g) = 2 or distance(x, 4, g) = 0`, 2},
	{"distance along arcs", `let g = digraph(1..3, [(1, 2), (2, 3)])  find x: 1..3  rule "r": distance(x, 1, g) = none`, 2},
	{"distance within a set", `let b = grid(2, 3)  find s: set of cells(b)  rule "r": distance(cell(b, 1, 1), cell(b, 1, 3), s) = 4`, 1},
	{"distance at most, more than", `let b = grid(2, 3)  find s: set of cells(b)  rule "r": distance(cell(b, 1, 1), cell(b, 1, 3), s) <= 3 or distance(cell(b, 1, 1), cell(b, 1, 3), s) > 3`, 9},
	{"no way within a set", `let b = grid(2, 3)  find s: set of cells(b)  rule "r": distance(cell(b, 1, 1), cell(b, 1, 3), s) = none`, 55},
	{"distance that is to be found", `let b = grid(1, 4)  find s: set of cells(b) find n: 0..2  rule "r": distance(cell(b, 1, 1), cell(b, 1, 4), s) = n`, 0},
	{"distance by edges", `let g = complete(1..3)  find s: set of edges(g)  rule "r": distance(1, 2, s) = 2`, 1},
	{"distance by arcs within a set", `let g = digraph(1..3, [(1, 2), (2, 3), (3, 1)])  find s: set of 1..3  rule "r": distance(2, 1, s, g) = 2 and distance(1, 2, s, g) = 1`, 1},
	{"shape of a set", `let b = grid(2, 3)  find s: set of cells(b)  rule "r": shape(s) = omino("##/#.")`, 8},
	{"fixed shape of a set", `let b = grid(2, 3)  find s: set of cells(b)  rule "r": fixed_shape(s) = omino("##/#.")`, 2},
	{"one-sided shape of a set", `let b = grid(2, 3)  find s: set of cells(b)  rule "r": one_sided_shape(s) = one_sided_shape(omino(".##/##."))`, 1},
	{"no shape", `let b = grid(2, 2)  find s: set of cells(b)  rule "r": shape(s) = none or shape(s) in {omino("#"), omino("##/##")}`, 6},
	{"shape of a part", `let b = grid(1, 4)  find s: set of cells(b)  rule "r": shape(part(cell(b, 1, 2), s)) = omino("##")`, 3},
	{"congruent sets", `let b = grid(1, 3)  find s: set of cells(b) find t: set of cells(b)  rule "r": congruent(s, t)`, 16},
	{"incongruent sets", `let b = grid(1, 3)  find s: set of cells(b) find t: set of cells(b)  rule "r": not congruent(s, t)`, 48},
	{"congruent to a known set", `let b = grid(2, 3)  find s: set of cells(b)  rule "r": congruent(s, row(b, 1))`, 2},
	{"congruent by turns and mirrors", `let b = grid(2, 3)  find s: set of cells(b) find t: {row(b, 1), {cell(b, 1, 1), cell(b, 1, 2), cell(b, 2, 1)}}  rule "r": congruent(s, t)`, 10},
	{"equal as they lie", `let b = grid(2, 2)  find s: set of cells(b) find t: set of cells(b)  rule "r": fixed_shape(s) = fixed_shape(t)`, 32},
	{"any run, and any number of runs", `given p: list of {any "?", more "*"} or 1..9 = [more, 2, any]  let b = grid(1, 6)  find s: set of cells(b)  rule "r": matches(runs(row(b, 1), s), p, any, more)`, 11},
	{"runs with wild cards, twice", `given p: list of {any "?", more "*"} or 1..9 = [more, 2, more, 1, any]  let b = grid(1, 9)  find s: set of cells(b)  rule "r": matches(runs(row(b, 1), s), p, any, more)`, 48},
	{"runs without wild cards that matter", `given p: list of {any "?"} or 1..9 = [2]  let b = grid(1, 4)  find s: set of cells(b)  rule "r": matches(runs(row(b, 1), s), p, any)`, 3},
	{"runs of any colour, of any length", `let ink = {red "r", green "g"}  let wild = {any "?", more "*"}
		given p: list of (wild or 1..3, wild or ink) or wild = [(any, red), (1, any), more]
		let b = grid(1, 6)  find s[c in cells(b)]: ink?  rule "r": matches(runs(s), p, any, more)`, 237},
	{"a list with wild cards", `given p: list of {any "?", more "*"} or 1..9 = [2, any, more]  find a[i in 1..4]: 1..3  rule "r": matches([a[1], a[2], a[3]], p, any, more) and not matches(a, p, any)`, 27},
	{"stretches", `let b = grid(1, 4)  find d[c in cells(b)]: (1..2)?  rule "r": [sum(d[t]) for t in stretches(row(b, 1), { c in cells(b) where d[c] != none })] = [3, 1]`, 2},
	{"runs", `let b = grid(1, 4)  find s: set of cells(b)  rule "r": runs(row(b, 1), s) = [1, 1]`, 3},
	{"runs of nothing", `let b = grid(1, 3)  find s: set of cells(b)  rule "r": runs(row(b, 1), s) = []`, 1},
	{"not these runs", `let b = grid(1, 3)  find s: set of cells(b)  rule "r": not (runs(row(b, 1), s) = [1])`, 5},
	{"runs of colours", `let k = {red "R", blue "B"}  let b = grid(1, 3)  find c[x in cells(b)]: k?
		rule "r": runs(c[row(b, 1)]) = [(1, red), (1, blue)]`, 3},
	{"connected", `let b = grid(1, 3)  find s: set of cells(b)  rule "r": connected(s)`, 7},
	{"not connected", `let b = grid(1, 3)  find s: set of cells(b)  rule "r": not connected(s)`, 1},
	{"connected as a value", `let b = grid(1, 3)  find s: set of cells(b) find x: bool  rule "r": x = connected(s)`, 8},
	{"connected in a disjunction", `let b = grid(1, 3)  find s: set of cells(b)  rule "r": connected(s) or size(s) = 2`, 8},
	{"connected within a graph", `let b = grid(2, 2)  find s: set of cells(b)  rule "r": connected(s, leaper(b, 1, 1))`, 7},
	{"connected edges", `let g = complete(1..3)  find s: set of edges(g)  rule "r": connected(1..3, s)`, 4},
	{"reaches", `let b = grid(1, 4)  find s: set of cells(b)  rule "r": reaches(s, {cell(b, 1, 1), cell(b, 1, 3)})`, 11},
	{"does not reach", `let b = grid(1, 4)  find s: set of cells(b)  rule "r": not reaches(s, {cell(b, 1, 1), cell(b, 1, 3)})`, 5},
	{"reaches as a value", `let b = grid(1, 3)  find s: set of cells(b) find x: bool  rule "r": x = reaches(s, rim(b))`, 8},
	{"reaches what is found", `let b = grid(1, 3)  find s: set of cells(b) find t: set of cells(b)  rule "r": reaches(s, t) and size(t) = 1`, 13},
	{"reaches within a graph", `let b = grid(2, 2)  find s: set of cells(b)  rule "r": reaches(s, row(b, 1), leaper(b, 1, 1))`, 9},
	{"reaches by edges", `let g = complete(1..3)  find s: set of edges(g)  rule "r": reaches(1..3, {1}, s)`, 4},
	{"reaches among regions", `let b = grid(1, 3)  find r: regions in orthogonal(b)  rule "r": reaches(cells(b), {cell(b, 1, 2)}, edges(orthogonal(b)) - borders(r))`, 1},
	{"part of cells", `let b = grid(1, 4)  find s: set of cells(b)  rule "r": size(part(cell(b, 1, 2), s)) = 2`, 3},
	{"part of an empty set", `let b = grid(1, 3)  find s: set of cells(b)  rule "r": part(cell(b, 1, 1), s) = {}`, 4},
	{"part in a graph", `let b = grid(2, 2)  find s: set of cells(b)  rule "r": size(part(cell(b, 1, 1), s, leaper(b, 1, 1))) = 2`, 4},
	{"part by edges", `let g = complete(1..3)  find s: set of edges(g)  rule "r": size(part(1, s)) = 2`, 2},
	{"part without an edge", `let g = complete(1..3)  find s: set of edges(g)  rule "r": part(1, s) = {1}`, 2},
	{"part of vertices by edges", `let g = complete(1..3)  find v: set of 1..3  find s: set of edges(g)  rule "r": part(1, v, s) = {1, 2}`, 5},
	{"part of a line", `find p: path in complete(1..4)  rule "r": part(1, p) = {1, 2}`, 1},
	{"part off a line", `find p: path in complete(1..3)  rule "r": size(part(1, p)) = 0`, 3},
	{"part of something unknown", `find s: set of 1..4  find v: 1..4  rule "r": size(part(v, s, graph(1..4, [(1, 2), (3, 4)]))) = 2`, 16},
	{"part of something known", `let s = cells(grid(2, 2)) - {cell(grid(2, 2), 1, 2)}  find c: s  rule "r": size(part(c, s)) = 3`, 3},
	{"unknown part of something known", `let b = grid(1, 4)  let s = cells(b) - {cell(b, 1, 2)}  find c: s  rule "r": cell(b, 1, 3) in part(c, s)`, 2},
	{"the same part", `let b = grid(1, 3)  find s: set of cells(b)  rule "r": part(cell(b, 1, 1), s) = part(cell(b, 1, 3), s)`, 3},
	{"a bounded part", `let b = grid(1, 6)  find s: set of cells(b)  rule "r": size(part(cell(b, 1, 1), s)) <= 2`, 56},
	{"a part that is too small nowhere", `let b = grid(2, 3)  find s: set of cells(b)  rule "r" for c in s: size(part(c, s)) > 3`, 18},
	{"parts united", `let b = grid(1, 5)  find s: set of cells(b) - {cell(b, 1, 3)}  rule "r": size(union([part(n, s) for n in neighbors(orthogonal(b), cell(b, 1, 3))])) = 2`, 5},
	{"the largest part", `let b = grid(1, 4)  find s: set of cells(b)  rule "r": (max c in s: size(part(c, s))) = 2`, 5},
	{"acyclic", `let g = complete(1..3)  find s: set of edges(g)  rule "r": acyclic(s)`, 7},
	{"not acyclic", `let g = complete(1..3)  find s: set of edges(g)  rule "r": not acyclic(s)`, 1},
	{"degree", `let g = complete(1..3)  find s: set of edges(g)  rule "r": all v in 1..3: degree(s, v) = 2`, 1},
	{"path", `find p: path in complete(1..3)`, 9},
	{"directed path", `find p: directed path in complete(1..3)`, 15},
	{"path with ends", `find p: path in complete(1..3)  rule "r": starts_at(p, 1) and ends_at(p, 2)`, 2},
	{"cycle", `find p: cycle in complete(1..4)`, 7},
	{"covers", `find p: cycle in complete(1..4)  rule "r": covers(p, 1..4)`, 3},
	{"length", `find p: path in complete(1..4)  rule "r": length(p) = 1`, 6},
	{"visits", `find p: path in complete(1..4)  rule "r": visits(p) = {1, 2, 3}`, 3},
	{"steps", `find p: directed path in complete(1..3)  rule "r": step(p)[2] = 3`, 2},
	{"steps off the path", `find p: directed path in complete(1..3)  rule "r": step(p)[2] = none`, 4},
	{"edges of a path", `find p: path in complete(1..3)  rule "r": edge(1, 2) in p and 3 in p`, 2},
	{"edges and a path", `let g = complete(1..3)  find p: path in g  rule "r": size(incident(g, 1) & p) = 2`, 1},
	{"sum over a cycle", `find p: cycle in complete(1..4)  rule "r": (sum {a, b} in p: a * b) = 25`, 1},
	{"pairs", `find a[i in 1..3]: 1..2  rule "r": all {i, j} in pairs(1..3): a[i] + a[j] > 2`, 4},
	{"subsets", `find s: set of 1..3  rule "r": some t in subsets(1..3) where size(t) = 1: s = t`, 3},
	{"sorted", `rule "r": sorted([3, 1, 2]) = [1, 2, 3]  find b: bool`, 2},
	{"rotate by an unknown", `find r: 0..2  rule "r": rotate([1, 2, 3], r) = [2, 3, 1]`, 1},
	{"number", `find d[i in 1..2]: 0..9  rule "r": number(d, 10) = 42`, 1},
	{"long number", `find d[i in 1..3]: 0..1  rule "r": number([d[1], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, d[2], d[3]], 10) = 100000000000000000000001 / 10`, 0},
	{"long numbers compared", `find d[i in 1..3]: 0..1  rule "r": number([d[1], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, d[2], d[3]], 10) < 1000000000000000000000 + 10`, 6},
	{"choice that is not counted", `find x: 1..3 choose y: 1..3  rule "r": x + y = 4 or x = y`, 3},
	{"chosen helper", `find x: 1..4 choose y: 1..2  rule "r": x = 2 * y`, 2},
	{"minimum", `find x: 1..4 find y: 1..4  rule "r": x + y >= 5  minimize x + y`, 4},
	{"an objective that may be none", `find s: set of 1..2  minimize min(s)`, 2},
	{"an objective that is always none", `find s: set of 1..2  minimize [1][2]`, 0},
	{"lexicographic", `find x: 1..4 find y: 1..4  rule "r": x + y >= 5  minimize x + y, x`, 1},
	{"maximum", `find s: set of 1..4  rule "r": sum(s) <= 6  maximize sum(s)`, 2},
	{"def", `def twice(a) = 2 * a  find x: 1..9  rule "r": twice(twice(x)) = 12`, 1},
	{"local names", `find x: 1..9  rule "r" for i in 1..2, d = 2 * i where d = 4: x > d`, 5},
	{"array of labels to numbers", `let k = {a "a", b "b"}  find h[x in k]: 1..2  rule "r": h[a] < h[b]`, 1},
	{"list of keys", `let k = {a "a", b "b"}  find h[x in k]: 1..2  rule "r": distinct(h[k])`, 2},
	{"several keys", `find m[i in 1..2, j in 1..2]: 0..1  rule "r": m[1, 1] + m[2, 2] = 2`, 4},
	{"rays", `let b = grid(2, 2)  find s: set of cells(b)  rule "r" for c in cells(b), d in directions: no t in ray(c, d): t in s and c in s`, 7},
	{"total", `let cost = [[0, 1], [1, 0]]  find p: path in complete(1..2)  rule "r": total(cost, p) = 1`, 1},
	{"domain of an if", `let closed = true  find p: if closed then cycle in complete(1..3) else path in complete(1..3)`, 1},
	{"digraph", `find p: path in digraph(1..3, [(1, 2), (2, 3)])`, 6},
	{"an arc in a set", `let d = digraph(1..3, [(1, 3), (3, 2)])  find g: set of edges(d)  rule "r": edge(1, 3) in g`, 2},
	{"an arc that is not there", `let d = digraph(1..3, [(1, 3), (3, 2)])  find g: set of edges(d)  rule "r": edge(3, 1) in g`, 0},
	{"an arc and the one back", `let d = digraph(1..2, [(1, 2), (2, 1)])  find g: set of edges(d)  rule "r": edge(1, 2) in g and not (edge(2, 1) in g)`, 1},
	{"both arcs in a set", `let d = digraph(1..2, [(1, 2), (2, 1)])  find g: set of edges(d)  rule "r": g = {edge(1, 2), edge(2, 1)}`, 1},
	{"an arc of a path", `find p: path in digraph(1..2, [(1, 2), (2, 1)])  rule "r": edge(2, 1) in p`, 1},
	{"an arc of a directed path", `find p: directed path in complete(1..2)  rule "r": edge(2, 1) in p`, 1},
	{"arcs along a list", `let d = digraph(1..3, [(1, 3), (3, 2), (3, 1)])  find g: set of edges(d)  rule "r": along([1, 3, 2]) subset g`, 2},
	{"an array of arcs", `let d = digraph(1..2, [(1, 2), (2, 1)])  find x[e in edges(d)]: 1..3  rule "r": x[edge(2, 1)] < x[edge(1, 2)]`, 3},
	{"an arc that is no key", `let d = digraph(1..2, [(1, 2)])  find x[e in edges(d)]: 1..3  rule "r": x[edge(2, 1)] = none`, 3},
	{"an arc of an unknown vertex", `let d = digraph(1..3, [(1, 2), (3, 1)])  find v: 1..3  rule "r": edge(1, v) in edges(d)`, 1},
	{"arcs from a vertex", `let d = digraph(1..3, [(1, 2), (3, 1), (1, 3)])  find g: set of edges(d)  rule "r": { (a, b) in g where a = 1 } = {edge(1, 2)}`, 2},
	{"arcs at a vertex", `let d = digraph(1..3, [(1, 2), (3, 1), (2, 3)])  find g: set of edges(d)  rule "r": incident(d, 1) & g = {edge(3, 1)}`, 2},
	{"total along arcs", `let cost = [[0, 5], [7, 0]]  let d = digraph(1..2, [(1, 2), (2, 1)])  find g: set of edges(d)  rule "r": total(cost, g & {edge(2, 1)}) = 7`, 2},
	{"a def for arcs and for edges", `let d = digraph(1..2, [(1, 2), (2, 1)])  let u = complete(1..2)  find g: set of edges(d) find h: set of edges(u)
		def has(s, a, b) = edge(a, b) in s  rule "r": has(g, 2, 1) and has(h, 2, 1) and not has(g, 1, 2)`, 1},
	{"a def that makes edges", `let d = digraph(1..2, [(1, 2), (2, 1)])  let u = complete(1..2)  find g: set of edges(d) find h: set of edges(u)
		def both(a, b) = {edge(a, b), edge(b, a)}  rule "r": both(1, 2) = g and both(1, 2) = h and size(both(1, 2)) = 1`, 1},
	{"the ends of an arc in either order", `let d = digraph(1..2, [(2, 1)])  find g: set of edges(d)  rule "r": all {a, b} in g: a < b`, 2},
	{"the ends of an arc from the first to the last", `let d = digraph(1..2, [(2, 1)])  find g: set of edges(d)  rule "r": all (a, b) in g: a < b`, 1},
	{"the ends of an arc that is found", `let d = digraph(1..3, [(2, 1), (1, 3)])  find e: edges(d)  rule "r": some (a, b) in [e]: a > b`, 1},
	{"connected by edges within the set only", `let g = graph(1..3, [(1, 2), (2, 3)])  find s: set of edges(g)  rule "r": connected({1, 3}, s)`, 0},
	{"edges of arcs", `let d = digraph(1..2, [(1, 2), (2, 1)])  let u = complete(1..2)  find g: set of edges(d) find h: set of edges(u)
		rule "r": { edge(a, b) for (a, b) in g } = h`, 4},
	{"a digraph of edges that are written out", `let d = digraph(1..2, [edge(1, 2), edge(2, 1)])  find p: path in d  rule "r": starts_at(p, 2) and ends_at(p, 1)`, 1},
	{"a label among numbers", `find x: {wall "#"} or 1..3  rule "r": max([x, 2]) = 2 and not (x > 2) and product([x, 2]) >= 2`, 3},
	{"crossings", `let g = leaper(grid(2, 2), 1, 1)  find s: set of edges(g)  rule "r" for {e, f} in crossings(g): one x in {e, f}: x in s`, 2},
	{"choices compared", `let k = {a "a", b "b", c "c"}  find x: k find y: k  rule "r": x = y`, 3},
	{"arrays compared", `find p[i in 1..2]: 0..1 find q[i in 1..2]: 0..1  rule "r": p = q`, 4},
	{"range with an unknown end", `find n: 0..3  rule "r": (sum i in 1..n: i) = 3`, 1},
	{"rows of an array", `find a[c in cells(grid(2, 2))]: 0..1  rule "r": sum(a[row(a, 1)]) = 2`, 4},
	{"union of domains", `find x: {wall "#"} or 0..2?`, 5},
	{"set of a union", `find x: set of {wall "#"} or 0..1`, 8},
	{"neighbours of none", `let b = grid(1, 2)  find c: cells(b)?  rule "r": neighbors(orthogonal(b), c) = {}`, 1},
	{"steps in an empty graph", `let g = graph({ i in 1..2 where i > 2 }, [])  find p: directed path in g  rule "r": step(p)[1] = none`, 0},
	{"size of runs", `find s: set of 1..4  rule "r": size(runs(1..4, s)) = 2`, 5},
	{"an element of runs", `find s: set of 1..4  rule "r": 2 in runs(1..4, s)`, 5},
	{"sum of runs", `find s: set of 1..3  rule "r": sum(runs(1..3, s)) = 2`, 3},
	{"all runs", `find s: set of 1..4  rule "r": all r in runs(1..4, s): r = 2`, 4},
	{"the first of the runs", `find s: set of 1..3  rule "r": runs(1..3, s)[1] = 1`, 4},
	{"runs or none at all", `find s: set of 1..3 find b: bool  rule "r": (if b then runs(1..3, s) else [3]) = [3]`, 9},
	{"runs and a list that is unknown", `find s: set of 1..3 find x: 1..3  rule "r": runs(1..3, s) = [x]`, 6},
	{"truth values by an unknown index", `let bs = [true, true, false]  find k: 1..4  rule "r": bs[k]`, 2},
	{"unknown truth values by an unknown index", `find b[i in 1..2]: bool find k: 1..3  rule "r": b[k]`, 4},
	{"a truth value that is not there is false", `find k: 1..4 find b: bool  rule "r": [true, b, true][k] = b`, 5},
	{"a truth value of an if without else", `find k: 1..2 find b: bool  rule "r": (if k = 1 then b else none) = false`, 3},
	{"a list that is not there is empty", `find k: 1..3  rule "r": [[1], [2]][k] = []`, 1},
	{"a set and none", `find t: {{1}, {1, 2}}?  rule "r": t + t = t`, 2},
	{"number with an optional digit", `find a: 0..9?  rule "r": number([a, 1], 10) = 51`, 1},
	{"number with an optional digit is none", `find a: 0..9?  rule "r": number([a, 1], 10) = none`, 1},
	{"intersection of lists", `find x: 1..2  rule "r": size([x, x, 2] & [1, 3]) = 2`, 1},
	{"none is no member", `find a: 1..2? find b: 1..2?  rule "r": a in [b, 3]`, 2},
	{"none is skipped by subset", `find a: 1..2?  rule "r": [a] subset 1..2`, 3},
	{"optional sets", `let b = grid(1, 2)  find t: rectangles(b)?  rule "r": t = {}`, 0},
	{"optional sets and subset", `let b = grid(1, 2)  find t: rectangles(b)?  rule "r": t subset cells(b)`, 3},
	{"optional sets that are none", `let b = grid(1, 2)  find t: rectangles(b)?  rule "r": t = none`, 1},
	{"distinct of words and numbers", `find x: {red "r"} or 5..6 find y: 5..6  rule "r": distinct([x, y])`, 4},
	{"two undirected paths with steps", `let g = graph(1..3, [(1, 2), (2, 3)])  find p: path in g find q: path in g
		rule "r": covers(p, 1..3) and covers(q, 1..3) and starts_at(p, 1) and starts_at(q, 3) and step(p)[2] = 2 and step(q)[1] = 3`, 1},
	{"both ends as start", `let g = graph(1..3, [(1, 2), (2, 3)])  find p: path in g  rule "r": starts_at(p, 1) rule "s": starts_at(p, 3)`, 0},
	{"one start and end", `let g = graph(1..3, [(1, 2), (2, 3)])  find p: path in g  rule "r": starts_at(p, 1) and ends_at(p, 1)`, 1},
	{"some end", `let g = graph(1..3, [(1, 2), (2, 3)])  find p: path in g  rule "r": some v in 1..2: ends_at(p, v) and not starts_at(p, v)`, 3},
	{"a start that is unknown", `let g = graph(1..3, [(1, 2), (2, 3)])  find p: path in g find v: 1..3  rule "r": starts_at(p, v)`, 9},
	{"the first step is the start", `let g = graph(1..3, [(1, 2), (2, 3)])  find p: path in g  rule "r": starts_at(p, 3)  minimize step(p)[3]`, 3},
	{"lists of unequal length", `find b: bool find x: 1..2  rule "r": (if b then [x] else []) = [2]`, 1},
	{"place in a filtered list", `find s: set of 1..3  rule "r": [i for i in 1..3 where i in s][2] = 3`, 2},
	{"parts of a found tuple", `find t: {(1, 2), (2, 1), (3, 3)}  rule "r": all (a, b) in [t]: a < b`, 1},
	{"a subset of a huge range", `find x: 1..3  rule "r": 1..x subset 1..1000000000000`, 3},
	{"size of a choice of sets", `find s: {{1}, {1, 2}, {1, 2, 3}}  rule "r": size(s) = 2`, 1},
}

// specOf parses and checks a spec, which must be free of errors.
func specOf(t testing.TB, text string) *check.Spec {
	t.Helper()
	file, problems := dsl.Parse(diag.NewSource("test", text))
	if !problems.HasErrors() {
		var spec *check.Spec
		if spec, problems = check.Check(file, nil); !problems.HasErrors() {
			return spec
		}
	}
	t.Fatalf("%s\n%s", text, problems.Text(false))
	return nil
}

// problemOf compiles a spec without an input.
func problemOf(t testing.TB, text string) *solve.Problem {
	t.Helper()
	p, problems := solve.Compile(t.Context(), specOf(t, text), instance.Input{}, compile.Options{})
	if p == nil {
		t.Fatalf("%s\n%s", text, problems.Text(false))
	}
	if err := p.Model.Validate(); err != nil {
		t.Fatalf("%s\nmodel: %v", text, err)
	}
	return p
}

// solutionsOf lists the answers of an engine, each judged.
func solutionsOf(t *testing.T, s model.Engine, p *solve.Problem) []string {
	t.Helper()
	found := map[string]bool{}
	result := testkit.Run(t.Context(), s, p.Model, testkit.Task{}, func(sol model.Solution) bool {
		a := decoded(p, sol)
		if v := p.Judge.Judge(a); !v.Accepted {
			t.Errorf("%s: the judge rejects %s: %v", s.Name(), textOf(p, a), v.Violations)
		}
		if found[textOf(p, a)] {
			t.Errorf("%s: the answer %s comes twice", s.Name(), textOf(p, a))
		}
		found[textOf(p, a)] = true
		return true
	})
	if !result.Exhausted {
		t.Fatalf("%s stopped: %s", s.Name(), result.Reason)
	}
	return slices.Sorted(maps.Keys(found))
}

func textOf(p *solve.Problem, a *judge.Answer) string {
	var parts []string
	for i, f := range p.Finds {
		if !f.Chosen {
			parts = append(parts, f.Name+"="+value.String(undirected(a.Values[i])))
		}
	}
	return strings.Join(parts, " ")
}

// undirected takes its direction from an undirected path: it is no part of the
// solution.
func undirected(v value.Value) value.Value {
	if w, ok := v.(*value.Route); ok {
		plain := *w
		plain.First = nil
		return &plain
	}
	return v
}

func TestConstructs(t *testing.T) {
	for _, c := range constructs {
		t.Run(c.name, func(t *testing.T) {
			p := problemOf(t, "puzzle t\n"+c.spec)
			bySat, byNative := solutionsOf(t, sat.New(), p), solutionsOf(t, native.New(), p)
			if diff := cmp.Diff(bySat, byNative); diff != "" {
				t.Errorf("sat and native differ (-sat +native):\n%s", diff)
			}
			if len(bySat) != c.count {
				t.Errorf("%d solutions, want %d: %v", len(bySat), c.count, bySat)
			}
			byForce, ok := bruteForce(p)
			if ok && p.Objectives == 0 {
				if diff := cmp.Diff(byForce, bySat); diff != "" {
					t.Errorf("the judge and the model differ (-judge +sat):\n%s", diff)
				}
			}
		})
	}
}

// bruteForce lists the answers that the judge accepts among all values of the
// variables of finds and choices; ok is false if there are too many.
func bruteForce(p *solve.Problem) (answers []string, ok bool) {
	m := p.Model
	var vars []int
	combinations := int64(1)
	for i, v := range m.Vars {
		if v.Find < 0 && !hasChoices(p) {
			continue
		}
		vars = append(vars, i)
		if combinations *= v.Domain.Size(); combinations > 1<<14 {
			return nil, false
		}
	}
	s := make(model.Solution, len(m.Vars))
	for i, v := range m.Vars {
		s[i] = v.Domain.Bounds().Lo
	}
	found := map[string]bool{}
	var try func(k int)
	try = func(k int) {
		if k == len(vars) {
			a := decoded(p, s)
			for i, v := range a.Values { // helpers have no sensible values here
				a.Values[i] = undirected(v)
			}
			if p.Judge.Judge(a).Accepted {
				found[textOf(p, a)] = true
			}
			return
		}
		for v := range m.Vars[vars[k]].Domain.Each {
			s[vars[k]] = v
			try(k + 1)
		}
	}
	try(0)
	return slices.Sorted(maps.Keys(found)), true
}

func hasChoices(p *solve.Problem) bool {
	return slices.ContainsFunc(p.Finds, func(f compile.Find) bool { return f.Chosen })
}

func ExampleCompile() {
	file, _ := dsl.Parse(diag.NewSource("spec", `puzzle sums
find x: 1..9
rule "r": x * x = 49`))
	spec, _ := check.Check(file, nil)
	p, _ := solve.Compile(context.Background(), spec, instance.Input{}, compile.Options{})
	job, _ := native.New().Open(context.Background(), p.Model, model.Options{})
	job.Solve(context.Background(), model.SolveOptions{Limit: 1}, func(s model.Solution) bool {
		fmt.Println(value.String(decoded(p, s).Values[0]))
		return true
	})
	// Output: 7
}
