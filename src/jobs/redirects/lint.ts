// What is wrong with the redirects of a site: loops, chains, dead destinations, sources that never apply, twins.
import type { SiteRedirect } from '../../api/sites/site-redirects.generated.ts';
import { listRedirects, testRedirect } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import type { Site } from '../../api/sites/sites.generated.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapPool, type Width } from '../../client/pool.ts';
import { spacesOf } from '../../domain/redirect-destination.ts';
import { NotFoundError } from '../../errors.ts';
import { comparable, pagesBySpace, REST, type SiteMap, siteMap } from './site-map.ts';

export const PROBLEMS = ['self', 'loop', 'dead', 'chain', 'shadowed', 'twin'] as const;
export type RedirectProblem = (typeof PROBLEMS)[number];

export interface RedirectFinding {
  problem: RedirectProblem;
  /** Of the redirect. */
  id: string;
  source: string;
  message: string;
  /** Paths that a reader passes, with the last one; * is whatever a wildcard matched. */
  route: string[];
  /** A path of the site that has neither a page nor a redirect of this list. */
  dead?: string;
}

/** Browsers give up then. */
const MOST_HOPS = 20;

interface Rule {
  redirect: SiteRedirect;
  /** Where a reader begins. */
  start: string;
  /** Of a wildcard: what paths must begin with. */
  prefix: string | undefined;
}

/** Drafts redirect nobody, and are passed over. In the order of the list. */
export function lintRedirects(redirects: readonly SiteRedirect[], map: SiteMap): RedirectFinding[] {
  const rules = redirects.filter(({ draft }) => !draft).map(ruleOf);
  const find = finder(rules);
  const loops = new Set<string>();
  const twins = twinsAmong(rules);
  return rules.flatMap((rule) => {
    const found = isShadowed(rule, map) ? shadowed(rule) : judge(rule, { map, find, loops });
    const twin = twins.get(rule);
    return [...(found ? [found] : []), ...(twin ? [twinOf(rule, twin)] : [])];
  });
}

function ruleOf(redirect: SiteRedirect): Rule {
  const { source } = redirect;
  if (!source.endsWith('*')) return { redirect, start: comparable(source), prefix: undefined };
  const path = comparable(source.slice(0, -1));
  const prefix = source.endsWith('/*') ? `${path.replace(/\/$/, '')}/` : path;
  return { redirect, start: `${path.replace(/\/$/, '')}/${REST}`, prefix };
}

type Find = (path: string) => Rule | undefined;

/** The redirect of exactly this path, else that of the longest wildcard. */
function finder(rules: readonly Rule[]): Find {
  const exact = new Map<string, Rule>();
  const wild = new Map<string, Rule>();
  for (const rule of rules)
    if (rule.prefix === undefined) exact.set(rule.start, rule);
    else wild.set(rule.prefix, rule);
  return (path) => {
    const known = exact.get(path);
    if (known || wild.size === 0) return known;
    for (let end = path.length; end > 0; end--) {
      const rule = wild.get(path.slice(0, end));
      if (rule) return rule;
    }
    return undefined;
  };
}

const isShadowed = ({ prefix, start }: Rule, map: SiteMap): boolean =>
  prefix === undefined && map.served(start) === 'page';

const finding = (
  { redirect: { id, source } }: Rule,
  problem: RedirectProblem,
  message: string,
  route: readonly string[],
): RedirectFinding => ({ problem, id, source, message, route: [...route] });

const shadowed = (rule: Rule) =>
  finding(rule, 'shadowed', 'never applies: a page is at this path', [rule.start]);

