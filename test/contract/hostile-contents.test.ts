// Whatever is in a file that a command reads: one line says what is wrong with it, and nothing is "unexpected".
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Cli, type Outcome, sandboxedCli } from '../helpers/cli.ts';
import { commands } from '../helpers/command-lines.ts';
import { setupOf, wordsOf, writeFixtures } from '../helpers/example-files.ts';
import { WAITS } from '../helpers/example-lines.ts';
import { perFile } from '../helpers/lasting.ts';
import { rotated } from '../helpers/rotation.ts';
import { tablesIn } from '../helpers/text-cases.ts';

const table = tablesIn('test/contract/tables/hostile-contents.txt');

const bomb = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x]',
  ...Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`),
].join('\n');

const CONTENTS: Readonly<Record<string, string | Uint8Array>> = {
  'an alias bomb': `${bomb}\n`,
  'a circular alias': '<<: &a {<<: *a}\n',
  'a list in itself': '&a [*a]\n',
  'front matter with a bomb': `---\n${bomb}\n---\n\nText.\n`,
  'front matter with a circle': '---\ntitle: &a {x: *a}\n---\n\nText.\n',
  'lists in lists': `${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
  'objects in objects': `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}\n`,
  NUL: 'title: a\0b\n',
  binary: new Uint8Array(Array.from({ length: 4096 }, (_, at) => (at * 151 + 13) % 256)),
  'a huge key': `{ "${'k'.repeat(100_000)}": 1 }\n`,
  'keys of every object':
    '{ "__proto__": { "a": 1 }, "constructor": 1, "toString": null, "then": 2, "length": -1 }\n',
  'a number': '1e999\n',
  null: 'null\n',
  'a list of null': '[null, null]\n',
  'wrong types':
    '{ "version": [], "spaces": {}, "changes": 7, "title": {}, "rows": "x", "grants": 1, "files": null }\n',
  'half a table': 'source,destination\n"a,b\n"""\n,,,,,,\n',
  empty: '',
};

const saysBadly = ({ stderr }: Outcome): boolean =>
  /unexpected error|^ {4}at |RangeError|TypeError|SyntaxError/m.test(stderr);

/** Of the contents, each file meets so many in turns; with `harden` all. */
const FEW = 2;

describe('hostile contents of a file', () => {
  const cli = perFile(sandboxedCli);
  beforeAll(() => {
    writeFixtures(cli.cwd);
  });

  it('are told as such by every command whose example names one', async () => {
    const bad: string[] = [];
    const files: { line: string; file: string }[] = [];
    for (const line of commands.flatMap(({ command }) => command.examples)) {
      const file = await fileNamedBy(cli, line);
      if (file !== undefined) files.push({ line, file });
    }
    expect(files.length).toBeGreaterThan(20);
    for (const [{ line, file }, [name, content]] of rotated(files, Object.entries(CONTENTS), () => '', FEW)) {
      const whole = readFileSync(file);
      writeFileSync(file, content);
      const outcome = await cli([...wordsOf(line), '--no-input']);
      if (saysBadly(outcome)) bad.push(`${line}: ${name}: ${outcome.stderr.slice(0, 200)}`);
      writeFileSync(file, whole);
    }
    expect(bad).toEqual([]);
  });

  it('are told as such by what reads a backup, whichever file of it they are in', async () => {
    const bad: string[] = [];
    for (const [[path = '', kind = ''], [name, content]] of rotated(
      IN_BACKUP,
      Object.entries(CONTENTS),
      () => '',
      FEW,
    )) {
      writeBackup(join(cli.cwd, 'backup'), path, kind, content);
      for (const words of ON_BACKUP) {
        const outcome = await cli(words);
        if (saysBadly(outcome)) bad.push(`${words}: ${path}: ${name}: ${outcome.stderr.slice(0, 200)}`);
      }
    }
    expect(bad).toEqual([]);
  });

  it('are named with their file where YAML is read', async () => {
    for (const name of ['an alias bomb', 'a circular alias']) {
      writeFileSync(join(cli.cwd, 'site.yaml'), CONTENTS[name] ?? '');
      expect(await cli('sites plan site.yaml')).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(/^docs: site\.yaml /),
      });
    }
    for (const name of ['front matter with a bomb', 'front matter with a circle']) {
      writeBackup(join(cli.cwd, 'backup'), 'Guides/install.md', 'page', CONTENTS[name] ?? '');
      expect(await cli('restore backup --space Guides --as Again --accept-changed install.md')).toMatchObject(
        {
          exitCode: 2,
          stderr: expect.stringMatching(/^docs: Guides\/install\.md has front matter that cannot be read/m),
        },
      );
    }
  });
});

/** The file that an example reads, once what it acts on is there; undefined for one that reads none. */
async function fileNamedBy(cli: Cli, line: string): Promise<string | undefined> {
  if (/[|<>;]|\$\(/.test(line) || WAITS.test(line)) return undefined;
  for (const setup of setupOf(line)) await cli(setup);
  return wordsOf(line)
    .map((word) => join(cli.cwd, word.replace(/^[^@=]*[@=]/, '')))
    .find((path) => existsSync(path) && statSync(path).isFile());
}

const IN_BACKUP = table('the files of a backup, and what the manifest calls them');

const ON_BACKUP = [
  'export verify backup',
  'restore backup --all-spaces --collections --change-requests --dry-run',
  'restore backup --space Guides --accept-changed install.md --how',
  'restore backup --all-sites --dry-run',
];

/** The backup of the examples with this content in one file, and a manifest that agrees with it. */
function writeBackup(folder: string, path: string, kind: string, content: string | Uint8Array): void {
  writeFixtures(dirname(folder));
  const manifest = JSON.parse(readFileSync(join(folder, '.docs-export.json'), 'utf8'));
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
  if (kind === '') return;
  const bytes = readFileSync(target);
  const [space] = manifest.spaces;
  const own = path.startsWith('Guides/');
  const list = own ? space.files : manifest.files;
  const entry = {
    ...{ path: own ? path.slice('Guides/'.length) : path, kind, id: 'p1', size: bytes.length },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const at = list.findIndex((one: { path: string }) => one.path === entry.path);
  list.splice(at === -1 ? list.length : at, at === -1 ? 0 : 1, entry);
  writeFileSync(join(folder, '.docs-export.json'), JSON.stringify(manifest));
}
