// What an answer, or none, says about a link.

import type { lookup } from 'node:dns';
import { STATUS_CODES } from 'node:http';
import { isError } from '../../errors.ts';
import { isPrivateAddress, lookupPublic, type Reach } from '../../files/private-address.ts';
import { NoAnswer } from './ask.ts';

export interface Verdict {
  /** `unsure`: what the other side said does not tell whether readers find something there. */
  status: 'ok' | 'broken' | 'unsure';
  /** Empty for `ok`. */
  reason: string;
}

export const OK: Verdict = { status: 'ok', reason: '' };
const broken = (reason: string): Verdict => ({ status: 'broken', reason });
export const unsure = (reason: string): Verdict => ({ status: 'unsure', reason });

/** Only what says that nothing is there is broken: a server that refuses a robot may well serve a reader. */
export function verdictOfStatus(status: number): Verdict {
  if (status >= 200 && status < 300) return OK;
  const reason = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return status === 404 || status === 410 ? broken(reason) : unsure(reason);
}

/** Of whatever a request failed with. */
export function verdictOfFailure(error: unknown): Verdict {
  if (error instanceof PrivateAddress) return unsure('not asked: leads to a private address');
  if (error instanceof NoAnswer) return unsure(error.message);
  const code = isError(error) && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND') return broken('no such host');
  if (code === 'EAI_AGAIN') return unsure('the name of the host cannot be looked up now');
  if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return unsure(`the certificate or encryption fails (${code})`);
  return unsure(/^[A-Z][A-Z0-9_]*$/.test(code) ? `cannot be asked (${code})` : 'cannot be asked');
}

/** Whether asking the same host once more is in vain: there is none, or it may not be asked. */
export const isFinal = ({ status, reason }: Verdict): boolean =>
  status === 'broken' || reason.startsWith('not asked');

// Where a check of external links may go: what a page or a redirect names must not lead into the network of this machine.

class PrivateAddress extends Error {}

/**
 * Public addresses only, in two layers: an IP address in the URL is judged here, a name when the connection
 * resolves it, so that no second answer of the name server leads elsewhere than the one that was judged.
 */
export function publicReach(resolve?: typeof lookup): Reach {
  return (url) => {
    if (isPrivateAddress(url.hostname)) throw refused(url.hostname);
    return { lookup: lookupPublic(refused, resolve) };
  };
}

const refused = (host: string) => new PrivateAddress(`${host} is a private address`);
