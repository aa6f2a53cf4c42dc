// Spaces: containers of pages and files.
import type { Static } from '@sinclair/typebox';
import { MERGE_RULES } from '../roles.ts';
import { resource, Type } from '../schema.ts';
import * as wire from './spaces.generated.ts';

const { Object: Obj, String: Str, Optional } = Type;
export const VISIBILITIES = [
  'public',
  'unlisted',
  'share-link',
  'visitor-auth',
  'in-collection',
  'private',
] as const;
export const Visibility = wire.ContentVisibility;
export const EditMode = wire.SpaceEditMode;
export const Emoji = (options = {}) => Str({ maxLength: 50, ...options });

export const GitSync = wire.GitSyncState;
export type GitSync = Static<typeof GitSync>;

/** How the last synchronisation went; newer hosts tell it. */
export type GitOperation = NonNullable<GitSync['operation']>;

export const Space = wire.Space;
export type Space = Static<typeof Space>;
/** Where to put a space or collection among its siblings: right before or right after another one. */
export const Position = wire.ContentPosition;
export type Position = Static<typeof Position>;

const op = resource('spaces');

export const listSpaces = op('list', 'List the spaces in an organization', {
  ...wire.listSpacesInOrganizationById,
  lists: { param: 'spaceId', noun: 'space', names: ['title'] },
  token: ['user', 'internal', 'installation'],
});
export const createSpace = op('create', 'Create a space', {
  ...wire.createSpace,
  // What a template and a computed source take is each host's own: it says so itself.
  body: Obj({
    ...wire.createSpace.body.properties,
    template: Optional(Obj({ id: Str(), params: Optional(Type.Record(Str(), Type.Unknown())) })),
    computedSource: Optional(Obj({ type: Str() }, { additionalProperties: true })),
  }),
  says: {
    title: 'title of the space',
    emoji: 'emoji of the space',
    parent: 'parent collection',
    language: 'language of the content',
    editMode: 'whether main can be edited directly (live) or only in change requests (locked)',
    template: 'template to start from, with its id and params',
    computedSource: 'what computes its content',
    empty: 'create no first page',
  },
});
export const getSpace = op('get', 'Show a space', {
  ...wire.getSpaceById,
  token: 'any',
});
export const updateSpace = op('update', 'Update the settings of a space', {
  ...wire.updateSpaceById,
  says: {
    emoji: 'emoji (not together with an icon)',
    icon: 'URL of an icon (not together with an emoji)',
    editMode: 'whether main can be edited directly (live) or only in change requests (locked)',
    title: 'new title',
    language: 'language of the content',
    mergeRules: MERGE_RULES,
  },
});
export const deleteSpace = op('delete', 'Delete a space', wire.deleteSpaceById);
export const duplicateSpace = op('duplicate', 'Duplicate a space', wire.duplicateSpace);
export const restoreSpace = op('restore', 'Restore a deleted space', wire.restoreSpace);
export const moveSpace = op('move', 'Move a space to another collection or position', {
  ...wire.moveSpace,
  errors: [400, 404, 409],
  says: { parent: 'collection to move to' },
});
export const transferSpace = op('transfer', 'Transfer a space to another organization', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/transfer',
  body: Obj({ organization: Str({ description: 'organization to transfer to' }) }),
  result: Space,
  errors: [404, 409, 412],
});
export const getSpacePdf = op('pdf', 'Show the PDF URL of a space, or download the PDF', {
  ...wire.getSpacePDF,
  slow: true,
  says: { page: 'first page', only: 'only that page, without its subpages' },
});
