// Archives whose bytes depend on nothing but what is in them: tar, gzip and ar, without programs that may be missing.
import { gzipSync } from 'node:zlib';

export interface Item {
  /** Without a slash in front. */
  path: string;
  /** A folder has neither. */
  data?: Buffer;
  link?: string;
  executable?: boolean;
}

const BLOCK = 512;

/** In the order of their paths, folders first; owner 0, one time for all. */
export function tar(items: readonly Item[], seconds: number): Buffer {
  const folders = new Set(items.flatMap(({ path }) => parentsOf(path)));
  const all: Item[] = [...[...folders].map((path) => ({ path })), ...items];
  const parts = all
    .sort((a, b) => Number(a.path > b.path) - Number(a.path < b.path))
    .flatMap((item) => entryOf(item, seconds));
  return Buffer.concat([...parts, Buffer.alloc(BLOCK * 2)]);
}

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
}

function entryOf(item: Item, seconds: number): Buffer[] {
  const { path, data = Buffer.alloc(0) } = item;
  const name = `./${path}`;
  // Longer than the header holds: the record of GNU tar, which dpkg reads, too.
  const long =
    Buffer.byteLength(name) <= 100
      ? []
      : [
          header({ name: '././@LongLink', size: Buffer.byteLength(name) + 1, type: 'L' }, 0),
          padded(Buffer.from(`${name}\0`)),
        ];
  const type = item.link !== undefined ? '2' : path.endsWith('/') ? '5' : '0';
  const mode = type === '0' && !item.executable ? 0o644 : 0o755;
  const facts = { name, size: data.length, type, mode, ...(item.link !== undefined && { link: item.link }) };
  return [...long, header(facts, seconds), padded(data)];
}

interface Facts {
  name: string;
  size: number;
  type: string;
  mode?: number;
  link?: string;
}

function header({ name, size, type, mode = 0o644, link = '' }: Facts, seconds: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const fields: readonly (readonly [at: number, text: string])[] = [
    [100, octal(mode, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(size, 12)],
    [136, octal(seconds, 12)],
    [148, '        '],
    [156, type],
    [157, link],
    [257, 'ustar  \0'],
    [265, 'root'],
    [297, 'root'],
  ];
  block.write(Buffer.from(name).subarray(0, 100).toString('latin1'), 0, 'latin1');
  for (const [at, text] of fields) block.write(text, at, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

const padded = (data: Buffer): Buffer =>
  data.length % BLOCK === 0 ? data : Buffer.concat([data, Buffer.alloc(BLOCK - (data.length % BLOCK))]);

/** Node writes no time and no name into the header. */
export const gzip = (data: Buffer): Buffer => gzipSync(data, { level: 9 });

/** As `ar` writes it for a Debian package. */
export function ar(members: readonly (readonly [name: string, data: Buffer])[], seconds: number): Buffer {
  const parts = members.flatMap(([name, data]) => {
    const facts = [
      name.padEnd(16),
      String(seconds).padEnd(12),
      '0     ',
      '0     ',
      '100644  ',
      String(data.length).padEnd(10),
    ];
    return [
      Buffer.from(`${facts.join('')}\`\n`, 'latin1'),
      data,
      Buffer.from(data.length % 2 === 1 ? '\n' : ''),
    ];
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}
