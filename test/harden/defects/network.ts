// Requests that should not be sent, or not again, and answers that are believed too easily.
import type { Defect } from './defect.ts';

export const networkDefects: readonly Defect[] = [
  {
    id: 'redirect-followed',
    what: 'an API call goes where a redirect points',
    patches: [
      {
        file: 'src/client/client.ts',
        find: '    return told(options, operation, await resultOf(context, sent));',
        replace: `    const to = sent.answer.headers.location;
    if (to === undefined || !URL.canParse(to, request.origin))
      return told(options, operation, await resultOf(context, sent));
    const { origin, pathname } = new URL(to, request.origin);
    return resultOf(context, await send({ ...request, origin, path: pathname }, context, call));`,
      },
    ],
    tests: [{ file: 'test/unit/client/origin.test.ts', name: 'stays with its origin at a redirect' }],
  },
  {
    id: 'post-retried',
    what: 'a write whose answer was lost is sent again',
    patches: [
      {
        file: 'src/client/retry.ts',
        find: 'lost: { safe: ALWAYS, idempotent: ALWAYS, absolute: 0, never: 0 },',
        replace: 'lost: { safe: ALWAYS, idempotent: ALWAYS, absolute: 0, never: 1 },',
      },
    ],
    tests: [{ file: 'test/unit/client/retries.test.ts' }],
  },
  {
    id: 'patch-retried',
    what: 'an update whose answer was lost overwrites what came meanwhile',
    patches: [
      {
        file: 'src/client/retry.ts',
        find: 'lost: { safe: ALWAYS, idempotent: ALWAYS, absolute: 0, never: 0 },',
        replace: 'lost: { safe: ALWAYS, idempotent: ALWAYS, absolute: 1, never: 0 },',
      },
    ],
    tests: [{ file: 'test/unit/client/retries.test.ts' }],
  },
  {
    id: 'retry-after-not-clamped',
    what: 'a server can make the program sleep for a year',
    patches: [
      {
        file: 'src/client/retry.ts',
        find: 'return Math.min(MOST_WAIT_MS, jittered);',
        replace: 'return jittered;',
      },
      {
        file: 'src/client/attempts.ts',
        find: 'if (asksTooLong(attempt, now)) return undefined;',
        replace: 'if (asksTooLong(attempt, now) && tried < 0) return undefined;',
      },
    ],
    tests: [{ file: 'test/unit/client/retries.test.ts', name: 'never waits longer than a minute' }],
  },
  {
    id: 'retry-after-hot-loop',
    what: 'Retry-After: 0 makes it ask again at once',
    patches: [
      {
        file: 'src/client/retry.ts',
        find: 'const LEAST_ASKED_WAIT_MS = 500;',
        replace: 'const LEAST_ASKED_WAIT_MS = 0;',
      },
    ],
    tests: [{ file: 'test/unit/client/retries.test.ts', name: 'asks more than twice a second' }],
  },
  {
    id: 'last-page-missed',
    what: 'a page that is not full is taken for the last one',
    patches: [
      {
        file: 'src/client/pages.ts',
        find: 'pending = next !== undefined && given < limit ? open(next) : undefined;',
        replace:
          'pending = next !== undefined && items.length > 0 && given < limit ? open(next) : undefined;',
      },
    ],
    tests: [{ file: 'test/unit/client/pages.test.ts', name: 'an empty page with a new token' }],
  },
  {
    id: 'page-loop-noticed-late',
    what: 'a list that comes back to a page is read twenty times over',
    patches: [
      {
        file: 'src/client/pages.ts',
        find: 'const seen = new Set<unknown>([first]);',
        replace: 'const seen = new Set<unknown>([first]);\n  let rounds = 0;',
      },
      {
        file: 'src/client/pages.ts',
        find: 'const looped = seen.has(token);',
        replace: 'if (seen.has(token)) rounds += 1;\n    const looped = rounds > 20;',
      },
    ],
    tests: [{ file: 'test/unit/client/pages.test.ts', name: 'on any graph of tokens' }],
  },
  {
    id: 'no-cap-on-decoded-bytes',
    what: 'a body may be as long as it likes once it is decoded',
    patches: [
      {
        file: 'src/client/transport/exchange.ts',
        find: 'if (bytes > maxBytes) throw tooLarge(maxBytes);\n      chunks.push(chunk);',
        replace: 'chunks.push(chunk);',
      },
    ],
    tests: [{ file: 'test/unit/client/carriers.test.ts', name: 'sends more than the cap' }],
  },
  {
    id: 'no-depth-limit',
    what: 'an answer may be nested to any depth',
    patches: [
      {
        file: 'src/files/json-bounds.ts',
        find: 'if (depth > MOST_DEPTH) return',
        replace: 'if (depth > 1e9) return',
      },
    ],
    tests: [{ file: 'test/unit/client/failures.test.ts' }],
  },
  {
    id: 'download-from-private-address',
    what: 'a file may be fetched from an address inside the network',
    patches: [
      {
        file: 'src/client/transport/address.ts',
        find: 'if (isPrivateAddress(host)) throw privateFault(host);',
        replace: "if (isPrivateAddress(host) && host === '') throw privateFault(host);",
      },
    ],
    tests: [{ file: 'test/unit/client/carriers.test.ts', name: 'refuses a private address' }],
  },
  {
    id: 'deadline-ignored',
    what: 'a request is sent after the time limit of the command',
    patches: [
      {
        file: 'src/client/attempts.ts',
        find: 'if (leftMs > 0) return;',
        replace: 'if (leftMs > -1e9) return;',
      },
    ],
    tests: [{ file: 'test/unit/client/retries.test.ts', name: 'time limit' }],
  },
  {
    id: 'tunnel-left-open',
    what: 'a connection that a silent proxy holds keeps the process',
    patches: [
      {
        file: 'src/client/transport/undici.ts',
        find: 'for (const { connector } of places.values()) connector.destroy();',
        replace: 'for (const { connector } of places.values()) void connector;',
      },
    ],
    tests: [{ file: 'test/unit/client/sick-proxies.test.ts', name: 'that keeps silent holds no' }],
  },
  {
    id: 'proxy-without-bounds',
    what: 'what a proxy answers to CONNECT is waited for without end',
    patches: [
      {
        file: 'src/client/transport/undici.ts',
        find: "call.on('error', (error) => reject(proxyFault(error)));",
        replace: "call.on('error', () => {});",
      },
      {
        file: 'src/client/transport/undici.ts',
        find: "call.on('close', () => reject(lost('the proxy closed the connection')));",
        replace: "call.on('close', () => {});",
      },
    ],
    tests: [{ file: 'test/unit/client/sick-proxies.test.ts', name: 'that closes once is asked again' }],
  },
  {
    id: 'socks-taken-for-http',
    what: 'a socks proxy is spoken to in HTTP',
    patches: [
      {
        file: 'src/client/transport/undici.ts',
        find: "if (url.protocol === 'http:' || url.protocol === 'https:') return url;",
        replace: "if (url.protocol !== 'file:') return url;",
      },
    ],
    tests: [{ file: 'test/unit/client/sick-proxies.test.ts', name: 'of another kind is refused' }],
  },
  {
    id: 'no-proxy-with-last-dot',
    what: 'NO_PROXY is not heard where a name ends with a dot',
    patches: [
      {
        file: 'src/client/transport/undici.ts',
        find: ".replace(/\\.$/, '');",
        replace: ".replace(/\\.\\.$/, '');",
      },
    ],
    tests: [{ file: 'test/unit/client/sick-proxies.test.ts', name: 'is understood' }],
  },
  {
    id: 'retry-appends',
    what: 'a download that is tried again is written behind what came before',
    patches: [
      {
        file: 'src/client/download.ts',
        find: 'await job.restart();',
        replace: 'void job.restart;',
      },
    ],
    tests: [{ file: 'test/unit/client/broken-downloads.test.ts', name: 'at any part of the file' }],
  },
  {
    id: 'page-saved-as-pdf',
    what: 'a page to sign in is saved as a PDF',
    patches: [
      {
        file: 'src/client/download.ts',
        find: "if (head.toString('latin1') !== '%PDF-')",
        replace: "if (head.toString('latin1') === '')",
      },
    ],
    tests: [{ file: 'test/unit/client/broken-downloads.test.ts', name: 'is refused' }],
  },
  {
    id: 'half-a-file-kept',
    what: 'a file is kept although fewer bytes came than there are',
    patches: [
      {
        file: 'src/client/download.ts',
        find: 'if (wanted !== undefined && bytes !== wanted)',
        replace: 'if (wanted !== undefined && bytes > wanted)',
      },
    ],
    tests: [{ file: 'test/unit/client/broken-downloads.test.ts', name: 'is refused' }],
  },
  {
    id: 'late-bytes-of-an-attempt',
    what: 'bytes of an attempt that failed come into the file of the next one',
    patches: [
      {
        file: 'src/client/download.ts',
        find: '(mine === current ? mine(chunk) : undefined)',
        replace: '(current !== null ? mine(chunk) : undefined)',
      },
    ],
    tests: [{ file: 'test/unit/client/broken-downloads.test.ts', name: 'compressed' }],
  },
];
