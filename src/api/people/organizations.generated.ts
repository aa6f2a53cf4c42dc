// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { SearchSpaceResult } from '../content/search.generated.ts';
import { MergeRule, Space } from '../content/spaces.generated.ts';
import { builders } from '../schema.ts';
import { Site } from '../sites/sites.generated.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Enum,
  Integer,
  Literal,
  Nullable,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Union,
  Unknown,
  Uri,
  pageOf,
} = builders;

export const AuditEvent = Obj({
  object: Literal('audit-event'),
  id: Str(),
  occurredAt: DateTime(),
  action: Str(),
  actor: Obj({
    type: Enum(['user', 'integration', 'installation', 'system', 'support']),
    id: Str(),
    label: Optional(Str()),
  }),
  source: Enum(['ui', 'api', 'integration', 'webhook', 'workflow', 'script', 'support']),
  target: Obj({ type: Str(), id: Str(), label: Optional(Str()) }),
  urls: Obj({ location: Uri() }),
});
export type AuditEvent = Static<typeof AuditEvent>;

export const BillingProduct = Enum([
  'free_2024',
  'plus_2024',
  'pro_2024',
  'enterprise_2024',
  'community_2024',
  'free',
  'plus',
  'pro',
  'internal',
]);
export type BillingProduct = Static<typeof BillingProduct>;

export const OrganizationBilling = Obj({
  interval: Enum(['monthly', 'yearly']),
  endDate: Nullable(DateTime()),
  hasPaymentFailed: Bool(),
  isScheduledToCancel: Bool(),
  pricing: Obj({
    members: Obj({
      plus_2024: Obj({ monthly: Num({ minimum: 0 }), yearly: Num({ minimum: 0 }) }),
      pro_2024: Obj({ monthly: Num({ minimum: 0 }), yearly: Num({ minimum: 0 }) }),
    }),
    sites: Obj({
      premium: Obj({ monthly: Num({ minimum: 0 }), yearly: Num({ minimum: 0 }) }),
      ultimate: Obj({ monthly: Num({ minimum: 0 }), yearly: Num({ minimum: 0 }) }),
    }),
  }),
  usageAddons: RecordOf(Str(), Obj({ enabled: Bool() })),
  canCheckout: Optional(Bool()),
  minUsers: Optional(Num()),
  maxUsers: Optional(Num()),
  minPremiumSites: Optional(Num()),
  maxPremiumSites: Optional(Num()),
  minUltimateSites: Optional(Num()),
  maxUltimateSites: Optional(Num()),
  paidMembers: Optional(Num()),
  paidPremiumSites: Optional(Num()),
  paidUltimateSites: Optional(Num()),
  canChangeInterval: Optional(Bool()),
  canUseSAML: Optional(Bool()),
  creditsBundle: Optional(
    Nullable(
      Union([
        Literal('none'),
        Literal(135001500),
        Literal(240006000),
        Literal(4200018000),
        Literal(6000040000),
      ]),
    ),
  ),
  aiCreditAlertThreshold: Optional(Nullable(Num({ minimum: 0, maximum: 100 }))),
});
export type OrganizationBilling = Static<typeof OrganizationBilling>;

