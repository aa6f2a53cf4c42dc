// The operations that a site file comes to: what reading a site asks, and what changing it may send.

import { listPages } from '../../../api/content/pages.ts';
import { createSpace, listSpaces } from '../../../api/content/spaces.ts';
import { addInstallationSite, removeInstallationSite } from '../../../api/integrations/installation-sites.ts';
import {
  listOrganizationInstallations,
  listSiteIntegrations,
} from '../../../api/integrations/installed-integrations.ts';
import { getAdaptiveSchema, setAdaptiveSchema } from '../../../api/sites/adaptive-schema.ts';
import {
  getCustomization,
  getSiteSpaceCustomization,
  resetSiteSpaceCustomization,
  setCustomization,
  updateSiteSpaceCustomization,
} from '../../../api/sites/customization.ts';
import {
  createExternalLink,
  deleteExternalLink,
  updateExternalLink,
} from '../../../api/sites/site-external-links.ts';
import { getPublishingAuth, updatePublishingAuth } from '../../../api/sites/site-publishing.ts';
import {
  createRedirect,
  deleteRedirect,
  listRedirects,
  updateRedirect,
} from '../../../api/sites/site-redirects.ts';
import {
  addToSiteSectionGroup,
  createSiteSectionGroup,
  deleteSiteSectionGroup,
  removeFromSiteSectionGroup,
  updateSiteSectionGroup,
} from '../../../api/sites/site-section-groups.ts';
import { createSiteSection, deleteSiteSection, updateSiteSection } from '../../../api/sites/site-sections.ts';
import {
  createShareLink,
  deleteShareLink,
  listShareLinks,
  updateShareLink,
} from '../../../api/sites/site-share-links.ts';
import { addSiteSpace, removeSiteSpace, updateSiteSpace } from '../../../api/sites/site-spaces.ts';
import { getSiteStructure, sortSiteStructure } from '../../../api/sites/site-structure.ts';
import { createSite, listSites, publishSite, unpublishSite, updateSite } from '../../../api/sites/sites.ts';

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
