// docs cr reviewers request --from-owners: asks whoever looks after the pages that a change request changes.

import { listChangeRequestPages } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { listMembers, type Member } from '../../api/people/members.ts';
import { listTeamMembers } from '../../api/people/team-members.ts';
import { listTeams, type Team } from '../../api/people/teams.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import { listChangeRequestChanges } from '../../api/review/changes.ts';
import { allItems } from '../../client/all-items.ts';
import type { Client } from '../../client/client.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { warn } from '../../output/note.ts';
import { filesOf, isCodeOwners, readCodeOwners } from '../../workflows/page-lint/code-owners.ts';
import { readOwners } from '../../workflows/page-lint/owners.ts';
import { allPages } from '../../workflows/page-list.ts';

/** Adds them to the users that were named. Throws UsageError, NotFoundError where nobody looks after any of the pages. */
export async function askOwners(run: Run<{ fromOwners?: string | undefined }>): Promise<void> {
  const { fromOwners: file } = run.flags;
  if (file === undefined) return;
  const text = await readTextFile(run.context, file, '--from-owners');
  const client = await run.client();
  const changeRequest = await readNamed({ ...run }, getChangeRequest, (input) =>
    client.call(getChangeRequest, {
      spaceId: idIn(input, 'spaceId'),
      changeRequestId: idIn(input, 'changeRequestId'),
    }),
  );
  const place = { spaceId: changeRequest.space, changeRequestId: changeRequest.id };
  const space = await client.call(getSpace, { spaceId: place.spaceId });
  const pages = await changedPages(client, place);
  const ownersOf = await ownersIn(file, text);
  const owners = new Set(pages.flatMap((page) => ownersOf(space, page)));
  const { users, unknown } = await peopleBehind(client, space.organization, owners);
  for (const owner of unknown) warn(run.context.io, `${file} names ${owner}, who is not in the organization`);
  users.delete(changeRequest.createdBy.id);
  const named = [run.input.users ?? []].flat();
  if (users.size === 0 && named.length === 0)
    throw new NotFoundError(
      `${file} does not name a reviewer for what change request #${changeRequest.number} changes`,
      { hint: shell`docs cr changes ${String(changeRequest.number)} --space ${place.spaceId}` },
    );
  run.input = { ...run.input, users: [...new Set([...named, ...users])] };
}

interface ChangedPage {
  path: string;
  git?: { path: string } | undefined;
}

/** By the paths that they have there; a page that is deleted or moved also by the one it had. */
async function changedPages(
  client: Client,
  place: { spaceId: string; changeRequestId: string },
): Promise<ChangedPage[]> {
  const [{ changes }, { pages }] = await Promise.all([
    client.call(listChangeRequestChanges, { ...place, limit: 1000 }),
    client.call(listChangeRequestPages, place),
  ]);
  const known = new Map(allPages(pages).map((page) => [page.id, page]));
  return changes.flatMap((change): ChangedPage[] => {
    if (!('page' in change)) return [];
    const now = known.get(change.page.id);
    const before = change.type === 'page_moved' ? change.before.path : change.page.path;
    const git = now && 'git' in now ? now.git : undefined;
    return [
      ...(now && 'path' in now ? [{ path: now.path, git }] : []),
      ...(before === undefined ? [] : [{ path: before }]),
    ];
  });
}

async function ownersIn(
  file: string,
  text: string,
): Promise<(space: { title: string }, page: ChangedPage) => readonly string[]> {
  if (!isCodeOwners(file)) {
    const owners = await readOwners(text, file);
    return (space, page) => [owners(space, page) ?? []].flat();
  }
  const owners = readCodeOwners(text);
  return (_, page) =>
    filesOf(page)
      .map(owners)
      .find((found) => found !== undefined) ?? [];
}

/** IDs of users behind emails, IDs, `team:Title`, `@name` and `@organization/team`. */
async function peopleBehind(
  client: Client,
  organizationId: string,
  owners: ReadonlySet<string>,
): Promise<{ users: Set<string>; unknown: string[] }> {
  const members = owners.size === 0 ? [] : await allItems(client.pages(listMembers, { organizationId }));
  const isTeam = (owner: string) => /^team:|^@[^/]*\//.test(owner);
  const teams = [...owners].some(isTeam)
    ? await allItems(client.pages(listTeams, { organizationId }))
    : ([] as Team[]);
  const users = new Set<string>();
  const unknown: string[] = [];
  for (const owner of owners) {
    const team = isTeam(owner) ? teams.find((one) => isThatTeam(one, owner)) : undefined;
    const found = team
      ? (await allItems(client.pages(listTeamMembers, { organizationId, teamId: team.id }))).map(
          ({ organization }) => organization.user.id,
        )
      : members.filter((member) => isThatMember(member, owner)).map(({ user }) => user.id);
    if (found.length === 0) unknown.push(owner);
    for (const id of found) users.add(id);
  }
  return { users, unknown };
}

/** Letters and digits alone: `@acme/docs-team` is the team "Docs team". */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function isThatTeam({ id, title }: Team, owner: string): boolean {
  const name = owner.replace(/^team:\s*|^@[^/]*\//, '');
  return id === name || bare(title) === bare(name);
}

/** A handle of another service is taken for the name, or what is before the @ of the email address. */
function isThatMember({ user, disabled }: Member, owner: string): boolean {
  if (disabled) return false;
  const { id, email = '', displayName } = user;
  if (!owner.startsWith('@')) return id === owner || email.toLowerCase() === owner.toLowerCase();
  return [displayName, email.split('@')[0] ?? ''].some((name) => bare(name) === bare(owner));
}
