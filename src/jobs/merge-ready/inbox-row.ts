// A change request in the inbox, and the command to run next: as a row, and as lines on a terminal.
import { shell } from '../../files/shell-word.ts';
import { relativeTime } from '../../output/format.ts';
import type { Io } from '../../output/io.ts';
import { styles } from '../../output/note.ts';
import { outSafe, safeLine } from '../../output/safe-text.ts';
import { cutToWidth, displayWidth, padToWidth } from '../../output/width.ts';
import type { InboxItem, Reason } from './inbox.ts';

export type InboxRow = ReturnType<typeof inboxRow>;

export function inboxRow({ reasons, space, changeRequest }: InboxItem) {
  const { number, id, subject, status, createdBy, comments, outdated, updatedAt, urls } = changeRequest;
  return {
    reasons,
    space: { id: space.id, title: space.title },
    number,
    id,
    subject,
    status,
    createdBy: { id: createdBy.id, displayName: createdBy.displayName },
    comments,
    outdated,
    updatedAt,
    url: urls.app,
    /** The command to run next. */
    next: nextOf(reasons[0] ?? 'stale', number, wordForSpace(space)),
  };
}

/** A title that is easy to type, and that means one space; else the id. */
export const wordForSpace = ({ id, title, isOnly }: InboxItem['space']): string =>
  isOnly && /^\w[\w .-]*$/.test(title) ? title : id;

function nextOf(reason: Reason, number: number, space: string): string {
  const target = [String(number), '--space', space];
  const commands: Record<Reason, string> = {
    waiting: shell`docs cr diff ${target}`,
    'changes-requested': shell`docs cr reviews list ${target}`,
    ready: shell`docs cr merge ${target}`,
    comments: shell`docs comments list --cr ${target}`,
    // It says whether a sync would conflict, and how to resolve that.
    outdated: shell`docs cr conflicts ${target}`,
    stale: shell`docs cr diff ${target}`,
    draft: shell`docs cr update ${target} --status open`,
  };
  return commands[reason];
}

/** What a reason is called above its rows, behind a row that stands under another, and behind a number of rows. */
export const REASON_WORDS: Readonly<
  Record<Reason, readonly [heading: string, also: string, counted: string]>
> = {
  waiting: ['Waiting on you', '', 'waiting on you'],
  'changes-requested': ['Changes requested', 'changes requested', 'with changes requested'],
  ready: ['Approved, ready to merge', 'ready to merge', 'ready to merge'],
  comments: ['Open comments', 'open comments', 'with open comments'],
  outdated: ['Outdated', 'outdated', 'outdated'],
  stale: ['Stale', 'stale', 'stale'],
  draft: ['Your drafts', '', 'in your drafts'],
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
    const heading = row.reasons[0] === reason ? [] : [bold(REASON_WORDS[row.reasons[0] ?? 'stale'][0])];
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
  const also = row.reasons.slice(1).map((reason) => REASON_WORDS[reason][1]);
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
