// One resource on a terminal: a line a field, keys aligned. What has no value has no line, unless it was asked for.
import { columnsOf } from '../columns.ts';
import { cellText } from '../format.ts';
import { hyperlink } from '../hyperlink.ts';
import type { Io } from '../io.ts';
import { labelOf } from '../labels.ts';
import { linkMaker } from '../links.ts';
import { valueAt } from '../paths.ts';
import { outSafe, safeLine, safeText } from '../safe-text.ts';
import { styles, toneOf } from '../style.ts';
import type { View } from '../view.ts';
import { displayWidth, padToWidth, wrapText } from '../width.ts';

const LEAST_ROOM = 20;

/** The lines of an object; a value of any other kind is printed alone. */
export function detail(io: Io, view: View, item: unknown): string {
  const all = columnsOf(view, item);
  const withValue = all.filter((key) => cellText(valueAt(item, key)) !== '');
  const keys = view.fields || withValue.length === 0 ? all : withValue;
  if (keys.length === 0) return outSafe(io, `${safeText(cellText(item), { multiline: true })}\n`);
  const labels = keys.map((key) => safeLine(labelOf(key, view.labels)));
  const width = Math.max(...labels.map(displayWidth)) + 2;
  const room = Math.max(LEAST_ROOM, io.columns - width);
  const style = styles(io.colorOut);
  const linkOf = linkMaker(io, view);
  const lines = keys.map((key, index) => {
    const raw = valueAt(item, key);
    const text = safeText(detailText(raw, view.now), { multiline: true });
    const link = linkOf(item, key, raw);
    const tone = toneOf(key, raw);
    const paint = tone ? style[tone] : (line: string) => line;
    const value = wrapText(text, room)
      .map((line) => paint(link === undefined ? line : hyperlink(line, link)))
      .join(`\n${' '.repeat(width)}`);
    return `${style.bold(padToWidth(labels[index] ?? '', width))}${value}`.trimEnd();
  });
  return outSafe(io, `${lines.join('\n')}\n`);
}

/** A time is shown both ways here, where there is room for it. */
function detailText(value: unknown, now: Date): string {
  const text = cellText(value, { relativeTo: now });
  return typeof value === 'string' && text !== value ? `${text} (${value})` : text;
}
