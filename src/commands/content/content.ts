// docs content: revisions of a space or a change request, and what brings content in.

import { applyTemplate, importChangeRequestContent, importContent } from '../../api/content/imports.ts';
import * as api from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { getChangeRequest } from '../../api/review/change-requests.ts';
import dangers from '../../domain/dangers/content.ts';
import { command, group, type Stakes } from '../../engine/model/command.ts';
import { called } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { describe } from '../../engine/run/target.ts';
import { ConflictError } from '../../errors.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { shell } from '../../files/shell-word.ts';
import { note } from '../../output/note.ts';

export default group(
  'content',
  'Show and import space content',
  [
    command('get', api.getContent, {
      cr: api.getChangeRequestContent,
      columns: ['id', 'type', 'parents', 'git.oid', 'createdAt'],
      examples: [
        ['Pages and files of a space as JSON', 'docs content get --space Guides --json'],
        [
          'The same on a change request, without metadata',
          'docs content get --space Guides --cr 1 --no-metadata',
        ],
      ],
    }),
    command('reusable', api.getReusableContent, {
      cr: api.getChangeRequestReusableContent,
      args: ['reusableContentId'],
      columns: ['id', 'title', 'document', 'git.path'],
      examples: ['docs content reusable "Shipping note" --space Guides'],
      notes: 'Takes an ID or a title. docs content get --fields reusableContents lists them.',
    }),
    command('import', importContent, {
      cr: importChangeRequestContent,
      uses: [getChangeRequest],
      args: ['url'],
      columns: ['revision', 'importedResources', 'totalResources'],
      ...dangers['imports.create'],
      target: getSpace,
      stakes: (run) => bringsIn(run, maskUrl(String(run.input.url))),
      foresee: locked,
      done: 'imported into',
      success: async (run) => `imported content into ${await into(run)}`,
      after: async ({ context }, { importedResources, totalResources }) =>
        note(context.io, `${importedResources} of ${totalResources} resources`),
      examples: [
        'docs content import https://docs.example.com/guide --source website --space "API reference" --yes --dry-run',
      ],
    }),
    command('template', applyTemplate, {
      args: ['id'],
      ...dangers['templates.apply'],
      target: getSpace,
      stakes: (run) => bringsIn(run, `template "${run.input.id}"`),
      foresee: locked,
      done: 'applied the template to',
      success: async (run) => `applied template "${run.input.id}" to ${await into(run)}`,
      examples: ['docs content template getting-started --space "API reference" --yes --dry-run'],
      notes:
        'Content that the template refers to is given as JSON: --params \'{"contentRefs":{"api":{"kind":"openapi","spec":"petstore"}}}\'.',
    }),
  ],
  [
    ['Show the content of a change request as JSON', 'docs content get --space Guides --cr 1 --json'],
    ['Preview importing a website', 'import'],
  ],
);

const into = async (run: Run): Promise<string> =>
  run.flags.cr === undefined ? describe(run) : called(run, 'changeRequestId', getChangeRequest);

/** Main content that takes changes by change requests only, or a change request that takes none any more. */
async function locked(run: Run<object, Space>): Promise<ConflictError | undefined> {
  const { flags, target } = run;
  if (flags.cr !== undefined)
    return (await import('../../jobs/merge-ready/foreseen.ts')).foreseenClosed(run, 'edited');
  if (target?.editMode !== 'locked') return undefined;
  return new ConflictError(
    `space "${target.title}" is locked (editMode: locked): its main content cannot be edited directly`,
    { hint: shell`docs cr create --space ${target.title}` },
  );
}

/** The target is the space, also where its content goes into a change request of it. */
const bringsIn = (run: Run, source: string): Stakes => ({
  what: `into ${run.flags.cr === undefined ? '' : `change request ${run.flags.cr} of `}${describe(run)}`,
  change: `from ${source}`,
});
