// docs sandbox clone: an organization into a sandbox of its own, to try changes on. Reads only.

import { listCollections } from '../../api/content/collections.ts';
import * as pages from '../../api/content/pages.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import {
  listOrganizationInstallations,
  listOrganizationIntegrations,
} from '../../api/integrations/installed-integrations.ts';
import {
  listInstallationSites,
  listInstallationSpaces,
} from '../../api/integrations/integration-installations.ts';
import * as openapi from '../../api/integrations/openapi.ts';
import { listLinkInvites, listSamlProviders } from '../../api/people/invites.ts';
import { getCaller, listMembers, listTeamMembers, listTeams } from '../../api/people/members.ts';
import { getOrganization, listAuditEvents } from '../../api/people/organizations.ts';
import { listOrganizationChangeRequests } from '../../api/review/change-requests.ts';
import * as comments from '../../api/review/comments.ts';
import { listRequestedReviewers, listReviews } from '../../api/review/reviews.ts';
import { getAdaptiveSchema } from '../../api/sites/adaptive-schema.ts';
import { getCustomization, getSiteSpaceCustomization } from '../../api/sites/customization.ts';
import { getHostname, getPublishingAuth, listShareLinks } from '../../api/sites/site-publishing.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { getSiteStructure, listSiteSpaces } from '../../api/sites/site-structure.ts';
import { listSites } from '../../api/sites/sites.ts';
import { listGlossary, listTranslations } from '../../api/translations/translations.ts';
import { LIST } from '../../domain/access/grants.ts';
import { handmade } from '../../engine/model/command.ts';
import { CLONE_FLAGS, type CloneRun } from './clone-flags.ts';

const COLUMNS = [
  'file',
  'profile',
  'members',
  'teams',
  'collections',
  'spaces',
  'sites',
  'unchanged',
  'changeRequests',
  'fetched',
];

export const sandboxClone = handmade('clone', {
  summary: 'Copy an organization to a sandbox, to rehearse changes on',
  changesHere: true,
  options: CLONE_FLAGS,
  columns: COLUMNS,
  uses: [
    getOrganization,
    getCaller,
    listMembers,
    listTeams,
    listTeamMembers,
    listSamlProviders,
    listAuditEvents,
    listCollections,
    ...Object.values(LIST.user),
    ...Object.values(LIST.team),
    listSpaces,
    pages.getContent,
    pages.getPage,
    pages.getRevision,
    pages.getRevisionPage,
    listOrganizationChangeRequests,
    pages.getChangeRequestContent,
    listReviews,
    listRequestedReviewers,
    comments.listComments,
    comments.listCommentReplies,
    comments.listChangeRequestComments,
    comments.listChangeRequestCommentReplies,
    listSites,
    getSiteStructure,
    listSiteSpaces,
    listRedirects,
    getCustomization,
    getSiteSpaceCustomization,
    listShareLinks,
    getPublishingAuth,
    getAdaptiveSchema,
    getHostname,
    openapi.listOpenApiSpecs,
    openapi.listOpenApiVersions,
    openapi.getRawOpenApiContent,
    openapi.getOpenApiContent,
    listTranslations,
    listGlossary,
    listOrganizationIntegrations,
    listOrganizationInstallations,
    listInstallationSpaces,
    listInstallationSites,
    listLinkInvites,
  ],
  exits: [7],
  examples: [
    ['Copy the organization in use', 'docs sandbox clone --file ./rehearsal.db'],
    ['Copy two spaces under another name', 'docs sandbox clone --spaces Guides,Handbook --name try-guides'],
    ['Copy it without the names of people', 'docs sandbox clone --anonymise --name demo-copy'],
    ['Copy people, access and spaces without content', 'docs sandbox clone --no-content --name people'],
  ],
  notes: `Sends GET requests only. Run it again to fetch what changed and to drop what was tried. IDs stay the same, so a
plan for the organization can be tried on the copy:
  docs apply plan.json --rehearse --profile rehearsal

--anonymise keeps IDs, titles and texts, and replaces every person, email, photo and host name that the organization
shows with the same invented one everywhere, also inside pages and files. Settings of installations and certificates
are left out. A name of one word is replaced only where it is written the same.
--sites still copies all members, teams and OpenAPI specifications.
Not copied: merged and archived change requests, events, invite links to one space or collection, insights, fonts and
MCP servers of sites, the text of reusable content, scripts of integrations, and keys of any kind. Share links get URLs
of their own, and nothing is written to Git repositories.`,
  run: async (run: CloneRun) => (await import('./sandbox-clone-run.ts')).clone(run),
});
