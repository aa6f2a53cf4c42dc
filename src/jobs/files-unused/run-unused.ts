// Runs docs files unused: reads whatever may name a file of a space.

import { getContent } from '../../api/content/content.ts';
import { listFiles } from '../../api/content/files.ts';
import { getPage, listPages } from '../../api/content/pages.ts';
import { getReusableContentDocument } from '../../api/content/reusable-contents.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { listOpenApiSpecs } from '../../api/integrations/openapi.ts';
import { getLatestOpenApiContent } from '../../api/integrations/openapi-versions.ts';
import { getCustomization, getSiteSpaceCustomization } from '../../api/sites/customization.ts';
import { listSiteSpaces } from '../../api/sites/site-spaces.ts';
import { listSites } from '../../api/sites/sites.ts';
import { allItems } from '../../client/all-items.ts';
import type { Client } from '../../client/client.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { readingClient } from '../../client/reading-client.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import { readWidthOf } from '../../engine/run/concurrency.ts';
import { viewOf } from '../../engine/run/view.ts';
import { NotFoundError } from '../../errors.ts';
import { formatBytes, plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { listWriter } from '../../output/render.ts';
import { allPages } from '../../workflows/page-list.ts';
import type { UnusedRun } from './files-unused.ts';
import { type Mentions, mentionsOf } from './mentions.ts';

/** Throws what reading throws: where something could not be read, nothing can be called unused. */
export async function runUnused(run: UnusedRun): Promise<void> {
  const { io } = run.context;
  const client = readingClient(await run.client());
  const space = await readNamed({ ...run }, getSpace, (input) =>
    client.call(getSpace, { spaceId: idIn(input, 'spaceId') }),
  );
  const files = await allItems(client.pages(listFiles, { spaceId: space.id }));
  const mentions = mentionsOf(files);
  const progress = startProgress(io, 'reading what uses files');
  try {
    const { id, organization } = space;
    await readAll(client, mentions, { spaceId: id, organizationId: organization, width: readWidthOf(run) });
  } finally {
    progress.stop();
  }
  const unused = files.filter((file) => mentions.left.has(file));
  const writer = await listWriter(io, viewOf(run));
  await writer.page(unused);
  await writer.end();
  const size = formatBytes(unused.reduce((sum, one) => sum + one.size, 0));
  note(
    io,
    `${unused.length} of ${plural(files.length, 'file')} unused${unused.length > 0 ? `, ${size}` : ''}`,
  );
}

interface Where {
  spaceId: string;
  organizationId: string;
  width: Width;
}

/** The nearest first: once every file is named, nothing more is read. */
async function readAll(client: Client, mentions: Mentions, where: Where): Promise<void> {
  const { left } = mentions;
  if (left.size > 0) await readPages(client, mentions, where);
  if (left.size > 0) await readReusable(client, mentions, where);
  if (left.size > 0) await readLooks(client, mentions, where);
  if (left.size > 0) await readSpecifications(client, mentions, where);
}

/** Every text in a value by itself: in JSON, a name would follow the `n` of a line break. */
function take(mentions: Mentions, value: unknown): void {
  if (typeof value === 'string') mentions.read(value);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      mentions.read(key);
      take(mentions, inner);
    }
}

/** Their text, and what else is said of them: covers, links. */
async function readPages(client: Client, mentions: Mentions, { spaceId, width }: Where): Promise<void> {
  const { pages } = await client.call(listPages, { spaceId });
  take(mentions, pages);
  const documents = allPages(pages).filter(({ type }) => type === 'document');
  await mapAll(client, documents, width, async ({ id: pageId }) => {
    if (mentions.left.size === 0) return;
    take(mentions, await client.call(getPage, { spaceId, pageId, format: 'markdown' }));
  });
}

async function readReusable(client: Client, mentions: Mentions, { spaceId, width }: Where): Promise<void> {
  const { id: revisionId, reusableContents, variables } = await client.call(getContent, { spaceId });
  take(mentions, variables);
  await mapAll(client, reusableContents, width, async ({ id: reusableContentId }) =>
    take(mentions, await client.call(getReusableContentDocument, { spaceId, revisionId, reusableContentId })),
  );
}

/** Logos, icons and pictures of every site: any of them may show a file of this space. */
async function readLooks(
  client: Client,
  mentions: Mentions,
  { organizationId, width }: Where,
): Promise<void> {
  const sites = await allItems(client.pages(listSites, { organizationId }));
  await mapAll(client, sites, width, async ({ id: siteId }) => {
    const site = { organizationId, siteId };
    take(mentions, await client.call(getCustomization, { ...site, unmasked: true }));
    for (const { id: siteSpaceId } of await allItems(client.pages(listSiteSpaces, site)))
      take(mentions, await client.call(getSiteSpaceCustomization, { ...site, siteSpaceId, unmasked: true }));
  });
}

async function readSpecifications(
  client: Client,
  mentions: Mentions,
  { organizationId, width }: Where,
): Promise<void> {
  const specs = await allItems(client.pages(listOpenApiSpecs, { organizationId }));
  take(mentions, specs);
  await mapAll(client, specs, width, async ({ slug: specSlug }) => {
    try {
      take(mentions, await client.call(getLatestOpenApiContent, { organizationId, specSlug }));
    } catch (error) {
      // One that was never processed has no content.
      if (!(error instanceof NotFoundError)) throw error;
    }
  });
}
