// What a plan says before its rows (host, organization, who made it when, how long it is good for), and once it is made.

import { type Operation, splitInput } from '../../api/operation.ts';
import { createRedactor } from '../../client/redact.ts';
import { isSandboxUrl } from '../../config/base-url.ts';
import { commandLine } from '../../domain/journal/journal-entries.ts';
import { shell } from '../../files/shell-word.ts';
import { done, note } from '../../output/note.ts';
import { outSafe, safeLine, safeText } from '../../output/safe-text.ts';
import { SAME } from '../journal/record-change.ts';
import type { Run } from '../model/command-type.ts';
import { readerOf } from '../references/readers.ts';
import { organizationIdInHand } from '../references/resolve-names.ts';
import { parsePlanAge } from '../run/time-flags.ts';
import { chosenFormat, ownView, printItem } from '../run/view.ts';
import { dangerOfPlan, type Fields, hashOf, namesRead, type Plan, type Rows, slicesOf } from './plan.ts';
import { headline, lineFor, linesOf } from './plan-lines.ts';
import { organizationIn } from './row-target.ts';

/** What planning came to: rows, and how many targets need none. */
export interface Made<R extends Rows = Rows> {
  rows: R;
  unchanged: number;
}

/**
 * The plan of these rows, for the host and organization of the run; only a file says who made it. Throws what keeps those
 * from being read.
 */
export async function planOf<R extends Rows>(
  run: Run,
  { rows, unchanged }: Made<R>,
  isFile = true,
): Promise<Plan<R>> {
  const { context, flags } = run;
  const redactor = createRedactor();
  for (const secret of context.secrets) redactor.add(secret);
  const organization = await organizationOf(run, rows);
  // What is created later has a time by the same clock.
  const at = (await run.client()).hostTime();
  const expires = new Date(context.now().getTime() + parsePlanAge(flags.planExpires));
  return {
    version: 1,
    origin: run.config().baseUrl.value,
    organization,
    made: {
      at: at.toISOString(),
      by: isFile ? await caller(run) : null,
      command: commandLine(context.argv, redactor.redact),
      docs: context.version,
    },
    rows,
    unchanged,
    guards: {
      ...(flags.maxChanges !== undefined && { maxChanges: String(flags.maxChanges) }),
      expires: expires.toISOString(),
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
  if (id !== undefined) return organizationAt(run, id);
  const { organization = await organizationIdInHand(run) } = { ...run.target };
  return typeof organization === 'string' ? organizationAt(run, organization) : null;
}

/** As the host calls it. */
export async function organizationAt(run: Run, id: string): Promise<{ id: string; title: string }> {
  const { getOrganization } = await import('../../api/people/organizations.ts');
  const client = await run.client();
  const { id: own, title } = await client.call(getOrganization, { organizationId: id });
  return { id: own, title };
}

// What every plan needs beside its rows is asked for while these are worked out. A failure shows where it is needed.

/** Who makes it. */
export async function askCaller(run: Run): Promise<void> {
  const { getCaller } = await import('../../api/people/members.ts');
  (await run.client()).call(getCaller, {}).catch(() => {});
}

/** What the host says that it offers, for several changes: of a single one its answer says so. */
export async function askOffers(run: Run, change: Operation): Promise<void> {
  (await run.client()).lacks?.(change).catch(() => {});
}

/** Where it acts: the organization, and what holds the thing that `about` reads. */
export async function askPlaces(run: Run, about: Operation): Promise<void> {
  const { input } = run;
  const { organizationId } = input;
  const asked: Promise<unknown>[] = [
    typeof organizationId === 'string' ? organizationAt(run, organizationId) : organizationIdInHand(run),
  ];
  const client = await run.client();
  for (const param of Object.keys(about.params.properties).slice(0, -1)) {
    const reader = param === 'organizationId' ? undefined : await readerOf(param, false);
    // Safe: what holds a thing stands before it in its path.
    if (reader) asked.push(client.call(reader, splitInput(reader, input).params as never));
  }
  for (const one of asked) one.catch(() => {});
}

async function caller(run: Run): Promise<Plan['made']['by']> {
  const { getCaller } = await import('../../api/people/members.ts');
  const { id, email } = await (await run.client()).call(getCaller, {});
  return { id, ...(email !== undefined && { email }) };
}

// What was planned, told to whoever made the plan.

const MOST_SHOWN = 20;

export interface Reported {
  plan: Plan;
  file: string;
  /** How many targets the command was given. */
  targets: number;
  /** What is said of those that have no row. */
  unchangedAs?: string;
}

/** Lines for people, an object for programs, the hash with -q. */
export async function reportPlan(
  run: Run,
  { plan, file, targets, unchangedAs = SAME }: Reported,
): Promise<void> {
  const { io } = run.context;
  const { rows, unchanged } = plan;
  const format = chosenFormat(run) ?? 'table';
  const facts = { id: hashOf(plan), plan: file, rows: rows.length, unchanged, danger: dangerOfPlan(rows) };
  // Then standard output is the plan itself.
  const isPiped = file === '-';
  const [first] = slicesOf(rows, MOST_SHOWN);
  const shown = first?.rows ?? [];
  const lines = linesOf(shown, { rows, named: await namesRead(run, shown) });
  if (isPiped) {
    for (const line of lines) note(io, safeLine(line));
  } else if (format !== 'table') {
    await printItem(run, facts, { ...ownView(run, Object.keys(facts)), idField: 'id' });
  } else if (rows.length > 0) {
    if (rows.length > MOST_SHOWN)
      lines.push(`  ... ${rows.length - MOST_SHOWN} more: ${shell`docs plan show ${file}`}`);
    const text = lines.map((line) => lineFor(io, line)).join('\n');
    await io.out(`${outSafe(io, safeText(text, { multiline: true }))}\n`);
  }
  const same = unchanged === 0 ? '' : `, ${unchanged} of ${targets} ${unchangedAs}`;
  const what = isPiped ? 'plan on standard output' : `wrote plan ${file}`;
  done(io, `${what}: ${headline(plan)}${same}${placeOf(plan)}; nothing was sent`);
  if (rows.length > 0 && !isPiped) note(io, shell`next: docs apply ${file}`);
}

/** ` [sandbox, Acme]`. */
export function placeOf({ origin, organization }: Plan): string {
  const host = isSandboxUrl(origin) ? 'sandbox' : new URL(origin).host;
  return ` [${[host, organization?.title].filter((word) => word !== undefined).join(', ')}]`;
}
