// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { ContentImportRun } from './import-run-shapes.generated.ts';
import { DefaultLevel } from '../roles.ts';
import { Language, builders } from '../schema.ts';

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
  Str,
  Union,
  Uri,
  pageOf,
} = builders;

export const ContentPosition = Obj({
  before: Optional(
    Union([
      Obj({ type: Literal('space'), space: Str() }),
      Obj({ type: Literal('collection'), collection: Str() }),
    ]),
  ),
  after: Optional(
    Union([
      Obj({ type: Literal('space'), space: Str() }),
      Obj({ type: Literal('collection'), collection: Str() }),
    ]),
  ),
});
export type ContentPosition = Static<typeof ContentPosition>;

export const GitSyncState = Obj({
  repoName: Optional(Str()),
  installationProvider: Optional(Enum(['github', 'gitlab', 'github-legacy'])),
  integration: Optional(Str()),
  url: Optional(Str()),
  updatedAt: Optional(DateTime()),
  installationStatus: Optional(Enum(['unauthenticated', 'active', 'pending'])),
  installationId: Optional(Str()),
  parentInstallationId: Optional(Str()),
  operation: Optional(
    Obj({
      state: Enum(['running', 'failure', 'success', 'timeout']),
      direction: Enum(['export', 'import']),
      startedAt: DateTime(),
      endedAt: Optional(DateTime()),
      error: Optional(Str()),
      errorAction: Optional(Obj({ label: Str(), url: Uri() })),
    }),
  ),
  operationTimeout: Optional(Integer()),
});
export type GitSyncState = Static<typeof GitSyncState>;

export const MergeRule = Union([
  Obj({ rule: Literal('require_specific_reviewers'), users: ArrayOf(Str()) }),
  Obj({ rule: Literal('require_one_of_specific_reviewers'), users: ArrayOf(Str()) }),
  Obj({ rule: Literal('allow_bypass'), users: ArrayOf(Str()) }),
  Obj({
    rule: Enum([
      'require_at_least_one_review',
      'require_at_least_one_approved_review',
      'require_all_reviews_approved',
      'require_agent_review',
      'require_up_to_date_change_request',
      'require_change_request_subject',
      'require_change_request_description',
      'require_author_to_merge',
    ]),
  }),
  Obj({
    rule: Literal('custom'),
    expression: Str({ minLength: 0, maxLength: 1024 }),
    message: Optional(Str()),
  }),
]);
export type MergeRule = Static<typeof MergeRule>;

export const MergeRulesSpaceConfiguration = Union([
  Obj({ type: Literal('inherit') }),
  Union([Obj({ type: Literal('rules'), rules: ArrayOf(MergeRule) }), Obj({ type: Literal('none') })]),
]);
export type MergeRulesSpaceConfiguration = Static<typeof MergeRulesSpaceConfiguration>;

export const SpaceEditMode = Enum(['live', 'locked']);
export type SpaceEditMode = Static<typeof SpaceEditMode>;

export const Space = Obj({
  object: Literal('space'),
  id: Str(),
  title: Str({ maxLength: 50 }),
  emoji: Str({ maxLength: 50 }),
  visibility: Enum(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private']),
  createdAt: DateTime(),
  updatedAt: DateTime(),
  deletedAt: Optional(DateTime()),
  editMode: Optional(SpaceEditMode),
  mergeRules: MergeRulesSpaceConfiguration,
  urls: Obj({
    location: Uri(),
    app: Uri(),
    published: Optional(Uri()),
    public: Optional(Uri()),
    icon: Optional(Uri({ maxLength: 2048 })),
  }),
  organization: Str(),
  parent: Optional(Str()),
  language: Optional(Language),
  gitSync: Optional(GitSyncState),
  visitorAuth: Optional(
    Union([
      Obj({ backend: Literal('custom') }),
      Obj({ backend: Literal('integration'), integration: Str() }),
    ]),
  ),
  revision: Str(),
  defaultLevel: DefaultLevel,
  comments: Num(),
  changeRequests: Num(),
  changeRequestsOpen: Num(),
  changeRequestsDraft: Num(),
  permissions: Obj({
    view: Bool(),
    access: Bool(),
    admin: Bool(),
    viewInviteLinks: Bool(),
    edit: Bool(),
    triggerGitSync: Bool(),
    comment: Bool(),
    merge: Bool(),
    review: Bool(),
    installIntegration: Bool(),
  }),
  type: Optional(Literal('styleguide')),
  imports: Optional(ArrayOf(ContentImportRun)),
  internal_poweredByV2: Optional(Bool()),
  internal_singleWebsocket: Optional(Bool()),
});
export type Space = Static<typeof Space>;

export const listSpacesInOrganizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/spaces',
  query: Obj({ ...Paging }),
  result: pageOf(Space),
  paging: 'pages',
  token: ['user', 'internal', 'installation'],
} as const;

export const createSpace = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/spaces',
  body: Obj({
    title: Optional(Str({ maxLength: 50 })),
    emoji: Optional(Str({ maxLength: 50 })),
    parent: Optional(Str()),
    language: Optional(Language),
    editMode: Optional(SpaceEditMode),
    empty: Optional(Bool()),
  }),
  bodyOptional: true,
  result: Space,
  success: [201],
} as const;

export const getSpaceById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}',
  query: Obj({ shareKey: Optional(Str()) }),
  result: Space,
  token: 'any',
} as const;

export const updateSpaceById = {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}',
  body: Obj({
    editMode: Optional(SpaceEditMode),
    title: Optional(Str({ maxLength: 50 })),
    defaultLevel: Optional(DefaultLevel),
    language: Optional(Language),
    mergeRules: Optional(MergeRulesSpaceConfiguration),
    emoji: Optional(Nullable(Str({ maxLength: 50 }))),
    icon: Optional(Nullable(Uri({ maxLength: 2048 }))),
  }),
  result: Space,
} as const;

export const deleteSpaceById = { method: 'DELETE', path: '/v1/spaces/{spaceId}' } as const;

export const duplicateSpace = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/duplicate',
  result: Space,
  success: [201],
} as const;

export const restoreSpace = { method: 'POST', path: '/v1/spaces/{spaceId}/restore', result: Space } as const;

export const moveSpace = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/move',
  body: Obj({ parent: Optional(Nullable(Str())), position: Optional(ContentPosition) }, { minProperties: 1 }),
  result: Space,
  errors: [400, 404, 409],
} as const;

export const transferSpace = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/transfer',
  body: Obj({ organization: Str() }),
  result: Space,
  errors: [404, 409, 412],
  only: '0.146.0',
} as const;

export const getSpacePDF = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/pdf',
  query: Obj({ only: Optional(Bool()), page: Optional(Str()) }),
  result: Obj({ url: Uri({ maxLength: 2048 }) }),
} as const;
