// Package format reads and writes the links by which puzz.link and its kin carry a puzzle:
//
//	https://puzz.link/p?TYPE/FLAGS/COLUMNS/ROWS/BODY
//
// A [URL] is the head of such a link and its body. A [Layout] says what the body consists of: a list of
// parts, each a format (how marks are written) on a domain (which places are counted, and in which order).
// Reading a body by a layout gives a [Mark] for each place; writing marks gives the body, byte for byte as
// puzz.link would. The package knows no type of puzzle and no spec: words of formats and domains are all
// that it has, and docs/links.md lists them.
//
// # Marks
//
// A mark is what a link says about one place, uninterpreted: a short list of numbers, or a letter, or a letter with
// numbers. Most formats give one number; an arrow with a number gives two; the formats of holes and rooms
// give 1 to the places that are marked. [Unknown] is a clue of which only is said that there is one, printed as "?";
// [None] stands where one number of several is missing. The zero Mark says nothing about its place.
// What a number means (that 2 is black, that 7 is even) is for those to say who use the package.
//
// # Strictness
//
// What was written by puzz.link is read. Anything else is an [Error] that says what is damaged and where: a
// body that ends early, characters that no mark begins with, characters left over, marks behind the last place.
// A final part that is missing altogether says nothing about its places where its part is optional.
package format
