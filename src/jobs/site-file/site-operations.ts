// The operations that a site file comes to: what reading a site asks, and what changing it may send.

import { listPages } from '../../api/content/pages.ts';
import { createSpace, listSpaces } from '../../api/content/spaces.ts';
import {
  listOrganizationInstallations,
  listSiteIntegrations,
} from '../../api/integrations/installed-integrations.ts';
import {
  addInstallationSite,
  removeInstallationSite,
} from '../../api/integrations/integration-installations.ts';
import { getAdaptiveSchema, setAdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import {
  getCustomization,
  getSiteSpaceCustomization,
  resetSiteSpaceCustomization,
  setCustomization,
  updateSiteSpaceCustomization,
} from '../../api/sites/customization.ts';
import {
  createShareLink,
  deleteShareLink,
  getPublishingAuth,
  listShareLinks,
  updatePublishingAuth,
  updateShareLink,
} from '../../api/sites/site-publishing.ts';
import {
  createRedirect,
  deleteRedirect,
  listRedirects,
  updateRedirect,
} from '../../api/sites/site-redirects.ts';
import {
  addSiteSpace,
  addToSiteSectionGroup,
  createExternalLink,
  createSiteSection,
  createSiteSectionGroup,
  deleteExternalLink,
  deleteSiteSection,
  deleteSiteSectionGroup,
  getSiteStructure,
  removeFromSiteSectionGroup,
  removeSiteSpace,
  sortSiteStructure,
  updateExternalLink,
  updateSiteSection,
  updateSiteSectionGroup,
  updateSiteSpace,
} from '../../api/sites/site-structure.ts';
import { createSite, listSites, publishSite, unpublishSite, updateSite } from '../../api/sites/sites.ts';

/** What pull and drift read. */
export const READS = [
  ...[listSites, listSpaces, listPages, getSiteStructure, listShareLinks, getPublishingAuth, listRedirects],
  ...[listSiteIntegrations, listOrganizationInstallations, getAdaptiveSchema],
  ...[getCustomization, getSiteSpaceCustomization],
];

/** What a plan of a site may send. */
export const WRITES = [
  ...[createSpace, createSite, updateSite, publishSite, unpublishSite],
  ...[createSiteSection, updateSiteSection, deleteSiteSection, sortSiteStructure],
  ...[createSiteSectionGroup, updateSiteSectionGroup, deleteSiteSectionGroup],
  ...[addToSiteSectionGroup, removeFromSiteSectionGroup],
  ...[createExternalLink, updateExternalLink, deleteExternalLink],
  ...[addSiteSpace, updateSiteSpace, removeSiteSpace],
  ...[createShareLink, updateShareLink, deleteShareLink, updatePublishingAuth],
  ...[createRedirect, updateRedirect, deleteRedirect, setAdaptiveSchema],
  ...[setCustomization, updateSiteSpaceCustomization, resetSiteSpaceCustomization],
  ...[addInstallationSite, removeInstallationSite],
];
