// What changes to sites endanger: what becomes visible, what readers lose, and where they are sent.

import type { Site } from '../../api/sites/sites.generated.ts';
import { getSite } from '../../api/sites/sites.ts';
import { plural } from '../../output/format.ts';
import { leavingWords, leftGroups, opensSite, takesFromGroups, whatAllCan } from './at-stake.ts';
import {
  always,
  asks,
  type Change,
  type Danger,
  type Dangers,
  moderateIf,
  type OperationDanger,
  saying,
  stateBefore,
  wantsName,
  worse,
} from './danger.ts';
import { opensToMembers } from './spaces.ts';

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

/** Whether it is open to people whom nobody chose: to anyone, or to whoever has its address. */
export const isOpen = (visibility: unknown): boolean => !GUARDED.includes(visibility);

const GUARDED: readonly unknown[] = ['share-link', 'visitor-auth', 'private'];

export const clearsCondition = ({ input, target }: Change): boolean =>
  input.condition === null && Boolean(target?.condition);

const shownIn = ({ target }: Change, field: 'id' | 'title'): unknown => Object(target?.space)[field];

export const replacesSpace = (change: Change): boolean =>
  change.input.spaceId !== undefined && change.input.spaceId !== shownIn(change, 'id');

/** What is not known to be live goes live. */
export const goesLive = ({ input, target }: Change): boolean =>
  input.draft === false && target?.draft !== false;

/** It goes live, or what may have been left out of the navigation is in it. */
export const uncovers = (change: Change): boolean =>
  goesLive(change) || (change.input.hidden === false && change.target?.hidden !== false);

const mayUncover = ({ input }: Input): boolean => input.draft === false || input.hidden === false;

const mayClear = ({ input }: Input): boolean => input.condition === null;

/** `anyone can read it at https://...`. */
export function readableAt(visibility: unknown, site: Readonly<Record<string, unknown>> | undefined): string {
  const urls = site?.urls;
  const url = typeof urls === 'object' && urls !== null && 'published' in urls ? urls.published : undefined;
  const who = visibility === 'public' ? 'anyone' : 'anyone who has the address';
  return `${who} can read it${typeof url === 'string' ? ` at ${url}` : ''}`;
}

/** More content on a site that is open to anyone. */
const onLiveSite = saying(
  moderateIf('it is not a draft, and the site is published as public or unlisted', async (change) => {
    const { published, visibility } = await siteOf(change);
    return change.input.draft !== true && published && isOpen(visibility);
  }),
  async (change) => {
    const site = await siteOf(change);
    return readableAt(site.visibility, { ...site });
  },
);

/** A site that nobody can read yet changes without a question. */
const whatReadersSee = saying(
  moderateIf(
    'readers of a published site see a draft, what was hidden, or another space, or see it without a condition',
    async (change) =>
      (uncovers(change) || clearsCondition(change) || replacesSpace(change)) &&
      (await siteOf(change)).published,
    (change) => mayUncover(change) || mayClear(change) || change.input.spaceId !== undefined,
  ),
  whatTheySee,
);

async function whatTheySee(change: Change): Promise<string> {
  const { title } = await siteOf(change);
  return [
    ...(uncovers(change) ? [shownAtOnce(change, title)] : []),
    ...(replacesSpace(change)
      ? [`readers of site "${title}" see it at once, instead of space "${shownIn(change, 'title')}"`]
      : []),
    ...(clearsCondition(change) || !(replacesSpace(change) || uncovers(change))
      ? [`every reader of site "${title}" sees it, not only those its condition let in`]
      : []),
  ].join('; ');
}

/** A section may also be put into a group, by --data. */
const sectionChange: OperationDanger = {
  ...whatReadersSee,
  asksIf: `${whatReadersSee.asksIf}; or the section leaves its group`,
  dangerOf: async (change) => worse(await whatReadersSee.dangerOf(change), await leavesGroup(change)),
  follows: async (change): Promise<string> => {
    const leaving = leavingWords(await leftGroups(change));
    const isSeen = leaving === '' || (await whatReadersSee.dangerOf(change)) !== 'mild';
    return [...(isSeen ? [await whatTheySee(change)] : []), ...(leaving ? [leaving] : [])].join('; ');
  },
};

const leavesGroup = async (change: Change): Promise<Danger> =>
  (await leftGroups(change)).length > 0 ? 'moderate' : 'mild';

const shownAtOnce = (change: Change, site: string): string =>
  goesLive(change)
    ? `readers of site "${site}" see it, and what is in it, at once`
    : `readers of site "${site}" find it at once`;

const getsLive = saying(
  moderateIf(
    'readers of a published site see what was a draft',
    async (change) => uncovers(change) && (await siteOf(change)).published,
    mayUncover,
  ),
  async (change) => shownAtOnce(change, (await siteOf(change)).title),
);

/** Where a URL in an input leads: not to the site itself. What is no URL is for the platform to refuse. */
async function leadsAway(change: Change, url: unknown): Promise<boolean> {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { urls } = await siteOf(change);
  const own = typeof urls.published === 'string' && URL.canParse(urls.published) ? urls.published : undefined;
  return own === undefined || new URL(own).host !== new URL(url).host;
}

