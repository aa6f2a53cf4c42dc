// A write whose answer is lost names a command that looks: it parses, it reads, and it runs where the write did.

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { mutates } from '../../src/api/operation.ts';
import { entries } from '../../src/commands/index.ts';
import { optionsOf } from '../../src/engine/model/flags.ts';
import { loadLeaf } from '../../src/engine/model/load.ts';
import { shellLine } from '../../src/files/shell-word.ts';
import { match } from '../../src/sandbox/match.ts';
import { callsAbsent } from '../helpers/absent-commands.ts';
import { type Cli, servedCli, splitWords } from '../helpers/cli.ts';
import { hostCommands } from '../helpers/command-lines.ts';
import { EXPORTED, writeFixtures } from '../helpers/example-files.ts';
import { listening, perFile } from '../helpers/lasting.ts';

const writes = hostCommands.filter(([path, , { operation, cr, uses = [] }]) => {
  // It wants a second profile.
  if (path === 'docs migrate') return false;
  return [operation, cr, ...uses].some((one) => one && mutates(one));
});

/** What must be there for an example to reach its write. */
const BEFORE = [
  'release cut v1.0 --site "Tarnpost Docs" --from guides --yes',
  'cr reviewers request 1 jonas@tarnpost.example --space Guides',
  'sites create Drafts --spaces Guides',
  EXPORTED,
];

let translation: string;
let resolved: string;
/** Id of a change that can be undone. */
let change: string;
const cli = perFile(() => servedCli({ stdin: '' }));
const host = perFile(
  () => hostBefore(cli),
  (it) => it.stop(),
);
beforeAll(async () => {
  writeFixtures(cli.cwd);
  const made = async (line: string) => {
    const outcome = await cli(line);
    expect([line, outcome]).toMatchObject([line, { exitCode: 0 }]);
    return outcome.stdout.trim();
  };
  for (const line of BEFORE) await made(line);
  translation = await made('translations create --source-space Guides --source-language en --language fr -q');
  resolved = await made('comments create --space Guides --body Done -q');
  await made(`comments resolve ${resolved} --space Guides`);
  const space = await made('spaces create --title "Release notes" -q');
  await made(`spaces delete ${space} --yes`);
  change = await made('history --limit 1 -q');
  host.losesWrites = true;
});

interface Host {
  /** Reads pass through, a write is answered with 502. */
  losesWrites: boolean;
  stop(): void;
}

/** Puts a host before that of the profile. */
async function hostBefore({ home }: Cli): Promise<Host> {
  const files = ['config.json', 'credentials.json'].map((name) => join(home, '.config/docs', name));
  const [origin = ''] = files.map(
    (file) => /http:\/\/127\.0\.0\.1:\d+/.exec(readFileSync(file, 'utf8'))?.[0],
  );
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const operation = match(method, url.replace(/\?.*$/s, ''))?.operation;
      // After 502 what may be sent again is, four times with waits between.
      if (front.losesWrites && operation && mutates(operation))
        return response.writeHead(operation.retry === 'idempotent' ? 500 : 502).end();
      const answer = await fetch(origin + url, {
        method,
        headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const type = answer.headers.get('content-type') ?? 'text/plain';
      response
        .writeHead(answer.status, { 'content-type': type })
        .end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  const front: Host = {
    losesWrites: false,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const url = await listening(server);
  for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(origin, url));
  return front;
}

/**
 * The same command is the way to look: a file that has arrived is not sent again, a space or site takes no second
 * connection to a git provider, a token lapses by itself, and nothing lists the URLs that take files.
 */
const AGAIN = [
  'docs openapi push',
  'docs git installations create',
  'docs storage upload',
  'docs installations token',
];
/** The same, with what makes it go on. */
const RESUMED = ['docs restore'];
/** An invite link of the demo. */
const LINK = 'ppel0tTEGCFjldC18PIU';
/** A run that would write: what it shows is what is left. */
const PLANS = ['docs release cut', 'docs release retire'];

async function reads(line: string): Promise<boolean> {
  const { command } = await loadLeaf(entries, splitWords(line).slice(1));
  return command !== undefined && !(command.operation && mutates(command.operation));
}

it('there are as many writes as there should be', () => expect(writes.length).toBeGreaterThan(85));

it.each(writes)('%s names the command that looks', async (path, example, command) => {
  const words = example.map((word) => {
    // The example names a link that the demo does not have.
    if (word === 'inv_1') return LINK;
    // What is so already is not sent.
    if (path === 'docs comments reopen' && /^\w{20}$/.test(word)) return resolved;
    if (path === 'docs saml update') return { '--certificate': '--label', 'new.pem': 'Login' }[word] ?? word;
    if (path === 'docs sites publish' && word === 'Tarnpost Docs') return 'Drafts';
    return word === 'fr' && path !== 'docs translations create' ? translation : word;
  });
  if (path === 'docs undo') words.push(change);
  const flags = optionsOf(command).map(({ flags: text }) => text);
  const yes = flags.some((text) => text.includes('--yes')) && !words.includes('--yes') ? ['--yes'] : [];
  const { stderr } = await cli([...words, ...yes, '--json']);
  const { error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  expect([error.message, error.outcome]).toEqual([error.message, 'unknown']);
  const { hint, next } = error;
  // Consent is a person's to repeat: the hint has it, and a program gets nothing to run.
  const nothing = `${path} has no get or list beside it: name what looks, with "check" in its command`;
  expect(next, nothing).toBe(/ --(?:yes|confirm)\b/.test(hint) ? null : hint);
  // A job looks by itself, and does what is left.
  const resume = RESUMED.includes(path) ? ['--resume'] : [];
  if (AGAIN.includes(path) || command.isJob || resume.length > 0)
    return expect(hint).toBe(shellLine(['docs', ...words, ...yes, '--json', ...resume]));
  if (PLANS.includes(path)) expect(next).toMatch(/ --dry-run$/);
  else expect([next, await reads(next)]).toEqual([next, true]);
  // The sandbox does not do what would look.
  if (callsAbsent(next)) return;
  const looked = await cli(splitWords(next).slice(1));
  expect([next, looked.exitCode, looked.stderr]).toEqual([next, 0, expect.anything()]);
});

it('does not offer to make two again what may have been made', async () => {
  const { stdout, stderr, exitCode } = await cli('spaces duplicate Guides Handbook --json');
  expect(exitCode).toBe(7);
  const rows = JSON.parse(stdout);
  expect(rows.map((row: { error: { hint: string } }) => row.error.hint)).toEqual([
    'docs spaces list',
    'docs spaces list',
  ]);
  expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error).toMatchObject({
    outcome: 'unknown',
    next: 'docs spaces list',
  });
});

it('still finds a deleted space after a restore that may not have arrived', async () => {
  host.losesWrites = false;
  for (const line of ['spaces create --title "Old notes"', 'spaces delete "Old notes" --yes'])
    await cli(line);
  host.losesWrites = true;
  for (const line of ['spaces restore "Old notes" --json', 'spaces restore "Old notes" --json']) {
    const { error } = JSON.parse((await cli(line)).stderr.trim().split('\n').at(-1) ?? '');
    expect([error.message, error.outcome]).toEqual([error.message, 'unknown']);
  }
  const { stderr } = await cli('spaces get "Old notes"');
  expect(stderr).toContain('it was deleted ');
});
