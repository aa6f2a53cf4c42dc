// Rules about published sites.

import { listCollections } from '../../../api/content/collections.ts';
import type { Space } from '../../../api/content/spaces.generated.ts';
import { getHostname, getPublishingAuth, listShareLinks } from '../../../api/sites/site-publishing.ts';
import { getSiteStructure } from '../../../api/sites/site-structure.ts';
import type { Site } from '../../../api/sites/sites.generated.ts';
import { listSites } from '../../../api/sites/sites.ts';
import { spacesOf } from '../../../domain/redirect-destination.ts';
import { shell } from '../../../files/shell-word.ts';
import { type AuditContext, type AuditFinding, type AuditRule, daysSince, targetAs } from '../rule.ts';

const LINK_DAYS = 180;

export const sitesOf = ({ lists, organizationId }: AuditContext): Promise<readonly Site[]> =>
  lists.all(listSites, { organizationId });

export const siteTarget = targetAs('site');

const isOpen = ({ published, visibility }: Site): boolean =>
  published && (visibility === 'public' || visibility === 'unlisted');

/** Where a space is closed to members who were not named: `in the private collection "Internal"`; undefined where it is open. */
async function closedBy({ lists, organizationId }: AuditContext) {
  const collections = await lists.all(listCollections, { organizationId });
  const byId = new Map(collections.map((one) => [one.id, one]));
  const above = (id: string | undefined, depth = 0): string | undefined => {
    const one = id === undefined || depth > byId.size ? undefined : byId.get(id);
    if (one?.defaultLevel === 'inherit') return above(one.parent, depth + 1);
    return one?.defaultLevel === null ? `in the private collection "${one.title}"` : undefined;
  };
  return ({ defaultLevel, parent }: Pick<Space, 'defaultLevel' | 'parent'>): string | undefined =>
    defaultLevel === 'inherit' ? above(parent) : defaultLevel === null ? 'private' : undefined;
}

export const rules: readonly AuditRule[] = [
  {
    id: 'sites/private-collection-public',
    severity: 'high',
    summary: 'A public site shows a private space, or one of a private collection.',
    why: 'Content that most members cannot open can be read by anyone on the web.',
    mend: 'docs sites spaces remove <site-space> --site <site>',
    reads: [listSites, listCollections, getSiteStructure],
    async find(context) {
      const { lists, organizationId } = context;
      const closed = await closedBy(context);
      const open = (await sitesOf(context)).filter(isOpen);
      return lists.each(open, async (site): Promise<AuditFinding[]> => {
        const shown = spacesOf(await lists.one(getSiteStructure, { organizationId, siteId: site.id }));
        return shown.flatMap(({ id, space }) => {
          const why = closed(space);
          if (why === undefined) return [];
          return [
            {
              target: { kind: 'space', id: space.id, title: space.title },
              within: siteTarget(site),
              key: id,
              message: `is ${why}, and on the ${site.visibility} site "${site.title}"`,
              // A site keeps its last space.
              mend:
                shown.length > 1
                  ? shell`docs sites spaces remove ${id} --site ${site.id}`
                  : shell`docs sites unpublish ${site.id}`,
            },
          ];
        });
      });
    },
  },
  {
    id: 'sites/old-share-link',
    severity: 'medium',
    summary: `A share link is older than ${LINK_DAYS} days.`,
    why: 'A share link works like a shared password, and this one has not been changed for a long time.',
    mend: 'docs share-links update <share-link> --no-active --site <site>',
    reads: [listSites, listShareLinks],
    async find(context) {
      const { lists, organizationId, now } = context;
      const shared = (await sitesOf(context)).filter(({ visibility }) => visibility === 'share-link');
      return lists.each(shared, async (site): Promise<AuditFinding[]> => {
        const links = await lists.all(listShareLinks, { organizationId, siteId: site.id });
        return links.flatMap(({ id, name, active, createdAt }) => {
          const days = daysSince(createdAt, now);
          if (active === false || days <= LINK_DAYS) return [];
          return [
            {
              target: { kind: 'share link', id, title: name ?? id },
              within: siteTarget(site),
              message: `has opened the site for ${days} days`,
              mend: shell`docs share-links update ${id} --no-active --site ${site.id}`,
            },
          ];
        });
      });
    },
  },
  {
    id: 'sites/auth-without-fallback',
    severity: 'medium',
    summary: 'Visitors without a token are sent nowhere.',
    why: 'A reader whose sign-in has expired sees an error instead of the sign-in page.',
    mend: 'docs publishing auth update <site> --backend custom --fallback-url <url>',
    reads: [listSites, getPublishingAuth],
    async find(context) {
      const { lists, organizationId } = context;
      const signed = (await sitesOf(context)).filter(({ visibility }) => visibility === 'visitor-auth');
      return lists.each(signed, async (site): Promise<AuditFinding[]> => {
        const { backend, fallbackURL } = await lists.one(getPublishingAuth, {
          organizationId,
          siteId: site.id,
        });
        if (backend !== 'custom' || fallbackURL !== undefined) return [];
        return [{ target: siteTarget(site), message: 'has no fallback URL for visitors', mend: undefined }];
      });
    },
  },
  {
    id: 'sites/empty',
    severity: 'low',
    summary: 'A published site has no spaces.',
    why: 'Readers and search engines find an address without content.',
    mend: 'docs sites unpublish <site>',
    reads: [listSites],
    async find(context) {
      const sites = await sitesOf(context);
      return sites
        .filter(({ published, siteSpaces }) => published && siteSpaces === 0)
        .map((site) => ({
          target: siteTarget(site),
          message: 'is published and has no spaces',
          mend: shell`docs sites unpublish ${site.id}`,
        }));
    },
  },
  {
    id: 'sites/domain-not-live',
    severity: 'high',
    summary: 'The domain of a site does not work.',
    why: 'Readers cannot reach the site at its own address, or browsers warn them about it.',
    mend: 'docs hostnames check <domain>, after its DNS is set',
    reads: [listSites, getHostname],
    async find(context) {
      const { lists } = context;
      const named = (await sitesOf(context)).filter(({ hostname }) => hostname !== undefined);
      return lists.each(named, async (site): Promise<AuditFinding[]> => {
        const { hostname = '' } = site;
        const { status, isActive } = await lists.one(getHostname, { hostname });
        if (status === undefined ? isActive : status === 'live') return [];
        const message = `has the domain ${hostname}, which is ${status ?? 'not active'}`;
        // Once the DNS is right, another look is all that is missing.
        const isOurs = status !== undefined && /^(?:dns_passed|ssl_)/.test(status);
        const mend = isOurs ? shell`docs hostnames check ${hostname}` : undefined;
        return [{ target: siteTarget(site), message, mend }];
      });
    },
  },
];