/** Where one redirect leads: `arrived` at another site, to what is `gone`, or to a path, where a page is for `certain`. */
function step({ redirect, prefix }: Rule, path: string, map: SiteMap): 'arrived' | 'gone' | Landing {
  const { destination, captureWildcard } = redirect;
  const isPlace = destination.kind !== 'external';
  const base = isPlace ? map.pathOf(destination) : map.inside(destination.url);
  if (base === undefined) return 'arrived';
  if (base === 'gone') return 'gone';
  const rest = captureWildcard && prefix !== undefined ? path.slice(prefix.length).replace(/^\//, '') : '';
  if (rest === '') return { path: base, certain: isPlace };
  return { path: `${base.replace(/\/$/, '')}/${rest}`, certain: false };
}

interface Landing {
  path: string;
  certain: boolean;
}

interface Judging {
  map: SiteMap;
  find: Find;
  /** Loops that are reported already. */
  loops: Set<string>;
}

function judge(rule: Rule, judging: Judging): RedirectFinding | undefined {
  const { route, passed, end, isPartly } = walk(rule, judging);
  if (typeof end === 'object') return loopOf(rule, { route, cycle: end.cycle, loops: judging.loops });
  if (passed.length > 1) return isPartly ? undefined : chain(rule, passed, route);
  if (end === 'gone')
    return finding(rule, 'dead', 'leads to a section, space or page that is not on the site', route);
  const last = route.at(-1);
  if (end !== 'nothing' || last === undefined || last.endsWith(REST)) return undefined;
  return { ...finding(rule, 'dead', `leads to ${last}, where the site has no page`, route), dead: last };
}

interface Walk {
  route: string[];
  passed: Rule[];
  /** Pages are below a path on the way: only readers of other paths come further. */
  isPartly: boolean;
  end: 'arrived' | 'gone' | 'nothing' | { cycle: readonly Rule[] };
}

/** The way of a reader from the source of a redirect to its end. */
function walk(rule: Rule, { map, find }: Judging): Walk {
  const way: Walk = { route: [rule.start], passed: [], isPartly: false, end: 'arrived' };
  const { route, passed } = way;
  for (let next: Rule | undefined = rule; next; ) {
    passed.push(next);
    const to = step(next, route.at(-1) ?? rule.start, map);
    if (typeof to === 'string') return { ...way, end: to };
    const cycle = cycleOf(to.path, way);
    route.push(to.path);
    if (cycle) return { ...way, end: { cycle } };
    const served = to.certain ? 'page' : map.served(to.path);
    if (served !== 'nothing' && served !== 'group') return way;
    way.isPartly ||= to.path.endsWith(REST) && map.hasBelow(to.path);
    next = find(to.path);
    if (!next && served === 'nothing') way.end = 'nothing';
  }
  return way;
}

/** The redirects that come around again: a path that was passed, or so many that browsers give up. */
function cycleOf(path: string, { route, passed }: Walk): readonly Rule[] | undefined {
  const again = route.indexOf(path);
  if (again !== -1) return passed.slice(again);
  return passed.length === MOST_HOPS ? passed.slice(MOST_HOPS / 2) : undefined;
}

function chain(rule: Rule, passed: readonly Rule[], route: readonly string[]): RedirectFinding {
  const last = passed.at(-1)?.redirect.source ?? '';
  const message = `takes ${passed.length} redirects, ${told(route)}: use the destination of ${last}`;
  return finding(rule, 'chain', message, route);
}

/** Once a loop, and once for each redirect that leads into one. */
function loopOf(
  rule: Rule,
  { route, cycle, loops }: { route: string[]; cycle: readonly Rule[]; loops: Set<string> },
): RedirectFinding | undefined {
  const members = [...new Set(cycle)];
  if (!members.includes(rule)) return finding(rule, 'loop', `leads into a loop: ${told(route)}`, route);
  const key = members
    .map(({ redirect }) => redirect.id)
    .sort()
    .join(' ');
  if (loops.has(key)) return undefined;
  loops.add(key);
  if (members.length === 1) return finding(rule, 'self', `leads to itself: ${told(route)}`, route);
  return finding(rule, 'loop', `leads back to itself: ${told(route)}`, route);
}

const SHOWN = 8;
const told = (route: readonly string[]): string =>
  [...route.slice(0, SHOWN), ...(route.length > SHOWN ? ['...'] : [])].join(' -> ');

/** Each redirect whose source is another one's but for case, a slash or its encoding, with that other one. */
function twinsAmong(rules: readonly Rule[]): Map<Rule, Rule> {
  const first = new Map<string, Rule>();
  const twins = new Map<Rule, Rule>();
  for (const rule of rules) {
    const path = rule.prefix?.replace(/\/$/, '') ?? rule.start;
    const key = `${rule.prefix === undefined} ${path.toLowerCase()}`;
    const known = first.get(key);
    if (known) twins.set(rule, known);
    else first.set(key, rule);
  }
  return twins;
}

function twinOf(rule: Rule, other: Rule): RedirectFinding {
  const [one, two] = [rule.redirect.source, other.redirect.source];
  const bare = (text: string) => text.replace(/\/?\*?$/, '');
  const isCase = bare(one) !== bare(two) && bare(one).toLowerCase() === bare(two).toLowerCase();
  const what = isCase ? 'case' : bare(one) === bare(two) ? 'a slash' : 'case or encoding';
  return finding(rule, 'twin', `differs from ${two} only in ${what}`, [rule.start]);
}

// Reads what redirects are compared with: the structure of the site, and pages of the spaces that they touch.

export interface LintedSite {
  findings: RedirectFinding[];
  /** Live redirects that were checked. */
  checked: number;
  drafts: number;
}

/** Only reads. Throws what reading throws: a site that was read in part is not judged. */
export async function lintSite(
  client: Client,
  { site, organizationId, concurrency }: { site: Site; organizationId: string; concurrency: Width },
): Promise<LintedSite> {
  const ref = { organizationId, siteId: site.id };
  const [redirects, structure] = await Promise.all([
    allItems(client.pages(listRedirects, ref)),
    client.call(getSiteStructure, ref),
  ]);
  // The address of a share-link site has a key: which of its paths a URL means, nobody can tell without it.
  const published = site.visibility === 'share-link' ? undefined : site.urls.published;
  const live = redirects.filter(({ draft }) => !draft);
  const bare = siteMap(structure, { published, pages: new Map() });
  const spaceOf = new Map(spacesOf(structure).map(({ id, space }) => [id, space.id]));
  const touched = new Set<string>();
  const add = (space: string | undefined) => space !== undefined && touched.add(space);
  for (const { source, destination } of live) {
    add(bare.spaceAt(comparable(source)));
    const inside = destination.kind === 'external' ? bare.inside(destination.url) : undefined;
    if (inside !== undefined) add(bare.spaceAt(inside));
    if (destination.kind === 'site-page') add(spaceOf.get(destination.siteSpaceId));
  }
  const pages = await pagesBySpace(client, touched, concurrency);
  const found = lintRedirects(redirects, siteMap(structure, { published, pages }));
  const findings = await confirmed(client, found, { ref, concurrency });
  return { findings, checked: live.length, drafts: redirects.length - live.length };
}

/** Spaces may have redirects of their own, in .gitbook.yaml, which no list names: the platform is asked. */
async function confirmed(
  client: Client,
  findings: readonly RedirectFinding[],
  { ref, concurrency }: { ref: { organizationId: string; siteId: string }; concurrency: Width },
): Promise<RedirectFinding[]> {
  const paths = new Set(findings.flatMap(({ dead }) => dead ?? []));
  const alive = new Set<string>();
  const results = await mapPool(paths, concurrency, (path) =>
    client.call(testRedirect, { ...ref, source: encoded(path) }),
  );
  for (const result of results) {
    if (result.ok) alive.add(result.item);
    else if (!(result.error instanceof NotFoundError)) throw result.error;
  }
  return findings.filter(({ dead }) => dead === undefined || !alive.has(dead));
}

/** A path as `comparable` has it, for a URL. */
export const encoded = (path: string): string =>
  path
    .split('/')
    .map((word) =>
      encodeURIComponent(decodeURIComponent(word.replace(/%(?!2F|2A)/g, '%25'))).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
