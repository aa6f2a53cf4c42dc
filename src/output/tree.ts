// Draws a tree with lines, one node a line.

export interface TreeNode {
  label: string;
  children: readonly TreeNode[];
}

export interface TreeOptions {
  /** Indented by blanks alone: a screen reader reads every line it is drawn with. */
  plain?: boolean;
}

/** The lines of a tree; labels are printed as they are, so make them safe before. */
export const drawTree = (nodes: readonly TreeNode[], { plain = false }: TreeOptions = {}): string[] =>
  branchesOf(nodes, '', plain);

const branchesOf = (nodes: readonly TreeNode[], indent: string, plain: boolean): string[] =>
  nodes.flatMap(({ label, children }, at) => {
    const last = at === nodes.length - 1;
    const [branch, below] = plain ? ['  ', '  '] : last ? ['└── ', '    '] : ['├── ', '│   '];
    return [`${indent}${branch}${label}`, ...branchesOf(children, indent + below, plain)];
  });
