package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"

	"nazo/internal/atomicfile"
)

// digestOf is the hash of what is read.
func digestOf(r io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// putFile stores content under a name that says what it is, unless it is there.
func (c *Client) putFile(ctx context.Context, name string, content []byte) error {
	if _, err := c.files.GetInfo(ctx, name); err == nil || !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	return putObject(ctx, c.files, c.object(name), bytes.NewReader(content))
}

// object names an object whose pieces fit into messages.
func (c *Client) object(name string) jetstream.ObjectMeta {
	return jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(min(c.limited, 128<<10))}}
}

// errDamaged is in errors of what is missing or damaged at the hub, or can't be kept here: no other attempt of this worker is
// likely to get it.
var errDamaged = errors.New("not to be had")

// damaged marks an error of getting an object as errDamaged, if it says that.
func damaged(err error) error {
	_, local := errors.AsType[*os.PathError](err)
	if local || errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch) || errors.Is(err, jetstream.ErrBadObjectMeta) || errors.Is(err, errMissing) {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return err
}

// getFile makes a file of an object, whole or not at all. The error is ErrObjectNotFound of package
// jetstream if there is none.
func (s *store) getFile(ctx context.Context, from jetstream.ObjectStore, object, name string) error {
	return s.getObject(ctx, from, object, func(content io.Reader) error { return writeWhole(name, content) })
}

// writeWhole writes a file so that nobody sees half of it.
func writeWhole(name string, r io.Reader) error {
	return atomicfile.Write(name, atomicfile.Options{Force: true, Private: true}, func(w io.Writer) error {
		_, err := io.Copy(w, r)
		return err
	})
}

// fetchFiles makes a folder with the files of a job, of contents that are kept in cache by their digests. The error is errDamaged
// if that can't be.
func (s *store) fetchFiles(ctx context.Context, job Job, cache, folder string) error {
	for _, dir := range []string{cache, folder} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	for name, digest := range job.Files {
		if b, err := hex.DecodeString(digest); err != nil || len(b) != sha256.Size || !filepath.IsLocal(name) {
			return fmt.Errorf("%w: file %q of job %s: %q is no digest", errDamaged, name, job.ID, digest)
		}
		kept := filepath.Join(cache, digest)
		if _, err := os.Stat(kept); err != nil {
			if err := s.getFile(ctx, s.files, inputName(job.ID, digest), kept); err != nil {
				return fmt.Errorf("file %s of job %s: %w", name, job.ID, damaged(err))
			}
		}
		to := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		if err := copyFile(kept, to, digest); err != nil {
			return err
		}
	}
	return nil
}

// copyFile copies what has a digest; a file that was changed in the cache is removed there.
func copyFile(from, to, digest string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	got, err := digestOf(f)
	if err != nil {
		return err
	}
	if got != digest {
		os.Remove(from)
		return fmt.Errorf("%w: %s has other content than its name says", errDamaged, from)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return writeWhole(to, f)
}
