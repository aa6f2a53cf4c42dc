// Spaces: containers of pages and files.
import { MERGE_RULES } from '../roles.ts';
import { builders, resource } from '../schema.ts';
import type { GitSyncState as GitSync } from './spaces.generated.ts';
import * as wire from './spaces.generated.ts';

const { Obj, Str, Optional } = builders;
export const Emoji = (options = {}) => Str({ maxLength: 50, ...options });

/** How the last synchronisation went; newer hosts tell it. */
export type GitOperation = NonNullable<GitSync['operation']>;

const op = resource('spaces', {
  says: {
    language: 'language of the content',
    editMode: 'whether main can be edited directly (live) or only in change requests (locked)',
  },
});
export const listSpaces = op('list', 'List the spaces in an organization', {
  ...wire.listSpacesInOrganizationById,
  lists: { param: 'spaceId', noun: 'space', names: ['title'] },
});
export const createSpace = op('create', 'Create a space', {
  ...wire.createSpace,
  // What a template and a computed source take is each host's own: it says so itself.
  body: Obj({
    ...wire.createSpace.body.properties,
    template: Optional(Obj({ id: Str(), params: Optional(builders.RecordOf(Str(), builders.Unknown())) })),
    computedSource: Optional(Obj({ type: Str() }, { additionalProperties: true })),
  }),
  says: {
    title: 'title of the space',
    emoji: 'emoji of the space',
    parent: 'parent collection',
    template: 'template to start from, with its id and params',
    computedSource: 'what computes its content',
    empty: 'create no first page',
  },
});
export const getSpace = op('get', 'Show a space', wire.getSpaceById);
export const updateSpace = op('update', 'Update the settings of a space', {
  ...wire.updateSpaceById,
  says: {
    emoji: 'emoji (not together with an icon)',
    icon: 'URL of an icon (not together with an emoji)',
    title: 'new title',
    mergeRules: MERGE_RULES,
  },
});
export const deleteSpace = op('delete', 'Delete a space', wire.deleteSpaceById);
export const duplicateSpace = op('duplicate', 'Duplicate a space', wire.duplicateSpace);
export const restoreSpace = op('restore', 'Restore a deleted space', wire.restoreSpace);
export const moveSpace = op('move', 'Move a space to another collection or position', {
  ...wire.moveSpace,
  says: { parent: 'collection to move to' },
});
export const transferSpace = op('transfer', 'Transfer a space to another organization', {
  ...wire.transferSpace,
  says: { organization: 'organization to transfer to' },
});
export const getSpacePdf = op('pdf', 'Show the PDF URL of a space, or download the PDF', {
  ...wire.getSpacePDF,
  slow: true,
  says: { page: 'first page', only: 'only that page, without its subpages' },
});
