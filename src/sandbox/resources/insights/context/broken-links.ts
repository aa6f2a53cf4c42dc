// Findings in the pages of a site: links that lead nowhere, with what repairs them where that is known, and empty pages.
import { posix } from 'node:path';
import type { SiteFinding } from '../../../../api/insights/site-findings.generated.ts';
import { SiteRedirect } from '../../../../api/sites/site-redirects.generated.ts';
import { groupBy } from '../../../../files/lists.ts';
import { slugify } from '../../../../markdown/heading-anchor.ts';
import { block, documentOf, leaf, textNode } from '../../../../markdown/to-document.ts';
import type { Tree } from '../../../content/model.ts';
import { mapLinks } from '../../../content/repository/repo-links.ts';
import { findPage, type Placed, replacePage, walk } from '../../../content/tree.ts';
import { contentStore, revisionsStore } from '../../../db/content/content.ts';
import { liveSpace, type SpaceRow } from '../../../db/content/spaces.ts';
import type { Database } from '../../../db/database.ts';
import { type Fix, findingChangeRequests, type SiteFindingRow } from '../../../db/insights/context.ts';
import { type SiteSpaceRow, shownSiteSpaces, siteRows } from '../../../db/sites/sites.ts';
import type { Sandbox } from '../../../sandbox.ts';
import { slices } from '../../../slices.ts';
import { commitOn, contentTarget } from '../../content/content-target.ts';
import { type PageLink, resolvedLinks } from '../../content/resolved-links.ts';
import { openChangeRequest } from '../../review/change-requests-rules.ts';
import type { Found } from './unanswered.ts';

/** A link on so many pages hurts many readers. */
const MANY_PAGES = 3;

/** A space on the site, and the path that its pages have there. */
interface Shown {
  space: SpaceRow;
  tree: Tree;
  prefix: string;
}

/** In the order of the site; a space that it shows twice is read once. */
export async function findInPages(sandbox: Sandbox, site: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const shown of spacesOf(sandbox, site)) {
    const links = await resolvedLinks(sandbox, shown.space, shown.space.revision);
    found.push(...(await brokenLinks(sandbox, shown, links)), ...emptyPages(sandbox, shown));
  }
  return found;
}

export function spacesOf({ db }: Sandbox, site: string): Shown[] {
  const { siteSpaces, sections } = siteRows(db, site);
  const prefixOf = ({ section, isDefault, path }: SiteSpaceRow) => {
    const above = sections.find(({ id }) => id === section)?.path;
    return [above, isDefault === 1 ? undefined : path].flatMap((part) => part ?? []).join('/');
  };
  const first = siteSpaces.filter(
    (row, at) => siteSpaces.findIndex(({ space }) => space === row.space) === at,
  );
  return first.map((row) => {
    const space = liveSpace(db, row.space);
    return { space, tree: revisionsStore(db).tree(space.revision), prefix: prefixOf(row) };
  });
}

/** One finding for each destination, however many pages lead there. */
async function brokenLinks(sandbox: Sandbox, shown: Shown, links: readonly PageLink[]): Promise<Found[]> {
  const pause = slices();
  const broken = links.filter(({ status, href }) => status === 'broken' && href !== '');
  const found: Found[] = [];
  for (const [href, group] of groupBy(broken, (link) => link.href)) {
    found.push(brokenLink(sandbox, shown, href, group));
    await pause();
  }
  return found;
}

function brokenLink({ db }: Sandbox, shown: Shown, href: string, links: readonly PageLink[]): Found {
  const { space, tree } = shown;
  const isAnchor = links.every(({ target }) => target?.kind === 'anchor');
  const moved = isAnchor ? undefined : pageNamed(tree, href);
  const to = Object.fromEntries(
    links.flatMap(({ placed }): [string, string][] => {
      const better = isAnchor ? withoutAnchor(href) : moved && hrefTo(placed, moved);
      const text = placed.page.markdown === undefined ? '' : contentStore(db).text(placed.page.markdown);
      return better === undefined || relinked(text, href, better) === text ? [] : [[placed.page.id, better]];
    }),
  );
  const pages = [...new Set(links.map(({ placed }) => placed.page.id))];
  const isFixable = pages.every((page) => page in to);
  const redirect = moved && redirectTo(shown, links[0]?.placed, href, moved);
  const where = [...new Set(links.map(({ placed }) => `"${placed.page.title}"`))].join(', ');
  return {
    about: `link ${space.id} ${href}`,
    title: isAnchor ? `Link to a missing heading: ${href}` : `Broken link: ${href}`,
    description: `It is on ${where}.${moved ? ` The page is now "${moved.page.title}".` : ''}`,
    type: 'broken-link',
    severity: pages.length >= MANY_PAGES ? 'high' : isAnchor ? 'low' : 'medium',
    status: 'open',
    space: space.id,
    topic: null,
    pages,
    records: [],
    ...(isFixable && { fix: { href, to } }),
    ...(redirect && { redirect }),
  };
}

/** The text with one destination in place of another; the same where no link has it. */
const relinked = (markdown: string, from: string, to: string): string =>
  mapLinks(markdown, (href) => (href === from || href === encodeURI(from) ? encodeURI(to) : undefined));

