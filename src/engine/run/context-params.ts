// What the context names: from flags, the environment, the project, the profile.
import type { Client } from '../../client/client.ts';
import type { Resolved } from '../../config/resolve.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import type { Run } from './run.ts';

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

/** Where to look for titles: id or title of an organization; undefined when none is given and there are several. */
export async function organizationInHand(run: Run): Promise<string | undefined> {
  return fromContext(run, 'organizationId') ?? (await onlyOrganization(run).catch(unlessUnknown));
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

const MOST_SHOWN = 2;
const ONLY = new WeakMap<Client, Promise<Named>>();

/** A token with exactly one organization needs no --org. Asked once a client: many targets share it. */
export async function onlyOrganization(run: Run): Promise<string> {
  const client = await run.client();
  const asked = ONLY.get(client) ?? askOnlyOrganization(run, client);
  ONLY.set(client, asked);
  return (await asked).id;
}

/** What that organization is called, where it was asked for; undefined for any other. */
export async function titleOfOnly(run: Run, id: string): Promise<string | undefined> {
  const only = await ONLY.get(await run.client());
  return only?.id === id ? only.title : undefined;
}

/** The whole list, which names are looked up in as well: it is asked for once, and known for minutes. */
async function askOnlyOrganization(run: Run, client: Client): Promise<Named> {
  const { listOrganizations } = await import('../../api/people/organizations.ts');
  const found: Named[] = [];
  for await (const { items } of client.pages(listOrganizations, {})) found.push(...items);
  const [only, second] = found;
  if (run.operation.method === 'GET')
    (await run.names())?.write(
      listOrganizations.id,
      found.map(({ id, title, hostname }) => ({
        id,
        names: hostname === undefined ? [title] : [title, hostname],
      })),
    );
  if (only && !second) return only;
  const some = found.slice(0, MOST_SHOWN).map(({ title, id }) => `"${title}" (${id})`);
  const why = only
    ? `the token has several organizations, ${some.join(', ')} among them`
    : 'the token has no organization';
  throw new UsageError(`no organization given, and ${why}`, {
    code: 'NO_ORGANIZATION',
    hint: only ? shell`docs use --org ${only.id}` : 'docs auth status',
  });
}
