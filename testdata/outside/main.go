package main

import (
	"context"
	"fmt"

	"nazo"
)

const sudoku = `puzzle sudoku
given clue: grid of 1..4?
find digit[c in cells(clue)]: 1..4
rule "clues" for c in clues(clue): digit[c] = clue[c]
rule "once each" for g in rows(clue) + columns(clue) + boxes(clue, 2, 2): distinct([digit[c] for c in g])`

func main() {
	answer, err := nazo.Solve(context.Background(), sudoku, "clue:\n 1 . . .\n . . 3 .\n . 4 . .\n . . . 2\n")
	fmt.Println(answer, err)
}
