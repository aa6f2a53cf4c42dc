import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskSource } from '../../../src/folder/source.ts';
import { checkFolder } from '../../../src/jobs/check/check.ts';
import { fixFolder } from '../../../src/jobs/check/fix-run.ts';
import { RULES } from '../../../src/jobs/check/rules.ts';
import { temporaryFolder, writeFiles } from '../../helpers/lasting.ts';
import { casesIn, textCases } from '../../helpers/text-cases.ts';

const check = async (files: Record<string, string | Uint8Array>, options = {}) =>
  checkFolder(diskSource(temporaryFolder(files)), options);

/** `«link/file»` stands right before each planted fault, and is taken out of what is checked. */
function planted(files: Record<string, string>): { files: Record<string, string>; faults: string[] } {
  const faults: string[] = [];
  const clean = Object.entries(files).map(([path, text]) => {
    const lines = text.split('\n').map((line, at) => {
      let taken = 0;
      return line.replace(/«([a-z-]+\/[a-z-]+)»/g, (mark, rule, place) => {
        faults.push(`${path}:${at + 1}:${place - taken + 1} ${rule}`);
        taken += mark.length;
        return '';
      });
    });
    return [path, lines.join('\n')] as const;
  });
  return { files: Object.fromEntries(clean), faults: faults.sort() };
}

