// Calls of a client, each with each of the answers: what comes of them, in text files that people read.
//
//   ---- client       options of the client, as JSON; "interrupt" says that a wait is interrupted
//   ---- calls        an operation and its input, or `raw POST /v1/x {"text": 1}`; calls parted by `; ` share a client,
//                     and `later 500` lets so many milliseconds pass, `interrupt` is an interrupt
//   ---- answers      a status, [headers], the body; or a fault; those parted by ` | ` come one after the other, the last
//                     again and again, and `!` is an interrupt before it. `404 said no` has a body with these words, «30×x»
//                     is thirty x, ␀ and ␤ are what they look like
//   ---- host         in place of answers, `GET /v1/x -> 200 {}`: what a path is answered; `*` is any other
//   ++++ results      one line each: what was given back or thrown, how many requests after which waits
import { join } from 'node:path';
import { expect } from 'vitest';
import { operations } from '../../../src/api/index.ts';
import type { Operation } from '../../../src/api/operation.ts';
import { builders, resource } from '../../../src/api/schema.ts';
import type { Client, ClientOptions } from '../../../src/client/client.ts';
import {
  type FaultKind,
  type Transport,
  WireFault,
  type WireRequest,
} from '../../../src/client/transport/transport.ts';
import { DocsError } from '../../../src/errors.ts';
import * as things from '../../helpers/client-harness.ts';
import { reached } from '../../helpers/runs.ts';
import { textCases } from '../../helpers/text-cases.ts';

const SITE = '/v1/orgs/{organizationId}/sites/{siteId}';
const { Obj, Str, Unknown, ArrayOf } = builders;
const gadget = (own: string, summary: string, method: Operation['method'], path: string, more: object = {}) =>
  resource('gadgets')(own, summary, { method, path, result: Unknown(), newer: 'gadgets', ...more });
const OPERATIONS: readonly Operation[] = [
  ...[
    things.getThing,
    things.listThings,
    things.createThing,
    things.updateThing,
    things.putThing,
    things.deleteThing,
  ],
  gadget('part', 'Show the part of a thing', 'GET', '/v1/things/{thingId}/part', { newer: undefined }),
  gadget('remove', 'Delete a thing; its parts stay', 'DELETE', '/v1/things/{thingId}', { newer: undefined }),
  gadget('installs', 'List installations', 'GET', '/v1/installations', {
    token: 'integration',
    newer: undefined,
  }),
  gadget('list', 'List the gadgets of a site', 'GET', `${SITE}/gadgets`),
  // The list of sections is known to every host.
  gadget('section', 'Show a section of a site', 'GET', `${SITE}/sections/{siteSectionId}`, {
    newer: 'sections',
  }),
  gadget('delete', 'Remove the gadget of an organization', 'DELETE', '/v1/orgs/{organizationId}/gadget'),
  gadget('create', 'Create a gadget', 'POST', '/v1/gadgets', { body: Obj({ title: Str() }) }),
  gadget('edit', 'Edit the gadgets of a site', 'POST', `${SITE}/gadgets`, {
    body: Obj({ changes: ArrayOf(Obj({ page: Str() })) }),
  }),
  ...operations,
];
const FAULTS: Readonly<Record<string, WireFault>> = {
  lost: new WireFault('reset', 'the connection was closed early', { sent: true }),
  unreachable: new WireFault('unreachable', 'no connection', { sent: false }),
  slow: new WireFault('timeout', 'waiting for headers took longer than 30 s', { sent: true }),
};

textCases(
  join(import.meta.dirname, 'calls'),
  async (file, { client = '{}', calls = '', answers = '', host }) => {
    const results: string[] = [];
    const rows = linesOf(calls).flatMap((call) =>
      (host ? [''] : linesOf(answers)).map((steps) => [call, steps] as const),
    );
    for (const [call, steps] of rows)
      results.push(await played(JSON.parse(client), call, steps, linesOf(host ?? '')));
    if (file === 'retry-after') reached('N4', 'values', rows.length);
    if (file === 'pages') reached('N6', 'scripted lists', rows.length);
    return { results: `${results.join('\n')}\n` };
  },
);

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '');

/** What becomes of the calls of one line. */
async function played(given: Partial<ClientOptions>, line: string, steps: string, routes: readonly string[]) {
  const control = new AbortController();
  const requests: string[] = [];
  let clock = 0;
  const carrier: Transport = async (request) => {
    requests.push(shown(request, given));
    if (routes.length > 0) return answerOf(routeOf(request, routes));
    const all = steps.split(' | ');
    const step = all[Math.min(requests.length, all.length) - 1] ?? '';
    if (step.startsWith('!')) control.abort();
    return answerOf(step.replace(/^!/, ''));
  };
  const { interrupt, random, token, ...options } = given as Record<string, unknown>;
  const { client, waits, warnings } = things.harness(carrier, {
    ...options,
    ...(token !== undefined && {
      token: () => (token === null ? undefined : { reveal: () => String(token) }),
    }),
    ...(random !== undefined && { random: () => Number(random) }),
    ...(interrupt === true && { onWait: () => control.abort() }),
    signal: control.signal,
    ticks: () => clock,
    now: () => Date.parse('2025-01-01T00:00:00Z') + clock,
    sleep: async (ms) => {
      waits.push(ms);
      clock += ms;
    },
  });
  const ends: string[] = [];
  for (const call of line.split('; ')) {
    if (call === 'interrupt') control.abort();
    else if (call.startsWith('later ')) clock += Number(call.slice(6));
    else ends.push(await endOf(client, call));
  }
  const sent =
    routes.length > 0 || given.timeoutMs ? `sent ${requests.join(', ')}` : `${requests.length} sent`;
  const told = [...ends, sent, ...(waits.length > 0 ? [`waits ${waits.join(' ')}`] : []), ...warnings];
  const label = [line, steps].map((text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text));
  return `${label.filter(Boolean).join(' < ')}: ${told.join('; ')}`;
}

