package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"nazo/fleet"
	"nazo/internal/shell"
)

// workCmd works for a hub.
type workCmd struct {
	URL string `arg:"" optional:"" help:"The hub, such as tls://hub:4222 (default: what --hub or NAZO_HUB says)."`
	hubFlags
	Cores    shell.Amount `placeholder:"N" help:"How many parts are worked on at once, each by a process of its own; a part of a count that was not divided when it was submitted has all cores that are free when it begins (default: one for each core)."`
	Memory   shell.Memory `placeholder:"SIZE" help:"What these may take together, such as 8G: of jobs that say what a part takes no more are taken than fit, and a part of others may take its share; what takes more is ended (default: no limit)."`
	Name     string       `placeholder:"NAME" help:"What this worker is called (default: the machine's name and a number)."`
	Folder   string       `placeholder:"DIR" help:"Keep files of jobs and checkpoints in this folder (default: one of its own, removed in the end)."`
	Verbose  bool         `help:"Tell of each part when it is begun and when it is done, how long it took and with which status it ended."`
	Commands bool         `help:"Do parts that run other programs, too: --engine dimacs:COMMAND and --player-command of those who submit jobs (default: such jobs are refused)."`
	waitFlag
}

// Run works until an interrupt.
func (c *workCmd) Run(s *session) error {
	if err := c.inOrder(); err != nil {
		return err
	}
	if c.URL != "" {
		c.Hub = c.URL
	}
	cores := int(c.Cores)
	if cores == 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	share, err := shareOf(c.Memory, cores, "--cores 1")
	if err != nil {
		return err
	}
	client, err := s.hub(c.hubFlags)
	if err != nil {
		return err
	}
	defer client.Close()
	o := fleet.WorkOptions{Name: c.Name, Cores: cores, Memory: int64(c.Memory), Folder: c.Folder, Timing: c.timing(), Verbose: c.Verbose, Log: s.log}
	if o.Build, err = build(); err != nil {
		return err
	}
	self, err := shell.Executable()
	if err != nil {
		return err
	}
	s.note("works for %s, %s at once", c.Hub, count(o.Cores, "part"))
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-over:
			return
		case <-s.ctx.Done():
		}
		select {
		case <-over:
		case <-time.After(insists):
			s.note("ends when what its parts have is saved; another interrupt ends it at once")
		}
	}()
	return fleet.Work(s.ctx, client, &processes{self: self, saves: true, runs: c.Commands, share: share}, o)
}

// Hubs that flags may name without meaning one beside the URL.
const usualHub = "nats://127.0.0.1:4222"

// manyCores is how many parts at once for each core are taken for a slip.
const manyCores = 16

// inOrder is an error if the flags are not what anybody wants.
func (c *workCmd) inOrder() error {
	cores, memory := runtime.NumCPU(), machineMemory()
	switch {
	case c.URL != "" && c.Hub != c.URL && c.Hub != usualHub && c.Hub != os.Getenv("NAZO_HUB"):
		return fmt.Errorf("a worker works for one hub: %s or --hub %s", c.URL, c.Hub)
	case int(c.Cores) > manyCores*cores:
		return fmt.Errorf("--cores %d: this machine has %d", c.Cores, cores)
	case memory > 0 && int64(c.Memory) > memory:
		return fmt.Errorf("--memory: this machine has %d MB, and not %d", memory>>20, int64(c.Memory)>>20)
	case c.Name != "":
		return fleet.CheckName(c.Name)
	}
	return nil
}
