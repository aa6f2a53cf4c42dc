// Who reads a site: what is known of a visitor, and what is shown to them.

import { nodeCrypto } from '../../files/of-node.ts';
import { isRecord, jsonIn } from '../../files/texts.ts';
import { parseExpression } from '../content/expressions/parse.ts';
import { resultOf } from '../content/expressions/run.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Whether something with a condition is shown. */
export type Shows = (condition: string | null | undefined) => boolean;

/** Conditions of a site that adapts: one that cannot be read hides what it is of. */
export function showsFor(claims: Claims): Shows {
  const known = new Map<string, boolean>();
  return (condition) => {
    if (condition === null || condition === undefined || condition === '') return true;
    const shown = known.get(condition) ?? isTrue(condition, claims);
    known.set(condition, shown);
    return shown;
  };
}

export const showsAll: Shows = () => true;

function isTrue(condition: string, claims: Claims): boolean {
  try {
    return Boolean(resultOf(parseExpression(condition), { visitor: { claims } }));
  } catch {
    return false;
  }
}

/** The claims in a token that was signed with the key of a site (JWT, HS256); undefined where it is not, or has expired. */
export function claimsIn(token: string, key: string, now: Date): Claims | undefined {
  const [head = '', body = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || token.length > LONGEST) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const expected = nodeCrypto().createHmac('sha256', key).update(`${head}.${body}`).digest();
  if (given.length !== expected.length || !nodeCrypto().timingSafeEqual(given, expected)) return undefined;
  const [header, claims] = [head, body].map(fieldsIn);
  if (header?.alg !== 'HS256' || !claims) return undefined;
  const seconds = now.getTime() / 1000;
  if (typeof claims.exp === 'number' && claims.exp <= seconds) return undefined;
  if (typeof claims.nbf === 'number' && claims.nbf > seconds) return undefined;
  return claims;
}

const LONGEST = 8 * 1024;

function fieldsIn(part: string): Record<string, unknown> | undefined {
  const value = jsonIn(Buffer.from(part, 'base64url').toString('utf8'));
  return isRecord(value) ? value : undefined;
}
