// What the context names: from flags, the environment, the project, the profile.
import type { Client } from '../../client/client.ts';
import type { Resolved } from '../../config/resolve.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import type { Run } from '../model/command-type.ts';

/** The value of a path parameter; undefined where nothing names it. */
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

/** The space of `Guides#2`, where a change request was named so. */
export function spaceOfRequest({ command, args, flags }: Run<unknown>): string | undefined {
  const named = command.args.flatMap(({ field, label }) =>
    field === 'changeRequestId' ? (args[label] ?? []) : [],
  );
  return [...named, String(Object(flags).cr ?? '')].flatMap((text) => /^(.+)#\d+$/.exec(text)?.[1] ?? [])[0];
}

/** Where to look for titles: id or title of an organization; undefined when none is given and there are several. */
export const organizationInHand = async (run: Run): Promise<string | undefined> =>
  fromContext(run, 'organizationId') ?? (await onlyOrganization(run).catch(unlessUnknown));

/** Where to look for titles: the organization that is given, else all that the token sees. */
export async function organizationsInHand(run: Run): Promise<readonly string[]> {
  const given = fromContext(run, 'organizationId');
  if (given !== undefined) return [given];
  try {
    return (await organizationsOf(run)).map(({ id }) => id);
  } catch (error) {
    unlessUnknown(error);
    return [];
  }
}

/** Without an organization, or on a host that has no list to search, what was not found stays so. */
export function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof UsageError || error instanceof NotFoundError)) throw error;
}

interface Named {
  id: string;
  title: string;
  hostname?: string | undefined;
}

const ASKED = new WeakMap<Client, Promise<readonly Named[]>>();

/** All that the token sees. Asked once a client: many targets share it. */
async function organizationsOf(run: Run): Promise<readonly Named[]> {
  const client = await run.client();
  const asked = ASKED.get(client) ?? askOrganizations(run, client);
  ASKED.set(client, asked);
  return asked;
}

/** What an organization is called, where they were asked for. */
export async function titleOfOrganization(run: Run, id: string): Promise<string | undefined> {
  const known = await ASKED.get(await run.client());
  return known?.find((one) => one.id === id)?.title;
}

/** The whole list, which names are looked up in as well: it is asked for once, and known for minutes. */
async function askOrganizations(run: Run, client: Client): Promise<readonly Named[]> {
  const { getOrganization, listOrganizations } = await import('../../api/people/organizations.ts');
  const found: Named[] = [];
  for await (const { items } of client.pages(listOrganizations, {})) found.push(...items);
  // The list shows each as a read of it does.
  for (const one of found) run.noteRead(getOrganization, { organizationId: one.id }, one);
  if (run.operation.method === 'GET')
    (await run.names())?.write(
      listOrganizations.id,
      found.map(({ id, title, hostname }) => ({
        id,
        names: hostname === undefined ? [title] : [title, hostname],
      })),
    );
  return found;
}

/** A token with exactly one organization needs no --org. Throws UsageError `NO_ORGANIZATION`. */
export async function onlyOrganization(run: Run): Promise<string> {
  const found = await organizationsOf(run);
  const [only, second] = found;
  if (only && !second) return only.id;
  throw (await import('../references/several-organizations.ts')).noOrganization(run, found);
}
