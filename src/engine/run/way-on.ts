// The hint of a "not found" that came from the platform: the list where the thing would stand.
import { type ErrorFacts, NotFoundError } from '../../errors.ts';
import { loadLeaf } from '../model/load.ts';
import type { Run } from './run.ts';

/** Where things stand that other things are named by. */
const LISTS: ReadonlyMap<unknown, string> = new Map([
  ['organization', 'docs orgs list'],
  ['space', 'docs spaces list'],
  ['collection', 'docs collections list'],
  ['site', 'docs sites list'],
  ['team', 'docs teams list'],
]);

/**
 * Takes any error of a run; returns it, or for a thing that is not there the same error with the command that lists its
 * kind, and with the place that named it where that was not the command line.
 */
export async function withWayOn(run: Run, error: unknown): Promise<unknown> {
  if (!(error instanceof NotFoundError) || error.hint !== undefined) return error;
  const hint = LISTS.get(error.details?.kind) ?? (await listBeside(run));
  if (hint === undefined) return error;
  const { message, code, exit, retryable, outcome, http, details, cause } = error;
  const facts: ErrorFacts = {
    exit,
    retryable,
    outcome,
    hint,
    ...(http && { http }),
    ...(details && { details }),
    ...(cause !== undefined && { cause }),
  };
  return new NotFoundError(`${message}${namedBy(run, error)}`, { code, ...facts });
}

/** The list of the group that the command stands in. */
async function listBeside({ catalog, path, input, command }: Run): Promise<string | undefined> {
  const words = path.split(' ').slice(1, -1);
  const { command: list } = await loadLeaf(catalog, [...words, 'list']);
  if (!list) return undefined;
  const isOwn = command.args[0]?.field === 'spaceId' || typeof input.spaceId !== 'string';
  return `docs ${[...words, 'list'].join(' ')}${isOwn ? '' : ` --space ${input.spaceId}`}`;
}

/** A name that nobody typed is hard to find: `(named by DOCS_SPACE)`. */
function namedBy(run: Run, { details }: NotFoundError): string {
  const { organization, space, site } = run.config();
  const settings = new Map<unknown, typeof space>(Object.entries({ organization, space, site }));
  const setting = settings.get(details?.kind);
  if (!setting || setting.value !== details?.name || setting.source === 'flag') return '';
  return ` (named by ${setting.where})`;
}
