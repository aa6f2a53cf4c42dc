// docs collections: nested groups of spaces.
import * as api from '../../api/content/collections.ts';
import dangers from '../../domain/dangers/content.ts';
import { command, group, late } from '../../engine/model/command.ts';
import { TITLED } from '../required-title.ts';
import { newLevel } from '../widening.ts';

const ROW = ['id', 'title', 'description', 'parent', 'defaultLevel'] as const;
const names = { parent: 'collectionId', organization: 'organizationId' };

export default group(
  'collections',
  'Manage collections of spaces',
  [
    command('list', api.listCollections, {
      columns: ROW,
      names,
      examples: [
        ['List all collections, nested ones too', 'docs collections list'],
        ['Only those at the top', 'docs collections list --no-nested'],
      ],
    }),
    command('create', api.createCollection, {
      ...TITLED,
      columns: ROW,
      names,
      refs: { parent: 'collectionId' },
      examples: [
        ['Create one at the top', 'docs collections create Drafts'],
        ['Create one inside another', 'docs collections create Drafts --parent Internal'],
      ],
      notes: 'To add a description: docs collections update <collection> --description "..."',
    }),
    command('get', api.getCollection, {
      args: ['collectionId'],
      columns: [...ROW, 'organization', 'urls.app'],
      names,
      examples: ['docs collections get Internal'],
    }),
    command('update', api.updateCollection, {
      args: ['collectionId'],
      columns: ROW,
      names,
      target: api.getCollection,
      ...dangers['collections.update'],
      stakes: newLevel,
      examples: ['docs collections update Internal --description "How to do things"'],
    }),
    command('delete', api.deleteCollection, {
      args: ['collectionId'],
      ...dangers['collections.delete'],
      target: api.getCollection,
      uses: [api.listCollectionSpaces, api.listCollections],
      foresee: async (run) => (await import('./moves.ts')).notEmpty(run),
      examples: ['docs collections delete Archive --confirm Archive --dry-run'],
      notes: 'Only an empty collection can be deleted: move its spaces first.',
    }),
    command('spaces', api.listCollectionSpaces, {
      args: ['collectionId'],
      columns: ['id', 'title', 'visibility', 'editMode', 'changeRequestsOpen', 'updatedAt'],
      examples: ['docs collections spaces Internal'],
    }),
    late('move', 'Move a collection to another parent or position', () =>
      import('./moves.ts').then(({ collectionMove }) => collectionMove),
    ),
    command('transfer', api.transferCollection, {
      args: ['collectionId'],
      columns: [...ROW, 'organization'],
      names,
      refs: { organization: 'organizationId' },
      ...dangers['collections.transfer'],
      stakes: ({ input }) => ({ change: `to organization "${input.organization}"` }),
      target: api.getCollection,
      examples: ['docs collections transfer Internal --organization Tarnpost --dry-run'],
    }),
  ],
  [
    ['Create a collection inside another one', 'docs collections create Drafts --parent Internal'],
    ['List the spaces in a collection', 'spaces'],
    ['Move a collection to the top level', 'docs collections move Archive --clear-parent --yes'],
  ],
);
