// Where events of an integration in development may be sent, and how a receiver knows whose they are.
import { nodeCrypto } from '../../../files/node-crypto.ts';
import type { Database } from '../../db/database.ts';
import { metaStore } from '../../db/meta.ts';
import type { Sandbox } from '../../sandbox.ts';

/** Why events may not go to an address; undefined where they may. Only this machine is allowed without being named. */
export function tunnelProblem(sandbox: Pick<Sandbox, 'eventHosts'>, address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be a URL with http: or https:';
  if (url.username || url.password) return 'must not contain a user or password';
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isHere(host) || sandbox.eventHosts?.some((allowed) => allowed.toLowerCase() === host)) return undefined;
  return `must be on this machine, not ${host}, unless the server allows it: docs sandbox serve --allow-webhook <host>`;
}

const isHere = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** The key that events of a sandbox are signed with. */
export function eventKey(db: Database): string {
  const secret = metaStore(db).get('downloadSecret') ?? '';
  return nodeCrypto().createHmac('sha256', secret).update('integration events').digest('base64url');
}

/** Hex, as the platform's own libraries for integrations check it: HMAC-SHA256 of the body. */
export const platformSignatureOf = (db: Database, body: string): string =>
  nodeCrypto().createHmac('sha256', eventKey(db)).update(body).digest('hex');

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>`, so that neither can be changed or sent again later. */
export function signatureOf(db: Database, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const digest = nodeCrypto().createHmac('sha256', eventKey(db)).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
