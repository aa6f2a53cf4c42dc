// Whom docs permissions add gives something to: how many of each, and for a question by name.
import { knownNames } from '../../../engine/references/known-names.ts';
import { amountOf, nounOf } from '../../../engine/references/reference-kinds.ts';
import type { Run } from '../../../engine/run/run.ts';

/** The fields that name people, and of what kind their IDs are. */
export const REFS = { users: 'userId', teams: 'teamId' } as const;

const listOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const MOST_NAMED = 3;

/** `member "Ann" and team "Writers"`: a question says who gains something. */
export async function named(run: Run): Promise<string> {
  const found: string[] = [];
  for (const [field, param] of Object.entries(REFS)) {
    const ids = Array.isArray(run.input[field]) ? run.input[field].map(String) : [];
    const names = await knownNames(run, param, new Set(ids));
    found.push(...ids.map((id) => `${nounOf(param)} "${names.get(id) ?? id}"`));
  }
  const more = found.length - MOST_NAMED;
  return more > 0
    ? `${found.slice(0, MOST_NAMED).join(', ')} and ${more} more`
    : found.join(', ') || whom(run);
}

/** `2 members and 1 team`. */
export function whom({ input }: Run): string {
  const users = listOf(input.users);
  const teams = listOf(input.teams);
  const words = [
    ...(users > 0 ? [amountOf(users, 'userId')] : []),
    ...(teams > 0 ? [amountOf(teams, 'teamId')] : []),
  ];
  return words.join(' and ') || 'no member';
}
