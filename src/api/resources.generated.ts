// Made by npx tsx src/build/indexes.ts from the files of this folder: add a file there, then run it.
import * as collections from './content/collections.ts';
import * as files from './content/files.ts';
import * as imports from './content/imports.ts';
import * as links from './content/links.ts';
import * as pages from './content/pages.ts';
import * as search from './content/search.ts';
import * as spaces from './content/spaces.ts';
import * as contextConnections from './insights/context-connections.ts';
import * as conversations from './insights/conversations.ts';
import * as insights from './insights/insights.ts';
import * as questions from './insights/questions.ts';
import * as siteFindings from './insights/site-findings.ts';
import * as git from './integrations/git.ts';
import * as installedIntegrations from './integrations/installed-integrations.ts';
import * as integrationInstallations from './integrations/integration-installations.ts';
import * as integrations from './integrations/integrations.ts';
import * as openapi from './integrations/openapi.ts';
import * as invites from './people/invites.ts';
import * as members from './people/members.ts';
import * as organizations from './people/organizations.ts';
import * as permissions from './people/permissions.ts';
import * as changeRequests from './review/change-requests.ts';
import * as comments from './review/comments.ts';
import * as reviews from './review/reviews.ts';
import * as adaptiveSchema from './sites/adaptive-schema.ts';
import * as customization from './sites/customization.ts';
import * as fonts from './sites/fonts.ts';
import * as siteAgentSettings from './sites/site-agent-settings.ts';
import * as sitePublishing from './sites/site-publishing.ts';
import * as siteRedirects from './sites/site-redirects.ts';
import * as siteStructure from './sites/site-structure.ts';
import * as sites from './sites/sites.ts';
import * as translations from './translations/translations.ts';
import * as builders from './builders.ts';
import * as collectionsGenerated from './content/collections.generated.ts';
import * as contentRef from './content/content-ref.ts';
import * as contentShapes from './content/content-shapes.ts';
import * as contentShapesGenerated from './content/content-shapes.generated.ts';
import * as importRunShapesGenerated from './content/import-run-shapes.generated.ts';
import * as linksGenerated from './content/links.generated.ts';
import * as pagesGenerated from './content/pages.generated.ts';
import * as richDocument from './content/rich-document.ts';
import * as richDocumentGenerated from './content/rich-document.generated.ts';
import * as searchGenerated from './content/search.generated.ts';
import * as spacesGenerated from './content/spaces.generated.ts';
import * as contextConnectionsGenerated from './insights/context-connections.generated.ts';
import * as conversationsGenerated from './insights/conversations.generated.ts';
import * as insightsGenerated from './insights/insights.generated.ts';
import * as questionShapesGenerated from './insights/question-shapes.generated.ts';
import * as questionsGenerated from './insights/questions.generated.ts';
import * as siteFindingsGenerated from './insights/site-findings.generated.ts';
import * as gitGenerated from './integrations/git.generated.ts';
import * as integrationInstallationsGenerated from './integrations/integration-installations.generated.ts';
import * as integrationParts from './integrations/integration-parts.ts';
import * as integrationsGenerated from './integrations/integrations.generated.ts';
import * as openapiGenerated from './integrations/openapi.generated.ts';
import * as invitesGenerated from './people/invites.generated.ts';
import * as membersGenerated from './people/members.generated.ts';
import * as organizationsGenerated from './people/organizations.generated.ts';
import * as permissionsGenerated from './people/permissions.generated.ts';
import * as changeRequestsGenerated from './review/change-requests.generated.ts';
import * as commentsGenerated from './review/comments.generated.ts';
import * as reviewsGenerated from './review/reviews.generated.ts';
import * as roles from './roles.ts';
import * as schema from './schema.ts';
import * as adaptiveSchemaRules from './sites/adaptive-schema-rules.ts';
import * as customizationGenerated from './sites/customization.generated.ts';
import * as fontsGenerated from './sites/fonts.generated.ts';
import * as siteAgentSettingsGenerated from './sites/site-agent-settings.generated.ts';
import * as sitePublishingGenerated from './sites/site-publishing.generated.ts';
import * as siteRedirectsGenerated from './sites/site-redirects.generated.ts';
import * as siteStructureGenerated from './sites/site-structure.generated.ts';
import * as sitesGenerated from './sites/sites.generated.ts';
import * as translationsGenerated from './translations/translations.generated.ts';

export const resources = [
  collections,
  files,
  imports,
  links,
  pages,
  search,
  spaces,
  contextConnections,
  conversations,
  insights,
  questions,
  siteFindings,
  git,
  installedIntegrations,
  integrationInstallations,
  integrations,
  openapi,
  invites,
  members,
  organizations,
  permissions,
  changeRequests,
  comments,
  reviews,
  adaptiveSchema,
  customization,
  fonts,
  siteAgentSettings,
  sitePublishing,
  siteRedirects,
  siteStructure,
  sites,
  translations,
];

export const shapes = [
  builders,
  collectionsGenerated,
  contentRef,
  contentShapes,
  contentShapesGenerated,
  importRunShapesGenerated,
  imports,
  linksGenerated,
  pagesGenerated,
  richDocument,
  richDocumentGenerated,
  searchGenerated,
  spaces,
  spacesGenerated,
  contextConnectionsGenerated,
  conversationsGenerated,
  insightsGenerated,
  questionShapesGenerated,
  questionsGenerated,
  siteFindingsGenerated,
  gitGenerated,
  integrationInstallationsGenerated,
  integrationParts,
  integrationsGenerated,
  openapiGenerated,
  invitesGenerated,
  membersGenerated,
  organizationsGenerated,
  permissionsGenerated,
  changeRequestsGenerated,
  commentsGenerated,
  reviewsGenerated,
  roles,
  schema,
  adaptiveSchemaRules,
  customization,
  customizationGenerated,
  fontsGenerated,
  siteAgentSettingsGenerated,
  sitePublishingGenerated,
  siteRedirects,
  siteRedirectsGenerated,
  siteStructure,
  siteStructureGenerated,
  sitesGenerated,
  translationsGenerated,
];
