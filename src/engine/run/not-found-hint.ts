// The hint of an error: for what is not there the list where it would be, for every command the context of this run.

import { mutates } from '../../api/operation.ts';
import { kindOfParam } from '../../client/failure-context.ts';
import { readJournal } from '../../config/journal.ts';
import { isRestore } from '../../domain/content/deleted-spaces.ts';
import { type Entry, entriesOf, tookEffect } from '../../domain/journal/journal-entries.ts';
import {
  AmbiguousError,
  CancelledError,
  DocsError,
  type ErrorFacts,
  LocalIoError,
  NotFoundError,
  UsageError,
} from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell, shellLine, shellWord, wordsOf } from '../../files/shell-word.ts';
import { relativeTime } from '../../output/format.ts';
import { APP_JOBS, inApp } from '../find/app-jobs.ts';
import { historyFolder } from '../journal/record-change.ts';
import { NO_OPERATION } from '../model/command.ts';
import type { Run } from '../model/command-type.ts';
import { allCommands, loadLeaf } from '../model/load.ts';
import { changed, listOf, nearestNames, refusedList } from '../references/look-up.ts';
import { asTyped, getPath, meant, titleOf } from '../references/names.ts';
import { personOrTeam } from '../references/person-or-team.ts';
import { isId, KINDS } from '../references/reference-kinds.ts';
import { inThisContext } from './next-command.ts';
import { withCheck } from './partial-failure.ts';
import type { Made } from './reads.ts';
import { lineToRepeat } from './secret-words.ts';
import { fromContext } from './session.ts';

// More about a thing that is not there: names that come near, and whether it was deleted from here.

/** The path parameter that a word of an error stands for. */
const paramOf = (kind: unknown): string | undefined =>
  Object.keys(KINDS).find((param) => KINDS[param]?.noun === kind || kindOfParam(param) === kind);

