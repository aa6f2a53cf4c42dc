// What git says when it fails, in one line that names the repository without its credentials.
import { LocalIoError } from '../errors.ts';
import { maskUrls } from '../files/mask-url.ts';
import type { Git, GitRun } from './git-binary.ts';

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
