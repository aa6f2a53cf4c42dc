// A proof, file by file, that docs convert lost nothing: what it says of each file is held against both folders.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
export function filesBelow(folder: string, parent = ''): string[] {
  return readdirSync(join(folder, parent), { withFileTypes: true }).flatMap((entry) => {
    const path = parent === '' ? entry.name : `${parent}/${entry.name}`;
    if (entry.isDirectory()) return LEFT.has(entry.name.toLowerCase()) ? [] : filesBelow(folder, path);
    return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
  });
}

/** What does not hold, a line each. Pages that hold less than this part of the words of their files count. */
export function lostFiles(from: string, to: string, said: Said, part = 1): string[] {
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
      const fault =
        source === undefined ? 'is not there' : faultOf(fate, join(from, source), { to, said, part });
      return fault === undefined ? [] : [`${fate.file}: ${fault}`];
    }),
    ...countFaults(said),
  ];
}

const isNamed = (file: string, { lost }: Said): boolean =>
  lost.some((row) => row.file === file || file.startsWith(`${row.file}/`));

interface Proof {
  to: string;
  said: Said;
  part: number;
}

function faultOf(fate: Fate, source: string, { to, said, part }: Proof): string | undefined {
  const { file, became, to: place = '', why = '' } = fate;
  if (became === 'page' || became === 'file') {
    const copy = join(to, place);
    if (!existsSync(copy)) return `${place} was not written`;
    if (became === 'page') return wordsGone(source, copy, said, part);
    return readFileSync(source).equals(readFileSync(copy)) ? undefined : `${place} has other bytes`;
  }
  if (became !== 'read' && became !== 'left out') return `became ${became}`;
  if (why === '') return `${became} for no reason`;
  return became === 'left out' && !isNamed(file, said) ? 'no row of the report names it' : undefined;
}

function wordsGone(source: string, copy: string, { lost }: Said, part: number): string | undefined {
  const there = new Set([readFileSync(copy, 'utf8'), ...lost.map(({ what }) => what)].flatMap(words));
  const own = words(prose(readFileSync(source, 'utf8')));
  const gone = own.filter((word) => !there.has(word));
  if (gone.length <= own.length * (1 - part)) return undefined;
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
export function pagesMade(to: string, { fates }: Said): string[] {
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
