// Cases that are documents, in text files that people read: what is given, and what becomes of it.
//
//   ==== what the case shows
//   ---- index.mdx           a file that is given: its text is what follows
//   ++++ README.md           a text that comes of it; `\` behind the name, of either: without its last end of line
//
// DOCS_UPDATE=1 writes what comes of them now in place of what is there: look at the difference before you commit it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocsError } from '../../src/errors.ts';

type Texts = Readonly<Record<string, string>>;
interface TextCase {
  title: string;
  given: Texts;
  wanted: Texts;
}

/** Plays the cases of each file in the folder; `of` has the name of the file and gives all texts that may be wanted. */
export function textCases(folder: string, of: (file: string, given: Texts) => Promise<Texts>): void {
  describe.each(readdirSync(folder).sort())('%s', (name) => {
    const path = join(folder, name);
    const cases = casesIn(path);
    const found = async ({ given, wanted }: TextCase) => {
      const texts = await of(name.replace(/\.txt$/, ''), given);
      const names = new Set([...Object.keys(wanted), ...(texts[LEFT] ? [LEFT] : [])]);
      return Object.fromEntries([...names].map((part) => [part, texts[part] ?? '']));
    };
    if (process.env.DOCS_UPDATE)
      return it('is written', async () => {
        const all: TextCase[] = [];
        for (const one of cases) all.push({ ...one, wanted: await found(one) });
        writeFileSync(path, all.map(written).join('\n'));
      });
    const titled = cases.map((one) => [one.title, one] as const);
    it.each(titled)('%s', async (_, one) => expect(await found(one)).toEqual(one.wanted));
  });
}

/** «30×x» is thirty times x. */
export const spread = (text: string): string =>
  text.replace(/«(\d+)×([^»]*)»/g, (_, times, part) => part.repeat(Number(times)));

/** Wanted of every case: none of it where it is not named. */
export const LEFT = '(lost)';

/**
 * Cases of a line each: of every line that is given, what the function of this name makes of it or throws, as `becomes`.
 * A line is a text, or where it begins with `"` or `[` JSON: one text or several arguments.
 */
export function lineCases(
  folder: string,
  functions: Readonly<Record<string, (...given: never[]) => unknown>>,
): void {
  textCases(folder, async (file, { given = '' }) => {
    const lines: string[] = [];
    for (const line of given.trimEnd().split('\n')) {
      const words = /^["[]/.test(line) ? [JSON.parse(line)].flat() : [line];
      const call = async () => functions[file]?.(...(words as never[]));
      lines.push(`${line} -> ${await call().then(shown, thrown)}\n`);
    }
    return { becomes: lines.join('') };
  });
}

/** A text that is plain to see as it is, and anything else as JSON. */
const shown = (value: unknown): string =>
  typeof value === 'string' && /^(?![ "[{])[ -~\u00c0-\u024f]*(?<! )$/.test(value)
    ? value
    : String(JSON.stringify(value));

function thrown(error: unknown): string {
  if (!(error instanceof DocsError)) throw error;
  return `${error.name} ${error.code}, exit ${error.exit}: ${error.message}${error.hint ? ` (${error.hint})` : ''}`;
}

/** The lines of a file, such as one hostile value each. */
export const linesIn = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');

/** The tables of a file, each by its title behind `====`: a row a line, its cells apart by two spaces or more. */
export function tablesIn(path: string): ((title: string) => string[][]) & { titles: string[] } {
  const tables = new Map<string, string[][]>();
  for (const block of readFileSync(path, 'utf8')
    .split(/^==== /m)
    .slice(1)) {
    const [title = '', ...lines] = block.trimEnd().split('\n');
    tables.set(
      title,
      lines.filter((line) => !line.startsWith('# ')).map((line) => line.split(/ {2,}/)),
    );
  }
  const table = (title: string) => {
    const rows = tables.get(title);
    if (!rows) throw new Error(`${path} has no table "${title}"`);
    return rows;
  };
  return Object.assign(table, { titles: [...tables.keys()] });
}

/** Texts of test/helpers/hostile, each a line of JSON: its signs are plain to see. */
export const hostileTexts = (name: string): string[] =>
  linesIn(join(import.meta.dirname, 'hostile', `${name}.txt`)).map((line) => JSON.parse(line));

/** The cases of a file. */
export const casesIn = (path: string): TextCase[] =>
  readFileSync(path, 'utf8')
    .split(/^==== /m)
    .slice(1)
    .map((block, at, all) => {
      const [head = '', ...parts] = block.split(/^(?=(?:----|\+\+\+\+) )/m);
      const last = at < all.length - 1 ? parts.length - 1 : -1;
      const texts = parts.map((part, n) => partIn(n === last ? part.slice(0, -1) : part));
      const marked = (mark: string) =>
        Object.fromEntries(texts.flatMap((one) => (one.mark === mark ? [[one.name, one.text]] : [])));
      return { title: head.trim(), given: marked('----'), wanted: marked('++++') };
    });

function partIn(part: string) {
  const [, mark = '', name = '', whole = '', text = ''] = /^(\S+) (.*?)(\\?)\n([\s\S]*)$/.exec(part) ?? [];
  return { mark, name, text: whole === '' ? text : text.slice(0, -1) };
}

const written = ({ title, given, wanted }: TextCase): string =>
  [
    `==== ${title}\n`,
    ...Object.entries(given).map(([name, text]) => partOf('----', name, text)),
    ...Object.entries(wanted).map(([name, text]) => partOf('++++', name, text)),
  ].join('');

const partOf = (mark: string, name: string, text: string): string =>
  `${mark} ${name}${text === '' || text.endsWith('\n') ? `\n${text}` : `\\\n${text}\n`}`;
