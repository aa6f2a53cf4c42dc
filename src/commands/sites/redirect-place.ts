// Where a redirect that is typed leads, and what is at its path already.

import { getPageByPath } from '../../api/content/pages.ts';
import type { ItemOf } from '../../api/operation.ts';
import type { SiteRedirectInputDestination } from '../../api/sites/site-redirects.generated.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import type { SiteStructure } from '../../api/sites/site-structure.generated.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import type { Client } from '../../client/client.ts';
import { isPending, placeName, resolveDestination, spacesOf } from '../../domain/redirect-destination.ts';
import { isSameValue } from '../../domain/reversals/reversal.ts';
import type { Already } from '../../engine/model/command-type.ts';
import { nameThing } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { unlessRefused } from '../already.ts';

type Redirect = ItemOf<typeof listRedirects>;

/** The redirect that has this path already: a path has one, and one draft. */
async function redirectAt(run: Run): Promise<Redirect | undefined> {
  const { organizationId, siteId, source, draft } = run.input;
  const [path, isDraft] = [String(source), draft === true];
  const site = { organizationId: String(organizationId), siteId: String(siteId) };
  const client = await run.client();
  for await (const { items } of client.pages(listRedirects, { ...site, search: path, draft: isDraft })) {
    const found = items.find((one) => one.source === path && (one.draft ?? false) === isDraft);
    if (found) return found;
  }
  return undefined;
}

/** The same redirect once more changes nothing. */
export async function sameRedirect(run: Run): Promise<Already | undefined> {
  const found = await unlessRefused(() => redirectAt(run));
  if (!found || !(await leadsAsGiven(run, found))) return undefined;
  const line = `${nameThing({ ...found })} already leads to ${await placeOf(run, found)}`;
  return { outcome: 'already up to date', line, thing: found };
}

async function leadsAsGiven(run: Run, found: Redirect): Promise<boolean> {
  const { permanent, captureWildcard } = run.input;
  if ((permanent ?? found.permanent) !== found.permanent) return false;
  if ((captureWildcard ?? found.captureWildcard) !== found.captureWildcard) return false;
  // Safe: made by resolveDestination, or checked against the schema.
  const destination = run.input.destination as SiteRedirectInputDestination;
  if (destination.kind === 'path' && found.destination.kind !== 'site-page') return false;
  const wanted = await unlessRefused(async () => pageOf(run, destination));
  return wanted !== undefined && isSameValue(wanted, found.destination);
}

const placeOf = async ({ client, input }: Run, found: Redirect): Promise<string> =>
  placeName(found, structureRead(await client(), String(input.siteId)));

/** Another redirect that has this path already, and the command that changes it. */
export async function takenPath(run: Run): Promise<ConflictError | undefined> {
  const found = await redirectAt(run);
  if (!found) return undefined;
  const noun = found.draft === true ? 'a draft of a redirect' : 'a redirect';
  const message = `${noun} from "${found.source}" exists already: it leads to ${await placeOf(run, found)}`;
  return new ConflictError(message, {
    hint: shell`docs redirects update ${found.id} --destination ${run.args.destination ?? '<place>'}`,
  });
}

/** The page that it leads to, where there is none. */
export async function lackingPage(run: Run): Promise<NotFoundError | undefined> {
  // Safe: made by resolveDestination, or checked against the schema.
  const destination = run.input.destination as SiteRedirectInputDestination;
  try {
    await pageOf(run, destination);
  } catch (error) {
    if (error instanceof NotFoundError) return error;
    throw error;
  }
  return undefined;
}

/** A path of the site, a section or space by name: what it is, the structure of the site says. */
export async function settleDestination(run: Run): Promise<void> {
  const { destination } = run.input;
  if (!isPending(destination)) return;
  run.input = { ...run.input, destination: resolveDestination(destination, await structureOf(run)) };
}

/** Structures that were read, by the IDs of their sites: many redirects share one. */
const structures = new WeakMap<Client, Map<string, SiteStructure>>();

/** The structure of a site, where it was read. */
const structureRead = (client: Client, siteId: string): SiteStructure | undefined =>
  structures.get(client)?.get(siteId);

async function structureOf(run: Run): Promise<SiteStructure> {
  const client = await run.client();
  const site = { organizationId: String(run.input.organizationId), siteId: String(run.input.siteId) };
  const known = structures.get(client) ?? new Map<string, SiteStructure>();
  const found = known.get(site.siteId) ?? (await client.call(getSiteStructure, site));
  structures.set(client, known.set(site.siteId, found));
  return found;
}

/** An update takes no path: the page is read for its ID. */
export async function settlePage(run: Run): Promise<void> {
  // Safe: made by resolveDestination, or checked against the schema.
  const destination = run.input.destination as SiteRedirectInputDestination | undefined;
  if (destination?.kind === 'path') run.input = { ...run.input, destination: await pageOf(run, destination) };
}

/** A page that is given by its path, by its ID; anything else as it is. */
async function pageOf(
  run: Run,
  destination: SiteRedirectInputDestination,
): Promise<SiteRedirectInputDestination> {
  if (destination.kind !== 'path') return destination;
  const client = await run.client();
  const { spaceId, path } = destination;
  const { id } = await client.call(getPageByPath, { spaceId, pagePath: path });
  const place = spacesOf(await structureOf(run)).find(({ space }) => space.id === spaceId);
  return { kind: 'site-page', siteSpaceId: String(place?.id), pageId: id };
}
