// What the client makes of a text: addresses, paths, and what others say of them.
import { join } from 'node:path';
import { expect } from 'vitest';
import { parseBase, rawPath } from '../../../src/client/origin.ts';
import { createRedactor } from '../../../src/client/redact.ts';
import { type Attempt, isOutcomeUnknown, outageOf, retryAfter } from '../../../src/client/retry.ts';
import { toFault } from '../../../src/client/transport/exchange.ts';
import { nodeHttpTransport } from '../../../src/client/transport/node-http.ts';
import { type FaultKind, WireFault } from '../../../src/client/transport/transport.ts';
import { proxyFor, undiciTransport } from '../../../src/client/transport/undici.ts';
import { credentialsIn, maskUrl, maskUrls } from '../../../src/files/mask-url.ts';
import { isPrivateAddress } from '../../../src/files/private-address.ts';
import { failureFrom, harness } from '../../helpers/client-harness.ts';
import { reached } from '../../helpers/runs.ts';
import { lineCases } from '../../helpers/text-cases.ts';

const httpsProxy = 'http://127.0.0.1:9';

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
    const answer = { status: Number(what), headers: {}, payload: { text: '' } };
    const attempt: Attempt =
      typeof what === 'number' ? { answer } : { fault: new WireFault(what, 'x', { sent }) };
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
  'retry-after': (text: string) =>
    retryAfter({ status: 429, headers: { 'retry-after': text }, payload: { text: '' } }, () =>
      Date.parse('2026-11-21T12:00:00Z'),
    ),
  'no-proxy': (noProxy: string, origin: string) =>
    proxyFor(origin, { httpsProxy, noProxy }) === undefined ? 'direct' : 'by the proxy',
  fault: (code: string) => {
    const error = Object.assign(new Error('with https://me:secret@proxy'), { code });
    const fault = toFault(error, true);
    expect(fault).toMatchObject({ name: 'WireFault', sent: true, cause: error });
    return `${fault.kind}: ${fault.message}`;
  },
});
