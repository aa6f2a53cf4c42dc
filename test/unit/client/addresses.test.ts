import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { publicLookup, refusePrivate } from '../../../src/client/transport/address.ts';
import { WireFault } from '../../../src/client/transport/transport.ts';
import { thrownBy } from '../../helpers/config-home.ts';

describe('a private address', () => {
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
