// Where links lead: addresses of the other tool's site and files of its folder, as relative paths of what is written.
import { posix } from 'node:path';
import { decoded } from '../../files/texts.ts';
import { isUrl, runsScript } from '../../markdown/link-targets.ts';
import { inside, type Page, type Project, type World, withoutExtension } from './project.ts';
import { addressOf } from './summary-text.ts';
import type { Place } from './tree.ts';

export interface Links {
  href(written: string, place: Place, page: Page): string;
  /** The page that an address of the old site is of. */
  pageAt(address: string): Page | undefined;
  /** Where redirects lead from an address that no page has. */
  followed(address: string): string;
  /** Where each file goes that is no page; `used` are those that a page names. */
  assetOut(path: string): string;
  used: ReadonlySet<string>;
}

const FILES = ['', '.md', '.mdx', '/index.md', '/index.mdx', '/README.md', '/README.mdx'];
const MOST_REDIRECTS = 10;
const trimmed = (route: string): string => route.replace(/^\/+|(?<!\/)\/+$/g, '');
const routeOf = (address: string): string => trimmed(decoded(address.replace(/[?#].*$/, ''))).toLowerCase();

/** A heading by its letters alone: every tool makes its anchors of these. */
export const looseAnchor = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export function linksOf(
  { source, lost }: World,
  project: Project,
  nameFor: (wanted: string) => string,
): Links {
  const byPath = new Map(project.pages.map((page) => [page.path, page]));
  const byRoute = new Map(project.pages.map((page) => [trimmed(page.route).toLowerCase(), page]));
  const outs = new Map<string, string>();
  const used = new Set<string>();

  const assetOut = (path: string): string => {
    const known = outs.get(path);
    if (known !== undefined) return known;
    const own = project.assetOut?.(path) ?? homeless(path, project);
    const out = nameFor(own);
    outs.set(path, out);
    return out;
  };

  const pageAt = (address: string): Page | undefined => {
    const route = routeOf(address);
    return (
      byRoute.get(route) ??
      byRoute.get(trimmed(withoutExtension(route).replace(/(^|\/)(?:index|readme)$/, '')))
    );
  };

  const followed = follower(project, pageAt);

  const find = finder(source, project, { byPath, pageAt, followed });

  const toPage = (written: string, target: Page, { place, page, query, hash }: Lead): string => {
    const anchor = hash.length < 2 ? '' : anchorOf(target, decoded(hash.slice(1)));
    if (anchor === undefined)
      lost.push({
        ...place,
        what: written,
        why: 'no heading with an anchor of this name',
      });
    const end = anchor ? `#${anchor}` : '';
    return target === page && end !== '' ? end : relativeTo(page, target.out) + query + end;
  };

  const nowhere = (place: Place): string => {
    lost.push({ ...place, what: '[]()', why: 'missing link target' });
    return '';
  };

  const away = (address: string, place: Place): string => {
    if (runsScript(address)) lost.push({ ...place, what: address, why: 'a link that runs a script' });
    return address;
  };

  const href = (written: string, place: Place, page: Page): string => {
    const given = followed(written.trim().replace(/^pathname:\/\//, ''));
    if (given === '') return nowhere(place);
    if (isUrl(given)) return away(given, place);
    const address = given.replaceAll('&amp;', '&');
    const whole = inside(posix.dirname(place.file), decoded(address)) ?? '';
    // A name may have these signs, too.
    const [, path = '', query = '', hash = ''] = source.files.has(whole)
      ? [address, address]
      : (/^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []);
    const target = path === '' ? page : find(decoded(path), place.file, page);
    if (typeof target === 'object') return toPage(written, target, { place, page, query, hash });
    if (target !== undefined) {
      used.add(target);
      return relativeTo(page, assetOut(target)) + hash;
    }
    lost.push({ ...place, what: written, why: 'link target not found in the folder' });
    // The site has the pages of another part without the endings of their files.
    const route = posix.resolve('/', posix.dirname(page.route), path).replace(/(?:\/index)?\.mdx?$/i, '');
    return awayTo(project, route + query + hash) ?? address;
  };

  return { href, pageAt, followed, assetOut, used };
}

type Find = (path: string, file: string, page: Page) => Page | string | undefined;

/** The page or file that an address is of: beside the text, at the top of the site, or below the address of the page. */
function finder(
  source: World['source'],
  { roots, home }: Project,
  { byPath, pageAt, followed }: Pick<Links, 'pageAt' | 'followed'> & { byPath: ReadonlyMap<string, Page> },
): Find {
  const fileAt = (place: string): Page | string | undefined => {
    for (const name of FILES.map((ending) => place + ending)) {
      const found = byPath.get(name) ?? (source.files.has(name) && !/\.mdx?$/i.test(name) ? name : undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const onSite = (address: string) =>
    firstOf(
      roots.map((base) => inside(base, address)),
      fileAt,
    );
  return (path, file, page) => {
    const beside = [posix.dirname(file), posix.dirname(page.path), home].map((base) => inside(base, path));
    const found = path.startsWith('@site/')
      ? firstOf([inside(roots.at(-1) ?? '', path.slice(6))], fileAt)
      : path.startsWith('/')
        ? onSite(path)
        : firstOf(beside, fileAt);
    if (found !== undefined || path.startsWith('/')) return found ?? pageAt(path);
    const addresses = [posix.join('/', posix.dirname(page.route), path), posix.join('/', page.route, path)];
    return firstOf(addresses, (address) => pageAt(followed(address)) ?? onSite(address));
  };
}

function follower({ redirects }: Project, pageAt: Links['pageAt']): Links['followed'] {
  const moved = new Map<string, string>();
  const patterns: ((route: string) => string | undefined)[] = [];
  for (const { from, to } of redirects) {
    const target = isUrl(to) ? to : posix.join('/', to);
    if (/[:*]/.test(from)) patterns.push(patternOf(trimmed(from), target));
    else moved.set(routeOf(from), target);
  }
  return (address) => {
    let at: string | undefined = address;
    for (let count = 0; at?.startsWith('/') && !pageAt(at); count += 1) {
      const route = routeOf(at);
      at = count < MOST_REDIRECTS ? (moved.get(route) ?? firstOf(patterns, (to) => to(route))) : undefined;
    }
    if (at === undefined || at === address) return address;
    return at.includes('#') ? at : at + (/#.*$/s.exec(address)?.[0] ?? '');
  };
}

/** `/old/:name/:rest*`: what each name stands for goes into the target, of `rest*` any number of parts. */
function patternOf(from: string, to: string): (route: string) => string | undefined {
  const names: string[] = [];
  const parts = from.split('/').map((part) => {
    const [whole, name = '*'] = /^(?::([\w-]+)\*?|\*)$/.exec(part) ?? [];
    if (whole === undefined) return `/${part.replace(/[^\w-]/g, '\\$&')}`;
    names.push(name);
    return part.endsWith('*') ? '(/.*)?' : '/([^/]+)';
  });
  // More than one such part would take long to compare.
  if (parts.filter((part) => part.startsWith('(')).length > 1) return () => undefined;
  const pattern = new RegExp(`^${parts.join('')}$`, 'i');
  return (route) => {
    const found = pattern.exec(`/${route}`);
    if (!found) return undefined;
    const values = new Map(names.map((name, at) => [name, trimmed(found[at + 1] ?? '')]));
    return to.replace(/:([\w-]+)\*?|\*/g, (whole, name = '*') => values.get(name) ?? whole);
  };
}

interface Lead {
  place: Place;
  /** Where the link stands. */
  page: Page;
  query: string;
  hash: string;
}

function firstOf<P, T>(places: readonly (P | undefined)[], look: (place: P) => T | undefined): T | undefined {
  for (const place of places) {
    const found = place === undefined ? undefined : look(place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An address of the site itself, which stays where it is. */
export const awayTo = ({ url }: Project, address: string): string | undefined =>
  url === undefined ? undefined : url + address;

function anchorOf({ anchors, title }: Page, asked: string): string | undefined {
  const [loose, before] = [looseAnchor(asked), looseAnchor(title)];
  // Some tools write the title of the page before every heading.
  const own = loose.startsWith(before) ? anchors.get(loose.slice(before.length)) : undefined;
  return anchors.get(asked) ?? anchors.get(loose) ?? own ?? (/^(?:top|)$/.test(asked) ? '' : undefined);
}

function relativeTo(page: Page, out: string): string {
  const path = posix.relative(posix.dirname(`/${page.out}`), `/${out}`);
  return addressOf(path === '' ? posix.basename(out) : path);
}

/** Files beside the pages stay there; others, and those in folders that an import leaves alone, go to the folder of files. */
function homeless(path: string, { home, roots }: Project): string {
  const isHome = home === '' || path.startsWith(`${home}/`);
  const own = isHome ? path.slice(home === '' ? 0 : home.length + 1) : undefined;
  if (own !== undefined && !/(?:^|\/)\./.test(own)) return own;
  const root =
    roots.filter((one) => one !== '' && path.startsWith(`${one}/`)).sort((a, b) => b.length - a.length)[0] ??
    '';
  const rest = root === '' ? path : path.slice(root.length + 1);
  return `.gitbook/assets/${rest
    .split('/')
    .map((part) => part.replace(/^\.+/, '') || '_')
    .join('/')}`;
}
