// Width and height of an image, read from its first bytes.

export interface Dimensions {
  width: number;
  height: number;
}

/** Takes PNG, GIF, JPEG, WebP or SVG; undefined for anything else, and for what is cut off. */
export function imageSize(bytes: Uint8Array): Dimensions | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size =
      pngSize(buffer) ?? gifSize(buffer) ?? webpSize(buffer) ?? jpegSize(buffer) ?? svgSize(buffer);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch {
    // Reading past the end of a damaged image.
    return undefined;
  }
}

const starts = (buffer: Buffer, text: string, at = 0) =>
  buffer.toString('latin1', at, at + text.length) === text;

function pngSize(buffer: Buffer): Dimensions | undefined {
  if (!starts(buffer, '\x89PNG\r\n\x1a\n')) return undefined;
  return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) };
}

function gifSize(buffer: Buffer): Dimensions | undefined {
  if (!starts(buffer, 'GIF8')) return undefined;
  return { width: buffer.readUInt16LE(6), height: buffer.readUInt16LE(8) };
}

function webpSize(buffer: Buffer): Dimensions | undefined {
  if (!starts(buffer, 'RIFF') || !starts(buffer, 'WEBP', 8)) return undefined;
  if (starts(buffer, 'VP8X', 12)) {
    return { width: buffer.readUIntLE(24, 3) + 1, height: buffer.readUIntLE(27, 3) + 1 };
  }
  if (starts(buffer, 'VP8L', 12)) {
    const bits = buffer.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return { width: buffer.readUInt16LE(26) & 0x3fff, height: buffer.readUInt16LE(28) & 0x3fff };
}

/** Frame headers C0 to CF hold the size; C4, C8 and CC mean something else. */
function jpegSize(buffer: Buffer): Dimensions | undefined {
  if (buffer.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (buffer[at] === 0xff) {
    const marker = buffer.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: buffer.readUInt16BE(at + 5), width: buffer.readUInt16BE(at + 7) };
    }
    // A filler byte before a marker, or a marker with its segment.
    at += marker === 0xff ? 1 : 2 + buffer.readUInt16BE(at + 2);
  }
  return undefined;
}

function svgSize(buffer: Buffer): Dimensions | undefined {
  const tag = /<svg\b[^<>]{0,4000}>/.exec(buffer.toString('utf8', 0, 8192))?.[0];
  if (!tag) return undefined;
  const length = (name: string) =>
    Number(new RegExp(`\\s${name}=["']\\s*([\\d.]{1,12})(?:px)?\\s*["']`).exec(tag)?.[1]);
  const box =
    /\sviewBox=["']\s*([-\d.\s,]{1,100})["']/
      .exec(tag)?.[1]
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const width = length('width') || box[2];
  const height = length('height') || box[3];
  return width && height ? { width: Math.round(width), height: Math.round(height) } : undefined;
}
