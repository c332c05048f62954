//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package command

import "os"

// terminalColumns is not known here.
func terminalColumns(*os.File) int { return 0 }
