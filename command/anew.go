package command

import (
	"context"
	"nazo/internal/shell"
	"os"
	"os/exec"
)

// anew is this program with other arguments, as a process that is killed when ctx ends. It goes by the same name: an
// executable may be several programs.
func anew(ctx context.Context, args ...string) *exec.Cmd {
	self, err := shell.Executable()
	if err != nil {
		self = os.Args[0]
	}
	process := exec.CommandContext(ctx, self, args...)
	process.Args[0] = os.Args[0]
	return process
}
