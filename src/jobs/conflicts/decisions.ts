// What was decided of the conflicts of one change request: kept until all of them are, and while they are being resolved.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../../api/content/content-shapes.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { requirePath } from '../../config/paths.ts';
import type { Run } from '../../engine/run/run.ts';
import { isJsonObject, readPrivateFile } from '../../files/json-file.ts';
import { safePath } from '../../files/safe-path.ts';
import { openFolder, writeBelow } from '../../files/safe-write.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { mergeWithMarkers } from '../../markdown/merge-lines.ts';
import { pageFile } from '../export/page-file.ts';
import { SETTINGS } from '../page-edits/page-file.ts';
import type { Conflict, Meeting, Meets, Sides } from './find-conflicts.ts';

/** One decision, with what it was made about: it does not hold for anything else. */
export interface Kept {
  how: 'ours' | 'theirs' | 'file';
  /** What the conflict was then. */
  sign: string;
  /** Of `file`: its path and its text. */
  file?: string;
  text?: string;
}

export interface Decisions {
  /** By `keyOf`. */
  kept: Record<string, Kept>;
  /** Edits have been sent since: what met then. */
  begun?: Meets;
  /** The host found conflicts where both sides can be joined. */
  wide?: true;
}

export const keyOf = ({ kind, id }: Pick<Conflict, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Changes with whatever either side says of it. */
export function signOf({ fields, sides, texts, orders, values }: Conflict): string {
  const said = [sides.ours, sides.theirs].map((one) => one && [one.parent, one.page.title, texts]);
  return createHash('sha256')
    .update(JSON.stringify([fields, said, orders, values]))
    .digest('base64url')
    .slice(0, 22);
}

/** The decisions for a change request. Throws ConfigError `NO_HOME`, LocalIoError. */
export function readDecisions(run: Run, changeRequest: ChangeRequest): Decisions {
  try {
    const read: unknown = JSON.parse(readPrivateFile(fileFor(run, changeRequest)) ?? '{}');
    // Safe: this file alone writes it, and what it holds is compared with the conflicts before it counts.
    if (isJsonObject(read) && isJsonObject(read.kept)) return read as unknown as Decisions;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { kept: {} };
}

export const saveDecisions = (run: Run, changeRequest: ChangeRequest, decisions: Decisions): void =>
  writeFileDurably(fileFor(run, changeRequest), JSON.stringify(decisions), { ownDir: true });

export const dropDecisions = (run: Run, changeRequest: ChangeRequest): void =>
  rmSync(fileFor(run, changeRequest), { force: true });

/** The decision that still holds for a conflict. */
export function decisionFor({ kept }: Decisions, conflict: Conflict): Kept | undefined {
  // Nothing of it is to be decided.
  if (conflict.fields.join() === 'joined') return { how: 'ours', sign: '' };
  const one = kept[keyOf(conflict)];
  return one?.sign === signOf(conflict) ? one : undefined;
}

/** What meets, and which pages count, where an earlier run was cut off after it had begun. */
export function optionsIn({ begun, kept, wide }: Decisions) {
  const pages = Object.keys(kept).flatMap((key) =>
    key.startsWith('page ') ? [key.slice('page '.length)] : [],
  );
  return { wide, ...(begun && { meets: begun, pages: new Set(pages) }) };
}

export const meetsOf = ({ revisions: { base, ours } }: Meeting): Meets => ({ base, ours });

function fileFor(run: Run, { id, space }: ChangeRequest): string {
  const about = JSON.stringify([run.config().origin, space, id]);
  const name = createHash('sha256').update(about).digest('hex').slice(0, 24);
  return join(requirePath(run.context.paths(), 'data'), 'conflicts', `${name}.json`);
}

// Conflicts as files with markers, and back: front matter and text of both sides in one file a page.

/** Path of its file below the folder, with `/`. */
export const filePathOf = (folder: string, { name }: Conflict): string => {
  const parts = name.split('/').filter((part) => part !== '');
  return safePath(folder, [...parts.slice(0, -1), `${parts.at(-1) ?? 'page'}.md`]);
};

/** A page as a file: what an edit can set as front matter, then its text. */
function sideFile(page: Page | undefined, markdown: string): string {
  if (!page) return '';
  const { id, title, type } = page;
  const fields = Object.fromEntries(
    SETTINGS.flatMap((name) => (name !== 'title' && name in page ? [[name, Reflect.get(page, name)]] : [])),
  );
  // Safe: it is only written as front matter.
  return pageFile({ id, title, type, ...fields } as unknown as Page, markdown);
}

/** The file of a conflict: both sides joined, with markers where they differ; of a deleted page what the other side says. */
export function conflictFile({ sides, texts, deletedBy }: Conflict, labels: Sides<string>): string {
  const file = (side: keyof Sides<string>) => sideFile(sides[side]?.page, texts?.[side] ?? '');
  if (deletedBy !== undefined) return file(deletedBy === 'ours' ? 'theirs' : 'ours');
  return mergeWithMarkers({ base: file('base'), ours: file('ours'), theirs: file('theirs') }, labels);
}

/** Writes the pages in conflict below a folder that is empty or new. Returns the paths below it. Throws LocalIoError. */
export async function writeConflicts(
  folder: string,
  conflicts: readonly Conflict[],
  { labels, force, shown }: { labels: Sides<string>; force: boolean; shown: string },
): Promise<string[]> {
  const place = await openFolder(folder, { force, shown });
  try {
    const paths: string[] = [];
    for (const conflict of conflicts.filter(({ kind }) => kind === 'page')) {
      const path = filePathOf(place.path, conflict);
      await writeBelow(place.path, path, conflictFile(conflict, labels), force);
      paths.push(path.slice(place.path.length + 1));
    }
    return paths;
  } finally {
    await place.close();
  }
}
