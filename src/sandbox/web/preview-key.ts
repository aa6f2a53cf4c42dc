// The key to the previews of a space: whoever was told its address in the app may see them in a browser, without a token.
import { nodeCrypto } from '../../files/node-crypto.ts';
import { type Database, perDatabase } from '../db/database.ts';
import { metaStore } from '../db/meta.ts';

const keys = perDatabase(() => new Map<string, string>());

/** It follows from the sandbox, and cannot be guessed. */
export function previewKey(db: Database, space: string): string {
  const known = keys(db).get(space);
  if (known !== undefined) return known;
  const secret = metaStore(db).get('downloadSecret') ?? '';
  const key = nodeCrypto()
    .createHmac('sha256', secret)
    .update(`preview ${space}`)
    .digest('base64url')
    .slice(0, 22);
  keys(db).set(space, key);
  return key;
}

export function isPreviewKey(db: Database, space: string, given: string): boolean {
  const [one, other] = [Buffer.from(previewKey(db, space)), Buffer.from(given)];
  return one.length === other.length && nodeCrypto().timingSafeEqual(one, other);
}
