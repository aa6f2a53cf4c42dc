// One page that a change request changes: what it is to become, and the patch that says so.
import type { Page } from '../../api/content/content.ts';
import type { ChangeRequest } from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { NotFoundError } from '../../errors.ts';
import type { Comparison } from '../change-request-diff.ts';
import type { PageChange } from '../content-change.ts';
import { mainContent } from '../content-source.ts';
import type { BackupEdit } from './change-request-backup.ts';
import { plainPage } from './space-extras.ts';

interface Reading {
  client: Client;
  changeRequest: ChangeRequest;
  compared: Comparison;
  /** All pages of the change request. */
  tree: readonly Page[];
}

export interface ReadChange {
  edit: BackupEdit;
  /** Unified; empty where the text stays. */
  patch: string;
}

/** Throws what the requests throw. */
export async function readChange(reading: Reading, change: PageChange): Promise<ReadChange> {
  const { id, title, path = title } = change;
  const kind: BackupEdit['change'] =
    change.change === 'added' || change.change === 'removed' ? change.change : 'changed';
  const own = { change: kind, id, title, path, attributes: Object.keys(change.attributes) };
  const { before, after } = reading.compared;
  const old = kind === 'added' || !change.content ? '' : await before.markdown(id);
  if (kind === 'removed') return { edit: { ...own, fields: {} }, patch: await patchOf(path, old, '') };
  const place = placeOf(reading.tree, id);
  const edit: BackupEdit = { ...own, fields: place ? { ...plainPage(place.page) } : {} };
  if (place && (kind === 'added' || isMoved(change))) Object.assign(edit, { into: place.into, at: place.at });
  if (!change.content && kind === 'changed') return { edit, patch: '' };
  const text = await after.markdown(id);
  const onMain = kind === 'changed' ? await textOnMain(reading, id, { old, text }) : { text };
  return { edit: { ...edit, ...onMain }, patch: await patchOf(path, old, text) };
}

const isMoved = ({ path = '', fromPath = path, reordered, change }: PageChange): boolean =>
  change === 'moved' || reordered === true || parentOf(path) !== parentOf(fromPath);

const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/');

/** The text with what main changed since the change request took it in: a restore puts back main as it is now. */
async function textOnMain(
  { client, changeRequest: { outdated, space } }: Reading,
  id: string,
  { old, text }: { old: string; text: string },
): Promise<Pick<BackupEdit, 'text' | 'conflicts'>> {
  if (!outdated) return { text };
  const now = await mainContent(client, space)
    .markdown(id)
    .catch((error: unknown) => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    });
  if (now === undefined || now === old) return { text };
  const { applyPatch, structuredPatch } = await import('diff');
  const merged = applyPatch(now, structuredPatch('', '', old, text));
  return merged === false ? { text, conflicts: true } : { text: merged };
}

async function patchOf(path: string, old: string, text: string): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  if (old === text) return '';
  const file = `${path}.md`;
  return createTwoFilesPatch(
    old === '' ? '/dev/null' : `a/${file}`,
    text === '' ? '/dev/null' : `b/${file}`,
    old,
    text,
  );
}

interface Place {
  page: Page;
  into: string | null;
  at: number;
}

function placeOf(pages: readonly Page[], id: string, into: string | null = null): Place | undefined {
  for (const [at, page] of pages.entries()) {
    if (page.id === id) return { page, into, at };
    const below = 'pages' in page ? placeOf(page.pages, id, page.id) : undefined;
    if (below) return below;
  }
  return undefined;
}
