package check

// saidBy has, for functions that other languages of puzzles have, how this one says the same.
var saidBy = map[string]string{
	"area": "the area of the part that holds c is size(part(c, room))",
	"same": "a and b are in one part where b in part(a, room)",
}
