// What git says when it fails, in one line that names the repository without its credentials.
import { LocalIoError } from '../../errors.ts';
import { maskUrls } from '../../files/mask-url.ts';
import type { GitRun } from './git-binary.ts';

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
