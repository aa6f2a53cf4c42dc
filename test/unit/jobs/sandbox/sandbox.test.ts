import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownerId } from '../../../../src/files/lock.ts';
import { markServed } from '../../../../src/sandbox/serving.ts';
import { freshCli } from '../../../helpers/cli.ts';
import { perTest, writeFiles } from '../../../helpers/lasting.ts';

const docs = perTest(freshCli);

const at = (...parts: string[]) => join(docs.cwd, ...parts);
const CONFIG = () => join(docs.home, '.config/docs/config.json');
const settings = () => JSON.parse(readFileSync(CONFIG(), 'utf8'));
const writeSettings = (config: object) => writeFileSync(CONFIG(), JSON.stringify(config));

async function refused(
  line: string,
  exit: number,
  text: string,
  env: Record<string, string> = {},
): Promise<void> {
  const { exitCode, stderr } = await docs(line, { env });
  expect([line, exitCode], stderr).toEqual([line, exit]);
  expect(stderr).toContain(text);
}

it('a sandbox is named by the hint for a damaged one, and for one that is not there', async () => {
  await docs('sandbox init --demo');
  await docs('sandbox init --demo --file bad.db --name bad');
  const bytes = readFileSync(at('bad.db'));
  bytes.fill(7, 200);
  writeFileSync(at('bad.db'), bytes);
  expect((await docs('sandbox status --file bad.db --check')).stderr).toMatch(
    /reset --demo --file \S*bad\.db/,
  );
  expect((await docs('sandbox status --file none.db')).stderr).toMatch(/init --demo --file \S*none\.db/);
  writeFileSync(at('notes.txt'), 'mine');
  expect((await docs('sandbox init --file notes.txt')).stderr).toContain('is not a sandbox file');
  writeFileSync(at('full.db'), '');
  expect((await docs('sandbox init --file full.db')).exitCode).toBe(0);
});

describe('docs sandbox reset', () => {
  it('refuses a folder, a link and any file that is not a sandbox, and touches nothing beside it', async () => {
    // Another program's database.
    const database = `SQLite format 3\0${'\0'.repeat(4080)}`;
    writeFiles(docs.cwd, { 'app/keep.txt': 'mine', 'notes.txt': 'mine', empty: '', 'other.db': database });
    symlinkSync(at('notes.txt'), at('link'));
    for (const name of ['app', 'notes.txt', 'empty', 'other.db', 'link']) {
      writeFiles(docs.cwd, { [`${name}.git/HEAD`]: 'mine', [`${name}.clones/HEAD`]: 'mine' });
      const why = name === 'app' ? '"app" is not a file' : 'nothing was changed';
      await refused(`sandbox reset --file ${name} --yes`, 2, why);
      expect(existsSync(at(`${name}.git`, 'HEAD'))).toBe(true);
      expect(existsSync(at(`${name}.clones`, 'HEAD'))).toBe(true);
    }
    expect(readFileSync(at('notes.txt'), 'utf8')).toBe('mine');
    expect(readdirSync(at('app'))).toEqual(['keep.txt']);
  });

  it('asks before it removes clones whose sandbox is gone', async () => {
    const made = await docs('sandbox init --file x.db');
    expect(made.exitCode, made.stderr).toBe(0);
    writeFiles(docs.cwd, { 'x.db.clones/.docs-sandbox-clones': '' });
    rmSync(at('x.db'));
    await refused('sandbox reset --file x.db', 3, 'clones');
    expect(existsSync(at('x.db.clones'))).toBe(true);
    expect((await docs('sandbox reset --file x.db --yes')).exitCode).toBe(0);
    expect(existsSync(at('x.db.clones'))).toBe(false);
  });

  it('refuses a file that is being served, and names the process', async () => {
    await docs('sandbox init --file x.db');
    const before = readFileSync(at('x.db'));
    const mark = markServed(at('x.db'), 'http://127.0.0.1:1', 'key');
    const served = `is being served by process ${process.pid}: stop it first`;
    await refused('sandbox reset --file x.db --yes', 1, served);
    expect(readFileSync(at('x.db')).equals(before)).toBe(true);
    const status = await docs('sandbox status --check --file x.db --json');
    expect(JSON.parse(status.stdout)).toMatchObject({
      check: 'ok',
      servers: [{ pid: process.pid, url: 'http://127.0.0.1:1' }],
    });
    mark.remove();
    expect((await docs('sandbox reset --file x.db --yes')).exitCode).toBe(0);
  });

  it('is not stopped by the mark of a server that is dead', async () => {
    await docs('sandbox init --file x.db');
    // The highest process ID of Linux, which is never given out.
    const dead = ownerId().replace(/^\d+-\d+/, '4194304-1');
    writeFileSync(at(`x.db.serving.${dead}.abc`), '{}');
    expect((await docs('sandbox reset --file x.db --yes')).exitCode).toBe(0);
  });
});

describe('read-only', () => {
  it('holds for every command that writes to a sandbox', async () => {
    await docs('sandbox init --demo --file x.db');
    writeFileSync(at('p.md'), '# Hello');
    const before = readFileSync(at('x.db'));
    const lines = [
      'sandbox reset --file x.db --yes',
      'sandbox edit "API reference" --page hello --file p.md',
    ];
    for (const line of ['sandbox init --file y.db', ...lines])
      await refused(line, 4, 'DOCS_READ_ONLY is set', { DOCS_READ_ONLY: '1' });
    const config = settings();
    config.profiles.sandbox.readOnly = true;
    writeSettings(config);
    for (const line of lines) await refused(line, 4, 'profile "sandbox" is read-only');
    expect(readFileSync(at('x.db')).equals(before)).toBe(true);
    expect(existsSync(at('y.db'))).toBe(false);
  });

  it('of another host does not forbid a sandbox', async () => {
    const login =
      'auth login --with-token --read-only --profile prod --base-url https://docs.example --no-input';
    await docs(login, { stdin: 'a-token-of-prod' });
    const made = await docs('sandbox init --file x.db');
    expect(made.exitCode, made.stderr).toBe(0);
  });
});

it('a profile of a real host is never replaced by one of a sandbox', async () => {
  await docs('sandbox init --demo --file x.db --name first');
  const before = settings();
  for (const name of ['sandbox', 'sandbox-mei']) before.profiles[name] = { baseUrl: 'https://docs.example' };
  writeSettings(before);
  const lines = [
    'sandbox init --file y.db --name sandbox',
    'sandbox reset --file x.db --yes --name sandbox',
    'sandbox token mei@tarnpost.example --file x.db',
  ];
  const file = readFileSync(at('x.db'));
  for (const line of lines) {
    await refused(line, 2, 'belongs to https://docs.example');
    await refused(line, 2, '--name');
  }
  expect(settings()).toEqual(before);
  expect(readFileSync(at('x.db')).equals(file)).toBe(true);
  expect(existsSync(at('y.db'))).toBe(false);
});
