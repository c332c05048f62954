package fleet

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// An object belongs to one job and goes with it: none is shared, so nobody can remove what another is about to need.

// inputName is the name of a file of a job by its digest; outputName is that of what a part printed.
func inputName(job, digest string) string  { return job + ".in." + digest }
func outputName(job, digest string) string { return job + ".out." + digest }

// stateName is the name of what a task that was divided had come to, by its digest.
func stateName(job, digest string) string { return job + ".state." + digest }

// trialName is the name of what a worker stores to see how long that takes.
func trialName(job, worker string) string { return job + ".trial." + worker }

// errMissing says that an object lacks pieces. The library would wait for them.
var errMissing = errors.New("pieces of it are missing")

// getObject reads an object with take.
func (s *store) getObject(ctx context.Context, from jetstream.ObjectStore, name string, take func(io.Reader) error) error {
	return whileMoving(ctx, func(m *moving) error {
		content, err := from.Get(m, name)
		if err != nil {
			return err
		}
		defer content.Close()
		info, err := content.Info()
		if err == nil {
			err = s.whole(m, info)
		}
		if err != nil {
			return err
		}
		m.from = content
		return take(m)
	})
}

// whole is errMissing if an object has fewer pieces than it should.
func (s *store) whole(ctx context.Context, object *jetstream.ObjectInfo) error {
	pieces := fmt.Sprintf("$O.%s.C.%s", object.Bucket, object.NUID)
	counts, err := s.subjects(ctx, object.Bucket, pieces)
	if err == nil && counts[pieces] < uint64(object.Chunks) {
		err = fmt.Errorf("%w: there are %d of %d", errMissing, counts[pieces], object.Chunks)
	}
	return err
}

// subjects counts the messages of a bucket of objects, by subject.
func (s *store) subjects(ctx context.Context, bucket, filter string) (map[string]uint64, error) {
	stream, err := s.js.Stream(ctx, "OBJ_"+bucket)
	if err != nil {
		return nil, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}

// removeObjects removes the objects of a bucket whose names are to go, and the marks that those leave which were deleted before.
func (s *store) removeObjects(ctx context.Context, bucket string, goes func(name string) bool) error {
	prefix := "$O." + bucket + ".M."
	named, err := s.subjects(ctx, bucket, prefix+">")
	if err != nil {
		return err
	}
	var from jetstream.ObjectStore
	var stream jetstream.Stream
	for subject := range named {
		name, err := base64.URLEncoding.DecodeString(strings.TrimPrefix(subject, prefix))
		if err != nil || !goes(string(name)) {
			continue
		}
		if from == nil {
			if from, err = s.js.ObjectStore(ctx, bucket); err != nil {
				return err
			}
			if stream, err = s.js.Stream(ctx, "OBJ_"+bucket); err != nil {
				return err
			}
		}
		if err := from.Delete(ctx, string(name)); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			return err
		}
		if err := stream.Purge(ctx, jetstream.WithPurgeSubject(subject)); err != nil {
			return err
		}
	}
	return nil
}

// sweep removes what workers stored of jobs that were removed meanwhile. A worker only stores for a job that there is, and that is
// looked for after the objects; files of a job come before it, and are not touched.
func (c *Client) sweep(ctx context.Context) error {
	for _, bucket := range []string{files, checkpoints} {
		err := c.removeObjects(ctx, bucket, func(name string) bool {
			job, rest, _ := strings.Cut(name, ".")
			if rest == "" || strings.HasPrefix(rest, "in.") {
				return false
			}
			_, err := c.Job(ctx, job)
			return errors.Is(err, ErrNoJob)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
