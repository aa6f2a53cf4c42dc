// docs content: revisions of a space or a change request, and what brings content in.
import { getChangeRequestContent, getContent } from '../api/content.ts';
import { importChangeRequestContent, importContent } from '../api/imports.ts';
import { getSpace } from '../api/spaces.ts';
import { applyTemplate } from '../api/templates.ts';
import { command, group } from '../engine/model/command.ts';
import { note } from '../output/note.ts';

export default group('Show and import space content', [
  command('get', getContent, {
    cr: getChangeRequestContent,
    columns: ['id', 'type', 'parents', 'git.oid', 'createdAt'],
    examples: [
      'docs content get --space Guides --json',
      'docs content get --space Guides --cr 1 --no-metadata',
    ],
  }),
  command('import', importContent, {
    cr: importChangeRequestContent,
    args: ['url'],
    columns: ['revision', 'importedResources', 'totalResources'],
    danger: 'moderate',
    target: getSpace,
    done: 'imported into',
    after: async ({ context }, { importedResources, totalResources }) =>
      note(context.io, `${importedResources} of ${totalResources} resources`),
    examples: [
      'docs content import https://docs.example.com/guide --source website --space Guides --yes --dry-run',
    ],
  }),
  command('template', applyTemplate, {
    args: ['id'],
    danger: 'moderate',
    target: getSpace,
    done: 'applied the template to',
    examples: ['docs content template getting-started --space Guides --yes --dry-run'],
    notes:
      'Content that the template refers to is given as JSON: --params \'{"contentRefs":{"api":{"kind":"openapi","spec":"petstore"}}}\'.',
  }),
]);
