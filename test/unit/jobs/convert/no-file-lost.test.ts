// A proof, file by file, that docs convert lost nothing: of folders with every kind of file that a tool has, what is said of
// each file is held against both folders.
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { freshCli } from '../../../helpers/cli.ts';
import { untilEnd, writeFiles } from '../../../helpers/lasting.ts';
import { casesIn } from '../../../helpers/text-cases.ts';

interface Fate {
  file: string;
  became: string;
  to?: string;
  why?: string;
}

interface Said {
  /** Rows of `docs convert --json`. */
  fates: readonly Fate[];
  /** Rows of `--report`. */
  lost: readonly { file: string; what: string; why: string }[];
}

/** Folders that are never read. */
const LEFT = new Set(['.git', 'node_modules']);
/** Written, and made of no single file. */
const MADE = new Set(['SUMMARY.md', '.gitbook.yaml', '.docs-convert.json']);

/** Files and symbolic links below a folder, with `/`. */
function filesBelow(folder: string, parent = ''): string[] {
  return readdirSync(join(folder, parent), { withFileTypes: true }).flatMap((entry) => {
    const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
    if (entry.isDirectory()) return LEFT.has(entry.name.toLowerCase()) ? [] : filesBelow(folder, path);
    return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
  });
}

/** What does not hold, a line each. */
function lostFiles(from: string, to: string, said: Said): string[] {
  const onDisk = new Map(filesBelow(from).map((path) => [path.normalize('NFC'), path]));
  const rows = new Map(said.fates.map((fate) => [fate.file, fate]));
  const places = said.fates.flatMap((fate) => fate.to ?? []);
  return [
    ...(rows.size === said.fates.length ? [] : ['a file has two rows']),
    ...(new Set(places).size === places.length ? [] : ['two files have one place']),
    ...[...onDisk.keys()]
      .filter((file) => !rows.has(file) && !isNamed(file, said))
      .map((file) => `${file}: nothing is said of it`),
    ...said.fates.flatMap((fate) => {
      const source = onDisk.get(fate.file);
      const fault = source === undefined ? 'is not there' : faultOf(fate, join(from, source), to, said);
      return fault === undefined ? [] : [`${fate.file}: ${fault}`];
    }),
    ...countFaults(said),
  ];
}

const isNamed = (file: string, { lost }: Said): boolean =>
  lost.some((row) => row.file === file || file.startsWith(`${row.file}/`));

function faultOf(fate: Fate, source: string, to: string, said: Said): string | undefined {
  const { file, became, to: place = '', why = '' } = fate;
  if (became === 'page' || became === 'file') {
    const copy = join(to, place);
    if (!existsSync(copy)) return `${place} was not written`;
    if (became === 'page') return wordsGone(source, copy, said);
    return readFileSync(source).equals(readFileSync(copy)) ? undefined : `${place} has other bytes`;
  }
  if (became !== 'read' && became !== 'left out') return `became ${became}`;
  if (why === '') return `${became} for no reason`;
  return became === 'left out' && !isNamed(file, said) ? 'no row of the report names it' : undefined;
}

function wordsGone(source: string, copy: string, { lost }: Said): string | undefined {
  const there = new Set([readFileSync(copy, 'utf8'), ...lost.map(({ what }) => what)].flatMap(words));
  const own = words(prose(readFileSync(source, 'utf8')));
  const gone = own.filter((word) => !there.has(word));
  if (gone.length === 0) return undefined;
  return `${gone.length} of ${own.length} words are gone: ${gone.slice(0, 8).join(', ')}`;
}

/** A row of the report that counts files has the number that was left out below it. */
function countFaults({ fates, lost }: Said): string[] {
  return lost.flatMap(({ file, what, why }) => {
    const count = Number(/^(\d+) files$/.exec(what)?.[1] ?? (what === 'file' ? 1 : Number.NaN));
    const left = fates.filter(
      (fate) => fate.why === why && (fate.file === file || fate.file.startsWith(`${file}/`)),
    );
    return Number.isNaN(count) || left.length >= count ? [] : [`${file}: ${what}, not ${left.length}`];
  });
}

/** Pages that are written and belong to no file: those that groups of the menu got. */
function pagesMade(to: string, { fates }: Said): string[] {
  const places = new Set(fates.map((fate) => fate.to));
  return filesBelow(to).filter((path) => !places.has(path) && !MADE.has(path));
}

/** Words of four letters and more, once each. */
const words = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [],
  ),
];

/** Text that people read: without front matter, tags, addresses, code of a page, and what is around it in an export. */
const prose = (text: string): string =>
  text
    .replace(/^\uFEFF?---\n[\s\S]*?\n---(?:\n|$)/, '')
    .replace(/^[\s\S]*?\b(?:id|class)=["'](?:main-content|wiki-content)\b[^>]*>/, '')
    .replace(/<div\b[^>]*\b(?:id=["']footer|class=["']pageSection)[\s\S]*$/, '')
    .replace(/Document generated by Confluence on .*|<span class="aui-icon[^>]*>Icon<\/span>/g, ' ')
    .replace(/&#?\w+;|<!DOCTYPE[^>]*>/gi, ' ')
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g, ' ')
    .replace(/^(?:import|export) [\s\S]*?(?:\n\n|$)/gm, ' ')
    .replace(/^.*--8<--.*$/gm, ' ')
    // The kind of a box, what a block of code is told beside its title, and icons: the platform has its own words for them.
    .replace(/^([ \t>]*(?::{3,}|!{3}|\?{3}\+?)[ \t]*)[\w-]+/gm, '$1')
    .replace(/^[ \t>]*(?:`{3,}|~{3,}).*$/gm, (line) => / title="[^"]*"/.exec(line)?.[0] ?? ' ')
    .replace(/(?:\/\/|#|\/\*|<!--) ?highlight-\S+/g, ' ')
    .replace(/:[a-z]+(?:-[a-z\d]+)+:/g, ' ')
    .replace(/<\/?(?:b|strong|i|em|u|span|font)\b[^<>]*>/g, '')
    .replace(/<\/?[a-zA-Z](?:"[^"\n]*"|'[^'\n]*'|[^<>"'])*>/g, ' ')
    .replace(/<\/?[a-zA-Z][^<>]*>/g, ' ')
    .replace(/\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*\)/g, '] ')
    .replace(/%20/g, ' ')
    .replace(/https?:\S+|\b[0-9a-f]{32}\b/g, ' ');

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
