import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type LoadedPreview,
  type LoadOptions,
  loadPreview,
  pageFindings,
} from '../../../../src/jobs/preview/loaded-preview.ts';
import { servePreview, watchFolder } from '../../../../src/jobs/preview/serve-preview.ts';
import { writeStatic } from '../../../../src/jobs/preview/write-static.ts';
import { HOSTILE } from '../../../helpers/hostile-markdown.ts';
import { temporaryFolder, untilEnd, writeFiles } from '../../../helpers/lasting.ts';
import { casesIn } from '../../../helpers/text-cases.ts';

const load = async (folder: string, more: Partial<LoadOptions> = {}): Promise<LoadedPreview> =>
  untilEnd(
    await loadPreview({
      ...{ folder, shown: folder, site: undefined, claims: undefined, leftOut: undefined },
      ...{ live: false, pictures: false, now: () => new Date('2026-11-24T10:00:00Z'), env: {} },
      ...more,
    }),
    (it) => it.close(),
  );

async function drawn(files: Record<string, string>, path = '/', more: Partial<LoadOptions> = {}) {
  const loaded = await load(temporaryFolder(files), more);
  const { status, body = '', headers } = await loaded.answer(path);
  return { status, body, headers, main: body.slice(body.indexOf('<main'), body.indexOf('</main>')) };
}

describe('the pages of a folder', () => {
  it('stand where they will stand, with titles, order and links', async () => {
    const files = {
      'SUMMARY.md': '# Contents\n\n* [Home](README.md)\n\n## Guides\n\n* [Start](guides/start.md)\n',
      'README.md': '# Home\n\nSee [start](guides/start.md#first-step) and [nothing](gone.md).\n',
      'guides/start.md':
        '---\ndescription: How to begin\nicon: rocket\n---\n\n# Start\n\n## First step\n\n## Second\n',
    };
    const home = await drawn(files);
    expect(home.main).toContain('<a href="/guides/start#first-step" rel="noopener noreferrer">start</a>');
    expect(home.main).toContain('<a>nothing</a>');
    expect(home.main).toContain('<a rel="next" href="/guides/start">');
    const start = await drawn(files, '/guides/start');
    expect(start.main).toMatch(/<h1><svg class="icon".*<\/svg>Start<\/h1>/);
    expect(start.main).toContain('<p class="lead">How to begin</p>');
    expect(start.body).toMatch(/<nav class="outline".*<a href="#first-step">/s);
    expect((await drawn(files, '/nothing')).status).toBe(404);
  });

  it.each(casesIn(join(import.meta.dirname, 'blocks.txt')))('have $title', async ({ given, wanted }) => {
    const { main } = await drawn({
      ...given,
      'b.md': '# Title of B\n',
      'a.pdf': '%PDF-',
      '.gitbook/includes/x.md': 'Reused text\n',
      '.gitbook/vars.yaml': 'product: Parcelworks\n',
    });
    expect(main).toContain(wanted.part?.trimEnd());
    expect(main).not.toMatch(/\{%|\$\$/);
  });

  it('show what the claims of a visitor allow', async () => {
    const page = '# Home\n\n{% if visitor.claims.plan == "pro" %}\nOnly pro\n{% endif %}\n';
    const claims = join(temporaryFolder({ 'claims.json': '{"plan":"pro"}' }), 'claims.json');
    expect((await drawn({ 'README.md': page })).main).not.toContain('Only pro');
    expect((await drawn({ 'README.md': page }, '/', { claims })).main).toContain('Only pro');
  });

  it('are sections where a folder has several spaces, or what a site file says', async () => {
    const files = {
      'guides/.gitbook.yaml': '',
      'guides/README.md': '# Guides home\n\nTo [errors](../api/errors.md).\n',
      'api/.gitbook.yaml': '',
      'api/README.md': '# API home\n',
      'api/errors.md': '# Errors\n',
    };
    const plain = await drawn(files, '/guides/');
    expect(plain.body).toContain('<a href="/api/">Api</a>');
    expect(plain.main).toContain('href="/api/errors"');
    const site = join(
      temporaryFolder({
        'site.yaml':
          'title: Our docs\nsections:\n  - title: Reference\n    path: ref\n    spaces: [api]\n  - title: Guides\n    spaces: [guides]\n',
      }),
      'site.yaml',
    );
    const asSite = await drawn(files, '/ref/errors', { site });
    expect(asSite.body).toContain('<title>Errors | Our docs</title>');
    await expect(drawn({ 'README.md': '# A\n' }, '/', { site })).rejects.toThrow(
      /no folder in .* is space "api"/,
    );
  });

  it('are still at addresses that .gitbook.yaml redirects', async () => {
    const files = {
      '.gitbook.yaml': 'redirects:\n  old/place: new.md\n',
      'README.md': '# Home\n',
      'new.md': '# New\n',
    };
    const { status, headers } = await drawn(files, '/old/place');
    expect([status, headers.location]).toEqual([307, '/new']);
  });
});

describe('hostile pages', () => {
  it('are at least thirty', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(30));

  it.each(HOSTILE)('%s has nothing that runs', async (markdown) => {
    const { main, body, headers } = await drawn({ 'README.md': `# Hostile\n\n${markdown}\n` });
    expect(main).toContain('Hostile</h1>');
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(String(headers['content-security-policy'])).toMatch(/script-src 'sha256-[^']+';/);
    expect(main).not.toMatch(/<(?:script|iframe|object|style|base|meta|form|button)\b/i);
    for (const [tag] of main.matchAll(/<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi)) {
      expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\s(?:on\w+|style)=/i);
      for (const [, url = ''] of tag.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g))
        expect(url).toMatch(/^(?:https?:|mailto:|tel:|[/#])/);
    }
  });
});

const serve = async (loaded: LoadedPreview) => untilEnd(await servePreview(loaded, 0), (it) => it.close());

/** As it is, dots and all: `fetch` would take them out. */
const get = (
  url: string,
  path: string,
  host?: string,
): Promise<{ status: number; text: string; type: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, headers: host === undefined ? {} : { host } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      const type = answer.headers['content-type'] ?? '';
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, type }));
    })
      .on('error', reject)
      .end();
  });