const leadsReadersAway = (asksIf: string, away: string): OperationDanger =>
  saying(
    moderateIf(
      asksIf,
      async (change) =>
        (await leadsAway(change, change.input.url)) ||
        ((clearsCondition(change) || uncovers(change)) && (await siteOf(change)).published),
      (change) => mayClear(change) || mayUncover(change),
    ),
    whereReadersGo(away),
  );

const whereReadersGo =
  (away: string) =>
  async (change: Change): Promise<string> => {
    const isAway = hostIn(change.input) !== undefined;
    const { title } = await siteOf(change);
    return [
      ...(isAway ? [away] : []),
      ...(uncovers(change) ? [`readers of site "${title}" see it at once`] : []),
      ...(clearsCondition(change)
        ? [`it is for every visitor of site "${title}", not only for those its condition let in`]
        : []),
    ].join('; ');
  };

/** Where a link, a redirect or a server leads. */
export function hostIn(input: Readonly<Record<string, unknown>>): string | undefined {
  const url = input.url ?? urlOf(input.destination);
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : undefined;
}

const urlOf = (destination: unknown): unknown =>
  typeof destination === 'object' && destination !== null && 'url' in destination
    ? destination.url
    : undefined;

/** Every URL that a link in it leads to, however deep. */
function linksIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('kind' in value && value.kind === 'url' && 'url' in value) return [String(value.url)];
  return Object.values(value).flatMap(linksIn);
}

/** The same of a customization, in which the address of the privacy policy is not a link. */
const linksOf = (looks: Readonly<Record<string, unknown>>): string[] => [
  ...linksIn(looks),
  ...[urlOf(looks.privacyPolicy)].filter((url) => typeof url === 'string'),
];

/** Links of a customization that lead to another host, and are not in it yet. */
async function newLinksAway(change: Change): Promise<string[]> {
  const wanted = linksOf(change.input);
  const before = wanted.length === 0 ? [] : linksOf(await stateBefore(change));
  const away: string[] = [];
  for (const url of wanted) if (!before.includes(url) && (await leadsAway(change, url))) away.push(url);
  return away;
}

const looksLeadAway = saying(
  moderateIf('a new link leads to another host', async (change) => (await newLinksAway(change)).length > 0),
  async (change) =>
    `readers who follow its new links go to ${hostsOf((await newLinksAway(change)).map((url) => new URL(url).host))}`,
);

const redirectsAway = saying(
  moderateIf('it leads to another host', (change) => leadsAway(change, urlOf(change.input.destination))),
  'readers of the old path leave the site',
);

const signsInAnew = ({ input, target }: Change): boolean =>
  target?.backend !== undefined && input.backend !== target.backend;

/** Hosts that visitors without a session are sent to, and were not before. */
async function newSignInHosts(change: Change): Promise<string[]> {
  const { input, target } = change;
  const hosts: string[] = [];
  for (const field of ['fallbackURL', 'logoutURL']) {
    const host = hostIn({ url: input[field] });
    if (
      host !== undefined &&
      host !== hostIn({ url: target?.[field] }) &&
      (await leadsAway(change, input[field]))
    )
      hosts.push(host);
  }
  return hosts;
}

const visitorSignIn = saying(
  moderateIf(
    'visitors must sign in another way, or are sent to another host',
    async (change) => signsInAnew(change) || (await newSignInHosts(change)).length > 0,
    always,
  ),
  async (change) => {
    const hosts = await newSignInHosts(change);
    return [
      ...(signsInAnew(change) ? ['visitors must sign in the new way'] : []),
      ...(hosts.length > 0 ? [`visitors who are not signed in are sent to ${hostsOf(hosts)}`] : []),
    ].join('; ');
  },
);

const isDeletedRedirect = (row: unknown): boolean =>
  typeof row === 'object' && row !== null && 'destination' in row && row.destination === null;

async function pushesAway(change: Change): Promise<boolean> {
  const { redirects } = change.input;
  if (!Array.isArray(redirects)) return true;
  if (redirects.some(isDeletedRedirect)) return true;
  for (const row of redirects) if (await leadsAway(change, urlOf(Object(row).destination))) return true;
  return false;
}

const MOST_HOSTS = 3;

function hostsOf(all: readonly string[]): string {
  const hosts = [...new Set(all)];
  const more = hosts.length > MOST_HOSTS ? ` and ${hosts.length - MOST_HOSTS} more` : '';
  return `${hosts.slice(0, MOST_HOSTS).join(', ')}${more}`;
}

/** `1 redirect is deleted; readers of 2 paths are sent to evil.example`. */
function whatIsPushed({ input: { redirects } }: Change): string {
  const rows: readonly unknown[] = Array.isArray(redirects) ? redirects : [];
  const deleted = rows.filter(isDeletedRedirect).length;
  const sent = rows.flatMap((row) => hostIn(Object(row)) ?? []);
  return [
    ...(deleted > 0 ? [`${plural(deleted, 'redirect')} ${deleted === 1 ? 'is' : 'are'} deleted`] : []),
    ...(sent.length > 0 ? [`readers of ${plural(sent.length, 'path')} are sent to ${hostsOf(sent)}`] : []),
  ].join('; ');
}

