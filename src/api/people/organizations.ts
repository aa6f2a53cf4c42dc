// Organizations.
import type { Static } from '@sinclair/typebox';
import { SearchQuery, SearchSpace } from '../content/search.ts';
import { MERGE_RULES, MergeRules, Role } from '../roles.ts';
import {
  Count,
  DateTime,
  described,
  Enum,
  Flags,
  NoParams,
  Nullable,
  OrganizationRef,
  operation,
  Paging,
  pageOf,
  Type,
  Uri,
} from '../schema.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Literal,
  Number: Num,
  Boolean: Bool,
  Record: RecordOf,
} = Type;

const Price = Obj({ monthly: Num(), yearly: Num() });

export const Billing = Obj({
  interval: Enum(['monthly', 'yearly']),
  endDate: DateTime(),
  hasPaymentFailed: Bool(),
  isScheduledToCancel: Bool(),
  pricing: Obj({
    members: Obj({ plus_2024: Price, pro_2024: Price }),
    sites: Obj({ premium: Price, ultimate: Price }),
  }),
  usageAddons: RecordOf(Str(), Obj({ enabled: Bool() })),
});
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

export const Organization = Obj({
  object: Literal('organization'),
  id: Str(),
  title: Str(),
  createdAt: DateTime(),
  emailDomains: ArrayOf(Str()),
  hostname: Optional(Str()),
  type: Enum(['business', 'community']),
  useCase: Optional(Enum(USE_CASES)),
  communityType: Optional(Enum(['nonProfit', 'openSource', 'education'])),
  defaultRole: Optional(Nullable(Role)),
  defaultContent: Optional(Obj({ type: Literal('site'), site: Str() })),
  sso: Optional(Bool()),
  ai: Optional(Bool()),
  inviteLinks: Bool(),
  plan: Enum(PLANS),
  billing: Optional(Billing),
  mergeRules: MergeRules,
  urls: Obj({ location: Str(), app: Str(), logo: Optional(Str()) }),
  trial: Obj({
    status: Enum(['notapplicable', 'none', 'active', 'ended', 'expired']),
    count: Count(),
    endDate: Optional(DateTime()),
    decision: Optional(Enum(['downgrade'])),
  }),
  customHostname: Optional(Str()),
  blocked: Optional(Obj({ source: Enum(['backoffice', 'external', 'internal']), reason: Str() })),
  internal_billingMigration: Optional(
    Obj({ deadline: Str(), discountPercent: Num(), discountEndDate: Str() }),
  ),
  internal_isOnNewTrial: Optional(Bool()),
  permissions: OrganizationPermissions,
});
export type Organization = Static<typeof Organization>;

export const listOrganizations = operation('orgs.list', {
  method: 'GET',
  path: '/v1/orgs',
  summary: 'List the organizations you belong to',
  lists: { param: 'organizationId', noun: 'organization', names: ['title', 'hostname'] },
  params: NoParams,
  query: Obj({ ...Paging }),
  result: pageOf(Organization),
  paging: 'pages',
});

export const getOrganization = operation('orgs.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}',
  summary: 'Show an organization',
  params: OrganizationRef,
  result: Organization,
  errors: [404],
  token: 'any',
});

export const updateOrganization = operation('orgs.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}',
  summary: 'Update the settings of an organization',
  params: OrganizationRef,
  body: Obj({
    title: Optional(Str({ minLength: 2, maxLength: 255, description: 'new name' })),
    emailDomains: Optional(ArrayOf(Str(), { description: 'email domains whose users can join' })),
    hostname: Optional(
      Str({ minLength: 3, maxLength: 32, description: 'default hostname of public content' }),
    ),
    defaultRole: Optional(
      Nullable(Role, { description: 'role of members who join; if cleared, they are guests' }),
    ),
    defaultContent: Optional(Nullable(Obj({ type: Literal('site'), site: Str() }))),
    logo: Optional(Nullable(Uri(), { description: 'URL of the logo' })),
    sso: Optional(Bool({ description: 'require single sign-on' })),
    ai: Optional(Bool({ description: 'enable all AI features' })),
    inviteLinks: Optional(Bool({ description: 'allow invite links' })),
    mergeRules: Optional(described(MergeRules, MERGE_RULES)),
  }),
  result: Organization,
  errors: [400],
});

export const joinOrganization = operation('orgs.join', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/join',
  summary: 'Join an organization with a verified email domain',
  params: OrganizationRef,
  success: [204],
  errors: [400, 404],
});

export const searchOrganization = operation('orgs.search', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/search',
  summary: 'Search all spaces in an organization',
  params: OrganizationRef,
  query: SearchQuery,
  result: pageOf(SearchSpace),
  paging: 'pages',
});

export const findOrganizations = operation('orgs.find', {
  method: 'GET',
  path: '/v1/email-domains/{emailDomain}/orgs',
  summary: 'Find the organizations that an email domain can join',
  params: Obj({ emailDomain: Str({ description: 'email domain' }) }),
  result: Obj({ organizations: ArrayOf(Organization) }),
  token: 'internal',
});

const OnboardingPreferences = Obj({
  source: Nullable(Enum(['markdown-in-git', 'import', 'template'])),
  audience: Nullable(Enum(['public', 'mixed', 'protected', 'internal'])),
  interests: ArrayOf(Enum(['adaptive-content', 'api-docs', 'proactive-agent'])),
});

export const createOrganization = operation('orgs.create', {
  method: 'POST',
  path: '/v1/orgs',
  summary: 'Create an organization',
  params: NoParams,
  query: Obj({
    withDefaultSite: Optional(Bool({ description: 'create a first site' })),
    openapiUrl: Optional(Str({ description: 'URL of an OpenAPI specification to start with' })),
  }),
  body: Obj({
    title: Str({ minLength: 2, maxLength: 255, pattern: '\\S.*\\S', description: 'name' }),
    emailDomains: Optional(ArrayOf(Str(), { description: 'email domains whose users may join' })),
    onboardingPreferences: Optional(OnboardingPreferences),
  }),
  result: Organization,
  success: [201],
  newer: 'the creation of organizations',
});

export const OrganizationAIUsage = Obj({
  from: DateTime(),
  to: DateTime(),
  periods: ArrayOf(
    Obj({
      /** `2026-01-31`. */
      date: Str(),
      credits: Num(),
      features: ArrayOf(Obj({ feature: Str(), credits: Num(), creditsPercent: Num() })),
    }),
  ),
});

export const getAiUsage = operation('orgs.aiUsage', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/billing/ai-usage',
  summary: 'Show the AI credits an organization has used',
  params: OrganizationRef,
  query: Obj({
    from: DateTime({ description: 'start of the time' }),
    to: DateTime({ description: 'end of the time' }),
    interval: Optional(Enum(['day', 'week', 'month', 'year'], { description: 'length of a period' })),
  }),
  result: OrganizationAIUsage,
  newer: 'the AI usage of organizations',
});
