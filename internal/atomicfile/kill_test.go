package atomicfile

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nazo/internal/testkit"
)

// writesVariable has the test program be one that writes a file of that name again and again.
const writesVariable = "NAZO_TEST_WRITES"

func TestMain(m *testing.M) {
	if name := os.Getenv(writesVariable); name != "" {
		writeForEver(name)
	}
	os.Exit(m.Run())
}

// letters are what the whole file is full of, one after the other.
const letters = "abcdefgh"

const mostBytes = 1 << 20

// writeForEver writes a file within its folder, and says when it was there first.
func writeForEver(name string) {
	root, err := os.OpenRoot(filepath.Dir(name))
	for i := 0; err == nil; i++ {
		err = Write(filepath.Base(name), Options{Root: root, Force: true}, func(w io.Writer) error {
			for range 64 {
				if _, err := w.Write(bytes.Repeat([]byte{letters[i%len(letters)]}, mostBytes/64)); err != nil {
					return err
				}
			}
			return nil
		})
		if i == 0 {
			os.Stdout.WriteString("written\n")
		}
	}
	panic(err)
}

// TestKilled kills a program that does nothing but write a file: there is always a whole one.
func TestKilled(t *testing.T) {
	kills := 3
	if testkit.Thorough() {
		kills = 100
	}
	temps := 0
	for range kills {
		folder, name := begin(t)
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), writesVariable+"="+name)
		out, err := cmd.StdoutPipe()
		check(t, err)
		check(t, cmd.Start())
		out.Read(make([]byte, 1)) // the first is there, or the program ended
		time.Sleep(time.Duration(rand.IntN(int(20 * time.Millisecond))))
		check(t, cmd.Process.Kill())
		cmd.Wait()
		text, err := os.ReadFile(name)
		if err != nil || len(text) != mostBytes || bytes.Count(text, text[:1]) != mostBytes {
			t.Errorf("%d bytes, %v: no whole file", len(text), err)
		}
		entries, err := os.ReadDir(folder)
		check(t, err)
		for _, e := range entries {
			switch {
			case e.Name() == filepath.Base(name):
			case strings.HasPrefix(e.Name(), ".nazo-old.txt-") && strings.HasSuffix(e.Name(), ".tmp"):
				temps++
			default:
				t.Errorf("%s is left", e.Name())
			}
		}
		check(t, Clean(name))
		holds(t, folder, name, string(text), filepath.Base(name))
	}
	t.Logf("%d kills left %d temporary files", kills, temps)
}
