// Where a check of external links may go: what a page or a redirect names must not lead into the network of this machine.

import type { lookup } from 'node:dns';
import { isPrivateAddress, lookupPublic, type Reach } from '../../files/private-address.ts';

export class PrivateAddress extends Error {}

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
