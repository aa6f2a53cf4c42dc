// Which addresses a download may reach when its URL is not of the profile's own origin.
import type { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress, lookupPublic } from '../../files/private-address.ts';
import { WireFault } from './transport.ts';

/** Throws a WireFault when a host is itself a private address; names are checked when they are resolved. */
export function refusePrivate(host: string): void {
  if (isPrivateAddress(host)) throw privateFault(host);
}

/** A lookup for `connect` that fails with a WireFault on a private address. */
export const publicLookup = (resolve?: typeof lookup): LookupFunction => lookupPublic(privateFault, resolve);

function privateFault(host: string): WireFault {
  return new WireFault('address', `${host} is a private address`, { sent: false });
}
