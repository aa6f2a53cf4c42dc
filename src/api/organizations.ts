// Organizations (specification, document 2, Organizations).
import type { Static } from '@sinclair/typebox';
import { MergeRules, Role } from './roles.ts';
import {
  Count,
  DateTime,
  Enum,
  Flags,
  NoParams,
  Nullable,
  OrganizationRef,
  operation,
  Paging,
  pageOf,
  Type,
} from './schema.ts';

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
  interval: Optional(Enum(['monthly', 'yearly'])),
  endDate: Optional(DateTime()),
  hasPaymentFailed: Optional(Bool()),
  isScheduledToCancel: Optional(Bool()),
  pricing: Optional(
    Obj({
      members: Obj({ plus_2024: Price, pro_2024: Price }),
      sites: Obj({ premium: Price, ultimate: Price }),
    }),
  ),
  usageAddons: Optional(RecordOf(Str(), Obj({ enabled: Bool() }))),
});

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
  params: NoParams,
  query: Obj({ ...Paging }),
  result: pageOf(Organization),
  paging: 'pages',
  source: 'document 2, Organizations',
});

export const getOrganization = operation('orgs.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}',
  summary: 'Get an organization',
  params: OrganizationRef,
  result: Organization,
  errors: [404],
  source: 'document 2, Organizations',
});
