// What an import makes of websites, pages and archives: the cases of test/sandbox/content/imported.
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importContent } from '../../../src/sandbox/content/import/content-import.ts';
import { htmlToMarkdown } from '../../../src/sandbox/content/import/html-to-markdown.ts';
import type { ContentImport, Fetched } from '../../../src/sandbox/content/import/import-source.ts';
import { walk } from '../../../src/sandbox/content/tree.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';
import { countingIds, memoryContent } from '../../helpers/memory-content.ts';
import { textCases } from '../../helpers/text-cases.ts';

const content = memoryContent();
const linesOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

// Parts that are given: `html`, a page; `import`, what is asked for; `packed`, how an archive is made; `zip a.md`, a file
// in it; `https://x.test/a`, what is there, with its type, `hex` where it is bytes, or `throws`.
textCases(
  join(import.meta.dirname, 'imported'),
  async (_, { html, import: wish = '{}', packed = '{}', ...given }) => {
    if (html !== undefined) {
      const { title, links, images, markdown } = htmlToMarkdown(html, 'https://x.test/docs/start');
      return { title: `${title}\n`, links: linesOf(links), images: linesOf(images), markdown };
    }
    const inZip = Object.entries(given).flatMap(([name, text]) =>
      name.startsWith('zip ') ? [[name.slice(4), text]] : [],
    );
    const site = new Map(
      Object.entries(given).map(([name, text]) => [name.split(' ')[0], fetchedOf(name, text)]),
    );
    if (inZip.length > 0) {
      const bytes = zip(Object.fromEntries(inZip), JSON.parse(packed));
      site.set('https://x.test/a.zip', { contentType: 'application/zip', bytes });
    }
    return outcome(site, JSON.parse(wish)).catch((error: unknown) => ({
      error: `${Object(error).message}\n`,
    }));
  },
);

type Found = Pick<Fetched, 'contentType' | 'bytes'>;

function fetchedOf(name: string, text: string): Found | 'throws' {
  const [, type = 'text/html; charset=utf-8', encoding] = name.split(' ');
  if (type === 'throws') return type;
  const bytes = encoding === 'hex' ? Buffer.from(text.trim(), 'hex') : Buffer.from(text);
  return { contentType: type, bytes: new Uint8Array(bytes) };
}

/** What comes of it: its pages, their texts by their paths, its files, and what was asked for. */
async function outcome(
  site: ReadonlyMap<string | undefined, Found | 'throws'>,
  wish: Partial<ContentImport>,
) {
  const asked: string[] = [];
  const fetch = async (url: string): Promise<Fetched> => {
    asked.push(url);
    const found = site.get(url);
    if (found === 'throws') throw new Error('network');
    const none = { contentType: 'text/html; charset=utf-8', bytes: new Uint8Array() };
    return { url, status: found ? 200 : 404, ...(found ?? none) };
  };
  const isWebsite = wish.url !== undefined;
  const { pages, files, importedResources, totalResources } = await importContent({
    ...{ url: 'https://x.test/a.zip', source: isWebsite ? 'website' : 'zip', fetch, content },
    ...{ newId: countingIds(), now: '2024-05-01T00:00:00Z', ...wish },
  });
  const placed = [...walk(pages)];
  return {
    ...Object.fromEntries(placed.map(({ path, page }) => [path, content.text(page.markdown ?? '')])),
    pages: linesOf(placed.map(({ path, page }) => `${path}: ${page.title}`)),
    settings: linesOf(
      placed.map(({ path, page: { icon, git } }) => `${path} ${JSON.stringify({ icon, git })}`),
    ),
    files: linesOf(files.map(({ id, name, contentType }) => `${id} ${name} ${contentType}`)),
    imported: `${importedResources} of ${totalResources}\n`,
    asked: linesOf(asked),
  };
}

interface Packed {
  method?: number;
  size?: number;
  flags?: number;
  /** So many bytes are missing at the start. */
  cut?: number;
}

/** An archive made by hand: files deflated, or stored where `method` says so. */
function zip(files: Record<string, string>, { method = 8, size, flags = 0, cut = 0 }: Packed): Uint8Array {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, source] of Object.entries(files)) {
    const name = Buffer.from(path);
    const bytes = Buffer.from(source);
    const data = method === 8 ? deflateRawSync(bytes) : bytes;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(size ?? bytes.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, name, data);
    entries.push(entry, name);
    offset += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...entries, end]).subarray(cut);
}

it('refuses a page too deep or too large', () => {
  expect(() => htmlToMarkdown('<div>'.repeat(200_000), 'https://x.test/')).toThrow(/nested too deep/);
  for (const html of ['x'.repeat(3_000_000), '<br>'.repeat(60_000), '<tr>'.repeat(2000)]) {
    expect(() => htmlToMarkdown(html, 'https://x.test/')).toThrow('more than');
  }
  expect(htmlToMarkdown(`<ul>${'<li>x<p>y'.repeat(3000)}`, 'https://x.test/').markdown).toContain('x');
});

describe('a page with many attributes', () => {
  const pages: [string, (count: number) => string][] = [
    ['on one tag', (count) => `<p ${'a '.repeat(count)}>x</p>`],
    ['with values', (count) => `<p ${'a="1" '.repeat(count)}>x</p>`],
    ['without gaps', (count) => `<p ${'a="1"'.repeat(count)}>x</p>`],
    ['with slashes', (count) => `<p ${'a/'.repeat(count)}>x</p>`],
    ['on a tag without end', (count) => `<p ${'a '.repeat(count)}`],
    ['behind a quote without end', (count) => `<p b="${'a '.repeat(1000)}"${' a'.repeat(count)} c="`],
  ];
  it.each(pages)('is refused without a second look: %s', (_, html) => {
    const work = (count: number) =>
      expect(() => htmlToMarkdown(html(count), 'https://x.test/')).toThrow('more than 500 attributes');
    expect(growth(work, 25_000)).toBeLessThan(LINEAR);
  });

  it('is not what has long values, scripts or comments', () => {
    const long = 'a b="c" '.repeat(2000);
    const html = `<main><!-- <p ${long}> --><script>if (a<b) { ${long} }</script><h1>Hi</h1><p title="${long.replaceAll('"', "'")}">text</p></main>`;
    expect(htmlToMarkdown(html, 'https://x.test/').title).toBe('Hi');
  });

  it('that cannot be read is an error of the import, not an import of nothing', async () => {
    const page = fetchedOf('https://x.test/', `<p ${'a '.repeat(1000)}>x</p>`);
    const result = outcome(new Map([['https://x.test/', page]]), { url: 'https://x.test/' });
    await expect(result).rejects.toThrow(/nothing to import: .* more than 500 attributes/);
  });
});
