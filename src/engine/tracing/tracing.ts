// Where each request of a run is reported: the debug output, and a tracing service.
import { createRedactor } from '../../client/redact.ts';
import { debugTrace, type Trace } from '../../client/trace.ts';
import type { Context } from '../../context.ts';
import { ciSafe, safeLine } from '../../output/safe-text.ts';
import { collectorOf, otlpTrace } from './otlp.ts';

interface Wanted {
  debug?: boolean;
  debugHar?: string;
}

/** What notes each request: on standard error, into a HAR file, for a collector. */
export async function tracing(context: Context, { debug, debugHar }: Wanted) {
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
