// --dry-run: the request as it would be sent, and nothing sent.
import { maskUrl } from '../../files/mask-url.ts';
import { shell } from '../../files/shell-word.ts';
import { renderItem } from '../../output/render.ts';
import { safeLine, safeText } from '../../output/safe-text.ts';
import { publishedAt } from '../ask/confirm.ts';
import { titleOf } from '../references/names.ts';
import { maskedBody } from './masked-body.ts';
import type { Run } from './run.ts';
import { undoOf } from './say-changed.ts';
import { describe, targetField } from './target.ts';
import { chosenFormat, viewOf } from './view.ts';

export interface PlannedRequest {
  method: string;
  url: string;
  body?: unknown;
}

const STRUCTURED: readonly unknown[] = ['json', 'ndjson', 'yaml'];

/** Prints method, URL and body: an object with --json, else two lines, and a curl line on a terminal. */
export async function printRequest(run: Run): Promise<void> {
  const { io } = run.context;
  // It has no ID yet; the exit code says that it would be sent.
  if (chosenFormat(run) === 'id') return void (await plannedRequest(run));
  const shown = await shownRequest(run);
  if (STRUCTURED.includes(chosenFormat(run))) return renderItem(io, shown.facts, viewOf(run));
  const print = (text: string) => io.out(`${safeText(text, { multiline: true })}\n`);
  await print(shown.text);
  if (io.outTty) await print(`\n${curlLine(shown.request)}`);
}

/** A request and what it would come to: as an object, and as lines for people. */
export interface ShownRequest {
  request: PlannedRequest;
  facts: Readonly<Record<string, unknown>>;
  text: string;
}

/** Reads what would change. Throws what keeps it from being read. */
export async function shownRequest(run: Run): Promise<ShownRequest> {
  const request = await plannedRequest(run);
  const touches = await touchedBy(run);
  const { changesBy, sentencesOf } = await import('../plan/dry-changes.ts');
  const changes = await changesBy(run);
  const told = [...(touches ? sentences(run, touches) : []), ...(changes ? sentencesOf(changes) : [])];
  return {
    request,
    facts: { ...request, ...(touches && { touches }), ...(changes && { changes }) },
    text: [linesOf(request), ...told.map((sentence) => safeLine(sentence))].join('\n'),
  };
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
  const { reversalOf } = await import('../../workflows/reversals.ts');
  const reversible = (await reversalOf(operation.id))?.undo !== undefined;
  return {
    id: String(target.id ?? run.input[targetField(run)] ?? ''),
    title: titleOf(target) ?? null,
    published: publishedAt(run) ?? null,
    undo: undoOf(run) ?? (reversible ? 'docs undo' : null),
  };
}

function sentences(run: Run, { published, undo }: Touched): string[] {
  const verb = run.command.verb.replaceAll('-', ' ');
  const address = published === null ? '' : `, published at ${published}`;
  return [
    `would ${verb} ${describe(run)}${address}`,
    undo === null ? 'this cannot be undone' : `undo: ${undo}`,
  ];
}

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

function curlLine({ method, url, body }: PlannedRequest): string {
  const parts = [shell`curl -X ${method} ${url}`, `-H "Authorization: Bearer $DOCS_TOKEN"`];
  if (body !== undefined)
    parts.push(`-H 'Content-Type: application/json'`, shell`--data ${JSON.stringify(body)}`);
  return parts.join(' \\\n  ');
}
