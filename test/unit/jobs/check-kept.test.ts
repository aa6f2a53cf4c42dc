// What is not read again is what reading it again would have found, whatever was changed meanwhile.
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskSource, type FolderSource } from '../../../src/folder/source.ts';
import { checkFolder } from '../../../src/jobs/check/check.ts';
import { openKeptCheck } from '../../../src/jobs/check/kept-check.ts';
import { temporaryFolder, writeFiles } from '../../helpers/lasting.ts';
import { reached, runs } from '../../helpers/runs.ts';

function newFolder(): { docs: string; file: string } {
  const top = temporaryFolder({ 'docs/.keep': '' });
  return { docs: join(top, 'docs'), file: join(top, 'cache', 'kept.gz') };
}

/** Edits keep the date of a file: neither a date nor a size tells that something changed. */
function write(folder: string, path: string, text: string): void {
  writeFiles(folder, { [path]: text });
  utimesSync(join(folder, path), 1, 1);
}

/** A run of docs check; `parsed` gets each file that was read. */
async function run(
  { docs, file }: { docs: string; file: string },
  { stamp = 'one', fresh = false, rules }: { stamp?: string; fresh?: boolean; rules?: Set<string> } = {},
) {
  const kept = openKeptCheck(file, stamp, { fresh });
  let looked = false;
  let old = 0;
  const page: typeof kept.page = (name, text) => {
    const found = kept.page(name, text);
    if (found) old += 1;
    return found;
  };
  const find = (source: FolderSource) => {
    looked = true;
    return checkFolder(source, { kept: { ...kept, page }, rules });
  };
  const checked = await kept.answer(diskSource(docs), JSON.stringify([...(rules ?? [])]), find);
  kept.save();
  return { checked, looked, old };
}

const page = (n: number) => `# Page ${n}\n\n## Part ${n}\n\n[one](p1.md#part-1) and [gone](gone-${n}.md)\n`;

function smallFolder() {
  const folder = newFolder();
  const { docs } = folder;
  write(docs, 'SUMMARY.md', [1, 2, 3].map((n) => `* [Page ${n}](p${n}.md)\n`).join(''));
  for (const n of [1, 2, 3]) write(docs, `p${n}.md`, page(n));
  return folder;
}

describe('what docs check keeps', () => {
  it('answers from what was found when nothing changed, and reads only pages that did', async () => {
    const folder = smallFolder();
    const first = await run(folder);
    expect(first.checked.findings).toHaveLength(3);
    expect(await run(folder)).toEqual({ checked: first.checked, looked: false, old: 0 });

    write(folder.docs, 'p1.md', page(1).replace('## Part 1', '## Past 1'));
    const second = await run(folder);
    // Two pages, and SUMMARY.md.
    expect(second).toMatchObject({ looked: true, old: 3 });
    expect(second.checked.findings.filter(({ rule }) => rule === 'link/anchor')).toHaveLength(3);
    expect(statSync(folder.file).mode & 0o777).toBe(0o600);
  });

  it('counts for the same program and question only, and not where everything is to be read', async () => {
    const folder = smallFolder();
    await run(folder);
    expect(await run(folder, { rules: new Set(['nav']) })).toMatchObject({ looked: true, old: 4 });
    expect(await run(folder, { fresh: true })).toMatchObject({ looked: true, old: 0 });
    expect(await run(folder)).toMatchObject({ looked: false });
    expect(await run(folder, { stamp: 'two' })).toMatchObject({ looked: true, old: 0 });
  });

  it('notices a file that was added, grew, went, or became a link target', async () => {
    const folder = smallFolder();
    const first = await run(folder);
    write(folder.docs, 'gone-1.md', 'now here');
    const second = await run(folder);
    expect(second.looked).toBe(true);
    expect(second.checked.findings).not.toEqual(first.checked.findings);
    rmSync(join(folder.docs, 'gone-1.md'));
    expect((await run(folder)).checked).toEqual(first.checked);
  });

  it.each<[string, (file: string) => void]>([
    ['cut', (file) => truncateSync(file, 200)],
    ['overwritten', (file) => writeFileSync(file, 'one\nnot packed\n\0\0')],
    ['changed within', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(/[A-Z]/g, 'A'))],
    [
      'a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ])('finds the same with a file that is %s', async (_, damage) => {
    const folder = smallFolder();
    const { checked } = await run(folder);
    damage(folder.file);
    expect((await run(folder)).checked).toEqual(checked);
  });
});

describe('after every edit', () => {
  it('finds the same with what was kept as without, whatever was edited meanwhile', async () => {
    const names = ['p1.md', 'p2.md', 'deep/p3.md', '.gitbook/includes/note.md', 'api.yaml', 'SUMMARY.md'];
    const more = ['.gitbook.yaml', '.docscheck.yaml', 'x.png', '.gitbook/assets/y.png'];
    const pieces = [
      '# Title\n',
      '## Part 1\n',
      '## Part 2\n',
      '---\ntitle: A\n---\n',
      '---\ntitel: A: b\n---\n',
      '\uFEFF# Mark\n',
      '[a](p1.md#part-1)\n',
      '[b](deep/p3.md)\n',
      '[c](../p2.md#part-2)\n',
      '[l](http://localhost:3000)\n',
      '{% hint %}\n',
      '{% endhint %}\n',
      '\\{% hint %}\n',
      '![](x.png)\n',
      '* [One](p1.md)\n',
      '* [Two](p2.md)\n',
      '  * [Three](deep/p3.md)\n',
      '{% include ".gitbook/includes/note.md" %}\n',
      'paths:\n  /a:\n    get: {}\n',
      '{% openapi src="api.yaml" path="/a" method="get" %}\n',
      '```js\n',
      '\r\n',
      `# ${'long '.repeat(30)}\n`,
      '\0\n',
      '---\ncover: x.png\ndescription: .inf\n---\n',
      '[app](https://app.gitbook.com/s/abc/p1#part-1)\n',
      'rules: {}\n',
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));
    const edit = fc.record({
      name: fc.constantFrom(...names, ...more),
      text: fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: fc.constant(undefined) }),
    });
    const count = runs('K2', 'edits', 15);
    const edits = fc.sample(edit, count);
    for (let at = 0; at < edits.length; at += 20) {
      const folder = newFolder();
      const { docs } = folder;
      for (const { name, text: now } of edits.slice(at, at + 20)) {
        if (now === undefined) rmSync(join(docs, name), { force: true });
        else write(docs, name, name === '.docscheck.yaml' ? 'rules:\n  nav: off\n' : now);
        const plain = checkFolder(diskSource(docs)).then((checked) => JSON.parse(JSON.stringify(checked)));
        const kept = run(folder).then(({ checked }) => JSON.parse(JSON.stringify(checked)));
        expect(await kept.catch(String)).toEqual(await plain.catch(String));
      }
    }
    reached('K2', 'edits', edits.length);
  });
});
