// What a plan says before its rows: host, organization, who made it when by which command, and how long it is good for.
import type { Operation } from '../../api/operation.ts';
import { createRedactor } from '../../client/redact.ts';
import { commandLine } from '../../domain/journal/journal-entries.ts';
import type { Run } from '../model/command-type.ts';
import { organizationIdInHand } from '../references/resolve-names.ts';
import { parsePlanAge } from '../run/age.ts';
import type { Fields, Plan, Rows } from './plan.ts';
import { organizationIn } from './row-target.ts';

/** What planning came to: rows, and how many targets need none. */
export interface Made<R extends Rows = Rows> {
  rows: R;
  unchanged: number;
}

/** The plan of these rows, for the host and organization of the run. Throws what keeps those from being read. */
export async function planOf<R extends Rows>(run: Run, { rows, unchanged }: Made<R>): Promise<Plan<R>> {
  const { context, flags } = run;
  const redactor = createRedactor();
  for (const secret of context.secrets) redactor.add(secret);
  return {
    version: 1,
    origin: run.config().baseUrl.value,
    organization: await organizationOf(run, rows),
    made: {
      at: context.now().toISOString(),
      by: await caller(run),
      command: commandLine(context.argv, redactor.redact),
      docs: context.version,
    },
    rows,
    unchanged,
    guards: {
      ...(flags.maxChanges !== undefined && { maxChanges: String(flags.maxChanges) }),
      expires: new Date(context.now().getTime() + parsePlanAge(flags.planExpires)).toISOString(),
    },
  };
}

/** The organization of the rows: that of what they are about, else the one of the run. */
export async function organizationOf(
  run: Run,
  rows: Iterable<{ input: Fields }>,
): Promise<Plan['organization']> {
  let id: string | undefined;
  for (const { input } of rows) {
    id ??= await organizationIn(run, input);
    if (id !== undefined) break;
  }
  const { organization = await organizationIdInHand(run) } = { ...run.target };
  id ??= typeof organization === 'string' ? organization : undefined;
  return id === undefined ? null : organizationAt(run, id);
}

/** As the host calls it. */
export async function organizationAt(run: Run, id: string): Promise<{ id: string; title: string }> {
  const { getOrganization } = await import('../../api/people/organizations.ts');
  const client = await run.client();
  const { id: own, title } = await client.call(getOrganization, { organizationId: id });
  return { id: own, title };
}

/** What every plan needs beside its rows is asked for while these are worked out. A failure shows where it is needed. */
export async function askAhead(run: Run, operation?: Operation): Promise<void> {
  const { getCaller } = await import('../../api/people/members.ts');
  const client = await run.client();
  for (const asked of [client.call(getCaller, {}), operation && client.lacks?.(operation)])
    asked?.catch(() => {});
}

async function caller(run: Run): Promise<Plan['made']['by']> {
  const { getCaller } = await import('../../api/people/members.ts');
  const { id, email } = await (await run.client()).call(getCaller, {});
  return { id, ...(email !== undefined && { email }) };
}
