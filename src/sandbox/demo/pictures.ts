// The demo's files: a drawing, and a picture made pixel by pixel.
import { crc32, deflateSync } from 'node:zlib';

/** Four states of a parcel and the way between them. */
export const parcelStates = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="120" viewBox="0 0 640 120" font-family="sans-serif" font-size="14">
  <g fill="#eef4ff" stroke="#3b6fd4">
    <rect x="10" y="40" width="120" height="40" rx="8"/>
    <rect x="180" y="40" width="120" height="40" rx="8"/>
    <rect x="350" y="40" width="120" height="40" rx="8"/>
    <rect x="520" y="40" width="110" height="40" rx="8"/>
  </g>
  <g stroke="#3b6fd4" stroke-width="2">
    <path d="M130 60h48"/><path d="M300 60h48"/><path d="M470 60h48"/>
  </g>
  <g text-anchor="middle">
    <text x="70" y="65">booked</text><text x="240" y="65">collected</text>
    <text x="410" y="65">in transit</text><text x="575" y="65">delivered</text>
  </g>
</svg>
`;

export const LABEL_SIZE = { width: 210, height: 296 };

/** A parcel label as PNG: frame, address lines, bar code. */
export function sampleLabel(): Uint8Array {
  const { width, height } = LABEL_SIZE;
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    rows.push(0);
    for (let x = 0; x < width; x++) rows.push(isInk(x, y) ? 0x20 : 0xff);
  }
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  // Eight bits a pixel, grey.
  header.setUint8(8, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(Uint8Array.from(rows))),
    chunk('IEND', new Uint8Array()),
  ]);
}

function isInk(x: number, y: number): boolean {
  const { width, height } = LABEL_SIZE;
  const inset = Math.min(x - 6, y - 6, width - 7 - x, height - 7 - y);
  if (inset < 0) return false;
  if (inset < 2 || (y > 118 && y < 121)) return true;
  const isLine = y > 24 && y < 106 && (y - 24) % 16 < 5;
  if (isLine) return x > 18 && x < 18 + 150 - ((y - 24) >> 4) * 17;
  const inBars = y > 150 && y < 260 && x > 20 && x < 190;
  // Bars of uneven width, as a code has them.
  return inBars && ((x * x * 7 + x * 13) >> 4) % 3 === 0;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
