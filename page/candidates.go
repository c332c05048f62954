package page

import "context"

// candidates are the values that each open place has in some solution.
func (l *looked) candidates(ctx context.Context) error { return ctx.Err() }
