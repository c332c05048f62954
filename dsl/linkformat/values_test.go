package linkformat

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestValues compares what is read of the samples with testdata/values.tsv: what puzz.link's own program reads of them
// (pzprjs, commit 0401fc64), at each place all numbers that it keeps there. The lists below say where that is something else than
// the link has: for otherNumbers only the places are compared, for otherPlaces nothing.
func TestValues(t *testing.T) {
	text, err := os.ReadFile("testdata/values.tsv")
	if err != nil {
		t.Fatal(err)
	}
	theirs := map[string]map[Place]string{}
	for line := range strings.Lines(string(text)) {
		id, values, _ := strings.Cut(strings.TrimSpace(line), "\t")
		theirs[id] = map[Place]string{}
		for _, v := range strings.Fields(values) {
			var p Place
			at, numbers, _ := strings.Cut(v, "=")
			if _, err := fmt.Sscanf(at, "%d,%d", &p.X, &p.Y); err != nil {
				t.Fatal(err)
			}
			theirs[id][p] = sorted(numbers)
		}
	}
	for _, s := range samples(t) {
		u, err := Parse(s.link)
		if err != nil {
			t.Fatal(err)
		}
		readings, _, err := s.layout.Read(u.Board(), u.Body)
		if err != nil {
			t.Fatal(err)
		}
		ours := valuesOf(u.Board(), s.layout, readings)
		want := theirs[s.name]
		equal := maps.Equal(ours, want)
		_, elsewhere := otherPlaces[s.name]
		switch {
		case equal && (elsewhere || slices.Contains(otherNumbers, s.name)):
			t.Errorf("%s is listed below, and the values are equal", s.name)
		case equal || elsewhere:
		case !slices.Equal(places(ours), places(want)):
			t.Errorf("%s: places differ\n%v\n%v", s.link, ours, want)
		case !slices.Contains(otherNumbers, s.name):
			t.Errorf("%s: values differ\n%v\n%v", s.link, ours, want)
		}
	}
}

// otherNumbers are types that keep a place's mark in another form than the link: ice and holes as kinds of cells, a number as two,
// letters as directions.
var otherNumbers = strings.Fields(`anglers balance balloon barns bdwalk brownies bunnyhop castle circuitwalk crossstitch curvedata dbchoco disloop elasticlink
energywalk evolmino familyphoto firewalk forestwalk fracdiv heavydots herugolf icewalk interbd kakuru kissing lightshadow loopsp
magnets makaro meidjuluk minarism morningwalk nagare nanameguri numrope orbital outofsight oyakodori pipelink pipelinkr railpool
rassi recoil reflect roboticwalk ruleofthree sananko sashigane sashikabe seiza shugaku simpleloop slalom slovak snakepit subomino
tajmahal tatamibari tateyoko tentaisho twinarea vertigo voxas waterwalk yajisoko yokeimoji yosenabe`)

// otherPlaces are types that keep marks at other places, and which.
var otherPlaces = map[string]string{
	"antmill": "the right and the lower side of a cell", "parquet": "the right and the lower side of a cell",
	"bosanowa": "what is no hole", "goishi": "what is no hole", "nondango": "all cells", "cbblock": "what is no side", "mejilink": "what is no side",
	"icebarn": "the way in and out, too", "icelom": "the way in and out, too", "icelom2": "the way in and out, too",
	"nurimaze": "not the start and the goal", "ovotovata": "all cells of a room", "pmemory": "all cells of a room",
	"pencils": "the sides of a tip, too", "ququ": "four places in a cell", "sudoku": "the sides of its boxes, too", "triplace": "the sides of clues, too",
}

func sorted(numbers string) string {
	all := strings.Split(numbers, ",")
	slices.Sort(all)
	return strings.Join(all, ",")
}

func places(of map[Place]string) []string {
	var all []string
	for p := range of {
		all = append(all, fmt.Sprint(p))
	}
	slices.Sort(all)
	return all
}

// valuesOf are all numbers of a place, in all parts. A room's are where pzprjs keeps them: in the topmost cell of its leftmost column.
func valuesOf(b Board, l Layout, readings []Reading) map[Place]string {
	numbers := map[Place][]string{}
	borders, holes := map[Place]bool{}, map[Place]bool{}
	for i, r := range readings {
		top := map[Place]Place{}
		if l[i].Domain == "rooms" {
			room := Rooms(b, borders, holes)
			first := map[int]Place{}
			for _, p := range b.cells(1) {
				if _, ok := first[at(room, p)]; !ok {
					first[at(room, p)] = p
					top[p] = p
				}
				if f := first[at(room, p)]; p.X < top[f].X {
					top[f] = p
				}
			}
		}
		for k, p := range r.Places {
			m := r.Marks[k]
			if m.Empty() {
				continue
			}
			if IsBorder(l[i].Format) {
				borders[p] = true
			}
			if strings.HasPrefix(l[i].Format, "holes") {
				holes[p] = true
			}
			if t, ok := top[p]; ok {
				p = t
			}
			for _, n := range m.Numbers {
				if n != None {
					numbers[p] = append(numbers[p], fmt.Sprint(n))
				}
			}
			if m.Letter != 0 {
				numbers[p] = append(numbers[p], string(rune(m.Letter)))
			}
		}
	}
	values := map[Place]string{}
	for p, n := range numbers {
		values[p] = sorted(strings.Join(n, ","))
	}
	return values
}
