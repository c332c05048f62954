// Command nazo solves, counts and checks puzzles that are written down in small
// text files.
package main

import "nazo/command"

func main() { command.Main() }
