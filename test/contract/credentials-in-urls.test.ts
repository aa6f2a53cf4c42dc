import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { sandboxedCli, splitWords } from '../helpers/cli.ts';
import { writeFixtures } from '../helpers/example-files.ts';
import { perFile } from '../helpers/lasting.ts';
import { reached, runs } from '../helpers/runs.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/credentials-in-urls.txt');

const CANARY = 'cAnArY7q';

/** Every place where a person gives an address, with the address last. */
const PLACES = table('where an address is given: it comes last').map(([line = '']) => splitWords(line));
/** Those that only look or are refused may also be run in earnest. */
const HARMLESS = new Set(['spaces', 'whatis', 'open', 'api']);

const noise = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('@', ':', '/', '?', '#', '%', '%40', ' ', '\\', '\r\n', '\0', 'é', '"', "'"),
);
const host = fc.constantFrom(
  '127.0.0.1:1',
  '[::',
  'a b',
  '',
  '%',
  'h:99999',
  'x'.repeat(300),
  '\u202e',
  'ex ample',
  '..',
  'host.invalid',
);
const address = fc
  .tuple(
    fc.constantFrom('https://', 'http://', 'ssh://', 'git+https://', 'HTTPS://'),
    fc.constantFrom('me:', ':', '', 'x-access-token:'),
    noise,
    noise,
    host,
    fc.constantFrom('', '/a.git', '/?a=b', '#x'),
  )
  .map(([scheme, user, before, after, at, path]) => `${scheme}${user}${before}${CANARY}${after}@${at}${path}`)
  .filter(hasPassword);

/** Behind a `?` or `/` it is no password any more, where the address can be read. */
function hasPassword(given: string): boolean {
  if (!URL.canParse(given)) return true;
  const { username, password } = new URL(given);
  return `${username}${password}`.includes(CANARY);
}

const cli = perFile(sandboxedCli);
beforeAll(() => {
  writeFixtures(cli.cwd);
});

it('no command prints the password of an address that it is given, valid or not', async () => {
  const count = runs('S4', 'addresses', 34);
  const addresses = fc.sample(address, count);
  for (const [at, given] of addresses.entries()) {
    const place = PLACES[at % PLACES.length] ?? [];
    const words = [...place.slice(0, 1), '--debug', ...place.slice(1), given];
    const dry = HARMLESS.has(place[0] ?? '') ? [] : ['--dry-run'];
    const { stdout, stderr } = await cli([...words.slice(0, 1), ...dry, ...words.slice(1)]);
    const printed = `${stdout}${stderr}`;
    expect(printed.includes(CANARY), `${JSON.stringify([...place, given])}\n${printed}`).toBe(false);
    expect(printed).not.toMatch(/unexpected error/);
  }
  reached('S4', 'addresses', count);
});

it('a password with a line end in it is not quoted, as a user or as a password', async () => {
  for (const given of [`ssh://%${CANARY}\r\u{f0000}@%/a.git`, `https://me:x ${CANARY}\r\n@[::`]) {
    const { stdout, stderr } = await cli(['api', '--debug', 'GET', given]);
    expect(stdout + stderr).not.toContain(CANARY);
  }
});

it('a password on the command line is warned of, an address without one is not', async () => {
  const list = splitWords('git import --space Guides --ref refs/heads/main --yes --dry-run --url');
  const warned = await cli([...list, `https://me:${CANARY}@git.example.com/a.git`]);
  expect([warned.exitCode, warned.stderr]).toEqual([0, expect.stringContaining('standard input')]);
  expect(warned.stdout).toContain('https://***@git.example.com/a.git');
  for (const address of [
    'https://git.example.com/a.git',
    'https://medium.example.com/@me',
    'git@host:a.git',
  ]) {
    const { exitCode, stderr } = await cli([...list, address]);
    expect([exitCode, stderr]).toEqual([0, 'dry run: 1 space to change [sandbox]; nothing was sent\n']);
  }
});

it.each(table('what no address of a repository may hold: the end of it, as JSON, and what is said of it'))(
  'a repository with %s in its address is refused before anything is sent',
  async (_, end = '', told = '') => {
    const given = `https://me:${CANARY}@git.example.com/${JSON.parse(end)}`;
    for (const place of PLACES.filter(([noun]) => noun === 'git' || noun === 'release')) {
      const isRelease = place[0] === 'release';
      const { exitCode, stdout, stderr } = await cli([
        ...place,
        given,
        ...(isRelease ? ['--ref', 'refs/heads/main'] : []),
        ...(place.includes('export') ? ['--commit-message', 'Update'] : []),
      ]);
      expect([exitCode, stdout], `${place.join(' ')}\n${stderr}`).toEqual([2, '']);
      expect(stderr).toMatch(new RegExp(told));
      expect(stderr).not.toContain(CANARY);
    }
  },
);

it('no secret of an address is kept: not in the history, and not in the sandbox', async () => {
  const secret = `${CANARY}9x`;
  const addresses = [
    `https://me:${secret}@127.0.0.1:1/a.git`,
    `https://127.0.0.1:1/a.git?private_token=${secret}`,
    `https://127.0.0.1:1/token/${secret}/a.git`,
    `https://hooks.localhost:1/services/T0/${secret}`,
  ];
  for (const place of PLACES.filter(([noun]) => noun === 'git')) {
    const known = place.includes('--url') ? [] : ['--url', 'https://127.0.0.1:1/a.git'];
    for (const given of addresses) {
      const message = place.includes('export') ? ['--commit-message', 'Update'] : [];
      const ref = place.includes('--ref') ? [] : ['--ref', 'refs/heads/main'];
      const { stdout, stderr } = await cli([
        ...place,
        given,
        ...known,
        ...ref,
        ...message,
        '--wait',
        '--debug',
      ]);
      expect(stdout + stderr, place.join(' ')).not.toContain(secret);
    }
  }
  const shown = await cli('spaces get Guides --json');
  expect(shown.stdout + (await cli('history --json')).stdout).not.toContain(secret);
  for (const file of readdirSync(cli.home, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const bytes = readFileSync(join(file.parentPath, file.name), 'latin1');
    expect(bytes.includes(secret), join(file.parentPath, file.name)).toBe(false);
  }
});

it('the password in the source URL of a specification is shown to nobody', async () => {
  await cli(['openapi', 'create', 'secretly', '--url', `https://me:${CANARY}@127.0.0.1:1/spec.yaml`]);
  const { exitCode, stdout } = await cli('openapi get secretly --json');
  expect([exitCode, JSON.parse(stdout).sourceURL]).toEqual([0, 'https://***@127.0.0.1:1/spec.yaml']);
});
