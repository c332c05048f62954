package main

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// natsServer starts a server of NATS that is another program, in the version that the system has, and says where it listens.
func (s *site) natsServer() {
	s.Helper()
	program, err := exec.LookPath("nats-server")
	if err != nil {
		s.Skip("there is no nats-server: a fleet on a server that is no hub is not tried")
	}
	ports := s.TempDir()
	p := &proc{Cmd: exec.Command(program, "-js", "-a", "127.0.0.1", "-p", "-1", "-sd", s.TempDir(), "--auth", "secret", "--ports_file_dir", ports)}
	s.check(p.Start())
	s.Cleanup(p.kill)
	var listens struct{ Nats []string }
	for len(listens.Nats) == 0 {
		files, err := filepath.Glob(filepath.Join(ports, "*.ports"))
		s.check(err)
		for _, f := range files {
			text, err := os.ReadFile(f)
			s.check(err)
			json.Unmarshal(text, &listens) // it may be written right now
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.url = listens.Nats[0]
	token := filepath.Join(s.folder, "token")
	s.check(os.WriteFile(token, []byte("secret\n"), 0o600))
	s.Setenv("NAZO_TOKEN_FILE", token)
}

// A server of NATS as a system has it, and not this program's, can keep a fleet's jobs, too: a worker that is killed has its part done by
// another, and a coordinator that is killed is started again.
func TestServerOfSystem(t *testing.T) {
	s, hold := newSite(t), t.TempDir()
	s.natsServer()
	coordinate := func() *proc {
		p := s.start("", "coordinate", "--wait=1s", s.url)
		line, err := p.errs.ReadString('\n') // it is ready
		if err != nil {
			t.Fatal(line, err)
		}
		go io.Copy(io.Discard, p.errs)
		return p
	}
	first := coordinate()
	s.submit()
	w := s.work(hold)
	task := s.heldTask(hold)
	w.kill()
	gone(task)
	first.kill()
	coordinate()
	s.work("")
	s.sum()
}
