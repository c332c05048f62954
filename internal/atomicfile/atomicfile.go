// Package atomicfile writes files of the user whole or not at all.
//
// The text goes to a temporary file in the same folder, which then takes the name. Until then the old file stays. A
// kill may leave the temporary file, which is called .nazo-NAME-NUMBER.tmp.
package atomicfile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Options say where a file may be written, and whether it replaces another.
type Options struct {
	// Root is a folder that no name and no link may leave. Nil allows any folder of this machine.
	Root *os.Root
	// Force allows writing over a file.
	Force bool
	// Private hides a new file from other users.
	Private bool
	// Until ends a write to a pipe that nobody reads, with its cause. Nil waits for a reader.
	Until context.Context
}

// Errors that [fs.PathError] wraps, beside [fs.ErrExist] for a file that must not be replaced.
var (
	ErrReadOnly  = errors.New("it is read-only")
	ErrFolder    = errors.New("it is a folder")
	ErrIrregular = errors.New("it is no regular file")
	ErrNoFolder  = errors.New("there is no such folder")
)

// mostLinks bounds the chain of symbolic links from a name to a file.
const mostLinks = 40

// Write writes a file by calling fill. It follows links, and a file keeps its permissions. Outside of a root it
// writes directly to a pipe, a terminal or another irregular file.
func Write(name string, o Options, fill func(io.Writer) error) error {
	t, err := find(name, o)
	if err != nil {
		return err
	}
	if t.stream {
		return t.wrap(writeStream(o.Until, name, fill))
	}
	defer t.folder.Close() // it was only read
	return t.replace(o, fill)
}

// WriteText is [Write] with a text.
func WriteText(name, text string, o Options) error {
	return Write(name, o, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// Check returns the error with which [Write] would refuse a file before it writes anything. It leaves no file behind.
func Check(name string, o Options) error {
	t, err := find(name, o)
	if err != nil || t.stream {
		return err
	}
	defer t.folder.Close() // it was only read
	f, err := t.create(o)
	if err != nil {
		return err
	}
	return t.wrap(errors.Join(f.Close(), t.folder.Remove(f.name)))
}

// Clean removes the temporary files that killed writes of a file have left. Nobody else may be writing it.
func Clean(name string) error {
	t, err := find(name, Options{Force: true})
	if err != nil || t.stream {
		return err
	}
	defer t.folder.Close() // it was only read
	entries, err := fs.ReadDir(t.folder.FS(), ".")
	if err != nil {
		return t.wrap(err)
	}
	for _, e := range entries {
		number, ours := strings.CutPrefix(e.Name(), t.prefix())
		number, ends := strings.CutSuffix(number, suffix)
		if ours && ends && strings.Trim(number, "0123456789") == "" {
			err = errors.Join(err, t.folder.Remove(e.Name()))
		}
	}
	return t.wrap(err)
}

// target is a file to be written.
type target struct {
	name   string // as the caller wrote it
	folder *os.Root
	base   string
	old    fs.FileInfo // nil if there is no file yet
	stream bool        // it is irregular; then only name is set
}

// place is a file system in which names are looked up: a root, or the machine.
type place interface {
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	OpenRoot(name string) (*os.Root, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

// machine is the file system outside of any root.
type machine struct{}

// Stat is [os.Stat].
func (machine) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// Lstat is [os.Lstat].
func (machine) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }

// Readlink is [os.Readlink].
func (machine) Readlink(name string) (string, error) { return os.Readlink(name) }

// OpenRoot is [os.OpenRoot].
func (machine) OpenRoot(name string) (*os.Root, error) { return os.OpenRoot(name) }

// OpenFile is [os.OpenFile].
func (machine) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// find looks up the file to be written, and refuses a name that must not be written.
func find(name string, o Options) (*target, error) {
	t := &target{name: name}
	var in place = machine{}
	if o.Root != nil {
		in = o.Root
	}
	info, err := in.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist): // a link may still lead to a file to be made
	case err != nil:
		return nil, t.wrap(err)
	case info.IsDir():
		return nil, t.wrap(ErrFolder)
	case !info.Mode().IsRegular() && o.Root != nil:
		return nil, t.wrap(ErrIrregular)
	case !info.Mode().IsRegular():
		t.stream = true
		return t, nil
	default:
		t.old = info
	}
	folder, base, err := follow(in, name)
	if err != nil {
		return nil, t.wrap(err)
	}
	if base == "" {
		return nil, t.wrap(ErrFolder)
	}
	if err := t.writable(in, folder+base, o); err != nil {
		return nil, err
	}
	if t.folder, err = in.OpenRoot(cmp.Or(folder, ".")); errors.Is(err, fs.ErrNotExist) {
		return nil, &fs.PathError{Op: "write", Path: filepath.Clean(folder), Err: ErrNoFolder}
	} else if err != nil {
		return nil, t.wrap(err)
	}
	t.base = base
	return t, nil
}

// follow follows a chain of links, and splits the name at its end. It doesn't clean names, since .. behind a link
// is another folder than .. before it.
func follow(in place, name string) (folder, base string, err error) {
	for range mostLinks {
		folder, base = filepath.Split(name)
		info, err := in.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return folder, base, nil // opening the folder will find out if it is missing
		}
		if name, err = in.Readlink(name); err != nil {
			return "", "", err
		}
		if !filepath.IsAbs(name) {
			name = folder + name
		}
	}
	return "", "", errors.New("too many links lead from one to the next")
}

