package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nazo/internal/testkit"
)

// slurm starts a Slurm of one node for a test.
func (s *site) slurm() {
	s.Helper()
	for _, program := range []string{"sbatch", "slurmctld", "slurmd", "munged"} {
		if _, err := exec.LookPath(program); err != nil || os.Getuid() != 0 {
			s.Skipf("there is no %s, or nobody who may start it (root): workers that Slurm starts are not tried", program)
		}
	}
	folder := s.TempDir()
	s.Setenv("SLURM_CONF", filepath.Join(folder, "slurm.conf"))
	node := func(verb string) ([]byte, error) {
		return exec.Command("bash", "testdata/one_node.sh", verb, folder, fmt.Sprint(twoPorts(s.T))).CombinedOutput()
	}
	s.Cleanup(func() {
		if out, err := node("stop"); err != nil {
			s.Logf("%v\n%s", err, out)
		}
	})
	if out, err := node("start"); err != nil { // it wants its own users, sockets and the name of the machine
		s.Skipf("Slurm doesn't start on this machine, so workers that it starts are not tried: %v\n%s", err, out)
	}
}

// until waits for what Slurm does in its own time, minutes at most.
func (s *site) until(what string, is func() bool) {
	s.Helper()
	for end := time.Now().Add(5 * time.Minute); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			s.Fatalf("waited in vain: %s", what)
		}
	}
}

// twoPorts is a port that nobody listens on, nor on the next.
func twoPorts(t *testing.T) int {
	for {
		a, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		port := a.Addr().(*net.TCPAddr).Port
		b, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port+1))
		a.Close()
		if err == nil {
			b.Close()
			return port
		}
	}
}

// exec runs another program, and returns what it prints.
func (s *site) exec(program string, args ...string) string {
	s.Helper()
	out, err := exec.Command(program, args...).CombinedOutput()
	if err != nil {
		s.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// Slurm starts two workers, and one of them is cancelled with a part in its hands. One whose time is nearly up ends, and is queued again.
func TestSlurm(t *testing.T) {
	if !testkit.Thorough() {
		t.Skip("-thorough starts a Slurm of one node")
	}
	s, hold := newSite(t), t.TempDir()
	s.slurm()
	token := filepath.Join(s.folder, "token")
	s.check(os.WriteFile(token, []byte("secret\n"), 0o600))
	t.Setenv("NAZO_TOKEN_FILE", token)
	s.serve()
	s.run("submit", "--name=tours", "--parts=16", "count", "knights_tour", "rows=6", "cols=8", "closed=true")

	self, err := os.Executable()
	s.check(err)
	program := filepath.Join(s.folder, "nazo-fleet") // the name by which this executable knows what it is
	s.check(os.Symlink(self, program))
	id := s.exec("sbatch", "--parsable", "--array=1-2", "--mem=400M", "--output="+s.folder+"/%a.log",
		"--export=PATH,NAZO_FLEET="+program+","+holdVar+"="+hold, "launch/slurm.sh", s.url, token, "--wait=1s")
	s.until("two workers have a part each", func() bool { return s.held(hold) == 2 })
	s.exec("scancel", id+"_1")
	s.until("one is cancelled", func() bool { return s.exec("squeue", "-h", "-j", id+"_1") == "" })
	s.check(os.WriteFile(filepath.Join(hold, "go"), nil, 0o600))
	if got := s.run("result", "--wait", "tours"); got != "55488142\n" {
		t.Errorf("counted %s", got)
	}
	for worker := 1; worker <= 2; worker++ {
		log, err := os.ReadFile(fmt.Sprintf("%s/%d.log", s.folder, worker))
		s.check(err)
		if !strings.Contains(string(log), "works for "+s.url+", 1 part at once") {
			t.Errorf("worker %d:\n%s", worker, log)
		}
	}

	// The other hears that its time is nearly up.
	s.exec("scancel", "--batch", "--signal=USR1", id+"_2")
	s.until("the other is queued again", func() bool {
		return strings.Contains(s.exec("scontrol", "show", "job", id+"_2"), " Restarts=1 ")
	})
	s.exec("scancel", id)
	s.until("nothing is left in the queue", func() bool { return s.exec("squeue", "-h") == "" })
}

// held is how many tasks are held, or were.
func (s *site) held(folder string) int {
	files, err := filepath.Glob(filepath.Join(folder, "*.held"))
	s.check(err)
	return len(files)
}
