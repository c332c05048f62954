package serve

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A site needs no server of ours: nazo runs in a worker of the browser. It is a set of files for any folder of any web
// server. Once loaded it works without a network.

// The files beside the pages of a site: the worker that runs nazo, and the programs that keep the site for use without
// a network.
var (
	//go:embed assets/worker.js
	workerScript string
	//go:embed assets/offline.js
	offlineScript []byte
	//go:embed assets/keeper.js
	keeperScript string
)

// Policy has the browser run only the site's own programs, and ask no other host. A shared address may come from
// anyone.
const Policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; ` +
	`connect-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'">`

// engineEntry begins the entry of an engine in the worker, by what it is for and its file.
const engineEntry = "%s: [%q, "

// CompleteSite adds to the pages of a site what they load: the engines, the worker that runs one, and what keeps all files
// for use without a network. Pages on which puzzles are only solved need no other engine than that for solving.
func CompleteSite(files map[string][]byte, solving *Engine, writing ...*Engine) {
	var list strings.Builder
	for i, e := range append([]*Engine{solving}, writing...) {
		name := e.name()
		files[name], files[execFile] = e.Packed, e.Exec
		if len(e.Licences) > 0 {
			files[LicencesFile] = e.Licences // those for writing come last, and have them all
		}
		fmt.Fprintf(&list, engineEntry+"%d], ", []string{"solving", "writing"}[i], name, len(e.Packed))
	}
	files["worker.js"] = []byte(strings.Replace(workerScript, "ENGINES", list.String(), 1))
	files["offline.js"] = offlineScript
	files["keeper.js"] = []byte(keeping(files))
}

// keeping returns the service worker with the names of the files and a version of their contents.
func keeping(files map[string][]byte) string {
	sum := sha256.New()
	var list strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(files[name]))
		sum.Write(files[name])
		fmt.Fprintf(&list, "%q, ", name)
	}
	return strings.NewReplacer("VERSION", digest(sum.Sum(nil)), "FILES", list.String()).Replace(keeperScript)
}

// The list of files as [keeping] writes it, and a name in it that lies in the folder itself.
var (
	listedFiles = regexp.MustCompile(`(?m)^const files = \["\./", (.*)\];$`)
	listedName  = regexp.MustCompile(`"(\w[\w.-]*)"`)
)

// SiteFiles returns the names of the files of a site in a folder, as its service worker lists them, or none if there is no
// site.
func SiteFiles(dir string) (names []string) {
	text, err := os.ReadFile(filepath.Join(dir, "keeper.js"))
	if err != nil || !bytes.Contains(text, []byte("`nazo ${self.registration.scope} `")) {
		return nil
	}
	if list := listedFiles.FindSubmatch(text); list != nil {
		for _, m := range listedName.FindAllSubmatch(list[1], -1) {
			names = append(names, string(m[1]))
		}
	}
	return names
}

// digest returns the first digits of a sum.
func digest(sum []byte) string { return hex.EncodeToString(sum)[:16] }
