//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// apart has a process lead a group of its own: an interrupt at the terminal is not for it, and whatever it starts ends with it. Where the
// system can do that it dies with this program.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
}

// kill ends a process that is apart, and all that it has started.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
