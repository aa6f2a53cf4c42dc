// The errors of exchanges that went wrong below HTTP, or above it in the body.
import {
  DocsError,
  type ErrorFacts,
  LocalIoError,
  NetworkError,
  ProtocolError,
  TimeoutError,
} from '../errors.ts';
import { type FailureContext, httpFacts, lostFailure, redacted, retryable } from './failure-context.ts';
import type { WireFault, WireResponse } from './transport/transport.ts';

/** The error for an exchange that brought no whole answer. */
export function faultFailure(context: FailureContext, fault: WireFault): DocsError {
  const { kind, sent, cause } = fault;
  const facts: ErrorFacts = { http: httpFacts(context), outcome: 'not-sent', cause: fault };
  const message = redacted(context, `no response from ${context.host}: ${fault.message}`);
  switch (kind) {
    case 'sink':
      return cause instanceof DocsError
        ? cause
        : new LocalIoError('the file cannot be written', { cause, outcome: 'applied' });
    case 'timeout':
      return lostFailure(context, new TimeoutError(message, retryable(facts)), sent);
    case 'malformed':
    case 'too-large':
    case 'encoding': {
      const broken = redacted(context, `${context.host} sent an invalid response: ${fault.message}`);
      return lostFailure(context, new ProtocolError(broken, facts), sent);
    }
    default: {
      const again = PASSING.includes(kind) ? { retryable: true } : {};
      return lostFailure(
        context,
        new NetworkError(message, { ...facts, ...again, hint: NETWORK_HINTS[kind] }),
        sent,
      );
    }
  }
}

/** What may be gone a moment later. */
const PASSING: readonly WireFault['kind'][] = ['reset', 'unreachable', 'proxy-lost'];

const PROXY_HINT = 'check HTTPS_PROXY and NO_PROXY';
const NETWORK_HINTS: Partial<Record<WireFault['kind'], string>> = {
  dns: 'check the base URL of the profile: docs context',
  unreachable: 'check the network, or the base URL of the profile: docs context',
  certificate: 'for your own certificate, set NODE_EXTRA_CA_CERTS=<file.pem>',
  'plain-http': 'check the port, or use http:// for a server on this machine',
  proxy: PROXY_HINT,
  'proxy-lost': PROXY_HINT,
};

/** The error for a 2xx answer whose body cannot be used. */
export const brokenAnswer = (context: FailureContext, answer: WireResponse, problem: string): DocsError =>
  lostFailure(
    context,
    new ProtocolError(`${context.host} answered ${answer.status} with ${problem}`, {
      http: httpFacts(context, answer),
      outcome: 'rejected',
      hint: 'check the base URL of the profile: docs context',
    }),
  );
