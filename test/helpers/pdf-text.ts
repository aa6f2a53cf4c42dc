import { inflateSync } from 'node:zlib';

interface PdfObject {
  head: string;
  stream: string;
}

/** The text of each page of a PDF that pdfkit wrote, and what else a test wants to know of it. */
export function readPdf(bytes: Uint8Array) {
  const source = Buffer.from(bytes).toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', ...rest] = body.split(/\bstream\n/);
    const raw = Buffer.from(rest.join('stream\n').replace(/\nendstream$/, ''), 'latin1');
    const stream =
      raw.length > 0 && head.includes('/FlateDecode') && !head.includes('/Image')
        ? inflateSync(raw).toString('latin1')
        : '';
    objects.set(id, { head, stream });
  }
  const all = [...objects.values()];
  const maps = fontMaps(objects);
  const pages = all
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => pageText(objects.get(/\/Contents (\d+)/.exec(head)?.[1] ?? '')?.stream ?? '', maps));
  return {
    version: source.slice(0, 8),
    pages,
    links: all.flatMap(({ head }) =>
      [...head.matchAll(/\/URI \(((?:[^()\\]|\\.)*)\)/g)].map((found) => found[1]),
    ),
    images: all.filter(({ head }) => head.includes('/Subtype /Image')).length,
    outline: all.filter(
      ({ head }) => /\/Title .*\/Parent|\/Parent[\s\S]*\/Title/.test(head) && head.includes('/Dest'),
    ).length,
    isComplete: /startxref\n\d+\n%%EOF\s*$/.test(source),
  };
}

type Characters = Map<number, string>;

/** Glyph numbers to characters, by the name a page calls the font. */
function fontMaps(objects: Map<string, PdfObject>): Map<string, Characters> {
  const maps = new Map<string, Characters>();
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const toUnicode = /\/ToUnicode (\d+)/.exec(objects.get(id)?.head ?? '')?.[1] ?? '';
      maps.set(name, characters(objects.get(toUnicode)?.stream ?? ''));
    }
  }
  return maps;
}

function characters(map: string): Characters {
  const found: Characters = new Map();
  for (const [, from = '', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f]*)>/gi)].entries()) {
      const text = Buffer.from(hex, 'hex').swap16().toString('utf16le');
      found.set(Number.parseInt(from, 16) + index, text);
    }
  }
  return found;
}

function pageText(stream: string, maps: Map<string, Characters>): string {
  let font: Characters = new Map();
  let text = '';
  for (const [, name, array] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = maps.get(name) ?? font;
    for (const [, hex = ''] of (array ?? '').matchAll(/<([0-9a-f]+)>/gi)) {
      for (const glyph of hex.match(/.{4}/g) ?? []) text += font.get(Number.parseInt(glyph, 16)) ?? '?';
    }
    if (array !== undefined) text += '\n';
  }
  return text;
}