const found = ({ findings }: Pick<Awaited<ReturnType<typeof check>>, 'findings'>): string[] =>
  findings.map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`).sort();
const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('');

/** A folder checked, corrected, and checked again. */
textCases('test/unit/jobs/check/cases', async (_, files) => {
  const folder = temporaryFolder(files);
  const { findings } = await checkFolder(diskSource(folder));
  const fixed = await fixFolder(diskSource(folder), findings, {});
  const texts = Object.fromEntries(fixed.map(({ file, after }) => [file, after]));
  writeFiles(folder, texts);
  return {
    ...texts,
    '(found)': lines(found({ findings })),
    '(corrected)': lines([
      ...found({ findings: findings.filter(({ fix }) => fix) }),
      ...fixed.map(({ file, count }) => `${file}: ${count}`),
    ]),
    '(left)': lines(found(await checkFolder(diskSource(folder)))),
  };
});

/** A folder with a fault of each rule, marked. */
const [{ given: TREE } = { given: {} }] = casesIn('test/unit/jobs/check/planted.txt');

describe('docs check', () => {
  it('finds every planted fault with its file, line and column, and nothing else', async () => {
    const { files, faults } = planted(TREE);
    const folder = temporaryFolder(files);
    writeFileSync(join(folder, 'docs/.gitbook/assets/large.png'), Buffer.alloc(6 * 1024 * 1024));
    writeFileSync(join(folder, 'api/bytes.md'), Buffer.from('# Bytes\n\nx\xff', 'latin1'));
    const made = ['docs/.gitbook/assets/large.png:1:1 asset/large', 'api/bytes.md:3:2 page/unreadable'];
    const all = [...faults, ...made];
    const checked = await checkFolder(diskSource(folder));
    expect(found(checked)).toEqual(all.sort());
    expect(all.length).toBeGreaterThanOrEqual(60);
    const rules = new Set(checked.findings.map(({ rule }) => rule));
    // What other hosts say is tried with a host.
    expect(RULES.map(({ id }) => id).filter((id) => !rules.has(id))).toEqual(['link/external']);
  });

  it('corrects only what it shows, makes nothing else wrong, and finds nothing more to correct', async () => {
    const { files } = planted(TREE);
    const folder = temporaryFolder(files);
    const before = await checkFolder(diskSource(folder));
    const fixed = await fixFolder(diskSource(folder), before.findings, {});
    expect(fixed.length).toBeGreaterThanOrEqual(3);
    for (const { file, after } of fixed) writeFileSync(join(folder, file), after);
    const after = await checkFolder(diskSource(folder));
    const names = new Set(before.findings.map(({ rule, file, key }) => `${rule} ${file} ${key}`));
    expect(after.findings.filter(({ rule, file, key }) => !names.has(`${rule} ${file} ${key}`))).toEqual([]);
    expect(after.findings.length).toBeLessThan(before.findings.length);
    expect(await fixFolder(diskSource(folder), after.findings, {})).toEqual([]);
    const changed = before.findings.filter(({ fix }) => fix).map(({ file, line }) => `${file}:${line}`);
    for (const { file, before: old, after: text } of fixed) {
      const [lines, others] = [old.split('\n'), text.split('\n')];
      if (lines.length !== others.length) continue;
      for (const [at, line] of lines.entries())
        if (line !== others[at]) expect(changed).toContain(`${file}:${at + 1}`);
    }
  });
});

describe('what docs check writes and is told', () => {
  it('keeps byte order marks and line ends of files that it corrects', async () => {
    const folder = temporaryFolder({
      'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n',
      'a.md':
        '\uFEFF# A\r\n\r\n[b](/b.md)\r\n\r\n{% hint style="info" %}\r\nx\r\n{% endhint %}\r\n## Glued\r\n',
      'b.md': '# B\n\nText\n',
    });
    const { findings } = await checkFolder(diskSource(folder));
    const [fixed] = await fixFolder(diskSource(folder), findings, {});
    expect(fixed?.after).toBe(
      '\uFEFF# A\r\n\r\n[b](b.md)\r\n\r\n{% hint style="info" %}\r\nx\r\n{% endhint %}\r\n\r\n## Glued\r\n',
    );
  });

  it('leaves out rules that are off, changes levels, and refuses what it does not know', async () => {
    const files = { 'SUMMARY.md': '* [A](a.md)\n', 'a.md': '# A\n\n[b](b.md) ![](c.png)\n', 'o.md': '# O\n' };
    const config = (text: string) => check({ ...files, '.docscheck.yaml': text });
    const { findings } = await config('rules:\n  asset: off\n  nav/orphan: error\n  link: note\n');
    const levels = findings.map(({ rule, level }) => `${rule} ${level}`);
    expect(levels).toEqual(['link/file note', 'nav/orphan error']);
    for (const [text, message] of [
      ['rules:\n  link/fil: off\n', '.docscheck.yaml:2: "link/fil" is not a rule; did you mean "link/file"?'],
      ['rules:\n  link: loud\n', 'link must be off, error, warning or note, not "loud"'],
      ['\nspace: {}\n', '.docscheck.yaml:2: "space" is not a setting'],
      ['spaces:\n  x: none\n', '"none" is not the folder of a space'],
      ['folders: [../x]\n', 'must be inside the folder'],
      ['a: [\n', '.docscheck.yaml:'],
    ] as const)
      await expect(config(text)).rejects.toThrow(message);
  });
});

describe('links that docs check follows', () => {
  it('says nothing of what it cannot see: other repositories, links out of the folder, what is behind a link', async () => {
    const folder = temporaryFolder({
      'SUMMARY.md': '* [A](a.md)\n',
      'a.md':
        '# A\n\n[up](../../README.md) [space](https://app.gitbook.com/s/x/y) [linked](shared/b.md) [mail](mailto:a@b.example)\n',
    });
    symlinkSync(dirname(folder), join(folder, 'shared'));
    const { findings, unjudged } = await checkFolder(diskSource(folder));
    expect(findings).toEqual([]);
    expect(unjudged).toBe(1);
  });

  it('asks for pages of other spaces and for addresses where it is told to', async () => {
    const files = {
      'SUMMARY.md': '* [A](a.md)\n',
      'a.md':
        '# A\n\n[p](https://app.gitbook.com/s/x/gone) [u](https://app.gitbook.com/s/none/a) [e](https://dead.example/a)\n',
    };
    const page = { anchors: [] };
    const online = async () =>
      new Map([['x', { title: 'X', page: (path: string) => (path === 'a' ? page : undefined) }]]);
    const external = async (addresses: readonly string[]) =>
      new Map(addresses.map((one) => [one, '404 Not Found']));
    expect(found(await check(files, { online, external }))).toEqual([
      'a.md:3:43 space/unknown',
      'a.md:3:5 space/page',
      'a.md:3:81 link/external',
    ]);
  });
});

describe('hostile text in docs check', () => {
  it('reads hostile text in turns that grow with it', async () => {
    const many = 5000;
    const { findings } = await check({
      'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n',
      'a.md': `# A\n\n${'{% hint """'.repeat(many)}`,
      'b.md': `# B\n\n${'<pre><!-- `` \\{% hint '.repeat(many)}`,
      'c.md': `# C\n\n${'[a](#x) '.repeat(many)}\n\n${'## H\n'.repeat(many)}`,
    });
    expect(findings.filter(({ rule }) => rule === 'link/anchor')).toHaveLength(many);
  });
});
