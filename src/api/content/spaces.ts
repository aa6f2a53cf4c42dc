// Spaces: containers of pages and files.
import type { Static } from '@sinclair/typebox';
import { DEFAULT_LEVEL, DefaultLevel, MERGE_RULES, MergeRules } from '../roles.ts';
import {
  Count,
  DateTime,
  described,
  Enum,
  Flags,
  LANGUAGES,
  Nullable,
  OrganizationRef,
  operation,
  Paging,
  pageOf,
  SpaceRef,
  Type,
  Uri,
} from '../schema.ts';

const { Object: Obj, String: Str, Optional, Literal, Union, Boolean: Bool, Record: RecordOf } = Type;

export const VISIBILITIES = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
  'in-collection',
  'private',
] as const;
export const Visibility = Enum(VISIBILITIES);
export const EditMode = Enum(['live', 'locked']);
const EDIT_MODE = 'whether main can be edited directly (live) or only in change requests (locked)';
export const Language = Enum(LANGUAGES);
export const Emoji = (options = {}) => Str({ maxLength: 50, ...options });

export const GitSync = Obj({
  repoName: Optional(Str()),
  installationProvider: Optional(Enum(['github', 'gitlab', 'github-legacy'])),
  integration: Optional(Str()),
  url: Optional(Str()),
  updatedAt: Optional(DateTime()),
});
export type GitSync = Static<typeof GitSync>;

/** How the last synchronisation went; newer hosts tell it. */
export const GitOperation = Obj({
  state: Enum(['running', 'success', 'failure', 'timeout']),
  direction: Enum(['import', 'export']),
  startedAt: DateTime(),
  endedAt: Optional(DateTime()),
  error: Optional(Str()),
});
export type GitOperation = Static<typeof GitOperation>;

export const SpacePermissions = Flags([
  'view',
  'access',
  'admin',
  'viewInviteLinks',
  'edit',
  'triggerGitSync',
  'comment',
  'merge',
  'review',
  'installIntegration',
]);

export const Space = Obj({
  object: Literal('space'),
  id: Str(),
  title: Str({ maxLength: 50 }),
  emoji: Emoji(),
  visibility: Visibility,
  createdAt: DateTime(),
  updatedAt: DateTime(),
  deletedAt: Optional(DateTime()),
  editMode: Optional(EditMode),
  mergeRules: MergeRules,
  urls: Obj({
    location: Str(),
    app: Str(),
    published: Optional(Str()),
    public: Optional(Str()),
    icon: Optional(Str()),
  }),
  organization: Str(),
  parent: Optional(Str()),
  language: Optional(Language),
  gitSync: Optional(Obj({ ...GitSync.properties, operation: Optional(GitOperation) })),
  visitorAuth: Optional(
    Union([
      Obj({ backend: Literal('custom') }),
      Obj({ backend: Literal('integration'), integration: Str() }),
    ]),
  ),
  revision: Str(),
  defaultLevel: DefaultLevel,
  comments: Count(),
  changeRequests: Count(),
  changeRequestsOpen: Count(),
  changeRequestsDraft: Count(),
  permissions: SpacePermissions,
});
export type Space = Static<typeof Space>;

const Pointer = Union([
  Obj({ type: Literal('space'), space: Str() }),
  Obj({ type: Literal('collection'), collection: Str() }),
]);
/** Where to put a space or collection among its siblings: right before or right after another one. */
export const Position = Obj({ before: Optional(Pointer), after: Optional(Pointer) });
export type Position = Static<typeof Position>;

export const listSpaces = operation('spaces.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/spaces',
  summary: 'List the spaces in an organization',
  lists: { param: 'spaceId', noun: 'space', names: ['title'] },
  params: OrganizationRef,
  query: Obj({ ...Paging }),
  result: pageOf(Space),
  paging: 'pages',
});

export const createSpace = operation('spaces.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/spaces',
  summary: 'Create a space',
  params: OrganizationRef,
  body: Obj({
    title: Optional(Str({ maxLength: 50, description: 'title of the space' })),
    emoji: Optional(Emoji({ description: 'emoji of the space' })),
    parent: Optional(Str({ description: 'parent collection' })),
    language: Optional(described(Language, 'language of the content')),
    editMode: Optional(described(EditMode, EDIT_MODE)),
    template: Optional(
      described(
        Obj({ id: Str(), params: Optional(RecordOf(Str(), Type.Unknown())) }),
        'template to start from, with its id and params',
      ),
    ),
    computedSource: Optional(
      described(Obj({ type: Str() }, { additionalProperties: true }), 'what computes its content'),
    ),
    empty: Optional(Bool({ description: 'create no first page' })),
  }),
  result: Space,
  success: [201],
});

export const getSpace = operation('spaces.get', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}',
  summary: 'Show a space',
  params: SpaceRef,
  query: Obj({ shareKey: Optional(Str({ description: 'share key of a share-link site' })) }),
  result: Space,
});

export const updateSpace = operation('spaces.update', {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}',
  summary: 'Update the settings of a space',
  params: SpaceRef,
  body: Obj({
    editMode: Optional(described(EditMode, EDIT_MODE)),
    title: Optional(Str({ maxLength: 50, description: 'new title' })),
    defaultLevel: Optional(described(DefaultLevel, DEFAULT_LEVEL)),
    language: Optional(described(Language, 'language of the content')),
    mergeRules: Optional(described(MergeRules, MERGE_RULES)),
    emoji: Optional(Nullable(Emoji({ description: 'emoji (not together with an icon)' }))),
    icon: Optional(Nullable(Uri({ description: 'URL of an icon (not together with an emoji)' }))),
  }),
  result: Space,
});

export const deleteSpace = operation('spaces.delete', {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}',
  summary: 'Delete a space',
  params: SpaceRef,
});

export const duplicateSpace = operation('spaces.duplicate', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/duplicate',
  summary: 'Duplicate a space',
  params: SpaceRef,
  result: Space,
  success: [201],
});

export const restoreSpace = operation('spaces.restore', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/restore',
  summary: 'Restore a deleted space',
  params: SpaceRef,
  result: Space,
});

export const moveSpace = operation('spaces.move', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/move',
  summary: 'Move a space to another collection or position',
  params: SpaceRef,
  body: Obj({
    parent: Optional(Nullable(Str({ description: 'collection to move to' }))),
    position: Optional(Position),
  }),
  result: Space,
  errors: [400, 404, 409],
});

export const transferSpace = operation('spaces.transfer', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/transfer',
  summary: 'Transfer a space to another organization',
  params: SpaceRef,
  body: Obj({ organization: Str({ description: 'organization to transfer to' }) }),
  result: Space,
  errors: [404, 409, 412],
});

export const getSpacePdf = operation('spaces.pdf', {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/pdf',
  summary: 'Show the PDF URL of a space, or download the PDF',
  params: SpaceRef,
  query: Obj({
    page: Optional(Str({ description: 'first page' })),
    only: Optional(Bool({ description: 'only that page, without its subpages' })),
  }),
  result: Obj({ url: Uri() }),
  slow: true,
});
