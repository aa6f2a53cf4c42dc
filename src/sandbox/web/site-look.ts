// How a site looks beside its text: logo, links, announcement, footer, as its customization has them.
import type { ContentRef } from '../../api/content/content-ref.ts';
import type { SiteCustomizationSettings } from '../../api/sites/customization.generated.ts';
import { isRecord } from '../../files/texts.ts';
import type { SiteSpaceRow } from '../db/sites/sites.ts';
import { siteSettings, siteSpaceSettings } from '../resources/sites/customization.ts';
import { safeUrl } from './content.ts';
import type { Look } from './layout.ts';
import { addressOn, type OpenSite } from './site-places.ts';

/** Name of the style sheet of a site, below its root. */
export const STYLE_NAME = '~style.css';

const settingsOf = ({ sandbox, site }: OpenSite, place: string | undefined): SiteCustomizationSettings =>
  place === undefined ? siteSettings(sandbox.db, site) : siteSpaceSettings(sandbox.db, site, place);

/** The style sheet of a site, or of one of its site spaces. */
export function siteStyle(site: OpenSite, place: string | null): string {
  const isThere = site.rows.siteSpaces.some(({ id }) => id === place);
  return themeStyle(settingsOf(site, isThere && place !== null ? place : undefined));
}

/** What is around the text of a site. */
export function siteLook(site: OpenSite, place: SiteSpaceRow | undefined): Look {
  const settings = settingsOf(site, place?.id);
  const { favicon, header, themes, announcement, footer } = settings;
  const address = addressOn(site);
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

// The looks of a site as its customization has them: colors, corners, fonts, for the one style sheet of all pages.

/** Where text in the color of a site must be readable on. */
const PAPER = { light: '#ffffff', dark: '#15171c' } as const;
/** Of AA, for text. */
const CONTRAST = 4.6;

/** Variables for the style sheet, and the faces of fonts of one's own. Every value is checked: it is text of somebody else. */
function themeStyle({ styling }: Pick<SiteCustomizationSettings, 'styling'>): string {
  const primary = colorOf(styling.primaryColor);
  const variables = [
    ...(primary ? colorVariables('primary', primary) : []),
    ...(['info', 'success', 'warning', 'danger'] as const).flatMap((name) => {
      const color = colorOf(styling[`${name}Color`]);
      return color ? [`--${name}: light-dark(${color.light}, ${color.dark});`] : [];
    }),
    `--corner: ${CORNERS[styling.corners] ?? CORNERS.rounded};`,
    fontVariable('font', styling.font, 'system-ui, sans-serif'),
    fontVariable(
      'code-font',
      styling.monospaceFont,
      'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    ),
  ];
  const tint = colorOf(isRecord(styling.tint) ? styling.tint.color : undefined);
  if (tint) variables.push(`--tint: light-dark(${tint.light}, ${tint.dark});`);
  const faces = [styling.font, styling.headingFont, styling.monospaceFont].flatMap(fontFaces);
  return `${faces.join('\n')}:root { ${variables.filter((one) => one !== '').join(' ')} }\n`;
}

const CORNERS: Readonly<Record<string, string>> = { straight: '0', rounded: '.5rem', circular: '1rem' };

interface Pair {
  light: string;
  dark: string;
}

const HEX = /^#(?:[0-9a-f]{3}){1,2}$/i;

function colorOf(given: unknown): Pair | undefined {
  if (!isRecord(given)) return undefined;
  const { light, dark } = given;
  if (typeof light !== 'string' || typeof dark !== 'string' || !HEX.test(light) || !HEX.test(dark))
    return undefined;
  return { light, dark };
}

/** As it is for surfaces, with the words on it; and as text, as near to it as can be read. */
function colorVariables(name: string, { light, dark }: Pair): string[] {
  const on = (color: string) =>
    contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';
  return [
    `--${name}: light-dark(${light}, ${dark});`,
    `--on-${name}: light-dark(${on(light)}, ${on(dark)});`,
    `--link: light-dark(${readable(light, PAPER.light)}, ${readable(dark, PAPER.dark)});`,
  ];
}

/** The color, moved away from the paper until it can be read. */
function readable(color: string, paper: string): string {
  const end = luminance(paper) > 0.5 ? 0 : 255;
  for (let part = 0; part <= 1; part += 0.05) {
    const moved = `#${channels(color)
      .map((one) =>
        Math.round(one + (end - one) * part)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
    if (contrast(moved, paper) >= CONTRAST) return moved;
  }
  return end === 0 ? '#000000' : '#ffffff';
}

function channels(color: string): number[] {
  const digits = color.slice(1);
  const long = digits.length === 3 ? [...digits].map((one) => one + one).join('') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16));
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((one) => {
    const part = one / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** `SourceSansPro` is `Source Sans Pro` where a machine has it. */
function fontVariable(name: string, font: unknown, others: string): string {
  const family = typeof font === 'string' ? font.replace(/(?<=[a-z])(?=[A-Z])/g, ' ') : familyOf(font);
  return family === undefined || !/^[\p{L}\p{N} _-]{1,50}$/u.test(family)
    ? ''
    : `--${name}: "${family}", ${others};`;
}

const familyOf = (font: unknown): string | undefined =>
  isRecord(font) && typeof font.fontFamily === 'string' ? font.fontFamily : undefined;

function fontFaces(font: unknown): string[] {
  const family = familyOf(font);
  if (family === undefined || !/^[\p{L}\p{N} _-]{1,50}$/u.test(family) || !isRecord(font)) return [];
  const faces = Array.isArray(font.fontFaces) ? font.fontFaces.filter(isRecord) : [];
  return faces.flatMap(({ weight, sources }) => {
    const urls = (Array.isArray(sources) ? sources.filter(isRecord) : []).flatMap(({ url }) =>
      typeof url === 'string' && /^https:\/\/[^\s"'()\\]+$/.test(url) ? [`url("${url}")`] : [],
    );
    if (urls.length === 0 || !Number.isInteger(weight)) return [];
    return [
      `@font-face { font-family: "${family}"; font-weight: ${Number(weight)}; font-display: swap; src: ${urls.join(', ')}; }\n`,
    ];
  });
}
