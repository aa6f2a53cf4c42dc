// --dry-run: the request as it would be sent, and nothing sent.
import type { Run } from './run.ts';

/** Prints method, URL and body: an object with --json, else two lines, and a curl line on a terminal. */
export async function printRequest(run: Run): Promise<void> {
  const { io } = run.context;
  const client = await run.client();
  const { method, url, body } = client.describe(run.operation, run.input);
  const { safeJson, safeText } = await import('../output/safe-text.ts');
  if (run.flags.json || run.flags.output === 'json') {
    const request = body === undefined ? { method, url } : { method, url, body };
    await io.out(`${safeJson(JSON.stringify(request, null, 2))}\n`);
    return;
  }
  const lines = [`${method} ${url}`];
  if (body !== undefined) lines.push(JSON.stringify(body, null, 2));
  await io.out(`${safeText(lines.join('\n'), { multiline: true })}\n`);
  if (io.outTty) await io.out(`\n${safeText(curlLine(method, url, body), { multiline: true })}\n`);
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curlLine(method: string, url: string, body: unknown): string {
  const parts = [`curl -X ${method} ${quote(url)}`, `-H "Authorization: Bearer $DOCS_TOKEN"`];
  if (body !== undefined)
    parts.push(`-H 'Content-Type: application/json'`, `--data ${quote(JSON.stringify(body))}`);
  return parts.join(' \\\n  ');
}
