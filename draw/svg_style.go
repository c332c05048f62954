package draw

import (
	"fmt"
	"strings"
)

// colour is one of a page by its name, with the default in light and in dark.
type colour struct{ name, light, dark string }

// palette has the colours of a page. Those of lines tell lines apart, as the inks of a terminal do.
var palette = []colour{
	{"paper", "#ffffff", "#0d1117"},
	{"ink", "#1f2328", "#e6edf3"},
	{"grid", "#b6bcc4", "#3d444d"},
	{"dot", "#8d959f", "#8b949e"},
	{"found", "#0b5cad", "#79c0ff"},
	{"wall", "#30363d", "#9da7b3"},
	{"wall-ink", "#ffffff", "#0d1117"},
	{"shade", "#5b7089", "#3b5b7d"},
	{"shade-ink", "#ffffff", "#ffffff"},
	{"ring", "#ffffff", "#e6edf3"},
	{"ring-ink", "#1f2328", "#0d1117"},
	{"disc", "#1f2328", "#010409"},
	{"disc-ink", "#ffffff", "#ffffff"},
	{"token", "#f3e6cb", "#4a3f2a"},
	{"level", "#a5d8ff", "#1c5b8a"},
	{"maybe", "#cdd6e0", "#22344a"},
	{"new", "#1a7f37", "#3fb950"},
	{"used", "#b35900", "#e3a33b"},
	{"wrong", "#cf222e", "#ff7b72"},
	{"line0", "#0b7285", "#3bc9db"},
	{"line1", "#d9480f", "#ffa94d"},
	{"line2", "#a61e4d", "#f783ac"},
	{"line3", "#2b8a3e", "#69db7c"},
	{"line4", "#1864ab", "#74c0fc"},
	{"line5", "#c92a2a", "#ff8787"},
}

// style is the style sheet of a page. What is printed is light, and a page that lets its readers choose says so by data-theme.
var style = makeStyle()

func makeStyle() string {
	var light, dark strings.Builder
	rule := map[string]string{} // from the name of a colour to how it is used: its own value where nobody knows variables
	for _, c := range palette {
		fmt.Fprintf(&light, "--nazo-%s:%s;", c.name, c.light)
		fmt.Fprintf(&dark, "--nazo-%s:%s;", c.name, c.dark)
		rule[c.name] = c.light
	}
	use := func(selector, property, name, more string) string {
		return fmt.Sprintf(".nazo %s{%[2]s:%[3]s;%[2]s:var(--nazo-%[4]s);%[5]s}\n", selector, property, rule[name], name, more)
	}
	out := fmt.Sprintf(".nazo{%[1]scolor:%[2]s;color:var(--nazo-ink);fill:none;stroke-linecap:round;stroke-linejoin:round;"+
		"font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif;print-color-adjust:exact;-webkit-print-color-adjust:exact}\n"+
		"@media screen and (prefers-color-scheme:dark){.nazo{%[3]s}}\n"+
		"@media screen{[data-theme=light] .nazo{%[1]s}[data-theme=dark] .nazo{%[3]s}}\n", light.String(), rule["ink"], dark.String())
	out += use(".paper,.nazo .plate", "fill", "paper", "") +
		".nazo text{fill:currentColor;text-anchor:middle;dominant-baseline:central;white-space:pre}\n" +
		".nazo text.says{text-anchor:start;dominant-baseline:auto;font:15px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}\n" +
		".nazo .corner{text-anchor:start}\n" +
		".nazo .cells rect{pointer-events:all}\n" +
		".nazo .given,.nazo .piece{font-weight:bold}\n" +
		use(".found", "fill", "found", "font-weight:normal") +
		use(".token", "fill", "token", "stroke:currentColor;stroke-width:1.5") + ".nazo .token.missing{fill:none;stroke-dasharray:3 4;opacity:.55}\n.nazo text.missing{opacity:.55}\n.nazo .inside{stroke:none}\n" +
		".nazo .bay{pointer-events:all}\n.nazo .floor{stroke:currentColor;stroke-width:3}\n" +
		use(".level", "fill", "level", "") + ".nazo .vessel{stroke:currentColor;stroke-width:1.5}\n" +
		use(".cells .wall", "fill", "wall", "") + use(".cells .shade", "fill", "shade", "") + use(".cells .maybe", "fill", "maybe", "") +
		use("text .on-wall,.nazo text.on-wall", "fill", "wall-ink", "") + use("text .on-shade,.nazo text.on-shade", "fill", "shade-ink", "") +
		use("text .on-ring,.nazo text.on-ring", "fill", "ring-ink", "") + use("text .on-disc,.nazo text.on-disc", "fill", "disc-ink", "") +
		use("text .maybe,.nazo text.maybe", "fill", "used", "font-style:italic") + use(".cut", "stroke", "wall-ink", "stroke-width:1") +
		use(".grid", "stroke", "grid", "") + use(".dots", "fill", "dot", "") +
		".nazo .frame,.nazo .rooms{stroke:currentColor;stroke-width:3}\n" +
		".nazo .walls{stroke:currentColor;stroke-width:5}\n" +
		use(".ring", "fill", "ring", "stroke:currentColor;stroke-width:2") + use(".disc", "fill", "disc", "stroke:currentColor;stroke-width:2") +
		use(".ring.found,.nazo .disc.found", "stroke", "found", "") + use(".disc.found", "fill", "found", "") +
		".nazo .halo{paint-order:stroke;stroke-width:4px}\n" + use(".halo", "stroke", "paper", "") +
		".nazo .line{stroke-width:4}\n.nazo .doubled{stroke-width:2.5}\n.nazo .doubtful{stroke-dasharray:1 8}\n"
	for i := range inks {
		name := fmt.Sprint("line", i)
		out += use("."+name, "stroke", name, "") + use(".end."+name, "fill", name, "stroke:none")
	}
	for _, mark := range []string{"used", "new", "wrong"} {
		out += use(".mark."+mark, "stroke", mark, "stroke-width:3") + use(".tint."+mark, "fill", mark, "fill-opacity:.18") +
			use(".line."+mark, "stroke", mark, "stroke-width:6") + use("text."+mark, "fill", mark, "")
	}
	return out + ".nazo .doubled.new{stroke-width:3}\n.nazo .mark.used{stroke-dasharray:5 6}\n"
}
