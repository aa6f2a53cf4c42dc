// More about a thing that is not there: names that come near, and whether it was deleted from here.
import { kindOfParam } from '../../client/failure-context.ts';
import { readJournal } from '../../config/journal.ts';
import type { DocsError, NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { relativeTime } from '../../output/format.ts';
import { type Entry, entriesOf, tookEffect } from '../../workflows/journal/journal-entries.ts';
import { historyFolder } from '../journal/record-change.ts';
import type { Run } from '../run/run.ts';
import { isId } from './ids.ts';
import { listOf, refusedList } from './look-up.ts';
import { getPath, titleOf } from './names.ts';
import { changed, meant, nearestNames } from './not-found.ts';
import { KINDS } from './reference-kinds.ts';

/** The path parameter that a word of an error stands for. */
function paramOf(kind: unknown): string | undefined {
  return Object.keys(KINDS).find((param) => KINDS[param]?.noun === kind || kindOfParam(param) === kind);
}

/** For a name that may not be looked up the refusal of that; else the error with up to three names that fit nearly. The list was mostly read before, when the name was looked up. */
export async function withNearest(run: Run, error: NotFoundError): Promise<DocsError> {
  const { kind: word, name, suggestions } = error.details ?? {};
  const param = paramOf(word);
  const kind = param === undefined ? undefined : KINDS[param];
  if (!kind || !param || typeof name !== 'string' || suggestions !== undefined || isId(param, name))
    return error;
  // A token that may not list, a host that is gone: the error at hand is the one that matters.
  const items = await listOf(run, kind).catch(() => undefined);
  if (!items) return (await refusedList(run, kind)) ?? error;
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

/** For what the history of this machine shows as deleted or renamed: when, and how it is reached. */
export async function knownHere(run: Run, error: NotFoundError): Promise<NotFoundError | undefined> {
  const { kind: word, name } = error.details ?? {};
  const param = paramOf(word);
  if (param === undefined || typeof name !== 'string') return undefined;
  const history = historyOf(run).filter((one) => one.undoneBy === undefined && tookEffect(one));
  const named = history.findLast((one) => wasCalled(one, param, name));
  if (!named) return undefined;
  const { noun } = KINDS[param] ?? { noun: word };
  const id = String(named.input[param]);
  const own = history.filter(({ input }) => input[param] === id);
  const end = own.findLastIndex(({ operation = '' }) => DELETED[operation] === param);
  const isBack = own.slice(end).some(({ operation }) => operation === 'spaces.restore');
  const gone = isBack ? undefined : own[end];
  if (gone) {
    const hint = param === 'spaceId' ? shell`docs spaces restore ${id}` : 'docs history';
    const when = relativeTime(gone.at, run.context.now());
    return changed(error, { message: `${noun} "${name}" not found: it was deleted ${when}`, hint });
  }
  const title = own.findLast(({ input }) => typeof input.title === 'string')?.input.title;
  if (title === undefined || title === name) return undefined;
  return changed(error, {
    message: `${noun} "${name}" not found: it is now called "${String(title)}"`,
    hint: shell`docs whatis ${id}`,
  });
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

/** Whether this change deleted or renamed a thing of that name. */
function wasCalled({ operation = '', input, before }: Entry, param: string, name: string): boolean {
  if (typeof input[param] !== 'string') return false;
  if (DELETED[operation] !== param && typeof input.title !== 'string') return false;
  const email = getPath(before, ['user', 'email']);
  const title = typeof before === 'object' && before !== null ? titleOf({ ...before }) : undefined;
  return [input[param], title, email].includes(name);
}
