// The hint of an error: for what is not there the list where it would be, for every command the context of this run.
import { mutates } from '../../api/operation.ts';
import { AmbiguousError, DocsError, NotFoundError, UsageError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell, shellLine, wordsOf } from '../../files/shell-word.ts';
import { APP_JOBS, inApp } from '../find/app-jobs.ts';
import { NO_OPERATION } from '../model/command.ts';
import { loadLeaf } from '../model/load.ts';
import { knownHere, withNearest } from '../references/explain.ts';
import { changed, meant } from '../references/not-found.ts';
import { inThisContext } from './next-command.ts';
import { withCheck } from './outcome-hint.ts';
import type { Run } from './run.ts';
import { withoutSecrets } from './secret-words.ts';

/** Where things stand that other things are named by. */
const LISTS: ReadonlyMap<unknown, string> = new Map([
  ['organization', 'docs orgs list'],
  ['space', 'docs spaces list'],
  ['collection', 'docs collections list'],
  ['site', 'docs sites list'],
  ['team', 'docs teams list'],
  ['hostname', inApp(APP_JOBS.domain)],
]);

/**
 * Takes any error of a run; returns it, or for a thing that is not there the same error with the names that come near,
 * the command that lists its kind or brings it back, and the place that named it where that was not the command line.
 */
export async function withWayOn(run: Run, error: unknown): Promise<unknown> {
  const found = error instanceof NotFoundError ? await withList(run, error) : withNearProfile(error);
  if (found instanceof AmbiguousError) found.hint = withFirst(run, found) ?? found.hint;
  await withCheck(run, found);
  if (found instanceof DocsError && found.hint !== undefined)
    found.hint = await inThisContext(run, found.hint);
  return found;
}

/** Of several of a name a read can show the first; which one a change is meant for nobody else can say. */
function withFirst({ context, operation }: Run, { details }: AmbiguousError): string | undefined {
  const { name, candidates } = details ?? {};
  const [first] = Array.isArray(candidates) ? candidates : [];
  if (typeof name !== 'string' || mutates(operation) || operation === NO_OPERATION) return undefined;
  if (typeof first?.id !== 'string' || !context.argv.includes(name)) return undefined;
  const line = ['docs', ...context.argv.map((word) => (word === name ? first.id : word))];
  return withoutSecrets(line) ?? shellLine(line);
}

function withNearProfile(error: unknown): unknown {
  if (!(error instanceof UsageError) || error.code !== 'UNKNOWN_PROFILE') return error;
  const { profile, known } = error.details ?? {};
  const near = Array.isArray(known) ? nearest(String(profile), known.map(String)) : [];
  const { message, code, exit, hint, details } = error;
  return new UsageError(`${message}${meant(near)}`, {
    code,
    exit,
    ...(hint && { hint }),
    ...(details && { details }),
  });
}

async function withList(run: Run, given: NotFoundError): Promise<DocsError> {
  const error = (await knownHere(run, given)) ?? (await withNearest(run, given));
  if (error.hint !== undefined || !(error instanceof NotFoundError)) return error;
  const hint = LISTS.get(error.details?.kind) ?? pagesOf(run, error) ?? (await listOfPeople(run, error));
  if (hint === undefined) return error;
  return changed(error, { message: `${error.message}${namedBy(run, error)}`, hint });
}

/** Who is not a member of the organization is in no other list either; a list of people beside the command knows better. */
async function listOfPeople(run: Run, { details }: NotFoundError): Promise<string | undefined> {
  const beside = await listBeside(run);
  const isPerson = details?.kind === 'member' || details?.kind === 'user';
  return isPerson && !/ (?:members|users) list/.test(beside ?? '') ? 'docs members list' : beside;
}

/** The pages of the space or change request in hand; where a path of a site led to none, its structure. */
function pagesOf({ input }: Run, { details, http }: NotFoundError): string | undefined {
  if (details?.kind !== 'page' && !http?.path.includes('/content/path/')) return undefined;
  if (typeof input.spaceId === 'string') return 'docs pages list';
  // A path of a site was resolved to one of a space before it was sent.
  const { spaceId } = Object(input.destination);
  if (typeof spaceId === 'string') return shell`docs pages list --space ${spaceId}`;
  const isOnSite = typeof input.siteId === 'string' || http?.path.includes('/content/path/');
  return isOnSite ? 'docs sites structure get' : 'docs pages list';
}

/** The list of the group that the command stands in; undefined where it has none, or one that needs more than is known. */
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

/** A name that nobody typed is hard to find: `(named by DOCS_SPACE)`. */
function namedBy(run: Run, { details }: NotFoundError): string {
  const { organization, space, site } = run.config();
  const settings = new Map<unknown, typeof space>(Object.entries({ organization, space, site }));
  const setting = settings.get(details?.kind);
  if (!setting || setting.value !== details?.name || setting.source === 'flag') return '';
  return ` (named by ${setting.where})`;
}
