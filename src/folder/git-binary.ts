// Runs the git program: found by absolute path, without a shell, with an environment of ours and no settings of others.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { devNull, platform } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { LocalIoError } from '../errors.ts';
import { maskUrls } from '../files/mask-url.ts';

export type Env = Record<string, string | undefined>;

export interface GitOptions {
  env: Env;
  /** Becomes HOME, so that nobody's settings are read. */
  home: string;
  /** Extra settings, `key` to `value`: they travel in the environment, where nobody can list them. */
  config?: Record<string, string>;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

export interface RunOptions {
  cwd?: string;
  input?: string | Uint8Array | Iterable<string | Uint8Array>;
  /** Takes the output as it comes; without it, the output is collected. What it throws ends the program. */
  onOutput?: (chunk: Buffer) => void;
}

interface GitRun {
  status: number;
  stdout: Buffer;
  stderr: string;
}

/** Runs git once. Resolves whatever its status is; throws LocalIoError for a time limit, a signal, or a failed start. */
export type Git = (args: readonly string[], options?: RunOptions) => Promise<GitRun>;

const TIMEOUT_MS = 10 * 60_000;
const KILL_AFTER_MS = 2000;
const MAX_OUTPUT = 64 * 1024 * 1024;
const MAX_STDERR = 64 * 1024;
const KEPT = [
  'PATH TMPDIR TEMP TMP SYSTEMROOT GIT_SSL_CAINFO SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE',
  'http_proxy https_proxy no_proxy all_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY',
].flatMap((names) => names.split(' '));

/** Finds git in PATH. Throws LocalIoError `GIT_MISSING` when it is not there. */
export function openGit(options: GitOptions): Git {
  const program = findProgram('git', options.env.PATH ?? '');
  if (!program) {
    throw new LocalIoError('git is not installed: no git program in PATH', {
      code: 'GIT_MISSING',
      hint: 'install git and try again',
    });
  }
  const env = gitEnv(options);
  return (args, run = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        env,
        cwd: run.cwd ?? options.home,
        stdio: 'pipe',
        windowsHide: true,
      });
      watch(
        child,
        { ...options, ...run, name: args.find((arg) => !arg.startsWith('-')) ?? '' },
        resolve,
        reject,
      );
    });
}

/** Only absolute entries count: a program in the working folder is never run. */
function findProgram(name: string, path: string): string | undefined {
  const file = platform() === 'win32' ? `${name}.exe` : name;
  const candidates = path.split(delimiter).filter(isAbsolute);
  return candidates.map((folder) => join(folder, file)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function gitEnv({ env, home, config }: GitOptions): NodeJS.ProcessEnv {
  const kept = KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  const settings = Object.entries({
    'core.hooksPath': devNull,
    'core.symlinks': 'false',
    'core.askPass': '',
    'credential.helper': '',
    'gc.auto': '0',
    'maintenance.auto': 'false',
    'http.lowSpeedLimit': '1024',
    'http.lowSpeedTime': '30',
    'transfer.credentialsInUrl': 'die',
    // A host must not lead on to an address that nobody typed: into the network of this machine, or away with a token.
    'http.followRedirects': 'false',
    // A repository may name the programs of both.
    'log.showSignature': 'false',
    'core.fsmonitor': 'false',
    ...config,
  });
  const pairs = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key] as const,
    [`GIT_CONFIG_VALUE_${index}`, value] as const,
  ]);
  return {
    ...Object.fromEntries([...kept, ...pairs]),
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'file:http:https',
    GIT_OPTIONAL_LOCKS: '0',
    // A repository may name a program that fetches what it lacks.
    GIT_NO_LAZY_FETCH: '1',
    HOME: home,
    XDG_CONFIG_HOME: home,
    LC_ALL: 'C',
  };
}

interface Watched extends RunOptions {
  name: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

function watch(
  child: ChildProcessWithoutNullStreams,
  watched: Watched,
  resolve: (run: GitRun) => void,
  reject: (error: unknown) => void,
): void {
  const { name, input = '', onOutput } = watched;
  const stdout = collector(MAX_OUTPUT, () => {
    throw new LocalIoError(`git ${name} answered with more than ${MAX_OUTPUT} bytes`);
  });
  const stderr = collector(MAX_STDERR, () => undefined);
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    stop(child);
  };
  const release = limit(watched, fail);
  child.stdout.on('data', (chunk: Buffer) => {
    if (failure) return;
    try {
      (onOutput ?? stdout.add)(chunk);
    } catch (error) {
      fail(error);
    }
  });
  child.stderr.on('data', stderr.add);
  child.once('error', (error) => {
    release();
    reject(new LocalIoError(`git ${name} could not be started: ${error.message}`, { cause: error }));
  });
  child.once('close', (code) => {
    release();
    if (failure) reject(failure);
    else resolve({ status: code ?? 1, stdout: stdout.all(), stderr: stderr.all().toString() });
  });
  feed(child, input).catch(fail);
}

function collector(max: number, onFull: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  const add = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= max) chunks.push(chunk);
    else onFull();
  };
  return { add, all: () => Buffer.concat(chunks) };
}

