// The life of one request, the same for both carriers: phases with a clock each, caps, one end.
import { isError } from '../../errors.ts';
import { onAbort } from '../../files/of-node.ts';
import { type FaultKind, WireFault, type WireRequest, type WireResponse } from './transport.ts';

// Turns what Node and undici throw into one kind of fault, by code and never by text.

const KINDS: readonly [RegExp, FaultKind][] = [
  [/^ENOTFOUND$/, 'dns'],
  [/^EAI_/, 'unreachable'],
  // No certificate helps.
  [/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/, 'plain-http'],
  [/^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_CERT|ERR_SSL|HOSTNAME_MISMATCH|EPROTO)/, 'certificate'],
  [/^HPE_INVALID_EOF_STATE$/, 'reset'],
  // undici names its parser's error but gives it no code; a wrong length is mostly a body cut off.
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW)/, 'malformed'],
  [/^(Z_|ERR__ERROR|ERR_BROTLI|ERR_ZLIB)/, 'encoding'],
];

const WORDS: Partial<Record<FaultKind, string>> = {
  unreachable: 'no connection',
  dns: 'the host name cannot be resolved',
  certificate: 'the TLS connection was refused',
  'plain-http': 'the server does not speak TLS',
  reset: 'the connection was closed early',
  malformed: 'the response is not valid HTTP',
  encoding: 'the compressed response is damaged',
};

/** Takes anything thrown; `sent` says whether the request may have left. Keeps the original as `cause`. */
export function toFault(error: unknown, sent: boolean): WireFault {
  if (error instanceof WireFault) return error;
  const code = codeOf(error);
  const found = KINDS.find(([pattern]) => pattern.test(code))?.[1];
  const kind = found ?? (sent ? 'reset' : 'unreachable');
  const words = WORDS[kind] ?? kind;
  // The code only: messages of a proxy or a URL may quote credentials.
  return new WireFault(kind, code ? `${words} (${code})` : words, { sent, cause: error });
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return isError(error) && error.name !== 'Error' ? error.name : '';
}

type WireHeaders = Record<string, string | string[] | undefined>;

/** What a carrier reports, in this order; `fail` may come at any time and everything after the end is ignored. */
export interface Exchange {
  readonly answer: Promise<WireResponse>;
  /** The connection stands: from now on the request may have reached the other side. */
  connected(): void;
  /** A promise asks the carrier to hold the body back until it is settled. */
  head(status: number, headers: WireHeaders): Promise<void> | undefined;
  data(chunk: Uint8Array): Promise<void> | undefined;
  end(): void;
  fail(error: unknown): void;
}

