// Which module does the work of which operations, by the first part of their id. Each loads when first needed.
import type { ResourceId } from '../../api/index.ts';
import type { FidelityOf } from '../fidelity.ts';
import type { Handler } from '../handler.ts';

type Load = () => Promise<{ default: readonly Handler[]; fidelity?: FidelityOf }>;

const modules = {
  users: () => import('./people/users.ts'),
  orgs: () => import('./people/organizations.ts'),
  spaces: () => import('./content/spaces.ts'),
  sites: () => import('./sites/sites.ts'),
  content: () => import('./content/content.ts'),
  pages: () => import('./content/pages.ts'),
  files: () => import('./content/files.ts'),
  links: () => import('./content/links.ts'),
  search: () => import('./content/search.ts'),
  imports: () => import('./content/imports.ts'),
  templates: () => import('./content/templates.ts'),
  comments: () => import('./review/comments.ts'),
  commentReplies: () => import('./review/comment-replies.ts'),
  reviews: () => import('./review/reviews.ts'),
  reviewers: () => import('./review/reviewers.ts'),
  changes: () => import('./review/changes.ts'),
  revisions: () => import('./content/revisions.ts'),
  changeRequests: () => import('./review/change-requests.ts'),
  git: () => import('./integrations/git.ts'),
  downloads: () => import('./content/downloads.ts'),
  health: () => import('./health.ts'),
  specification: () => import('./specification.ts'),
  linkInvites: () => import('./people/link-invites.ts'),
  agentInstructions: () => import('./content/agent-instructions.ts'),
  members: () => import('./people/members.ts'),
  teams: () => import('./people/teams.ts'),
  teamMembers: () => import('./people/team-members.ts'),
  collections: () => import('./content/collections.ts'),
  siteStructure: () => import('./sites/site-structure.ts'),
  siteSections: () => import('./sites/site-sections.ts'),
  siteSectionGroups: () => import('./sites/site-section-groups.ts'),
  siteSpaces: () => import('./sites/site-spaces.ts'),
  adaptiveSchema: () => import('./sites/adaptive-schema.ts'),
  integrations: () => import('./integrations/integrations.ts'),
  installations: () => import('./integrations/integration-installations.ts'),
  integrationEvents: () => import('./integrations/integration-events.ts'),
  openapi: () => import('./integrations/openapi.ts'),
  openapiVersions: () => import('./integrations/openapi-versions.ts'),
  saml: () => import('./people/saml.ts'),
  sso: () => import('./people/sso.ts'),
  translations: () => import('./translations/translations.ts'),
  conversations: () => import('./insights/conversations.ts'),
  conversationIssues: () => import('./insights/conversation-issues.ts'),
} satisfies Record<ResourceId, Load> & Record<string, Load>;

/** By the first word of an id. The last three serve what is no operation of the platform. */
export const handlerModules: Readonly<Record<string, Load>> = modules;
