import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { publicLookup, refusePrivate } from '../../../src/client/transport/address.ts';
import { isLoopback, WireFault } from '../../../src/client/transport/transport.ts';
import { isPrivateAddress } from '../../../src/files/private-address.ts';
import { thrownBy } from '../../helpers/config-home.ts';

describe('a private address', () => {
  it.each([
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['224.0.0.0', '239.255.255.255'],
    ['240.0.0.0', '255.255.255.255'],
    ['::', '::ffff:ffff'],
    ['64:ff9b::', '64:ff9b::ffff:ffff'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['100::', '100::ffff:ffff:ffff:ffff'],
    ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['::ffff:10.0.0.0', '::ffff:10.255.255.255'],
    ['::ffff:7f00:0', '::ffff:7fff:ffff'],
  ])('is any from %s to %s', (first, last) => {
    expect([isPrivateAddress(first), isPrivateAddress(last)]).toEqual([true, true]);
    if (first.includes(':')) expect(isPrivateAddress(`[${first}]`)).toBe(true);
  });

  it.each([
    ...[
      '1.0.0.0',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
    ],
    ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0'],
    ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
    ...[
      '::1:0:0:1',
      '64:ff9a::1',
      '64:ff9b:0:1::',
      '64:ff9b:2::',
      'ff::1',
      '100:0:0:1::',
      '2001:1::',
      '2003::',
    ],
    ...['::ffff:9.255.255.255', '::ffff:808:808', 'fbff::1', 'fe00::1', 'fe7f::1', '2606:4700::1111'],
  ])('is not %s', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it.each(['localhost', '', '[', '[]', '127.0.0.1.', '1.2.3', '[example.com]'])(
    'is not what %j is',
    (text) => {
      expect(isPrivateAddress(text)).toBe(false);
    },
  );

  it('is refused by name, before anything is sent', () => {
    const refused = thrownBy(() => refusePrivate('[::1]'));
    expect(refused).toBeInstanceOf(WireFault);
    expect(refused).toMatchObject({ kind: 'address', message: '[::1] is a private address', sent: false });
    expect(thrownBy(() => refusePrivate('example.com'))).toBeUndefined();
  });
});

describe('a lookup that finds public addresses only', () => {
  const PUBLIC: LookupAddress[] = [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ];
  const asked: unknown[] = [];
  type Found = [error: Error | null, address: unknown, family?: number | undefined];
  /** Answers as the system would. */
  const look = (addresses: LookupAddress[], options: object, error: Error | null = null) =>
    new Promise<Found>((resolve) => {
      // Safe: of the many forms of the system's lookup, this one is called.
      const system = ((_: string, given: object, done: (...found: unknown[]) => void) => {
        asked.push(given);
        done(error, addresses);
      }) as unknown as typeof import('node:dns').lookup;
      publicLookup(system)('example.com', options, (...found) => resolve(found));
    });

  it('gives one address, or all where all are asked for', async () => {
    expect(await look(PUBLIC, { family: 4 })).toEqual([null, '93.184.216.34', 4]);
    expect(asked.at(-1)).toEqual({ family: 4, all: true });
    expect(await look(PUBLIC, { all: true })).toEqual([null, PUBLIC]);
    expect(await look([], {})).toEqual([null, []]);
  });

  it('gives none when one of them is private', async () => {
    const mixed = [...PUBLIC, { address: '10.0.0.1', family: 4 }];
    for (const options of [{}, { all: true }]) {
      const [error, addresses] = await look(mixed, options);
      expect(error).toMatchObject({
        kind: 'address',
        message: 'example.com is a private address',
        sent: false,
      });
      expect(addresses).toEqual([]);
    }
  });

  it('passes on that there is no such name', async () => {
    const error = new Error('ENOTFOUND');
    expect(await look([], {}, error)).toEqual([error, []]);
  });
});

describe('this machine', () => {
  it.each(['localhost', '127.0.0.1', '127.255.0.255', '[::1]'])('is %s', (name) => {
    expect(isLoopback(name)).toBe(true);
  });

  it.each([
    'localhost.evil.com',
    'xlocalhost',
    '127.0.0.1.evil.com',
    '127.0.0',
    '1127.0.0.1',
    '[::11]',
    '::1',
    '128.0.0.1',
  ])('is not %s', (name) => {
    expect(isLoopback(name)).toBe(false);
  });
});
