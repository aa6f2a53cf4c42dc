// Site files without the command line: pulled as text, planned, and applied in an order that the needs of each row allow.
import { createSpace } from '../../src/api/content/spaces.ts';
import { getOrganization } from '../../src/api/people/organizations.ts';
import type { Client } from '../../src/client/client.ts';
import { readSites, readSpaces } from '../../src/jobs/restore/site-backup.ts';
import { describeSite } from '../../src/jobs/site-file/describe.ts';
import { PARTS, readLive } from '../../src/jobs/site-file/live.ts';
import { type Held, parseSite } from '../../src/jobs/site-file/parse.ts';
import { planSite, type SitePlan } from '../../src/jobs/site-file/plan-site.ts';
import { siteText } from '../../src/jobs/site-file/write.ts';
import { untilEnd } from './lasting.ts';
import { openTestSandbox, type TestSandbox } from './sandbox.ts';
import { workflowClient } from './workflow-client.ts';

export interface SiteOrg {
  client: Client;
  organizationId: string;
}

/** An organization with these spaces, until the test ends. */
export async function openOrg(
  spaces: readonly string[],
  demo = false,
): Promise<SiteOrg & { box: TestSandbox; requests: string[] }> {
  const box = untilEnd(await openTestSandbox({ demo }));
  const { client, requests } = workflowClient(box);
  const { organizationId } = box;
  for (const title of spaces) await client.call(createSpace, { organizationId, title });
  return { box, client, requests, organizationId };
}

/** The file of a site, as docs sites pull writes it. */
export async function pulled(
  { client, organizationId }: SiteOrg,
  title: string,
  before?: string,
): Promise<string> {
  const site = (await readSites(client, organizationId)).find((one) => one.title === title);
  if (!site) throw new Error(`no site "${title}"`);
  const spaces = await readSpaces(client, organizationId);
  const { title: organization } = await client.call(getOrganization, { organizationId });
  const live = await readLive(client, organizationId, site, {
    ...{ parts: new Set(PARTS), looks: () => true, concurrency: 4 },
  });
  const isUnique = (name: string) => spaces.filter((one) => one.title === name).length === 1;
  const titleOf = (spaceId: string) => spaces.find(({ id }) => id === spaceId)?.title;
  return siteText(describeSite(live, { isUnique, organization, titleOf }), before);
}

/** What a file comes to for the site of this title, or for a new one. */
export async function planned(
  { client, organizationId }: SiteOrg,
  text: string,
  {
    site: title,
    prune = true,
    createSpaces = false,
    held,
  }: { site?: string; prune?: boolean; createSpaces?: boolean; held?: Held } = {},
): Promise<SitePlan> {
  const parsed = await parseSite(text, 'site.yaml');
  const name = title ?? parsed.file.title;
  const site = (await readSites(client, organizationId)).find((one) => one.title === name);
  const spaces = await readSpaces(client, organizationId);
  return planSite({
    ...{ client, organizationId, parsed, site, spaces, prune, createSpaces, ...(held && { held }) },
    concurrency: 4,
  });
}

/** Sends every row; of those whose needs are done, `choose` says which comes next. */
export async function applied(
  { client }: SiteOrg,
  { rows }: Pick<SitePlan, 'rows'>,
  choose = (_: number) => 0,
): Promise<void> {
  const made = new Map<number, unknown>();
  const left = new Set(rows.map((_, at) => at + 1));
  while (left.size > 0) {
    const ready = [...left].filter((number) => needsOf(rows[number - 1]).every((need) => made.has(need)));
    const number = ready[choose(ready.length)];
    const row = number === undefined ? undefined : rows[number - 1];
    if (number === undefined || !row) throw new Error('rows need each other');
    left.delete(number);
    try {
      made.set(number, await client.call(row.operation, filledIn(row.input, made) as never));
    } catch (error) {
      throw new Error(`row ${number}, ${row.operation.id} ${JSON.stringify(row.input)}: ${String(error)}`, {
        cause: error,
      });
    }
  }
}

const REFERENCE = /^\{row (\d+)\}\.(.+)$/;

const needsOf = (row: SitePlan['rows'][number] | undefined): number[] => [
  ...(row?.needs ?? []),
  ...[...JSON.stringify(row?.input ?? {}).matchAll(/"\{row (\d+)\}/g)].map(([, number]) => Number(number)),
];

const filledIn = (input: object, made: ReadonlyMap<number, unknown>): unknown =>
  JSON.parse(
    JSON.stringify(input, (_, value) => {
      const [, number, path = ''] = typeof value === 'string' ? (REFERENCE.exec(value) ?? []) : [];
      return number === undefined
        ? value
        : path.split('.').reduce((at, key) => Object(at)[key], made.get(Number(number)));
    }),
  );

/** A file without the IDs beside titles, which differ from host to host. */
export const withoutIds = (text: string): string => text.replaceAll(/ # id: \w+/g, '');