function whatIsLost({ target }: Change): string {
  const spaces = Number(target?.siteSpaces ?? 0);
  const stay = spaces === 0 ? '' : `its ${plural(spaces, 'space')} ${spaces === 1 ? 'stays' : 'stay'}; `;
  return `${stay}its address, sections and settings cannot be restored`;
}

const answersCustomers = saying(
  moderateIf('the agent answers customers there', ({ input }) => input.role === 'support'),
  'the agent answers your customers there',
);

const OPENED_BY_LINK = 'anyone who has its address can read the site';

const LEAVES = 'readers who follow it leave the site';
const SENDS = 'the assistant of the site sends it what readers ask';

const dangers = {
  'sites.update': saying(
    moderateIf(
      'more people can read a published site than before, or its default level lets every member change it, or see it at all',
      (change) => opensSite(change) || opensToMembers(change),
      ({ input }) => input.visibility !== undefined || input.defaultLevel != null,
    ),
    (change) =>
      [
        ...(opensSite(change) ? [readableAt(change.input.visibility, change.target)] : []),
        ...(opensToMembers(change) ? [whatAllCan(change)] : []),
      ].join('; '),
  ),
  'sites.delete': wantsName(whatIsLost),
  'sites.publish': saying(
    moderateIf('the site is public or unlisted', ({ target }) => isOpen(target?.visibility), always),
    ({ target }) => readableAt(target?.visibility, target),
  ),
  'sites.unpublish': asks('no one can read it until it is published again'),
  'sitePublishing.updateAuth': visitorSignIn,
  'sitePublishing.regenerateAuth': wantsName(
    'tokens signed with the current key are refused: visitors cannot sign in until your service has the new one',
  ),
  'siteSections.create': onLiveSite,
  'siteSections.update': sectionChange,
  'siteSections.delete': asks('its spaces stay; readers no longer find them on the site'),
  'siteSectionGroups.create': takesFromGroups,
  'siteSectionGroups.add': takesFromGroups,
  'siteSectionGroups.update': getsLive,
  'siteSectionGroups.delete': asks('its sections stay where the group was'),
  'siteSpaces.add': onLiveSite,
  'siteSpaces.update': whatReadersSee,
  'siteSpaces.remove': asks('the space stays; readers no longer find it on the site'),
  'siteSpaces.duplicate': saying(
    moderateIf(
      'readers see the copy at once',
      async (change) => change.input.draft !== true && (await siteOf(change)).published,
    ),
    async (change) => `readers of site "${(await siteOf(change)).title}" see the copy at once`,
  ),
  'siteShareLinks.create': asks(OPENED_BY_LINK),
  'siteShareLinks.update': saying(
    moderateIf(
      'the link opens the site again',
      ({ input, target }) => input.active === true && target?.active !== true,
      ({ input }) => input.active === true,
    ),
    OPENED_BY_LINK,
  ),
  'siteShareLinks.delete': asks('its address no longer opens the site, and cannot be restored'),
  'siteRedirects.create': redirectsAway,
  'siteRedirects.update': redirectsAway,
  'siteRedirects.push': saying(
    moderateIf('it deletes redirects, or one leads to another host', pushesAway),
    whatIsPushed,
  ),
  'siteRedirects.delete': asks('readers of the old path find nothing'),
  'siteExternalLinks.create': leadsReadersAway('it leads to another host', LEAVES),
  'siteExternalLinks.update': leadsReadersAway(
    'it leads to another host, or readers get it who did not before',
    LEAVES,
  ),
  'siteExternalLinks.delete': asks('readers no longer find it in the navigation'),
  'siteMcpServers.create': leadsReadersAway('the server is on another host', SENDS),
  'siteMcpServers.update': leadsReadersAway('the server is on another host, or every reader gets it', SENDS),
  'siteMcpServers.delete': asks('the assistant can no longer use its tools, and its headers are lost'),
  'siteChannels.create': answersCustomers,
  'siteChannels.update': answersCustomers,
  'siteChannels.delete': asks('the agent no longer answers there'),
  'siteStyleguide.template': asks('its content may be replaced'),
  'customHostnames.delete': wantsName('readers no longer find the site at this domain'),
  'customization.set': looksLeadAway,
  'customization.updateOfSiteSpace': looksLeadAway,
  'customization.reset': asks('it looks like the rest of the site again'),
  'fonts.delete': asks('its files are lost'),
  'siteTopics.clearFindings': asks(({ target }) => {
    const total = Number(Object(target?.findings).total ?? 0);
    return `${plural(total, 'finding')} deleted; the next scan finds what is still wrong`;
  }),
  'contextConnections.delete': asks(
    ({ target }) =>
      `its ${plural(Number(target?.records ?? 0), 'record')} and the topics that only they are about go with it`,
  ),
} satisfies Dangers;

export default dangers;
