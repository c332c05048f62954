package command

import (
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// TestForecastWaits holds that the user is told what a count is expected to take only if it lasts.
func TestForecastWaits(t *testing.T) {
	for name, c := range map[string]struct {
		lasts time.Duration
		want  string
	}{"at once": {patience / 2, ""}, "long": {2 * patience, "nazo: a year\n"}} {
		t.Run(name, func(t *testing.T) {
			errs, err := os.Create(t.TempDir() + "/errs")
			if err != nil {
				t.Fatal(err)
			}
			defer errs.Close()
			synctest.Test(t, func(t *testing.T) {
				s := &session{errs: errs, ctx: t.Context(), progress: newProgressLine(errs, time.Now())}
				stop := s.noteUnless("a year")
				time.Sleep(c.lasts)
				stop()
				synctest.Wait()
			})
			if text, err := os.ReadFile(errs.Name()); string(text) != c.want || err != nil {
				t.Errorf("noted is %q, not %q (%v)", text, c.want, err)
			}
		})
	}
}
