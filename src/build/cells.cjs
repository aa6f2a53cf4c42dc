// How many cells a text takes, as cli-table3 asks for it: all that it is given is one character a cell (output/formats/table.ts).
module.exports = (text) => [...text].length;
