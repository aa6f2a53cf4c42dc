// What the visitors of a published site get.
import type { SiteExternalLink } from '../../../api/sites/site-external-links.generated.ts';
import type { SiteSectionGroup } from '../../../api/sites/site-section-groups.generated.ts';
import type { SiteSection } from '../../../api/sites/site-sections.generated.ts';
import type { SiteStructure } from '../../../api/sites/site-structure.generated.ts';
import type { PublishedSite } from '../../../api/sites/site-structure.ts';
import { scriptsOfSite } from '../../db/integrations/integrations.ts';
import type { SiteRow, SiteRows } from '../../db/sites/sites.ts';
import type { Call } from '../../sandbox.ts';
import { integrationEndpoint } from '../../urls.ts';
import { structureView, viewOfSite } from '../../views/sites/site-structure.ts';
import { siteView } from '../../views/sites/sites.ts';
import { type Claims, claimsIn, showsFor } from '../../web/visitor.ts';
import { WireError } from '../../wire-error.ts';
import { masked, publishedLooks, siteSettings, siteSpaceSettings } from './customization.ts';
import { liveParts } from './live-parts.ts';
import { authOf } from './visitor-auth.ts';

/**
 * What its conditions leave for the visitor. 404 for a site that is not published, a share link without its key, and a
 * site whose visitors sign in without a JWT that is signed with its key: `shareKey` is the only place this call has for it.
 */
export function publishedSite(call: Call, site: SiteRow, shareKey: string | undefined): PublishedSite {
  if (site.published === 0) throw missing(site, 'is not published');
  const signsIn = site.visibility === 'visitor-auth';
  const whole = viewOfSite(call, site, signsIn ? undefined : shareKey);
  const claims = signsIn ? claimsOf(call, site, shareKey) : {};
  const view = { ...whole, rows: partsFor(liveParts(whole.rows), claims) };
  if (view.root === undefined) {
    throw missing(
      site,
      shareKey === undefined ? 'opens with its shareKey only' : 'does not open with this shareKey',
    );
  }
  const looksOf = (settings: ReturnType<typeof siteSettings>) => publishedLooks(site, masked(site, settings));
  return {
    object: 'published-content-site',
    site: siteView(call, site),
    structure: shownOnly(structureView(view)),
    customizations: {
      site: looksOf(siteSettings(call.db, site)),
      siteSpaces: Object.fromEntries(
        view.rows.siteSpaces.map(({ id }) => [id, looksOf(siteSpaceSettings(call.db, site, id))]),
      ),
    },
    scripts: siteScripts(call, site),
  };
}

/** Of a visitor who is signed in. 404 without a JWT of the site. */
function claimsOf(call: Call, site: SiteRow, token: string | undefined): Claims {
  if (token === undefined)
    throw missing(site, 'is for visitors who are signed in: their JWT is expected as the shareKey');
  const claims = claimsIn(token, authOf(call.db, site).privateKey, call.now());
  if (!claims)
    throw missing(
      site,
      'does not open with this JWT: sign it with the key of the site (HS256), and let it not expire',
    );
  return claims;
}

/** A section that is not for the visitor takes its spaces along. */
function partsFor(rows: SiteRows, claims: Claims): SiteRows {
  const shows = showsFor(claims);
  const sections = rows.sections.filter(({ condition }) => shows(condition));
  const ids = new Set<string | null>([null, ...sections.map(({ id }) => id)]);
  return {
    ...rows,
    sections,
    siteSpaces: rows.siteSpaces.filter(({ condition, section }) => shows(condition) && ids.has(section)),
    links: rows.links.filter(({ condition }) => shows(condition)),
  };
}

/** What integrations put on the pages of a site. */
export const siteScripts = ({ db }: Call, site: SiteRow) =>
  scriptsOfSite(db, site).map(({ name, contentSecurityPolicy, cookies }) => ({
    script: `${integrationEndpoint(name)}/script`,
    contentSecurityPolicy,
    cookies,
  }));

const missing = ({ id }: SiteRow, why: string) => new WireError(404, `site "${id}" ${why}`);

type Node = SiteSection | SiteSectionGroup | SiteExternalLink;

/** Sections without a space, and groups without a section, are no places to go. */
function shownOnly(structure: SiteStructure): SiteStructure {
  if (structure.type === 'siteSpaces') return structure;
  return { ...structure, structure: structure.structure.flatMap(shown) };
}

function shown(node: Node): Node[] {
  if (node.object === 'site-external-link') return [node];
  if (node.object === 'site-section') return node.siteSpaces.length > 0 ? [node] : [];
  const children = node.children.flatMap(shown);
  if (children.length === 0) return [];
  return [{ ...node, children, sections: children.filter((child) => child.object === 'site-section') }];
}
