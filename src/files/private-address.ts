// Which addresses are private, for whoever follows a URL that somebody else wrote: downloads, and fetches of the sandbox.
import { lookup as systemLookup } from 'node:dns';
import type { RequestOptions } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * How an address is reached that a stranger wrote: asked before each request, redirects included; what it returns goes to
 * the connection. Throws for an address that may not be reached.
 */
export type Reach = (url: URL) => Pick<RequestOptions, 'lookup' | 'port'>;

const PRIVATE_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
// Also the ranges that carry an IPv4 address inside: NAT64, 6to4, Teredo.
const PRIVATE_V6: readonly [string, number][] = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Takes an IP address (IPv4, or IPv6 with or without brackets); true when it is private, local or reserved. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  return family !== 0 && blockedRanges().check(bare, family === 4 ? 'ipv4' : 'ipv6');
}

/** One list of both families: it also finds an IPv4 address that is written as IPv6. */
function blockedRanges(): BlockList {
  const blocked = new BlockList();
  for (const [net, bits] of PRIVATE_V4) blocked.addSubnet(net, bits, 'ipv4');
  for (const [net, bits] of PRIVATE_V6) blocked.addSubnet(net, bits, 'ipv6');
  return blocked;
}

/**
 * A lookup for `connect` that fails with `refuse(host)` on a private address, so that a name cannot smuggle one in, not even
 * by another answer than the one before.
 */
export const lookupPublic =
  (refuse: (host: string) => Error, resolve: typeof systemLookup = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const bad = addresses.find(({ address }) => isPrivateAddress(address));
      if (bad) return callback(refuse(hostname), []);
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
