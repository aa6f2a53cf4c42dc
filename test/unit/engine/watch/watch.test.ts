// --watch: everything once, then what changed, until it is stopped.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CancelledError } from '../../../../src/errors.ts';
import { type CliOptions, freshCli, type Outcome } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const organization = (id: string, title: string) => ({ object: 'organization', id, title, type: 'business' });
const FIRST = organization('organizationNumber1', 'One');
const SECOND = organization('organizationNumber2', 'Two');
const RENAMED = organization('organizationNumber2', 'Other');

let server: Server;
/** What the host answers, one after the other: a list, or a status. When they are at an end, somebody presses Ctrl-C. */
let answers: (object[] | number)[];
let stop: AbortController;

const cli = perTest(freshCli);
beforeEach(async () => {
  stop = new AbortController();
  server = createServer((_, response) => {
    const answer = answers.shift();
    if (answer === undefined) stop.abort(new CancelledError('interrupted'));
    const status = typeof answer === 'number' ? answer : 200;
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ items: answer, error: { code: status, message: 'not now' } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

function watching(line: string, given: (object[] | number)[], options: CliOptions = {}): Promise<Outcome> {
  answers = [...given];
  const { port } = server.address() as AddressInfo;
  return cli(line, {
    hurry: 1e6,
    signal: stop.signal,
    ...options,
    env: { DOCS_BASE_URL: `http://127.0.0.1:${port}`, DOCS_TOKEN: 'token', ...options.env },
  });
}

describe('--watch', () => {
  it('prints rows into a pipe once, and then those that are new or changed', async () => {
    const lists = [[FIRST], [FIRST], [FIRST, SECOND], [FIRST, RENAMED], [RENAMED]];
    const { exitCode, stdout, stderr } = await watching(
      'orgs list --watch 30s -o ndjson --fields id,title',
      lists,
    );
    expect(exitCode).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((row) => JSON.parse(row).title),
    ).toEqual(['One', 'Two', 'Other']);
    expect(stderr.split('\n').filter((row) => row.startsWith('no longer: '))).toHaveLength(2);
  });

  it('keeps rows of CSV whole that hold line breaks', async () => {
    const broken = organization('organizationNumber2', 'Two\nlines');
    const { stdout } = await watching('orgs list --watch 30s -o csv --fields id,title', [[FIRST], [broken]]);
    expect(stdout).toBe('id,title\norganizationNumber1,One\norganizationNumber2,"Two\nlines"\n');
  });

  it('prints a whole document again only where something in it changed', async () => {
    const { stdout } = await watching('orgs list --watch 30s --jq map(.title)', [[FIRST], [FIRST], [SECOND]]);
    expect(stdout.replace(/\s/g, '')).toBe('["One"]["Two"]');
  });

  it('draws a terminal again, as high as it is, with what changed below', async () => {
    const many = Array.from({ length: 40 }, (_, at) => organization(`organizationOfMany${at}`, `Many ${at}`));
    const { stdout } = await watching('orgs list --watch 30s', [[FIRST], [RENAMED], many], { tty: true });
    const [, first = '', second = '', third = ''] = stdout.split('\u001b[H\u001b[2J\u001b[3J');
    expect(first).toMatch(/^every 30s: docs orgs list --watch 30s .*\d\d:\d\d:\d\d\n/);
    expect(first).not.toContain('changed at');
    expect(second).toMatch(/changed at \d\d:\d\d:\d\d:\n- .*One.*\n\+ .*Other/);
    expect(third.split('\n').length).toBeLessThanOrEqual(24);
    expect(third).toMatch(/\d+ more lines\n/);
  });

  it('shows what an alias of the folder holds as text, never as commands to the terminal', async () => {
    const where = '.title != "\u001b]52;c;cHduZWQ=\u0007\u009b2J"';
    const aliases = { mine: `orgs list --where '${where}' --watch 30s` };
    writeFileSync(join(cli.cwd, '.docsrc.json'), JSON.stringify({ aliases }));
    const { stdout, stderr } = await watching('mine', [[FIRST]], { tty: true });
    expect(stdout + stderr).toContain('\\u001b]52;c;');
    expect(stdout + stderr).not.toMatch(/\u001b\]|\u0007|\u009b/);
  });

  it('asks again after a failure of one request, and ends with the fifth in a row', async () => {
    const forever = Array.from({ length: 9 }, () => 409);
    const held = await watching('orgs list --watch 30s -q', [[FIRST], 409, [SECOND]]);
    expect(held).toMatchObject({ exitCode: 0, stdout: `${FIRST.id}\n${SECOND.id}\n` });
    expect(held.stderr).toContain('asking again (1 of 4)');
    stop = new AbortController();
    const ended = await watching('orgs list --watch 30s -q', [[FIRST], ...forever]);
    expect(ended.exitCode).toBe(1);
    expect(ended.stderr).toContain('asking again (4 of 4)');
  });

  it('sends no more than --budget in all', async () => {
    const lists = Array.from({ length: 9 }, () => [FIRST]);
    const { stderr } = await watching('orgs list --watch 30s -q --budget 3', lists);
    expect(stderr).toContain('the budget of 3 requests is spent');
    expect(answers).toHaveLength(6);
  });

  it.each([
    ['spaces create Guides --watch 30s', 'hint: only commands that read and show rows take --watch'],
    ['orgs list --watch 1s', '--watch must be at least 2s, not "1s"'],
    ['orgs list --watch often', '--watch must be a time like 30s, 10m or 1h, not "often"'],
    ['orgs list --watch 30s --fields', '--watch'],
    ['spaces get Guides --watch 30s --web', '--watch and --web cannot be used together'],
  ])('is refused: docs %s', async (line, message) => {
    const { exitCode, stderr } = await watching(line, []);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});
