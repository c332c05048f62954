package main

import (
	"context"
	"fmt"

	"nazo"
)

func main() {
	spec, err := nazo.Load("sudoku")
	if err != nil {
		panic(err)
	}
	puzzle, err := spec.Problem(context.Background(), "clue:\n 1 . . .\n . . 3 .\n . 4 . .\n . . . 2\n", nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(puzzle.Solve(context.Background()))
}
