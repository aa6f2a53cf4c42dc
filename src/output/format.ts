// Values as words: times, counts, sizes, table cells.

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** "3 hours ago", "in 2 days", "just now". Takes a Date or an ISO time; a text that is no time comes back as it is. */
export function relativeTime(time: Date | string, now: Date): string {
  const seconds = (new Date(time).getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return String(time);
  const distance = Math.abs(seconds);
  const unit = UNITS.find(([, size]) => distance >= size);
  if (!unit) return 'just now';
  const amount = plural(Math.floor(distance / unit[1]), unit[0]);
  return seconds < 0 ? `${amount} ago` : `in ${amount}`;
}

/** "1 page", "2 pages"; `nouns` for an irregular plural. */
export const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;

/** How long a period is: `30 days`, `24 hours`. */
export function lengthOf({ from, to }: { from: string; to: string }): string {
  const hours = Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000);
  return hours > 24 && hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour');
}

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** "512 B", "1.5 MB": decimal units, one digit below ten. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const shown = unit === 0 || size >= 9.95 ? String(Math.round(size)) : size.toFixed(1);
  return `${shown} ${units[unit]}`;
}

/**
 * A JSON value as the text of one cell. With `relativeTo` it is for people: relative times, yes and no.
 * Without, it is for programs: ISO times, true and false. Nothing and null are empty, a document is its text, and an
 * object of plain values its names and values; what is deeper is compact JSON.
 */
export function cellText(value: unknown, { relativeTo }: { relativeTo?: Date | undefined } = {}): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string')
    return relativeTo && ISO_TIME.test(value) ? relativeTime(value, relativeTo) : value;
  if (typeof value === 'boolean') return relativeTo ? yesNo(value) : String(value);
  return typeof value === 'object' ? objectText(value, relativeTo) : String(value);
}

function objectText(value: object, relativeTo: Date | undefined): string {
  if ('object' in value && value.object === 'document' && 'nodes' in value) return textsIn(value.nodes);
  if (!Object.values(value).every(isLeaf)) return JSON.stringify(value);
  const [comma, is] = relativeTo ? [', ', ': '] : [',', '='];
  const one = (leaf: unknown) => cellText(leaf, { relativeTo });
  return Array.isArray(value)
    ? value.map(one).join(comma)
    : Object.entries(value)
        .map(([name, leaf]) => `${name}${is}${one(leaf)}`)
        .join(comma);
}

/** The text of the nodes of a rich document, a line for each block. */
function textsIn(nodes: unknown): string {
  if (!Array.isArray(nodes)) return '';
  const isInline = nodes.some((node) => typeof node === 'object' && node !== null && node.object === 'text');
  return nodes
    .map(
      (node) =>
        node?.leaves?.map((leaf: { text?: unknown }) => leaf?.text ?? '').join('') ?? textsIn(node?.nodes),
    )
    .join(isInline ? '' : '\n');
}

export const isLeaf = (value: unknown): boolean => value === null || typeof value !== 'object';
