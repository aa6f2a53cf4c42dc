// docs convert: a folder of documentation of another tool, as a folder that git sync reads.
import { accessSync, closeSync, constants, lstatSync, openSync, readSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { arg, type Command, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, printRows, viewOf } from '../../engine/run/view.ts';
import { LocalIoError, UsageError } from '../../errors.ts';
import { errnoOf, ioError } from '../../files/io-error.ts';
import { shell } from '../../files/shell-word.ts';
import { makeFolder } from '../../files/writer.ts';
import type { FolderSource } from '../../folder/source.ts';
import { plural } from '../../output/format.ts';
import { done, note, warn } from '../../output/note.ts';
import type { Converted } from './convert-folder.ts';
import { FORMATS, type Format, isOf, LOOKED_FOR, toolOf } from './project.ts';

const FLAGS = [
  flag('--from <tool>', 'the tool that the folder is of (default: by its files)', {
    reach: 'machine',
    choices: FORMATS,
  }),
  flag('--to <folder>', 'new or empty folder to write to', { required: true }),
  flag('--docs <id>', 'the docs plugin to convert, where a Docusaurus site has several', {
    reach: 'machine',
  }),
  flag('--report <file>', 'write what has no counterpart to this CSV file'),
] as const;

type ConvertRun = Run<FlagsOf<typeof FLAGS>>;

const FATE_COLUMNS = ['file', 'became', 'to', 'why'];

const convert: Command = handmade('convert', {
  summary: 'Convert docs of another tool',
  args: [arg('folder')],
  options: FLAGS,
  local: true,
  prints: true,
  fields: FATE_COLUMNS,
  examples: [
    ['Convert docs of the tool whose files are in the folder', 'docs convert ./mintlify --to ./repo'],
    [
      'Also list what has no counterpart',
      'docs convert ./website --from docusaurus --to ./repo --report lost.csv',
    ],
    ['List what became of every file', 'docs convert ./website --from docusaurus --to ./repo --json'],
    [
      'Convert the HTML export of a Confluence space',
      'docs convert ./confluence --from confluence --to ./repo',
    ],
  ],
  notes: `Admonitions, tabs, cards, steps, accordions, groups of code, pictures and front matter become those of the platform; the
navigation becomes SUMMARY.md, redirects go to .gitbook.yaml, and links and files are put where they belong. It needs no account
and no network.
  mintlify      docs.json or mint.json, snippets
  docusaurus    docusaurus.config and sidebars as far as they are data: code is never run; --docs names one of several docs plugins
  mkdocs        mkdocs.yml, extensions of Material for MkDocs
  notion        export as Markdown & CSV, unpacked
  confluence    export of a space as HTML, unpacked
What has no counterpart stays as text behind a comment, such as <!-- convert: <Tooltip> has no counterpart -->, and is a row of
--report: file, line, what, why. So is each file that is left out; --json lists what became of every file, but for those in .git
and node_modules, which are never read. A folder that docs convert wrote before is replaced.

Then docs check and docs preview. To publish it, push it to a git repository and run docs git import, or connect the repository
with git sync. docs push takes only folders of docs export and docs cr checkout.`,
  run: convertDocs,
});
export default convert;

/** Throws UsageError for folders that cannot be used, LocalIoError for what cannot be read or written. */
async function convertDocs(run: ConvertRun): Promise<void> {
  const { context, flags, args } = run;
  const { io, cwd, signal } = context;
  const shown = args.folder ?? '.';
  const folder = resolve(cwd, shown);
  const { to, report } = flags;
  if (to === undefined) throw new UsageError('--to is required', { hint: 'docs convert --help' });
  const target = resolve(cwd, to);
  if (isWithin(folder, target) || isWithin(target, folder))
    throw new UsageError(
      `--to cannot be "${to}": ${isWithin(folder, target) ? 'that is the folder that is read, or holds it' : 'it is in the folder that is read'}`,
      {
        hint: shell`docs convert ${shown} ${toolFlags(flags)} --to ${beside(cwd, shown)}`,
      },
    );
  if (report !== undefined) refuseOther(resolve(cwd, report), report);
  const [{ convertFolder }, { diskSource }, { writeListed }] = await Promise.all([
    import('./convert-folder.ts'),
    import('../../folder/source.ts'),
    import('../../files/listed-folder.ts'),
  ]);
  const source = withoutReports(diskSource(folder, shown), folder, report && resolve(cwd, report));
  const from = formatOf(run, source, shown);
  if (flags.docs !== undefined && from !== 'docusaurus')
    throw new UsageError(`--docs works only with Docusaurus, and ${shown} is converted from ${from}`, {
      hint: 'leave it out',
    });
  const converted = await convertFolder(source, from, {
    toFor: (read) => (isWithin(target, resolve(cwd, read)) ? beside(cwd, read) : to),
    docs: flags.docs,
  });
  if (converted.pages === 0)
    throw new UsageError(`${shown} has no pages of ${from}`, { hint: 'docs convert --help' });
  const files = new Map<string, string | (() => Promise<Uint8Array>)>(converted.texts);
  const copied = converted.fates.flatMap(({ file, became, to: name = '' }) =>
    became === 'file' ? [[name, file] as const] : [],
  );
  for (const [name, path] of copied) files.set(name, () => source.read(path));
  if (report !== undefined) makeWay(resolve(cwd, report), report);
  await writeListed(
    { folder: target, shown: to, list: '.docs-convert.json', by: 'docs convert', isOwn: true, signal },
    files,
  );
  if (report !== undefined) await writeReport(run, resolve(cwd, report), converted);
  await printFates(run, converted);
  done(
    io,
    `wrote ${plural(converted.pages, 'page')}, ${plural(copied.length, 'file')} and ${plural(converted.redirects, 'redirect')} to ${to}`,
  );
  sayLost(run, converted);
  note(io, `next: ${shell`docs check ${to}`}`);
  note(io, `then push ${to} to a git repository, and import it: docs git import --help`);
}

const beside = (cwd: string, folder: string): string => relative(cwd, `${resolve(cwd, folder)}-converted`);

const toolFlags = ({ from, docs }: ConvertRun['flags']): string[] => [
  ...(from === undefined ? [] : ['--from', from]),
  ...(docs === undefined ? [] : ['--docs', docs]),
];

/** What --from says, else what the files say. Throws UsageError where they say nothing. */
function formatOf({ context: { io }, flags }: ConvertRun, source: FolderSource, shown: string) {
  const found = toolOf(source);
  const from = flags.from as Format | undefined;
  if (from === undefined) {
    if (!found)
      throw new UsageError(`${shown} belongs to no tool that docs recognizes: it has ${LOOKED_FOR}`, {
        hint: 'name the tool with --from; docs convert --help lists them',
      });
    note(io, `found ${found.file}: converting from ${found.format}`);
    return found.format;
  }
  if (found && !isOf(source, from))
    warn(io, `found ${found.file}, which is of ${found.format}; converting from ${from}, as --from says`);
  return from;
}

/** A row for each file that was read, for those who ask for rows. */
async function printFates(run: ConvertRun, { fates }: Converted): Promise<void> {
  const { fields, jq } = run.flags;
  if (chosenFormat(run) === undefined && fields === undefined && jq === undefined) return;
  await printRows(run, fates, viewOf(run, FATE_COLUMNS));
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}${sep}`);

/** Reports of earlier runs may be in the folder that is read, and are not part of it. */
function withoutReports(source: FolderSource, folder: string, own: string | undefined): FolderSource {
  const isOne = (path: string) => path === own || (path.endsWith('.csv') && isReport(path));
  return { ...source, files: new Map([...source.files].filter(([path]) => !isOne(join(folder, path)))) };
}

function sayLost({ context: { io }, flags, args }: ConvertRun, { lost }: Converted): void {
  if (lost.length === 0) return;
  const files = new Set(lost.map(({ file }) => file)).size;
  const where =
    flags.report === undefined
      ? `for the list: ${shell`docs convert ${args.folder ?? '.'} ${toolFlags(flags)} --to ${flags.to ?? ''} --report lost.csv`}`
      : `listed in ${flags.report}`;
  note(
    io,
    `${plural(lost.length, 'thing')} in ${plural(files, 'file')} ${lost.length === 1 ? 'has' : 'have'} no counterpart; ${where}`,
  );
}

async function writeReport(
  { flags: { report = '' } }: ConvertRun,
  path: string,
  { lost }: Converted,
): Promise<void> {
  const [{ csvText }, { writeWhole }] = await Promise.all([
    import('../../output/formats/csv.ts'),
    import('../../files/safe-write.ts'),
  ]);
  const text = csvText(COLUMNS, lost);
  await writeWhole(path, text, { replace: isThere(path), shown: report });
}

const COLUMNS = ['file', 'line', 'what', 'why'] as const;

/** An earlier report may be replaced; any other file is there by mistake. */
function refuseOther(path: string, shown: string): void {
  if (!isThere(path) || isReport(path)) return;
  throw new LocalIoError(`${shown} is there, and is not a report of docs convert`, {
    hint: 'choose another name for --report',
  });
}

function isReport(path: string): boolean {
  const head = `${COLUMNS.join(',')}\n`;
  if (!lstatSync(path).isFile()) return false;
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY);
  } catch {
    // Whoever reads it says why it cannot be read.
    return false;
  }
  try {
    const bytes = Buffer.alloc(head.length);
    return readSync(file, bytes) === head.length && bytes.toString() === head;
  } finally {
    closeSync(file);
  }
}

/** Makes the folder of the report. Throws LocalIoError where no file can be written to it. */
function makeWay(path: string, shown: string): void {
  try {
    makeFolder(dirname(path), 0o777);
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw ioError('write', shown, error, 'choose another name for --report');
  }
}

/** Nothing is there below a file, either. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}
