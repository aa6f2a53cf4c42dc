// The signed-in side of a run: where requests go, with which token, and what the context names for them.

import type { Client } from '../../client/client.ts';
import type { ClientOptions, ReadOnly } from '../../client/client-options.ts';
import type { Transport } from '../../client/transport/transport.ts';
import type { KeptAnswer, KeptAnswers } from '../../client/unexpected-response.ts';
import { isSandboxUrl } from '../../config/base-url.ts';
import type { Secret } from '../../config/credentials.ts';
import { type Resolved, resolveConfig } from '../../config/resolve.ts';
import type { Context, Env } from '../../context.ts';
import { standingClient } from '../../domain/stand-ins/standing-client.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { note, warn } from '../../output/note.ts';
import { showWaiting } from '../../output/spinner.ts';
import type { Run } from '../model/command-type.ts';

/** Shorter waits before a retry pass without a word. */
const SHOWN_WAIT_MS = 1000;

export interface SessionFlags {
  profile?: string;
  baseUrl?: string;
  org?: string;
  space?: string;
  site?: string;
  timeout?: string;
  debug?: boolean;
  debugHar?: string;
  planOut?: string;
  rate?: string;
  budget?: string;
}

interface Host {
  baseUrl: string;
  /** None, to see whether a host is there. */
  token: Secret | undefined;
  profile?: string | undefined;
  tokenVariable?: string | undefined;
  readOnly?: ReadOnly | undefined;
  onWrite?: (() => void) | undefined;
}

/** Takes the context flags of a run; returns profile, host and defaults, each with its source. */
export function openConfig(context: Context, flags: SessionFlags): Resolved {
  const { profile, baseUrl, org, space, site } = flags;
  return resolveConfig({
    flags: { profile, baseUrl, org, space, site },
    env: context.env,
    cwd: context.cwd,
    paths: context.paths(),
  });
}

/** A client for the host of `config`; `many` for many requests side by side. Throws AuthError when nobody is signed in. */
export async function openClient(
  context: Context,
  config: Resolved,
  flags: SessionFlags,
  many = false,
): Promise<Client> {
  const token = await openToken(context, config);
  context.secrets.add(token.reveal());
  const profile = config.profile?.value;
  const tokenVariable = tokenVariableOf(config);
  return clientFor(
    context,
    {
      baseUrl: config.baseUrl.value,
      token,
      profile,
      tokenVariable,
      // The second bolt on the door: planning records what it would send, and must never send it.
      readOnly: context.readsOnly ?? (flags.planOut === undefined ? whyReadOnly(config) : PLANS_ONLY),
      onWrite: sayWhoChose(context, config),
    },
    flags,
    many,
  );
}

/**
 * The token in use. Throws AuthError when nobody is signed in, and `TOKEN_COMMAND` or `KEYCHAIN` when what keeps it fails.
 */
export async function openToken(context: Context, config: Resolved): Promise<Secret> {
  const keeper = config.tokenKeeper();
  if (!keeper) return config.token();
  const { keptToken } = await import('../../config/token-keeper.ts');
  return keptToken(context, keeper, config.profile?.value ?? '');
}

const PLANS_ONLY: ReadOnly = {
  why: '--plan-out does not go with these flags',
  hint: 'docs help plans',
};

/** A write that another place than the command line led to says where it goes, once for each command. */
function sayWhoChose({ io, secrets }: Context, { profile }: Resolved): (() => void) | undefined {
  if (profile?.source !== 'project') return undefined;
  return () => {
    // One command has one set of secrets, however many clients it opens.
    if (SAID.has(secrets)) return;
    SAID.add(secrets);
    note(io, `profile "${profile.value}", chosen by ${profile.where}`);
  };
}

const SAID = new WeakSet<object>();

/** Why nothing may be written, and the way out; undefined where writing is allowed. */
export function whyReadOnly({ readOnly, profile }: Resolved): ReadOnly | undefined {
  if (!readOnly.value) return undefined;
  if (readOnly.source === 'env') return { why: 'DOCS_READ_ONLY is set', hint: 'unset DOCS_READ_ONLY' };
  return {
    why: `profile "${profile?.value ?? ''}" is read-only`,
    hint: 'use another profile: docs profiles list',
  };
}

