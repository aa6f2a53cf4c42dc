// Fills the path parameters that were not given by position: from flags, the environment, the project, the profile.

import type { Operation } from '../api/operation.ts';
import type { Client } from '../client/client.ts';
import type { NameCache } from '../config/name-cache.ts';
import type { Resolved } from '../config/resolve.ts';
import { NotFoundError, UsageError } from '../errors.ts';
import type { Input } from './input.ts';
import { getPath } from './names.ts';
import { parseReference } from './pasted.ts';
import { lookUpTitles } from './references.ts';
import type { Run } from './run.ts';

const FLAGS: Record<string, string> = {
  organizationId: '--org',
  spaceId: '--space',
  siteId: '--site',
  changeRequestId: '--cr',
};

/** Throws UsageError (exit 2) when a parameter has no value, naming the flag that gives it. */
export async function fillContext(run: Run): Promise<void> {
  run.input = expandReferences(withFlag(run), run);
  for (const param of Object.keys(run.operation.params.properties)) {
    if (run.input[param] !== undefined) continue;
    const value =
      fromContext(run, param) ?? (param === 'organizationId' ? await onlyOrganization(run) : undefined);
    if (value === undefined) throw missing(run, param);
    run.input = { ...run.input, [param]: value, ...parseReference(param, value) };
  }
}

/** `--cr Guides#4` names the space as well: it is read before the space is asked for. */
function withFlag({ input, operation, flags: { cr } }: Run): Input {
  const asked = 'changeRequestId' in operation.params.properties && input.changeRequestId === undefined;
  return asked && cr !== undefined ? { ...input, changeRequestId: cr } : input;
}

/** Pasted URLs and `space#42` name more than one parameter; what was given by itself wins. */
function expandReferences(input: Input, { operation }: Run): Input {
  let found: Input = {};
  for (const param of Object.keys(operation.params.properties)) {
    const text = input[param];
    const named = typeof text === 'string' ? parseReference(param, text) : undefined;
    if (named) found = { ...found, ...named };
  }
  const params = Object.keys(operation.params.properties);
  const own = Object.fromEntries(Object.entries(found).filter(([name]) => params.includes(name)));
  return { ...input, ...own };
}

export function fromContext(run: Run, param: string): string | undefined {
  if (param === 'changeRequestId') return run.flags.cr;
  const config = run.config();
  const settings: Record<string, Resolved['space']> = {
    organizationId: config.organization,
    spaceId: config.space,
    siteId: config.site,
  };
  return settings[param]?.value;
}

/**
 * The input with titles turned into ids, looked up in the organization in hand; undefined when no title fits.
 * `refs` are fields of the body that may hold titles too. Throws AmbiguousError when several fit.
 */
export async function findByTitle(
  run: Run,
  operation: Operation,
  refs: Readonly<Record<string, string>> = {},
  cache?: NameCache | undefined,
): Promise<Input | undefined> {
  const organization = () => organizationInHand(run);
  return lookUpTitles(await run.client(), operation, run.input, { refs, organization, cache }).catch(unknown);
}

/**
 * Filters named by title or e-mail become ids at once: a platform finds nothing for a name it does not know as an
 * id, and says no more. Takes what holds a character that no id has.
 */
export async function resolveFilters(run: Run): Promise<void> {
  const { refs = {} } = run.command;
  const isName = (value: unknown) => typeof value === 'string' && /[^\w-]/.test(value);
  const named = Object.entries(refs).filter(([path]) =>
    [getPath(run.input, path.split('.'))].flat().some(isName),
  );
  if (named.length === 0) return;
  run.input = (await findByTitle(run, run.operation, Object.fromEntries(named))) ?? run.input;
}

/** Where to look for titles: id or title of an organization; undefined when none is given and there are several. */
export async function organizationInHand(run: Run): Promise<string | undefined> {
  return fromContext(run, 'organizationId') ?? (await onlyOrganization(run).catch(unknown));
}

/** Without an organization, or on a host that has no list to search, what was not found stays so. */
function unknown(error: unknown): undefined {
  if (!(error instanceof UsageError || error instanceof NotFoundError)) throw error;
}

const ONLY = new WeakMap<Client, Promise<string>>();

/** A token with exactly one organization needs no --org. Asked once a client: many targets share it. */
export async function onlyOrganization(run: Run): Promise<string> {
  const client = await run.client();
  const asked = ONLY.get(client) ?? askOnlyOrganization(client);
  ONLY.set(client, asked);
  return asked;
}

async function askOnlyOrganization(client: Client): Promise<string> {
  const { listOrganizations } = await import('../api/organizations.ts');
  const { items } = await client.call(listOrganizations, { limit: 2 });
  const [only, second] = items;
  if (only && !second) return only.id;
  const found = items.map(({ title, id }) => `"${title}" (${id})`).join(', ');
  const why = only
    ? `the token has several organizations, ${found} among them`
    : 'the token has no organization';
  throw new UsageError(`no organization given, and ${why}`, {
    code: 'NO_ORGANIZATION',
    hint: only ? `docs use --org ${only.id}` : 'docs auth status',
  });
}

function missing(run: Run, param: string): UsageError {
  const flag = FLAGS[param] ?? `<${param}>`;
  const noun = param
    .replace(/Id$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();
  return new UsageError(`no ${noun} given: ${flag} names it`, {
    code: 'MISSING_CONTEXT',
    hint: param === 'spaceId' ? 'docs spaces list, then docs use --space <space>' : `${run.path} --help`,
  });
}
