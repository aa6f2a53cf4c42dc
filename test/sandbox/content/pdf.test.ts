import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type PdfInput, renderPdf } from '../../../src/sandbox/content/pdf/pdf.ts';
import { readPdf } from '../../helpers/pdf-text.ts';

const render = async (markdown: string, more: Partial<PdfInput> = {}) =>
  readPdf(
    await renderPdf({
      title: 'Handbook',
      pages: [{ title: 'Start', level: 0, markdown }],
      image: () => undefined,
      ...more,
    }),
  );

function png(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(8 + body.length);
    out.writeUInt32BE(data.length);
    body.copy(out, 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = Buffer.alloc(height * (1 + 3 * width), 0);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a PDF of pages', () => {
  it('holds titles, text, lists, quotes, code and tables in reading order', async () => {
    const pdf = await render(
      'Hello **bold** and `code`.\n\n## Part\n\n* one\n* two\n  1. deep\n\n> quoted\n\n```sh\nnpm i\n\tx\n```\n\n| a | b |\n|---|---|\n| c | *d* |\n\n{% hint %}\nMind\n{% endhint %}\n\n<div>raw</div>',
    );
    expect(pdf).toMatchObject({ version: '%PDF-1.7', isComplete: true });
    expect(pdf.pages).toHaveLength(1);
    expect(
      pdf.pages[0]
        ?.split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ).toEqual([
      'Start',
      'Hello',
      'bold',
      'and',
      'code',
      '.',
      'Part',
      '•',
      'one',
      '•',
      'two',
      '1.',
      'deep',
      'quoted',
      'npm i',
      'x',
      'a',
      'b',
      'c',
      'd',
      'Mind',
      'raw',
      '1',
    ]);
  });

  it('writes other alphabets', async () => {
    const { pages } = await render('Привет, Ελλάδα, čeština, “quotes” — ok');
    expect(pages[0]).toContain('Привет, Ελλάδα, čeština, “quotes” — ok');
  });

  it('links addresses, and not what leads inside or runs', async () => {
    const { links } = await render(
      '[a](https://x.test/a) [b](b.md) <https://y.test> [c](javascript:1) [d](file:///etc)',
    );
    expect([...new Set(links)]).toEqual(['https://x.test/a', 'https://y.test']);
  });

  it('links pages of the document to each other', async () => {
    const bytes = await renderPdf({
      title: 'T',
      pages: [
        { id: 'first', title: 'First', level: 0, markdown: 'See [the second](b.md) and [nothing](c.md).' },
        { id: 'second', title: 'Second', level: 0, markdown: 'Text' },
      ],
      image: () => undefined,
      place: (href) => (href === 'b.md' ? 'second' : undefined),
    });
    const source = Buffer.from(bytes).toString('latin1');
    expect([...source.matchAll(/\/S \/GoTo\n\/D \((\w+)\)/g)].map(([, name]) => name)).toEqual(['second']);
    expect(source).toMatch(/\(second\) \[\d+ 0 R \/XYZ/);
  });

  it('shows images it can draw, and the text of others', async () => {
    const huge = Buffer.from(png(30, 20));
    for (const at of [16, 20]) huge.writeUInt32BE(100_000, at);
    const images: Record<string, Uint8Array> = {
      'ok.png': png(30, 20),
      'huge.png': huge,
      'bad.png': png(9, 9).slice(0, 40),
      'x.svg': Buffer.from('<svg width="1" height="1">'),
    };
    const pdf = await render(
      '![one](ok.png)\n\n![two](bad.png)\n\n![three](x.svg)\n\n![](gone.png)\n\n![four](huge.png)',
      {
        image: (href) => images[href],
      },
    );
    expect(pdf.images).toBeGreaterThanOrEqual(1);
    expect(pdf.pages[0]).not.toContain('[image: one]');
    expect(pdf.pages[0]).toContain('[image: three]');
    expect(pdf.pages[0]).toContain('[image: four]');
    expect(pdf.pages[0]).toContain('[image: no description]');
  });

  it('begins each page anew, with an outline and numbers', async () => {
    const long = 'Many words in a paragraph that goes on. '.repeat(300);
    const pages = [
      { title: 'Group', level: 0, markdown: '' },
      { title: 'First', level: 1, markdown: long },
      { title: 'Second', level: 1, markdown: 'Text' },
    ];
    const pdf = await render('', { pages });
    expect(pdf.pages.length).toBeGreaterThan(2);
    expect(pdf.pages[0]).toMatch(/^Group\n.*First/s);
    expect(pdf.pages.at(-1)).toContain('Second');
    expect(pdf.pages.at(-1)).toContain(String(pdf.pages.length));
    expect(pdf.outline).toBe(3);
  });

  it('is one empty page of an empty space, and the same bytes each time', async () => {
    expect((await render('', { pages: [] })).pages).toHaveLength(1);
    const twice = await Promise.all(
      [1, 2].map(() =>
        renderPdf({ title: 'T', pages: [{ title: 'a', level: 0, markdown: 'x' }], image: () => undefined }),
      ),
    );
    expect(Buffer.compare(twice[0] ?? Buffer.of(1), twice[1] ?? Buffer.of(2))).toBe(0);
  });

  it('survives odd content', async () => {
    const nested = Array.from({ length: 60 }, (_, n) => `${'  '.repeat(n)}* x`).join('\n');
    for (const text of [
      'x'.repeat(20_000),
      nested,
      `${'> '.repeat(60)}deep`,
      '\u0000\ud800\u202e 🚀 漢字',
      `\`\`\`\n${'y'.repeat(5000)}\n\`\`\``,
      '| a |\n|---|\n| |',
      '# ',
      '****',
      '[](https://x.test)',
    ]) {
      expect((await render(text)).isComplete).toBe(true);
    }
  });
});