/** The environment variable that gives the token, if one does. */
export function tokenVariableOf(config: Resolved): string | undefined {
  const from = config.tokenSource();
  return from?.source === 'env' ? from.where : undefined;
}

/** A client for a host and token in hand. */
export async function clientFor(
  context: Context,
  host: Host,
  flags: SessionFlags,
  many = false,
): Promise<Client> {
  const { createClient } = await import('../../client/client.ts');
  const { env, io } = context;
  const timeoutMs = timeoutOf(flags.timeout);
  const client = createClient({
    baseUrl: host.baseUrl,
    token: () => host.token,
    transport: await openTransport(context, host.baseUrl, { many, timeoutMs }),
    onSend: signsOf(context),
    userAgent: `docs/${context.version}`,
    ...(host.profile !== undefined && { profile: host.profile }),
    ...(host.tokenVariable !== undefined && { tokenVariable: host.tokenVariable }),
    readOnly: host.readOnly,
    fence: context.fence,
    onWrite: host.onWrite,
    insecureTls: env.NODE_TLS_REJECT_UNAUTHORIZED === '0',
    signal: context.signal,
    now: () => context.now().getTime(),
    ...(context.pause && { sleep: context.pause }),
    onAnswer: (answer) => keepAnswer(context.answers, answer),
    warn: (message) => warn(io, message),
    onWait: ({ ms, reason }) => {
      if (ms >= SHOWN_WAIT_MS) note(io, `waiting ${Math.ceil(ms / 1000)} s: ${reason}`);
    },
    ...(await limitsOf(flags)),
    ...(isTraced(context, flags) && (await (await import('../tracing/tracing.ts')).tracing(context, flags))),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return standingClient(client, async () => {
    const { hostMemory } = await import('../journal/host-memory.ts');
    return hostMemory(context, host.profile, client.origin);
  });
}

/** What the person allows, beside what the platform does. Throws UsageError. */
async function limitsOf({ rate, budget }: SessionFlags) {
  if (rate === undefined && budget === undefined) return {};
  const { rateOf, budgetOf } = await import('../../client/retry.ts');
  return { rate: rateOf(rate), budget: budgetOf(budget) };
}

/** A collector is named, or the person wants to see the requests. */
const isTraced = ({ env }: Context, { debug, debugHar }: SessionFlags): boolean =>
  debug === true ||
  debugHar !== undefined ||
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);

async function openTransport(
  context: Context,
  baseUrl: string,
  { many, timeoutMs }: { many: boolean; timeoutMs: number | undefined },
): Promise<Transport> {
  if (!isSandboxUrl(baseUrl)) {
    const { networkTransport } = await import('../../client/transport/choose.ts');
    const transport = networkTransport({ many, connections: 16, proxy: proxies(context.env) });
    // After a failure, too: a connection that is still being opened would keep the process.
    context.settleWith(async () => transport.close?.());
    return transport;
  }
  const { openSandboxTransport } = await import('./sandbox-transport.ts');
  return openSandboxTransport(context, baseUrl, timeoutMs);
}

/** While a request is on its way: that it waits is shown once it takes a while, and what it changes is kept. */
function signsOf({ io, writing }: Context): NonNullable<ClientOptions['onSend']> {
  const waiting = showWaiting(io);
  return ({ method, path }) => {
    const change = `${method} ${path.replace(/\?.*/s, '')}`;
    waiting?.begin();
    if (method !== 'GET' && method !== 'HEAD') writing?.add(change);
    return () => {
      waiting?.end();
      writing?.delete(change);
    };
  };
}

function proxies(env: Env) {
  const http = env.HTTP_PROXY || env.http_proxy;
  const https = env.HTTPS_PROXY || env.https_proxy;
  const none = env.NO_PROXY || env.no_proxy;
  return {
    ...(http && { httpProxy: http }),
    ...(https && { httpsProxy: https }),
    ...(none && { noProxy: none }),
  };
}

/** `--timeout 30`: seconds, more than zero, at most a day. */
export function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!/^\d{1,5}(\.\d+)?$/.test(text) || seconds <= 0 || seconds > 86_400) {
    throw new UsageError(
      `--timeout must be a number of seconds greater than 0 and at most 86400, not "${text}"`,
      {
        hint: '--timeout 30',
      },
    );
  }
  return seconds * 1000;
}

