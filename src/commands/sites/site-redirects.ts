// docs redirects: where readers of old paths go.
import { getPageByPath } from '../../api/content/pages.ts';
import {
  createRedirect,
  deleteRedirect,
  listRedirects,
  type SiteRedirectDestination,
  type SiteRedirectInputDestination,
  testRedirect,
  updateRedirect,
} from '../../api/sites/site-redirects.ts';
import { getSiteStructure, type SiteStructure } from '../../api/sites/site-structure.ts';
import { command, group } from '../../engine/model/command.ts';
import type { Run } from '../../engine/run/run.ts';
import { note } from '../../output/note.ts';
import dangers from '../../workflows/dangers/sites.ts';
import { isPending, readDestination, resolveDestination } from '../../workflows/redirect-destination.ts';
import { sourceOf } from '../../workflows/redirect-rows.ts';
import { whereTo } from './site-consent.ts';
import { redirectLint } from './site-redirect-lint.ts';
import { redirectPush } from './site-redirect-push.ts';
import { redirectSuggest } from './site-redirect-suggest.ts';
import { redirectVerify } from './site-redirect-verify.ts';

const ROW = ['id', 'source', 'destination', 'permanent', 'captureWildcard', 'draft', 'updatedAt'] as const;
const shown = {
  table: ['source', 'destination', 'permanent', 'captureWildcard', 'draft', 'id'],
  names: { destination: { 'section:': 'siteSectionId', 'space:': 'siteSpaceId' } },
  present: <R extends object>(redirect: R): unknown =>
    // Safe: whatever has a destination is a redirect.
    'destination' in redirect ? { ...redirect, destination: told(redirect as never) } : redirect,
} as const;
const WHERE =
  'A destination is a URL, a path of the site (/guides/install), section:Guides or space:Handbook. A path is resolved to the section, space or page at that path, and follows it when it moves.';

const redirectAway = whereTo('redirect');

export default group(
  'redirects',
  'Manage redirects of a site',
  [
    command('list', listRedirects, {
      columns: ROW,
      ...shown,
      examples: [
        ['List all redirects', 'docs redirects list --site "Tarnpost Docs"'],
        ['Drafts that mention a word', 'docs redirects list --site "Tarnpost Docs" --draft --search labels'],
      ],
    }),
    command('create', createRedirect, {
      args: ['source', 'destination'],
      columns: ROW,
      ...shown,
      refs: {
        'destination.siteSectionId': 'siteSectionId',
        'destination.siteSpaceId': 'siteSpaceId',
        'destination.spaceId': 'spaceId',
      },
      prepare: takeDestination,
      settled: settleDestination,
      ...dangers['siteRedirects.create'],
      stakes: redirectAway,
      uses: [getSiteStructure],
      examples: [
        [
          'Redirect to a page of the site',
          'docs redirects create /start /guides/welcome --site "Tarnpost Docs"',
        ],
        [
          'Redirect everything below a path to another site',
          'docs redirects create "/v1/*" https://archive.tarnpost.example --capture-wildcard --site "Tarnpost Docs" --yes',
        ],
      ],
      notes: WHERE,
    }),
    redirectPush,
    command('update', updateRedirect, {
      args: ['siteRedirectId'],
      columns: ROW,
      ...shown,
      hidden: ['destination'],
      options: [
        {
          flags: '--destination <place>',
          reach: 'platform',
          description: 'where readers go instead',
          group: 'Fields:',
        },
      ],
      prepare: async (run) => {
        const { destination } = run.flags;
        if (typeof destination === 'string') run.input = { ...run.input, destination };
        await takeDestination(run);
      },
      settled: async (run) => {
        await settleDestination(run);
        await settlePage(run);
      },
      ...dangers['siteRedirects.update'],
      stakes: redirectAway,
      target: listRedirects,
      uses: [getSiteStructure, getPageByPath],
      examples: ['docs redirects update /getting-started --permanent --site "Tarnpost Docs"'],
      notes: WHERE,
    }),
    command('delete', deleteRedirect, {
      args: ['siteRedirectId'],
      ...dangers['siteRedirects.delete'],
      target: listRedirects,
      examples: ['docs redirects delete /getting-started --site "Tarnpost Docs" --yes'],
    }),
    command('test', testRedirect, {
      args: ['source'],
      prepare: takeSource,
      columns: ['redirect.source', 'target', 'redirect.permanent', 'redirect.id'],
      idField: 'redirect.id',
      labels: { 'redirect.source': 'source', 'redirect.permanent': 'permanent' },
      after: async ({ context, input }, { target }) =>
        note(context.io, `readers of ${String(input.source)} are sent to ${target}`),
      examples: ['docs redirects test /getting-started --site "Tarnpost Docs"'],
      notes:
        'Drafts are ignored. The most specific redirect applies: the exact path, or the longest wildcard.',
    }),
    redirectLint,
    redirectSuggest,
    redirectVerify,
  ],
  [
    ['Show where an old path leads', 'docs redirects test /getting-started --site "Tarnpost Docs"'],
    ['Redirect a path', 'docs redirects create /start /guides/welcome --site "Tarnpost Docs"'],
    ['Create and update many from a file', 'docs redirects push redirects.csv --site "Tarnpost Docs" --yes'],
    ['Find loops, chains and dead ends', 'docs redirects lint --site "Tarnpost Docs"'],
  ],
);

