import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importContent } from '../../../src/sandbox/content/import/content-import.ts';
import { htmlToMarkdown } from '../../../src/sandbox/content/import/html-to-markdown.ts';
import type {
  ContentImport,
  Fetched,
  ImportedContent,
} from '../../../src/sandbox/content/import/import-source.ts';
import { walk } from '../../../src/sandbox/content/tree.ts';
import { growth, LINEAR } from '../../helpers/growth.ts';
import { countingIds, memoryContent } from '../../helpers/memory-content.ts';

const content = memoryContent();
type Site = Record<string, string | { type: string; bytes: Uint8Array } | number>;

function importing(site: Site, url: string, more: Partial<ContentImport> = {}) {
  const asked: string[] = [];
  const fetch = async (address: string): Promise<Fetched> => {
    asked.push(address);
    const found = site[address];
    const base = {
      url: address,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      bytes: new Uint8Array(),
    };
    if (found === undefined) return { ...base, status: 404 };
    if (typeof found === 'number') throw new Error('network');
    if (typeof found === 'string') return { ...base, bytes: new TextEncoder().encode(found) };
    return { ...base, contentType: found.type, bytes: found.bytes };
  };
  const result = importContent({
    url,
    source: 'website',
    fetch,
    content,
    newId: countingIds(),
    now: '2024-05-01T00:00:00Z',
    ...more,
  });
  return { asked, result };
}
const outline = ({ pages }: ImportedContent) =>
  [...walk(pages)].map(({ page, path }) => `${path}: ${page.title}`);
const text = ({ pages }: ImportedContent, path: string) =>
  content.text([...walk(pages)].find((one) => one.path === path)?.page.markdown ?? '');
const png = { type: 'image/png', bytes: new Uint8Array([1, 2, 3]) };

describe('HTML as Markdown', () => {
  it('converts what a documentation page holds, and leaves its frame out', () => {
    const html = `<html><head><title>Site | X</title></head><body><nav><a href="/">Home</a></nav><main>
      <h1>Install &amp; run</h1><p>Use <code>npm</code> and <b>wait</b>.<br>Then <a href="next.html#part">go on</a>.</p>
      <ol start="3"><li>three</li><li>four<ul><li>deep</li></ul></li></ol>
      <pre><code class="language-sh">npm i\n</code></pre>
      <table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>x</code></td><td>y</td></tr></tbody></table>
      <blockquote>Quoted</blockquote><img src="/i.png" alt="An [image]"><a href="javascript:alert(1)">bad</a><script>x()</script>
      </main><footer>Foot</footer></body></html>`;
    const page = htmlToMarkdown(html, 'https://x.test/docs/start');
    expect(page).toEqual({
      title: 'Install & run',
      links: ['https://x.test/docs/next.html#part'],
      images: ['https://x.test/i.png'],
      markdown: `Use \`npm\` and **wait**.  \nThen [go on](https://x.test/docs/next.html#part).

3.  three
4.  four
    *   deep

\`\`\`sh
npm i
\`\`\`

| a   | b   |
| --- | --- |
| \`x\` | y   |

> Quoted

![An \\[image\\]](https://x.test/i.png)bad
`,
    });
  });

  it('keeps the header of the main part, and drops that of the page', () => {
    expect(
      htmlToMarkdown(
        '<header>Site</header><article><header><h1>T</h1></header>x</article>',
        'https://x.test/',
      ),
    ).toMatchObject({ title: 'T', markdown: 'x\n' });
    expect(htmlToMarkdown('<body><header>Site</header><h1>T</h1>x', 'https://x.test/')).toMatchObject({
      title: 'T',
      markdown: 'x\n',
    });
  });

  it('takes the title of the document where no heading stands first', () => {
    expect(htmlToMarkdown('<title>A &amp; <b></title><p>x', 'https://x.test/').title).toBe('A &');
    expect(htmlToMarkdown('<p>x', 'https://x.test/').title).toBe('https://x.test/');
  });

  it('refuses a page too deep or too large', () => {
    expect(() => htmlToMarkdown('<div>'.repeat(200_000), 'https://x.test/')).toThrow(/nested too deep/);
    for (const html of ['x'.repeat(3_000_000), '<br>'.repeat(60_000), '<tr>'.repeat(2000)]) {
      expect(() => htmlToMarkdown(html, 'https://x.test/')).toThrow('more than');
    }
    expect(htmlToMarkdown(`<ul>${'<li>x<p>y'.repeat(3000)}`, 'https://x.test/').markdown).toContain('x');
  });
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
    const { result } = importing({ 'https://x.test/': `<p ${'a '.repeat(1000)}>x</p>` }, 'https://x.test/');
    await expect(result).rejects.toThrow(/nothing to import: .* more than 500 attributes/);
  });
});

