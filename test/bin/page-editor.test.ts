// Pages that are written in an editor, and words that are replaced on many pages, with the built program on a host.
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listPages } from '../../src/api/content/pages.ts';
import { listSpaces } from '../../src/api/content/spaces.ts';
import { serveBox } from '../helpers/box-server.ts';
import { BIN, builtDocs, NODE } from '../helpers/built.ts';
import { splitWords } from '../helpers/cli.ts';
import { largeSpace } from '../helpers/large-space.ts';
import { perFile, temporaryFolder } from '../helpers/lasting.ts';
import { lacks } from '../helpers/needs.ts';
import { openPty } from '../helpers/pty.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const WITHOUT = lacks('tests on a terminal', 'python3');
const EDITS = /\/content$/;

const folder = temporaryFolder();
/** Of each request that edits content: how many edits it has. */
let edits: number[] = [];
let refuse = false;
const docs = perFile(builtDocs);
const box = perFile(() => openTestSandbox({ demo: true }));
const server = perFile(
  async () => {
    box.clock.now = new Date();
    return serveBox(box, async (request, usual) => {
      if (request.method === 'GET' || !EDITS.test(new URL(request.url).pathname)) return usual();
      const { changes } = (await request.clone().json()) as { changes: unknown[] };
      edits.push(changes.length);
      if (!refuse) return usual();
      return Response.json({ error: { code: 409, message: 'somebody else edits it' } }, { status: 409 });
    });
  },
  ({ stop }) => stop(),
);

const spaceOf = async (title: string) => {
  const { items } = await box.call(listSpaces, { organizationId: box.organizationId });
  return items.find((one) => one.title === title)?.id ?? '';
};

/** What the page says in the change request. */
async function textIn(spaceId: string, path: string): Promise<string> {
  const words = ['pages', 'get', path, '--space', spaceId, '--cr', '1', '--format', 'markdown'];
  const { code, stdout, stderr } = await docs(words, {
    env: { DOCS_TOKEN: box.adminToken, DOCS_BASE_URL: server.url },
  });
  expect(code, stderr).toBe(0);
  return stdout;
}

it.skipIf(WITHOUT)('keep what was written where it cannot be sent', async () => {
  const spaceId = await spaceOf('Guides');
  const editor = join(folder, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nprintf "Written by hand.\\n" > "$1"\n');
  chmodSync(editor, 0o755);
  const env = { ...docs.env, DOCS_TOKEN: box.adminToken, DOCS_BASE_URL: server.url, EDITOR: editor };
  refuse = true;
  const pty = openPty([NODE, BIN, 'pages', 'edit', 'webhooks', '--space', spaceId, '--cr', '1'], {
    ...{ env, columns: 300 },
  });
  const [, line = ''] = await pty.waitFor(/it is kept: docs ([^\r\n]+)/, 60_000);
  expect(await pty.ended).toBe(1);
  refuse = false;
  const words = splitWords(line.trim());
  const file = words.at(-1) ?? '';
  expect(readFileSync(file, 'utf8')).toBe('Written by hand.\n');
  expect(await textIn(spaceId, 'webhooks')).not.toContain('Written by hand.');
  // The line that is printed sends it.
  const again = await docs(words, { env });
  expect(again.code, again.stderr).toBe(0);
  expect(await textIn(spaceId, 'webhooks')).toContain('Written by hand.');
  rmSync(join(file, '..'), { recursive: true });
});

it.skipIf(WITHOUT)('leave no file where it was sent, or nothing was written', async () => {
  const spaceId = await spaceOf('Guides');
  const editor = join(folder, 'noted.sh');
  const noted = join(folder, 'noted.txt');
  writeFileSync(
    editor,
    `#!/bin/sh\necho "$1" >> '${noted}'\ncase "$SAY" in gone) rm "$1" ;; ?*) echo "$SAY" > "$1" ;; esac\n`,
  );
  chmodSync(editor, 0o755);
  for (const [say, code] of Object.entries({ '': 0, gone: 0, 'Sent at once.': 0, '[x](lost.md)': 2 })) {
    const env = {
      ...docs.env,
      DOCS_TOKEN: box.adminToken,
      DOCS_BASE_URL: server.url,
      EDITOR: editor,
      SAY: say,
    };
    const pty = openPty([NODE, BIN, 'pages', 'edit', 'glossary', '--space', spaceId, '--cr', '1'], {
      ...{ env, columns: 300 },
    });
    expect(await pty.ended, pty.output()).toBe(code);
    expect(pty.output().includes('link to "lost.md" leads to no page')).toBe(code === 2);
  }
  const files = readFileSync(noted, 'utf8').trim().split('\n');
  expect(files.map(existsSync)).toEqual([false, false, false, true]);
  rmSync(join(files[3] ?? '', '..'), { recursive: true });
  expect(await textIn(spaceId, 'glossary')).toContain('Sent at once.');
});

it('send 50 edits a request', async () => {
  const spaceId = await largeSpace(box, 120, { flat: true });
  edits = [];
  const words = ['pages', 'replace', 'parcel', 'package', '--spaces', spaceId, '--yes'];
  const { code, stderr } = await docs(words, {
    env: { DOCS_TOKEN: box.adminToken, DOCS_BASE_URL: server.url },
  });
  expect(code, stderr).toBe(0);
  expect(edits).toEqual([50, 50, 20]);
  const { pages } = await box.call(listPages, { spaceId });
  expect(pages).toHaveLength(120);
});

it('name a page that is not there', async () => {
  const spaceId = await spaceOf('Guides');
  const changes = '[{"operation":"delete_page","page":"p0000000000000000001"}]';
  const words = ['cr', 'edit', '1', '--space', spaceId, '--changes', changes, '--yes'];
  const { code, stderr } = await docs(words, {
    env: { DOCS_TOKEN: box.adminToken, DOCS_BASE_URL: server.url },
  });
  expect(code, stderr).toBe(5);
  expect(stderr).toContain('p0000000000000000001');
  expect(stderr).not.toContain('this host does not offer');
});
