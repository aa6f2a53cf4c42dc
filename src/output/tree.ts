// Draws a tree with lines, one node a line.

export interface TreeNode {
  label: string;
  children: readonly TreeNode[];
}

/** The lines of a tree; labels are printed as they are, so make them safe before. */
export function drawTree(nodes: readonly TreeNode[], indent = ''): string[] {
  return nodes.flatMap(({ label, children }, at) => {
    const last = at === nodes.length - 1;
    const [branch, below] = last ? ['└── ', '    '] : ['├── ', '│   '];
    return [`${indent}${branch}${label}`, ...drawTree(children, indent + below)];
  });
}
