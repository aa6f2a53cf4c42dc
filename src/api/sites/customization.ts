// The looks of a site, and what a space on it has of its own (src/api/README.md#customization).
import type { Static, TSchema } from '@sinclair/typebox';
import { resource, withFields } from '../schema.ts';
import * as wire from './customization.generated.ts';
import { SiteCustomizationSettingsInput } from './customization.generated.ts';

const COLOR = '^#(?:[0-9a-fA-F]{3}){1,2}$';

/** The same shape, of which a misspelled key is refused: the customization is a closed set of values. */
function closed<S extends TSchema>(schema: S): S {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(schema.pattern === COLOR && { description: '#rgb or #rrggbb' }),
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

/** What a site space has of its own; `null` gives it what the site has. */
export const SiteSpaceCustomizationInput = withFields(
  closed(wire.overrideSiteSpaceCustomizationById.body),
  {},
);
export type SiteSpaceCustomizationInput = Static<typeof SiteSpaceCustomizationInput>;

/** Objects whose fields a site space overrides one by one; any other value is overridden as a whole. */
export const OVERRIDE_GROUPS: ReadonlySet<string> = new Set([
  ...['styling', 'styling.sidebar', 'styling.codeTheme', 'internationalization', 'header', 'footer'],
  ...['themes', 'feedback', 'externalLinks', 'pagination', 'trademark', 'privacyPolicy', 'socialPreview'],
]);

const op = resource('customization', {
  says: {
    unmasked: 'also what the plan of the site does not include',
  },
});
export const getCustomization = op('get', 'Show the customization of a site', wire.getSiteCustomizationById);
export const setCustomization = op('set', 'Update the customization of a site', {
  ...wire.updateSiteCustomizationById,
  body: closed(SiteCustomizationSettingsInput),
});
export const getSiteSpaceCustomization = op('getOfSiteSpace', 'Show the customization of a space on a site', {
  ...wire.getSiteSpaceCustomizationById,
});
export const updateSiteSpaceCustomization = op(
  'updateOfSiteSpace',
  'Override the customization of a site for a space on it',
  { ...wire.overrideSiteSpaceCustomizationById, body: SiteSpaceCustomizationInput },
);
export const resetSiteSpaceCustomization = op(
  'reset',
  'Reset the customization of a space to that of its site',
  wire.deleteSiteSpaceCustomizationById,
);
