// --debug-har: every exchange in a file that browsers and HTTP tools open, without secrets.
import { resolve } from 'node:path';
import type { Redactor } from '../../client/redact.ts';
import type { Trace, TraceEvent } from '../../client/trace.ts';
import type { Context } from '../../context.ts';
import { messageOf } from '../../errors.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { beginning } from '../../files/texts.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { maskSecrets } from '../../output/columns.ts';
import { warn } from '../../output/note.ts';
import { refuseOther } from './own-file.ts';

const MOST_ENTRIES = 10_000;
const MOST_TEXT = 1024 * 1024;
const SECRET_HEADERS = /^(authorization|cookie|set-cookie|proxy-authorization|x-api-key)$/i;
const SECRET_FIELDS = ['token', 'password', 'secret', 'authorization'];

/**
 * Starts the file at once, so that a path that cannot be written fails before anything is sent (LocalIoError), and
 * fills it when the run ends.
 */
export function harTrace(context: Context, file: string, redactor: Redactor): Trace {
  const path = resolve(context.cwd, file);
  refuseOther({ cwd: context.cwd, file, start: OURS, what: 'a HAR file of docs', flag: '--debug-har' });
  const entries: object[] = [];
  const write = () => {
    const log = { version: '1.2', creator: { name: 'docs', version: context.version }, entries };
    writeFileDurably(path, `${redactor.redact(JSON.stringify({ log }, null, 2))}\n`);
  };
  write();
  context.settleWith(async () => {
    try {
      write();
    } catch (error) {
      warn(context.io, `${file} is not complete: ${messageOf(error)}`);
    }
  });
  return (event) => {
    if (entries.length < MOST_ENTRIES) entries.push(entryOf(event, context.now()));
  };
}

const OURS = '{"log":{"version":"1.2","creator":{"name":"docs"';

function entryOf({ method, url, ms, attempt, fault, ...event }: TraceEvent, now: Date): object {
  const [, query = ''] = maskUrl(url).split('?');
  return {
    startedDateTime: new Date(now.getTime() - ms).toISOString(),
    time: Math.round(ms),
    request: {
      method,
      url: maskUrl(url),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(event.requestHeaders),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: -1,
      ...(event.requestBody !== undefined && {
        postData: { mimeType: 'application/json', text: bodyText(event.requestBody) },
      }),
    },
    response: {
      // A browser writes 0 where there was no answer.
      status: event.status ?? 0,
      statusText: fault ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(event.responseHeaders ?? {}),
      content: contentOf(event),
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: Math.round(ms), receive: 0 },
    comment: `attempt ${attempt}`,
  };
}

const headersOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({
    name,
    value: SECRET_HEADERS.test(name) ? '***' : maskUrl(value),
  }));

function contentOf({
  responseBody,
  responseHeaders,
}: Omit<TraceEvent, 'method' | 'url' | 'ms' | 'attempt' | 'fault'>) {
  const text = responseBody === undefined ? '' : bodyText(responseBody);
  return { size: text.length, mimeType: responseHeaders?.['content-type'] ?? 'application/json', text };
}

/** JSON with secret fields masked; any other text as it is. */
function bodyText(body: unknown): string {
  const text =
    JSON.stringify(maskSecrets(typeof body === 'string' ? parsed(body) : body, SECRET_FIELDS)) ?? '';
  return beginning(text, MOST_TEXT);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
