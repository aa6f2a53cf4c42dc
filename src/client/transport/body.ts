// Collects the body of an answer, decoded, under a cap of decoded bytes.
import { WireFault, type WireRequest } from './transport.ts';

export interface Body {
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

function withoutBom(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function tooLarge(maxBytes: number): WireFault {
  return new WireFault('too-large', `the response is longer than ${maxBytes} bytes`, { sent: true });
}

function encodingFault(message: string): WireFault {
  return new WireFault('encoding', message, { sent: true });
}
