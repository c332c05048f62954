package fleet

import (
	"context"
	"os"
	"path/filepath"
)

// Fetch makes the files of a job in a folder, which is made if it isn't there.
func (c *Client) Fetch(ctx context.Context, job Job, folder string) error {
	cache := filepath.Join(folder, ".files")
	if err := c.fetchFiles(ctx, job, cache, folder); err != nil {
		return err
	}
	return os.RemoveAll(cache)
}
