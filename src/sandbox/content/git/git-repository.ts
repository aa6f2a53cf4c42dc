// A bare clone kept beside the sandbox: opened under a lock, brought up to a branch of its origin.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { LocalIoError, ValidationError } from '../../../errors.ts';
import { withLock } from '../../../files/lock.ts';
import { maskUrls } from '../../../files/mask-url.ts';
import { decoded, parsedUrl } from '../../../files/texts.ts';
import { makeFolder } from '../../../files/writer.ts';
import { type Env, type Git, gitFailure, openGit } from '../../../folder/git-binary.ts';

interface RepositoryUrl {
  /** Without credentials: safe in arguments and messages. */
  address: string;
  /** For http(s) with `user:password@`: the header's value, and the origin it may be sent to. */
  credentials?: { header: string; origin: string };
}

/**
 * Takes an absolute local path, `file://` or `http(s)://`, the last with basic-auth credentials if need be.
 * Throws ValidationError for everything else; its message never holds a credential.
 */
export function readRepositoryUrl(url: string): RepositoryUrl {
  if (/[\s\p{Cc}]/u.test(url.startsWith('/') ? url.replaceAll(' ', '') : url))
    throw refused(url, 'it contains white space or control characters');
  if (isAbsolute(url)) return { address: url };
  const parsed = parsedUrl(url);
  if (parsed?.protocol === 'file:') return { address: parsed.href };
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw refused(url, 'only http://, https://, file:// and absolute paths are');
  }
  const { username, password, origin } = parsed;
  parsed.username = '';
  parsed.password = '';
  if (username === '' && password === '') return { address: parsed.href };
  const pair = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return { address: parsed.href, credentials: { header: `Authorization: Basic ${pair}`, origin } };
}

const REF =
  /^refs\/heads\/(?!.*(?:\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)))(?![./])[^\s~^:?*[\\\p{Cc}]{1,230}(?<![./])$/u;

/** Returns the branch of `refs/heads/<branch>`; throws ValidationError for any other form. */
export function branchOf(ref: string): string {
  if (!REF.test(ref))
    throw new ValidationError(`ref "${ref.slice(0, 250)}" must have the form refs/heads/<branch>`);
  return ref.slice('refs/heads/'.length);
}

function refused(url: string, why: string): ValidationError {
  // A malformed address can hold its credentials anywhere before the last `@`.
  const shown = maskUrls(url.replace(/[\s\p{Cc}]+/gu, ' ')).replace(/^.*@/, '***@');
  return new ValidationError(`repository address "${shown.slice(0, 200)}" is not supported: ${why}`);
}

/** A clone of a large repository takes its time. */
const LOCK_WAIT_MS = 60_000;

export interface RepositorySource {
  /** Absolute path, `file://` or `http(s)://`, maybe with basic-auth credentials. */
  url: string;
  /** `refs/heads/<branch>` */
  ref: string;
  /** Folder of all cached clones; made when missing. */
  cacheDir: string;
  /** Key of the clone across operations; absent: the address. */
  cacheId?: string | undefined;
  env: Env;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

export interface Repository {
  git: Git;
  /** Address of the origin, without credentials. */
  address: string;
  branch: string;
}

/** Opens the clone and runs `work` in it, alone. Throws ValidationError for an address or ref that is not allowed. */
export async function withRepository<T>(
  source: RepositorySource,
  work: (repository: Repository) => Promise<T>,
): Promise<T> {
  const url = readRepositoryUrl(source.url);
  const branch = branchOf(source.ref);
  const key = createHash('sha256')
    .update(source.cacheId ?? url.address)
    .digest('hex')
    .slice(0, 32);
  const folder = join(source.cacheDir, key);
  makeCacheFolder(source.cacheDir);
  const { env, signal, timeoutMs } = source;
  const git = openGit({
    env,
    home: source.cacheDir,
    signal,
    ...(timeoutMs && { timeoutMs }),
    config: configOf(url),
  });
  return withLock(
    folder,
    async () => {
      await prepare(git, folder);
      const inside: Git = (args, options) => git([`--git-dir=${folder}`, ...args], options);
      return work({ git: inside, address: url.address, branch });
    },
    { signal, waitMs: LOCK_WAIT_MS },
  );
}

/** Fetches the tip of the branch and returns its commit; undefined when there is no such branch, or nothing at all. */
export async function fetchTip({ git, address, branch }: Repository): Promise<string | undefined> {
  const local = 'refs/docs/tip';
  const args = [
    'fetch',
    '--quiet',
    '--depth=1',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
  ];
  const fetched = await git([...args, '--', address, `+refs/heads/${branch}:${local}`]);
  if (fetched.status !== 0) {
    if (/couldn't find remote ref/i.test(fetched.stderr)) return undefined;
    throw gitFailure('fetch', fetched, address);
  }
  const tip = await git(['rev-parse', '--verify', '--quiet', local]);
  return tip.stdout.toString().trim() || undefined;
}

/** Names of the branches the origin has, at most a hundred. */
export async function listBranches({ git, address }: Repository): Promise<string[]> {
  const listed = await git(['ls-remote', '--heads', '--', address]);
  if (listed.status !== 0) throw gitFailure('ls-remote', listed, address);
  const refs = listed.stdout.toString().split('\n').slice(0, 100);
  return refs.map((line) => line.split('\trefs/heads/')[1] ?? '').filter((name) => name !== '');
}

function configOf({ credentials }: RepositoryUrl): Record<string, string> {
  if (!credentials) return {};
  return { [`http.${credentials.origin}/.extraHeader`]: credentials.header };
}

async function prepare(git: Git, folder: string): Promise<void> {
  if (existsSync(join(folder, 'HEAD'))) {
    // What a killed git left behind would block every one after it; we hold the lock, so nobody is using it.
    for (const name of readdirSync(folder))
      if (name.endsWith('.lock')) rmSync(join(folder, name), { force: true });
    return;
  }
  const made = await git(['init', '--quiet', '--bare', '--template=', folder]);
  if (made.status !== 0) throw gitFailure('init', made, '');
}

function makeCacheFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new LocalIoError('the folder of cached repositories cannot be made', { cause: error });
  }
}
