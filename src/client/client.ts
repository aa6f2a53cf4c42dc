// The client: operations in, results out. Policy lives here and beside it; carriers only carry.
import { type InputOf, type ItemOf, type Operation, type ResultOf, splitInput } from '../api/operation.ts';
import { ConfigError, ForbiddenError } from '../errors.ts';
import { shell } from '../files/shell-word.ts';
import { createSender, type Send, type SenderOptions, type Sent } from './attempts.ts';
import {
  type Answer,
  buildRawRequest,
  buildRequest,
  type CallOptions,
  type Client,
  type ClientOptions,
  type Page,
  type PagesOptions,
} from './client-options.ts';
import { brokenAnswer, type FailureContext, lostFailure, retryOf, taskOf } from './failure-context.ts';
import { type Base, parseBase } from './origin.ts';
import { expectItems, readPages } from './pages.ts';
import { createRedactor, type Redactor } from './redact.ts';
import {
  AN_HTML_PAGE,
  looksLikeHtml,
  parsePayload,
  type WireRequest,
  type WireResponse,
} from './transport/transport.ts';

export type { Client, ClientOptions } from './client-options.ts';

type Input = Record<string, unknown>;

type Ask = (operation: Operation, input: Input, call?: CallOptions) => Promise<Answer<unknown>>;

/** The same, of what lies within the fence. Throws NotFoundError for anything else. */
function withinFence({ fence }: ClientOptions, ask: Ask): Ask {
  if (!fence) return ask;
  return async (operation, input, call) => {
    await fence.check({ ...splitInput(operation, input), operation }, async (...read) => {
      return (await ask(...read, call)).result;
    });
    const found = await ask(operation, input, call);
    return { ...found, result: fence.filter(operation, found.result) };
  };
}

/** A client for one base URL and token. Throws ConfigError for a base URL that cannot be used. */
export function createClient(options: ClientOptions): Client {
  const { userAgent, transport } = options;
  const base = parseBase(options.baseUrl);
  const redactor = options.redactor ?? createRedactor();
  const limits = bell();
  const sender = { ...options, clean: hideEcho(redactor), rateLimited: limits.ring };
  const clock = hostClock(options.now);
  const send = createSender({
    ...clock.reading(sender),
    authorize: (request) => authorize(base, options, redactor.add, request),
  });
  const sendBare = createSender({ ...sender, authorize: (request) => request });

  const contextOf = contextMaker(options, base.host, redactor);
  const readAround = together(async (around, params) => {
    const request = buildRequest(base, around, params, userAgent);
    return (await send(request, contextOf('GET', around.path, around, params), { attempts: 1 })).answer;
  });

  /** The types are the operation's; below here everything is plain data. */
  async function ask(operation: Operation, input: Input, call?: CallOptions): Promise<Answer<unknown>> {
    const context = contextOf(operation.method, operation.path, operation, input);
    checkWrite(context, options);
    const request = buildRequest(base, operation, input, userAgent);
    const sent = await exchange(send, request, context, call);
    if (mayBeLacking(operation, sent))
      await refuseLacking({ ...context, operation }, sent.answer, readAround);
    return told(options, operation, await resultOf(context, sent));
  }
  const answer = withinFence(options, ask);
  // Safe: an input is an object, whatever its fields.
  const plain = (input: unknown) => (input ?? {}) as Input;

  return {
    origin: base.origin,
    async call<O extends Operation>(operation: O, input: InputOf<O>, call?: CallOptions) {
      const { result } = await answer(operation, plain(input), call);
      // Safe by trust: beyond its items an answer is typed, not validated (a platform may add fields).
      return expectItems(operation, result) as ResultOf<O>;
    },
    async callWithStatus<O extends Operation>(operation: O, input: InputOf<O>, call?: CallOptions) {
      // Safe by trust, as in `call`.
      return (await answer(operation, plain(input), call)) as Answer<ResultOf<O>>;
    },
    pages<O extends Operation>(operation: O, input: InputOf<O>, paging: PagesOptions = {}) {
      const fetch = async (page: Input, signal: AbortSignal) => {
        const both = paging.signal ? AbortSignal.any([paging.signal, signal]) : signal;
        return (await answer(operation, page, { ...paging, signal: both })).result;
      };
      const hook = options.warn ? { warn: options.warn } : {};
      const pages = readPages(operation, plain(input), fetch, { ...paging, ...hook });
      // Safe by trust, as in `call`.
      return pages as AsyncGenerator<Page<ItemOf<O>>, void, undefined>;
    },
    async raw(given, call) {
      const request = buildRawRequest(base, given, userAgent);
      const context = contextOf(request.method, request.path.replace(/\?.*/s, ''));
      checkWrite(context, options);
      // What a path of one's own reaches cannot be told.
      if (options.fence) throw options.fence.refusal();
      const { status, headers, payload } = (await send(request, context, call)).answer;
      const text =
        'text' in payload ? payload.text : payload.value === undefined ? '' : JSON.stringify(payload.value);
      return { status, headers, text };
    },
    describe(operation, input) {
      const { method, path, body } = buildRequest(base, operation, plain(input), userAgent);
      return { method, url: base.origin + path, body };
    },
    async download(url, write, call = {}) {
      const { download } = await import('./download.ts');
      return download({ url, write, base, send: sendBare, userAgent, redact: redactor.redact, ...call });
    },
    async visit(url, call = {}) {
      const { visit } = await import('./visit.ts');
      return visit(url, { base, send: sendBare, userAgent, redact: redactor.redact, ...call });
    },
    hostTime: clock.timeOf,
    onRateLimit: limits.listen,
    close: async () => transport.close?.(),
  };
}

