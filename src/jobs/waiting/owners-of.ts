// Who looks after the pages that a change request changes, by owners.yaml or CODEOWNERS.
import { listChangeRequestPages } from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type {
  OrganizationMember as Member,
  OrganizationTeam as Team,
} from '../../api/people/members.generated.ts';
import { listMembers, listTeamMembers, listTeams } from '../../api/people/members.ts';
import { getChangeRequest, listChangeRequestChanges } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { pathBefore } from '../../domain/content/content-change.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { callNamed } from '../../engine/references/named.ts';
import { readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { warn } from '../../output/note.ts';
import { partsMatch, wildcardMatches } from '../links/link-ignores.ts';
import { readOwners, wrong } from '../page-lint/problems.ts';

type User = Member['user'];

export interface Owned {
  /** Members who are there, by their ID. */
  users: ReadonlyMap<string, User>;
  /** Owners who are no member, or disabled, as the file names them. */
  gone: readonly string[];
}

interface Place {
  space: { id: string; title: string };
  changeRequestId: string;
}

/** The owners of the pages that a change request changes. */
export type OwnersOf = (place: Place) => Promise<Owned>;

type NamesOf = (space: { title: string }, page: ChangedPage) => readonly string[];

/** Reads the file of a flag. Throws UsageError, LocalIoError. */
export const readOwnersFile = async (run: Run, file: string, flag: string): Promise<NamesOf> =>
  namesIn(file, await readTextFile(run.context, file, flag));

/** Two requests for each change request; members and teams are read once, and only where a page has an owner. */
export function ownersReader(client: Client, organizationId: string, namesOf: NamesOf): OwnersOf {
  let members: Promise<Member[]> | undefined;
  let teams: Promise<Team[]> | undefined;
  const found = new Map<string, Promise<User[]>>();

  async function peopleOf(owner: string): Promise<User[]> {
    members ??= allItems(client.pages(listMembers, { organizationId }));
    if (/^team:|^@[^/]*\//.test(owner)) {
      teams ??= allItems(client.pages(listTeams, { organizationId }));
      const team = (await teams).find((one) => isThatTeam(one, owner));
      if (team) {
        const list = await allItems(client.pages(listTeamMembers, { organizationId, teamId: team.id }));
        return list.map(({ organization }) => organization.user);
      }
    }
    return (await members).filter((member) => isThatMember(member, owner)).map(({ user }) => user);
  }

  return async ({ space, changeRequestId }) => {
    const pages = await changedPages(client, { spaceId: space.id, changeRequestId });
    const users = new Map<string, User>();
    const gone: string[] = [];
    for (const owner of new Set(pages.flatMap((page) => namesOf(space, page)))) {
      const known = found.get(owner) ?? peopleOf(owner);
      found.set(owner, known);
      const people = await known;
      if (people.length === 0) gone.push(owner);
      for (const user of people) users.set(user.id, user);
    }
    return { users, gone };
  };
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
    const before = change.type === 'page_moved' ? pathBefore(change) : change.page.path;
    const git = now && 'git' in now ? now.git : undefined;
    return [
      ...(now && 'path' in now ? [{ path: now.path, git }] : []),
      ...(before === undefined ? [] : [{ path: before }]),
    ];
  });
}

async function namesIn(file: string, text: string): Promise<NamesOf> {
  if (!isCodeOwners(file)) {
    const owners = await readOwners(text, file);
    return (space, page) => [owners(space, page) ?? []].flat();
  }
  const owners = readCodeOwners(text, file);
  return (_, page) =>
    filesOf(page)
      .map(owners)
      .find((found) => found !== undefined) ?? [];
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

// CODEOWNERS: who looks after which files of a repository, as GitHub, GitLab and Bitbucket read it.

/** Owners of a file by its path in the repository: those of the last line that means it. */
type CodeOwners = (path: string) => readonly string[] | undefined;

/** A file of owners is CODEOWNERS by its name; everything else is YAML. */
const isCodeOwners = (file: string): boolean => /(?:^|[\\/])CODEOWNERS$/i.test(file);

/** Lines `docs/guides/ @ann docs@acme.com`. A line without owners takes them away; sections of GitLab are no lines. */
function readCodeOwners(text: string, file: string): CodeOwners {
  const rules = text.split(/\r?\n/).flatMap((line) => {
    const [pattern = '', ...owners] = line
      .replace(/(^|\s)#.*$/, '')
      .trim()
      .split(/(?<!\\)\s+/);
    if (pattern === '' || /^\^?\[/.test(pattern)) return [];
    return [{ parts: partsOf(pattern.replace(/\\([\s#])/g, '$1')), owners }];
  });
  if (rules.length === 0) throw wrong(file, 'has no owners', 'write lines such as docs/guides/ @ann');
  return (path) => rules.findLast(({ parts }) => matches(parts, path.split('/')))?.owners;
}

/** As folders: `**` is any number of them. Without a slash before its end, a pattern means files anywhere. */
function partsOf(pattern: string): string[] {
  const parts = pattern.split('/').filter((part) => part !== '');
  const isAnywhere = !/\/./.test(pattern);
  const last = parts.at(-1);
  // `docs/*` means the files there, and not those below.
  const isWhole = last === '**' || (last === '*' && parts.length > 1);
  return [...(isAnywhere ? ['**'] : []), ...parts, ...(isWhole ? [] : ['**'])];
}

const matches = (parts: readonly string[], path: readonly string[]): boolean =>
  partsMatch(parts, path, '**', wildcardMatches);

/** Where a page is in a repository: as the platform says, else as it would write it there. */
const filesOf = ({ path, git }: { path: string; git?: { path: string } | undefined }): string[] =>
  git ? [git.path] : [`${path}.md`, `${path}/README.md`];

// docs cr reviewers request --from-owners: asks whoever looks after the pages that a change request changes.

/** Adds them to the users that were named. Throws UsageError, NotFoundError where nobody looks after any of the pages. */
export async function askOwners(run: Run<{ fromOwners?: string | undefined }>): Promise<void> {
  const { fromOwners: file } = run.flags;
  if (file === undefined) return;
  const namesOf = await readOwnersFile(run, file, '--from-owners');
  const client = await run.client();
  const changeRequest = await callNamed({ ...run }, getChangeRequest, client);
  const space = await client.call(getSpace, { spaceId: changeRequest.space });
  const ownersOf = ownersReader(client, space.organization, namesOf);
  const { users, gone } = await ownersOf({ space, changeRequestId: changeRequest.id });
  for (const owner of gone) warn(run.context.io, `${file} names ${owner}, who is not in the organization`);
  const asked = [...users.keys()].filter((id) => id !== changeRequest.createdBy.id);
  const named = [run.input.users ?? []].flat();
  if (asked.length === 0 && named.length === 0)
    throw new NotFoundError(
      `${file} does not name a reviewer for what change request #${changeRequest.number} changes`,
      { hint: shell`docs cr changes ${String(changeRequest.number)} --space ${space.id}` },
    );
  run.input = { ...run.input, users: [...new Set([...named, ...asked])] };
}
