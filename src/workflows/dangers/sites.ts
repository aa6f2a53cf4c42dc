// What changes to sites endanger: what becomes visible, what readers lose, and where they are sent.
import { getSite, type Site } from '../../api/sites/sites.ts';
import { visibilityWidth } from '../visibility.ts';
import { opensToMembers } from './content.ts';
import {
  always,
  type Change,
  type Dangers,
  MODERATE,
  moderateIf,
  type OperationDanger,
  SEVERE,
} from './danger.ts';

type Input = Pick<Change, 'input'>;

const SITES = new WeakMap<Change, Promise<Site>>();

/** The site that a change is about; read once for a change. */
export function siteOf(change: Change): Promise<Site> {
  const known = SITES.get(change) ?? readSite(change);
  SITES.set(change, known);
  return known;
}

async function readSite({ client, input }: Change): Promise<Site> {
  const { organizationId, siteId } = input;
  return (await client()).call(getSite, { organizationId: String(organizationId), siteId: String(siteId) });
}

/** Anyone can read it at this moment. */
export const isLive = ({ published, visibility }: Pick<Site, 'published' | 'visibility'>): boolean =>
  published && visibility === 'public';

export const clearsCondition = ({ input, target }: Change): boolean =>
  input.condition === null && Boolean(target?.condition);

const shownSpace = (space: unknown): unknown =>
  typeof space === 'object' && space !== null && 'id' in space ? space.id : undefined;

export const replacesSpace = ({ input, target }: Change): boolean =>
  input.spaceId !== undefined && input.spaceId !== shownSpace(target?.space);

/** What is not known to be live goes live, or what may have been left out of the navigation is in it. */
export const uncovers = ({ input, target }: Change): boolean =>
  (input.draft === false && target?.draft !== false) || (input.hidden === false && target?.hidden !== false);

const mayClear = ({ input }: Input): boolean => input.condition === null;

const mayUncover = ({ input }: Input): boolean => input.draft === false || input.hidden === false;

/** More content on a site that anyone can read. */
const onLiveSite = moderateIf(
  'it is no draft, and anyone can read the site',
  async (change) => change.input.draft !== true && isLive(await siteOf(change)),
);

/** A site that nobody can read yet changes without a question. */
const whatReadersSee = moderateIf(
  'readers of a published site see a draft, what was hidden, or another space, or see it without a condition',
  async (change) =>
    (uncovers(change) || clearsCondition(change) || replacesSpace(change)) &&
    (await siteOf(change)).published,
  (change) => mayUncover(change) || mayClear(change) || change.input.spaceId !== undefined,
);

const goesLive = moderateIf(
  'readers of a published site see what was a draft',
  async (change) => uncovers(change) && (await siteOf(change)).published,
  mayUncover,
);

/** Where a URL in an input leads: not to the site itself. What is no URL is for the platform to refuse. */
async function leadsAway(change: Change, url: unknown): Promise<boolean> {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { urls } = await siteOf(change);
  const own = typeof urls.published === 'string' && URL.canParse(urls.published) ? urls.published : undefined;
  return own === undefined || new URL(own).host !== new URL(url).host;
}

const leadsReadersAway = (asksIf: string): OperationDanger =>
  moderateIf(
    asksIf,
    async (change) =>
      (await leadsAway(change, change.input.url)) ||
      ((clearsCondition(change) || uncovers(change)) && (await siteOf(change)).published),
    (change) => mayClear(change) || mayUncover(change),
  );

const urlOf = (destination: unknown): unknown =>
  typeof destination === 'object' && destination !== null && 'url' in destination
    ? destination.url
    : undefined;

const redirectsAway = moderateIf('it leads to another host', (change) =>
  leadsAway(change, urlOf(change.input.destination)),
);

export const isDeletedRedirect = (row: unknown): boolean =>
  typeof row === 'object' && row !== null && 'destination' in row && row.destination === null;

async function pushesAway(change: Change): Promise<boolean> {
  const { redirects } = change.input;
  if (!Array.isArray(redirects)) return true;
  if (redirects.some(isDeletedRedirect)) return true;
  for (const row of redirects) if (await leadsAway(change, urlOf(Object(row).destination))) return true;
  return false;
}

/** A published site that more people can read than before. */
export const opensSite = ({ input, target }: Change): boolean =>
  target?.published === true && visibilityWidth(input.visibility) > visibilityWidth(target.visibility);

const GUARDED: readonly unknown[] = ['unlisted', 'share-link', 'visitor-auth', 'private'];

const answersCustomers = moderateIf(
  'the agent answers customers there',
  ({ input }) => input.role === 'support',
);

const dangers = {
  'sites.update': moderateIf(
    'more people can read a published site than before, or its default level lets every member change it',
    (change) => opensSite(change) || opensToMembers(change),
    ({ input }) => input.visibility !== undefined || input.defaultLevel != null,
  ),
  'sites.delete': SEVERE,
  'sites.publish': moderateIf(
    'the site is public',
    ({ target }) => !GUARDED.includes(target?.visibility),
    always,
  ),
  'sites.unpublish': MODERATE,
  'sitePublishing.updateAuth': moderateIf(
    'visitors must sign in another way',
    ({ input, target }) => target?.backend !== undefined && input.backend !== target.backend,
    always,
  ),
  'sitePublishing.regenerateAuth': SEVERE,
  'siteSections.create': onLiveSite,
  'siteSections.update': whatReadersSee,
  'siteSections.delete': MODERATE,
  'siteSectionGroups.update': goesLive,
  'siteSectionGroups.delete': MODERATE,
  'siteSpaces.add': onLiveSite,
  'siteSpaces.update': whatReadersSee,
  'siteSpaces.remove': MODERATE,
  'siteSpaces.duplicate': moderateIf(
    'readers see the copy at once',
    async (change) => change.input.draft !== true && (await siteOf(change)).published,
  ),
  'siteShareLinks.create': MODERATE,
  'siteShareLinks.update': moderateIf(
    'the link opens the site again',
    ({ input, target }) => input.active === true && target?.active !== true,
    ({ input }) => input.active === true,
  ),
  'siteShareLinks.delete': MODERATE,
  'siteRedirects.create': redirectsAway,
  'siteRedirects.update': redirectsAway,
  'siteRedirects.push': moderateIf('it deletes redirects, or one leads to another host', pushesAway),
  'siteRedirects.delete': MODERATE,
  'siteExternalLinks.create': leadsReadersAway('it leads to another host'),
  'siteExternalLinks.update': leadsReadersAway(
    'it leads to another host, or readers get it who did not before',
  ),
  'siteExternalLinks.delete': MODERATE,
  'siteMcpServers.create': leadsReadersAway('the server is on another host'),
  'siteMcpServers.update': leadsReadersAway('the server is on another host, or every reader gets it'),
  'siteMcpServers.delete': MODERATE,
  'siteChannels.create': answersCustomers,
  'siteChannels.update': answersCustomers,
  'siteChannels.delete': MODERATE,
  'siteStyleguide.template': MODERATE,
  'customHostnames.delete': SEVERE,
  'customization.reset': MODERATE,
  'fonts.delete': MODERATE,
  'siteTopics.clearFindings': MODERATE,
  'contextConnections.delete': MODERATE,
} satisfies Dangers;

export default dangers;
