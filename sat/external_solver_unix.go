//go:build unix

package sat

import (
	"os/exec"
	"syscall"
)

// killGroup has the end of a command's context kill what the command started too, as a script does that calls a solver.
func killGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
