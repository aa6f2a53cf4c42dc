// The requests of a push as rows of a plan, and what people read of them.

import { posix } from 'node:path';
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import type { Page } from '../../api/content/content-shapes.ts';
import { updateChangeRequestContent } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { MAIN_STAYS } from '../../domain/content/content-change.ts';
import type { Wish } from '../../engine/plan/job-wishes.ts';
import { rowsNamedIn } from '../../engine/plan/plan.ts';
import { firstOf } from '../../engine/plan/plan-lines.ts';
import type { FolderSource } from '../../folder/source.ts';
import { partsOfTarget } from '../../markdown/link-targets.ts';
import { plural } from '../../output/format.ts';
import { hashOf } from '../export/page-file.ts';
import { bytesOfFile } from '../export/space-content.ts';
import { requestFor } from '../page-edits/page-wish.ts';
import { inLots, targetsIn, uploadOf } from '../page-edits/resolve-targets.ts';
import type { LocalPages } from './local-pages.ts';
import { type Draft, type Drafts, lotsOf } from './lots.ts';
import type { PushLinks } from './push-links.ts';
import type { Target } from './target.ts';

interface Pushing {
  target: Target;
  space: { id: string; revision: string };
  subject: string;
}

/** A change request where there is none, uploads, then edits: one after the other. */
export function rowsOf(pushing: Pushing, drafts: Drafts, links: Pick<PushLinks, 'uploads'>): Wish[] {
  const { target, space, subject } = pushing;
  const { changeRequest } = target;
  if (drafts.placed.length + drafts.others.length + drafts.deleted.length === 0) return [];
  const rows: Wish[] = changeRequest ? [] : [requestFor(space, subject)];
  const ref = { spaceId: space.id, changeRequestId: changeRequest?.id ?? '{row 1}.id' };
  for (const changes of requestsOf(drafts, links, rows.length)) {
    const before = rows.length > 0 ? [rows.length] : [];
    rows.push({
      operation: updateChangeRequestContent,
      input: { ...ref, changes },
      ...(changeRequest && { live: { ...changeRequest } }),
      ...(before.length > 0 && { needs: [...new Set([...rowsNamedIn(changes), ...before])] }),
      ...(drafts.deleted.length > 0 && { follows: MAIN_STAYS }),
    });
  }
  return rows;
}

/** The edits of each request; `first`: how many rows are before them. */
function requestsOf(drafts: Drafts, { uploads }: Pick<PushLinks, 'uploads'>, first: number): object[][] {
  const lots = inLots([...uploads].map(([hash, upload]) => ({ hash, ...upload })));
  const fileAt = new Map(
    lots.flatMap((lot, row) =>
      lot.map(({ hash }, at) => [hash, `{row ${first + row + 1}}.insertedFiles.${at}.id`] as const),
    ),
  );
  const edits = lotsOf(drafts, {
    page: ({ lot, at }) => `{row ${first + lots.length + lot + 1}}.changes.${at}.page.id`,
    file: (hash) => fileAt.get(hash) ?? '',
  });
  return [...lots.map((lot) => [uploadOf(lot)]), ...edits.map(({ changes }) => changes)];
}

interface Left {
  local: LocalPages;
  source: FolderSource;
  target: Target;
  prune: boolean;
  /** Pages of the space by ID. */
  now: ReadonlyMap<string, Page>;
}

/** What is not sent, or not as it is here, and why. */
export function leftOut({ local, source, target, prune, now }: Left, links: PushLinks): string[] {
  const size = [...local.missing.keys()].filter((id) => now.has(id)).length;
  const { changedFiles, shownFiles, goneFiles: gone, uploads } = links;
  const changed = changedFiles.filter((path) => shownFiles.has(path));
  const unused = changedFiles.filter((path) => !shownFiles.has(path));
  const uploaded = [...uploads.values()].map(({ path }) => path);
  const foreign = [...source.links].filter((path) => path.startsWith(`${target.entry.folder}/`)).length;
  const say = (count: number, one: string, many: string, rest: string) =>
    count > 0 ? [`${plural(count, one, many)} ${rest}`] : [];
  return [
    ...say(
      prune ? 0 : size,
      'page has',
      'pages have',
      `no file here any more: --prune deletes ${size === 1 ? 'it' : 'them'}`,
    ),
    ...say(
      changed.length,
      'file is',
      'files are',
      `uploaded under another name, and the old one stays: edits cannot replace files (${changed.slice(0, 3).join(', ')})`,
    ),
    ...say(
      unused.length,
      'file is',
      'files are',
      `changed here, but shown by no page: ${unused.length === 1 ? 'it is' : 'they are'} not uploaded (${unused.slice(0, 3).join(', ')})`,
    ),
    ...say(
      gone.length,
      'file is',
      'files are',
      'gone here, but not from the space: edits cannot delete files',
    ),
    ...say(uploads.size, 'file is', 'files are', `uploaded (${firstOf(20, uploaded)})`),
    ...say(foreign, 'symbolic link is', 'symbolic links are', 'not followed'),
  ];
}