/** A `Date` header counts whole seconds, and comes a little later than it was written. */
const SAME_TIME_MS = 2000;

/** The clock of the host, as its last answer told it. */
function hostClock(now = Date.now) {
  let aheadMs = 0;
  const read = ({ headers: { date = '' } }: WireResponse) => {
    const ms = Date.parse(date) - now();
    if (!Number.isNaN(ms)) aheadMs = Math.abs(ms) < SAME_TIME_MS ? 0 : ms;
  };
  return {
    reading: <T extends Pick<SenderOptions, 'clean'>>(sender: T): T => ({
      ...sender,
      clean(answer: WireResponse) {
        sender.clean(answer);
        read(answer);
      },
    }),
    timeOf: (time = new Date(now())) => new Date(time.getTime() + aheadMs),
  };
}

/** Calls all who listen; to listen returns the end of it. */
function bell() {
  const listeners = new Set<() => void>();
  return {
    ring() {
      for (const listener of listeners) listener();
    },
    listen(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** An answer that comes in events takes more than the rest does. */
async function exchange(send: Send, ...sent: Parameters<Send>): Promise<Sent> {
  const [, context] = sent;
  if (!context.operation?.streams) return send(...sent);
  const { sendForEvents } = await import('./events.ts');
  return sendForEvents(send, ...sent);
}

type ContextOf = (method: string, path: string, operation?: Operation, input?: Input) => FailureContext;

const contextMaker =
  (options: ClientOptions, host: string, { redact }: Redactor): ContextOf =>
  (method, path, operation, input) => ({
    method,
    path,
    host,
    signedIn: options.token() !== undefined,
    redact,
    ...(options.profile !== undefined && { profile: options.profile }),
    ...(options.tokenVariable !== undefined && { tokenVariable: options.tokenVariable }),
    ...(operation && { operation }),
    ...(input && { input }),
  });

const REQUEST_IDS = ['x-request-id', 'request-id'] as const;

/** A host may send a token back as the ID of a request, which is kept in the history. */
const hideEcho =
  ({ redact }: Redactor) =>
  ({ headers }: WireResponse): void => {
    for (const name of REQUEST_IDS) {
      const id = headers[name];
      if (id !== undefined) headers[name] = redact(id);
    }
  };

/** The token goes to the profile's own origin, over a connection that nobody can read or fake. */
function authorize(
  base: Base,
  options: ClientOptions,
  remember: (secret: string) => void,
  request: WireRequest,
): WireRequest {
  const token = options.token()?.reveal();
  if (token === undefined || request.origin !== base.origin) return request;
  if (options.insecureTls && base.origin.startsWith('https:')) {
    throw new ConfigError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off: the token is not sent',
      {
        code: 'INSECURE_TLS',
        hint: 'unset it; for your own certificate, set NODE_EXTRA_CA_CERTS=<file.pem>',
      },
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ConfigError('the token contains invalid characters', {
      code: 'BAD_TOKEN',
      hint: shell`docs auth login ${options.profile === undefined ? [] : ['--profile', options.profile]}`,
    });
  }
  remember(token);
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
}

function checkWrite(context: FailureContext, { readOnly, onWrite }: ClientOptions): void {
  if (context.method === 'GET' || context.method === 'HEAD' || retryOf(context) === 'safe') return;
  if (!readOnly) {
    onWrite?.();
    return;
  }
  const { why, hint } = readOnly;
  throw new ForbiddenError(`refusing to ${taskOf(context)}: ${why}`, { code: 'READ_ONLY', hint });
}

/** A host that does not have an operation answers 501, or as it does to any address that it does not know. */
function mayBeLacking({ method }: Operation, { answer: { status }, resent }: Sent): boolean {
  if (status === 501 || status === 405) return true;
  return status === 404 && !(method === 'DELETE' && resent);
}

type Around = (operation: Operation, params: Record<string, string>) => Promise<WireResponse>;

/** What many requests at once want to know of one place is read once. */
function together(read: Around): Around {
  const underWay = new Map<string, Promise<WireResponse>>();
  return (operation, params) => {
    const key = JSON.stringify([operation.path, params]);
    const begun = underWay.get(key) ?? read(operation, params).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
}

/** Reads around it, where an answer leaves open whether the host has the operation at all. */
async function refuseLacking(
  context: FailureContext & { operation: Operation },
  answer: WireResponse,
  read: Around,
): Promise<void> {
  const { missingOnHost } = await import('./missing-operation.ts');
  const status: Parameters<typeof missingOnHost>[2] = async (...asked) => (await read(...asked)).status;
  const error = await missingOnHost(context, answer, status);
  if (error) throw error;
}

function told({ onAnswer }: ClientOptions, operation: Operation, answer: Answer<unknown>): Answer<unknown> {
  onAnswer?.({ operation, value: answer.result });
  return answer;
}

/** Any 2xx is a success, but a removal that an administrator must approve first; everything else is thrown. */
async function resultOf(context: FailureContext, { answer, resent }: Sent): Promise<Answer<unknown>> {
  const { status, headers, payload } = answer;
  const { operation } = context;
  if (operation?.method === 'DELETE' && resent && (status === 404 || status === 204)) {
    // The attempt whose answer was lost has deleted it.
    return { status: 205, result: undefined, headers };
  }
  const isAsked = operation?.method === 'DELETE' && status === 202 && operation.success.includes(202);
  if (status < 200 || status >= 300 || isAsked) {
    const { failureOf } = await import('./failure.ts');
    const error = failureOf(context, answer);
    throw lostFailure(context, error, resent && status === 429);
  }
  if (!operation?.result || status === 204 || status === 205) {
    // A gateway that asks to sign in answers 200, and has passed nothing on.
    const isPage = 'text' in payload && looksLikeHtml(payload.text);
    if (isPage) throw brokenAnswer(context, answer, AN_HTML_PAGE);
    return { status, result: undefined, headers };
  }
  const parsed = parsePayload(payload);
  if (!parsed.ok) throw brokenAnswer(context, answer, parsed.problem);
  if (parsed.value === undefined) throw brokenAnswer(context, answer, 'nothing in it');
  const dropped = operation.keeps?.find((name) => {
    const sent = context.input?.[name];
    return (sent === true || sent === 'excluded') && Reflect.get(Object(parsed.value), name) !== sent;
  });
  if (dropped !== undefined)
    throw (await import('./unexpected-response.ts')).notKept(context, dropped, parsed.value);
  return { status, result: parsed.value, headers };
}
