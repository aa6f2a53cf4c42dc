// docs content: revisions of a space or a change request.
import { getChangeRequestContent, getContent } from '../api/content.ts';
import { command, group } from './command.ts';

export default group('Read the content of a space', [
  command('get', getContent, {
    cr: getChangeRequestContent,
    columns: ['id', 'type', 'parents', 'git.oid', 'createdAt'],
    examples: [
      'docs content get --space Guides --json',
      'docs content get --space Guides --cr 1 --no-metadata',
    ],
  }),
]);
