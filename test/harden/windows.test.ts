// The built program under Windows' own Node, by wine: scripts of test/acceptance, and what only Windows has.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { shellWord } from '../../src/files/shell-word.ts';
import { notRun } from '../helpers/needs.ts';
import { play, scripts, textOf } from '../helpers/play.ts';
import { reached } from '../helpers/runs.ts';
import { startWine, type Wine } from '../helpers/wine.ts';

const started = startWine();
const isMissing = typeof started === 'string';
if (isMissing) notRun(`${started} (the program on Windows)`);
// Safe: every test is left out where it is missing.
const wine = started as Wine;
afterAll(() => isMissing || wine.close());

const marked = scripts.filter((script) => /^# on Windows, too$/m.test(textOf(script)));

describe.skipIf(isMissing)('on Windows', () => {
  let commands = 0;
  afterAll(() => reached('U11', 'commands', commands));

  it.each(marked)('%s', async (script) => {
    await play(script, wine.open);
    commands += textOf(script).match(/^(?:! )?(?:capture \w+ )?docs /gm)?.length ?? 0;
  });

  it('gives files names that Windows takes, and reads them again', async () => {
    const docs = await wine.open();
    const ok = async (...argv: string[]) => {
      const { exitCode, stdout, stderr } = await docs(argv);
      expect(exitCode, stderr).toBe(0);
      return stdout + stderr;
    };
    writeFileSync(join(docs.cwd, 'text.md'), 'A text.\r\n');
    await ok('cr', 'create', '--space', 'Release notes', '--subject', 'odd');
    for (const title of ['con', 'Aux', 'nul.txt', 'LPT9', 'a:b?c*"d', 'dot.', 'Über'])
      await ok('pages', 'create', title, '--space', 'Release notes', '--cr', '1', '--file', 'text.md');
    await ok('cr', 'merge', '1', '--space', 'Release notes', '--yes');
    await ok('export', '--space', 'Release notes', '--to', '.\\odd');
    const names = readdirSync(join(docs.cwd, 'odd/Release notes'));
    expect(names.length).toBe(11);
    expect(
      names.filter((name) => /^(?:con|aux|nul|prn|com\d|lpt\d)(?:\.|$)|[<>:"|?*\\]|[. ]$/i.test(name)),
    ).toEqual([]);
    expect(await ok('check', '.\\odd')).toContain('0 errors');
    expect(await ok('push', '.\\odd', '--dry-run')).toContain('nothing to change');
  });

  it('takes files with the line ends that git gives them, and gives them back', async () => {
    const docs = await wine.open();
    await docs(['export', '--space', 'Guides', '--to', 'C:\\work\\copy']);
    const page = join(docs.cwd, 'copy/Guides/troubleshooting.md');
    writeFileSync(page, readFileSync(page, 'utf8').replaceAll('\n', '\r\n'));
    expect((await docs(['push', 'copy', '--dry-run'])).stderr).toContain('nothing to change');
    await docs(['sites', 'pull', 'Tarnpost Docs', '--to', 'sites\\docs.yaml']);
    const file = join(docs.cwd, 'sites/docs.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
    expect((await docs(['sites', 'drift', 'sites\\docs.yaml', '--exit-code'])).exitCode).toBe(0);
    writeFileSync(page, '# A\r\n\r\n[b](gone.md)\r\n');
    const files = '.[] | select(.rule == "link/file") | .file';
    const { stdout } = await docs(['check', '.\\copy\\Guides', '--json', '--jq', files]);
    expect(stdout.trim()).toBe('copy/Guides/troubleshooting.md');
  });

  it('keeps its files where Windows keeps them, and shows their paths as Windows writes them', async () => {
    const docs = await wine.open();
    const { stdout } = await docs(['sandbox', 'status', '--json']);
    expect(JSON.parse(stdout).file).toMatch(/^C:\\users\\\w+\\AppData\\Local\\docs\\data\\sandbox\.db$/);
    const doctor = await docs(['doctor', '--json', '--jq', '.[] | select(.name == "files") | .status']);
    expect(doctor.stdout).toContain('skipped');
  });

  it('prints words that cmd.exe reads as they were meant', () => {
    const odd = ['Partner portal', 'a & b', "it's", 'x|y>z', '(a)', '50 ^2', 'C:\\docs here\\a'];
    const texts = [...odd, 'semi;colon, comma', '=a', ''];
    const folder = join(wine.drive, 'words');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'words.cjs'),
      "require('fs').appendFileSync('words.txt', JSON.stringify(process.argv.slice(2)))",
    );
    const line = texts.map((text) => shellWord(text, 'win32')).join(' ');
    writeFileSync(join(folder, 'words.cmd'), `@"%NODE_EXE%" words.cjs ${line}\r\n`);
    const env = '{ ...process.env, NODE_EXE: process.execPath }';
    const call = `'cmd.exe', ['/c', 'words.cmd'], { stdio: 'inherit', env: ${env} }`;
    wine.node(['-e', `require('child_process').spawnSync(${call})`], { cwd: folder });
    expect(JSON.parse(readFileSync(join(folder, 'words.txt'), 'utf8'))).toEqual(texts);
  });
});
