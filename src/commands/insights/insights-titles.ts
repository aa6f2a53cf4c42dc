// Pages and site spaces that were counted, by their titles: a person who looks at a table knows no IDs.
import type { Page } from '../../api/content/content-shapes.ts';
import { listPages } from '../../api/content/pages.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import type { Client } from '../../client/client.ts';
import { mapPool } from '../../client/pool.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { spacesOf } from '../../domain/redirect-destination.ts';
import { concurrencyOf } from '../../engine/model/globals.ts';
import type { Run } from '../../engine/run/run.ts';

type Row = Record<string, unknown>;

/** The space of a page that events name. */
const spaceOf = ({ page }: Row): string | undefined =>
  typeof page === 'object' && page !== null && 'space' in page ? String(page.space) : undefined;

/**
 * Rows of one site, with `page` and `siteSpace` by their titles. One request a space. What is gone since, or may not
 * be read, keeps its ID: the counts are what was asked for.
 */
export async function withTitles(run: Run, rows: readonly Row[]): Promise<Row[]> {
  const client = await run.client();
  const pages = await pageTitles(client, new Set(rows.flatMap((row) => spaceOf(row) ?? [])), run);
  const siteSpaces = rows.some((row) => row.siteSpace) ? await siteSpaceTitles(client, run) : undefined;
  const titleOf = ({ page }: Row): unknown =>
    typeof page === 'object' && page !== null && 'page' in page
      ? (pages.get(String(page.page)) ?? page)
      : page;
  return rows.map((row) => ({
    ...row,
    ...('page' in row && { page: titleOf(row) }),
    ...('siteSpace' in row && { siteSpace: siteSpaces?.get(String(row.siteSpace)) ?? row.siteSpace }),
  }));
}

async function pageTitles(
  client: Client,
  spaces: ReadonlySet<string>,
  run: Run,
): Promise<Map<string, string>> {
  const read = await mapPool(spaces, concurrencyOf(run), (spaceId) => client.call(listPages, { spaceId }));
  const found = read.flatMap((one) => (one.ok ? allPages(one.value.pages) : []));
  const times = new Map<string, number>();
  for (const { title } of found) times.set(title, (times.get(title) ?? 0) + 1);
  const shown = (page: Page): string =>
    times.get(page.title) === 1 || !('path' in page) ? page.title : `${page.title} (${page.path})`;
  return new Map(found.map((page) => [page.id, shown(page)]));
}

async function siteSpaceTitles(client: Client, { input }: Run): Promise<Map<string, string> | undefined> {
  const site = { organizationId: String(input.organizationId), siteId: String(input.siteId) };
  const structure = await client.call(getSiteStructure, site).catch(() => undefined);
  return structure && new Map(spacesOf(structure).map(({ id, title }) => [id, title]));
}
