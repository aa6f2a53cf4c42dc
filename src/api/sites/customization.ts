// The looks of a site, and what a space on it has of its own (src/api/README.md#customization).
import type { ObjectOptions, Static, TProperties, TSchema } from '@sinclair/typebox';
import { ContentRef } from '../content/content-ref.ts';
import { Enum, Nullable, resource, Type, Uri } from '../schema.ts';
import * as wire from './customization.generated.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Union,
  Boolean: Bool,
  Integer,
  Record: RecordOf,
} = Type;

// The parts of a site's looks: bounds of each, once closed for what is sent and once open for what is read.

const FONTS = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const;
const MONOSPACE_FONTS = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const;
const CODE_THEMES =
  'default-light default-dark monochrome-light monochrome-dark andromeeda aurora-x ayu-dark catppuccin-frappe catppuccin-latte catppuccin-macchiato catppuccin-mocha dark-plus dracula dracula-soft everforest-dark everforest-light github-dark github-dark-default github-dark-dimmed github-dark-high-contrast github-light github-light-default github-light-high-contrast gruvbox-dark-hard gruvbox-dark-medium gruvbox-dark-soft gruvbox-light-hard gruvbox-light-medium gruvbox-light-soft houston kanagawa-dragon kanagawa-lotus kanagawa-wave laserwave light-plus material-theme material-theme-darker material-theme-lighter material-theme-ocean material-theme-palenight min-dark min-light monokai night-owl nord one-dark-pro one-light plastic poimandres red rose-pine rose-pine-dawn rose-pine-moon slack-dark slack-ochin snazzy-light solarized-dark solarized-light synthwave-84 tokyo-night vesper vitesse-black vitesse-dark vitesse-light'.split(
    ' ',
  );
const PLATFORMS =
  'twitter instagram facebook linkedin github discord slack youtube tiktok reddit bluesky mastodon threads medium'.split(
    ' ',
  );
const LOCALES = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'] as const;
const PAGE_ACTIONS = ['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'] as const;

const choices = {
  theme: Enum(['clean', 'muted', 'bold', 'gradient']),
  corners: Enum(['straight', 'rounded', 'circular']),
  depth: Enum(['subtle', 'flat']),
  links: Enum(['default', 'accent']),
  background: Enum(['plain', 'match']),
  icons: Enum(['regular', 'solid', 'duotone', 'light', 'thin']),
  sidebarBackground: Enum(['default', 'filled']),
  sidebarList: Enum(['default', 'pill', 'line']),
  search: Enum(['prominent', 'subtle']),
  locale: Enum(LOCALES),
  preset: Enum(['default', 'bold', 'contrast', 'custom', 'none']),
  mode: Enum(['light', 'dark', 'system']),
  target: Enum(['self', 'blank']),
  ai: Enum(['none', 'search', 'assistant']),
  pageActions: ArrayOf(Enum(PAGE_ACTIONS)),
};

