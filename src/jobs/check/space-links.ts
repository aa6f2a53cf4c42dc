// Links between spaces: to which space, page and heading, by the folders or the lists that are known.
import type { AppLink } from '../../markdown/app-link.ts';
import { hasAnchor } from '../../markdown/link-index.ts';
import type { RuleId } from './rules.ts';

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
export const isOldAppLink = (href: string): boolean =>
  /^https:\/\/app\.gitbook\.com\/@[^/?#]+\/s\/[^/?#]/.test(href);

export const opensTheApp = (address: string, origin: string): string =>
  `${address} opens the app: the platform resolves ${origin}/s/<space>/... only`;

export function judgeSpaceLink(
  link: AppLink,
  href: string,
  known: SpaceLinks,
): { rule: RuleId; message: string; instead?: string } | undefined {
  const address = href.length > 200 ? `${href.slice(0, 200)}...` : href;
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