/** Starts the clocks. `drop` must cut the connection; it is called when the exchange fails. */
export function startExchange(request: WireRequest, drop: (reason: Error) => void): Exchange {
  const { limits } = request;
  const progress = startProgress(request, drop);
  const { clock, finish, fail } = progress;
  let body: Body | undefined;

  /** Faults of the body end the exchange instead of reaching the carrier's event loop. */
  function guarded(step: () => Promise<void> | undefined): Promise<void> | undefined {
    if (progress.ended) return undefined;
    try {
      return step()?.catch(fail);
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  function openHead(status: number, headers: WireHeaders): Promise<void> | undefined {
    progress.sent = true;
    progress.status = status;
    progress.headers = plainHeaders(headers);
    clock.phase('waiting for the body', limits.idleMs);
    if (status === 204 || status === 205 || status === 304) {
      finish('');
      // A 205 without a length would be read until the connection closes.
      if (status === 205 && !hasLength(progress.headers)) drop(new Error('no body is expected'));
      return undefined;
    }
    const opened = openBody(request, status, progress.headers);
    const ready = (open: Body) => {
      body = open;
      progress.soFar = open.soFar;
    };
    if (opened instanceof Promise) return opened.then(ready);
    ready(opened);
    return undefined;
  }

  return {
    answer: progress.answer,
    connected() {
      if (progress.ended) return;
      progress.sent = true;
      clock.phase('waiting for headers', limits.headersMs);
    },
    head: (status, headers) => guarded(() => openHead(status, headers)),
    data: (chunk) =>
      guarded(() => {
        clock.tick();
        return body?.write(chunk);
      }),
    end() {
      if (progress.ended) return;
      const text = body ? body.end() : Promise.resolve('');
      text.then(finish, fail);
    },
    fail,
  };
}

/** How far the exchange came, and its one end. */
function startProgress({ limits, signal }: WireRequest, drop: (reason: Error) => void) {
  let resolve: (answer: WireResponse) => void = () => {};
  let reject: (fault: WireFault) => void = () => {};
  const answer = new Promise<WireResponse>((...both) => {
    [resolve, reject] = both;
  });
  const clock = phaseClock((words) => fail(new WireFault('timeout', words, { sent: progress.sent })));
  const interrupt = () => fail(new WireFault('aborted', 'interrupted', { sent: progress.sent }));
  let deafen = () => {};

  function stop(): void {
    progress.ended = true;
    clock.stop();
    deafen();
  }
  function finish(text: string): void {
    if (progress.ended) return;
    stop();
    resolve({ status: progress.status, headers: progress.headers, payload: { text } });
  }
  function fail(error: unknown): void {
    if (progress.ended) return;
    const fault = toFault(error, progress.sent);
    // The status of a refusal is worth more than the fault that cut its body short.
    if (progress.status >= 300 && fault.kind !== 'aborted') finish(progress.soFar());
    else {
      stop();
      reject(fault);
    }
    drop(fault);
  }

  const progress = {
    answer,
    clock,
    finish,
    fail,
    sent: false,
    ended: false,
    status: 0,
    headers: plainHeaders({}),
    soFar: () => '',
  };
  clock.total(limits.totalMs);
  clock.phase('connecting', limits.connectMs);
  if (signal?.aborted) queueMicrotask(interrupt);
  else if (signal) deafen = onAbort(signal, interrupt);
  return progress;
}

/** One timer for the phase the exchange is in, one for the whole. */
function phaseClock(expired: (words: string) => void) {
  let current: NodeJS.Timeout | undefined;
  let whole: NodeJS.Timeout | undefined;
  return {
    phase(name: string, ms: number) {
      clearTimeout(current);
      current = setTimeout(() => expired(`${name} took longer than ${seconds(ms)}`), ms);
    },
    tick: () => current?.refresh(),
    total(ms: number) {
      if (ms > 0) whole = setTimeout(() => expired(`the request took longer than ${seconds(ms)}`), ms);
    },
    stop() {
      clearTimeout(current);
      clearTimeout(whole);
    },
  };
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** No prototype: a header may be named `__proto__`. */
function plainHeaders(headers: WireHeaders): Record<string, string> {
  const plain: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

const hasLength = (headers: Record<string, string>): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

// Collects the body of an answer, decoded, under a cap of decoded bytes.

interface Body {
  /** A promise asks the carrier to pause until it is settled. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Resolves to the text, once everything is decoded. */
  end(): Promise<string>;
  /** What has come so far. */
  soFar(): string;
}

/** Takes the request with its caps, the status and the headers; undefined encoding is read as it comes. Throws WireFault. */
export function openBody(
  request: WireRequest,
  status: number,
  headers: Record<string, string>,
): Body | Promise<Body> {
  const good = status >= 200 && status < 300;
  const write = good ? request.write : undefined;
  const body = write
    ? streamedBody(write, request.limits.maxBytes)
    : heldBody(good ? request.limits.maxBytes : request.limits.maxErrorBytes);
  const layers = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((layer) => layer.trim())
    .filter((layer) => layer !== '' && layer !== 'identity');
  if (layers.length === 0) return body;
  if (layers.length > 1) throw encodingFault(`the response is compressed ${layers.length} times`);
  return decodedBody(layers[0] ?? '', body);
}

function heldBody(maxBytes: number): Body {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // utf8 decoding of one joined buffer is the fastest way to text, and cannot split a character.
  const soFar = () => withoutBom(whole(chunks).toString('utf8'));
  return {
    write(chunk) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
      return undefined;
    },
    end: async () => soFar(),
    soFar,
  };
}

/** Most answers are one chunk, which need not be copied. */
function whole(chunks: readonly Uint8Array[]): Buffer {
  const [only] = chunks;
  if (chunks.length !== 1 || !only) return Buffer.concat(chunks);
  return Buffer.from(only.buffer, only.byteOffset, only.byteLength);
}

function streamedBody(write: NonNullable<WireRequest['write']>, maxBytes: number): Body {
  let bytes = 0;
  let last: Promise<void> | undefined;
  return {
    write(chunk) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      last = take(write, chunk);
      return last;
    },
    async end() {
      await last;
      return '';
    },
    soFar: () => '',
  };
}

/** What the taker throws is its own failure, not one of the network. */
function take(write: NonNullable<WireRequest['write']>, chunk: Uint8Array): Promise<void> | undefined {
  const failed = (cause: unknown): never => {
    throw cause instanceof WireFault
      ? cause
      : new WireFault('sink', 'cannot be written', { sent: true, cause });
  };
  try {
    return write(chunk)?.catch(failed);
  } catch (error) {
    return failed(error);
  }
}

/** zlib is loaded only here: an answer in plain text does not pay for it. */
async function decodedBody(encoding: string, into: Body): Promise<Body> {
  const zlib = await import('node:zlib');
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? zlib.createGunzip()
      : encoding === 'br'
        ? zlib.createBrotliDecompress()
        : encoding === 'deflate'
          ? zlib.createInflate()
          : undefined;
  if (!decoder) throw encodingFault(`the response is compressed in an unknown way: ${encoding.slice(0, 40)}`);
  const drained = (async () => {
    for await (const chunk of decoder) await into.write(chunk);
  })();
  drained.catch(() => decoder.destroy());
  return {
    write(chunk) {
      if (decoder.destroyed) return drained;
      if (decoder.write(chunk)) return undefined;
      return Promise.race([drained, new Promise<void>((resolve) => decoder.once('drain', resolve))]);
    },
    async end() {
      decoder.end();
      await drained;
      return into.end();
    },
    soFar: into.soFar,
  };
}

const withoutBom = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

const tooLarge = (maxBytes: number): WireFault =>
  new WireFault('too-large', `the response is longer than ${maxBytes} bytes`, { sent: true });

const encodingFault = (message: string): WireFault => new WireFault('encoding', message, { sent: true });
