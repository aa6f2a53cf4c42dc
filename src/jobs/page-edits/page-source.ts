// --file of the commands that write a page: settings and text, with links and images that the space can follow.

import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import { listChangeRequestFiles } from '../../api/content/files.ts';
import type { ChangeRequestContentChange } from '../../api/review/change-requests.ts';
import { allItems } from '../../client/pages.ts';
import { allPages } from '../../domain/content/page-place.ts';
import type { Command } from '../../engine/model/command.ts';
import type { Wish } from '../../engine/plan/job-wishes.ts';
import { readStdin, readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, seeHelp, UsageError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';
import { makeTemporaryFolder } from '../../files/temporary-folder.ts';
import { frontMatterIn } from '../../markdown/front-matter.ts';
import { targetOfPath } from '../../markdown/link-targets.ts';
import { takeTitle } from '../../markdown/page-title.ts';
import { plural } from '../../output/format.ts';
import { canAsk } from '../../output/io.ts';
import { note, say } from '../../output/note.ts';
import { type PageFile, readPageFile } from './page-file.ts';
import { editOf } from './page-wish.ts';
import {
  type Beside,
  beside,
  inLots,
  localPaths,
  type Picture,
  pictureAt,
  resolveTargets,
  sameFile,
  targetsIn,
  uploadOf,
} from './resolve-targets.ts';

// Pictures beside the file of a page: uploaded as files of the change request, which the text then names.

interface Shown {
  /** As it was given; - for standard input, which lies nowhere. */
  file: string;
  markdown: string;
  /** Of the change request. */
  files: readonly File[];
}

interface Pictures {
  targets: Beside['pictures'];
  /** The text with its links resolved, as it is shown and as it is sent. Says what is uploaded. */
  write(resolved: string): Pick<PageSource, 'markdown' | 'document' | 'uploads'>;
}

/** Reads what the text shows of the folder of its file. What the change request has already is not uploaded again. */
async function picturesBeside(run: Run, { file, markdown, files }: Shown): Promise<Pictures> {
  const targets = new Map<string, { to: string } | { why: string }>();
  const marks = new Map<string, Picture>();
  const folder = dirname(resolve(run.context.cwd, file));
  for (const path of file === '-' ? [] : await localPaths(markdown)) {
    const found = pictureAt(folder, path);
    if (!found) continue;
    if ('why' in found) {
      targets.set(path, found);
      continue;
    }
    const picture = { path, bytes: found.bytes };
    const twin = [...marks].find(([, other]) => other.bytes.equals(found.bytes))?.[0];
    const known = twin ?? (await sameFile(await run.client(), files, picture))?.id;
    const name = known ?? randomUUID();
    if (known === undefined) marks.set(name, picture);
    targets.set(path, { to: `/files/${name}` });
  }
  return { targets, write: (resolved) => write(run, resolved, marks) };
}

function write(run: Run, resolved: string, marks: ReadonlyMap<string, Picture>) {
  const used = [...marks].filter(([mark]) => resolved.includes(mark));
  if (used.length === 0) return { markdown: resolved, document: { markdown: resolved }, uploads: [] };
  const names = used.map(([, { path }]) => path);
  note(run.context.io, `uploads ${plural(used.length, 'picture')}: ${names.join(', ')}`);
  const lots = inLots(used.map(([, picture]) => picture));
  const places = new Map<Picture, string>(
    lots.flatMap((lot, row) =>
      lot.map((picture, at) => [picture, `{row ${row + 1}}.insertedFiles.${at}.id`] as const),
    ),
  );
  const parts = resolved.split(new RegExp(`(${used.map(([mark]) => mark).join('|')})`));
  const joined = parts.map((part) => {
    const picture = marks.get(part);
    return (picture && places.get(picture)) ?? part;
  });
  const shown = used.reduce(
    (text, [mark, { path }]) => text.replaceAll(`/files/${mark}`, targetOfPath(path)),
    resolved,
  );
  const uploads = lots.map(uploadOf);
  return { markdown: shown, document: { markdown: { joined } }, uploads };
}

/** Uploads as rows before those that name what they upload: one after the other, as the change request takes them. */
export const uploadWishes = (run: Run, uploads: readonly ChangeRequestContentChange[]): Wish[] =>
  uploads.map((change, at) => editOf(run, change, at === 0 ? {} : { needs: [at] }));

interface Written {
  /** As it was given; - for standard input. */
  file: string;
  text: string;
  pages: readonly Page[];
  /** What is edited, with the text that it has now; absent for a new page. */
  page?: { id: string; title: string; path: string; git?: string; before: string };
  /** Where a new page goes, and what it is called. */
  path?: string;
  title?: string;
  ref: { spaceId: string; changeRequestId: string };
}

/** What the file says of a page. */
interface PageSource extends PageFile {
  /** As messages name the file. */
  name: string;
  /** The text to send. Where pictures are uploaded first, it names them by the rows that do. */
  document: { markdown: string | { joined: readonly string[] } };
  /** Requests that upload pictures, one behind the other, before the text is sent. */
  uploads: ChangeRequestContentChange[];
}

/** Throws UsageError with file and line, ConflictError for the file of another page. Nothing was sent by then. */
export async function pageSource(
  run: Run,
  { file, text, pages, page, title, path, ref }: Written,
): Promise<PageSource> {
  const name = file === '-' ? 'standard input' : file;
  const source = withoutOwnTitle(readPageFile(text, name), page ?? { title });
  const all = allPages(pages);
  const other = page && all.find(({ id }) => id === source.id && id !== page.id);
  if (other)
    throw new ConflictError(`${name} is the file of page "${other.title}", not of "${page.title}"`, {
      hint: `delete the line "id: ${other.id}" from it to write it to "${page.title}" all the same`,
    });
  if (source.left.length > 0)
    note(run.context.io, `left out of the front matter of ${name}: ${source.left.join(', ')}`);
  const files = await filesOf(run, ref, source.markdown);
  const pictures = await picturesBeside(run, { file, markdown: source.markdown, files });
  const kept = await targetsIn(page?.before ?? '');
  const resolved = await resolveTargets(source.markdown, {
    name,
    above: text.slice(0, text.length - source.markdown.length).split('\n').length - 1,
    asBefore: (target) => (kept.has(target) ? target : undefined),
    ...beside({
      ...{ name, pages: all, files, pictures: pictures.targets },
      at: { path: page?.path ?? path ?? '', ...(page?.git !== undefined && { git: page.git }) },
      idIn: (target) => (file === '-' ? undefined : idIn(resolve(run.context.cwd, dirname(file), target))),
    }),
  });
  const written = pictures.write(resolved);
  if (page || !all.some(({ id }) => id === source.id)) return { ...source, ...written, name };
  // A new page from the file of another one: the slug is that one's.
  const { slug: _, ...settings } = source.settings;
  return { ...source, settings, ...written, name };
}

/**
 * A file without front matter may repeat at its top what the page is called: pages show their titles by themselves. A
 * heading that the text had before stays.
 */
function withoutOwnTitle(
  source: PageFile,
  { title, before = '' }: { title?: string | undefined; before?: string },
): PageFile {
  if (source.front || takeTitle(before).title === title) return source;
  const taken = takeTitle(source.markdown);
  return taken.title !== undefined && taken.title === title
    ? { ...source, markdown: taken.markdown }
    : source;
}

/** Read only where the text may name one. */
async function filesOf(run: Run, ref: Written['ref'], markdown: string) {
  if (!/\]\(|\bsrc=/.test(markdown)) return [];
  const client = await run.client();
  return allItems(client.pages(listChangeRequestFiles, ref));
}

function idIn(path: string): string | undefined {
  if (!/\.md$/i.test(path)) return undefined;
  try {
    if (!lstatSync(path).isFile()) return undefined;
    const front = frontMatterIn(readFileSync(path, 'utf8'));
    const id = front && 'data' in front ? front.data.id : undefined;
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

// The text of a page that a person writes: from a file, from standard input, or in the editor.

/** The file that the text of a run is in, until it was sent. */
const KEPT = new WeakMap<object, string>();

/** The Markdown of --file. Throws LocalIoError. */
export const textOfFile = ({ context }: Run, file: string): Promise<string> =>
  file === '-' ? readStdin(context, '--file') : readTextFile(context, file, '--file');

/** A text and the file that it came from. */
export interface FromFile {
  file: string;
  text: string;
}

/**
 * Opens a text in the editor and returns what it became; the same text where nothing was written. Throws UsageError
 * where nobody can edit or nothing is left of it, LocalIoError when the editor fails.
 */
export async function textFromEditor(
  run: Run,
  { name, text }: { name: string; text: string },
): Promise<FromFile> {
  const { context, path } = run;
  if (!context.openEditor || !canAsk(run))
    throw seeHelp(path, 'there is no terminal to open an editor on: give the text with --file');
  const file = join(makeTemporaryFolder('docs-'), `${name.replace(/[^\w-]+/g, '-').slice(0, 60)}.md`);
  writeFileSync(file, text, { mode: 0o600 });
  KEPT.set(context, file);
  await context.openEditor(file).finally(() => {
    if (!existsSync(file) || readFileSync(file, 'utf8') === text) forget(run);
  });
  if (!KEPT.has(context)) return { file, text };
  const written = await textOfFile(run, file);
  if (written.trim() !== '' || text.trim() === '') return { file, text: written };
  forget(run);
  throw new UsageError('the text is empty: nothing was sent', { hint: 'docs pages delete --help' });
}

function forget({ context }: Run): void {
  const file = KEPT.get(context);
  if (file !== undefined) rmSync(dirname(file), { recursive: true, force: true });
  KEPT.delete(context);
}

/** A command whose text from the editor stays in a file, which is named, when it could not be sent. */
export function keepingText(command: Command): Command {
  return {
    ...command,
    run: async (run, again) => {
      try {
        await command.run?.(run, again);
      } catch (error) {
        tellFile(run);
        throw error;
      }
      if (run.flags.dryRun) tellFile(run);
      else forget(run);
    },
  };
}

function tellFile({ context }: Run): void {
  const file = KEPT.get(context);
  if (file === undefined) return;
  const words = context.argv.filter((word) => word !== '--dry-run');
  say(context.io, `your text was not sent; it is kept: ${shellLine(['docs', ...words, '--file', file])}`);
}
