// The looks of a site and of the spaces on it.
import type {
  SiteCustomizationSettings,
  SiteCustomizationSettingsInput,
} from '../../../api/sites/customization.generated.ts';
import * as api from '../../../api/sites/customization.ts';
import type { CustomizationFontDefinition } from '../../../api/sites/fonts.generated.ts';
import * as fontsApi from '../../../api/sites/fonts.ts';
import type { PublishedSite } from '../../../api/sites/site-structure.ts';
import { isRecord } from '../../../files/texts.ts';
import { requirePaidPlan } from '../../access.ts';
import type { Database } from '../../db/database.ts';
import {
  type Face,
  type FontRow,
  fonts,
  siteCustomizations,
  siteSpaceCustomizations,
  uploads,
} from '../../db/sites/site-settings.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { deleted, type FidelityOf, handle, handleChange, may } from '../../handler.ts';
import { MOST_UPLOADED, UPLOAD_PATH } from '../../http/admission.ts';
import type { Call } from '../../sandbox.ts';
import { newId } from '../../urls.ts';
import { badRequest, conflict, notFound, preconditionFailed } from '../../wire-error.ts';
import { readCondition, readSite, siteToChange } from './settings.ts';
import { siteSpaceOf } from './site-spaces.ts';

// The looks of a site: defaults, what was set, and what its spaces have of their own.

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
function override(
  db: Database,
  siteSpace: string,
  input: api.SiteSpaceCustomizationInput,
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
      api.OVERRIDE_GROUPS.has(place) && isRecord(value)
        ? over(isRecord(known) ? known : {}, value, place)
        : value;
  }
  return merged;
}

const withoutNull = (fields: Fields, path = ''): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
      if (value === null) return [];
      const place = path === '' ? key : `${path}.${key}`;
      if (!api.OVERRIDE_GROUPS.has(place) || !isRecord(value)) return [[key, value]];
      const inner = withoutNull(value, place);
      return Object.keys(inner).length === 0 ? [] : [[key, inner]];
    }),
  );

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

/** Conditions of links are expressions. Throws 400. */
function readLinks({ header }: { header?: { links?: { condition?: string }[] | null } }): void {
  for (const { condition } of header?.links ?? []) readCondition(condition ?? null);
}

/** Own fonts are fonts of the organization. Throws 400 naming the field. */
function requireFonts({ db }: Call, { organization }: SiteRow, styling: object): void {
  for (const [field, font] of Object.entries(styling)) {
    if (!/[fF]ont$/.test(field) || typeof font !== 'object' || font === null || !('id' in font)) continue;
    if (typeof font.id === 'string' && !fonts(db).find({ id: font.id, organization }))
      throw badRequest(`styling.${field}: the organization has no font "${font.id}"`);
  }
}

const view = (call: Call, row: FontRow): CustomizationFontDefinition => ({
  id: row.id,
  custom: true,
  fontFamily: row.fontFamily,
  fontFaces: row.faces.map(({ weight, storageKey }) => ({
    weight,
    sources: [
      {
        url: `https://files.docs.example/${encodeURI(storageKey)}`,
        format: uploads(call.db)
          .find({ organization: row.organization, key: storageKey })
          ?.type.includes('woff2')
          ? 'woff2'
          : 'woff',
      },
    ],
  })),
  permissions: { edit: call.access.organizationPermissions(row.organization).createContent },
});

const fontOf = (call: Call, organization: string, id: string): FontRow =>
  fonts(call.db).get({ id, organization }, 'font');

/** Title of a site whose looks use the font. */
const userOf = (call: Call, organization: string, id: string): string | undefined =>
  call.db.get<{ title: string }>(
    `SELECT t.title FROM siteCustomizations c JOIN sites t ON t.id = c.site
     WHERE t.organization = ? AND instr(c.settings, ?) > 0`,
    organization,
    JSON.stringify(id),
  )?.title;

/** 404 for a file that nobody announced, 412 for one that is not a font, 400 for a weight that comes twice. */
function requireFaces(call: Call, organization: string, faces: readonly Face[]): void {
  for (const { storageKey } of faces) {
    const upload = uploads(call.db).find({ organization, key: storageKey });
    if (upload?.kind !== 'customization_font') throw notFound('uploaded font', storageKey);
    if (!/woff/.test(upload.type))
      throw preconditionFailed(`"${storageKey}" is of type ${upload.type}: a font must be WOFF or WOFF2`);
  }
  const weights = faces.map(({ weight }) => weight);
  const twice = weights.find((weight, at) => weights.indexOf(weight) !== at);
  if (twice !== undefined) throw badRequest(`fontFaces: weight ${twice} appears twice`);
}

const byWeight = (a: Face, b: Face) => a.weight - b.weight;

