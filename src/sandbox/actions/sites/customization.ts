// The looks of a site: defaults, what was set, and what its spaces have of their own.

import type {
  SiteCustomizationSettings,
  SiteCustomizationSettingsInput,
} from '../../../api/sites/customization.generated.ts';
import {
  OVERRIDE_GROUPS as GROUPS,
  type SiteSpaceCustomizationInput,
} from '../../../api/sites/customization.ts';
import type { PublishedSite } from '../../../api/sites/site-structure.ts';
import type { Database } from '../../db/database.ts';
import { siteCustomizations, siteSpaceCustomizations } from '../../db/sites/site-settings.ts';
import type { SiteRow } from '../../db/sites/sites.ts';

type Fields = Readonly<Record<string, unknown>>;

const both = <Color extends string>(light: Color, dark = light) => ({ light, dark });

/** How a site looks of which nobody has changed anything. */
const DEFAULTS: SiteCustomizationSettingsInput = {
  styling: {
    theme: 'clean',
    primaryColor: both('#2b6cb0', '#63b3ed'),
    infoColor: both('#2b6cb0', '#63b3ed'),
    successColor: both('#2f855a', '#68d391'),
    warningColor: both('#b7791f', '#f6e05e'),
    dangerColor: both('#c53030', '#fc8181'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    codeTheme: {
      default: both('default-light', 'default-dark'),
      openapi: both('default-light', 'default-dark'),
    },
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  feedback: { enabled: true },
  ai: { mode: 'search' },
  advancedCustomization: { enabled: false },
  pageActions: { items: ['external-ai', 'markdown', 'pdf'] },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  insights: { trackingCookie: true },
};

export function siteSettings(db: Database, site: SiteRow): SiteCustomizationSettings {
  const stored = siteCustomizations(db).find({ site: site.id });
  if (!stored) return DEFAULTS;
  return { ...stored.settings, updatedAt: stored.updatedAt };
}

/** What a site space looks like: what it has of its own over what the site has. */
export function siteSpaceSettings(db: Database, site: SiteRow, siteSpace: string): SiteCustomizationSettings {
  const settings = siteSettings(db, site);
  const stored = siteSpaceCustomizations(db).find({ siteSpace });
  if (!stored) return settings;
  // Overrides hold nothing but fields of the settings, each of the same form.
  return {
    ...(over(settings, stored.overrides) as SiteCustomizationSettings),
    updatedAt: stored.updatedAt,
  };
}

/** Adds to what a site space has of its own; `null` takes a field away. */
export function override(
  db: Database,
  siteSpace: string,
  input: SiteSpaceCustomizationInput,
  now: string,
): void {
  const stored = siteSpaceCustomizations(db).find({ siteSpace });
  const next = withoutNull(over(stored?.overrides ?? {}, input));
  if (Object.keys(next).length === 0) siteSpaceCustomizations(db).remove({ siteSpace });
  else siteSpaceCustomizations(db).put({ siteSpace, overrides: next, updatedAt: now });
}

/** `above` over `below`, group by group. */
function over(below: Fields, above: Fields, path = ''): Fields {
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    if (value === undefined) continue;
    const place = path === '' ? key : `${path}.${key}`;
    const known = merged[key];
    merged[key] =
      GROUPS.has(place) && isFields(value) ? over(isFields(known) ? known : {}, value, place) : value;
  }
  return merged;
}

function withoutNull(fields: Fields, path = ''): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
      if (value === null) return [];
      const place = path === '' ? key : `${path}.${key}`;
      if (!GROUPS.has(place) || !isFields(value)) return [[key, value]];
      const inner = withoutNull(value, place);
      return Object.keys(inner).length === 0 ? [] : [[key, inner]];
    }),
  );
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const PAID: SiteRow['type'][] = ['premium', 'ultimate', 'legacy-premium', 'sponsored'];

/** Without `unmasked`, what the plan of the site does not include is as it is by default. */
export function masked(
  { type }: SiteRow,
  settings: SiteCustomizationSettings,
  unmasked = false,
): SiteCustomizationSettings {
  if (unmasked || PAID.includes(type)) return settings;
  const { advancedCustomization, trademark, styling, ai } = DEFAULTS;
  const { font, monospaceFont } = styling;
  const { headingFont: _, ...rest } = settings.styling;
  return {
    ...settings,
    ...{ advancedCustomization, trademark, ai },
    styling: { ...rest, font, monospaceFont },
  };
}

/** The form in which a published site tells of them, which is the older one. */
export function publishedLooks(
  site: SiteRow,
  settings: SiteCustomizationSettings,
): PublishedSite['customizations']['site'] {
  const { updatedAt: _, localizedTitle: __, styling, header, footer, pageActions, ...rest } = settings;
  const { headingFont: ___, ...plain } = styling;
  const logoOf = (logo: { light: string; dark: string } | undefined) =>
    logo && { logo: { light: urlRef(logo.light), dark: urlRef(logo.dark) } };
  return {
    ...rest,
    title: settings.title ?? site.title,
    styling: plain,
    header: { preset: header.preset, links: header.links.map(shortLink), ...logoOf(header.logo) },
    footer: {
      groups: footer.groups.map(shortLink),
      ...(footer.copyright !== undefined && { copyright: footer.copyright.slice(0, 300) }),
      ...logoOf(footer.logo),
    },
    pdf: { enabled: pageActions.items.includes('pdf') },
    git: { showEditLink: pageActions.items.includes('git') },
    pageActions: {
      items: pageActions.items,
      externalAI: pageActions.items.includes('external-ai'),
      markdown: pageActions.items.includes('markdown'),
      mcp: pageActions.items.includes('mcp'),
    },
  };
}

const urlRef = (url: string) => ({ kind: 'url' as const, url });
const shortLink = <T extends { title: string }>(link: T): T => ({ ...link, title: link.title.slice(0, 64) });