/** As it is written in a file for `push`, where it can be. */
function told({ destination }: { destination: SiteRedirectDestination }): string {
  switch (destination.kind) {
    case 'external':
      return destination.url;
    case 'site-section':
      return `section:${destination.siteSectionId}`;
    case 'site-space':
      return `space:${destination.siteSpaceId}`;
    // A page, or what a newer host sends people to.
    default:
      return JSON.stringify(destination);
  }
}

async function takeDestination(run: Run): Promise<void> {
  await takeSource(run);
  const { destination } = run.input;
  if (typeof destination === 'string')
    run.input = { ...run.input, destination: readDestination(destination) };
}

async function takeSource(run: Run): Promise<void> {
  const { source } = run.input;
  if (typeof source === 'string') run.input = { ...run.input, source: sourceOf(source) };
}

/** A path of the site, a section or space by name: what it is, the structure of the site says. */
async function settleDestination(run: Run): Promise<void> {
  const { destination } = run.input;
  if (!isPending(destination)) return;
  run.input = { ...run.input, destination: resolveDestination(destination, await structureOf(run)) };
}

async function structureOf(run: Run): Promise<SiteStructure> {
  const client = await run.client();
  const { organizationId, siteId } = run.input;
  return client.call(getSiteStructure, { organizationId: String(organizationId), siteId: String(siteId) });
}

/** An update takes no path: the page is read for its ID. */
async function settlePage(run: Run): Promise<void> {
  // Safe: made by resolveDestination, or checked against the schema.
  const destination = run.input.destination as SiteRedirectInputDestination | undefined;
  if (destination?.kind !== 'path') return;
  const client = await run.client();
  const { spaceId, path } = destination;
  const { id } = await client.call(getPageByPath, { spaceId, pagePath: path });
  const place = placesIn(await structureOf(run)).find(({ space }) => space.id === spaceId);
  const page = { kind: 'site-page', siteSpaceId: String(place?.id), pageId: id };
  run.input = { ...run.input, destination: page };
}

type Placed = { id: string; space: { id: string } };

/** Every site space of a structure. */
function placesIn({ structure }: SiteStructure): Placed[] {
  const below = (node: SiteStructure['structure'][number]): Placed[] => {
    if (node.object === 'site-space') return [node];
    if (node.object === 'site-section') return node.siteSpaces;
    return node.object === 'site-section-group' ? node.children.flatMap(below) : [];
  };
  return structure.flatMap(below);
}