/** Calls `fail` when the time is up or the signal comes; returns what ends the watch. */
function limit(
  { name, signal, timeoutMs = TIMEOUT_MS }: Watched,
  fail: (error: unknown) => void,
): () => void {
  const late = () =>
    fail(new LocalIoError(`git ${name} took longer than ${timeoutMs / 1000} s`, { code: 'GIT_TIMEOUT' }));
  const stopped = () => fail(new LocalIoError(`git ${name} was stopped`, { code: 'GIT_STOPPED' }));
  const timer = setTimeout(late, timeoutMs);
  if (signal?.aborted) stopped();
  signal?.addEventListener('abort', stopped);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stopped);
  };
}

/** A program that ends early closes its input: its status says why, not the pipe. */
async function feed(
  child: ChildProcessWithoutNullStreams,
  input: NonNullable<RunOptions['input']>,
): Promise<void> {
  child.stdin.on('error', () => undefined);
  const parts = typeof input === 'string' || input instanceof Uint8Array ? [input] : input;
  for (const part of parts) {
    if (child.stdin.destroyed) return;
    if (!child.stdin.write(part)) await drained(child);
  }
  child.stdin.end();
}

function drained(child: ChildProcessWithoutNullStreams): Promise<void> {
  const { stdin } = child;
  return new Promise((resolve) => {
    const done = () => {
      stdin.off('drain', done);
      stdin.off('close', done);
      resolve();
    };
    stdin.once('drain', done);
    stdin.once('close', done);
  });
}

/** Ends the child, and lets go of its pipes: a grandchild might keep them open. */
function stop(child: ChildProcessWithoutNullStreams): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  child.once('exit', () => {
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  });
}

// What git says when it fails, in one line that names the repository without its credentials.

type Rule = [RegExp, code: string, (address: string) => string];

const RULES: Rule[] = [
  [
    /Authentication failed|could not read (?:Username|Password)|error: 40[13]\b|HTTP 40[13]\b/i,
    'GIT_REFUSED',
    (at) => `${at} refused access: check user and password in the address`,
  ],
  [
    /does not appear to be a git repository|repository .{0,300}not found|not a git repository|error: 404\b|HTTP 404\b/i,
    'GIT_NO_REPOSITORY',
    (at) => `there is no git repository at ${at}`,
  ],
  [
    /dubious ownership/i,
    'GIT_OWNER',
    (at) => `the repository ${at} belongs to another user, and git refuses to read it`,
  ],
  [
    /redirect|error: 30[1-8]\b|HTTP 30[1-8]\b/i,
    'GIT_REDIRECT',
    (at) => `${at} redirects to another address, which is not followed: use that one`,
  ],
  [
    /Could not resolve host|Failed to connect|Couldn't connect|Connection (?:refused|reset|timed out)|unable to access|early EOF|hung up/i,
    'GIT_UNREACHABLE',
    (at) => `cannot reach ${at}`,
  ],
  [/No space left|disk quota/i, 'GIT_DISK', () => 'no space left on the disk'],
];

/** The error for a git command that failed. */
export function gitFailure(command: string, { stderr, status }: GitRun, address: string): LocalIoError {
  const [, code, text] = RULES.find(([pattern]) => pattern.test(stderr)) ?? [];
  const said = firstLine(stderr);
  const detail = said ? ` (git: ${said})` : '';
  const message = text
    ? `${text(address)}${code === 'GIT_UNREACHABLE' ? detail : ''}`
    : `git ${command} failed with status ${status}${detail}`;
  return new LocalIoError(maskUrls(message), { code: code ?? 'GIT_FAILED' });
}

function firstLine(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((one) => /^(?:fatal|error|remote|!)/.test(one)) ?? lines[0] ?? '';
  return maskUrls(line.replace(/^(?:fatal|error): /, '').trim()).slice(0, 200);
}

// Reads the contents of files from a repository, many with one program.

/** Reads blobs in the given order with one git process. Throws LocalIoError when one is missing. */
export async function readBlobs<E extends { oid: string }>(
  git: Git,
  entries: readonly E[],
  onBlob: (entry: E, bytes: Uint8Array) => void,
): Promise<void> {
  if (entries.length === 0) return;
  let next = 0;
  const take = batchReader((bytes) => {
    const entry = entries[next++];
    if (entry) onBlob(entry, bytes);
  });
  const input = entries.map(({ oid }) => `${oid}\n`).join('');
  const run = await git(['cat-file', '--batch', '--buffer'], { input, onOutput: take });
  if (run.status !== 0 || next !== entries.length) throw gitFailure('cat-file', run, '');
}

/** Takes the output of `cat-file --batch` piece by piece: a header line, the bytes, a newline. */
function batchReader(onObject: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let have = 0;
  /** Bytes of the object that is being read, its newline included; undefined before its header. */
  let wanted: number | undefined;
  return (chunk) => {
    chunks.push(chunk);
    have += chunk.length;
    while (wanted === undefined ? chunks.some((one) => one.includes(10)) : have >= wanted) {
      const data = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const used = wanted ?? data.indexOf(10) + 1;
      if (wanted === undefined) wanted = Number(data.toString('latin1', 0, used).split(' ')[2]) + 1;
      else {
        onObject(data.subarray(0, used - 1));
        wanted = undefined;
      }
      chunks = [data.subarray(used)];
      have = data.length - used;
    }
  };
}
