package sites

import (
	"strings"
	"unicode/utf16"

	"nazo/dsl/linkformat"
)

// These are the codes of LZ-string, which is LZ78 with the first occurrence of each character written out
// (pieroxy, lz-string 1.5). A link has six bits of it in a character.
const (
	lzByte = iota // a character of 8 bits follows
	lzWide        // a character of 16 bits follows
	lzEnd
	lzFirst // the first free entry of the dictionary
)

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// lzReader reads bits, the lowest of a number first, from characters of six bits, the highest first.
type lzReader struct {
	text string
	bit  int
}

func (r *lzReader) bits(n int) (v int, ok bool) {
	for i := range n {
		at := r.bit / 6
		if at >= len(r.text) {
			return 0, false
		}
		six := strings.IndexByte(base64Digits, r.text[at])
		v |= six >> (5 - r.bit%6) & 1 << i
		r.bit++
	}
	return v, true
}

// unpackLZ unpacks a text that LZ-string packed for base64. It takes - and _ of the form for addresses, and blanks for
// plus signs, as sites do. A result of more than most characters is refused.
func unpackLZ(text string, most int) (string, error) {
	text = strings.TrimRight(strings.NewReplacer(" ", "+", "-", "+", "_", "/", "\n", "", "\r", "").Replace(text), "=$")
	if at := strings.IndexFunc(text, func(c rune) bool { return c > 127 || strings.IndexByte(base64Digits, byte(c)) < 0 }); at >= 0 {
		return "", &linkformat.Error{Offset: at, Message: "this is no character of a packed link"}
	}
	r := &lzReader{text: text}
	short := func() (string, error) { return "", failf("the packed link ends too early") }
	code, ok := r.bits(2)
	if !ok {
		return short()
	}
	if code == lzEnd {
		return "", nil
	}
	if code > lzWide {
		return "", failf("the packed link is damaged")
	}
	v, ok := r.bits(8 << code)
	if !ok {
		return short()
	}
	out := []uint16{uint16(v)}
	type phrase struct{ start, end int32 } // each stands in out
	last := phrase{0, 1}
	phrases := []phrase{{}, {}, {}, last}
	for width := 3; ; {
		if code, ok = r.bits(width); !ok {
			return short()
		}
		if code == lzEnd {
			return string(utf16.Decode(out)), nil
		}
		start := int32(len(out))
		switch {
		case code <= lzWide:
			if v, ok = r.bits(8 << code); !ok {
				return short()
			}
			out = append(out, uint16(v))
			phrases = append(phrases, phrase{start, start + 1})
		case code < len(phrases):
			next := phrases[code]
			out = append(out, out[next.start:next.end]...)
		case code == len(phrases): // the last one and its first character
			out = append(append(out, out[last.start:last.end]...), out[last.start])
		default:
			return "", failf("the packed link is damaged")
		}
		if len(out) > most {
			return "", failf("the link unpacks to more than %d characters", most)
		}
		phrases = append(phrases, phrase{last.start, last.end + 1}) // the next character follows the last phrase in out
		last = phrase{start, int32(len(out))}
		for len(phrases) >= 1<<width {
			width++
		}
	}
}

// lzWriter writes bits as lzReader reads them.
type lzWriter struct {
	out       []byte
	six, used int
}

func (w *lzWriter) bits(v, n int) {
	for i := range n {
		w.six = w.six<<1 | v>>i&1
		if w.used++; w.used == 6 {
			w.out = append(w.out, base64Digits[w.six])
			w.six, w.used = 0, 0
		}
	}
}

// phrase is a phrase of the dictionary: an earlier one, by its code, and a further character.
type phrase struct {
	before int // -1 for none
	unit   uint16
}

// packLZ packs a text as LZ-string does for base64.
func packLZ(text string) string {
	w := &lzWriter{}
	codes, fresh := map[phrase]int{}, map[int]uint16{} // fresh are single characters that are not written yet
	size, width, left := lzFirst, 2, 2
	grow := func() {
		if left--; left == 0 {
			left, width = 1<<width, width+1
		}
	}
	put := func(code int) {
		unit, first := fresh[code]
		if !first {
			w.bits(code, width)
			grow()
			return
		}
		kind := lzByte
		if unit > 0xff {
			kind = lzWide
		}
		w.bits(kind, width)
		w.bits(int(unit), 8<<kind)
		delete(fresh, code)
		grow()
		grow()
	}
	last := -1
	for _, unit := range utf16.Encode([]rune(text)) {
		single := phrase{-1, unit}
		if _, met := codes[single]; !met {
			codes[single], fresh[size] = size, unit
			size++
		}
		longer := phrase{last, unit}
		if code, met := codes[longer]; met {
			last = code
			continue
		}
		put(last)
		codes[longer] = size
		size++
		last = codes[single]
	}
	if last >= 0 {
		put(last)
	}
	w.bits(lzEnd, width)
	for aligned := len(w.out); len(w.out) == aligned; {
		w.bits(0, 1)
	}
	return string(w.out) + strings.Repeat("=", (4-len(w.out)%4)%4)
}