/** For a name that may not be looked up the refusal of that; else the error with up to three names that fit nearly. The list was mostly read before, when the name was looked up. */
async function withNearest(run: Run, error: NotFoundError): Promise<DocsError> {
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

/** For what the history of this machine shows as deleted, renamed or invited: when, and how it is reached. */
async function knownHere(run: Run, error: NotFoundError): Promise<NotFoundError | undefined> {
  const { kind: word, name } = error.details ?? {};
  const param = paramOf(word);
  if (param === undefined || typeof name !== 'string') return undefined;
  const history = historyOf(run).filter((one) => one.undoneBy === undefined && tookEffect(one));
  const named = history.findLast((one) => wasCalled(one, param, name));
  const { noun } = KINDS[param] ?? { noun: word };
  if (!named) {
    const sent = history.findLast((one) => invites(one, name, run.input.organizationId));
    if (!sent || (noun !== 'member' && noun !== 'user')) return undefined;
    return changed(error, {
      message: `${noun} "${name}" not found: invited ${relativeTime(sent.at, run.context.now())}, and not a member yet`,
      hint: shell`docs members list --search ${name}`,
    });
  }
  const id = String(named.input[param]);
  const own = history.filter(({ input }) => input[param] === id);
  const end = own.findLastIndex(({ operation = '' }) => DELETED[operation] === param);
  const isBack = own.slice(end).some(isRestore);
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

/** Whether this change invited somebody of that address. The platform itself lists no invitations. */
function invites({ operation, input }: Entry, name: string, organizationId: unknown): boolean {
  const isHere = organizationId === undefined || input.organizationId === organizationId;
  const emails = [input.emails].flat().map((email) => String(email).toLowerCase());
  return operation === 'invites.send' && isHere && emails.includes(name.toLowerCase());
}

/** Whether this change deleted or renamed a thing of that name. */
function wasCalled({ operation = '', input, before }: Entry, param: string, name: string): boolean {
  if (typeof input[param] !== 'string') return false;
  if (DELETED[operation] !== param && typeof input.title !== 'string') return false;
  const email = getPath(before, ['user', 'email']);
  const title = typeof before === 'object' && before !== null ? titleOf({ ...before }) : undefined;
  return [input[param], title, email].includes(name);
}

/** Where things are that other things are named by. */
const LISTS: ReadonlyMap<unknown, string> = new Map([
  ['organization', 'docs orgs list'],
  ['space', 'docs spaces list'],
  ['collection', 'docs collections list'],
  ['site', 'docs sites list'],
  ['team', 'docs teams list'],
  ['change request', 'docs cr list'],
  ['hostname', inApp(APP_JOBS.domain)],
]);

/**
 * Takes any error of a run; returns it, or for a thing that is not there the same error with the names that come near,
 * the command that lists its kind or brings it back, and the place that named it where that was not the command line.
 */
export async function withWayOn(run: Run, error: unknown): Promise<unknown> {
  const found = error instanceof NotFoundError ? await withList(run, error) : withNearProfile(run, error);
  if (found instanceof AmbiguousError) found.hint = withFirst(run, found) ?? found.hint;
  await withCheck(run, found);
  if (found instanceof DocsError && found.hint !== undefined)
    found.hint = await inThisContext(run, withNames(run, found, found.hint));
  return found;
}

/** With what was typed in place of the IDs that it became: but consent is to one thing, and what was changed may be called otherwise by now. */
function withNames(run: Run, { outcome }: DocsError, hint: string): string {
  if (run.made.changes > 0 || outcome === 'unknown' || /--(?:yes|confirm)\b/.test(hint)) return hint;
  return hint.replace(/(?<=\s|--[\w-]+=)[\w-]+(?=[\s,;]|$)/g, (word) => {
    const name = asTyped(run, word);
    return name === word ? word : shellWord(name);
  });
}

/** Of several of a name a read can show the first; which one a change is meant for nobody else can say. */
function withFirst({ context, operation }: Run, { details }: AmbiguousError): string | undefined {
  const { name, candidates } = details ?? {};
  const [first] = Array.isArray(candidates) ? candidates : [];
  if (typeof name !== 'string' || mutates(operation) || operation === NO_OPERATION) return undefined;
  if (typeof first?.id !== 'string' || !context.argv.includes(name)) return undefined;
  const line = ['docs', ...context.argv.map((word) => (word === name ? first.id : word))];
  return lineToRepeat(line);
}

/** A sandbox begins with a profile of its own. */
function withNearProfile({ path, context }: Run, error: unknown): unknown {
  if (!(error instanceof UsageError) || error.code !== 'UNKNOWN_PROFILE') return error;
  const { profile, known } = error.details ?? {};
  const near = Array.isArray(known) ? nearest(String(profile), known.map(String)) : [];
  const { message, code, exit, details } = error;
  const begun = context.argv.map((word) => word.replace(/^--profile(?==|$)/, '--name'));
  const hint = path === 'docs sandbox init' ? shellLine(['docs', ...begun]) : error.hint;
  return new UsageError(`${message}${meant(near)}`, {
    code,
    exit,
    ...(hint && { hint }),
    ...(details && { details }),
  });
}

async function withList(run: Run, given: NotFoundError): Promise<DocsError> {
  const error =
    (await knownHere(run, given)) ?? (await personOrTeam(run, given)) ?? (await withNearest(run, given));
  if (error.hint !== undefined || !(error instanceof NotFoundError)) return error;
  const { name } = error.details ?? {};
  // It may be the ID of another kind.
  if (typeof name === 'string' && run.context.argv.includes(name) && isId('', name))
    return changed(error, {
      message: `${error.message}${namedBy(run, error)}`,
      hint: shell`docs whatis ${name}`,
    });
  const hint =
    LISTS.get(error.details?.kind) ??
    contentOf(run, error) ??
    (await listOfPeople(run, error)) ??
    (await listOfKind(run, error));
  if (hint === undefined) return error;
  return changed(error, { message: `${error.message}${namedBy(run, error)}`, hint });
}

/** Who is not a member of the organization is in no other list either; a list of people beside the command knows better, except of whom to add to it. */
async function listOfPeople(run: Run, { details }: NotFoundError): Promise<string | undefined> {
  const beside = await listBeside(run);
  const isPerson = details?.kind === 'member' || details?.kind === 'user';
  const isListed = / (?:members|users|reviewers) list/.test(beside ?? '') && !run.path.endsWith(' add');
  return isPerson && !isListed ? 'docs members list' : beside;
}

/** The pages of the space or change request in hand; where a path of a site led to none, its structure; the newest revision. */
function contentOf(run: Run, { details, http }: NotFoundError): string | undefined {
  const { input } = run;
  const space = input.spaceId ?? fromContext(run, 'spaceId');
  if (details?.kind === 'revision' && typeof space === 'string')
    return shell`docs spaces get ${space} --fields revision`;
  if (details?.kind !== 'page' && !http?.path.includes('/content/path/')) return undefined;
  if (typeof input.spaceId === 'string') return 'docs pages list';
  // A path of a site was resolved to one of a space before it was sent.
  const { spaceId } = Object(input.destination);
  if (typeof spaceId === 'string') return shell`docs pages list --space ${spaceId}`;
  const isOnSite = typeof input.siteId === 'string' || http?.path.includes('/content/path/');
  return isOnSite ? 'docs sites structure get' : 'docs pages list';
}

/** The list of the group that the command is in; undefined where it has none, or one that needs more than is known. */
async function listBeside({ catalog, path, input }: Run): Promise<string | undefined> {
  const groups = path.split(' ').slice(1, -1);
  // The list that found nothing says no more when it is asked again: the one above it does.
  const start = path.endsWith(' list') ? groups.length - 1 : groups.length;
  for (let length = start; length > 0; length -= 1) {
    const words = [...groups.slice(0, length), 'list'];
    const { command: list } = await loadLeaf(catalog, words);
    if (list?.verb !== 'list') continue;
    const args = list.args.filter(({ required }) => required).map(({ field }) => input[field]);
    if (args.every((value) => typeof value === 'string'))
      return shellLine(['docs', ...wordsOf({ path: words, names: args, flags: [] })]);
  }
  return undefined;
}

/** The command that lists what a filter named. */
async function listOfKind({ catalog }: Run, { details }: NotFoundError): Promise<string | undefined> {
  const kind = Object.values(KINDS).find(({ noun }) => noun === details?.kind);
  const commands = kind ? await allCommands(catalog) : [];
  return commands.find(({ command }) => command.operation?.id === kind?.listId)?.path;
}

/** A name that nobody typed is hard to find: `(named by DOCS_SPACE)`. */
function namedBy(run: Run, { details }: NotFoundError): string {
  const { organization, space, site } = run.config();
  const settings = new Map<unknown, typeof space>(Object.entries({ organization, space, site }));
  const setting = settings.get(details?.kind);
  if (!setting || setting.value !== details?.name || setting.source === 'flag') return '';
  return ` (named by ${setting.where})`;
}

/** The error of a run that had changed something by then, when it says that nothing was sent. */
export function afterChanges(error: unknown, { changes }: Made): unknown {
  if (changes === 0 || !(error instanceof DocsError) || error.outcome !== 'not-sent') return error;
  const { message, code, exit, hint, retryable, http, details, cause } = error;
  const facts: ErrorFacts = {
    outcome: 'applied',
    hint,
    // The same command again would make the change twice.
    retryable: error instanceof LocalIoError ? false : retryable,
    ...(http && { http }),
    ...(details && { details }),
    ...(cause !== undefined && { cause }),
  };
  if (error instanceof CancelledError) return new CancelledError(message, { code, exit, ...facts });
  if (!(error instanceof LocalIoError)) return new DocsError(message, { code, exit }, facts);
  return new LocalIoError(`the change was made, but ${message}`, { code, exit, ...facts });
}
