package serve

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// The page as web/build.sh makes it of its sources in web: it is kept with the code, so that Go alone builds nazo. What is large is kept as
// browsers like to get it, compressed, by its name with .gz.
//
//go:embed static
var embedded embed.FS

const packedEnding = ".gz"

// Page are the files of the page by their names, none compressed.
func Page() map[string][]byte {
	entries, err := embedded.ReadDir("static")
	if err != nil {
		panic(err) // it is embedded
	}
	files := map[string][]byte{}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), packedEnding)
		files[name], _, _ = stored(name, false)
	}
	return files
}

// stored is a file of the page; packed says that it is compressed, which it may be if the reader likes that.
func stored(name string, likesPacked bool) (text []byte, packed, ok bool) {
	if text, err := embedded.ReadFile("static/" + name); err == nil {
		return text, false, true
	}
	text, err := embedded.ReadFile("static/" + name + packedEnding)
	if err != nil || likesPacked {
		return text, true, err == nil
	}
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err == nil {
		text, err = io.ReadAll(r)
	}
	if err != nil {
		panic("serve: " + name + " is damaged: " + err.Error()) // it is embedded
	}
	return text, false, true
}

// kinds are the types of the files of the page.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
}

// file answers with a file of the page.
func (w reply) file(r *http.Request) error {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	switch name {
	case "":
		name = "index.html"
	case "favicon.ico": // browsers ask for it where no page names another
		name = "icon.svg"
	}
	kind := kinds[path.Ext(name)]
	text, packed, ok := stored(name, takesGzip(r))
	if !ok || kind == "" {
		return refuse(http.StatusNotFound, "there is nothing at %s", r.URL.Path)
	}
	w.Header().Set("Vary", "Accept-Encoding")
	if packed {
		w.Header().Set("Content-Encoding", "gzip")
	}
	return w.whole(http.StatusOK, kind, text)
}

// takesGzip reports whether whoever asks says that it reads what is compressed so.
func takesGzip(r *http.Request) bool {
	for offer := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(offer, " ", ""), ";")
		if strings.EqualFold(name, "gzip") {
			q, err := strconv.ParseFloat(strings.TrimPrefix(weight, "q="), 64)
			return weight == "" || err == nil && q > 0
		}
	}
	return false
}
