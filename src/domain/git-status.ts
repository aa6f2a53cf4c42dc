// Which space goes with which repository, when they were last in step, and what is wrong with that.
import type { Space } from '../api/content/spaces.generated.ts';
import { UsageError } from '../errors.ts';
import { maskUrl } from '../files/mask-url.ts';
import { parsedUrl } from '../files/texts.ts';

export type GitProblem =
  | 'failed'
  | 'stale'
  | 'not-synced'
  | 'other-repository'
  | 'not-expected'
  | 'no-such-space';

export interface GitRow {
  /** undefined for an expectation that no space meets. */
  id: string | undefined;
  title: string;
  repository: string | undefined;
  url: string | undefined;
  provider: string | undefined;
  direction: 'import' | 'export' | undefined;
  /** How the last synchronisation went, where the host tells it. */
  state: 'running' | 'success' | 'failure' | 'timeout' | undefined;
  syncedAt: string | undefined;
  problems: GitProblem[];
  /** What the problem is, in words. */
  detail: string | undefined;
}

/** By title or id of a space: the name or URL of its repository; null: none. */
export type Expectations = ReadonlyMap<string, string | null>;

/** Reads what a file expects: `Guides: acme/guides`, `Handbook: null`. Throws UsageError. */
export function toExpectations(value: unknown, name: string): Expectations {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${name} must map spaces to repositories: "Guides: acme/guides"`);
  }
  return new Map(
    Object.entries(value).map(([space, repository]) => {
      if (repository === null || typeof repository === 'string') return [space, repository];
      throw new UsageError(`${name}: "${space}" must be the name or URL of a repository, or null for none`);
    }),
  );
}

interface Wishes {
  now: Date;
  /** Synchronised longer ago than this is stale. */
  staleMs?: number | undefined;
  expected?: Expectations | undefined;
}

/** A row for each space, and one for each expectation that fits none. Throws UsageError for a title that several bear. */
export function gitRows(spaces: readonly Space[], wishes: Wishes): GitRow[] {
  const met = new Set<string>();
  const rows = spaces.map((space) => {
    const key = keyOf(space, spaces, wishes.expected);
    if (key !== undefined) met.add(key);
    return rowOf(space, wishes, key);
  });
  const missing = [...(wishes.expected ?? [])].filter(([key]) => !met.has(key));
  return [...rows, ...missing.map(([title, repository]) => missingRow(title, repository))];
}

function keyOf(
  { id, title }: Space,
  spaces: readonly Space[],
  expected: Expectations = new Map(),
): string | undefined {
  if (expected.has(id)) return id;
  if (!expected.has(title)) return undefined;
  const namesakes = spaces.filter((other) => other.title === title);
  if (namesakes.length === 1) return title;
  throw new UsageError(`${namesakes.length} spaces are called "${title}": name each by its id`, {
    hint: `ids: ${namesakes.map((space) => space.id).join(', ')}`,
  });
}

function rowOf(space: Space, wishes: Wishes, key: string | undefined): GitRow {
  const { id, title } = space;
  // A host may send null for what is not there.
  const gitSync: Partial<NonNullable<Space['gitSync']>> = space.gitSync ?? {};
  const { operation } = gitSync;
  const found = [...ownProblems(space, wishes), ...mapProblems(space, wishes, key)];
  return {
    id,
    title,
    repository: repositoryOf(gitSync),
    url: gitSync.url === undefined ? undefined : maskUrl(gitSync.url),
    provider: gitSync.integration ?? gitSync.installationProvider,
    direction: operation?.direction,
    state: operation?.state,
    syncedAt: gitSync.updatedAt ?? operation?.endedAt,
    problems: found.map(({ problem }) => problem),
    detail: found.length === 0 ? undefined : found.map(({ detail }) => detail).join('; '),
  };
}

interface Found {
  problem: GitProblem;
  detail: string;
}

function ownProblems({ gitSync }: Space, { now, staleMs }: Wishes): Found[] {
  if (!gitSync) return [];
  const { operation, updatedAt } = gitSync;
  const found: Found[] = [];
  if (operation?.state === 'failure' || operation?.state === 'timeout') {
    const why = operation.error ?? operation.state;
    found.push({ problem: 'failed', detail: `the last ${operation.direction} failed: ${why}` });
  }
  if (staleMs === undefined) return found;
  const age = updatedAt === undefined ? undefined : now.getTime() - Date.parse(updatedAt);
  if (age === undefined) found.push({ problem: 'stale', detail: 'it was never synced' });
  else if (age > staleMs)
    found.push({ problem: 'stale', detail: `synced ${Math.floor(age / DAY_MS)} days ago` });
  return found;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function mapProblems({ gitSync }: Space, { expected }: Wishes, key: string | undefined): Found[] {
  if (!expected) return [];
  const repository = gitSync && repositoryOf(gitSync);
  const wanted = key === undefined ? undefined : expected.get(key);
  if (wanted === undefined || wanted === null) {
    if (!gitSync) return [];
    const why = wanted === null ? 'should have no repository' : 'is not in the map';
    return [{ problem: 'not-expected', detail: `${why}, and is synced with ${repository ?? 'one'}` }];
  }
  if (!gitSync) return [{ problem: 'not-synced', detail: `should be synced with ${wanted}` }];
  if (sameRepository(wanted, gitSync)) return [];
  return [{ problem: 'other-repository', detail: `should be synced with ${wanted}` }];
}

/** Whether the synchronization of a space is with that repository: a URL, or `owner/name`. */
export function sameRepository(wanted: string, { repoName, url }: NonNullable<Space['gitSync']>): boolean {
  if (plainUrl(wanted) === plainUrl(url ?? '') || wanted === repoName) return true;
  return !wanted.includes('://') && wanted === nameIn(url);
}

/** Credentials, `.git` and the case of the host say nothing about which repository it is. */
function plainUrl(text: string): string {
  const url = parsedUrl(text);
  if (!url) return text;
  const { host, pathname } = url;
  return `${host}${pathname.replace(/(?<!\/)\/+$|\.git\/?$/g, '')}`;
}

/** `acme/guides`; undefined where a space is not connected to one yet. */
export const repositoryOf = ({ repoName, url }: NonNullable<Space['gitSync']>): string | undefined =>
  repoName ?? nameIn(url);

/** `acme/guides` of `https://host/acme/guides.git`. */
function nameIn(url: string | undefined): string | undefined {
  const parts = parsedUrl(url ?? '')
    ?.pathname.replace(/\.git\/?$/, '')
    .split('/')
    .filter(Boolean);
  return parts?.slice(-2).join('/') || undefined;
}

const missingRow = (title: string, repository: string | null): GitRow => ({
  id: undefined,
  title,
  repository: repository ?? undefined,
  url: undefined,
  provider: undefined,
  direction: undefined,
  state: undefined,
  syncedAt: undefined,
  problems: ['no-such-space'],
  detail: 'the map names a space that you cannot see',
});
