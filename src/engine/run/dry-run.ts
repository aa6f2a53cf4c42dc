// --dry-run: the request as it would be sent, and nothing sent.
import { maskUrl } from '../../client/redact.ts';
import { renderItem } from '../../output/render.ts';
import { safeText } from '../../output/safe-text.ts';
import { maskSecrets } from '../../output/secrets.ts';
import type { Run } from './run.ts';
import { findByTitle } from './scope.ts';
import { chosenFormat, viewOf } from './view.ts';

export interface PlannedRequest {
  method: string;
  url: string;
  body?: unknown;
}

/** What is surely no title: a long word, or the number of a change request. */
const ID = /^([\w-]{15,}|\d+)$/;

const STRUCTURED: readonly unknown[] = ['json', 'ndjson', 'yaml'];

/** Prints method, URL and body: an object with --json, else two lines, and a curl line on a terminal. */
export async function printRequest(run: Run): Promise<void> {
  const { io } = run.context;
  const request = await plannedRequest(run);
  if (STRUCTURED.includes(chosenFormat(run))) return renderItem(io, request, viewOf(run));
  await io.out(`${safeText(linesOf(request), { multiline: true })}\n`);
  if (io.outTty) await io.out(`\n${safeText(curlLine(request), { multiline: true })}\n`);
}

/** The request names ids, so that it can be sent by other means; a host that is out of reach leaves titles as they are. */
async function nameByIds(run: Run): Promise<void> {
  const titles = Object.keys(run.operation.params.properties).some(
    (name) => !ID.test(String(run.input[name])),
  );
  if (!titles) return;
  const found = await findByTitle(run, run.operation, run.command.refs).catch(() => undefined);
  run.input = found ?? run.input;
}

/** What would be sent, without secrets unless --show-secrets: secret fields, and users and passwords in URLs. */
export async function plannedRequest(run: Run): Promise<PlannedRequest> {
  await nameByIds(run);
  const client = await run.client();
  const { method, url, body } = client.describe(run.operation, run.input);
  const request = body === undefined ? { method, url } : { method, url, body };
  if (run.flags.showSecrets) return request;
  const masked = { method, url: maskUrl(url) };
  return body === undefined ? masked : { ...masked, body: maskSecrets(withoutUserinfo(body)) };
}

function withoutUserinfo(body: unknown): unknown {
  const mask = (_: string, value: unknown) =>
    typeof value === 'string' && /^[a-z][a-z+.-]*:\/\/[^/?#]*@/i.test(value) ? maskUrl(value) : value;
  return JSON.parse(JSON.stringify(body, mask));
}

export const linesOf = ({ method, url, body }: PlannedRequest): string =>
  body === undefined ? `${method} ${url}` : `${method} ${url}\n${JSON.stringify(body, null, 2)}`;

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curlLine({ method, url, body }: PlannedRequest): string {
  const parts = [`curl -X ${method} ${quote(url)}`, `-H "Authorization: Bearer $DOCS_TOKEN"`];
  if (body !== undefined)
    parts.push(`-H 'Content-Type: application/json'`, `--data ${quote(JSON.stringify(body))}`);
  return parts.join(' \\\n  ');
}
