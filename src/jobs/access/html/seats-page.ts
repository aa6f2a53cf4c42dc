// The seats of an organization as one page for a browser: who uses them, and who does not.

import { plural } from '../../../output/format.ts';
import {
  card,
  numberTable,
  type PictureFacts,
  picturePage,
  stack,
  stacks,
  type Tone,
} from '../../../output/html/plots.ts';
import type { Seats } from '../seats.ts';

const STATES = [
  { key: 'active', name: 'active', tone: 'good' },
  { key: 'new', name: 'new', tone: 'main' },
  { key: 'notSeen', name: 'not seen', tone: 'fair' },
  { key: 'neverSeen', name: 'never seen', tone: 'bad' },
  { key: 'disabled', name: 'disabled', tone: 'none' },
] as const satisfies readonly { key: keyof Seats; name: string; tone: Tone }[];

export interface SeatsFacts extends Pick<PictureFacts, 'at' | 'version'> {
  /** `organization "Acme"`. */
  where: string;
  /** Who was not seen for so long is not active. */
  days: number;
}

/** `rows`: one a role, the total last. */
export function seatsPage(rows: readonly Seats[], { where, days, ...facts }: SeatsFacts): string {
  const [total] = rows.slice(-1);
  const roles = rows.slice(0, -1);
  const countsOf = (row: Seats) => STATES.map(({ key }) => row[key]);
  const all = STATES.map(({ name, tone, key }) => ({ name, tone, count: total?.[key] ?? 0 }));
  const head = ['Role', 'Members', ...STATES.map(({ name }) => name)];
  return picturePage(
    { ...facts, title: `Seats of ${where}`, lead: `Not seen means: not for ${plural(days, 'day')}.` },
    [
      card(plural(total?.members ?? 0, 'member'), stack('members', all)),
      card(
        'By role',
        stacks(
          STATES,
          roles.map((row) => ({ name: row.role, counts: countsOf(row) })),
        ),
      ),
      card(
        'All numbers',
        numberTable(
          head,
          rows.map((row) => [row.role, row.members, ...countsOf(row)] as const),
        ),
      ),
    ],
  );
}