export default [
  handle(api.getCustomization, readSite, (call, { unmasked }, site) =>
    masked(site, siteSettings(call.db, site), unmasked),
  ),

  handleChange(api.setCustomization, siteToChange, (call, { organizationId, siteId, ...settings }, site) => {
    readLinks(settings);
    requireFonts(call, site, settings.styling);
    const updatedAt = call.now().toISOString();
    siteCustomizations(call.db).put({ site: site.id, settings, updatedAt });
    return siteSettings(call.db, site);
  }),

  handle(api.getSiteSpaceCustomization, readSite, (call, { unmasked, siteSpaceId }, site) => {
    const { id } = siteSpaceOf(call, site, siteSpaceId);
    return masked(site, siteSpaceSettings(call.db, site, id), unmasked);
  }),

  handleChange(
    api.updateSiteSpaceCustomization,
    siteToChange,
    (call, { organizationId, siteId, siteSpaceId, ...settings }, site) => {
      const { id } = siteSpaceOf(call, site, siteSpaceId);
      readLinks(settings);
      override(call.db, id, settings, call.now().toISOString());
      return siteSpaceSettings(call.db, site, id);
    },
  ),

  handleChange(api.resetSiteSpaceCustomization, siteToChange, (call, { siteSpaceId }, site) => {
    const { id } = siteSpaceOf(call, site, siteSpaceId);
    return deleted(siteSpaceCustomizations(call.db).remove({ siteSpace: id }));
  }),

  handle(fontsApi.listFonts, may('listMembers'), (call, { organizationId }) => {
    const items = fonts(call.db)
      .all({ organization: organizationId }, 'rowid')
      .map((row) => view(call, row));
    return { items, count: items.length };
  }),

  handleChange(
    fontsApi.createFont,
    may('createContent'),
    (call, { organizationId, fontFamily, fontFaces }) => {
      requirePaidPlan(call, organizationId, 'custom fonts');
      requireFaces(call, organizationId, fontFaces);
      const row: FontRow = {
        ...{ id: newId(), organization: organizationId, fontFamily },
        faces: [...fontFaces].sort(byWeight),
      };
      fonts(call.db).insert(row);
      return view(call, row);
    },
  ),

  handle(fontsApi.getFont, may('listMembers'), (call, { organizationId, fontId }) =>
    view(call, fontOf(call, organizationId, fontId)),
  ),

  handleChange(
    fontsApi.updateFont,
    may('createContent'),
    (call, { organizationId, fontId, fontFamily, fontFaces = [] }) => {
      const row = fontOf(call, organizationId, fontId);
      const given = fontFaces.flatMap(({ weight, storageKey }) =>
        storageKey === null ? [] : [{ weight, storageKey }],
      );
      requireFaces(call, organizationId, given);
      const named = new Set(fontFaces.map(({ weight }) => weight));
      const kept = row.faces.filter(({ weight }) => !named.has(weight));
      const faces = [...kept, ...given].sort(byWeight);
      if (faces.length === 0)
        throw preconditionFailed(`font "${row.fontFamily}" must keep at least one weight`);
      fonts(call.db).update({ id: row.id }, { faces, fontFamily });
      return view(call, fontOf(call, organizationId, fontId));
    },
  ),

  handleChange(fontsApi.deleteFont, may('createContent'), (call, { organizationId, fontId }) => {
    const row = fonts(call.db).find({ id: fontId, organization: organizationId });
    if (!row) return deleted(false);
    const user = userOf(call, organizationId, fontId);
    if (user !== undefined)
      throw conflict(
        `font "${row.fontFamily}" is used by the customization of site "${user}": change those first`,
      );
    return deleted(fonts(call.db).remove({ id: fontId }));
  }),

  handle(fontsApi.createStorageUpload, may('createContent'), (call, { organizationId, file, kind }) => {
    if (file.size < 1 || file.size > MOST_UPLOADED)
      throw badRequest(`file.size must be between 1 and ${MOST_UPLOADED} bytes`);
    const name = file.name.replace(/[^\w.-]+/g, '-').slice(-100) || 'file';
    const key = `${kind}/${newId()}/${name}`;
    uploads(call.db).insert({ key, organization: organizationId, kind, type: file.type });
    const host = call.origin === 'sandbox:' ? 'https://upload.docs.example/' : `${call.origin}${UPLOAD_PATH}`;
    return { object: 'storage-signed-url' as const, url: `${host}${key}`, key };
  }),
];

export const fidelity: FidelityOf = {
  'customization.set':
    'Stored, merged and part of a published site: the web pages of a served sandbox show nothing of it but the title.',
  'customization.updateOfSiteSpace':
    'Stored, merged and part of a published site: the web pages of a served sandbox show nothing of it but the title.',
  'fonts.create': 'A file counts as uploaded once its key was made: no host holds its bytes.',
  'fonts.update': 'A file counts as uploaded once its key was made: no host holds its bytes.',
  'storage.upload':
    'The key counts as uploaded at once. docs sandbox serve takes what is sent to the upload URL, and keeps none of it.',
};
