// The looks of a site and of the spaces on it.
import {
  getCustomization,
  getSiteSpaceCustomization,
  resetSiteSpaceCustomization,
  setCustomization,
  updateSiteSpaceCustomization,
} from '../../../api/sites/customization.ts';
import { readCondition } from '../../actions/sites/condition.ts';
import { masked, override, siteSettings, siteSpaceSettings } from '../../actions/sites/customization.ts';
import { readSite, siteToChange } from '../../actions/sites/settings.ts';
import { siteSpaceOf } from '../../actions/sites/site-spaces.ts';
import { fonts, siteCustomizations, siteSpaceCustomizations } from '../../db/sites/site-settings.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { deleted, type FidelityOf, handle } from '../../handler.ts';
import type { Call } from '../../sandbox.ts';
import { badRequest } from '../../wire-error.ts';

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

export default [
  handle(getCustomization, (call, { unmasked, ...ref }) => {
    const site = readSite(call, ref);
    return masked(site, siteSettings(call.db, site), unmasked);
  }),

  handle(setCustomization, (call, { organizationId, siteId, ...settings }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, { organizationId, siteId });
      readLinks(settings);
      requireFonts(call, site, settings.styling);
      const updatedAt = call.now().toISOString();
      siteCustomizations(call.db).put({ site: site.id, settings, updatedAt });
      return siteSettings(call.db, site);
    }),
  ),

  handle(getSiteSpaceCustomization, (call, { unmasked, siteSpaceId, ...ref }) => {
    const site = readSite(call, ref);
    const { id } = siteSpaceOf(call, site, siteSpaceId);
    return masked(site, siteSpaceSettings(call.db, site, id), unmasked);
  }),

  handle(updateSiteSpaceCustomization, (call, { organizationId, siteId, siteSpaceId, ...settings }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, { organizationId, siteId });
      const { id } = siteSpaceOf(call, site, siteSpaceId);
      readLinks(settings);
      override(call.db, id, settings, call.now().toISOString());
      return siteSpaceSettings(call.db, site, id);
    }),
  ),

  handle(resetSiteSpaceCustomization, (call, { siteSpaceId, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const { id } = siteSpaceOf(call, site, siteSpaceId);
      return deleted(siteSpaceCustomizations(call.db).remove({ siteSpace: id }));
    }),
  ),
];

export const fidelity: FidelityOf = {
  'customization.set': {
    limited:
      'Stored, merged and part of a published site: the web pages of a served sandbox show nothing of it but the title.',
  },
  'customization.updateOfSiteSpace': {
    limited:
      'Stored, merged and part of a published site: the web pages of a served sandbox show nothing of it but the title.',
  },
};
