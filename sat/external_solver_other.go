//go:build !unix

package sat

import "os/exec"

// killGroup leaves it at the command itself, which os/exec kills.
func killGroup(*exec.Cmd) {}
