// Files that import each other in a circle, found in a graph of imports.

/** Each circle as its files, sorted; `imports`: what each file imports. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reaches = new Map([...imports.keys()].map((file) => [file, reachable(imports, file)]));
  const circles = new Map<string, string[]>();
  for (const [file, reached] of reaches) {
    if (!reached.has(file)) continue;
    const files = [...reached].filter((other) => reaches.get(other)?.has(file)).sort();
    circles.set(files[0] ?? file, files);
  }
  return [...circles.values()];
}

/** What a file imports, directly or through others; itself only by a circle. */
function reachable(imports: ReadonlyMap<string, readonly string[]>, from: string): Set<string> {
  const found = new Set<string>();
  const left = [...(imports.get(from) ?? [])];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    left.push(...(imports.get(file) ?? []));
  }
  return found;
}
