//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package shell

import "os"

// terminalColumns is not known here.
func terminalColumns(*os.File) int { return 0 }
