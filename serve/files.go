package serve

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

// The page as web/build.sh makes it of its sources in web: it is kept with the code, so that Go alone builds nazo.
//
//go:embed static
var embedded embed.FS

// Page are the files of the page.
func Page() fs.FS {
	files, err := fs.Sub(embedded, "static")
	if err != nil {
		panic(err) // the name is valid
	}
	return files
}

// kinds are the types of the files of the page.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
}

// file answers with a file of the page, and more fields of the head.
func (w reply) file(r *request, more ...string) error {
	name := strings.TrimPrefix(path.Clean(r.path), "/")
	switch name {
	case "":
		name = "index.html"
	case "favicon.ico": // browsers ask for it where no page names another
		name = "icon.svg"
	}
	kind := kinds[path.Ext(name)]
	text, err := fs.ReadFile(Page(), name)
	if err != nil || kind == "" {
		return refuse(404, "there is nothing at %s", r.path)
	}
	if r.method == "HEAD" {
		return w.head(200, kind, len(text), more...)
	}
	return w.whole(200, kind, text, more...)
}
