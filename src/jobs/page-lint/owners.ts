// owners.yaml: who looks after which pages, and whether they are still there.

import type {
  OrganizationMember as Member,
  OrganizationTeam as Team,
} from '../../api/people/members.generated.ts';
import { UsageError } from '../../errors.ts';
import { isRecord } from '../../files/is-record.ts';
import { parseYaml } from '../../files/yaml-file.ts';
import { wildcardMatches } from '../links/link-ignores.ts';

/** The owner of a page: the last pattern that matches it decides. */
export type Owners = (space: { title: string }, page: { path: string }) => string | undefined;

/**
 * Reads lines `Guides/webhooks*: ann@acme.com`: a pattern of space and path, where `*` is any text, and a person (email or
 * ID) or `team:Title`. Throws UsageError `BAD_OWNERS`.
 */
export async function readOwners(text: string, name: string, mayBeEmpty = false): Promise<Owners> {
  const value = (await parseYaml(text, name)) ?? {};
  if (!isRecord(value)) throw wrong(name, 'is not a map of page patterns to owners');
  const rules = Object.entries(value).map(([pattern, owner]) => {
    if (typeof owner !== 'string' || owner.trim() === '')
      throw wrong(name, `gives "${pattern.slice(0, 100)}" no owner`);
    return { pattern, owner: owner.trim() };
  });
  if (rules.length === 0 && !mayBeEmpty) throw wrong(name, 'has no owners');
  return (space, page) =>
    rules.findLast(({ pattern }) => wildcardMatches(pattern, `${space.title}/${page.path}`))?.owner;
}

const LINES = 'write lines such as "Guides/*": ann@acme.com, or "Guides/*": team:Platform';

export const wrong = (name: string, problem: string, hint = LINES) =>
  new UsageError(`${name} ${problem}`, { code: 'BAD_OWNERS', hint });

/** Why an owner cannot look after anything; undefined when they can. */
export function whyGone(
  owner: string,
  members: readonly Member[],
  teams: readonly Team[],
): string | undefined {
  const team = /^team:\s*(.*)$/s.exec(owner)?.[1];
  const is = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase();
  if (team !== undefined)
    return teams.some(({ id, title }) => id === team || is(title, team)) ? undefined : 'is not a team';
  const member = members.find(({ user }) => user.id === owner || is(user.email, owner));
  if (!member) return 'is not a member';
  return member.disabled ? 'is disabled' : undefined;
}
