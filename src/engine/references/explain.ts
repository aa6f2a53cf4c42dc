// More about a thing that is not there: names that come near, and whether it was deleted from here.
import { kindOfParam } from '../../client/failure-context.ts';
import { readJournal } from '../../config/journal.ts';
import type { NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { relativeTime } from '../../output/format.ts';
import { type Entry, entriesOf, tookEffect } from '../../workflows/journal-entries.ts';
import { historyFolder } from '../journal/record-change.ts';
import type { Run } from '../run/run.ts';
import { isId } from './ids.ts';
import { listOf } from './look-up.ts';
import { getPath, titleOf } from './names.ts';
import { changed, meant, nearestNames } from './not-found.ts';
import { KINDS } from './reference-kinds.ts';

/** The path parameter that a word of an error stands for. */
function paramOf(kind: unknown): string | undefined {
  return Object.keys(KINDS).find((param) => KINDS[param]?.noun === kind || kindOfParam(param) === kind);
}

/** The error with up to three names that fit nearly. The list was mostly read before, when the name was looked up. */
export async function withNearest(run: Run, error: NotFoundError): Promise<NotFoundError> {
  const { kind: word, name, suggestions } = error.details ?? {};
  const param = paramOf(word);
  const kind = param === undefined ? undefined : KINDS[param];
  if (!kind || !param || typeof name !== 'string' || suggestions !== undefined || isId(param, name))
    return error;
  // A token that may not list, a host that is gone: the error at hand is the one that matters.
  const items = await listOf(run, kind).catch(() => undefined);
  if (!items) return error;
  const near = nearestNames(name, kind, items);
  const unseen = error.message === `${word} "${name}" not found` ? ', or not visible to you' : '';
  return changed(error, {
    message: `${error.message}${unseen}${meant(near)}`,
    details: { ...error.details, suggestions: near },
  });
}

const DELETED: Readonly<Record<string, string>> = {
  'spaces.delete': 'spaceId',
  'sites.delete': 'siteId',
  'collections.delete': 'collectionId',
  'teams.delete': 'teamId',
  'members.remove': 'userId',
  'openapi.delete': 'specSlug',
  'integrations.delete': 'integrationName',
  'saml.delete': 'samlProviderId',
  'translations.delete': 'translationId',
  'siteSections.delete': 'siteSectionId',
  'siteSectionGroups.delete': 'siteSectionGroupId',
  'siteSpaces.remove': 'siteSpaceId',
};

/** For what the history of this machine shows as deleted: when, and how it comes back. */
export async function deletedHere(run: Run, error: NotFoundError): Promise<NotFoundError | undefined> {
  const { kind: word, name } = error.details ?? {};
  const param = paramOf(word);
  if (param === undefined || typeof name !== 'string') return undefined;
  const entry = historyOf(run).findLast((one) => isDelete(one, param, name));
  if (!entry) return undefined;
  const { noun } = KINDS[param] ?? { noun: word };
  const when = relativeTime(entry.at, run.context.now());
  const hint =
    param === 'spaceId' ? shell`docs spaces restore ${String(entry.input.spaceId)}` : 'docs history';
  return changed(error, { message: `${noun} "${name}" not found: it was deleted ${when}`, hint });
}

/** Without a home, or with one that cannot be read, nothing is remembered. */
function historyOf(run: Run): Entry[] {
  try {
    const host = run.config().baseUrl.value;
    return entriesOf(readJournal(historyFolder(run.context.paths()))).filter((entry) => entry.host === host);
  } catch {
    return [];
  }
}

function isDelete(entry: Entry, param: string, name: string): boolean {
  const { operation = '', input, before, undoneBy } = entry;
  if (DELETED[operation] !== param || undoneBy !== undefined || !tookEffect(entry)) return false;
  const email = getPath(before, ['user', 'email']);
  const title = typeof before === 'object' && before !== null ? titleOf({ ...before }) : undefined;
  return [input[param], title, email].includes(name);
}