const withoutAnchor = (href: string): string | undefined => href.replace(/#.*$/s, '') || undefined;

/** The only page that a destination can have meant: its name is that of the file or of the folder of a README. */
function pageNamed(tree: Tree, href: string): Placed | undefined {
  const path = href.replace(/[?#].*$/s, '').replace(/\.(?:md|html?)$/i, '');
  const name = path
    .replace(/\/(?:README|index)?$/i, '')
    .split('/')
    .at(-1);
  if (name === undefined || name === '' || name === '..') return undefined;
  const named = [...walk(tree.pages)].filter(
    ({ page }) => page.type === 'document' && page.slug === slugify(name),
  );
  return named.length === 1 ? named[0] : undefined;
}

/** As it is written between files of a repository, or between pages that no repository holds. */
function hrefTo({ page, path }: Placed, target: Placed): string {
  const [from, to] =
    page.git && target.page.git ? [page.git.path, target.page.git.path] : [path, `${target.path}.md`];
  return posix.relative(posix.dirname(from), to);
}

const SOURCE = new RegExp(SiteRedirect.properties.source.pattern ?? '');

/** What leads readers from where the link points on the site to where the page is. */
function redirectTo(
  { space, prefix }: Shown,
  from: Placed | undefined,
  href: string,
  moved: Placed,
): SiteFinding['brokenLinkAction'] {
  if (!from) return undefined;
  const path = href
    .replace(/[?#].*$/s, '')
    .replace(/\.md$/i, '')
    .replace(/\/README$/i, '');
  const old = path.startsWith('/') ? path : posix.join(posix.dirname(from.path), path);
  const source = posix.join('/', prefix, old).replace(/\/$/, '');
  if (old.startsWith('..') || !SOURCE.test(source) || source.length > 512) return undefined;
  return { source, destination: { kind: 'path', spaceId: space.id, path: moved.path } };
}

/** A page that holds no text and no pages is a dead end. */
function emptyPages({ db }: Sandbox, { space, tree }: Shown): Found[] {
  const isEmpty = ({ page }: Placed) =>
    page.type === 'document' &&
    !page.hidden &&
    page.pages.length === 0 &&
    page.markdown !== undefined &&
    contentStore(db).text(page.markdown).trim() === '';
  return [...walk(tree.pages)].filter(isEmpty).map(({ page }) => ({
    about: `empty ${space.id} ${page.id}`,
    title: `Empty page: ${page.title}`,
    description: `Page "${page.title}" of space "${space.title}" has no text.`,
    type: 'content-gap',
    severity: 'low',
    status: 'open',
    space: space.id,
    topic: null,
    pages: [page.id],
    records: [],
  }));
}

const SUBJECT_LENGTH = 100;

/** The text of a finding as a rich document. */
export const findingText = (text: string) => documentOf([block('paragraph', [textNode(leaf(text))])]);

/** Where a finding is to be fixed: the space of its pages, or the first one that the site shows. */
export const spaceToFix = ({ db }: Sandbox, { space, site }: SiteFindingRow): string | undefined =>
  space ?? shownSiteSpaces(db, site)[0]?.space;

/** Makes one, unless somebody works on another already. Call it in a transaction. */
export function proposeFix(sandbox: Sandbox, finding: SiteFindingRow, userId: string): void {
  const { db } = sandbox;
  const spaceId = spaceToFix(sandbox, finding);
  if (spaceId === undefined || isInWork(db, finding.id)) return;
  const made = openChangeRequest(sandbox, {
    spaceId,
    userId,
    // What holds no edit yet waits for somebody who writes it.
    status: finding.fix === null ? 'draft' : 'open',
    subject: [...`Fix: ${finding.title}`].slice(0, SUBJECT_LENGTH).join(''),
    description: findingText(finding.description),
  });
  findingChangeRequests(db).insert({ finding: finding.id, changeRequest: made.id });
  if (finding.fix !== null) applyFix(sandbox, spaceId, made.id, finding.fix, userId);
}

/** Whether somebody works on it: a change request that is neither merged nor archived. */
const isInWork = (db: Database, finding: string): boolean =>
  db.get(
    `SELECT 1 FROM findingChangeRequests f JOIN change_requests c ON c.id = f.changeRequest
     WHERE f.finding = ? AND c.status IN ('draft', 'open')`,
    finding,
  ) !== undefined;

function applyFix(
  sandbox: Sandbox,
  spaceId: string,
  changeRequestId: string,
  { href, to }: Fix,
  userId: string,
): void {
  const { db } = sandbox;
  const before = revisionsStore(db).tree(liveSpace(db, spaceId).revision);
  const tree = Object.entries(to).reduce((grown, [id, better]) => {
    const page = findPage(grown, id)?.page;
    if (page?.markdown === undefined) return grown;
    const text = contentStore(db).text(page.markdown);
    const markdown = contentStore(db).put(relinked(text, href, better));
    const updatedAt = sandbox.now().toISOString();
    return replacePage(grown, id, (one) => ({ ...one, markdown, updatedAt }));
  }, before);
  if (tree !== before)
    commitOn(sandbox, contentTarget(sandbox, { spaceId, changeRequestId }), { tree, userId });
}
