import { expect, it } from 'vitest';
import { contentTypeOf, extensionOf } from '../../../src/files/content-type.ts';
import { imageSize } from '../../../src/sandbox/content/pdf/image-size.ts';

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const svg = (attributes: string) =>
  new TextEncoder().encode(`<?xml version="1.0"?>\n<svg xmlns="x" ${attributes}><g/></svg>`);

it.each([
  ['PNG', hex('89504e470d0a1a0a 0000000d49484452 00000140 000000c8')],
  ['GIF', hex('474946383961 4001 c800')],
  ['JPEG', hex('ffd8 ffe00004aabb ffff ffc4 0003 00 ffc0 0011 08 00c8 0140 03')],
  ['WebP, lossy', hex('52494646 00000000 57454250 56503820 00000000 000000 9d012a 4001 c800')],
  ['WebP, lossless', hex('52494646 00000000 57454250 5650384c 00000000 2f 3fc13100')],
  ['WebP, extended', hex('52494646 00000000 57454250 56503858 00000000 00000000 3f0100 c70000')],
  ['SVG with sizes', svg('width="320px" height="200"')],
  ['SVG with a view box', svg('viewBox="0 0 320 200"')],
])('reads the size of %s', (_kind, bytes) => {
  expect(imageSize(bytes)).toEqual({ width: 320, height: 200 });
});

it('says nothing of what is no image, or cut off', () => {
  for (const bytes of [
    new Uint8Array(),
    hex('89504e470d0a1a0a 00'),
    hex('ffd8'),
    hex('ffd8ffe0'),
    hex('ffd8ffe00002ffe00002'),
    new TextEncoder().encode('hello'),
    svg(''),
  ]) {
    expect(imageSize(bytes)).toBeUndefined();
  }
});

it('knows content types by extension, and back', () => {
  expect([contentTypeOf('a/b.PNG'), contentTypeOf('x.constructor'), contentTypeOf('noext')]).toEqual([
    'image/png',
    'application/octet-stream',
    'application/octet-stream',
  ]);
  expect([extensionOf('image/jpeg; q=1'), extensionOf('x/y')]).toEqual(['.jpg', '']);
});
