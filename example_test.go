package nazo_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"nazo"
)

const latin = `
puzzle latin "Each number once in each row and column."
given clue: grid of 1..3?
find digit[c in cells(clue)]: 1..3
rule "clues" for c in clues(clue): digit[c] = clue[c]
rule "rows" for line in rows(clue): distinct([digit[c] for c in line])
rule "columns" for line in columns(clue): distinct([digit[c] for c in line])
`

const board = `
clue:
  1 . .
  . . 3
  . . .
`

// Solve a puzzle that stands in a string.
func ExampleSolve() {
	fmt.Println(nazo.Solve(context.Background(), latin, board))
	// Output:
	// ┌───┬───┬───┐
	// │‹1›│ 3 │ 2 │
	// ├───┼───┼───┤
	// │ 2 │ 1 │‹3›│
	// ├───┼───┼───┤
	// │ 3 │ 2 │ 1 │
	// └───┴───┴───┘
	//  <nil>
}

// The same in steps, with a limit of time.
func ExampleProblem_Solve() {
	spec, err := nazo.Parse("latin.nazo", latin)
	if err != nil {
		fmt.Println(err) // with places and advice
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	puzzle, err := spec.Problem(ctx, nazo.Text(board))
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := puzzle.Solve(ctx)
	fmt.Println(err, answer != nil)
	fmt.Printf("%s\n", answer.JSON())
	// Output:
	// <nil> true
	// {"digit":[[1,3,2],[2,1,3],[3,2,1]]}
}

// Is there exactly one solution?
func ExampleProblem_Unique() {
	spec, _ := nazo.Parse("latin.nazo", latin)
	ctx := context.Background()
	for _, clues := range []string{board, "clue:\n 1 . .\n . . .\n . . .", "clue:\n 1 . .\n 1 . .\n . . ."} {
		puzzle, _ := spec.Problem(ctx, nazo.Text(clues))
		unique, answers, err := puzzle.Unique(ctx)
		fmt.Println(unique, len(answers), err)
	}
	// Output:
	// true 1 <nil>
	// false 2 <nil>
	// false 0 <nil>
}

// How many closed knight's tours has a board of 6 by 6?
func ExampleProblem_Count() {
	spec, _ := nazo.Load("knights_tour")
	ctx := context.Background()
	puzzle, _ := spec.Problem(ctx, nazo.Values{"rows": 6, "cols": 6, "closed": true})
	fmt.Println(puzzle.Count(ctx))
	// Output: 9862 <nil>
}

// Values of a program: numbers, truth values, slices; a grid is a slice of rows.
func ExampleValues() {
	ctx := context.Background()
	spec, _ := nazo.Parse("latin.nazo", latin)
	puzzle, err := spec.Problem(ctx, nazo.Values{"clue": [][]any{{1, nil, nil}, {nil, nil, 3}, {nil, nil, nil}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, _ := puzzle.Solve(ctx)
	var found struct{ Digit [][]int }
	fmt.Println(json.Unmarshal(answer.JSON(), &found), found.Digit)
	// Output: <nil> [[1 3 2] [2 1 3] [3 2 1]]
}

// A puzzle that moves: the fewest moves, and each of them.
func ExampleAnswer_JSON() {
	ctx := context.Background()
	spec, _ := nazo.Load("hanoi")
	puzzle, _ := spec.Problem(ctx, nazo.Values{"discs": 2})
	answer, _ := puzzle.Solve(ctx)
	var run struct {
		Moves []struct {
			Move       string
			Parameters []int
		}
	}
	fmt.Println(json.Unmarshal(answer.JSON(), &run), answer.Objective(), run.Moves)
	// Output: <nil> [3] [{shift [1 2]} {shift [2 3]} {shift [1 3]}]
}

// What takes too long ends with its context.
func ExampleIncomplete() {
	spec, _ := nazo.Load("queens")
	puzzle, _ := spec.Problem(context.Background(), nazo.Values{"n": 30})
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer stop()
	_, err := puzzle.All(ctx, 0)
	var early *nazo.Incomplete
	fmt.Println(errors.As(err, &early), err)
	// Output: true time limit
}

// All solutions, drawn.
func ExampleProblem_All() {
	spec, _ := nazo.Load("queens")
	ctx := context.Background()
	puzzle, _ := spec.Problem(ctx, nazo.Values{"n": 4})
	native, _ := puzzle.With(nazo.Options{Engine: "native"})
	all, err := native.All(ctx, 0)
	fmt.Println(len(all), err)
	fmt.Print(all[0])
	// Output:
	// 2 <nil>
	// ┌───┬───┬───┬───┐
	// │   │ Q │   │   │
	// ├───┼───┼───┼───┤
	// │   │   │   │ Q │
	// ├───┼───┼───┼───┤
	// │ Q │   │   │   │
	// ├───┼───┼───┼───┤
	// │   │   │ Q │   │
	// └───┴───┴───┴───┘
}

// The rules judge an answer, wherever it comes from, and name what is broken.
func ExampleProblem_Judge() {
	ctx := context.Background()
	spec, _ := nazo.Parse("latin.nazo", latin)
	puzzle, _ := spec.Problem(ctx, nazo.Text(board))
	verdict, err := puzzle.Judge(ctx, `{"digit": [[1,3,2],[2,1,3],[3,1,2]]}`)
	fmt.Println(verdict.Accepted, err)
	for _, rule := range verdict.Broken {
		fmt.Println(rule)
	}
	// Output:
	// false <nil>
	// "columns" for line = column 2 (latin.nazo:7:1): 1 is there twice
	// "columns" for line = column 3 (latin.nazo:7:1): 2 is there twice
}

// Mistakes are data.
func ExampleParse() {
	_, err := nazo.Parse("oops.nazo", "puzzle oops\nfind digit: 1..9\nrule \"large\": digt > 5\n")
	var mistakes nazo.Diagnostics
	if errors.As(err, &mistakes) {
		for _, d := range mistakes {
			fmt.Println(d.Code, d.Line, d.Column, d.Suggestion)
		}
	}
	fmt.Print(err)
	// Output:
	// unknown-name 3 15 digit
	// oops.nazo:3:15: error: there is no name `digt`
	//   3 | rule "large": digt > 5
	//     |               ^~~~
	//     = did you mean `digit`?
}