export const Organization = Obj({
  object: Literal('organization'),
  id: Str(),
  title: Str({ minLength: 2, maxLength: 255, pattern: '\\S.*\\S' }),
  createdAt: DateTime(),
  emailDomains: ArrayOf(Str()),
  hostname: Optional(Str({ minLength: 3, maxLength: 32 })),
  type: Enum(['business', 'community']),
  useCase: Optional(
    Enum([
      'internalDocs',
      'docsSite',
      'audienceControlledSite',
      'productDocs',
      'teamKnowledgeBase',
      'designSystem',
      'openSourceDocs',
      'notes',
      'other',
    ]),
  ),
  communityType: Optional(Enum(['nonProfit', 'openSource', 'education'])),
  defaultRole: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))),
  defaultContent: Optional(Obj({ type: Literal('site'), site: Str() })),
  sso: Optional(Bool()),
  ai: Optional(Bool()),
  inviteLinks: Bool(),
  plan: BillingProduct,
  billing: Optional(OrganizationBilling),
  mergeRules: Union([
    Obj({ type: Literal('rules'), rules: ArrayOf(MergeRule) }),
    Obj({ type: Literal('none') }),
  ]),
  urls: Obj({ location: Uri(), app: Uri(), logo: Optional(Uri({ maxLength: 2048 })) }),
  trial: Obj({
    status: Enum(['notapplicable', 'none', 'active', 'ended', 'expired']),
    count: Integer(),
    endDate: Optional(DateTime()),
    decision: Optional(Literal('downgrade')),
  }),
  customHostname: Optional(Str()),
  blocked: Optional(
    Obj({
      source: Optional(Enum(['backoffice', 'external', 'internal'])),
      reason: Str({ minLength: 1, maxLength: 255 }),
    }),
  ),
  internal_isOnNewTrial: Optional(Bool()),
  internal_billingMigration: Optional(
    Obj({
      deadline: Optional(DateTime()),
      discountPercent: Optional(Num()),
      discountEndDate: Optional(DateTime()),
    }),
  ),
  permissions: Obj({
    view: Bool(),
    admin: Bool(),
    ownTeam: Bool(),
    createContent: Bool(),
    createOpenAPISpec: Bool(),
    ingestConversations: Optional(Bool()),
    viewBilling: Bool(),
    listMembers: Bool(),
    listTeams: Bool(),
    listIntegrations: Bool(),
    listInstallations: Bool(),
    installIntegration: Bool(),
    access: Optional(Bool()),
  }),
  auditLogs: Optional(Bool()),
});
export type Organization = Static<typeof Organization>;

export const OrganizationAgentInstructions = Obj({
  object: Literal('agent-instructions'),
  instructions: RichDocument,
  updatedAt: DateTime(),
  updatedBy: Str(),
  urls: Obj({ location: Str() }),
});
export type OrganizationAgentInstructions = Static<typeof OrganizationAgentInstructions>;

export const listOrganizationsForAuthenticatedUser = {
  method: 'GET',
  path: '/v1/orgs',
  query: Obj({ ...Paging }),
  result: pageOf(Organization),
  paging: 'pages',
} as const;

export const getOrganizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}',
  result: Organization,
  errors: [404],
  token: 'any',
} as const;

export const updateOrganizationById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}',
  body: Obj({
    title: Optional(Str({ minLength: 2, maxLength: 255, pattern: '\\S.*\\S' })),
    emailDomains: Optional(ArrayOf(Str())),
    hostname: Optional(Str({ minLength: 3, maxLength: 32 })),
    defaultRole: Optional(Nullable(Enum(['admin', 'create', 'edit', 'review', 'comment', 'read']))),
    defaultContent: Optional(Nullable(Obj({ type: Literal('site'), site: Str() }))),
    logo: Optional(Nullable(Uri({ maxLength: 2048 }))),
    sso: Optional(Bool()),
    ai: Optional(Bool()),
    inviteLinks: Optional(Bool()),
    mergeRules: Optional(
      Union([Obj({ type: Literal('rules'), rules: ArrayOf(MergeRule) }), Obj({ type: Literal('none') })]),
    ),
  }),
  result: Organization,
  errors: [400],
} as const;

export const joinOrganization = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/join',
  success: [204],
  errors: [400, 404],
} as const;

export const searchOrganizationContent = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/search',
  query: Obj({ ...Paging, query: Str({ maxLength: 512 }) }),
  result: pageOf(SearchSpaceResult),
  paging: 'pages',
} as const;

export const getOrganizationsForEmailDomain = {
  method: 'GET',
  path: '/v1/email-domains/{emailDomain}/orgs',
  result: Obj({ organizations: ArrayOf(Organization) }),
} as const;

