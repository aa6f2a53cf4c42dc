// docs spaces: how a person asks for spaces.

import * as api from '../../api/content/spaces.ts';
import dangers from '../../domain/dangers/spaces.ts';
import { type Command, command, group, handmade, late } from '../../engine/model/command.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { TITLED } from '../required-title.ts';
import { newLevel } from '../widening.ts';

// The flags of commands that show or save a PDF.

export const PDF_FLAGS = [
  flag('--save <file>', 'download to this file', { group: 'Output:' }),
  flag('--overwrite', 'replace an existing file', { reach: 'machine', group: 'Output:' }),
  flag('--force', 'same as --overwrite', { reach: 'machine', group: 'Output:' }),
] as const satisfies readonly Option[];

// docs spaces trash: what can still be restored, and for how long.

const spaceTrash: Command = handmade('trash', {
  summary: 'List deleted spaces that can still be restored',
  options: CONTEXT_FLAGS.organizationId ? [CONTEXT_FLAGS.organizationId] : [],
  columns: ['id', 'title', 'deletedAt', 'daysLeft', 'source', 'confirmed'],
  table: ['title', 'deletedAt', 'daysLeft', 'id'],
  uses: [api.listSpaces, api.getSpace],
  paged: true,
  examples: ['docs spaces trash'],
  notes:
    'The API has no list of deleted spaces. This lists spaces that the API shows as deleted and spaces deleted from this computer (docs history); CONFIRMED says whether the API still has them. Restore one with docs spaces restore <id>.',
  run: async (run) => (await import('./find-in-trash.ts')).showTrash(run),
});

export default group(
  'spaces',
  'Manage spaces',
  [
    command('list', api.listSpaces, {
      columns: [
        'id',
        'title',
        'visibility',
        'editMode',
        'gitSync.repoName',
        'changeRequestsOpen',
        'comments',
        'updatedAt',
      ],
      examples: [
        ['List all spaces', 'docs spaces list'],
        ['ID and title of each, as JSON', 'docs spaces list --json --fields id,title'],
        ['Only the IDs, for another command', 'docs spaces list -q'],
      ],
    }),
    command('create', api.createSpace, {
      ...TITLED,
      columns: ['id', 'title', 'visibility', 'editMode', 'updatedAt'],
      refs: { parent: 'collectionId' },
      hidden: ['computedSource'],
      notes: 'Without a title, asks for one on a terminal and fails elsewhere.',
      examples: [
        ['Create a space with an emoji', 'docs spaces create "Release notes" --emoji 1f4e3'],
        [
          'Create it in a collection, and print its ID',
          'docs spaces create "Release notes" --parent Internal -q',
        ],
      ],
    }),
    command('get', api.getSpace, {
      args: ['spaceId'],
      columns: [
        'id',
        'title',
        'visibility',
        'editMode',
        'parent',
        'changeRequestsOpen',
        'comments',
        'updatedAt',
        'emoji',
        'urls.app',
        'urls.published',
      ],
      names: { parent: 'collectionId' },
      labels: { parent: 'collection' },
      present: (space) => ({ ...space, emoji: emojiText(space.emoji) }),
      examples: [
        ['Show a space by its title', 'docs spaces get Guides'],
        ['Title and URL, as JSON', 'docs spaces get Guides --json --fields title,urls.app'],
      ],
    }),
    command('update', api.updateSpace, {
      args: ['spaceId'],
      columns: ['id', 'title', 'editMode', 'defaultLevel', 'updatedAt'],
      target: api.getSpace,
      ...dangers['spaces.update'],
      stakes: newLevel,
      examples: [
        ['Rename a space', 'docs spaces update Guides --title Handbook'],
        ['Let editors change main directly', 'docs spaces update Guides --edit-mode live'],
      ],
      notes: 'Merge rules take JSON: --merge-rules \'{"type":"none"}\' or --merge-rules @rules.json.',
    }),
    command('delete', api.deleteSpace, {
      args: ['spaceId'],
      ...dangers['spaces.delete'],
      target: api.getSpace,
      undo: 'docs spaces restore {}',
      examples: ['docs spaces delete Guides --yes'],
      notes: 'A deleted space can be restored for 7 days.',
    }),
    command('restore', api.restoreSpace, {
      args: ['spaceId'],
      columns: ['id', 'title', 'visibility', 'updatedAt'],
      uses: [api.getSpace, api.listSpaces],
      find: async (run) => (await import('./find-in-trash.ts')).findInTrash(run),
      offers: async (run) => (await import('./find-in-trash.ts')).offerTrash(run),
      examples: ['docs spaces restore "Release notes"'],
      notes: 'Takes an ID, or a title listed by docs spaces trash.',
    }),
    command('duplicate', api.duplicateSpace, {
      args: ['spaceId'],
      check: 'docs spaces list',
      columns: ['id', 'title', 'visibility', 'updatedAt'],
      examples: ['docs spaces duplicate Guides'],
    }),
    late('move', 'Move a space to another collection or position', () =>
      import('./moves.ts').then(({ spaceMove }) => spaceMove),
    ),
    command('pdf', api.getSpacePdf, {
      args: ['spaceId'],
      columns: ['url'],
      refs: { page: 'pageId' },
      options: PDF_FLAGS,
      send: async (run) => (await import('../../jobs/download/file-download.ts')).showOrSavePdf(run),
      examples: [
        ['Print the URL of the PDF', 'docs spaces pdf Guides'],
        ['Download the PDF of one page', 'docs spaces pdf Guides --page webhooks --only --save webhooks.pdf'],
      ],
    }),
    spaceTrash,
    late('integrations', 'List the integrations enabled on a space', () =>
      installed().then(({ spaceIntegrations }) => spaceIntegrations),
    ),
    late('blocks', 'List the blocks that integrations add to a space', () =>
      installed().then(({ spaceBlocks }) => spaceBlocks),
    ),
    late('diff', 'Compare the content of two spaces, or of two revisions', () =>
      import('../../jobs/space-diff/space-diff.ts').then(({ spaceDiff }) => spaceDiff),
    ),
    late('links', 'List the links in a space', () =>
      import('../../jobs/links/links.ts').then(({ spaceLinks }) => spaceLinks),
    ),
    late('search', 'Search the pages in a space', async () => (await import('./search.ts')).spaceSearch),
    command('transfer', api.transferSpace, {
      args: ['spaceId'],
      columns: ['id', 'title', 'organization', 'updatedAt'],
      names: { organization: 'organizationId' },
      refs: { organization: 'organizationId' },
      ...dangers['spaces.transfer'],
      stakes: ({ input }) => ({ change: `to organization "${input.organization}"` }),
      target: api.getSpace,
      examples: ['docs spaces transfer Guides --organization Tarnpost --dry-run'],
    }),
  ],
  [
    ['List spaces as JSON', 'docs spaces list --json --fields id,title'],
    ['Create a space in a collection', 'docs spaces create "Release notes" --parent Internal'],
    ['Let editors change main directly', 'docs spaces update Guides --edit-mode live'],
    ['Search the pages in a space', 'docs spaces search Guides "rate limit"'],
    ['See which deleted spaces can be restored', 'trash'],
  ],
);

const installed = () => import('../integrations/installed-integrations.ts');

/** `1f4e3` names the code points of an emoji; what is none stays as it is. */
function emojiText(code: string | undefined): string | undefined {
  if (code === undefined || !/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(code)) return code;
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : code;
}
