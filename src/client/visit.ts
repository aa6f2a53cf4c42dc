// Looks at a page as a stranger does: no token, no cookie, no redirect followed, and what it says is dropped.
import { ForbiddenError } from '../errors.ts';
import { maskUrl } from '../files/mask-url.ts';
import { parsedUrl } from '../files/texts.ts';
import type { Send } from './attempts.ts';
import { VISIT_LIMITS, type Visit } from './client-options.ts';
import type { FailureContext } from './failure-context.ts';
import type { Base } from './origin.ts';
import type { WireRequest } from './transport/transport.ts';

/** A site that is overloaded is asked once more, not hammered. */
const ATTEMPTS = 2;

interface Visiting {
  base: Base;
  /** Sends without a token. */
  send: Send;
  userAgent: string;
  redact: (text: string) => string;
  signal?: AbortSignal;
}

/**
 * Any status is an answer. Throws ForbiddenError `BAD_VISIT_URL` for an address that is neither https nor on the host of
 * the profile, and what the network throws: private addresses are never reached, unless the profile is on that host.
 */
export async function visit(
  given: string,
  { base, send, userAgent, redact, signal }: Visiting,
): Promise<Visit> {
  const url = parsedUrl(given);
  const own = url?.origin === base.origin;
  if (!url || (!own && url.protocol !== 'https:'))
    throw new ForbiddenError(`will not visit ${maskUrl(given).slice(0, 200)}: expected an https URL`, {
      code: 'BAD_VISIT_URL',
    });
  const request: WireRequest = {
    method: 'GET',
    origin: url.origin,
    path: url.pathname + url.search,
    params: {},
    query: {},
    body: undefined,
    headers: { Accept: 'text/html, */*;q=0.5', 'User-Agent': userAgent },
    limits: VISIT_LIMITS,
    write: () => {},
    ...(!own && { publicOnly: true }),
  };
  const context: FailureContext = {
    ...{ method: 'GET', path: url.pathname, host: url.host, redact },
    // No token is sent, so a 401 is none of the profile's.
    signedIn: false,
  };
  const { answer } = await send(request, context, { attempts: ATTEMPTS, ...(signal && { signal }) });
  const { location } = answer.headers;
  return { status: answer.status, ...(location !== undefined && { location }) };
}
