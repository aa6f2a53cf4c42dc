// How a site looks beside its text: logo, links, announcement, footer, as its customization has them.
import type { ContentRef } from '../../api/content/content-ref.ts';
import type { SiteCustomizationSettings } from '../../api/sites/customization.generated.ts';
import { siteSettings, siteSpaceSettings } from '../actions/sites/customization.ts';
import type { SiteSpaceRow } from '../db/sites/sites.ts';
import { safeUrl } from './content.ts';
import type { Look } from './layout.ts';
import { elsewhereOn, type OpenSite } from './site-places.ts';
import { themeStyle } from './theme.ts';

/** Name of the style sheet of a site, below its root. */
export const STYLE_NAME = '~style.css';

const settingsOf = ({ sandbox, site }: OpenSite, place: string | undefined): SiteCustomizationSettings =>
  place === undefined ? siteSettings(sandbox.db, site) : siteSpaceSettings(sandbox.db, site, place);

/** The style sheet of a site, or of one of its site spaces. */
export function siteStyle(site: OpenSite, place: string | null): string {
  const isThere = site.rows.siteSpaces.some(({ id }) => id === place);
  return themeStyle(settingsOf(site, isThere && place !== null ? place : undefined));
}

/** What stands around the text of a site. */
export function siteLook(site: OpenSite, place: SiteSpaceRow | undefined): Look {
  const settings = settingsOf(site, place?.id);
  const { favicon, header, themes, announcement, footer } = settings;
  const elsewhere = elsewhereOn(site);
  const address = (ref: ContentRef | null): string | undefined => {
    if (ref?.kind === 'url') return safeUrl(ref.url);
    if (ref?.kind === 'page' && ref.space !== undefined) return elsewhere(ref.space, ref.page);
    return ref?.kind === 'space' ? elsewhere(ref.space, undefined) : undefined;
  };
  const picture = (given: unknown): { light: string; dark: string } | undefined => {
    const { light, dark } = (given ?? {}) as { light?: unknown; dark?: unknown };
    const [one, other] = [light, dark ?? light].map((url) =>
      typeof url === 'string' ? safeUrl(url) : undefined,
    );
    return one === undefined || other === undefined ? undefined : { light: one, dark: other };
  };
  const links = <Row extends { title: string; to: ContentRef | null }>(rows: readonly Row[]) =>
    rows.flatMap((row) => {
      const href = address(row.to);
      return href === undefined ? [] : [{ ...row, href }];
    });
  return {
    style: `${site.root}${STYLE_NAME}${place === undefined ? '' : `?place=${encodeURIComponent(place.id)}`}`,
    // Of a site that nobody has customized, the reader's machine decides.
    start: themes.default === 'system' || settings.updatedAt === undefined ? undefined : themes.default,
    switches: themes.toggeable,
    logo: picture(header.logo),
    favicon: 'icon' in favicon ? picture(favicon.icon)?.light : undefined,
    emoji: 'emoji' in favicon ? emojiOf(String(favicon.emoji)) : undefined,
    links: links(header.links.filter(({ condition }) => site.shows(condition))).map(
      ({ title, href, style }) => ({
        ...{ title, href },
        isButton: style !== undefined && style !== 'link',
      }),
    ),
    announcement: announcement?.enabled
      ? {
          ...{ text: announcement.message, style: announcement.style },
          href: announcement.link && address(announcement.link.to),
        }
      : undefined,
    footer: footer.groups.map((group) => ({ title: group.title, links: links(group.links) })),
    copyright: footer.copyright,
  };
}

/** `1f4d8`, as the platform keeps it, or the character itself. */
function emojiOf(code: string): string | undefined {
  if (!/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(code)) return code === '' ? undefined : code;
  const points = code.split('-').map((one) => Number.parseInt(one, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}
