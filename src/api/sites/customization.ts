// The looks of a site, and what a space on it has of its own (src/api/README.md#customization).
import type { Static } from '@sinclair/typebox';
import { ContentRef } from '../content/content-ref.ts';
import { DateTime, Nullable, operation, SiteRef, Type, Uri } from '../schema.ts';
import { choices, shapesOf } from './customization-shapes.ts';
import { SiteSpaceRef } from './site-spaces.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Boolean: Bool } = Type;

function settingsOf(isClosed: boolean) {
  const shape = shapesOf(isClosed);
  const { obj, color, localized } = shape;
  const toggle = obj({ enabled: Bool() });
  const address = obj({ url: Optional(Uri()) });
  return {
    title: Optional(Str({ minLength: 2, maxLength: 128 })),
    localizedTitle: Optional(localized(128)),
    styling: obj({
      theme: choices.theme,
      primaryColor: color,
      tint: Optional(shape.tint),
      infoColor: color,
      successColor: color,
      warningColor: color,
      dangerColor: color,
      corners: choices.corners,
      depth: choices.depth,
      links: choices.links,
      font: shape.font,
      headingFont: Optional(shape.headingFont),
      monospaceFont: shape.monospaceFont,
      background: choices.background,
      icons: choices.icons,
      codeTheme: obj({ default: shape.codeTheme, openapi: shape.codeTheme }),
      sidebar: obj({ background: choices.sidebarBackground, list: choices.sidebarList }),
      search: choices.search,
    }),
    internationalization: obj({ locale: choices.locale }),
    favicon: shape.favicon,
    header: obj({
      preset: choices.preset,
      logo: Optional(shape.image),
      primaryLink: Optional(ContentRef),
      backgroundColor: Optional(color),
      linkColor: Optional(color),
      links: ArrayOf(shape.headerItem),
    }),
    footer: obj({
      logo: Optional(shape.image),
      groups: ArrayOf(shape.footerGroup),
      copyright: Optional(Str({ maxLength: 512 })),
    }),
    announcement: Optional(shape.announcement),
    themes: obj({ default: choices.mode, toggeable: Bool() }),
    feedback: toggle,
    ai: obj({
      mode: choices.ai,
      greeting: Optional(Str({ maxLength: 256 })),
      localizedGreeting: Optional(localized(128)),
      suggestions: Optional(ArrayOf(Str({ minLength: 3, maxLength: 64 }), { maxItems: 5 })),
      instructions: Optional(Str({ maxLength: 10_000 })),
    }),
    advancedCustomization: toggle,
    pageActions: obj({ items: choices.pageActions }),
    externalLinks: obj({ target: choices.target }),
    pagination: toggle,
    trademark: toggle,
    privacyPolicy: address,
    socialPreview: address,
    socialAccounts: shape.socialAccounts,
    insights: obj({ trackingCookie: Bool() }),
  };
}

export const SiteCustomizationSettings = Obj({ ...settingsOf(false), updatedAt: Optional(DateTime()) });
export type SiteCustomizationSettings = Static<typeof SiteCustomizationSettings>;
export const SiteCustomizationSettingsInput = Obj(settingsOf(true));
export type SiteCustomizationSettingsInput = Static<typeof SiteCustomizationSettingsInput>;

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

const Query = Obj({
  unmasked: Optional(Bool({ description: 'also what the plan of the site does not include' })),
});
const SITE = '/v1/orgs/{organizationId}/sites/{siteId}/customization';
const SITE_SPACE = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization';

export const getCustomization = operation('customization.get', {
  method: 'GET',
  path: SITE,
  summary: 'Show the customization of a site',
  params: SiteRef,
  query: Query,
  result: SiteCustomizationSettings,
  errors: [400],
});

export const setCustomization = operation('customization.set', {
  method: 'PUT',
  path: SITE,
  summary: 'Update the customization of a site',
  params: SiteRef,
  body: SiteCustomizationSettingsInput,
  result: SiteCustomizationSettings,
  errors: [400],
});

export const getSiteSpaceCustomization = operation('customization.getOfSiteSpace', {
  method: 'GET',
  path: SITE_SPACE,
  summary: 'Show the customization of a space on a site',
  params: SiteSpaceRef,
  query: Query,
  result: SiteCustomizationSettings,
  errors: [400],
});

export const updateSiteSpaceCustomization = operation('customization.updateOfSiteSpace', {
  method: 'PATCH',
  path: SITE_SPACE,
  summary: 'Override the customization of a site for a space on it',
  params: SiteSpaceRef,
  body: SiteSpaceCustomizationInput,
  result: SiteCustomizationSettings,
  errors: [400],
});

export const resetSiteSpaceCustomization = operation('customization.reset', {
  method: 'DELETE',
  path: SITE_SPACE,
  summary: 'Reset the customization of a space to that of its site',
  params: SiteSpaceRef,
  errors: [400],
});
