// Once a month, on a terminal: this Node no longer gets security fixes.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Paths } from '../config/paths.ts';
import { writeFileDurably } from '../files/writer.ts';

const MONTH_MS = 30 * 24 * 3600 * 1000;
/** Older ones still run docs. */
export const MAINTAINED_NODE = 22;

/**
 * The line to show now, or undefined: for a maintained Node, when it was shown within a month, and where that cannot be
 * remembered, since it must not come with every command.
 */
export function nodeNotice(node: string, { cache }: Paths, now: Date): string | undefined {
  if (Number.parseInt(node, 10) >= MAINTAINED_NODE || cache === undefined) return undefined;
  const mark = join(cache, 'node-notice.json');
  try {
    const shown = lstatSync(mark, { throwIfNoEntry: false });
    if (shown && Math.abs(now.getTime() - shown.mtimeMs) < MONTH_MS) return undefined;
    writeFileDurably(mark, `${JSON.stringify({ node, shown: now.toISOString() })}\n`, { ownDir: true });
  } catch {
    return undefined;
  }
  return `Node ${node} gets no security fixes: use Node 24 (DOCS_NO_NOTICES=1 hides this)`;
}
