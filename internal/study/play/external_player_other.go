//go:build !unix

package play

import "os/exec"

func inGroup(*exec.Cmd) {}

// killGroup ends the command; there are no groups of processes.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() } // it may be gone
