// docs audit-events export: puts events into the files of a folder, each of them once.
import { join, resolve } from 'node:path';
import { listAuditEvents } from '../../api/people/audit-events.ts';
import { handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { parsePastTime } from '../../engine/run/age.ts';
import { sameCommand } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { viewOf } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { withLock } from '../../files/lock.ts';
import { openFolder } from '../../files/safe-write.ts';
import { plural } from '../../output/format.ts';
import { done } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { AUDIT_STATE, exportAuditEvents } from '../../workflows/audit-events/export.ts';
import { AUDIT_FORMATS, type AuditFormat } from '../../workflows/audit-events/formats.ts';
import { ORGANIZATION_FLAG, organizationIn } from './access/access-scope.ts';

const OPTIONS = [
  { flags: '--to <folder>', description: 'folder for the files', required: true, group: 'Output:' },
  {
    flags: '--format <format>',
    reach: 'platform',
    description: 'format of the files (default ndjson, or that of the folder)',
    choices: AUDIT_FORMATS,
    group: 'Output:',
  },
  {
    flags: '--since-last',
    reach: 'machine',
    description: 'only what earlier exports have not put into the folder',
    group: 'Fields:',
  },
  {
    flags: '--from <time>',
    description: 'for the first export: only events since this time, or this long ago, such as 24h',
    group: 'Fields:',
  },
  ...ORGANIZATION_FLAG,
] as const satisfies readonly Option[];

type ExportRun = Run<FlagsOf<typeof OPTIONS>>;

const COLUMNS = ['file', 'events', 'format', 'first', 'last'];

export const auditExport = handmade('export', {
  summary: 'Export audit events to files, each event once',
  uses: [listAuditEvents],
  options: OPTIONS,
  columns: COLUMNS,
  fields: COLUMNS,
  idField: 'file',
  run: runExport,
  examples: [
    ['Export what is new, in an hourly job', 'docs audit-events export --to ./audit --since-last'],
    [
      'Start with the last day, for a security tool',
      'docs audit-events export --to ./siem --format cef --from 24h --since-last',
    ],
  ],
  notes: `Each export writes one new file, the oldest event first, and ${AUDIT_STATE} beside it, from which the next
one continues. An export that was interrupted is run again: no event is lost or comes twice. Events that the platform
lists up to five minutes late are still found. Administrators only.`,
});

async function runExport(run: ExportRun): Promise<void> {
  const { context, flags } = run;
  const { to } = flags;
  if (to === undefined)
    throw new UsageError('--to is required', { hint: `${sameCommand(run)} --to ./audit` });
  const from = flags.from === undefined ? undefined : parsePastTime(flags.from, '--from', context.now());
  const client = await run.client();
  const organizationId = await organizationIn(run);
  const path = resolve(context.cwd, to);
  const place = await openFolder(path, { force: true });
  try {
    // Two at once would both write the same events.
    const { file, ...told } = await withLock(
      join(path, AUDIT_STATE),
      () =>
        exportAuditEvents(client, place.path, {
          organizationId,
          // Safe: the parser refuses any other word.
          format: flags.format as AuditFormat | undefined,
          sinceLast: flags.sinceLast === true,
          from,
          shown: to,
        }),
      { waitMs: 1000 },
    );
    const writer = await listWriter(context.io, viewOf(run, COLUMNS));
    if (file !== undefined) await writer.page([{ file: join(to, file), ...told }]);
    await writer.end();
    done(
      context.io,
      file === undefined
        ? 'no new audit events'
        : `exported ${plural(told.events, 'audit event')} to ${join(to, file)}`,
    );
  } finally {
    await place.close();
  }
}
