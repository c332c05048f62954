package shell

import (
	"os"
	"strconv"
)

// ColumnsOf is how many columns there are where a file is read: those of the terminal, else what the variable COLUMNS says; 0
// if nobody knows.
func ColumnsOf(f *os.File) int {
	if IsTerminal(f) {
		if n := terminalColumns(f); n > 0 {
			return n
		}
	}
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}