/** Keeps an answer in the place of the one before it of the same operation, unless that may be what the command fails over. */
function keepAnswer(kept: KeptAnswers, answer: KeptAnswer): void {
  const { id } = answer.operation;
  const before = kept.get(id);
  if (before && hasLack(before)) return;
  kept.delete(id);
  kept.set(id, answer);
}

/** Whether it, or an item of it, is null or without a field: what can be seen without a walk over the whole of it. */
function hasLack({ operation: { result }, value }: KeptAnswer): boolean {
  const { items } = Object(value);
  const [schema, things] = Array.isArray(items)
    ? [result?.properties?.items?.items, items]
    : [result, value === undefined ? [] : [value]];
  const required: readonly string[] = schema?.required ?? [];
  return things.some((one) => one === null || required.some((name) => !Object.hasOwn(Object(one), name)));
}

// What the context names: from flags, the environment, the project, the profile.

/** The value of a path parameter; undefined where nothing names it. */
export function fromContext(run: Run, param: string): string | undefined {
  if (param === 'changeRequestId') return run.flags.cr;
  const config = run.config();
  const settings: Record<string, Resolved['space']> = {
    organizationId: config.organization,
    spaceId: config.space,
    siteId: config.site,
  };
  return settings[param]?.value;
}

/** The space of `Guides#2`, where a change request was named so. */
export function spaceOfRequest({ command, args, flags }: Run<unknown>): string | undefined {
  const named = command.args.flatMap(({ field, label }) =>
    field === 'changeRequestId' ? (args[label] ?? []) : [],
  );
  return [...named, String(Object(flags).cr ?? '')].flatMap((text) => /^(.+)#\d+$/.exec(text)?.[1] ?? [])[0];
}

/** Where to look for titles: id or title of an organization; undefined when none is given and there are several. */
export const organizationInHand = async (run: Run): Promise<string | undefined> =>
  fromContext(run, 'organizationId') ?? (await onlyOrganization(run).catch(unlessUnknown));

/** Where to look for titles: the organization that is given, else all that the token sees. */
export async function organizationsInHand(run: Run): Promise<readonly string[]> {
  const given = fromContext(run, 'organizationId');
  if (given !== undefined) return [given];
  try {
    return (await organizationsOf(run)).map(({ id }) => id);
  } catch (error) {
    unlessUnknown(error);
    return [];
  }
}

/** Without an organization, or on a host that has no list to search, what was not found stays so. */
export function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof UsageError || error instanceof NotFoundError)) throw error;
}

interface Named {
  id: string;
  title: string;
  hostname?: string | undefined;
}

const ASKED = new WeakMap<Client, Promise<readonly Named[]>>();

/** All that the token sees. Asked once a client: many targets share it. */
async function organizationsOf(run: Run): Promise<readonly Named[]> {
  const client = await run.client();
  const asked = ASKED.get(client) ?? askOrganizations(run, client);
  ASKED.set(client, asked);
  return asked;
}

/** What an organization is called, where they were asked for. */
export async function titleOfOrganization(run: Run, id: string): Promise<string | undefined> {
  const known = await ASKED.get(await run.client());
  return known?.find((one) => one.id === id)?.title;
}

/** The whole list, which names are looked up in as well: it is asked for once, and known for minutes. */
async function askOrganizations(run: Run, client: Client): Promise<readonly Named[]> {
  const { getOrganization, listOrganizations } = await import('../../api/people/organizations.ts');
  const found: Named[] = [];
  for await (const { items } of client.pages(listOrganizations, {})) found.push(...items);
  // The list shows each as a read of it does.
  for (const one of found) run.noteRead(getOrganization, { organizationId: one.id }, one);
  if (run.operation.method === 'GET')
    (await run.names())?.write(
      listOrganizations.id,
      found.map(({ id, title, hostname }) => ({
        id,
        names: hostname === undefined ? [title] : [title, hostname],
      })),
    );
  return found;
}

/** A token with exactly one organization needs no --org. Throws UsageError `NO_ORGANIZATION`. */
export async function onlyOrganization(run: Run): Promise<string> {
  const found = await organizationsOf(run);
  const [only, second] = found;
  if (only && !second) return only.id;
  throw (await import('../references/several-organizations.ts')).noOrganization(run, found);
}
