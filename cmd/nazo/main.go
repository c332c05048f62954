// Command nazo solves, counts and checks puzzles that are written down in small text files.
package main

import "nazo/internal/ui/command"

func main() { command.Main() }
