// docs doctor --api: what each command can do on this host, by the operations that the host offers.

import { type Offers, offersOf, offersOfHost, verdictOf } from '../../domain/stand-ins/host-operations.ts';
import { allCommands } from '../../engine/model/load.ts';
import { parseJson, readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows, viewOf } from '../../engine/run/view.ts';
import { UsageError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';

/** Lists every command that asks the host; those that work as they should come last. */
export async function examineApi(run: Run, file: string | undefined): Promise<void> {
  const offers = file === undefined ? await offersOfHost(await run.client()) : await offersIn(run, file);
  const rows = (await allCommands(run.catalog))
    .filter(({ command }) => command.local !== true)
    .map(({ path, command }) => {
      const { verdict, lacks } = verdictOf(command, offers);
      return { command: path, status: verdict, lacks };
    })
    .sort((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
  await printRows(run, rows, {
    ...viewOf(run),
    columns: ['command', 'status', 'lacks'],
    idField: 'command',
  });
  const count = (status: (typeof ORDER)[number]) => rows.filter((row) => row.status === status).length;
  note(
    run.context.io,
    `${plural(count('works'), 'command')} work, ${count('works in part')} work in part, ${count('cannot work here')} cannot work here, according to ${offers.source}`,
  );
  if (offers.unknown.length > 0)
    note(
      run.context.io,
      `${plural(offers.unknown.length, 'operation')} of this host can be called with docs api only: no command has them`,
    );
}

const ORDER = ['cannot work here', 'works in part', 'works'] as const;

async function offersIn(run: Run, file: string): Promise<Offers> {
  const text = await readTextFile(run.context, file, '--spec');
  const offers = offersOf(parseJson(text, file), file);
  if (offers) return offers;
  throw new UsageError(`--spec: ${file} is not an OpenAPI document in JSON`, {
    hint: 'docs doctor --api',
  });
}
