// What the client makes of a text: addresses, paths, and what others say of them.
import { join } from 'node:path';
import { expect } from 'vitest';
import { createBudget } from '../../../src/client/attempts.ts';
import { parseBase, rawPath } from '../../../src/client/origin.ts';
import { createRedactor } from '../../../src/client/redact.ts';
import {
  type Attempt,
  isOutcomeUnknown,
  outageOf,
  resendsAfter,
  retryAfter,
  waitBefore,
} from '../../../src/client/retry.ts';
import { toFault } from '../../../src/client/transport/exchange.ts';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import {
  bodyText,
  type FaultKind,
  isLoopback,
  WireFault,
  type WireRequest,
} from '../../../src/client/transport/transport.ts';
import { proxyFor, undiciTransport } from '../../../src/client/transport/undici.ts';
import { credentialsIn, maskUrl, maskUrls } from '../../../src/files/mask-url.ts';
import { isPrivateAddress } from '../../../src/files/private-address.ts';
import { failureFrom, harness } from '../../helpers/client-harness.ts';
import { reached } from '../../helpers/runs.ts';
import { lineCases } from '../../helpers/text-cases.ts';

const httpsProxy = 'http://127.0.0.1:9';
const now = () => Date.parse('2026-11-21T12:00:00Z');

const attemptOf = (what: number | FaultKind, sent: boolean, headers: Record<string, string> = {}): Attempt =>
  typeof what === 'number'
    ? { answer: { status: what, headers, payload: { text: '' } } }
    : { fault: new WireFault(what, 'x', { sent }) };

/** What a budget of retries says, step by step: `5×note lost; gate; later 30000`. */
function budgetOf(line: string): string {
  let time = 1000;
  const budget = createBudget(() => time);
  // Safe: an outage that there is not shows in what is said.
  const steps: Readonly<Record<string, (word: string, again: boolean) => unknown>> = {
    note: (outage) => budget.note(outage as 'done'),
    spend: (outage, again) => budget.spend(outage as 'lost', again),
    gate: () => JSON.stringify(budget.gate()),
    later: (ms) => {
      time += Number(ms);
    },
  };
  const all = line.replace(/(\d+)×([^;]*)/g, (_, times, step) => Array(Number(times)).fill(step).join('; '));
  const said = all.split('; ').map((step) => {
    const [name = '', word = '', again] = step.split(' ');
    return steps[name]?.(word, again !== undefined);
  });
  const told = said.filter((one) => one !== undefined).join('; ');
  return told.replace(/(true|false)(?:; \1)+/g, (same, one) => `${same.split('; ').length}×${one}`);
}

lineCases(join(import.meta.dirname, 'words'), {
  'masked-url': maskUrl,
  'masked-text': (url: string) => maskUrls(`cannot read ${url} (refused)`),
  credentials: (address: string) => [...new Set(credentialsIn(address))].filter((part) => part !== ''),
  'base-url': (url: string) => {
    const { origin, prefix, host } = parseBase(url);
    return `${origin} and ${prefix || '/'}, as ${host}`;
  },
  'raw-path': (base: string, path: string) => rawPath(parseBase(base), path),
  'private-address': isPrivateAddress,
  redacted: (secret: string, text: string) => {
    const redactor = createRedactor();
    redactor.add(secret);
    return redactor.redact(text);
  },
  outage: (what: number | FaultKind, sent = true) => {
    const attempt = attemptOf(what, sent);
    return `${outageOf(attempt)}${isOutcomeUnknown(attempt) ? ', of unknown outcome' : ''}`;
  },
  'download-url': async (url: string) => {
    const ends = [];
    for (const transport of [nodeHttpTransport(), undiciTransport()]) {
      const { client } = harness(transport);
      const { code, message } = await failureFrom(client.download(url, () => {}));
      await client.close();
      ends.push(`${code}: ${message}`);
    }
    reached('F8', 'urls', 1);
    return [...new Set(ends)].join(' or ');
  },
  'retry-after': (text: string | null, status = 429, headers = {}) =>
    retryAfter(
      {
        status,
        headers: { ...(text !== null && { 'retry-after': text }), ...headers },
        payload: { text: '' },
      },
      now,
    ) ?? 'none',
  resends: (outage: Parameters<typeof resendsAfter>[0]) =>
    (['safe', 'idempotent', 'absolute', 'never'] as const)
      .map((retry) => `${retry} ${resendsAfter(outage, retry)}`)
      .join(', '),
  // Before attempt `tried + 1`, where chance is 0, a quarter and 1.
  wait: (tried: number, what: number | FaultKind, asked?: string) => {
    const attempt = attemptOf(what, true, asked === undefined ? {} : { 'retry-after': asked });
    return [0, 0.25, 1].map((chance) => waitBefore(tried, attempt, { random: () => chance, now })).join(' ');
  },
  budget: budgetOf,
  loopback: isLoopback,
  'request-body': (fields: Partial<WireRequest>) => bodyText(fields as WireRequest) ?? 'none',
  'no-proxy': (noProxy: string, origin: string) =>
    proxyFor(origin, { httpsProxy, noProxy }) === undefined ? 'direct' : 'by the proxy',
  fault: (code: string, sent = true) => {
    const error = Object.assign(new Error('with https://me:secret@proxy'), { code });
    const fault = toFault(error, sent);
    expect(fault).toMatchObject({ name: 'WireFault', sent, cause: error });
    return `${fault.kind}: ${fault.message}`;
  },
});
