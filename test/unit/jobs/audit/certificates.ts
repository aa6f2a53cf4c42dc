// Certificates of any dates and keys, made in DER: no program makes those that are wrong.

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const SHA256_RSA = sequence(
  der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b])),
  der(0x05),
);
const COMMON_NAME = der(0x06, Buffer.from([0x55, 0x04, 0x03]));
const nameOf = (text: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));
const timeOf = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));

const made = new Map<number, { privateKey: KeyObject; publicKey: KeyObject }>();

/** One pair of keys for each size: making them is slow. */
function rsaKeys(bits: number) {
  const keys = made.get(bits) ?? generateKeyPairSync('rsa', { modulusLength: bits });
  made.set(bits, keys);
  return keys;
}

const DAY_MS = 86_400_000;

/** A certificate in PEM, from so many days before `now` to so many after it. */
export function certificate(
  now: Date,
  { from = -10, to = 1000, bits = 2048 }: { from?: number; to?: number; bits?: number },
): string {
  const keys = rsaKeys(bits);
  const at = (days: number) => timeOf(new Date(now.getTime() + days * DAY_MS));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SHA256_RSA,
    nameOf('idp.example'),
    sequence(at(from), at(to)),
    nameOf('idp.example'),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, keys.privateKey));
  const lines =
    sequence(body, SHA256_RSA, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}
