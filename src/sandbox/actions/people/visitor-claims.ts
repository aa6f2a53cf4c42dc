// The claims a site may know of a member, signed as a JWT (HS256).
import { createHmac } from 'node:crypto';
import { metaStore } from '../../db/meta.ts';
import type { MemberRow } from '../../db/people/members.ts';
import { userStore } from '../../db/people/users.ts';
import type { Call } from '../../sandbox.ts';

const HOUR_SECONDS = 3600;

export function visitorClaims(call: Call, { organization, user, role }: MemberRow): string {
  const issuedAt = Math.floor(call.now().getTime() / 1000);
  const claims = {
    sub: user,
    organization,
    role: role ?? 'guest',
    email: userStore(call.db).row(user)?.email ?? undefined,
    iat: issuedAt,
    exp: issuedAt + HOUR_SECONDS,
  };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  // A key of its own, made from the secret the sandbox has anyway.
  const key = createHmac('sha256', metaStore(call.db).get('downloadSecret') ?? '')
    .update('visitor claims')
    .digest();
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
