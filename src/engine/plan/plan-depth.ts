// How deep a value from a file is nested, found without recursion: every walk that follows would run out of stack.

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether objects and lists within `value` are nested more than `most` levels deep. */
export function isDeeper(value: unknown, most: number): boolean {
  let level = [value].filter(isNode);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((one) => Object.values(one).filter(isNode));
  }
  return false;
}
