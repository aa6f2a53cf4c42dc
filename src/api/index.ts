// All operations in one list: for the sandbox's routes, the contract tests and the specification. Never on the hot path.
import type { TSchema } from '@sinclair/typebox';
import * as adaptiveSchema from './adaptive-schema.ts';
import * as agentInstructions from './agent-instructions.ts';
import * as changeRequests from './change-requests.ts';
import * as changes from './changes.ts';
import * as collections from './collections.ts';
import * as commentReplies from './comment-replies.ts';
import * as comments from './comments.ts';
import * as content from './content.ts';
import * as conversationIssues from './conversation-issues.ts';
import * as conversations from './conversations.ts';
import * as files from './files.ts';
import * as git from './git.ts';
import * as imports from './imports.ts';
import * as integrationEvents from './integration-events.ts';
import * as installations from './integration-installations.ts';
import * as integrations from './integrations.ts';
import * as linkInvites from './link-invites.ts';
import * as links from './links.ts';
import * as members from './members.ts';
import * as openapi from './openapi.ts';
import * as openapiVersions from './openapi-versions.ts';
import type { Operation } from './operation.ts';
import * as organizations from './organizations.ts';
import * as pages from './pages.ts';
import * as reviewers from './reviewers.ts';
import * as reviews from './reviews.ts';
import * as revisions from './revisions.ts';
import * as saml from './saml.ts';
import * as search from './search.ts';
import * as siteSectionGroups from './site-section-groups.ts';
import * as siteSections from './site-sections.ts';
import * as siteSpaces from './site-spaces.ts';
import * as siteStructure from './site-structure.ts';
import * as sites from './sites.ts';
import * as spaces from './spaces.ts';
import * as sso from './sso.ts';
import * as teamMembers from './team-members.ts';
import * as teams from './teams.ts';
import * as templates from './templates.ts';
import * as translations from './translations.ts';
import * as users from './users.ts';

const resources = [
  users,
  organizations,
  linkInvites,
  agentInstructions,
  members,
  teams,
  teamMembers,
  collections,
  spaces,
  content,
  pages,
  files,
  links,
  search,
  imports,
  templates,
  comments,
  commentReplies,
  changeRequests,
  changes,
  reviews,
  reviewers,
  revisions,
  git,
  sites,
  siteStructure,
  siteSections,
  siteSectionGroups,
  siteSpaces,
  adaptiveSchema,
  integrations,
  installations,
  integrationEvents,
  openapi,
  openapiVersions,
  saml,
  sso,
  translations,
  conversations,
  conversationIssues,
];

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'success' in value;

/** Every operation of the platform that `docs` knows, by resource. */
export const operations: readonly Operation[] = resources.flatMap((resource) =>
  Object.values(resource).filter(isOperation),
);

const isEntity = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && ('properties' in value || 'anyOf' in value);

/** Schemas with a name of their own, for the specification: entities, and what several operations share. */
export const schemas: ReadonlyMap<string, TSchema> = new Map(
  resources.flatMap((resource) =>
    Object.entries(resource).flatMap(([name, value]): [string, TSchema][] =>
      /^[A-Z]/.test(name) && !/(?:Ref|Query)$/.test(name) && isEntity(value) ? [[name, value]] : [],
    ),
  ),
);
