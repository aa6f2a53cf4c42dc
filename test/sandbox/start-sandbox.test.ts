import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { startSandbox as Published, Sandbox } from '../../bin/sandbox.js';
import { startSandbox } from '../../src/sandbox/testing/start-sandbox.ts';
import { temporaryFolder } from '../helpers/lasting.ts';

/** What the package says of its types is what it does: a difference does not compile. */
const start: typeof Published = startSandbox;

const folder = temporaryFolder();

async function ask({ url, token }: Pick<Sandbox, 'url' | 'token'>, path: string, init: RequestInit = {}) {
  const answer = await fetch(url + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const titles = async (sandbox: Sandbox): Promise<string[]> => {
  const { body } = await ask(sandbox, `/v1/orgs/${sandbox.organization}/spaces?limit=100`);
  return (body.items as { title: string }[]).map(({ title }) => title).sort();
};

const create = (sandbox: Sandbox, title: string) =>
  ask(sandbox, `/v1/orgs/${sandbox.organization}/spaces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  });

describe('a sandbox for tests', () => {
  it('goes back to its start, and to what was saved', async () => {
    await using sandbox = await start({ seed: 'empty' });
    await create(sandbox, 'one');
    await sandbox.save('one');
    await create(sandbox, 'two');
    await sandbox.restore('one');
    expect(await titles(sandbox)).toEqual(['one']);
    await sandbox.reset();
    expect(await titles(sandbox)).toEqual([]);
    expect((await sandbox.requests()).at(-1)).toMatchObject({ operation: 'spaces.list', fits: true });
  });

  it('has a clock, faults and tokens', async () => {
    await using sandbox = await start({ seed: 'empty', now: '2026-01-01', frozen: true });
    expect((await create(sandbox, 'one')).body.createdAt).toBe('2026-01-01T00:00:00.000Z');
    const token = sandbox.createToken({ expiresIn: '1h' });
    sandbox.clock.advance('2h');
    expect((await ask({ ...sandbox, token }, '/v1/user')).status).toBe(401);
    sandbox.setFaults([{ operation: 'users.caller', status: 429, retryAfter: 1, times: 1 }]);
    expect((await ask(sandbox, '/v1/user')).status).toBe(429);
    expect((await ask(sandbox, '/v1/user')).status).toBe(200);
    expect(() => sandbox.setFaults([{ status: 200 }])).toThrow(
      /faults: faults.0.status must be at least 400/,
    );
    expect(() => sandbox.setFaults([{ operation: 'nothing.at.all', cut: true }])).toThrow(/is not known/);
    expect(sandbox.revokeTokens()).toBeGreaterThan(0);
    expect((await ask(sandbox, '/v1/user')).status).toBe(401);
  });

  it('leaves nothing behind', async () => {
    const sandbox = await start({ seed: 'empty' });
    expect(existsSync(sandbox.file)).toBe(true);
    await sandbox.stop();
    await sandbox.stop();
    expect(existsSync(sandbox.file)).toBe(false);
    await expect(fetch(sandbox.url)).rejects.toThrow();
    await expect(sandbox.reset()).rejects.toThrow('this sandbox was stopped: start another one');
    await expect(start({ wat: 1 } as never)).rejects.toThrow(
      'unknown option "wat": startSandbox takes seed,',
    );
  });
});

describe('a seed', () => {
  it('is a checkout of a repository that says where its pages are', async () => {
    const seed = join(folder, 'checkout');
    mkdirSync(join(seed, '.git'), { recursive: true });
    mkdirSync(join(seed, 'docs'), { recursive: true });
    writeFileSync(join(seed, '.git/notes.md'), '# Not a page\n');
    writeFileSync(join(seed, '.gitbook.yaml'), 'root: ./docs/\nstructure:\n  summary: TOC.md\n');
    writeFileSync(join(seed, 'docs/TOC.md'), '* [Install](install.md)\n');
    writeFileSync(join(seed, 'docs/install.md'), '# Install\n\nRun it.\n');
    await using sandbox = await start({ seed });
    expect(await titles(sandbox)).toEqual(['checkout']);
    const { body } = await ask(sandbox, `/v1/orgs/${sandbox.organization}/spaces?limit=100`);
    const [space] = body.items as { id: string }[];
    const tree = await ask(sandbox, `/v1/spaces/${space?.id}/content/pages`);
    expect((tree.body.pages as { title: string }[]).map(({ title }) => title)).toEqual(['Install']);
    writeFileSync(join(seed, '.gitbook.yaml'), 'root: ./nowhere/\n');
    await expect(start({ seed })).rejects.toThrow(/root "nowhere\/?" is not a folder in/);
  });

  it('may be folders of Markdown, each a space', async () => {
    const seed = join(folder, 'export');
    for (const name of ['Guides', 'Notes']) {
      mkdirSync(join(seed, name, 'more'), { recursive: true });
      writeFileSync(join(seed, name, 'SUMMARY.md'), '* [Install](install.md)\n  * [Deep](more/deep.md)\n');
      writeFileSync(join(seed, name, 'install.md'), '# Install\n\nRun it.\n');
      writeFileSync(join(seed, name, 'more/deep.md'), '# Deep\n\nSee [install](../install.md).\n');
    }
    await using sandbox = await start({ seed });
    expect(await titles(sandbox)).toEqual(['Guides', 'Notes']);
  });

  it('may be a plan, whose rows refer to each other', async () => {
    const seed = join(folder, 'plan.json');
    const organizationId = 'AAAAAAAAAAAAAAAAAAAA';
    const rows = [
      { operation: 'collections.create', input: { organizationId, title: 'Products' } },
      { operation: 'spaces.create', input: { organizationId, title: 'Shop', parent: '{row 1}.id' } },
    ];
    writeFileSync(seed, JSON.stringify({ version: 1, organization: { id: organizationId }, rows }));
    await using sandbox = await start({ seed });
    expect(await titles(sandbox)).toEqual(['Shop']);
    writeFileSync(seed, JSON.stringify({ version: 1, organization: null, rows: [rows[1]] }));
    await expect(start({ seed })).rejects.toThrow(/row 1 \(spaces.create\) is refused/);
  });

  it('may be a file of a sandbox', async () => {
    await using first = await start({ seed: 'empty' });
    await create(first, 'kept');
    await using second = await start({ seed: first.file });
    expect(await titles(second)).toEqual(['kept']);
  });

  it.each([
    ['nothing at all', undefined, /no such file/],
    ['text', 'hello', /is not a dump of a sandbox/],
    ['JSON of another kind', '{"a": 1}', /is neither a plan nor a dump/],
    ['SQL that reaches out', "ATTACH '/tmp/other.db' AS other;", /is not a dump of a sandbox/],
    ['SQL of something else', 'CREATE TABLE a (b);', /is of another version of docs/],
  ])('that is %s is refused', async (name, text, message) => {
    const seed = join(folder, name.replaceAll(' ', '-'));
    if (text !== undefined) writeFileSync(seed, text);
    await expect(start({ seed })).rejects.toThrow(message);
  });
});

it('its types compile in a project that knows nothing newer than ES2022', () => {
  const options =
    '--ignoreConfig --noEmit --strict --skipLibCheck false --target es2022 --lib es2022 --module nodenext';
  const tsc = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace('package.json', 'bin/tsc');
  const { status, stdout } = spawnSync(
    process.execPath,
    [tsc, ...options.split(' '), '--types', '', 'bin/sandbox.d.ts'],
    {
      encoding: 'utf8',
    },
  );
  expect([status, stdout]).toEqual([0, '']);
});