describe('a website', () => {
  const site: Site = {
    'https://x.test/docs/':
      '<h1>Docs</h1><a href="a.html">A</a> <a href="/docs/b/?q=1#part">B</a> <a href="/blog">Blog</a> <img src="/logo.png"> <a href="gone">Gone</a>',
    'https://x.test/docs/a.html':
      '<h1>Page A</h1><a href="./">Up</a><a href="b">B</a><img src="img?id=7"><img src="/dead.png">',
    'https://x.test/docs/b': '<h1>Page B</h1><a href="https://other.test/docs/c">C</a>',
    'https://x.test/logo.png': png,
    'https://x.test/docs/img?id=7': { ...png, type: 'image/jpeg' },
    'https://x.test/dead.png': 1,
    'https://x.test/blog': '<h1>Blog</h1>',
  };

  it('brings the page, the pages below it, and their images', async () => {
    const { result, asked } = importing(site, 'https://x.test/docs/', { taken: ['docs'] });
    const found = await result;
    expect(outline(found)).toEqual(['docs-1: Docs', 'docs-1/a: Page A', 'docs-1/b: Page B']);
    expect(found.files.map(({ name, contentType }) => [name, contentType])).toEqual([
      ['logo.png', 'image/png'],
      ['img.jpg', 'image/jpeg'],
    ]);
    expect(text(found, 'docs-1')).toBe(
      `[A](/docs-1/a) [B](/docs-1/b#part) [Blog](https://x.test/blog) ![](/files/${found.files[0]?.id}) [Gone](https://x.test/docs/gone)\n`,
    );
    expect(text(found, 'docs-1/a')).toContain('[Up](/docs-1)');
    expect({ imported: found.importedResources, total: found.totalResources }).toEqual({
      imported: 5,
      total: 7,
    });
    expect(asked.filter((url) => /blog|other/.test(url))).toEqual([]);
  });

  it('stays within its limits', async () => {
    const endless: Site = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [
        `https://x.test/p${n}`,
        `<h1>P${n}</h1><a href="/p${n + 1}">next</a>`,
      ]),
    );
    const found = await importing(
      { ...endless, 'https://x.test/': '<h1>Top</h1><a href="/p0">x</a>' },
      'https://x.test/',
      { limits: { pages: 5 } },
    ).result;
    expect(outline(found)).toHaveLength(5);
    const large = importing(site, 'https://x.test/docs/', { limits: { fileBytes: 2 } }).result;
    await expect(large).rejects.toThrow('nothing to import: https://x.test/docs/ cannot be read');
  });

  it('says why there is nothing to import', async () => {
    await expect(importing({}, 'https://x.test/').result).rejects.toThrow(
      'nothing to import: https://x.test/ answered 404',
    );
    await expect(importing({ 'https://x.test/': png }, 'https://x.test/').result).rejects.toThrow(
      'is image/png, not HTML',
    );
    await expect(importing({}, 'https://x.test/', { source: 'notion' }).result).rejects.toThrow(
      'it reads website, markdown, html and zip',
    );
  });
});

