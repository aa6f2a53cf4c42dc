// Folders with a file of every kind that each tool has, and a few that none should have.
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { freshCli } from '../../../helpers/cli.ts';
import { lostFiles, pagesMade, type Said } from '../../../helpers/convert-proof.ts';
import { untilEnd, writeFiles } from '../../../helpers/lasting.ts';
import { casesIn } from '../../../helpers/text-cases.ts';

const FOLDERS = casesIn('test/unit/jobs/convert/every-file.txt');
/** What is better made than written down. */
const MORE: Record<string, Record<string, string | Buffer>> = {
  mintlify: { 'sixteen.md': Buffer.from('\ufeff# Sixteen bits', 'utf16le') },
  notion: { 'Many.csv': `Name\n${'row\n'.repeat(1001)}` },
  confluence: { 'Deep_3.html': `<div>${'<b>'.repeat(5000)}deep` },
};

async function converted(format: string) {
  const docs = untilEnd(freshCli());
  const [from, to] = [join(docs.cwd, 'old'), join(docs.cwd, 'new')];
  writeFiles(from, { ...FOLDERS.find(({ title }) => title === format)?.given, ...MORE[format] });
  symlinkSync('/etc/hostname', join(from, 'away.md'));
  const { exitCode, stdout, stderr } = await docs(
    `convert old --from ${format} --to new --report lost.csv --json`,
  );
  expect(exitCode, stderr).toBe(0);
  const lost = parse(readFileSync(join(docs.cwd, 'lost.csv'), 'utf8'), { columns: true });
  return { from, to, said: { fates: JSON.parse(stdout), lost } as Said };
}

it.each(FOLDERS)(
  'it is said what became of each file of the old folder: $title',
  async ({ title, wanted }) => {
    const { from, to, said } = await converted(title);
    expect(lostFiles(from, to, said)).toEqual([]);
    expect(pagesMade(to, said)).toEqual([]);
    for (const fate of ['read', 'left out'])
      expect(
        said.fates.flatMap(({ file, became }) => (became === fate ? [`${file}\n`] : [])).join(''),
        fate,
      ).toBe(wanted[fate]);
    expect(readFileSync(join(to, 'SUMMARY.md'), 'utf8')).toMatch(/^# Table of contents\n/);
  },
);

it('a file that is missing, another one, or unnamed is noticed', async () => {
  const { from, to, said } = await converted('mkdocs');
  writeFileSync(join(to, 'img/x.png'), 'other');
  rmSync(join(to, 'summary-2.md'));
  writeFileSync(join(from, 'late.md'), '# Late\n');
  expect(lostFiles(from, to, { ...said, lost: [] })).toEqual([
    'late.md: nothing is said of it',
    'away.md: no row of the report names it',
    'docs/.pages: no row of the report names it',
    'docs/css/extra.css: no row of the report names it',
    'docs/img/x.png: img/x.png has other bytes',
    'docs/summary.md: summary-2.md was not written',
    'src/program.py: no row of the report names it',
  ]);
});
