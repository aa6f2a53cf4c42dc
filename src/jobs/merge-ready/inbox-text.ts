// The inbox on a terminal: by reason, each row with its command at the end, which is never cut.
import { relativeTime } from '../../output/format.ts';
import type { Io } from '../../output/io.ts';
import { styles } from '../../output/note.ts';
import { outSafe, safeLine } from '../../output/safe-text.ts';
import { cutToWidth, displayWidth, padToWidth } from '../../output/width.ts';
import type { Reason } from './inbox.ts';
import type { InboxRow } from './inbox-row.ts';

const HEADINGS: Record<Reason, string> = {
  waiting: 'Waiting on you',
  'changes-requested': 'Changes requested',
  ready: 'Approved, ready to merge',
  comments: 'Open comments',
  outdated: 'Outdated',
  stale: 'Stale',
  draft: 'Your drafts',
};
const ALSO: Record<Reason, string> = {
  waiting: '',
  'changes-requested': 'changes requested',
  ready: 'ready to merge',
  comments: 'open comments',
  outdated: 'outdated',
  stale: 'stale',
  draft: '',
};
/** A subject narrower than this says nothing: the command goes on a line of its own then. */
const LEAST_SUBJECT = 16;

/** Lines for a terminal of `io.columns` cells. */
export function inboxText(io: Io, rows: readonly InboxRow[], now: Date): string {
  const { bold } = styles(io.colorOut);
  const refs = rows.map(({ space, number }) => safeLine(`${space.title}#${number}`));
  const refWidth = Math.min(24, Math.max(0, ...refs.map(displayWidth)));
  const nextWidth = Math.max(0, ...rows.map(({ next }) => displayWidth(next)));
  let reason: Reason | undefined;
  const lines = rows.flatMap((row, at) => {
    const heading = row.reasons[0] === reason ? [] : [bold(HEADINGS[row.reasons[0] ?? 'stale'])];
    reason = row.reasons[0];
    const ref = padToWidth(cutToWidth(refs[at] ?? '', refWidth), refWidth);
    return [...heading, ...rowLines(io, row, { ref, refWidth, nextWidth, now })];
  });
  return outSafe(io, lines.map((line) => `${line}\n`).join(''));
}

interface Place {
  ref: string;
  refWidth: number;
  nextWidth: number;
  now: Date;
}

function rowLines(io: Io, row: InboxRow, { ref, refWidth, nextWidth, now }: Place): string[] {
  const { cyan, dim } = styles(io.colorOut);
  const also = row.reasons.slice(1).map((reason) => ALSO[reason]);
  const facts = [row.createdBy.displayName, relativeTime(row.updatedAt, now), ...also].join(', ');
  const text = safeLine(`${row.subject} (${facts})`);
  const next = safeLine(row.next);
  const room = io.columns - 1 - 2 - refWidth - 2;
  if (room - 2 - nextWidth < LEAST_SUBJECT) {
    const indent = ' '.repeat(2 + refWidth + 2);
    return [`  ${ref}  ${dim(cutToWidth(text, Math.max(1, room)))}`, `${indent}${cyan(next)}`];
  }
  const width = room - 2 - nextWidth;
  return [`  ${ref}  ${padToWidth(cutToWidth(text, width), width)}  ${cyan(next)}`];
}