describe('single pages', () => {
  it('brings one HTML page without those it leads to', async () => {
    const found = await importing(
      { 'https://x.test/a': '<h1>A</h1><a href="/a/b">b</a>', 'https://x.test/a/b': '<h1>B</h1>' },
      'https://x.test/a',
      { source: 'html' },
    ).result;
    expect(outline(found)).toEqual(['a: A']);
  });

  it('brings Markdown with its front matter', async () => {
    const source = {
      type: 'text/plain',
      bytes: new TextEncoder().encode('---\nicon: book\n---\n# Öl\n\nText\n'),
    };
    const found = await importing({ 'https://x.test/raw/oil.md': source }, 'https://x.test/raw/oil.md', {
      source: 'markdown',
    }).result;
    expect(found.pages[0]).toMatchObject({ title: 'Öl', slug: 'ol', icon: 'book' });
    expect(text(found, 'ol')).toBe('Text\n');
    const bad = { type: 'text/plain', bytes: new Uint8Array([0xff]) };
    await expect(
      importing({ 'https://x.test/x': bad }, 'https://x.test/x', { source: 'markdown' }).result,
    ).rejects.toThrow('not valid UTF-8');
  });
});

/** An archive made by hand: files deflated, or stored where `method` says so. */
function zip(
  files: Record<string, string>,
  { method = 8, size, flags = 0 }: { method?: number; size?: number; flags?: number } = {},
): Uint8Array {
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
  return Buffer.concat([...locals, ...entries, end]);
}

describe('a ZIP archive', () => {
  const archive = (bytes: Uint8Array, more: Partial<ContentImport> = {}) =>
    importing({ 'https://x.test/a.zip': { type: 'application/zip', bytes } }, 'https://x.test/a.zip', {
      source: 'zip',
      ...more,
    }).result;

  it('brings Markdown and HTML files, their order, and the links between them', async () => {
    const found = await archive(
      zip({
        'export/': '',
        'export/SUMMARY.md': '* [Start](start.md)\n* [Old](sub/old.md)\n',
        'export/start.md': '# Start\n\n[old](sub/old.md#x) ![i](img/a%20b.png) [out](https://x.test)\n',
        'export/sub/old.html':
          '<title>Old page</title><a href="../start.md">start</a> <a href="https://y.test/">y</a>',
        'export/img/a b.png': 'png',
        '__MACOSX/x': 'junk',
      }),
      { taken: ['start'] },
    );
    expect(outline(found)).toEqual(['start-1: Start', 'old: Old page']);
    expect(found.pages.every((page) => page.git === undefined)).toBe(true);
    expect(text(found, 'start-1')).toBe(
      `[old](/old#x) ![i](/files/${found.files[0]?.id}) [out](https://x.test)\n`,
    );
    expect(text(found, 'old')).toBe('[start](/start-1) [y](https://y.test/)\n');
  });

  it('reads stored files', async () => {
    expect(outline(await archive(zip({ 'a.md': '# A' }, { method: 0 })))).toEqual(['a: A']);
  });

  it.each([
    ['no archive', new TextEncoder().encode('hello, this is no archive'), 'this is not a ZIP archive'],
    ['one that climbs', zip({ '../x.md': 'x' }), 'leads out of it'],
    ['an absolute path', zip({ '/x.md': 'x' }), 'leads out of it'],
    ['an encrypted one', zip({ 'x.md': 'x' }, { flags: 1 }), 'encrypted'],
    ['another method', zip({ 'x.md': 'x' }, { method: 12 }), 'compression method 12'],
    ['a lie about sizes', zip({ 'x.md': 'x'.repeat(1000) }, { size: 10 }), 'damaged'],
    ['a cut-off one', zip({ 'x.md': 'x' }).slice(20), 'damaged'],
    ['no page', zip({ 'x.bin': 'x' }), 'contains no Markdown or HTML page'],
  ])('refuses %s', async (_what, bytes, reason) => {
    await expect(archive(bytes)).rejects.toThrow(reason);
  });

  it('refuses what is too large, before it is inflated', async () => {
    await expect(archive(zip({ 'x.md': 'x'.repeat(1000) }), { limits: { fileBytes: 100 } })).rejects.toThrow(
      '1000 bytes',
    );
  });
});
