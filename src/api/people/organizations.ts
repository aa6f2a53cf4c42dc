// Organizations.
import type { Static } from '@sinclair/typebox';
import { MERGE_RULES } from '../roles.ts';
import { Flags, NoParams, OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './organizations.generated.ts';

const { Object: Obj, String: Str } = Type;

export const Billing = wire.OrganizationBilling;
export type Billing = Static<typeof Billing>;

export const OrganizationPermissions = Flags([
  'view',
  'admin',
  'ownTeam',
  'createContent',
  'createOpenAPISpec',
  'ingestConversations',
  'viewBilling',
  'listMembers',
  'listTeams',
  'listIntegrations',
  'listInstallations',
  'installIntegration',
]);

export const PLANS = [
  'free_2024',
  'plus_2024',
  'pro_2024',
  'enterprise_2024',
  'community_2024',
  'free',
  'plus',
  'pro',
  'internal',
] as const;

export const USE_CASES = [
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
] as const;

export const Organization = wire.Organization;
export type Organization = Static<typeof Organization>;

export const listOrganizations = operation('orgs.list', {
  ...wire.listOrganizationsForAuthenticatedUser,
  summary: 'List the organizations you belong to',
  lists: { param: 'organizationId', noun: 'organization', names: ['title', 'hostname'] },
  params: NoParams,
});

export const getOrganization = operation('orgs.get', {
  ...wire.getOrganizationById,
  summary: 'Show an organization',
  params: OrganizationRef,
  errors: [404],
  token: 'any',
});

export const updateOrganization = operation('orgs.update', {
  ...wire.updateOrganizationById,
  summary: 'Update the settings of an organization',
  params: OrganizationRef,
  errors: [400],
  says: {
    title: 'new name',
    emailDomains: 'email domains whose users can join',
    hostname: 'default hostname of public content',
    defaultRole: 'role of members who join; if cleared, they are guests',
    logo: 'URL of the logo',
    sso: 'require single sign-on',
    ai: 'enable all AI features',
    inviteLinks: 'allow invite links',
    mergeRules: MERGE_RULES,
  },
});

export const joinOrganization = operation('orgs.join', {
  ...wire.joinOrganization,
  summary: 'Join an organization with a verified email domain',
  params: OrganizationRef,
  errors: [400, 404],
});

export const searchOrganization = operation('orgs.search', {
  ...wire.searchOrganizationContent,
  summary: 'Search all spaces in an organization',
  params: OrganizationRef,
  says: { query: 'what to look for' },
});

export const findOrganizations = operation('orgs.find', {
  ...wire.getOrganizationsForEmailDomain,
  summary: 'Find the organizations that an email domain can join',
  params: Obj({ emailDomain: Str({ description: 'email domain' }) }),
  token: 'internal',
});

export const createOrganization = operation('orgs.create', {
  ...wire.createOrganization,
  summary: 'Create an organization',
  params: NoParams,
  newer: 'the creation of organizations',
  says: {
    type: 'what kind of organization it is',
    useCase: 'what it is for',
    withDefaultSite: 'create a first site',
    openapiUrl: 'URL of an OpenAPI specification to start with',
    title: 'name',
    emailDomains: 'email domains whose users may join',
  },
});

export const OrganizationAIUsage = wire.OrganizationAIUsage;

export const getAiUsage = operation('orgs.aiUsage', {
  ...wire.getOrganizationAIUsage,
  summary: 'Show the AI credits an organization has used',
  params: OrganizationRef,
  newer: 'the AI usage of organizations',
  says: { from: 'start of the time', to: 'end of the time', interval: 'length of a period' },
});