export const createOrganization = {
  method: 'POST',
  path: '/v1/orgs',
  query: Obj({ withDefaultSite: Optional(Bool()), openapiUrl: Optional(Str()) }),
  body: Obj({
    title: Str({ minLength: 2, maxLength: 255, pattern: '\\S.*\\S' }),
    emailDomains: Optional(ArrayOf(Str())),
    type: Optional(Enum(['business', 'community'])),
    useCase: Optional(
      Enum([
        'internalDocs',
        'docsSite',
        'audienceControlledSite',
        'productDocs',
        'teamKnowledgeBase',
        'designSystem',
        'openSourceDocs',
        'notes',
        'other',
      ]),
    ),
    onboardingPreferences: Optional(
      Obj({
        source: Nullable(Enum(['markdown-in-git', 'import', 'template'])),
        audience: Nullable(Enum(['public', 'mixed', 'protected', 'internal'])),
        interests: ArrayOf(Enum(['adaptive-content', 'api-docs', 'proactive-agent'])),
      }),
    ),
  }),
  result: Organization,
  success: [201],
  only: '0.202.0',
} as const;

export const getOrganizationAIUsage = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/billing/ai-usage',
  query: Obj({
    from: DateTime(),
    to: DateTime(),
    interval: Optional(Enum(['day', 'week', 'month', 'year'], { default: 'day' })),
  }),
  result: Obj({
    from: DateTime(),
    to: DateTime(),
    periods: ArrayOf(
      Obj({
        date: Str(),
        credits: Num(),
        features: ArrayOf(Obj({ feature: Str(), credits: Num(), creditsPercent: Num() })),
      }),
    ),
  }),
  only: '0.202.0',
} as const;

export const getOrganizationAgentInstructions = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/agent-instructions',
  result: OrganizationAgentInstructions,
} as const;

export const updateOrganizationAgentInstructions = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/agent-instructions',
  body: Obj({ instructions: RichDocument }),
  result: OrganizationAgentInstructions,
} as const;

export const listOrganizationStyleguides = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/styleguides',
  result: Obj({ styleguides: ArrayOf(Obj({ space: Space, sites: ArrayOf(Site) })) }),
  only: '0.202.0',
} as const;

export const listStyleguideTemplates = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/styleguide-templates',
  result: Obj({
    templates: ArrayOf(
      Obj({ id: Str(), title: Str(), subtitle: Optional(Str()), emoji: Optional(Str()), markdown: Str() }),
    ),
  }),
  only: '0.202.0',
} as const;

export const listOrganizationAuditEvents = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/audit-events',
  query: Obj({
    ...Paging,
    from: Optional(DateTime()),
    to: Optional(DateTime()),
    action: Optional(Str()),
    actor: Optional(Str()),
    target: Optional(Str()),
  }),
  result: pageOf(AuditEvent),
  errors: [400, 401, 403, 404],
  paging: 'pages',
  only: '0.202.0',
} as const;

export const getOrganizationAuditEvent = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/audit-events/{auditEventId}',
  result: Obj({
    object: Literal('audit-event'),
    id: Str(),
    occurredAt: DateTime(),
    action: Str(),
    actor: Obj({
      type: Enum(['user', 'integration', 'installation', 'system', 'support']),
      id: Str(),
      label: Optional(Str()),
    }),
    source: Enum(['ui', 'api', 'integration', 'webhook', 'workflow', 'script', 'support']),
    target: Obj({ type: Str(), id: Str(), label: Optional(Str()) }),
    urls: Obj({ location: Uri() }),
    executionId: Optional(Str()),
    correlationId: Optional(Str()),
    causedByEventId: Optional(Str()),
    schemaVersion: Integer({ minimum: 1 }),
    payload: RecordOf(Str(), Unknown()),
  }),
  errors: [401, 403, 404],
  only: '0.202.0',
} as const;

export const listOrganizationAuditEventActions = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/audit-event-actions',
  result: Obj({ items: ArrayOf(Obj({ object: Literal('audit-event-action'), id: Str(), label: Str() })) }),
  errors: [401, 403, 404],
  only: '0.202.0',
} as const;
