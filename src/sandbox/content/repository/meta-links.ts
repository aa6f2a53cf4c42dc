// Canonical and alternate addresses of a page as front matter says them: URLs, and paths of other pages.
import { posix } from 'node:path';
import type { RevisionPageMetaLinks } from '../../../api/content/meta-links.ts';
import { isUrl } from '../../../jobs/folder/summary.ts';
import type { PageFields } from '../../../markdown/front-matter.ts';
import type { IdLookup, PathLookup } from './page-fields.ts';

type Target = NonNullable<RevisionPageMetaLinks['canonical']>;
type Texts = NonNullable<PageFields['metaLinks']>;

/** What is neither a URL nor the path of a page is kept as an address: nobody can say what it means. */
export function metaLinksOf(
  texts: Texts | undefined,
  path: string,
  ids: IdLookup,
): { metaLinks?: RevisionPageMetaLinks } {
  if (!texts) return {};
  const target = (text: string): Target => {
    const page = isUrl(text)
      ? undefined
      : ids.page(text.startsWith('/') ? text.slice(1) : posix.join(posix.dirname(path), text));
    return page === undefined ? { kind: 'url', url: text } : { kind: 'page', page };
  };
  const { canonical, alternates } = texts;
  return {
    metaLinks: {
      ...(canonical !== undefined && { canonical: target(canonical) }),
      ...(alternates && { alternates: alternates.map(target) }),
    },
  };
}

/** The way back; a page of another space, or one that is gone, has no path. */
export function metaLinkFields(
  links: RevisionPageMetaLinks | undefined,
  path: string,
  paths: PathLookup,
): { metaLinks?: Texts } {
  if (!links) return {};
  const text = (target: Target): string[] => {
    if (target.kind === 'url') return [target.url];
    const found = target.space === undefined ? paths.page(target.page) : undefined;
    return found === undefined ? [] : [posix.relative(posix.dirname(path), found)];
  };
  const [canonical] = links.canonical ? text(links.canonical) : [];
  const alternates = (links.alternates ?? []).flatMap(text);
  if (canonical === undefined && alternates.length === 0) return {};
  return {
    metaLinks: {
      ...(canonical !== undefined && { canonical }),
      ...(alternates.length > 0 && { alternates }),
    },
  };
}
