// Judges the links of a page: by the index that the platform's own rules have, then by what is wrong with each.
import { posix } from 'node:path';
import { beginning } from '../../files/texts.ts';
import { inRepository } from '../../folder/paths.ts';
import { hasAnchor, type LinkIndex, linkIndex, type ResolvedLink } from '../../markdown/link-index.ts';
import {
  type AppLink,
  appLink,
  isUrl,
  partsOfTarget,
  runsScript,
  targetOfPath,
} from '../../markdown/link-targets.ts';
import { type FactLink, isOwnComputer } from './facts.ts';
import type { RuleId } from './rules.ts';
import type { CheckedSpace, CheckedText, World } from './world.ts';

/** What is wrong with a link; its place is looked up later. */
export interface LinkFault {
  rule: RuleId;
  link: FactLink;
  message: string;
  /** In place of the target, where only one thing can be meant. */
  instead?: string;
}

/** Judges all links of one space. `used` gets every file that a link leads to. */
export function linkJudge(
  world: World,
  own: CheckedSpace,
  { spaceLinks, used }: { spaceLinks: SpaceLinks; used: Set<string> },
): (text: CheckedText) => LinkFault[] {
  const anchors = new Map<string, readonly string[]>();
  const index: LinkIndex<{ id: string; git: { path: string } }> = linkIndex(own.content, {
    anchorsOf: ({ id }) => {
      const known = anchors.get(id) ?? anchorsOf(world, own, id);
      anchors.set(id, known);
      return known;
    },
    refsOf: () => [],
    // An address of the app is judged by itself.
    app: (address) => (appLink(address) ? { status: 'in-app' } : undefined),
  });
  return (text) => {
    const resolved = index.of(own.placedOf(text), text.facts);
    return text.facts.links.flatMap((link, at) => {
      const found = resolved[at];
      if (!found) return [];
      note(found, used);
      const fault = judge({ world, own, text, spaceLinks, used }, link, found);
      return fault ? [{ link, ...fault }] : [];
    });
  };
}

/** Of the page and of the reusable content in it. */
function anchorsOf(world: World, { space, includes }: CheckedSpace, file: string): readonly string[] {
  const facts = world.factsOf(file);
  if (!facts) return [];
  const included = facts.links.flatMap(({ href }) => {
    if (!href.includes('.gitbook/includes/')) return [];
    const paths = [posix.join(posix.dirname(file), href), ...besideSettings(space, href)];
    const path = paths.find((one) => includes.has(one));
    return path === undefined ? [] : (world.factsOf(path)?.anchors ?? []);
  });
  return included.length === 0 ? facts.anchors : [...facts.anchors, ...included];
}

function note({ target }: ResolvedLink, used: Set<string>): void {
  if (target?.kind === 'file') used.add(target.file);
}

interface Judging {
  world: World;
  own: CheckedSpace;
  text: CheckedText;
  spaceLinks: SpaceLinks;
  used: Set<string>;
}

type Fault = Omit<LinkFault, 'link'>;

function judge(judging: Judging, link: FactLink, found: ResolvedLink): Fault | undefined {
  const { href } = link;
  if (isBrokenMarker(href)) {
    const kind = /^\/broken\/(\w+)s\//.exec(href)?.[1] ?? 'page';
    return { rule: 'link/broken-marker', message: `${shown(href)} stands for a ${kind} that was deleted` };
  }
  const app = appLink(href);
  if (app) return judgeSpaceLink(app, href, judging.spaceLinks);
  if (isOldAppLink(href))
    return { rule: 'space/form', message: opensTheApp(shown(href), judging.spaceLinks.origin) };
  if (runsScript(link.href, link.kind))
    return { rule: 'link/script', message: `${shown(href)} runs a script instead of opening a page` };
  if (isUrl(href)) return localFault(link);
  if (found.status === 'ok') return absoluteFault(judging, link, found);
  if (href === '') return { rule: 'link/file', message: 'the link has no target' };
  if (found.target?.kind === 'anchor') return anchorFault(judging, href, found.target);
  return missingFault(judging, link);
}

const shown = (href: string): string => beginning(href, 200);

