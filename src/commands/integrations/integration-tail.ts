// docs integrations tail: what is sent to an integration, as it happens.
import { listIntegrationEvents } from '../../api/integrations/integration-events.ts';
import { readingClient } from '../../client/reading-client.ts';
import { arg, handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import { parsePastTime } from '../../engine/run/age.ts';
import type { Run } from '../../engine/run/run.ts';
import { sleep } from '../../engine/run/sleep.ts';
import { viewOf } from '../../engine/run/view.ts';
import { note, warn } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { followEvents } from '../../workflows/follow-events.ts';

const OPTIONS = [
  {
    flags: '--since <time>',
    description: 'start with events of the last 2h or 1d, or since a date (default: now)',
    group: 'Fields:',
  },
  {
    flags: '--status <status>',
    description: 'only events with this result',
    choices: ['success', 'failed'],
    group: 'Fields:',
  },
] as const satisfies readonly Option[];

type TailRun = Run<FlagsOf<typeof OPTIONS>>;

const COLUMNS = ['createdAt', 'status', 'payload.type', 'installationId', 'id'] as const;

export const integrationTail = handmade('tail', {
  summary: 'Follow events sent to an integration',
  args: [arg('integration')],
  uses: [listIntegrationEvents],
  columns: COLUMNS,
  fields: [...COLUMNS, 'integrationId', 'payload'],
  idField: 'id',
  paged: true,
  endless: true,
  options: OPTIONS,
  run: tail,
  examples: [
    ['Follow what fails from now on', 'docs integrations tail parcel-map --status failed'],
    ['Start an hour ago, one JSON object per line', 'docs integrations tail parcel-map --since 1h --json'],
  ],
  notes: `Ends with Ctrl-C. Prints each event once, oldest first; asks at least every ten seconds, and after a failure up to four
more times. Requires a token of the integration's owner or of the integration.`,
});

async function tail(run: TailRun): Promise<void> {
  const { context, flags } = run;
  const { io, signal } = context;
  const since =
    flags.since === undefined ? undefined : new Date(parsePastTime(flags.since, '--since', context.now()));
  const integrationName = await settleOne(run, 'integrationName', run.args.integration ?? '');
  const client = readingClient(await run.client());
  // A list that never ends is not one JSON array.
  const lines: TailRun =
    flags.json === undefined && flags.output !== 'json'
      ? run
      : { ...run, flags: { ...flags, json: false, output: 'ndjson' } };
  const writer = await listWriter(io, viewOf(lines));
  note(io, `following ${integrationName}: Ctrl-C ends it`);
  const batches = followEvents(client, {
    ...{ integrationName, ...(since && { since }) },
    pause: (ms) => sleep(ms, context),
    onRetry: ({ message }, tried) => warn(io, `${message}; asking again (${tried} of 4)`),
  });
  try {
    for await (const batch of batches)
      await writer.page(batch.filter(({ status }) => flags.status === undefined || status === flags.status));
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await writer.end();
  }
}
