package check

// boardLibrary: places and their neighbourhood. A board is a board, a grid, or
// any collection of cells.
var boardLibrary = []builtin{
	{"grid", []string{"(rows: known int, columns: known int): board"}, "an empty board"},
	{"cells", []string{"(b: known board): set of cell"}, "its cells in reading order"},
	{"cell", []string{"(b: board, row: int, column: int): cell?"}, "the cell at a place"},
	{"row", []string{"(b: board, i: int): list of cell", "(c: cell): int"}, "the cells of row i, or the row of a cell"},
	{"column", []string{"(b: board, j: int): list of cell", "(c: cell): int"}, "the cells of column j, or the column of a cell"},
	{"rows", []string{"(b: known board): list of list of cell"}, "all rows, from the top"},
	{"columns", []string{"(b: known board): list of list of cell"}, "all columns, from the left"},
	{"diagonals", []string{"(b: known board): list of list of cell"}, "all diagonals of both directions"},
	{"boxes", []string{"(b: known board, height: known int, width: known int): list of list of cell"}, "the board cut into boxes"},
	{"blocks", []string{"(b: known board, height: known int, width: known int): list of list of cell"}, "all windows of a size"},
	{"lines", []string{"(b: known board, d: direction): list of list of cell"}, "rows or columns, each as one sees it when looking in a direction"},
	{"rectangles", []string{"(b: known board): list of set of cell"}, "all rectangles of cells"},
	{"width", []string{"(b: known board): int"}, "how many columns"},
	{"height", []string{"(b: known board): int"}, "how many rows"},
	{"areas", []string{"(g: known grid of T): list of set of cell"}, "for each value of a grid, the cells that have it"},
	{"values", []string{"(g: known array K to T): set of T"}, "the different values of a grid"},
	{"clues", []string{"(g: known grid of T): set of cell"}, "the cells of a grid that are not none"},
	{"ray", []string{"(c: cell, d: direction): list of cell"}, "the cells from c, itself not included, to the edge"},
	{"next", []string{"(c: cell, d: direction): cell?"}, "the cell beside c, or none at the edge"},
	{"opposite", []string{"(d: direction): direction"}, "the direction back"},
	{"ring", []string{"(c: cell): list of cell"}, "the cells around c, in order"},
	{"distance", []string{"(a: cell, b: cell): int"}, "steps from a to b along rows and columns"},
}
