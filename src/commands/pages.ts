// docs pages: pages of a space or a change request.
import { getChangeRequestPage, getPage, listChangeRequestPages, listPages } from '../api/pages.ts';
import { command, group } from './command.ts';

export default group('Read pages', [
  command('list', listPages, {
    cr: listChangeRequestPages,
    rows: 'pages',
    columns: ['id', 'title', 'type'],
    examples: ['docs pages list --space Guides', 'docs pages list --space Guides --cr 1 --json'],
  }),
  command('get', getPage, {
    cr: getChangeRequestPage,
    args: ['pageId'],
    columns: ['id', 'title', 'type'],
    examples: ['docs pages get install --space Guides --format markdown'],
  }),
]);
