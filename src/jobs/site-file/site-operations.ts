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
import * as customization from '../../api/sites/customization.ts';
import * as sitePublishing from '../../api/sites/site-publishing.ts';
import * as siteRedirects from '../../api/sites/site-redirects.ts';
import * as siteStructure from '../../api/sites/site-structure.ts';
import { createSite, listSites, publishSite, unpublishSite, updateSite } from '../../api/sites/sites.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import type { Run } from '../../engine/run/run.ts';
import { exitCodeFlag, FORMAT_FLAG } from '../report/finding-flags.ts';

/** What pull and drift read. */
export const READS = [
  ...[
    listSites,
    listSpaces,
    listPages,
    siteStructure.getSiteStructure,
    sitePublishing.listShareLinks,
    sitePublishing.getPublishingAuth,
    siteRedirects.listRedirects,
  ],
  ...[listSiteIntegrations, listOrganizationInstallations, getAdaptiveSchema],
  ...[customization.getCustomization, customization.getSiteSpaceCustomization],
];

/** What a plan of a site may send. */
export const WRITES = [
  ...[createSpace, createSite, updateSite, publishSite, unpublishSite],
  ...[
    siteStructure.createSiteSection,
    siteStructure.updateSiteSection,
    siteStructure.deleteSiteSection,
    siteStructure.sortSiteStructure,
  ],
  ...[
    siteStructure.createSiteSectionGroup,
    siteStructure.updateSiteSectionGroup,
    siteStructure.deleteSiteSectionGroup,
  ],
  ...[siteStructure.addToSiteSectionGroup, siteStructure.removeFromSiteSectionGroup],
  ...[siteStructure.createExternalLink, siteStructure.updateExternalLink, siteStructure.deleteExternalLink],
  ...[siteStructure.addSiteSpace, siteStructure.updateSiteSpace, siteStructure.removeSiteSpace],
  ...[
    sitePublishing.createShareLink,
    sitePublishing.updateShareLink,
    sitePublishing.deleteShareLink,
    sitePublishing.updatePublishingAuth,
  ],
  ...[
    siteRedirects.createRedirect,
    siteRedirects.updateRedirect,
    siteRedirects.deleteRedirect,
    setAdaptiveSchema,
  ],
  ...[
    customization.setCustomization,
    customization.updateSiteSpaceCustomization,
    customization.resetSiteSpaceCustomization,
  ],
  ...[addInstallationSite, removeInstallationSite],
];

// Flags of docs sites drift.

export const DRIFT_FLAGS = [
  flag(
    '--site <site>',
    'site to compare: ID, title or URL (default: the one the file was pulled from, or of its title)',
  ),
  flag('--ignore-file <file>', 'file with differences to ignore (default .docsdrift)'),
  FORMAT_FLAG,
  exitCodeFlag('there are differences'),
  ...[CONTEXT_FLAGS.organizationId ?? []].flat(),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type DriftRun = Run<FlagsOf<typeof DRIFT_FLAGS>>;

// Flags of docs sites pull.

export const PULL_FLAGS = [
  flag('--all', 'every site of the organization, with --to a folder', { reach: 'platform' }),
  flag(
    '--to <path>',
    'file to write, or a folder (default: standard output); comments and order of a file stay',
    { reach: 'machine', group: 'Output:' },
  ),
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type PullRun = Run<FlagsOf<typeof PULL_FLAGS>>;
