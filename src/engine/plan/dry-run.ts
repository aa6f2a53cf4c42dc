// --dry-run: what would change, as a plan of it says it, and nothing sent.

import { mutates } from '../../api/operation.ts';
import type { DocsError } from '../../errors.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { done, prose, wholeCommand } from '../../output/note.ts';
import { safeLine, safeText } from '../../output/safe-text.ts';
import { showsObjects } from '../../output/view.ts';
import { place, publishedAt } from '../ask/confirm.ts';
import type { Run } from '../model/command-type.ts';
import { titleOf } from '../references/names.ts';
import { undoOf } from '../run/say-changed.ts';
import { targetField } from '../run/target.ts';
import { chosenFormat, printItem } from '../run/view.ts';
import { refuseChanges } from './max-changes.ts';
import { maskedBody, namesRead, type PlanRow } from './plan.ts';
import { changesOf, headline, lineFor, linesOf as linesOfRows } from './plan-lines.ts';
import { afterOf, type Change, maskedAt, readLive, relevant } from './row-state.ts';

export interface PlannedRequest {
  method: string;
  url: string;
  body?: unknown;
}

/**
 * Says what would be sent: an object with --json, else the lines of a plan of it. Throws what the platform would refuse, as
 * far as reading tells, and what keeps it from being read.
 */
export async function printRequest(run: Run): Promise<void> {
  const { io } = run.context;
  const format = chosenFormat(run);
  const shown = await shownRequest(run);
  // It has no ID yet; the exit code says that it would be sent.
  if (showsObjects(format)) await printItem(run, shown.facts);
  else if (format !== 'id')
    await io.out(`${safeText(await textOfShown(run, [shown]), { multiline: true })}\n`);
  if (shown.problem) throw shown.problem;
  if (!showsObjects(format) && mutates(run.operation))
    done(io, `dry run: ${await amountOfShown([shown])}${await place(run)}; nothing was sent`);
  refuseChanges(run, shown.rows.length);
}

/** A request and what it would come to: as an object, and as the rows of a plan. */
export interface ShownRequest {
  facts: Readonly<Record<string, unknown>>;
  rows: readonly PlanRow[];
  /** Beside its rows: what follows that they do not show, where readers find it, and what undoes it. */
  notes: readonly string[];
  /** What would be refused. */
  problem: DocsError | undefined;
}

/** Reads what would change. Throws what keeps it from being read. */
export async function shownRequest(run: Run): Promise<ShownRequest> {
  const request = await plannedRequest(run);
  if (!mutates(run.operation))
    return { facts: { ...request }, rows: [], notes: [linesOf(request)], problem: undefined };
  const touches = await touchedBy(run);
  const { rowsToShow } = await import('./make-plan.ts');
  const changes = await changesBy(run);
  const rows = await rowsToShow(run);
  const follows = rows.flatMap((row) => row.follows ?? []);
  const problem =
    (await (await import('../run/missing-right.ts')).missingRight(run)) ?? (await run.command.foresee?.(run));
  return {
    facts: {
      ...request,
      ...(touches && { touches }),
      ...(follows.length > 0 && { follows: follows.join('; ') }),
      ...(changes && { changes }),
    },
    rows,
    notes: [
      ...((await run.command.foretell?.(run)) ?? []),
      ...follows,
      ...(touches ? sentences(touches, follows.join()) : []),
    ],
    problem,
  };
}

/** The lines of a plan, in one column; what would change nothing is said to. */
async function textOfShown(run: Run, all: readonly ShownRequest[]): Promise<string> {
  const shown = all.flatMap(({ rows }) => rows);
  const lines = linesOfRows(shown, { named: await namesRead(run, shown) });
  const isSo = mutates(run.operation) && lines.length === 0;
  let at = 0;
  const told = all.flatMap(({ rows, notes }) => {
    at += rows.length;
    return [
      ...lines.slice(at - rows.length, at).map((line) => lineFor(run.context.io, line)),
      ...notes.map((note) => prose(run.context.io, safeLine(note))),
    ];
  });
  return (isSo ? ['nothing would change'] : told).join('\n');
}

/** `3 spaces to change, 2 already up to date`. */
async function amountOfShown(all: readonly ShownRequest[]): Promise<string> {
  const same = all.filter(({ rows }) => rows.length === 0).length;
  const amount = headline({ rows: all.flatMap(({ rows }) => rows) });
  return same === 0 || same === all.length ? amount : `${amount}, ${same} already up to date`;
}

/** What a delete would touch. */
interface Touched {
  id: string;
  title: unknown;
  /** Where readers find it; null where it is not published. */
  published: string | null;
  /** The command that brings it back; null where nothing does. */
  undo: string | null;
}

async function touchedBy(run: Run): Promise<Touched | undefined> {
  const { operation, target } = run;
  if (operation.method !== 'DELETE' || !target) return undefined;
  const { reversalOf } = await import('../../domain/reversals/of-operations.ts');
  const reversible = (await reversalOf(operation.id))?.undo !== undefined;
  const undo = undoOf(run) ?? (reversible ? 'docs undo' : undefined);
  return {
    id: String(target.id ?? run.input[targetField(run)] ?? ''),
    title: titleOf(target) ?? null,
    published: publishedAt(run) ?? null,
    undo: undo === undefined ? null : await wholeCommand(run.context.io, undo),
  };
}

/** What was said before them is not said again. */
const sentences = ({ published, undo }: Touched, said: string): string[] => [
  ...(published === null || said.includes(published) ? [] : [`published at ${published}`]),
  ...(undo !== null ? [`undo: ${undo}`] : /\bcannot\b/.test(said) ? [] : ['this cannot be undone']),
];

/** What would be sent, without secrets unless --show-secrets: secret fields, and the secrets of URLs. */
export async function plannedRequest(run: Run): Promise<PlannedRequest> {
  const client = await run.client();
  const { method, url, body } = client.describe(run.operation, run.input);
  const request = body === undefined ? { method, url } : { method, url, body };
  if (run.flags.showSecrets) return request;
  const masked = { method, url: maskUrl(url) };
  return body === undefined ? masked : { ...masked, body: maskedBody(body) };
}

export const linesOf = ({ method, url, body }: PlannedRequest): string =>
  body === undefined ? `${method} ${url}` : `${method} ${url}\n${JSON.stringify(body, null, 2)}`;

// What a dry run would change, field by field: the present value beside the new one.

/** Undefined for what sets no fields, and where nothing shows them. Throws what keeps them from being read. */
async function changesBy(run: Run): Promise<Change[] | undefined> {
  const { operation, input, flags } = run;
  if (operation.method !== 'PATCH' && operation.method !== 'PUT') return undefined;
  const live = await readLive(await run.client(), operation, input);
  const before = live ? await relevant(operation, input, live) : undefined;
  if (!before) return undefined;
  const changes = changesOf({ before, after: afterOf(operation, input, before) });
  const shown = ({ field, from, to }: Change) => ({
    field,
    from: maskedAt(field, from ?? null),
    to: maskedAt(field, to),
  });
  return flags.showSecrets ? changes : changes.map(shown);
}
