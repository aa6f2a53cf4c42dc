import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { baseSource } from '../../../src/folder/git-source.ts';
import { diskSource } from '../../../src/folder/source.ts';
import { checkFolder } from '../../../src/jobs/check/check.ts';
import { addedFindings, checkBase } from '../../../src/jobs/check/check-run.ts';
import { readConfig } from '../../../src/jobs/check/config.ts';
import { git } from '../../helpers/git-repository.ts';
import { temporaryFolder, writeFiles } from '../../helpers/lasting.ts';

const PAGES = ['a', 'b', 'c', 'd', 'e', 'f'];
/** Each has a fault that was there before, and must never be reported. */
const textOf = (page: string) => `# ${page}\n\n## Part\n\n[old](old-${page}.md)\n\n[next](b.md#part)\n`;
const folder = temporaryFolder();

/** The folder with these pages and no others. */
function writeDocs(nameOf: (page: string) => string, text: (page: string) => string): void {
  rmSync(join(folder, 'docs'), { recursive: true, force: true });
  writeFiles(join(folder, 'docs'), {
    'SUMMARY.md': PAGES.map((page) => `* [${page}](${nameOf(page)})\n`).join(''),
    ...Object.fromEntries(PAGES.map((page) => [nameOf(page), text(page)])),
  });
}

beforeAll(() => {
  git(folder, 'init', '-q', '-b', 'main');
  writeDocs((page) => `${page}.md`, textOf);
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'One');
});

const added = async (): Promise<string[]> => {
  const docs = join(folder, 'docs');
  const source = await baseSource({ folder: docs, ref: 'main', env });
  const now = diskSource(docs);
  const before = await checkBase(source, { config: await readConfig(now) });
  const found = addedFindings(await checkFolder(now), before, { now, base: source });
  return found.map(({ file, rule, key }) => `${file} ${rule} ${key}`).sort();
};

interface Edit {
  change(text: string, page: string, at: number): string;
  /** The rule and the key of what it adds. */
  adds?(page: string, at: number): string;
}

const EDITS: Record<string, Edit> = {
  lines: { change: (text) => text.replace('## Part', 'A line\n\nAnother\n\n## Part') },
  move: { change: (text) => text },
  link: {
    change: (text, _, at) => `${text}\n[x](new-${at}.md)\n`,
    adds: (_, at) => `link/file new-${at}.md`,
  },
  twin: {
    change: (text, page) => `${text}\n[again](old-${page}.md)\n`,
    adds: (page) => `link/file old-${page}.md`,
  },
  block: { change: (text) => `${text}\n{% hint style="info" %}\n`, adds: () => 'block/unclosed hint' },
  anchor: {
    change: (text, _, at) => `${text}\n[y](b.md#gone-${at})\n`,
    adds: (_, at) => `link/anchor b.md#gone-${at}`,
  },
};

const edits = fc.array(
  fc.record({ page: fc.constantFrom(...PAGES), kind: fc.constantFrom(...Object.keys(EDITS)) }),
  { maxLength: 4 },
);

it('reports exactly what a branch adds, on whatever line, and nothing that was there before', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (list) => {
      // Everybody links to b.
      const moved = new Set(
        list.flatMap(({ page, kind }) => (kind === 'move' && page !== 'b' ? [page] : [])),
      );
      const nameOf = (page: string) => (moved.has(page) ? `moved-${page}.md` : `${page}.md`);
      const texts = new Map(PAGES.map((page) => [page, textOf(page)]));
      const expected: string[] = [];
      for (const [at, { page, kind }] of list.entries()) {
        texts.set(page, EDITS[kind]?.change(texts.get(page) ?? '', page, at) ?? '');
        const adds = EDITS[kind]?.adds?.(page, at);
        if (adds !== undefined) expected.push(`${nameOf(page)} ${adds}`);
      }
      writeDocs(nameOf, (page) => texts.get(page) ?? '');
      expect(await added()).toEqual(expected.sort());
    }),
    { numRuns: process.env.DOCS_HARDEN ? 500 : 25 },
  );
});

it('says what is missing: a repository, the branch, and the history that both share', async () => {
  const ask = (place: string, ref: string) => baseSource({ folder: place, ref, env });
  await expect(ask(temporaryFolder(), 'main')).rejects.toThrow('is not in a git repository');
  await expect(ask(folder, 'gone')).rejects.toThrow('there is no branch, tag or commit "gone"');
  git(folder, 'remote', 'add', 'upstream', folder);
  for (const [ref, command] of [
    ['upstream/gone', 'git fetch upstream gone'],
    ['release/2.0', 'git fetch origin release/2.0'],
  ] as const)
    await expect(ask(folder, ref)).rejects.toMatchObject({ hint: expect.stringContaining(command) });
  await expect(ask(folder, '--all')).rejects.toThrow('there is no branch, tag or commit "--all"');
  git(folder, 'checkout', '-q', '--orphan', 'other');
  git(folder, 'commit', '-qm', 'Other', '--allow-empty');
  await expect(ask(folder, 'main')).rejects.toThrow('have no common history here');
  git(folder, 'checkout', '-qf', 'main');
});

it('works with versions of git that do not know every option', async () => {
  const old = temporaryFolder();
  writeFileSync(
    join(old, 'git'),
    `#!/bin/sh\ncase "$*" in *--end-of-options*) exit 129 ;; esac\nPATH="${env.PATH}" exec git "$@"\n`,
    { mode: 0o755 },
  );
  const source = await baseSource({ folder, ref: 'main', env: { ...env, PATH: `${old}:${env.PATH}` } });
  expect([...source.files.keys()]).toContain('docs/a.md');
});