/** Shapes of which a misspelled key is refused (sent), or passed over (read). */
function shapesOf(isClosed: boolean) {
  const options: ObjectOptions | undefined = isClosed ? { additionalProperties: false } : undefined;
  const obj = <P extends TProperties>(properties: P) => Obj(properties, options);
  const localized = (maxLength?: number) =>
    RecordOf(Str(), Str(maxLength === undefined ? undefined : { maxLength }));
  const hex = Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$', description: '#rgb or #rrggbb' });
  const color = obj({ light: hex, dark: hex });
  const image = obj({ light: Uri(), dark: Uri() });
  const tint = obj({ color });
  const codeTheme = obj({ light: Enum(CODE_THEMES), dark: Enum(CODE_THEMES) });
  const face = obj({
    weight: Integer({ minimum: 1, maximum: 1000 }),
    sources: ArrayOf(obj({ url: Uri(), format: Optional(Enum(['woff2', 'woff'])) }), { minItems: 1 }),
  });
  const ownFont = obj({
    id: Str(),
    custom: Bool(),
    fontFamily: Str({ minLength: 1, maxLength: 50 }),
    fontFaces: ArrayOf(face, { minItems: 1 }),
  });
  const link = obj({
    title: Str({ maxLength: 64 }),
    localizedTitle: Optional(localized(64)),
    to: ContentRef,
  });
  const headerItem = obj({
    title: Str(),
    localizedTitle: Optional(localized()),
    style: Optional(Enum(['link', 'button-primary', 'button-secondary'])),
    to: Nullable(ContentRef),
    links: ArrayOf(link),
    condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
  });
  const footerGroup = obj({ title: Str(), localizedTitle: Optional(localized()), links: ArrayOf(link) });
  const favicon = Union([
    obj({ icon: image }),
    obj({ emoji: Str({ maxLength: 50 }) }),
    Obj({}, { additionalProperties: false }),
  ]);
  const announcement = obj({
    enabled: Bool(),
    message: Str({ minLength: 2, maxLength: 128 }),
    localizedMessage: Optional(localized(128)),
    link: Optional(link),
    style: Enum(['info', 'warning', 'danger', 'success']),
  });
  const socialAccount = obj({
    platform: Enum(PLATFORMS),
    handle: Str({ minLength: 1, maxLength: 128 }),
    display: obj({ footer: Bool(), header: Bool() }),
  });
  return {
    ...{ obj, localized, color, image, tint, codeTheme, headerItem, footerGroup, favicon, announcement },
    font: Union([Enum(FONTS), ownFont]),
    headingFont: Union([Enum(FONTS), ownFont, Type.Null()]),
    monospaceFont: Union([Enum(MONOSPACE_FONTS), ownFont]),
    socialAccounts: ArrayOf(socialAccount, { maxItems: 10 }),
  };
}

export const SiteCustomizationSettings = wire.SiteCustomizationSettings;
export type SiteCustomizationSettings = Static<typeof SiteCustomizationSettings>;
export const SiteCustomizationSettingsInput = wire.SiteCustomizationSettingsInput;
export type SiteCustomizationSettingsInput = Static<typeof SiteCustomizationSettingsInput>;

/** The same shape, of which a misspelled key is refused: the customization is a closed set of values. */
function closed<S extends TSchema>(schema: S): S {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      additionalProperties: schema.additionalProperties ?? false,
      properties: Object.fromEntries(
        Object.entries<TSchema>(properties).map(([name, field]) => [name, closed(field)]),
      ),
    }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
  };
}

function overridesOf() {
  const shape = shapesOf(true);
  const { obj } = shape;
  const color = Optional(Nullable(shape.color));
  const codeTheme = Optional(Nullable(shape.codeTheme));
  const toggle = Optional(obj({ enabled: Nullable(Bool()) }));
  const address = Optional(obj({ url: Optional(Nullable(Uri())) }));
  return {
    title: Optional(Nullable(Str({ minLength: 2, maxLength: 128 }))),
    localizedTitle: Optional(Nullable(shape.localized(128))),
    styling: Optional(
      obj({
        theme: Optional(Nullable(choices.theme)),
        primaryColor: color,
        infoColor: color,
        successColor: color,
        warningColor: color,
        dangerColor: color,
        tint: Optional(Nullable(shape.tint)),
        corners: Optional(Nullable(choices.corners)),
        depth: Optional(Nullable(choices.depth)),
        links: Optional(Nullable(choices.links)),
        icons: Optional(Nullable(choices.icons)),
        sidebar: Optional(
          obj({
            background: Optional(Nullable(choices.sidebarBackground)),
            list: Optional(Nullable(choices.sidebarList)),
          }),
        ),
        search: Optional(Nullable(choices.search)),
        background: Optional(Nullable(choices.background)),
        codeTheme: Optional(obj({ default: codeTheme, openapi: codeTheme })),
      }),
    ),
    internationalization: Optional(obj({ locale: Nullable(choices.locale) })),
    favicon: Optional(Nullable(shape.favicon)),
    announcement: Optional(shape.announcement),
    header: Optional(
      obj({
        preset: Optional(Nullable(choices.preset)),
        logo: Optional(Nullable(shape.image)),
        primaryLink: Optional(Nullable(ContentRef)),
        backgroundColor: color,
        linkColor: color,
        links: Optional(Nullable(ArrayOf(shape.headerItem))),
      }),
    ),
    footer: Optional(
      obj({
        logo: Optional(Nullable(shape.image)),
        groups: Optional(Nullable(ArrayOf(shape.footerGroup))),
        copyright: Optional(Nullable(Str({ maxLength: 512 }))),
      }),
    ),
    themes: Optional(
      obj({ default: Optional(Nullable(choices.mode)), toggeable: Optional(Nullable(Bool())) }),
    ),
    feedback: toggle,
    externalLinks: Optional(obj({ target: Nullable(choices.target) })),
    pagination: toggle,
    trademark: toggle,
    privacyPolicy: address,
    socialPreview: address,
  };
}

