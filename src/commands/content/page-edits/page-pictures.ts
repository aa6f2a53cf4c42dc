// Pictures beside the file of a page: uploaded as files of the change request, which the text then names.
import { randomUUID } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { File } from '../../../api/content/content.ts';
import type { ChangeRequestContentChange } from '../../../api/review/change-request-content.ts';
import type { Wish } from '../../../engine/plan/job-wishes.ts';
import type { Run } from '../../../engine/run/run.ts';
import { targetOfPath } from '../../../markdown/link-targets.ts';
import { plural } from '../../../output/format.ts';
import { note } from '../../../output/note.ts';
import { inLots, type Picture, pictureAt, sameFile } from '../../../workflows/page-edits/local-pictures.ts';
import { type Beside, localPaths } from '../../../workflows/page-edits/resolve-targets.ts';
import type { PageSource } from './page-source.ts';
import { editOf } from './page-wish.ts';

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
export async function picturesBeside(run: Run, { file, markdown, files }: Shown): Promise<Pictures> {
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
  const uploads = lots.map((lot): ChangeRequestContentChange => {
    const files = lot.map(({ bytes }) => ({ base64: bytes.toString('base64') }));
    return { operation: 'insert_files', files };
  });
  return { markdown: shown, document: { markdown: { joined } }, uploads };
}

/** Uploads as rows before those that name what they upload: one after the other, as the change request takes them. */
export const uploadWishes = (run: Run, uploads: readonly ChangeRequestContentChange[]): Wish[] =>
  uploads.map((change, at) => editOf(run, change, at === 0 ? {} : { needs: [at] }));
