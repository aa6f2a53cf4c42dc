// The looks of a site, and what a space on it has of its own (src/api/README.md#customization).
import type { Static, TSchema } from '@sinclair/typebox';
import { ContentRef } from '../content/content-ref.ts';
import { Nullable, resource, Type, Uri } from '../schema.ts';
import * as wire from './customization.generated.ts';
import { choices, shapesOf } from './customization-shapes.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Boolean: Bool } = Type;
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
