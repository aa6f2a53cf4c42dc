// What import and export say of the repository, and how it is handed to the git engine.

import { decoded } from '../../../files/decoded.ts';
import type { RepoSettings } from '../../../jobs/folder/settings.ts';
import { clonesFolder, makeClonesFolder } from '../../clones.ts';
import type { Hash } from '../../content/model.ts';
import { gitSetups } from '../../db/integrations/git.ts';
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
  const remote = /^(?:(?:https?|ssh|git):\/\/[^/]+\/|[^/:@]+@[^/:]+:)(.+)$/i.exec(url);
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
