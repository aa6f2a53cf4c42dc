import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiffEntry } from '../../../src/jobs/change-request-diff/change-request-diff.ts';
import { diffText, statOf, statText } from '../../../src/jobs/change-request-diff/diff-text.ts';
import { type InboxRow, inboxText } from '../../../src/jobs/merge-ready/inbox-row.ts';
import { loadTextDiff } from '../../../src/output/text-diff.ts';
import { displayWidth } from '../../../src/output/width.ts';
import { memoryIo } from '../../helpers/memory-io.ts';

const compare = await loadTextDiff();
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '\u001b[2J',
    '\u001b]8;;http://x\u0007',
    '\u202eabc',
    '::error::x',
    '##vso[task]',
    '\r\ny',
    '\u009b31m',
    'ok',
    '好的',
  ),
);
// Colours of our own, and nothing else that a terminal obeys.
const unsafe =
  /\u001b(?!\[(?:1|22|2|7|27|31|32|33|36|39)m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e]/;

const entryOf = (name: string, before: string, after: string): DiffEntry => ({
  ...{ kind: 'page', change: 'changed', id: 'p', type: 'document' },
  ...{ title: name, path: name, fromTitle: before },
  attributes: { [name]: { before, after } },
  content: true,
  ...compare(before, after),
});

describe('the text of a diff', () => {
  it('obeys nothing that the platform wrote, in colour or not', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, fc.boolean(), (name, before, after, color) => {
        const io = memoryIo({
          tty: true,
          env: { ...(color ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), GITHUB_ACTIONS: '1' },
        });
        const entry = entryOf(name, before, after);
        const text = diffText(io, entry) + statText(io, [statOf(entry)]);
        expect(text).not.toMatch(unsafe);
        expect(text).not.toMatch(/^\s*::|##\[|##vso\[/m);
      }),
      { numRuns: 300 },
    );
  });

  it('marks in colour the words that differ', () => {
    const io = memoryIo({ tty: true, env: { FORCE_COLOR: '1' } });
    const text = diffText(io, entryOf('p', 'the printer wants ZPL\n', 'the printer wants PDF\n'));
    expect(text).toContain('\u001b[31m-the printer wants \u001b[7mZPL\u001b[27m\u001b[39m');
    expect(text).toContain('\u001b[32m+the printer wants \u001b[7mPDF\u001b[27m\u001b[39m');
  });

  it('keeps the lines of --stat within the terminal', () => {
    const io = memoryIo({ tty: true, columns: 60, env: { NO_COLOR: '1' } });
    const lines = (count: number) => 'x\n'.repeat(count);
    const entries = [entryOf('a'.repeat(100), '', lines(900)), entryOf('b', lines(3), '')].map(statOf);
    for (const line of statText(io, entries).split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

const row = (subject: string, title: string): InboxRow => ({
  ...{
    reasons: ['outdated', 'stale'],
    space: { id: 's', title },
    number: 7,
    id: 'c',
    subject,
    status: 'open',
  },
  ...{ createdBy: { id: 'u', displayName: 'Jo' }, comments: 0, outdated: true },
  updatedAt: '2026-11-01T00:00:00.000Z',
  url: 'https://app.example/x',
  next: 'docs cr sync 7 --space Guides',
});
const now = new Date('2026-11-21T00:00:00Z');

it('the inbox on a terminal never cuts a command, and fills no line beyond the terminal for anything else', () => {
  fc.assert(
    fc.property(hostile, hostile, fc.integer({ min: 20, max: 200 }), (subject, title, columns) => {
      const io = memoryIo({ tty: true, columns, env: { NO_COLOR: '1' } });
      const lines = inboxText(io, [row(subject, title)], now).split('\n');
      expect(lines.filter((line) => line.endsWith('docs cr sync 7 --space Guides'))).toHaveLength(1);
      for (const line of lines.filter((one) => !one.includes('docs cr sync')))
        expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(columns, 34));
      expect(lines.join('\n')).not.toMatch(unsafe);
    }),
    { numRuns: 200 },
  );
});