const isBrokenMarker = (href: string): boolean =>
  /(?:^|\/)broken-reference(?:[/#?].*)?$/.test(href) || /^\/broken\/(?:pages|files|spaces)\//.test(href);

/** Examples that readers are to open on their own computer show the address itself. */
function localFault({ href, text }: FactLink): Fault | undefined {
  const bare = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (!isOwnComputer(href) || bare(text).includes(bare(href)) || bare(href).includes(bare(text) || '\0'))
    return undefined;
  return { rule: 'link/local', message: `${shown(href)} is on the reader's own computer` };
}

function absoluteFault(
  { text }: Judging,
  { href, kind }: FactLink,
  { target }: ResolvedLink,
): Fault | undefined {
  if (kind === 'image' || !href.startsWith('/') || !target) return undefined;
  const page = target.kind === 'page' || target.kind === 'anchor' ? target.page : undefined;
  if (page === undefined) return undefined;
  return {
    rule: 'link/absolute',
    message: `${shown(href)} starts at the top of the site, and fails for a site below a path`,
    instead: relativeTo(text.file, page) + partsOfTarget(href).rest,
  };
}

const relativeTo = (from: string, to: string): string =>
  targetOfPath(posix.relative(posix.dirname(from), to) || posix.basename(to));

function anchorFault(
  { world }: Judging,
  href: string,
  target: { anchor: string; page?: string },
): Fault | undefined {
  const facts = target.page === undefined ? undefined : world.factsOf(target.page);
  if (!facts || facts.hasMoreAnchors || /^user-content-fn/.test(target.anchor)) return undefined;
  const near = nearAnchor(facts.anchors, target.anchor);
  const where = href.startsWith('#') ? 'on this page' : `in ${target.page}`;
  return {
    rule: 'link/anchor',
    message: `there is no heading "#${shown(target.anchor)}" ${where}${near === undefined ? '' : `; did you mean "#${near}"?`}`,
    ...(near !== undefined && { instead: `${href.slice(0, href.indexOf('#'))}#${near}` }),
  };
}

const bareAnchor = (anchor: string): string =>
  anchor
    .toLowerCase()
    .replace(/^id-(?=\d)/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** By letters and digits alone; undefined where several have the same. */
const bareAnchors = new WeakMap<readonly string[], Map<string, string | undefined>>();

/** The one anchor that has the same letters and digits: another rule made the link of the same heading. */
function nearAnchor(anchors: readonly string[], asked: string): string | undefined {
  const known = bareAnchors.get(anchors) ?? new Map<string, string | undefined>();
  if (!bareAnchors.has(anchors))
    for (const anchor of anchors)
      known.set(bareAnchor(anchor), known.has(bareAnchor(anchor)) ? undefined : anchor);
  bareAnchors.set(anchors, known);
  return known.get(bareAnchor(asked));
}

/** Nothing of the space is there: something else of the folder may be, or nearly. */
function missingFault({ world, own, text, used }: Judging, { href, kind }: FactLink): Fault | undefined {
  const { path, rest } = partsOfTarget(href);
  const full = path.startsWith('/')
    ? posix.join(own.space.directory, path)
    : posix.normalize(posix.join(posix.dirname(text.file), path));
  if (full === '..' || full.startsWith('../'))
    return world.folder.source.isTop
      ? { rule: ruleOf(kind, path), message: `${shown(href)} leads out of the repository` }
      : undefined;
  const asFound = elsewhere(world, own, full);
  if (asFound !== undefined) {
    used.add(asFound);
    return unlistedFault(own, text.file, asFound, href) ?? absoluteTo(text, asFound, href, own);
  }
  const other = world.otherCase(full) ?? world.otherCase(`${full}.md`);
  if (other !== undefined)
    return {
      rule: 'link/case',
      message: `${shown(href)} is called ${other}`,
      instead: relativeTo(text.file, other) + rest,
    };
  return { rule: ruleOf(kind, path), message: `${shown(href)} does not exist` };
}

const ruleOf = (kind: FactLink['kind'], path: string): RuleId =>
  kind === 'image' || /\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf|zip|mp4|mov|webm)$/i.test(path)
    ? 'asset/missing'
    : 'link/file';

/** Files and reusable content that the platform keeps: it knows them by their names. */
function besideSettings({ root, directory }: CheckedSpace['space'], path: string): string[] {
  const [, kept] = /(?:^|\/)(\.gitbook\/.+)$/.exec(path) ?? [];
  return kept === undefined ? [] : [inRepository(root, kept), inRepository(directory, kept)];
}

/** A file of the folder that the space does not hold: the platform links to it in the repository. */
function elsewhere(world: World, { space }: CheckedSpace, full: string): string | undefined {
  if (full === '.' || full === space.directory) return full;
  const all = [full, `${full}.md`, posix.join(full, 'README.md'), ...besideSettings(space, full)];
  const found = all.find((path) => world.folder.source.files.has(path));
  return found ?? (world.has(full) ? full : undefined);
}

/** Of a page that is published itself. */
function unlistedFault(
  { space, unlisted }: CheckedSpace,
  from: string,
  file: string,
  href: string,
): Fault | undefined {
  if (!unlisted.has(file) || unlisted.has(from)) return undefined;
  return {
    rule: 'link/file',
    message: `${shown(href)} is not listed in ${posix.basename(space.summary ?? 'SUMMARY.md')}, so it is never published`,
  };
}

function absoluteTo(
  text: CheckedText,
  file: string,
  href: string,
  { listed }: CheckedSpace,
): Fault | undefined {
  if (!href.startsWith('/') || !listed.has(file)) return undefined;
  return {
    rule: 'link/absolute',
    message: `${shown(href)} starts at the top of the site, and fails for a site below a path`,
    instead: relativeTo(text.file, file) + partsOfTarget(href).rest,
  };
}

// Links between spaces: to which space, page and heading, by the folders or the lists that are known.

/** What is known of another space. */
export interface KnownSpace {
  title: string;
  /** Whether a page has this path; `anchors` is undefined where nobody has read them. */
  page(path: string): { anchors: readonly string[] | undefined; hasMoreAnchors?: boolean } | undefined;
}

export interface SpaceLinks {
  /** Undefined for a space that is not known. */
  space(id: string): KnownSpace | undefined;
  /** Every space that there is is known: what is not among them is wrong. */
  isComplete: boolean;
  /** Gets the links that nobody could judge. */
  unjudged: Set<string>;
  /** The address before the path of a space. */
  origin: string;
}

/** With the names of organization and space: the platform had such addresses once. */
const isOldAppLink = (href: string): boolean =>
  /^https:\/\/app\.gitbook\.com\/@[^/?#]+\/s\/[^/?#]/.test(href);

const opensTheApp = (address: string, origin: string): string =>
  `${address} opens the app: the platform resolves ${origin}/s/<space>/... only`;

function judgeSpaceLink(
  link: AppLink,
  href: string,
  known: SpaceLinks,
): { rule: RuleId; message: string; instead?: string } | undefined {
  const address = beginning(href, 200);
  if (!link.isShort || !/^https:\/\/[^/]+\/s\//.test(href))
    return {
      rule: 'space/form',
      message: opensTheApp(address, known.origin),
      instead: `${known.origin}/s/${link.space}${link.path === '' ? '' : `/${link.path}`}${link.anchor === undefined ? '' : `#${link.anchor}`}`,
    };
  const space = known.space(link.space);
  if (!space) {
    if (known.isComplete)
      return { rule: 'space/unknown', message: `${address} leads to a space that is not known` };
    known.unjudged.add(href);
    return undefined;
  }
  if (link.path === '') return undefined;
  const page = space.page(link.path);
  if (!page)
    return { rule: 'space/page', message: `${address}: there is no page "${link.path}" in ${space.title}` };
  const { anchors, hasMoreAnchors } = page;
  if (link.anchor === undefined || anchors === undefined || hasMoreAnchors || hasAnchor(anchors, link.anchor))
    return undefined;
  return {
    rule: 'space/anchor',
    message: `${address}: there is no heading "#${link.anchor}" on page "${link.path}" in ${space.title}`,
  };
}
