// Turns what Node and undici throw into one kind of fault, by code and never by text.
import { isError } from '../../errors.ts';
import { type FaultKind, WireFault } from './transport.ts';

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
