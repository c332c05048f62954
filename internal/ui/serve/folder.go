package serve

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"nazo/dsl/instance"
	"nazo/internal/atomicfile"
)

const (
	// maxListed bounds the files that are listed, and maxDeep their depth.
	maxListed, maxDeep = 2000, 16
	// maxVisited bounds the entries that are visited for a list.
	maxVisited = 50_000
	// maxFile bounds the bytes of a text that is read.
	maxFile = 8 << 20
)

// Folder is a folder with specs and instances that the page opens and saves. No name and no link leads out of it.
type Folder struct {
	root *os.Root
	name string
}

// OpenFolder opens a folder of this machine.
func OpenFolder(path string) (*Folder, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		full = path
	}
	return &Folder{root, filepath.Base(full)}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

// errand is what the page asks of the folder: list, read, or write the text of a file. A New file replaces none.
type errand struct {
	Do   string `json:"do"`
	Path string `json:"path"`
	Text string `json:"text"`
	New  bool   `json:"new"`
}

// contents is the answer to an errand.
type contents struct {
	// Folder is the name of the folder, "" if there is none. More is true if it has more files than are listed.
	Folder string   `json:"folder"`
	Files  []string `json:"files,omitempty"`
	More   bool     `json:"more,omitempty"`
	Text   string   `json:"text,omitempty"`
}

// folder does an errand.
func (s *Server) folder(ctx context.Context, w reply, body []byte) error {
	var e errand
	if err := json.Unmarshal(body, &e); err != nil {
		return refuse(400, "this is no errand: %v", err)
	}
	out := &contents{}
	var err error
	switch {
	case s.Folder == nil && e.Do == "list": // there is none
	case s.Folder == nil:
		err = refuse(404, "nazo serve was started without a folder")
	case e.Do == "list":
		out, err = s.Folder.list(ctx)
	case e.Do == "read":
		out.Text, err = s.Folder.read(e.Path)
	case e.Do == "write":
		err = s.Folder.write(e)
	default:
		err = refuse(400, "there is no errand %q", e.Do)
	}
	if err != nil {
		return err
	}
	return w.whole(200, "application/json", line(out))
}

// ofPage reports whether the page may read and write a file.
func ofPage(path string) bool {
	hidden := func(part string) bool { return strings.HasPrefix(part, ".") }
	return filepath.IsLocal(path) && filepath.Clean(path) == filepath.FromSlash(path) && !strings.ContainsFunc(path, unicode.IsControl) && !slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"), hidden) &&
		slices.Contains([]string{".nazo", ".txt", ".json", ".xsb", instance.TSPLIBEnding}, strings.ToLower(filepath.Ext(path)))
}

// list names the files, folder by folder.
func (f *Folder) list(ctx context.Context) (*contents, error) {
	out := &contents{Folder: f.name, Files: []string{}}
	visited := 0
	err := fs.WalkDir(f.root.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		switch visited++; {
		case ctx.Err() != nil:
			return ctx.Err()
		case visited > maxVisited:
			out.More = true
			return fs.SkipAll
		case err != nil && path == ".":
			return err
		case err != nil:
			return nil // it may not be read
		case d.IsDir() && path != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir() && strings.Count(path, "/") >= maxDeep:
			out.More = true
			return fs.SkipDir
		case d.IsDir() || !ofPage(path) || !f.regular(path, d):
			return nil
		case len(out.Files) == maxListed:
			out.More = true
			return fs.SkipAll
		}
		out.Files = append(out.Files, path)
		return nil
	})
	return out, told(".", err)
}

// regular reports whether an entry is a readable file, perhaps by a link within the folder.
func (f *Folder) regular(path string, d fs.DirEntry) bool {
	if d.Type()&fs.ModeSymlink == 0 {
		return d.Type().IsRegular()
	}
	info, err := f.root.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func (f *Folder) read(path string) (string, error) {
	if !ofPage(path) {
		return "", refuse(403, "%s is no file of the folder that the page may read", path)
	}
	info, err := f.root.Stat(path) // opening a pipe would wait for a writer
	if err != nil {
		return "", told(path, err)
	}
	if !info.Mode().IsRegular() {
		return "", refuse(403, "%s is no file of the folder that the page may read", path)
	}
	file, err := f.root.Open(path)
	if err != nil {
		return "", told(path, err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(text) > maxFile {
		return "", refuse(413, "%s is larger than %d bytes", path, maxFile)
	}
	return string(text), told(path, err)
}

// write writes a file, whole or not at all.
func (f *Folder) write(e errand) error {
	if !ofPage(e.Path) {
		return refuse(403, "%s is no file of the folder that the page may write", e.Path)
	}
	info, err := f.root.Stat(e.Path)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return told(e.Path, err)
	case err == nil && e.New:
		return refuse(409, "%s is there already", e.Path)
	case err == nil && strings.EqualFold(filepath.Ext(e.Path), ".json"):
		return refuse(403, "%s is there already, and may be another program's: the page writes no JSON over", e.Path)
	case err == nil && !info.Mode().IsRegular():
		return refuse(403, "%s is no file of the folder that the page may write", e.Path)
	}
	if err := f.root.MkdirAll(filepath.Dir(e.Path), 0o777); err != nil {
		return told(e.Path, err)
	}
	err = atomicfile.WriteText(e.Path, e.Text, atomicfile.Options{Root: f.root, Force: !e.New})
	switch {
	case errors.Is(err, fs.ErrExist): // it is new since Stat
		return refuse(409, "%s is there already", e.Path)
	case errors.Is(err, atomicfile.ErrReadOnly):
		return refuse(403, "%s is read-only: save it under another name, or allow to write it", e.Path)
	}
	return told(e.Path, err)
}

// told rewords an error about a file for the page, without names of system calls.
func told(path string, err error) error {
	cause := err
	for on := (*fs.PathError)(nil); errors.As(cause, &on); {
		cause = on.Err
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return refuse(404, "%s is not in the folder", path)
	case errors.Is(err, fs.ErrPermission):
		return refuse(403, "%s may not be opened: its permissions are against it", path)
	case strings.Contains(cause.Error(), "escapes"): // os.Root has no name for it
		return refuse(403, "%s leads out of the folder", path)
	}
	return refuse(403, "%s can't be opened or written: %v", path, cause)
}