describe('a served preview', () => {
  it('serves files of the folder, and nothing else of the machine', async () => {
    const outside = temporaryFolder({ 'secret.txt': 'secret' });
    const folder = temporaryFolder({
      'README.md': '# Home\n',
      'a b.svg': '<svg onload="x"/>',
      '.git/config': 'secret',
    });
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'));
    symlinkSync(outside, join(folder, 'linked'));
    const served = await serve(await load(folder));

    const picture = await get(served.url, '/~files/a%20b.svg');
    expect([picture.status, picture.type]).toEqual([200, 'image/svg+xml']);
    for (const path of [
      '/~files/../../etc/passwd',
      '/~files/%2e%2e/%2e%2e/etc/passwd',
      '/~files//etc/passwd',
      '/~files/link.txt',
      '/~files/linked/secret.txt',
      '/~files/.git/config',
      '/~files/README.md',
      '/~files/%zz',
      '/%ff',
      '/../../etc/passwd',
    ]) {
      const { status, text } = await get(served.url, path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toMatch(/secret|root:/);
    }
    expect((await get(served.url, '/', 'evil.example')).status).toBe(403);
    expect((await get(served.url, '/', `localhost:${served.port}`)).status).toBe(200);
  });

  it('serves the fonts of the style sheet, which a browser may keep, and no other file beside them', async () => {
    const served = await serve(await load(temporaryFolder({ 'README.md': '# Home\n' })));

    const get = (path: string) => fetch(new URL(path, served.url));
    const font = await get('/~sandbox/fonts/inter-latin-wght-normal.woff2');
    expect(font.headers.get('content-type')).toBe('font/woff2');
    expect(font.headers.get('cache-control')).toMatch(/max-age/);
    expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
    const others = ['LICENSE', '..%2fLICENSE', 'constructor', ''];
    for (const name of others) expect((await get(`/~sandbox/fonts/${name}`)).status).toBe(404);
  });

  it('takes the next port where one is taken', async () => {
    const loaded = await load(temporaryFolder({ 'README.md': '# Home\n' }));
    const first = await servePreview(loaded, 0);
    const second = await servePreview(loaded, first.port);
    expect(second.port).toBeGreaterThan(first.port);
    await Promise.all([first.close(), second.close()]);
  });

  it('shows each change of a page, of its title and of the table of contents', async () => {
    const folder = temporaryFolder({
      'SUMMARY.md': '* [Home](README.md)\n',
      'README.md': '# Home\n\nOld text\n',
    });
    const loaded = await load(folder, { live: true });
    const changes: (() => void)[] = [];
    untilEnd(
      watchFolder(loaded, {
        changed: () => changes.shift()?.(),
        failed: (message) => expect(message).toBe(''),
      }),
      (it) => it.stop(),
    );
    const pageOnce = async (change: () => void) => {
      const told = new Promise<void>((resolve) => changes.push(resolve));
      change();
      await told;
      return (await loaded.answer('/')).body ?? '';
    };

    expect((await loaded.answer('/')).body).toContain('data-live="/~live"');
    const text = await pageOnce(() => writeFileSync(join(folder, 'README.md'), '# Home\n\nNew text\n'));
    expect(text).toContain('New text');
    const title = await pageOnce(() => writeFileSync(join(folder, 'README.md'), '# Start\n\nNew text\n'));
    expect(title).toContain('<title>Start |');
    const hidden = await pageOnce(() => writeFileSync(join(folder, 'README.md'), 'No title\n'));
    expect(hidden).toContain('<title>Home |');
    const list = await pageOnce(() => {
      writeFileSync(join(folder, 'more.md'), '# More\n');
      writeFileSync(join(folder, 'SUMMARY.md'), '* [Home](README.md)\n* [More](more.md)\n');
    });
    expect(list).toContain('<a href="/more">More</a>');
  });
});

it('what docs check finds stands below the page', async () => {
  const folder = temporaryFolder({
    'README.md': '# Home\n\nTo [nothing](gone.md).\n',
    'b.md': '# B\n\nText.\n',
  });
  const loaded = await load(folder);
  const all = await new Promise<Parameters<typeof loaded.setFindings>[0]>((resolve) =>
    pageFindings(folder, 2, resolve).soon(),
  );
  loaded.setFindings(all);
  const { body } = await loaded.answer('/');
  expect(body).toMatch(/<aside class="findings".*<code>README\.md:3:\d+<\/code> .*gone\.md/s);
  expect((await loaded.answer('/b')).body).not.toContain('class="findings"');
});

/** Static files of a folder, in another one. */
async function written(folder: string, to = temporaryFolder(), shown = to) {
  const loaded = await load(folder);
  const { signal } = new AbortController();
  const { pages } = await writeStatic(loaded, { folder: to, shown, signal });
  const read = (path: string) => readFileSync(join(to, path), 'utf8');
  return { loaded, pages, to, read, has: (path: string) => existsSync(join(to, path)) };
}

describe('static files', () => {
  const files = {
    'README.md': '# Home\n\nTo [a](guides/a.md#part), ![flow](x%20y.svg)\n',
    'guides/a.md': '# A\n\n## Part\n\nWords about labels.\n\n## Other\n',
    'x y.svg': '<svg/>',
    'unused.txt': 'unused',
  };

  it('lead from one to the other without a server', async () => {
    const { pages, to, read, has } = await written(temporaryFolder(files));
    expect(pages).toBe(2);
    const names = readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.html$/.test(name),
    );
    expect(names.sort()).toEqual(['guides/a/index.html', 'index.html', 'search/index.html']);
    for (const name of names) {
      for (const [, href = ''] of read(name).matchAll(/\b(?:href|src|action|data-index)="([^"#][^"]*)"/g)) {
        if (/^(?:https?|data):/.test(href)) continue;
        expect(href).not.toMatch(/^\//);
        const path = posix.join(posix.dirname(name), decodeURIComponent(href.replace(/[?#].*$/, '')));
        expect([name, href, has(path)]).toEqual([name, href, true]);
      }
    }
    expect(has('-assets/files/unused.txt')).toBe(false);
    expect(read('search/index.html')).toContain('Words about labels');
  });

  it('have the pages that no search lists, too: a link leads to them', async () => {
    const { loaded, pages, read, has } = await written(
      temporaryFolder({
        'README.md': '# Home\n\nSee [it](hid.md) and [that](quiet.md).\n',
        'hid.md': '---\nhidden: true\n---\n\n# Hid\n',
        'hid/below.md': '# Below\n',
        'quiet.md': '---\nnoIndex: true\n---\n\n# Quiet\n',
      }),
    );
    for (const { href } of loaded.pages()) expect((await loaded.answer(href)).status).toBe(200);
    expect(pages).toBe(4);
    const home = read('index.html');
    expect(home).toContain('<a href="hid/index.html" rel="noopener noreferrer">it</a>');
    expect(home).toContain('<a href="quiet/index.html" rel="noopener noreferrer">that</a>');
    expect(home.match(/hid\/index\.html/g)).toHaveLength(1);
    expect(has('hid/index.html')).toBe(true);
    expect(JSON.parse(read('-assets/search.json')).map(([title]: string[]) => title)).toEqual(['Home']);
  });

  it('bring the fonts that their style sheet names, and the one for formulas where there are some', async () => {
    const assets = async (home: string) => {
      const { to } = await written(temporaryFolder({ 'README.md': home, 'other.md': '# Other\n' }));
      return join(to, '-assets');
    };
    const plain = await assets('# Home\n');
    const style = readFileSync(join(plain, 'style-1.css'), 'utf8');
    const named = [...style.matchAll(/url\((fonts\/[\w-]+\.woff2)\)/g)].map(([, path = '']) => path);
    expect(named).toContain('fonts/inter-latin-wght-normal.woff2');
    expect(named.filter((path) => !existsSync(join(plain, path)))).toEqual([]);
    expect(readdirSync(join(plain, 'fonts')).filter((name) => name.endsWith('.ttf'))).toEqual([]);
    expect(readdirSync(join(await assets('# Home\n\n$$\nx^2\n$$\n'), 'fonts'))).toContain(
      'DejaVuMathTeXGyre.ttf',
    );
    // Where all pages are in one space, its name beside each of them says nothing.
    const rows: string[][] = JSON.parse(readFileSync(join(plain, 'search.json'), 'utf8'));
    expect(rows.map(([title, , , , space]) => [title, space])).toEqual([
      ['Home', ''],
      ['Other', ''],
    ]);
  });

  it('replace what an earlier run wrote, and nothing else', async () => {
    const to = temporaryFolder();
    const folder = temporaryFolder(files);
    const write = () => written(folder, to, 'public');
    await write();
    rmSync(join(folder, 'guides'), { recursive: true });
    await write();
    expect(existsSync(join(to, 'guides/a/index.html'))).toBe(false);

    // A list that another put there leads through a link out of the folder.
    const outside = temporaryFolder({ 'kept.txt': 'kept' });
    symlinkSync(outside, join(to, 'link'));
    const list = JSON.parse(readFileSync(join(to, '.docs-preview.json'), 'utf8'));
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    list.files['link/kept.txt'] = hash('kept');
    // So do names of files that others wrote, or changed since, and of those of git.
    for (const name of ['own.txt', '.git/HEAD']) list.files[name] = hash(name);
    const json = JSON.stringify(list);
    writeFiles(to, { 'own.txt': 'changed', '.git/HEAD': '.git/HEAD', '.docs-preview.json': json });
    await write();
    expect(readdirSync(outside)).toEqual(['kept.txt']);
    for (const name of ['own.txt', '.git/HEAD']) expect(existsSync(join(to, name))).toBe(true);
    rmSync(join(to, '.docs-preview.json'));
    await expect(write()).rejects.toThrow('public/index.html is there, and docs preview did not write it');
  });
});
