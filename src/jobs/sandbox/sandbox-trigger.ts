// docs sandbox trigger: one event to the receiver of an integration, without a change that causes it.

import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { readSource } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { printItem } from '../../engine/run/view.ts';
import { NetworkError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { door, fileServed, refuseReadOnly } from './sandbox-make.ts';

const FLAGS = [
  flag('--file <file>', 'database file'),
  flag('--integration <integration>', 'integration that gets it'),
  flag('--space <space>', 'space it is about: ID or title'),
  flag('--to <url>', 'address on this machine to send it to instead', { reach: 'machine' }),
  flag('--data <json>', 'fields of the event, as JSON, @file or -', { reach: 'machine' }),
] as const satisfies readonly Option[];

export const sandboxTrigger = handmade('trigger', {
  summary: 'Send a signed event to an integration',
  changesHere: true,
  args: [{ field: 'event', label: 'event', reach: 'machine', required: true }],
  options: FLAGS,
  columns: ['type', 'integration', 'to', 'delivered'],
  idField: 'id',
  examples: [
    [
      'Say that a space was changed',
      'docs sandbox trigger space_content_updated --space Guides --integration parcel-map --to http://127.0.0.1:8787',
    ],
    [
      'Send any other event of the platform',
      `docs sandbox trigger page_feedback --data '{"rating":"good"}' --integration parcel-map --to http://127.0.0.1:8787`,
    ],
  ],
  notes: `Goes to the address of docs integrations dev enable, or to --to, once. Signed as the events of changes are, and
listed by docs integrations events list.
Events: installation_setup, space_content_updated, space_visibility_updated, space_gitsync_started and
space_gitsync_completed; others need --data.`,
  run: triggerEvent,
});

async function triggerEvent(run: Run<FlagsOf<typeof FLAGS>>): Promise<void> {
  const { context, flags, args } = run;
  const file = await fileServed(run);
  const event = args.event ?? '';
  refuseReadOnly(run, `send ${event}`, file);
  const { triggerEvent } = await door();
  const { integration, space, to } = flags;
  const data =
    flags.data === undefined ? undefined : fieldsIn(await readSource(context, flags.data, '--data'));
  const wish = { event, integration, space, to, data };
  const sent = await triggerEvent(file, wish, { now: context.now, env: context.env });
  await printItem(run, sent);
  if (sent.delivered) return;
  throw new NetworkError(
    `${event} was not delivered to ${sent.to}: ${sent.logs[0]?.message ?? 'no answer'}`,
    {
      code: 'NOT_DELIVERED',
      hint: shell`docs integrations events get ${sent.integration} ${sent.id}`,
    },
  );
}

function fieldsIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told below.
  }
  throw new UsageError('--data must be a JSON object', { hint: `--data '{"rating":"good"}'` });
}
