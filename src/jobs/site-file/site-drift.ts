// docs sites drift: what of sites is not as their files say.
import { arg, handmade } from '../../engine/model/command.ts';
import { DRIFT_FLAGS, READS } from './site-operations.ts';

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
