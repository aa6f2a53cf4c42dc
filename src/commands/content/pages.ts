// docs pages: pages of a space or a change request. What writes pages is in page-edits/.

import * as api from '../../api/content/pages.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { command, group, late } from '../../engine/model/command.ts';
import { flag } from '../../engine/model/option.ts';
import { pageBacklinks, pageLinks } from '../../jobs/links/links.ts';
import { pageTree, presentMetaLinks, showPage, takePath } from './page-tree.ts';

export default group(
  'pages',
  'Show and edit pages',
  [
    command('list', api.listPages, {
      cr: api.listChangeRequestPages,
      ...pageTree,
      examples: [
        ['Show the page tree', 'docs pages list --space Guides'],
        ['One row for each page of a change request', 'docs pages list --space Guides --cr 1 --flat'],
        ['Print the ID of every page', "docs pages list --space Guides --flat --jq '.[].id'"],
      ],
      notes:
        'Hidden pages and links are marked. JSON nests pages in their parents, for --jq, too; with --flat or --fields, and in all other formats, each row is one page.',
    }),
    command('get', api.getPage, {
      cr: api.getChangeRequestPage,
      uses: [
        ...[api.getPageByPath, api.getChangeRequestPageByPath, getSpace],
        ...[api.getRevision, api.listRevisionPages, api.getRevisionPage],
      ],
      args: ['pageId'],
      columns: ['id', 'title', 'type', 'path', 'description', 'updatedAt'],
      table: ['title', 'path', 'type', 'description', 'updatedAt', 'id'],
      options: [
        flag('--at <when>', 'as it was: the ID of a revision, or a time such as 7d or 2026-01-31', {
          reach: 'platform',
        }),
      ],
      prepare: async (run) => {
        takePath(run, run.flags.cr === undefined ? api.getPageByPath : api.getChangeRequestPageByPath);
        if (run.flags.at !== undefined)
          await (await import('../../jobs/page-history/revisions-back.ts')).showAt(run);
      },
      send: showPage,
      examples: [
        ['Print a page as Markdown', 'docs pages get webhooks --space Guides --format markdown'],
        ['Find a page by its path', 'docs pages get getting-started/api-keys --space Guides'],
        ['Read it as it was a week ago', 'docs pages get webhooks --space Guides --at 7d --format markdown'],
      ],
      notes:
        'Takes the ID, title, slug or path of the page. On a terminal, its text follows; --format markdown prints only the Markdown.',
    }),
    command('meta-links', api.getMetaLinks, {
      cr: api.getChangeRequestMetaLinks,
      args: ['pageId'],
      columns: ['canonical', 'alternates'],
      present: presentMetaLinks,
      examples: ['docs pages meta-links webhooks --space Guides'],
    }),
    pageLinks,
    pageBacklinks,
    late('history', 'List the revisions in which a page changed', () =>
      import('../../jobs/page-history/page-history.ts').then(({ pageHistory }) => pageHistory),
    ),
    late('restore', 'Restore a page from an earlier revision, as a change request', () =>
      import('../../jobs/page-history/page-restore.ts').then(({ pageRestore }) => pageRestore),
    ),
    late('lint', 'Find pages that are empty, old or hard to find and read', () =>
      import('../../jobs/page-lint/pages-lint.ts').then(({ pagesLint }) => pagesLint),
    ),
    late('create', 'Create a page in a change request', () =>
      import('../../jobs/page-edits/edit-page.ts').then(({ createPage }) => createPage),
    ),
    late('edit', 'Edit a page of a change request', () =>
      import('../../jobs/page-edits/edit-page.ts').then(({ editPage }) => editPage),
    ),
    late('move', 'Move a page in a change request', () =>
      import('../../jobs/page-edits/move-page.ts').then(({ movePage }) => movePage),
    ),
    late('delete', 'Delete a page in a change request', () =>
      import('../../jobs/page-edits/move-page.ts').then(({ deletePage }) => deletePage),
    ),
    late('replace', 'Replace words on pages of many spaces', () =>
      import('../../jobs/page-edits/replace-pages.ts').then(({ replacePages }) => replacePages),
    ),
  ],
  [
    ['Print the Markdown of a page', 'get'],
    ['List the pages in a change request', 'docs pages list --space Guides --cr 1'],
    ['See what links to a page', 'backlinks'],
  ],
);
