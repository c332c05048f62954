package compose

import (
	"errors"
	"fmt"
	"sync"
)

// ErrTries says that what was ordered was not met.
var ErrTries = errors.New("none of the instances that were tried has exactly one solution and what else is asked for")

// Unmade is the error of an instance that was not made, with what was met on the way.
type Unmade struct {
	Err error // ErrTries, or that of the context
	// Tried is how many instances were begun. So many came out with exactly one solution, but were not as hard as was asked for; those that
	// could be rated, if any, were rated Lowest to Highest.
	Tried, Unfit, Rated int
	Lowest, Highest     float64
}

// Unwrap is why no more were tried.
func (u *Unmade) Unwrap() error { return u.Err }

// Error says that, and what was met.
func (u *Unmade) Error() string { return u.Err.Error() + ": " + u.Met() }

// Met says how many were tried, and which ratings were met: "500 tried, 18 of them with exactly one solution, rated 3.5 to 3.7".
func (u *Unmade) Met() string {
	text := fmt.Sprintf("%d tried", u.Tried)
	if u.Unfit > 0 {
		text += fmt.Sprintf(", %d of them with exactly one solution", u.Unfit)
	}
	switch {
	case u.Unfit == 0:
	case u.Rated == 0:
		text += ", not rated"
	case u.Lowest == u.Highest:
		text += fmt.Sprintf(", rated %.1f", u.Lowest)
	default:
		text += fmt.Sprintf(", rated %.1f to %.1f", u.Lowest, u.Highest)
	}
	return text
}

// tally counts what comes of the tries for one instance, which may go on side by side.
type tally struct {
	sync.Mutex
	met Unmade
}

func (t *tally) begin() {
	t.Lock()
	defer t.Unlock()
	t.met.Tried++
}

// unfit notes an instance that is not as hard as was asked for.
func (t *tally) unfit(rating float64, rated bool) {
	t.Lock()
	defer t.Unlock()
	u := &t.met
	u.Unfit++
	if !rated {
		return
	}
	if u.Rated++; u.Rated == 1 {
		u.Lowest, u.Highest = rating, rating
	}
	u.Lowest, u.Highest = min(u.Lowest, rating), max(u.Highest, rating)
}

// unmade is the error for the instance.
func (t *tally) unmade(err error) error {
	t.Lock()
	defer t.Unlock()
	u := t.met
	u.Err = err
	return &u
}