/** Says of each page that links to one which --prune deletes that the link breaks. */
export async function linksToDeleted(
  { local, target: { entry } }: Pick<Left, 'local' | 'target'>,
  deleted: readonly string[],
): Promise<string[]> {
  const gone = new Set(deleted.flatMap((id) => local.missing.get(id) ?? []));
  if (gone.size === 0) return [];
  const links = new Map<string, Iterable<string>>();
  for (const { path, links: written = {} } of entry.files)
    if (local.unchanged.has(path)) links.set(path, Object.keys(written));
  for (const { file, markdown } of local.edited) links.set(file, await targetsIn(markdown));
  return [...links].flatMap(([file, targets]) => {
    const paths = [...targets].map((one) => posix.join(posix.dirname(file), partsOfTarget(one).path));
    return [...new Set(paths)]
      .filter((path) => gone.has(path))
      .map((path) => `${entry.folder}/${file} links to ${path}, which --prune deletes`);
  });
}

/** `~ webhooks  text, title`, one line for each page. */
export function linesOf(now: ReadonlyMap<string, Page>, { placed, others, deleted }: Drafts): string[] {
  const pathOf = (id: string) => {
    const page = now.get(id);
    return page && 'path' in page ? page.path : (page?.title ?? id);
  };
  const lineOf = ({ key, isNew, fields, pieces, place }: Draft): string => {
    if (isNew) return `+ ${key.slice('new:'.length)}`;
    const what = [...(pieces ? ['text'] : []), ...Object.keys(fields), ...(place ? ['moved'] : [])];
    return `~ ${pathOf(key)}  ${what.join(', ')}`;
  };
  return [...[...placed, ...others].map(lineOf), ...deleted.map((id) => `- ${pathOf(id)}`)];
}

// Files of a folder that its space has from an earlier push, which gave them other names: found by their content.

export interface SentFiles {
  /** ID of the file that has these bytes. */
  idOf(bytes: Uint8Array): string | undefined;
  /** Each with its path below the folder of the space. */
  paths: readonly { id: string; path: string }[];
}

/** Reads only files that the export does not have and that are as large as one of the folder. */
export async function sentFiles({
  client,
  source,
  target,
}: {
  client: Client;
  source: FolderSource;
  target: Target;
}): Promise<SentFiles> {
  const { entry, there } = target;
  if (target.isAsExported) return { idOf: () => undefined, paths: [] };
  const exported = new Set(entry.files.flatMap(({ id, path }) => [path, ...(id === undefined ? [] : [id])]));
  const local = [...source.files.values()]
    .filter(({ path }) => path.startsWith(`${entry.folder}/`) && !/\.(?:md|markdown)$/i.test(path))
    .map(({ path, size }) => ({ size, full: path, path: path.slice(entry.folder.length + 1) }))
    .filter(({ path }) => !exported.has(path));
  const sizes = new Set(local.map(({ size }) => size));
  const ids = new Map<string, string>();
  const wanted = (file: File) => !exported.has(file.id) && file.size !== undefined && sizes.has(file.size);
  for (const file of sizes.size === 0 ? [] : (await there.files()).filter(wanted)) {
    const hash = hashOf(await bytesOfFile(client, file));
    if (!ids.has(hash)) ids.set(hash, file.id);
  }
  const paths: { id: string; path: string }[] = [];
  for (const { full, path } of ids.size === 0 ? [] : local) {
    const id = ids.get(hashOf(await source.read(full)));
    if (id !== undefined) paths.push({ id, path });
  }
  return { idOf: (bytes) => ids.get(hashOf(bytes)), paths };
}