// writable returns an error if an existing file must not be replaced.
func (t *target) writable(in place, name string, o Options) error {
	if t.old == nil {
		return nil
	}
	if !o.Force {
		return t.wrap(fs.ErrExist)
	}
	if t.old.Mode().Perm()&0o222 == 0 { // root could write it
		return t.wrap(ErrReadOnly)
	}
	f, err := in.OpenFile(name, os.O_WRONLY, 0) // one's own folder may have files of others
	if errors.Is(err, fs.ErrPermission) {
		return t.wrap(ErrReadOnly)
	}
	if err != nil {
		return t.wrap(err)
	}
	return t.wrap(f.Close())
}

// wrap names the file in an error as the caller knows it. Nil stays nil.
func (t *target) wrap(err error) error {
	if err == nil {
		return nil
	}
	for on := (*fs.PathError)(nil); errors.As(err, &on); {
		err = on.Err
	}
	for on := (*os.LinkError)(nil); errors.As(err, &on); {
		err = on.Err
	}
	return &fs.PathError{Op: "write", Path: t.name, Err: err}
}

const suffix = ".tmp"

// prefix begins the names of temporary files. A name has at most 255 bytes on most systems.
func (t *target) prefix() string {
	return ".nazo-" + strings.ToValidUTF8(t.base[:min(len(t.base), 200)], "") + "-"
}

// temporary is a file that others don't see yet.
type temporary struct {
	*os.File
	name string // in its folder
}

// create makes a temporary file beside the target. Whoever can't read the old file can't read it either.
func (t *target) create(o Options) (*temporary, error) {
	perm := fs.FileMode(0o666)
	if o.Private || t.old != nil {
		perm = 0o600
	}
	for {
		name := fmt.Sprintf("%s%d%s", t.prefix(), rand.Uint64(), suffix)
		f, err := t.folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		switch {
		case err == nil:
			return &temporary{f, name}, nil
		case !errors.Is(err, fs.ErrExist):
			return nil, t.wrap(err)
		}
	}
}

// replace writes a temporary file and gives it the name of the target. If that fails, it leaves nothing behind.
func (t *target) replace(o Options, fill func(io.Writer) error) error {
	f, err := t.create(o)
	if err != nil {
		return err
	}
	if err = fill(f); err != nil {
		f.Close()
		t.folder.Remove(f.name)
		if on, ok := errors.AsType[*fs.PathError](err); ok && on.Path == f.Name() {
			err = t.wrap(err)
		}
		return err
	}
	if t.old != nil {
		keepOwner(f.File, t.old)
		err = f.Chmod(t.old.Mode())
	}
	if err == nil {
		err = synced(f.File)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = t.publish(f.name, o)
	}
	if err != nil {
		t.folder.Remove(f.name) // the first error counts
		return t.wrap(err)
	}
	if folder, err := t.folder.Open("."); err == nil {
		folder.Sync() // not every system can, and the file has its name already
		folder.Close()
	}
	return nil
}

// publish gives a temporary file the name of the target. Without Force it keeps a file that has appeared meanwhile.
func (t *target) publish(temp string, o Options) error {
	if !o.Force {
		switch err := t.folder.Link(temp, t.base); {
		case err == nil:
			return t.folder.Remove(temp)
		case errors.Is(err, fs.ErrExist):
			return fs.ErrExist
		}
		if _, err := t.folder.Lstat(t.base); err == nil { // file systems without links
			return fs.ErrExist
		}
	}
	return t.folder.Rename(temp, t.base)
}

// synced flushes a file to the disk, where the system can do that.
func synced(f *os.File) error {
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}

// writeStream writes to an irregular file until ctx ends. Opening a pipe waits for a reader, perhaps forever. Then
// the goroutine is left behind.
func writeStream(ctx context.Context, name string, fill func(io.Writer) error) error {
	if ctx == nil {
		ctx = context.Background()
	}
	done := make(chan error, 1)
	go func() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err == nil {
			err = errors.Join(fill(f), f.Close())
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
