package command

import (
	"runtime"
	"runtime/debug"

	"nazo/internal/shell"
	"nazo/picture"
)

// versionCmd says which nazo this is.
type versionCmd struct{ plainFormatFlag }

// Run prints the version.
func (c *versionCmd) Run(s *session) error {
	v := versionOfBuild()
	c.printer(s, picture.Drawer{}).fact(v.String(), v)
	return nil
}

// version is that of the module, and the commit that was built if it is known.
type version struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Build    string `json:"build,omitempty"` // a hash of what it was built from, and how; "" if the program can't be read
	Go       string `json:"go"`
}

// String is the line that nazo version and nazo --version print.
func (v version) String() string {
	text := "nazo " + v.Version
	if v.Revision != "" {
		text += " " + v.Revision
	}
	if v.Build != "" {
		text += ", build " + v.Build
	}
	return text
}

// name is the same for two programs only if they do the same: the version alone doesn't tell with which Go and for which processor it was built,
// on which roundings depend.
func (v version) name() string {
	if v.Build != "" {
		return v.Build
	}
	return v.Version
}

func versionOfBuild() version {
	v := version{Version: "of unknown version", Build: shell.Build(), Go: runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Version = info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Revision = s.Value
		}
	}
	return v
}
