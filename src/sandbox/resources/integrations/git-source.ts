// What import and export say of the repository, and how it is handed to the git engine.
import type { GitSyncState as GitSync, Space } from '../../../api/content/spaces.generated.ts';
import type { GitOperation } from '../../../api/content/spaces.ts';
import { nonNull } from '../../../files/lists.ts';
import { isAlive } from '../../../files/lock.ts';
import { decoded } from '../../../files/texts.ts';
import type { RepoSettings } from '../../../folder/settings.ts';
import type { Hash } from '../../content/model.ts';
import {
  finishOperation,
  type GitOperationRow,
  type GitSetupRow,
  gitOperations,
  gitSetups,
} from '../../db/integrations/git.ts';
import { clonesFolder, makeClonesFolder } from '../../remove.ts';
import type { Sandbox } from '../../sandbox.ts';

// Addresses of repositories as they may be kept and shown: without credentials.

/** A repository's address without user, password and query; a path stays as it is. */
export function withoutCredentials(url: string): string {
  const bare = url.replace(USERINFO, '$1');
  if (!bare.includes('://')) return bare;
  // In a malformed address the credentials can be anywhere before the last `@`.
  if (!URL.canParse(bare)) return bare.replace(/^.*@/s, '');
  return bare.replace(/[?#].*$/s, '');
}

const USERINFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

/** `acme/docs` of a hosted repository, `docs` of a folder on this machine. Takes an address without credentials. */
export function repositoryName(url: string): string {
  const remote = /^(?:(?:https?|ssh|git):\/\/[^/]+\/|[^/@]+@[^/:]+:)(.+)$/i.exec(url);
  const segments = (remote?.[1] ?? url)
    .replace(/\.git\/?$/, '')
    .split(/[/\\]/)
    .filter(Boolean);
  return segments.slice(remote ? -2 : -1).join('/');
}

/** Address of a commit: the given prefix and the commit's id. undefined without a prefix. */
export function commitUrl(prefix: string | undefined, oid: string): string | undefined {
  if (prefix === undefined || prefix === '') return undefined;
  const bare = prefix.replace(USERINFO, '$1');
  return /[/=#?]$/.test(bare) ? bare + oid : `${bare}/${oid}`;
}

/** Takes the credentials of a URL out of a text, as they are and decoded. */
export function redactCredentials(text: string, url: string): string {
  const userinfo = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(url)?.[1];
  if (userinfo === undefined) return text;
  const parts = [userinfo, ...userinfo.split(':')];
  const secrets = parts.flatMap((part) => [part, decoded(part)]).filter((secret) => secret.length > 2);
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

/** The fields import and export have in common, as the documents name them. */
export interface GitFields {
  spaceId: string;
  /** May hold credentials: it goes to git, and nowhere else. */
  url: string;
  /** `refs/heads/<branch>` */
  ref: string;
  repoCacheID?: string;
  repoTreeURL?: string;
  repoCommitURL?: string;
  repoProjectDirectory?: string;
  timestamp?: string;
  force?: boolean;
  gitInfo?: { provider?: 'github' | 'gitlab'; url?: string };
}

/** Repository, branch and directory in one text: what a space has in common with one says nothing of another. */
export function repositoryKey({ url, ref, repoProjectDirectory = '' }: GitFields): string {
  const directory = repoProjectDirectory.split('/').filter((part) => part !== '' && part !== '.');
  return [withoutCredentials(url), ref, directory.join('/')].join('\n');
}

/** The tree that space and branch had in common last; undefined before the first synchronisation with that branch. */
export function commonTree({ db }: Sandbox, fields: GitFields): Hash | undefined {
  const setup = gitSetups(db).find({ space: fields.spaceId });
  return setup?.syncedWith === repositoryKey(fields) ? (setup.syncedTree ?? undefined) : undefined;
}

/** What is kept of the .gitbook.yaml that a repository has. */
export const setupOf = ({ text, redirects }: RepoSettings) => ({
  settings: text ?? null,
  redirects: Object.keys(redirects).length > 0 ? JSON.stringify(redirects) : null,
});

/** What the git engine needs of the fields; makes the folder of clones. Throws LocalIoError. */
export function sourceOf(sandbox: Sandbox, fields: GitFields) {
  const { url, ref, repoCacheID, repoTreeURL, repoProjectDirectory } = fields;
  return {
    url,
    ref,
    cacheDir: makeClonesFolder(clonesFolder(sandbox.file)),
    env: sandbox.env,
    ...(repoCacheID !== undefined && { cacheId: repoCacheID }),
    // It is written into pages.
    ...(repoTreeURL !== undefined && { treeUrl: withoutCredentials(repoTreeURL) }),
    ...(repoProjectDirectory !== undefined && { projectDirectory: repoProjectDirectory }),
  };
}

/** An import or export may take this long. */
export const GIT_LIMIT_MS = 10 * 60_000;
/** A process that is alive and over its limit has this long to say so itself. */
const GRACE_MS = 60_000;

/** The five fields and how the last operation went; undefined before any set-up. */
export function gitSyncOf(sandbox: Sandbox, spaceId: string): Space['gitSync'] {
  const setup = gitSetups(sandbox.db).find({ space: spaceId });
  if (!setup) return undefined;
  const operation = lastOperation(sandbox, setup);
  return { ...gitInfo(setup), ...(operation && { operation }) };
}

/** The five fields of a set-up; absent ones are left out. */
export function gitInfo({
  space,
  repoName,
  installationProvider,
  integration,
  url,
  updatedAt,
}: GitSetupRow): GitSync {
  return {
    ...nonNull({ repoName }),
    ...(installationProvider && { installationProvider }),
    ...nonNull({ integration, url, updatedAt }),
    // One set-up a space, which is its own installation.
    ...{ installationId: space, installationStatus: 'active' },
  };
}

function lastOperation(sandbox: Sandbox, { lastOperation: id }: GitSetupRow): GitOperation | undefined {
  const row = id === null ? undefined : gitOperations(sandbox.db).find({ id });
  if (!row) return undefined;
  const { state, direction, startedAt, endedAt, error } =
    row.state === 'running' ? closeIfLost(sandbox, row) : row;
  return {
    state,
    direction,
    startedAt,
    ...nonNull({ endedAt, error }),
  };
}

/** Marks an operation whose process is gone as failed, and one far over its limit as timed out. */
export function closeIfLost(sandbox: Sandbox, row: GitOperationRow): GitOperationRow {
  const outcome = lostOutcome(sandbox, row);
  if (!outcome) return row;
  finishOperation(sandbox.db, row.id, { ...outcome, endedAt: sandbox.now().toISOString() });
  return gitOperations(sandbox.db).find({ id: row.id }) ?? row;
}

function lostOutcome(sandbox: Sandbox, { owner, startedAt, direction }: GitOperationRow) {
  // One in another container cannot be asked: the time limit below ends it.
  if (!isAlive(owner, 0)) {
    return {
      state: 'failure',
      error: `the process that ran the ${direction} ended before it was done`,
    } as const;
  }
  const tookMs = sandbox.now().getTime() - Date.parse(startedAt);
  if (tookMs <= GIT_LIMIT_MS + GRACE_MS) return undefined;
  return {
    state: 'timeout',
    error: `the ${direction} took longer than ${GIT_LIMIT_MS / 60_000} minutes`,
  } as const;
}
