// Names that are close to what was typed.

const MOST = 3;

/** At most three names that differ in few characters, or of which the text is a part; the closest first. */
export function nearestTo(text: string, names: readonly string[]): string[] {
  const wanted = text.toLowerCase();
  const scored = [...new Set(names)].map((name) => ({ name, far: distance(wanted, name.toLowerCase()) }));
  const isNear = ({ name, far }: (typeof scored)[number]) =>
    far <= Math.ceil(wanted.length / 3) || (wanted.length > 2 && name.toLowerCase().includes(wanted));
  return scored
    .filter(isNear)
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** Insertions, deletions and replacements from one text to the other. Long texts are compared by their start. */
function distance(a: string, b: string): number {
  const [from, to] = [a.slice(0, 64), b.slice(0, 64)];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, char] of [...from].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const [left = 0, above = 0, corner = 0] = [next[column - 1], row[column], row[column - 1]];
      next.push(Math.min(left + 1, above + 1, corner + (char === to[column - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
