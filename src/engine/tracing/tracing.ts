// Where each request of a run is reported: the debug output, and a tracing service.

import { randomBytes } from 'node:crypto';
import { createRedactor } from '../../client/redact.ts';
import { debugTrace, type Trace } from '../../client/trace.ts';
import type { Context } from '../../context.ts';
import { shellLine } from '../../files/shell-word.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';

// Tracing: one trace a run, one span a request, sent as OTLP over HTTP with JSON where the environment names a collector.
// Spans hold operations, statuses and times: no IDs, titles, queries, headers or bodies.

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code: number };
}

interface Tracing {
  traceId: string;
  rootId: string;
  parentId: string | undefined;
  startedAt: number;
  spans: Span[];
}

/** One for each run: all clients of a command are in one trace. */
const tracings = new WeakMap<Context['secrets'], Tracing>();

/** Where traces go; undefined where nothing is set, or it is not an address. */
function collectorOf({ env }: Context): URL | undefined {
  const whole = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const text = whole || (base ? `${base.replace(/(?<!\/)\/+$/, '')}/v1/traces` : '');
  if (text === '' || env.OTEL_SDK_DISABLED === 'true' || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return ['http:', 'https:'].includes(url.protocol) ? url : undefined;
}

/** What notes each attempt; what was noted is sent when the run ends. */
function otlpTrace(context: Context, url: URL): Trace {
  const tracing = tracings.get(context.secrets) ?? begin(context, url);
  return ({ method, route = '(custom request)', attempt, ms, status, fault }) => {
    const end = context.now().getTime();
    tracing.spans.push({
      traceId: tracing.traceId,
      spanId: idOf(8),
      parentSpanId: tracing.rootId,
      name: `${method} ${route}`,
      kind: 3,
      startTimeUnixNano: nanos(end - ms),
      endTimeUnixNano: nanos(end),
      attributes: [
        text('http.request.method', method),
        text('url.template', route),
        ...(status === undefined ? [] : [number('http.response.status_code', status)]),
        ...(attempt > 1 ? [number('http.request.resend_count', attempt - 1)] : []),
        ...(fault === undefined ? [] : [text('error.type', 'network')]),
      ],
      status: { code: fault !== undefined || (status ?? 0) >= 400 ? 2 : 0 },
    });
  };
}

function begin(context: Context, url: URL): Tracing {
  const [, traceId = idOf(16), parentId] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/.exec(context.env.TRACEPARENT ?? '') ??
    [];
  const tracing = { traceId, rootId: idOf(8), parentId, startedAt: context.now().getTime(), spans: [] };
  tracings.set(context.secrets, tracing);
  context.settleWith(() => send(url, context, spansOf(tracing, context)));
  return tracing;
}

function spansOf({ traceId, rootId, parentId, startedAt, spans }: Tracing, context: Context): Span[] {
  const isFailed = spans.some(({ status }) => status.code === 2);
  const root: Span = {
    traceId,
    spanId: rootId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name: nameOf(context.argv),
    kind: 1,
    startTimeUnixNano: nanos(startedAt),
    endTimeUnixNano: nanos(context.now().getTime()),
    attributes: [number('docs.requests', spans.length)],
    status: { code: isFailed ? 2 : 0 },
  };
  return [root, ...spans];
}

/** The words of the command, up to the first that may be a name. */
function nameOf(argv: readonly string[]): string {
  const words = argv.filter((word) => /^[a-z][a-z-]*$/.test(word)).slice(0, 1);
  return shellLine(['docs', ...words]);
}

const idOf = (bytes: number): string => randomBytes(bytes).toString('hex');
const nanos = (ms: number): string => `${Math.round(ms * 1000)}000`;
const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const number = (key: string, value: number) => ({ key, value: { intValue: String(value) } });

/** A collector that is slow or gone does not hold up a run, and does not fail it. */
const MOST_MS = 2000;
const MOST_SPANS = 20_000;

async function send(url: URL, { env, version }: Context, spans: readonly Span[]): Promise<void> {
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const service = env.OTEL_SERVICE_NAME || 'docs';
  const body = JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [text('service.name', service), text('service.version', version)] },
        scopeSpans: [{ scope: { name: 'docs', version }, spans: spans.slice(0, MOST_SPANS) }],
      },
    ],
  });
  await new Promise<void>((resolve) => {
    const headers = { ...headersIn(env.OTEL_EXPORTER_OTLP_HEADERS), 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', headers, timeout: MOST_MS }, (answer) => {
      answer.resume().on('close', resolve);
    });
    const end = () => {
      sent.destroy();
      resolve();
    };
    setTimeout(end, MOST_MS).unref();
    sent.on('timeout', end).on('error', () => resolve());
    sent.end(body);
  });
}

/** `name=value,name2=value2`, percent-encoded, as the specification of OpenTelemetry has it. */
function headersIn(list = ''): Record<string, string> {
  const pairs = list.split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=');
    const isName = /^[\w!#$%&'*+.^`|~-]+$/.test(name.trim());
    const plain = decoded(value.join('=').trim());
    return isName && plain !== undefined && /^[\t\x20-\x7e]*$/.test(plain)
      ? [[name.trim(), plain] as const]
      : [];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** What notes each request: on standard error, into a HAR file, for a collector. */
export async function tracing(context: Context, { debug, debugHar }: { debug?: boolean; debugHar?: string }) {
  const redactor = createRedactor();
  for (const secret of context.secrets) redactor.add(secret);
  const traces: Trace[] = [];
  if (debug)
    traces.push(debugTrace((line) => context.io.err(`${ciSafe(context.io, safeLine(line))}\n`), redactor));
  if (debugHar !== undefined) {
    const { harTrace } = await import('../run/har.ts');
    traces.push(harTrace(context, debugHar, redactor));
  }
  const url = collectorOf(context);
  if (url) traces.push(otlpTrace(context, url));
  const trace: Trace = (event) => {
    for (const each of traces) each(event);
  };
  return { redactor, trace };
}
