// Runs docs files unused: reads whatever may name a file of a space.
import type { RevisionFile as File } from '../../api/content/content-shapes.generated.ts';
import { listFiles } from '../../api/content/files.ts';
import { getContent, getPage, getReusableContentDocument, listPages } from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { getLatestOpenApiContent, listOpenApiSpecs } from '../../api/integrations/openapi.ts';
import { getCustomization, getSiteSpaceCustomization } from '../../api/sites/customization.ts';
import { listSiteSpaces } from '../../api/sites/site-structure.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { readingClient } from '../../client/reading-client.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { callNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { listedItems } from '../../engine/select/selected-list.ts';
import { NotFoundError } from '../../errors.ts';
import { normalized } from '../../files/texts.ts';
import { decodedParts } from '../../markdown/link-targets.ts';
import { formatBytes, plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import type { UnusedRun } from './unused-flags.ts';

/** Throws what reading throws: where something could not be read, nothing can be called unused. */
export async function runUnused(run: UnusedRun): Promise<void> {
  const { io } = run.context;
  const client = readingClient(await run.client());
  const space = await spaceOf(run, client);
  const files = await allItems(client.pages(listFiles, { spaceId: space.id }));
  const mentions = await readUses(run, space, mentionsOf(files));
  const unused = files.filter((file) => mentions.left.has(file));
  await printRows(run, unused);
  const size = formatBytes(unused.reduce((sum, one) => sum + one.size, 0));
  note(
    io,
    `${unused.length} of ${plural(files.length, 'file')} unused${unused.length > 0 ? `, ${size}` : ''}`,
  );
}

/** docs files list --uses: how many things use each file. */
export async function listWithUses(run: Run): Promise<void> {
  const space = await spaceOf(run, await run.client());
  const files = await listedItems<File>(run);
  const { uses } = await readUses(run, space, mentionsOf(files, { counts: true }));
  const [first = 'id', second = 'name', ...rest] = run.command.columns;
  await printRows(
    run,
    files.map((file) => ({ ...file, uses: uses.get(file) ?? 0 })),
    viewOf(run, [first, second, 'uses', ...rest]),
  );
}

const spaceOf = (run: Run, client: Client): Promise<Space> => callNamed({ ...run }, getSpace, client);

async function readUses(run: Run, { id, organization }: Space, mentions: Mentions): Promise<Mentions> {
  const progress = startProgress(run.context.io, 'reading what uses files');
  try {
    const where = { spaceId: id, organizationId: organization, width: readWidthOf(run) };
    await readAll(readingClient(await run.client()), mentions, where);
    return mentions;
  } finally {
    progress.stop();
  }
}

interface Where {
  spaceId: string;
  organizationId: string;
  width: Width;
}

/** The nearest first: once every file is named, nothing more is read. To count, all is read at once. */
async function readAll(client: Client, mentions: Mentions, where: Where): Promise<void> {
  const readers = [readPages, readReusable, readLooks, readSpecifications];
  if (mentions.counts) await Promise.all(readers.map((read) => read(client, mentions, where)));
  else for (const read of readers) if (!mentions.isDone()) await read(client, mentions, where);
}

/** Their text, and what else is said of them: covers, links. */
async function readPages(client: Client, mentions: Mentions, { spaceId, width }: Where): Promise<void> {
  const { pages } = await client.call(listPages, { spaceId });
  const all = allPages(pages);
  // A page is one thing with its cover and its text.
  for (const page of all) if (page.type !== 'document') mentions.read({ ...page, pages: [] });
  const documents = all.filter(({ type }) => type === 'document');
  await mapAll(client, documents, width, async (page) => {
    if (mentions.isDone()) return;
    mentions.read([
      { ...page, pages: [] },
      await client.call(getPage, { spaceId, pageId: page.id, format: 'markdown' }),
    ]);
  });
}

async function readReusable(client: Client, mentions: Mentions, { spaceId, width }: Where): Promise<void> {
  const { id: revisionId, reusableContents, variables } = await client.call(getContent, { spaceId });
  mentions.read(variables);
  await mapAll(client, reusableContents, width, async ({ id: reusableContentId }) =>
    mentions.read(await client.call(getReusableContentDocument, { spaceId, revisionId, reusableContentId })),
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
    mentions.read(await client.call(getCustomization, { ...site, unmasked: true }));
    const siteSpaces = await allItems(client.pages(listSiteSpaces, site));
    await mapAll(client, siteSpaces, width, async ({ id: siteSpaceId }) =>
      mentions.read(await client.call(getSiteSpaceCustomization, { ...site, siteSpaceId, unmasked: true })),
    );
  });
}

async function readSpecifications(
  client: Client,
  mentions: Mentions,
  { organizationId, width }: Where,
): Promise<void> {
  const specs = await allItems(client.pages(listOpenApiSpecs, { organizationId }));
  mentions.read(specs);
  await mapAll(client, specs, width, async ({ slug: specSlug }) => {
    try {
      mentions.read(await client.call(getLatestOpenApiContent, { organizationId, specSlug }));
    } catch (error) {
      // One that was never processed has no content.
      if (!(error instanceof NotFoundError)) throw error;
    }
  });
}

// Which files some texts name, in any of the ways that files are named: by ID, by path in a repository, by name, by URL.

interface Mentions {
  /** Files that nothing has named so far. */
  readonly left: ReadonlySet<File>;
  /** How many things name each file, where they are counted. */
  readonly uses: ReadonlyMap<File, number>;
  /** Everything is read, whatever was found before. */
  readonly counts: boolean;
  /** Nothing more can be learned. */
  isDone(): boolean;
  /** Takes one thing, which uses a file once: Markdown, JSON, YAML. */
  read(thing: unknown): void;
}

/** A name that is part of a longer one is another: `label.png` in `sample-label.png`. */
const PART_OF_NAME = /[\p{L}\p{N}_-]/u;

/** What may be a mention counts as one: a file is left only where no text can mean it. */
function mentionsOf(files: readonly File[], { counts = false } = {}): Mentions {
  const left = new Set(files);
  const uses = new Map(files.map((file) => [file, 0]));
  const words = new Map(files.map((file) => [file, wordsOf(file)]));
  return {
    ...{ left, uses, counts },
    isDone: () => files.length === 0 || (!counts && left.size === 0),
    read(thing) {
      const open = new Set(counts ? files : left);
      for (const text of textsIn(thing)) {
        if (open.size === 0) return;
        const plain = plainOf(text);
        for (const file of open) {
          if (!words.get(file)?.some((word) => holds(plain, word))) continue;
          open.delete(file);
          left.delete(file);
          uses.set(file, (uses.get(file) ?? 0) + 1);
        }
      }
    },
  };
}

/** Every text in a value by itself: in JSON, a name would follow the `n` of a line break. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && value !== '') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      yield key;
      yield* textsIn(inner);
    }
}

/** A file of a repository is found by its name there, which is the only one in its folder. */
const wordsOf = ({ id, name, git }: File): string[] =>
  [id, git?.path.split('/').at(-1) ?? name].flatMap((word) => (word === '' ? [] : [plainOf(word)]));

function holds(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!PART_OF_NAME.test(text[at - 1] ?? ' ') && !PART_OF_NAME.test(text[at + word.length] ?? ' '))
      return true;
  return false;
}

/** In small letters, as it reads without the escapes of Markdown, HTML, JSON and URLs. */
function plainOf(text: string): string {
  const written = text
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&amp;', '&');
  // The address of a picture may be part of the query of another one, and then it is encoded twice.
  return normalized(decodedParts(decodedParts(written)), 'NFC').toLowerCase();
}
