package command

// goldenSpecs are the specs of which TestGolden keeps what the verbs say, with an instance or values. There is
// something of each: finds and shows of all kinds, moves, objectives, partitions, loops, words, numbers. Those
// of the short run come first.
var goldenSpecs = []string{
	"queens n=5", "jugs", "shikaku 10x10", "arukone 8x8",
	"graph_colouring south_america", "langford 8", "send_more_money",
	"topo 8x8", "tsp 10_towns", "zebra",
	"fillomino 10x10", "heteromino 8x8", "nawabari 6x6", "tatamibari 6x6", "nikoji", "sendai", "tri_place 7x7",
	"masyu 10x10", "slitherlink 10x10", "yajilin 10x10", "country_road 8x8", "castle_wall 8x8", "mejilink 6x6",
	"vertex_slitherlink", "regional_yajilin 6x6", "moon_or_sun 10x10",
	"hanoi discs=3", "missionaries", "couples", "river_crossing", "knight_swap 4x3", "sokoban", "pancakes seven",
	"hidato 8x8", "kakuro 9x9", "kenken 6x6", "sudoku 9x9", "skyscrapers", "magic_square", "kropki 7x7", "ripple_effect 6x6",
	"numberlink 10x10", "hashi", "anglers 7x7", "shirokuro_link", "wiring",
	"tren 6x6", "nurikabe 10x10", "hitori", "heyawake", "nonogram", "kuromasu", "norinori",
	"roma", "akari 10x10", "minesweeper", "binairo", "knights_tour rows=5 cols=4", "alternation", "stostone",
}

// goldenShort is how many of them the short run takes.
const goldenShort = 4

// A goldenLine is a command line that is run for each spec, in formats: SPEC stands for the spec with its instance,
// NAME for the spec alone, LINK for its link, RIGHT and WRONG for files with an answer.
type goldenLine struct{ line, formats string }

var goldenLines = []goldenLine{
	{"solve SPEC --engine native", "text json svg puzzlink"},
	{"solve SPEC --engine native --all --limit 3", "text json"},
	{"unique SPEC --engine native", "text json puzzlink"},
	{"count SPEC --engine native --limit 20", "text json"},
	{"show SPEC", "text json svg"},
	{"explain SPEC", "text json"},
	{"hint SPEC", "text"},
	{"hint SPEC --strength 3", "text json"},
	{"check SPEC", "text json svg"},
	{"check SPEC --answer RIGHT", "text json svg"},
	{"check SPEC --answer WRONG", "text json svg"},
	{"check SPEC --answer WRONG --all", "text"},
	{"estimate SPEC --probes 20", "text json"},
	{"export SPEC --to dimacs", "text"},
	{"export SPEC --to opb", "text"},
	{"export SPEC --to lp", "text"},
	{"link SPEC", "text json svg"},
	{"link LINK", "text json svg"},
	{"fmt NAME.nazo", "text"},
	{"fmt -d NAME.nazo", "text"},
	{"play SPEC --seed 1", "text"},
	{"play SPEC --replay RIGHT", "text svg"},
	{"contest SPEC --deals 1", "text json"},
	{"list NAME", "text"},
}

// goldenWorked are the specs for which goldenWork is run: those for which it is soon done.
var goldenWorked = []string{
	"arukone 8x8", "send_more_money", "masyu 10x10", "slitherlink 10x10", "yajilin 10x10", "hanoi discs=3",
	"kuromasu", "akari 10x10", "minesweeper",
}

// goldenWork are lines that take longer.
var goldenWork = []goldenLine{
	{"sample SPEC -n 2", "text json"},
	{"rate SPEC", "text json"},
	{"explain SPEC", "svg"},
	{"hint SPEC --strength 3", "svg"},
	{"unique SPEC --engine native", "svg"},
	{"solve SPEC --engine native --all --limit 3", "svg"},
	{"hint SPEC", "json svg"},
	{"solve SPEC --engine sat", "text json svg"},
	{"unique SPEC --engine sat", "text"},
	{"count SPEC --engine sat --limit 20", "text"},
	{"lint NAME", "text json"},
	{"test NAME", "text"},
	{"compare SPEC --limit 20 --time 1h", "text json"},
	{"minimize SPEC", "text json svg"},
	{"make SPEC --rate none", "text json svg"},
}

// goldenLong are command lines of the above that are left out, as they take long.
var goldenLong = []string{
	"explain anglers", "explain fillomino", "explain heteromino", "explain hidato", "export fillomino", "explain heyawake", "explain numberlink", "explain nurikabe", "explain sendai",
	"explain skyscrapers", "explain tri_place", "hint sendai --strength", "sample yajilin",
}

// goldenOthers are command lines that are run once.
var goldenOthers = []goldenLine{
	{"solve queens n=2..5 --engine native", "text json svg puzzlink"},
	{"solve queens n=3 --engine native", "text json svg puzzlink"},
	{"solve queens n=6 --all --up-to-symmetry --engine native", "text json svg"},
	{"solve queens n=8 --seed 1 --limit 3 --engine native", "text json svg"},
	{"solve hanoi discs=3 --moves-only", "text json"},
	{"solve hanoi discs=3 --moves 3", "text json"},
	{"solve akari 10x10 block=[] --engine native", "text json"},
	{"solve no_such_puzzle", "text json"},
	{"solve queens n=no", "text json"},
	{"solve knights_tour rows=6 cols=6 --search naive,tidy --engine native", "text json"},
	{"solve slitherlink 10x10 --engine both", "text json"},
	{"count queens n=6 --up-to-symmetry", "text json"},
	{"count queens n=4..7 --engine native", "text json"},
	{"count queens n=6 --method frontier", "text json"},
	{"count queens n=6 --method frontier --twice", "text json"},
	{"count queens n=6 --modulo 3", "text json"},
	{"count hanoi discs=3 --states", "text json"},
	{"count hanoi discs=3", "text json"},
	{"count knights_tour rows=4 cols=5 --plan", "text json"},
	{"count knights_tour rows=3 cols=4 --where-they-differ --search naive --engine native", "text json"},
	{"count numberlink 10x10 --by length", "text json"},
	{"explain akari 10x10 --why lamp r1c2", "text json svg"},
	{"explain akari 10x10 --step 13", "text json svg"},
	{"explain akari 10x10 --smallest", "text json"},
	{"explain hanoi discs=3", "text json svg"},
	{"unique queens n=4 --fix --engine native", "text json"},
	{"minimize slitherlink 10x10 --keep half-turn", "text json"},
	{"make slitherlink --seed 1 -n 2 --symmetry half-turn --rate none", "text json svg"},
	{"play calculation --seed 7 --player greedy", "text svg"},
	{"contest calculation --deals 3 --seed 1 --players greedy,orderly", "text json"},
	{"compare hanoi discs=3 --search all", "text json"},
	{"compare queens", "text json"},
	{"estimate knights_tour rows=4 cols=5 --probes 50 --exact", "text json"},
	{"list", "text"}, {"list --searches", "text"}, {"list link", "text"}, {"list estimate", "text"},
	{"list loop number", "text"}, {"list no_such_puzzle", "text"},
	{"link slither/5/5/cbcbcddad", "text json svg"},
	{"link nonsense/5/5/cbcbcddad", "text json svg"},
	{"completion bash", "text"}, {"completion zsh", "text"}, {"completion fish", "text"},
	{"", "text"}, {"no_such_verb", "text"},
}