/** What a call gives back or throws. */
async function endOf(client: Client, call: string): Promise<string> {
  const [, name = '', rest = ''] = /^(\S+) ?(.*)$/.exec(call) ?? [];
  try {
    if (name === 'raw') {
      const [, method = '', path = '', body] = /^(\S+) (\S+) ?(.*)$/.exec(rest) ?? [];
      const { status, headers, text } = await client.raw({ method, path, ...(body && { body }) });
      return [status, JSON.stringify(headers), text].join(' ');
    }
    const isPaged = name === 'pages';
    const [, id = '', words = ''] = isPaged ? (/^(\S+) ?(.*)$/.exec(rest) ?? []) : ['', name, rest];
    const operation = OPERATIONS.find((one) => one.id === id || one.id === `things.${id}`);
    if (!operation) throw new TypeError(`no operation ${id}`);
    const known = { thingId: 'a', title: 'b' };
    const taken = { ...operation.params.properties, ...operation.body?.properties };
    const usual = Object.fromEntries(Object.entries(known).filter(([field]) => field in taken));
    const [input = usual, options] = JSON.parse(`[${words}]`);
    if (!isPaged && operation.paging) return JSON.stringify(await client.call(operation, input, options));
    if (!isPaged) {
      const { status, result } = await client.callWithStatus(operation, input, options);
      return `${status} ${JSON.stringify(result)}`;
    }
    const pages: string[] = [];
    for await (const page of client.pages(operation, input, options)) pages.push(JSON.stringify(page));
    return pages.join(' ');
  } catch (error) {
    if (!(error instanceof DocsError)) throw error;
    return told(error);
  }
}

function told({ code, exit, outcome, retryable, message, hint, http, details }: DocsError): string {
  const facts = [
    code,
    `exit ${exit}`,
    outcome,
    retryable && 'retryable',
    http && Object.values(http).join(' '),
  ];
  const words = `${message}${hint ? ` (${hint})` : ''}${details ? ` ${JSON.stringify(details)}` : ''}`;
  expect(words).not.toMatch(/[\r\n]|CANARY/);
  return `${facts.filter(Boolean).join(', ')}: ${words}`;
}

/** A request, where its path or its time says something. */
function shown({ method, path, limits }: WireRequest, { timeoutMs }: Partial<ClientOptions>): string {
  return timeoutMs === undefined ? `${method} ${path}` : `${method} within ${limits.totalMs}`;
}

/** What a host of these routes answers. */
function routeOf({ method, path }: WireRequest, routes: readonly string[]): string {
  const names = [path, path.replace(/\?.*/, '')].map((name) => `${method} ${name}`);
  const found = routes
    .map((route) => route.split(/ -> (.*)/))
    .find(([name = '']) => [...names, '*'].includes(name));
  return found?.[1] ?? '404 Not Found';
}

/** An answer as a line says it. @throws WireFault where it is one */
function answerOf(step: string) {
  const [, kind, isSent, words = ''] = /^fault (\S+) (sent|unsent) ?(.*)$/.exec(step) ?? [];
  // Safe: a kind that there is not shows in the results.
  if (kind) throw new WireFault(kind as FaultKind, words, { sent: isSent === 'sent' });
  if (FAULTS[step]) throw FAULTS[step];
  const [, status, headers = '', body = ''] = /^(\d+)(?: \[([\w-]+: .*?)\])? ?(.*)$/.exec(step) ?? [];
  const given = headers.split('; ').flatMap((header) => (header ? [header.split(/: ?/)] : []));
  return things.text(
    Number(status),
    plain(body),
    Object.fromEntries(given.map(([name, ...text]) => [name, plain(text.join(':'))])),
  );
}

const plain = (text: string) =>
  text
    .replace(/«(\d+)×(.*?)»/g, (_, times, what) => what.repeat(Number(times)))
    .replace(/^said (.*)$/, (_, message) => JSON.stringify({ error: { code: 1, message } }))
    .replaceAll('␀', '\0')
    .replaceAll('␤', '\n')
    .replaceAll('TOKEN', things.CANARY)
    .replaceAll('ENCODED', encodeURIComponent(things.CANARY));
