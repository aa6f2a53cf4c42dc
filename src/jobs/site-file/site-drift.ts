// docs sites drift: what of sites is not as their files say.
import type { Option } from '../../engine/model/command.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { exitCodeFlag, FORMAT_FLAG } from '../report/finding-flags.ts';
import { READS } from './site-operations.ts';

const DRIFT_FLAGS = [
  {
    flags: '--site <site>',
    description:
      'site to compare: ID, title or URL (default: the one the file was pulled from, or of its title)',
    group: 'Fields:',
  },
  {
    flags: '--ignore-file <file>',
    description: 'file with differences to ignore (default .docsdrift)',
    group: 'Fields:',
  },
  FORMAT_FLAG,
  exitCodeFlag('there are differences'),
  ...[CONTEXT_FLAGS.organizationId ?? []].flat(),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type DriftRun = Run<FlagsOf<typeof DRIFT_FLAGS>>;

export const DRIFT_COLUMNS = ['site.title', 'what', 'kind', 'field', 'live', 'file'] as const;

export const siteDrift = handmade('drift', {
  summary: 'Show where sites differ from their files',
  args: [arg('file')],
  options: DRIFT_FLAGS,
  uses: READS,
  columns: DRIFT_COLUMNS,
  idField: 'site.id',
  fields: [...DRIFT_COLUMNS, 'site.id', 'path', 'line'],
  exits: [5, 6, 7],
  paged: true,
  examples: [
    ['Find out what was changed by hand', 'docs sites drift site.yaml'],
    ['Report it in a pull request, and fail', 'docs sites drift site.yaml --format markdown --exit-code'],
  ],
  notes: `Takes a file or a folder of them. It only reads. To put everything back: docs sites apply FILE --prune.
Each line of the ignore file has a difference, an optional last day and a reason; * matches any text:
  section "Guides": icon  until 2027-01-31  # campaign
  Tarnpost Docs -> customization*  # the brand team changes it in the app`,
  run: async (run) => (await import('./site-drift-run.ts')).runDrift(run),
});