/** What a site space has of its own; `null` gives it what the site has. */
export const SiteSpaceCustomizationInput = Obj(overridesOf());
export type SiteSpaceCustomizationInput = Static<typeof SiteSpaceCustomizationInput>;

/** Objects whose fields a site space overrides one by one; any other value is overridden as a whole. */
export const OVERRIDE_GROUPS: ReadonlySet<string> = new Set([
  ...['styling', 'styling.sidebar', 'styling.codeTheme', 'internationalization', 'header', 'footer'],
  ...['themes', 'feedback', 'externalLinks', 'pagination', 'trademark', 'privacyPolicy', 'socialPreview'],
]);

const op = resource('customization', { says: { siteSpaceId: 'site space: ID, title or path' } });
export const getCustomization = op('get', 'Show the customization of a site', {
  ...wire.getSiteCustomizationById,
  errors: [400],
  says: { unmasked: 'also what the plan of the site does not include' },
});
export const setCustomization = op('set', 'Update the customization of a site', {
  ...wire.updateSiteCustomizationById,
  body: closed(wire.SiteCustomizationSettingsInput),
  errors: [400],
  says: {
    'styling.primaryColor.light': '#rgb or #rrggbb',
    'styling.primaryColor.dark': '#rgb or #rrggbb',
    'styling.tint.color.light': '#rgb or #rrggbb',
    'styling.tint.color.dark': '#rgb or #rrggbb',
    'styling.infoColor.light': '#rgb or #rrggbb',
    'styling.infoColor.dark': '#rgb or #rrggbb',
    'styling.successColor.light': '#rgb or #rrggbb',
    'styling.successColor.dark': '#rgb or #rrggbb',
    'styling.warningColor.light': '#rgb or #rrggbb',
    'styling.warningColor.dark': '#rgb or #rrggbb',
    'styling.dangerColor.light': '#rgb or #rrggbb',
    'styling.dangerColor.dark': '#rgb or #rrggbb',
    'header.backgroundColor.light': '#rgb or #rrggbb',
    'header.backgroundColor.dark': '#rgb or #rrggbb',
    'header.linkColor.light': '#rgb or #rrggbb',
    'header.linkColor.dark': '#rgb or #rrggbb',
  },
});
export const getSiteSpaceCustomization = op('getOfSiteSpace', 'Show the customization of a space on a site', {
  ...wire.getSiteSpaceCustomizationById,
  errors: [400],
  says: { unmasked: 'also what the plan of the site does not include' },
});
export const updateSiteSpaceCustomization = op(
  'updateOfSiteSpace',
  'Override the customization of a site for a space on it',
  {
    ...wire.overrideSiteSpaceCustomizationById,
    body: SiteSpaceCustomizationInput,
    errors: [400],
  },
);
export const resetSiteSpaceCustomization = op(
  'reset',
  'Reset the customization of a space to that of its site',
  {
    ...wire.deleteSiteSpaceCustomizationById,
    errors: [400],
  },
);
